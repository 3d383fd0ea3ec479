// A land that rises as fast as rain erodes it: H1 and H2.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"
#include "gates/list.hpp"
#include "gates/slab_worlds.hpp"
#include "land/terrain.hpp"
#include "picture/relief.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/deserts.hpp"
#include "support/drainage.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

constexpr double kCell = 10.0;     // m
constexpr double kDepth = 2500.0;  // m of sand, more than rises in any run
constexpr int kBetween = 500;      // steps between two measurements
constexpr int kEdge = 3;           // cells beside the edge that do not count
/// Classes per decade of area.
constexpr double kClasses = 5.0;
constexpr std::size_t kFewest = 40;  // smallest number of cells in a class that counts

struct Rising {
  int side = 64;             // cells
  double law = 0.5;          // exponent of the slopes that the law of erosion implies
  int grown = 12'000;        // steps until erosion balances uplift
  int steps = 21'000;        // steps in all; more measurements reduce the scatter
  double least_area = 40.0;  // cells; smaller areas have slopes at the angle of repose
  double most_area = 400.0;  // cells; larger areas lie next to the edge
  std::uint64_t seed = 1;
};

// Deep sand under rain that rises everywhere except at its open edge. The sediment that water carries is proportional
// to discharge^(1 + gathering) and slope^(3/2); see docs/models/water_particles.md.
World rising_land(Rising const& land) {
  const auto cells = static_cast<std::size_t>(land.side) * static_cast<std::size_t>(land.side);
  std::vector<double> rough(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    const auto words = random_words(land.seed, 0, RandomStream::scenario, static_cast<std::uint32_t>(i));
    rough[i] = static_cast<double>(to_unit(words[0]));
  }
  WorldSetup setup = test::rock_land(land.side, static_cast<float>(kCell), 1.0, rough, land.seed);
  setup.sand.assign(cells, to_quanta(kDepth));
  test::switch_on_only(setup, "water_particles");
  for (SetParameter const& set : {SetParameter{"uplift", "enabled", 1.0},
                                  {"uplift", "rate", 2.3},
                                  {"world", "time_step", 2.0},
                                  {"water_particles", "population", static_cast<double>(cells)},
                                  {"water_particles", "capacity", 0.085},
                                  {"water_particles", "gathering", 1.5 * land.law},
                                  {"water_particles", "erosion", 0.05},
                                  {"water_particles", "deposition", 0.1},
                                  {"water_particles", "evaporation", 0.0},
                                  {"water_particles", "lifetime", 2000.0},
                                  {"water_particles", "memory", 200.0},
                                  {"water_particles", "steering", 1000.0},
                                  {"water_particles", "minimum_slope", 0.0},
                                  {"water_particles", "depth", 100.0},
                                  {"water_particles", "bank", 100.0},
                                  {"water_particles", "width", 0.0}}) {
    setup.parameters.push_back(set);
  }
  return World(std::move(setup), make_processes(), 1);
}

// A power law of the drainage area, by the means of the logarithm over classes of area.
class PowerLaw {
 public:
  PowerLaw(double least_area, double most_area) : least_(least_area), most_(most_area) {}

  void add(double area, double value) {
    if (area < least_ || area > most_ || value <= 0.0) return;
    Class& found = classes_[static_cast<int>(std::log10(area / least_) * kClasses)];
    found.sum += std::log10(value);
    ++found.count;
    largest_ = std::max(largest_, area);
  }

  Line line() const {
    std::vector<double> areas, values;
    for (auto const& [number, found] : classes_) {
      if (found.count < kFewest) continue;
      areas.push_back((number + 0.5) / kClasses);
      values.push_back(found.sum / static_cast<double>(found.count));
    }
    return areas.size() < 2 ? Line{} : fit_line(areas, values);
  }
  // Cells.
  double largest_area() const { return largest_; }

 private:
  struct Class {
    double sum = 0.0;
    std::size_t count = 0;
  };
  double least_, most_, largest_ = 0.0;
  std::map<int, Class> classes_;
};

// Calls `visit(cell, streams)` for all cells that do not lie beside the edge.
template <typename Visit>
void for_inner_cells(std::vector<double> const& z, int side, Visit const& visit) {
  const test::Streams streams = test::streams_of(z, side);
  for (int y = kEdge; y < side - kEdge; ++y) {
    for (int x = kEdge; x < side - kEdge; ++x) visit(static_cast<std::size_t>(y * side + x), streams);
  }
}

double steepest_descent(std::vector<double> const& z, int side, std::size_t cell) {
  const int x = static_cast<int>(cell) % side, y = static_cast<int>(cell) / side;
  const double here = z[cell];
  double steepest = 0.0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const double fall = here - z[static_cast<std::size_t>((y + dy) * side + x + dx)];
      steepest = std::max(steepest, fall / (kCell * std::hypot(dx, dy)));
    }
  }
  return steepest;
}

struct Found {
  double theta = 0.0;         // exponent in slope ~ area^-theta
  double r_squared = 0.0;     // of the line through the means of the classes
  double hack = 0.0;          // exponent in length ~ area^h
  double largest_area = 0.0;  // cells
  double unsound = 0.0;       // 1 if something is negative or not finite
  std::optional<Picture> picture{};
};

Found measured(Rising const& land, bool pictured) {
  World world = rising_land(land);
  PowerLaw slopes(land.least_area, land.most_area), lengths(land.least_area, land.most_area);
  for (int step = 1; step <= land.steps; ++step) {
    world.step();
    if (step <= land.grown || step % kBetween != 0) continue;
    const std::vector<double> z = test::heights(world);
    for_inner_cells(z, land.side, [&](std::size_t cell, test::Streams const& streams) {
      slopes.add(streams.area[cell], steepest_descent(z, land.side, cell));
      lengths.add(streams.area[cell], streams.length[cell]);
    });
  }
  Found found{.theta = -slopes.line().slope,
              .r_squared = slopes.line().r_squared,
              .hack = lengths.line().slope,
              .largest_area = slopes.largest_area(),
              .unsound = test::unsound(world).empty() ? 0.0 : 1.0};
  if (pictured) found.picture = relief_of(world, 0.0);
  return found;
}

}  // namespace

Outcome slope_and_area(Setting const& setting) {
  // Both laws on the same land, with as many seeds. On the large land, streams are too wide for the law.
  struct Case {
    Rising land;
    int seeds;
    bool asked;
  };
  std::vector<Case> cases{{{.law = 0.5}, 1, true}};
  if (setting.full()) {
    cases.clear();
    for (const double law : {0.35, 0.5}) {
      cases.push_back({{.law = law, .grown = 15'000, .steps = 30'000}, 6, true});
      cases.push_back({{.side = 128, .law = law, .grown = 24'000, .steps = 36'000, .most_area = 1600.0}, 2, false});
    }
  }
  std::vector<Rising> lands;
  for (Case const& one : cases) {
    for (int s = 0; s < one.seeds; ++s) {
      lands.push_back(one.land);
      lands.back().seed = static_cast<std::uint64_t>(1 + s);
    }
  }
  const auto runs = all_runs(setting, static_cast<int>(lands.size()),
                             [&](int i) { return measured(lands[static_cast<std::size_t>(i)], false); });
  Outcome outcome;
  std::vector<double> of_small_law;  // theta of each seed on the small land
  std::size_t first = 0;
  for (auto const& [land, seeds, asked] : cases) {
    const auto each = static_cast<std::size_t>(seeds);
    const std::string where = fmt::format("law {:g}, {} x {} cells", land.law, land.side, land.side);
    const std::vector<double> thetas = figures_of(runs, &Found::theta, first, each);
    const test::Statistics theta = test::statistics(thetas);
    const double r_squared = test::statistics(figures_of(runs, &Found::r_squared, first, each)).least;
    outcome.checks.push_back(mean_of("exponent of the slope, " + where, thetas, asked ? land.law - 0.1 : -kAny,
                                     asked ? land.law + 0.1 : kAny));
    outcome.checks.push_back({"largest distance from the law in a run, " + where,
                              std::max(theta.most - land.law, land.law - theta.least), asked ? 0.0 : -kAny,
                              asked ? 0.1 : kAny});
    outcome.checks.push_back({"smallest r squared of a run, " + where, r_squared, asked ? 0.9 : -kAny, kAny});
    outcome.checks.push_back(mean_of("largest drainage area that counts, cells, " + where,
                                     figures_of(runs, &Found::largest_area, first, each)));
    if (asked && of_small_law.empty()) {
      of_small_law = thetas;
    } else if (asked) {
      double least = kAny;
      for (std::size_t s = 0; s < each; ++s) least = std::min(least, thetas[s] - of_small_law[s]);
      outcome.checks.push_back({"smallest difference between the exponents of both laws, " +
                                    fmt::format("{} x {} cells", land.side, land.side),
                                least, 0.001, kAny});
    }
    first += each;
  }
  outcome.checks.push_back({"worlds with a value that is negative or not finite",
                            test::statistics(figures_of(runs, &Found::unsound)).most, 0.0, 0.0});
  return outcome;
}

Outcome main_streams(Setting const& setting) {
  const int seeds = setting.full() ? 4 : 1;
  Rising land{.side = 48, .grown = 3'000, .steps = 5'000, .least_area = 20.0, .most_area = 225.0};
  if (setting.full()) land = {.side = 128, .law = 0.45, .grown = 12'000, .steps = 18'000, .most_area = 1600.0};
  const auto runs = all_runs(setting, seeds, [&](int i) {
    Rising one = land;
    one.seed = static_cast<std::uint64_t>(1 + i);
    return measured(one, setting.full() && i == 0);
  });
  // The same measure of noise that no water has carved: fractal hills as high as a tenth of the side.
  const auto noise = all_runs(setting, seeds, [&](int i) {
    std::vector<double> z = test::fractal_noise(land.side, land.side, static_cast<std::uint64_t>(1 + i));
    for (double& height : z) height *= 0.1 * kCell * land.side;
    PowerLaw lengths(land.least_area, land.most_area);
    for_inner_cells(z, land.side, [&](std::size_t cell, test::Streams const& streams) {
      lengths.add(streams.area[cell], streams.length[cell]);
    });
    return lengths.line().slope;
  });
  Outcome outcome;
  outcome.checks = {
      mean_of("exponent of the length of the main stream (nature: 0.5 to 0.6)", figures_of(runs, &Found::hack)),
      mean_of("largest drainage area that counts, cells", figures_of(runs, &Found::largest_area)),
      mean_of("exponent on fractal noise that no water has carved", noise),
      {"worlds with a value that is negative or not finite", test::statistics(figures_of(runs, &Found::unsound)).most,
       0.0, 0.0}};
  outcome.picture = runs.front().picture;
  outcome.caption = "A land of 128 x 128 cells of 10 m that rises as fast as rain erodes it";
  return outcome;
}

}  // namespace barchan::gates
