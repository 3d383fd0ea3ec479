// Antecedent rain: lakes that are full and streams that flow from the first step.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/drainage.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "world/streams.hpp"
#include "world/world.hpp"

namespace barchan::test::antecedent_test {

namespace {

constexpr double kRain = 36000.0;  // mm/h, 1 cm/s

/// Rock that water does not wear, so that the streams of a long run are those of the land.
WorldSetup with_rain(WorldSetup setup, double antecedent) {
  setup.parameters.insert(setup.parameters.end(), {{"world", "time_step", 0.4},
                                                   {"water_particles", "population", 8192.0},
                                                   {"water_particles", "rain", kRain},
                                                   {"water_particles", "erodibility", 0.0},
                                                   {"water_particles", "antecedent", antecedent}});
  return setup;
}

/// A plane that falls to the east at a slope of 10 %.
WorldSetup plane(int width, int height) {
  WorldSetup setup;
  setup.grid = {.width = width, .height = height, .cell_size = 2.0f, .boundary = Boundary::open};
  for_each_cell(setup.grid, [&](int x, int) { setup.base.push_back(to_quanta(200.0 - 0.2 * x)); });
  setup.sand.assign(setup.grid.cells(), 0);
  return setup;
}

/// Water that runs to the east through the column of cells at `x`, m3/s.
double through_column(World const& world, int x) {
  const std::vector<RunningWater> water = running_water(world);
  double sum = 0.0;
  for (int y = 0; y < world.grid().height; ++y) {
    sum += static_cast<double>(water[world.grid().index(x, y)].discharge.x);
  }
  return sum;
}

TEST(AntecedentRain, DischargeOfAPlaneIsRainTimesAreaFromTheFirstStep) {
  for (const double evaporation : {0.0, 0.02}) {
    WorldSetup setup = with_rain(plane(96, 40), 10000.0);
    setup.parameters.push_back({"water_particles", "evaporation", evaporation});
    World world = make_world(std::move(setup), "water_particles");
    run(world, 1);
    EXPECT_EQ(unsound(world), "");
    // Terminal speed of the droplets: sqrt(g s / ((1 + s^2) friction)).
    const double speed = std::sqrt(9.81 * 0.1 / (1.01 * 0.2));
    for (const int x : {24, 48, 90}) {
      const double length = 2.0 * (x + 0.5), width = 80.0, rain = kRain / 1000.0 / 3600.0;
      const double rate = evaporation / speed;  // per metre
      const double way = rate > 0.0 ? (1.0 - std::exp(-rate * length)) / rate : length;
      const double expected = rain * width * way;
      std::printf("evaporation %.2f, column %d: %.3f m3/s (%.3f)\n", evaporation, x, through_column(world, x),
                  expected);
      EXPECT_NEAR(through_column(world, x) / expected, 1.0, 0.03);
    }
  }
}

TEST(AntecedentRain, AShortRainHasFilledOnlyTheUpperPartsOfStreams) {
  World world = make_world(with_rain(plane(96, 40), 20.0), "water_particles");
  run(world, 1);
  const double speed = std::sqrt(9.81 * 0.1 / (1.01 * 0.2));
  const double reach = 20.0 * speed;  // metres from which water has arrived
  EXPECT_NEAR(through_column(world, 90) / (0.01 * 80.0 * reach), 1.0, 0.1);
}

/// Strongest stream through the cells around a place, m3/s.
double stream_at(World const& world, std::vector<RunningWater> const& water, std::size_t cell) {
  Grid const& grid = world.grid();
  const int x = static_cast<int>(cell) % grid.width, y = static_cast<int>(cell) / grid.width;
  double strongest = 0.0;
  for (int k = 0; k < 9; ++k) {
    if (!grid.contains(x + k % 3 - 1, y + k / 3 - 1)) continue;
    const auto stream = stream_across(grid, water, grid.index(x + k % 3 - 1, y + k / 3 - 1));
    if (stream) strongest = std::max(strongest, stream->discharge);
  }
  return strongest;
}

/// Median of the relative errors of the discharge in the strongest streams of `right`.
double error(World const& world, World const& right) {
  const std::vector<RunningWater> water = running_water(world), known = running_water(right);
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < known.size(); ++cell) {
    if (right.terrain().lakes.id(cell) == 0) cells.push_back(cell);
  }
  std::ranges::sort(cells, std::ranges::greater(),
                    [&](std::size_t cell) { return glm::length(known[cell].discharge); });
  std::vector<double> errors;
  for (std::size_t k = 0; k < 400; k += 4) {
    const double expected = stream_at(right, known, cells[k]);
    errors.push_back(std::abs(stream_at(world, water, cells[k]) / expected - 1.0));
  }
  std::ranges::nth_element(errors, errors.begin() + 50);
  return errors[50];
}

TEST(AntecedentRain, StreamsOfTheFirstStepAreThoseOfALongTime) {
  for (std::uint64_t seed = 5; seed < 5 + static_cast<std::uint64_t>(how_many(1, 4)); ++seed) {
    const std::vector<double> shape = fractal_noise(128, 48.0, seed);
    const auto world = [&](double antecedent, double memory) {
      WorldSetup setup = with_rain(rock_land(128, 2.0f, 60.0, shape, seed), antecedent);
      setup.parameters.push_back({"water_particles", "memory", memory});
      return make_world(std::move(setup), "water_particles");
    };
    World right = world(0.0, 600.0), dry = world(0.0, 60.0), wet = world(5000.0, 60.0);
    run(right, 3000);
    run(dry, 200);
    run(wet, 1);
    const double at_once = error(wet, right), warmed_up = error(dry, right);
    std::printf("seed %d: median error of the discharge after the first step %.3f, after 200 steps on dry land %.3f\n",
                static_cast<int>(seed), at_once, warmed_up);
    EXPECT_LT(at_once, 0.2);
    EXPECT_LT(at_once, warmed_up);
    EXPECT_NEAR(to_metres(wet.terrain().lakes.held()) / to_metres(right.terrain().lakes.held()), 1.0, 0.02);
    EXPECT_EQ(unsound(wet), "");
    run(wet, 100);
    EXPECT_LT(error(wet, right), 0.2);
    EXPECT_EQ(unsound(wet), "");
  }
}

/// A bowl without an outlet.
WorldSetup bowl(double antecedent) {
  WorldSetup setup;
  setup.grid = {.width = 48, .height = 48, .cell_size = 2.0f, .boundary = Boundary::closed};
  for_each_cell(setup.grid, [&](int x, int y) {
    const double dx = x - 23.5, dy = y - 23.5;
    setup.base.push_back(to_quanta(20.0 + 0.02 * (dx * dx + dy * dy)));
  });
  setup.sand.assign(setup.grid.cells(), 0);
  return with_rain(std::move(setup), antecedent);
}

TEST(AntecedentRain, ALakeWithoutOutletHoldsTheRainOfThatTime) {
  for (const double seconds : {60.0, 600.0}) {
    WorldSetup setup = bowl(seconds);
    setup.parameters.push_back({"water_particles", "evaporation", 0.0});
    World world = make_world(std::move(setup), "water_particles");
    run(world, 1);
    EXPECT_EQ(unsound(world), "");
    const MassBudget budget = world.budget();
    const double lies = to_metres(budget.accounts[kWater].lying + budget.accounts[kWater].airborne);
    EXPECT_NEAR(lies / (0.01 * (seconds + 0.4) * 48 * 48), 1.0, 0.03) << seconds;
  }
}

TEST(AntecedentRain, LakesThatEvaporateAreNoLargerThanTheRainKeepsThem) {
  WorldSetup setup = bowl(20000.0);
  setup.parameters.push_back({"water_particles", "rain", 360.0});
  setup.parameters.push_back({"water_particles", "evaporation", 0.0});
  setup.parameters.push_back({"water_particles", "lake_evaporation", 1800.0});
  World world = make_world(std::move(setup), "water_particles");
  run(world, 1);
  EXPECT_EQ(unsound(world), "");
  const std::vector<LakeId> lakes = world.terrain().lakes.all();
  ASSERT_EQ(lakes.size(), 1u);
  // The rain on the whole land equals the evaporation from a fifth of it.
  EXPECT_NEAR(world.terrain().lakes.lake(lakes[0]).cells / (48.0 * 48.0), 0.2, 0.03);
}

TEST(AntecedentRain, ThreadsAndASnapshotChangeNothing) {
  const std::vector<double> shape = fractal_noise(64, 24.0, 3);
  const auto world = [&](int threads) {
    WorldSetup setup = with_rain(rock_land(64, 2.0f, 30.0, shape, 3), 500.0);
    setup.sources.push_back({.x = 0.5f, .y = 0.5f, .discharge = 2.0f});
    return make_world(std::move(setup), "water_particles", threads);
  };
  World one = world(1), three = world(3);
  run(one, 5);
  run(three, 5);
  EXPECT_EQ(one.hash(), three.hash());
  World resumed = World::restore(one.snapshot(), make_processes());
  run(one, 20);
  run(resumed, 20);
  EXPECT_EQ(one.hash(), resumed.hash());
  EXPECT_EQ(unsound(one), "");
}

TEST(AntecedentRain, IsThatOfTheSourceWhereNoRainFalls) {
  WorldSetup setup = with_rain(plane(96, 40), 5000.0);
  setup.sources.push_back({.x = 0.1f, .y = 0.5f, .discharge = 3.0f});
  setup.parameters.push_back({"water_particles", "rain", 0.0});
  setup.parameters.push_back({"water_particles", "evaporation", 0.0});
  World world = make_world(std::move(setup), "water_particles");
  run(world, 1);
  for (const int x : {20, 50, 90}) EXPECT_NEAR(through_column(world, x), 3.0, 0.15);
  EXPECT_NEAR(through_column(world, 4), 0.0, 0.01);
}

TEST(AntecedentRain, FallsOnlyOnALandWithoutWater) {
  World world = make_world(with_rain(plane(48, 24), 0.0), "water_particles");
  run(world, 20);
  const double before = through_column(world, 40);
  world.apply(SetParameter{"water_particles", "antecedent", 5000.0});
  run(world, 1);
  EXPECT_LT(through_column(world, 40), before + 0.3 * 0.01 * 80.0 * 96.0);
  EXPECT_EQ(unsound(world), "");
}

}  // namespace

}  // namespace barchan::test::antecedent_test
