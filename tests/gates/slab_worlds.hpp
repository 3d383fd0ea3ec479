/// Lands on which only slab dunes act, and the measurements of the gates on them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/scheduler.hpp"
#include "gates/gate.hpp"
#include "land/terrain.hpp"
#include "measure/measure.hpp"
#include "world/world.hpp"

namespace barchan::gates {

inline constexpr double kSlab = 0.1;      ///< m lifted from a cell of open sand in a step, by default
inline constexpr double kHop = 5.0;       ///< m, by default
inline constexpr double kRest = 0.6;      ///< probability of rest on sand, by default
inline constexpr double kTalus = 0.65;    ///< tangent of the angle of repose
inline constexpr double kTimeStep = 0.4;  ///< s, by default
/// Default flux over open sand, m2 per step: slab x hop / rest.
inline constexpr double kFlux = kSlab * kHop / kRest;

/// Thickness of sand in metres at a cell.
using Thickness = std::function<double(int x, int y)>;

/// A bare plain of rock under sand.
WorldSetup sand_on_rock(Grid const& grid, Thickness const& sand, std::uint64_t seed = 1);
/// A bed whose thickness is drawn uniformly in [low, high] m for each cell.
WorldSetup random_bed(Grid const& grid, double low, double high, std::uint64_t seed);
/// A world on which only slab dunes act. All its parameters except `parameters` have their defaults.
World slab_world(WorldSetup setup, Setting const& setting, std::vector<SetParameter> const& parameters = {},
                 int threads = 1);
/// `degrees` as a direction of the wind within the range of the parameter.
SetParameter wind_towards(double degrees);

/// Two winds `divergence` degrees apart. The first blows `ratio` times as long. The whole wind regime is rotated.
struct Rose {
  double ratio = 1.0, divergence = 120.0;
  double rotation = 20.0;  ///< degrees, direction of the first wind
  double spell = 24.0;     ///< duration of the shorter wind, steps
};
std::vector<SetParameter> parameters_of(Rose const& rose);
/// Crest of the bedform-normal rule for two winds (Rubin & Hunter 1987), degrees from the first wind.
double crest_of(Rose const& rose);
/// The same if the flux over a crest that makes the angle a with the wind is 1 + `flux_up` |sin a| times the flux over
/// flat sand. 0 gives the rule of Rubin & Hunter.
double crest_of(Rose const& rose, double flux_up);
/// Sand that both winds together move across crests at the second maximum of the rule, relative to the first maximum.
double second_crest_of(Rose const& rose);
inline constexpr double kAmbiguous = 0.95;  ///< a second maximum above this makes the rule ambiguous

void run_steps(World& world, int steps);

/// `figure(0)`, `figure(1)`, ... on the threads of the setting. Each result must depend only on its number.
template <typename Figure>
auto all_runs(Setting const& setting, int count, Figure const& figure) {
  std::vector<decltype(figure(0))> results(static_cast<std::size_t>(count));
  const Scheduler scheduler(setting.threads);
  scheduler.for_ranges(count, 1, [&](int first, int last) {
    for (int i = first; i < last; ++i) results[static_cast<std::size_t>(i)] = figure(i);
  });
  return results;
}

/// One figure of `count` runs, from run `first` on.
template <typename Run>
std::vector<double> figures_of(std::vector<Run> const& runs, double Run::*figure, std::size_t first = 0,
                               std::size_t count = static_cast<std::size_t>(-1)) {
  std::vector<double> values;
  for (std::size_t i = first; i < runs.size() && i - first < count; ++i) values.push_back(runs[i].*figure);
  return values;
}

/// Largest height, m, by which a pair of neighbours exceeds the angle of repose.
double largest_excess(Terrain const& terrain);

/// Least-squares line y = slope x + intercept, with the fraction of the variance that it explains.
struct Line {
  double slope = 0.0, intercept = 0.0, r_squared = 0.0;
};
Line fit_line(std::vector<double> const& x, std::vector<double> const& y);

/// Elevation averaged over y, one value per column of cells, m.
std::vector<double> profile_along_x(World const& world);
/// Centre of mass of such a profile on a periodic strip, which is a ring, m. `cell`: its spacing, m.
double ring_centre(std::vector<double> const& profile, double cell);

/// Shaded relief for the page. Its longer side is `kPictureSide` pixels or a whole multiple of the land's.
inline constexpr int kPictureSide = 384;
Picture relief_of(World const& world, double wind_degrees);

}  // namespace barchan::gates
