// Rain that is not the same everywhere and always: storms.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "barchan/land/terrain.hpp"
#include "barchan/processes/process.hpp"
#include "barchan/world/world.hpp"
#include "support/lands.hpp"

namespace barchan::test {

namespace {

constexpr double kMetresASecond = 1.0 / 3.6e6;  // of 1 mm/h

/// Depth that storms let fall from 0 to `end` in steps of `step`, m.
double fallen(std::vector<PlacedStorm> const& storms, double end, double step) {
  const Rainfall rainfall{.storms = storms};
  double sum = 0.0;
  const int steps = static_cast<int>(std::lround(end / step));
  for (int i = 0; i < steps; ++i) sum += rainfall.rate(i * step, step) * step;
  return sum;
}

TEST(Storms, LetFallWhatTheirCourseHoldsWhateverTheStep) {
  for (const float peak : {0.0f, 0.4f, 1.0f}) {
    const Storm storm{.start = 0.0f, .duration = 60.0f, .rain = 6000.0f, .peak = peak};
    const double whole = 0.5 * 60.0 * 6000.0 * kMetresASecond;
    for (const double step : {0.3, 1.0, 7.0, 140.0}) {
      EXPECT_NEAR(fallen({{20.0, storm}}, 140.0, step), whole, 1e-12) << peak << ", " << step;
    }
    // Rising, the share that has fallen goes with the square of the time; falling, what is left does.
    const double rise = 60.0 * static_cast<double>(peak), half = 0.5 * (60.0 + rise);
    EXPECT_NEAR(fallen({{0.0, storm}}, rise, std::max(rise, 1.0)), whole * static_cast<double>(peak), 1e-12);
    EXPECT_NEAR(fallen({{0.0, storm}}, half, half), whole * (1.0 - 0.25 * (1.0 - static_cast<double>(peak))), 1e-12);
  }
  const Storm block{.duration = 60.0f, .rain = 6000.0f, .course = StormCourse::block};
  EXPECT_NEAR(fallen({{10.0, block}}, 40.0, 0.5), 30.0 * 6000.0 * kMetresASecond, 1e-12);
}

TEST(Storms, ThatComeAgainAreDryInBetween) {
  const Storm storm{.duration = 5.0f, .rain = 3600.0f, .course = StormCourse::block, .every = 20.0f};
  const Rainfall rainfall{.storms = {{10.0, storm}}};
  for (const double time : {0.0, 9.0, 15.0, 29.0, 35.0, 20009.0}) EXPECT_EQ(rainfall.rate(time, 1.0), 0.0) << time;
  for (const double time : {10.0, 14.0, 30.0, 34.0, 20010.0}) EXPECT_NEAR(rainfall.rate(time, 1.0), 1e-3, 1e-12) << time;
  // Three of them in one step.
  EXPECT_NEAR(rainfall.rate(0.0, 60.0) * 60.0, 3 * 5.0 * 1e-3, 1e-12);
  // Two at once add up.
  const Rainfall two{.storms = {{10.0, storm}, {12.0, storm}}};
  EXPECT_NEAR(two.rate(12.0, 1.0), 2e-3, 1e-12);
}

/// Rock hills on which nothing but rain is at work, without an even rain.
World dry_hills(int threads = 1) {
  WorldSetup setup = make_setup({48, 40, 1.0f, Boundary::open}, {.rock_relief = 8.0, .obstacle = false});
  setup.parameters = {{"water_particles", "rain", 0.0}, {"water_particles", "population", 500}};
  return make_world(std::move(setup), "water_particles", threads);
}

TEST(Storms, BringTheirWaterAndTheBooksClose) {
  World world = dry_hills();
  run(world, 10);
  world.apply(PlaceStorm{{.start = 4.0f, .duration = 40.0f, .rain = 9000.0f, .every = 80.0f}});
  const auto brought = [&] { return to_metres(world.budget().accounts[kWater].in) / (48.0 * 40.0); };
  const double start = world.time() + 4.0, whole = 0.5 * 40.0 * 9000.0 * kMetresASecond;
  const auto run_to = [&](double time) {
    while (world.time() < time) {
      world.step();
      ASSERT_EQ(unsound(world), "");
      ASSERT_EQ(world.budget().accounts[kWater].error(), 0);
    }
  };
  run_to(start);
  EXPECT_EQ(brought(), 0.0);
  run_to(start + 16.0);
  EXPECT_NEAR(brought(), 0.4 * whole, 0.03 * whole);
  run_to(start + 80.0);
  EXPECT_NEAR(brought(), whole, 0.01 * whole);
  run_to(start + 160.0);
  EXPECT_NEAR(brought(), 2.0 * whole, 0.02 * whole);
  world.apply(RemoveStorms{});
  run_to(start + 240.0);
  EXPECT_NEAR(brought(), 2.0 * whole, 0.02 * whole);
}

TEST(Storms, OneHashOnAnyThreadsAndAfterSaving) {
  const auto begin = [](int threads) {
    World world = dry_hills(threads);
    world.apply(PlaceStorm{{.start = 2.0f, .duration = 30.0f, .rain = 20000.0f, .every = 50.0f}});
    return world;
  };
  World one = begin(1);
  run(one, 40);  // it rains
  World resumed = World::restore(one.snapshot(), make_processes(), 2);
  EXPECT_EQ(resumed.terrain().rainfall.storms, one.terrain().rainfall.storms);
  for (int step = 0; step < 160; ++step) {
    one.step();
    resumed.step();
    ASSERT_EQ(resumed.hash(), one.hash()) << step;
  }
  for (const int threads : {2, 3}) {
    World other = begin(threads);
    run(other, 200);
    EXPECT_EQ(other.hash(), one.hash()) << threads << " threads";
  }
  // What is to come is part of the state.
  World dry = dry_hills(), waiting = dry_hills();
  waiting.apply(PlaceStorm{{.start = 1000.0f}});
  EXPECT_NE(dry.hash(), waiting.hash());
}

TEST(Storms, ThatCannotBeAreRefusedAndNothingChanges) {
  World world = dry_hills();
  const std::uint64_t before = world.hash();
  for (Storm const& storm :
       {Storm{.start = -1.0f}, Storm{.duration = 0.0f}, Storm{.rain = NAN}, Storm{.duration = 100.0f, .every = 99.0f}}) {
    EXPECT_THROW(world.apply(PlaceStorm{storm}), std::invalid_argument);
  }
  EXPECT_EQ(world.hash(), before);
  for (std::size_t i = 0; i < kMostStorms; ++i) world.apply(PlaceStorm{});
  EXPECT_THROW(world.apply(PlaceStorm{}), std::invalid_argument);
}

}  // namespace

}  // namespace barchan::test
