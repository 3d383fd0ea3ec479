// A land and a wind rotated by a right angle give the rotated result: A2.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/direction.hpp"
#include "base/scheduler.hpp"
#include "gates/beds.hpp"
#include "gates/list.hpp"
#include "gravity/avalanches.hpp"
#include "gravity/grain_flows.hpp"
#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "wind/shadow.hpp"
#include "world/world.hpp"

namespace barchan::gates {

namespace {

// Row-major values rotated by 90 degrees anticlockwise: the value at (x, y) moves to (n - 1 - y, x).
template <typename Value>
std::vector<Value> turned(std::span<Value const> values, Grid const& grid) {
  const Grid to{grid.height, grid.width, grid.cell_size, grid.boundary};
  std::vector<Value> result(values.size());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) result[to.index(grid.height - 1 - y, x)] = values[grid.index(x, y)];
  }
  return result;
}

// Largest difference between the shadows of a land and of the rotated land under the rotated wind.
double shadow_difference(World const& world, double wind) {
  constexpr float kLow = 0.176f, kHigh = 0.268f;  // tangents of 10 and 15 degrees
  const Scheduler scheduler;
  Grid const& grid = world.grid();
  std::vector<float> straight(grid.cells()), across(grid.cells());
  sweep_shadow(grid, world.terrain().columns.elevations(), {unit_vector(wind), kLow, kHigh}, scheduler,
               {.shadow = straight});
  const std::vector<Quanta> land = turned(world.terrain().columns.elevations(), grid);
  const Grid upright{grid.height, grid.width, grid.cell_size, grid.boundary};
  sweep_shadow(upright, land, {unit_vector(wind + 90.0), kLow, kHigh}, scheduler, {.shadow = across});
  const std::vector<float> expected = turned(std::span<float const>(straight), grid);
  double largest = 0.0;
  for (std::size_t i = 0; i < across.size(); ++i) {
    largest = std::max(largest, static_cast<double>(std::abs(across[i] - expected[i])));
  }
  return largest;
}

// Largest difference, m, between a land and the rotated land after the slides of a steep heap have come to rest.
template <class Slides>
double slide_difference() {
  const Grid grid{72, 56, 1.0f, Boundary::periodic};
  const WorldSetup setup = sand_on_rock(grid, [](int x, int y) {
    return 4.0 + 3.0 * std::sin(0.31 * x + 0.17 * y) + (std::hypot(x - 30.0, y - 25.0) < 7.0 ? 12.0 : 0.0);
  });
  const auto after = [](Grid const& of, std::vector<Quanta> const& sand) {
    Terrain terrain;
    terrain.grid = of;
    terrain.columns = Columns(of, std::vector<Quanta>(of.cells(), 0), sand);
    Slides slides;
    slides.prepare(terrain);
    terrain.columns.disturb_all();
    const Scheduler scheduler;
    Ledger ledger;
    for (std::uint64_t call = 0; call < 40; ++call) slides.run_down(terrain, 12, {call, scheduler, ledger});
    const auto loose = terrain.columns.available_thicknesses();
    return std::vector<Quanta>(loose.begin(), loose.end());
  };
  const Grid upright{grid.height, grid.width, grid.cell_size, grid.boundary};
  const std::vector<Quanta> straight = after(grid, setup.sand);
  const std::vector<Quanta> expected = turned(std::span<Quanta const>(straight), grid);
  const std::vector<Quanta> across = after(upright, turned(std::span<Quanta const>(setup.sand), grid));
  double largest = 0.0;
  for (std::size_t i = 0; i < across.size(); ++i) {
    largest = std::max(largest, std::abs(to_metres(across[i] - expected[i])));
  }
  return largest;
}

}  // namespace

Outcome equivariance(Setting const& setting) {
  Outcome outcome;
  const World dunes = transverse_field(setting, 30.0, 1);
  double shadows = 0.0;
  for (double wind : {0.0, 7.0, 15.0, 30.0, 45.0, 60.0, 100.0, 190.0, 200.0, 290.0, 337.5}) {
    shadows = std::max(shadows, shadow_difference(dunes, wind));
  }
  outcome.checks.push_back({"largest difference of the wind shadow, 11 winds", shadows, 0.0, 1e-5});
  outcome.checks.push_back({"largest difference after avalanches, m", slide_difference<Avalanches>(), 0.0, 1e-2});
  outcome.checks.push_back({"largest difference after grain flows, m", slide_difference<GrainFlows>(), 0.0, 1e-2});
  // The error of a run scatters by 4 to 9 degrees, so the mean of less than four runs means little.
  const int seeds = setting.full() ? 16 : 4;
  struct Figures {
    double error = 0.0, rms = 0.0, spacing = 0.0, lee = 0.0;
  };
  std::vector<double> winds{20.0, 110.0, 200.0};
  if (setting.full()) winds.push_back(290.0);
  const int turns = static_cast<int>(winds.size());
  const auto runs = all_runs(setting, turns * seeds, [&](int i) {
    const double wind = winds[static_cast<std::size_t>(i / seeds)];
    const World world = transverse_field(setting, wind, static_cast<std::uint64_t>(1 + i % seeds));
    const DuneMeasures measures = measure_dunes(elevation_map(world.terrain()), wind);
    return Figures{measures.crest_error_degrees, measures.rms_height, measures.spacing, measures.lee.p90_degrees};
  });
  const auto spread = [&](double Figures::*figure, bool ratio) {
    std::vector<double> means;
    for (int turn = 0; turn < turns; ++turn) {
      double sum = 0.0;
      for (int s = 0; s < seeds; ++s) sum += runs[static_cast<std::size_t>(turn * seeds + s)].*figure / seeds;
      means.push_back(sum);
    }
    const test::Statistics all = test::statistics(means);
    return ratio ? all.most / all.least : all.most - all.least;
  };
  // A rotated land gets other random numbers, so the results agree only as well as the means over this many seeds do.
  outcome.checks.push_back({fmt::format("largest - smallest mean crest error under winds towards {}, deg",
                                        setting.full() ? "20, 110, 200 and 290" : "20, 110 and 200"),
                            spread(&Figures::error, false), 0.0, setting.full() ? 8.0 : 12.0});
  outcome.checks.push_back(
      {"largest mean rms height / smallest mean rms height", spread(&Figures::rms, true), 1.0, 1.15});
  outcome.checks.push_back(
      {"largest mean spacing / smallest mean spacing", spread(&Figures::spacing, true), 1.0, 1.25});
  outcome.checks.push_back(
      {"largest - smallest mean p90 of the lee slopes, deg", spread(&Figures::lee, false), 0.0, 1.0});
  return outcome;
}

}  // namespace barchan::gates
