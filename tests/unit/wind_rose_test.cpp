#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/direction.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan::wind_rose_test {
namespace {

constexpr Grid kGrid{.width = 8, .height = 6};

/// Number of steps for which each wind of the cycle blows, found from the direction of the wind before each step.
std::vector<int> steps_of_each_wind(double time_step, int winds, double ratio, double period, int steps) {
  WorldSetup setup = test::make_setup(kGrid);
  setup.parameters = {{"world", "time_step", time_step}, {"wind", "direction", 20.0}, {"wind", "divergence", 50.0},
                      {"wind", "winds", winds * 1.0},    {"wind", "ratio", ratio},    {"wind", "period", period}};
  World world = test::make_world(std::move(setup), "none");
  std::vector<int> counts(static_cast<std::size_t>(winds), 0);
  for (int step = 0; step < steps; ++step) {
    const glm::vec2 direction = world.wind().direction();
    for (int wind = 0; wind < winds; ++wind) {
      if (direction == unit_vector(20.0 + 50.0 * wind)) ++counts[static_cast<std::size_t>(wind)];
    }
    world.step();
  }
  return counts;
}

TEST(WindRose, EachWindHasItsShareOfTheSteps) {
  EXPECT_EQ(steps_of_each_wind(0.4, 2, 2.0, 60.0, 150), (std::vector<int>{100, 50}));
  EXPECT_EQ(steps_of_each_wind(0.4, 2, 2.0, 60.0, 600), (std::vector<int>{400, 200}));
  EXPECT_EQ(steps_of_each_wind(0.4, 3, 1.0, 60.0, 450), (std::vector<int>{150, 150, 150}));
  EXPECT_EQ(steps_of_each_wind(0.4, 6, 1.0, 60.0, 300), (std::vector<int>{50, 50, 50, 50, 50, 50}));
  EXPECT_EQ(steps_of_each_wind(0.4, 1, 2.0, 60.0, 150), (std::vector<int>{150}));
  // As a float, 0.7 s is slightly smaller, so the clock falls increasingly short of whole cycles.
  EXPECT_EQ(steps_of_each_wind(0.7, 2, 2.0, 42.0, 600), (std::vector<int>{400, 200}));
  EXPECT_EQ(steps_of_each_wind(0.3, 2, 0.5, 9.0, 300), (std::vector<int>{100, 200}));
}

TEST(WindRose, AStepBelongsToTheWindThatBlowsAtItsBeginning) {
  WindParameters wind;
  wind.winds = 2;
  wind.ratio = 2.0f;
  wind.period = 60.0f;
  for (double cycle : {0.0, 60.0, 60.0e6}) {
    EXPECT_EQ(wind_of_the_rose(wind, cycle), 0);
    EXPECT_EQ(wind_of_the_rose(wind, cycle + 39.9), 0);
    EXPECT_EQ(wind_of_the_rose(wind, cycle + 40.0), 1);
    EXPECT_EQ(wind_of_the_rose(wind, cycle + 59.9), 1);
  }
  wind.winds = 1;
  EXPECT_EQ(wind_of_the_rose(wind, 50.0), 0);
}

TEST(WindRose, TheDirectionTurnsTheWholeRose) {
  WindParameters wind;
  wind.winds = 3;
  wind.divergence = 120.0f;
  wind.direction = 35.0f;
  for (int turn = 0; turn < 3; ++turn) {
    const PrevailingWind blows = prevailing_wind(wind, {.time = 20.0 * turn + 1.0});
    EXPECT_DOUBLE_EQ(blows.degrees, 35.0 + 120.0 * turn);
    EXPECT_EQ(blows.speed, wind.speed);
  }
}

TEST(WindRose, SaysInItsLastStepThatAWindIsAboutToTurn) {
  const auto turns = [](int winds, float ratio, double period, double dt) {
    WindParameters wind;
    wind.winds = winds;
    wind.ratio = ratio;
    wind.divergence = 120.0f;
    wind.period = static_cast<float>(period);
    WindField field;
    std::vector<int> last_steps;
    for (int step = 0; step < static_cast<int>(period / dt + 0.5); ++step) {
      field.set_prevailing(wind, {.step = static_cast<std::uint64_t>(step), .time = step * dt, .dt = dt});
      if (field.turns_next()) last_steps.push_back(step);
    }
    return last_steps;
  };
  EXPECT_EQ(turns(1, 2.0f, 6.0, 0.5), std::vector<int>());
  EXPECT_EQ(turns(2, 2.0f, 6.0, 0.5), (std::vector<int>{7, 11}));
  EXPECT_EQ(turns(2, 0.5f, 6.0, 0.5), (std::vector<int>{3, 11}));
  EXPECT_EQ(turns(3, 1.0f, 6.0, 0.5), (std::vector<int>{3, 7, 11}));
}

struct Moments {
  double mean_speed = 0.0, mean_turn = 0.0;
  double most_speed = 0.0, most_turn = 0.0;
  double most_change = 0.0;  ///< of the relative speed, between two times 0.1 s apart
};

Moments watch(WindParameters const& wind, std::uint64_t seed, int times) {
  Moments seen;
  double before = 0.0;
  for (int i = 0; i < times; ++i) {
    const PrevailingWind now = prevailing_wind(wind, {.seed = seed, .time = i * 0.1});
    const double speed = static_cast<double>(now.speed) / static_cast<double>(wind.speed) - 1.0;
    const double turn = now.degrees - static_cast<double>(wind.direction);
    seen.mean_speed += speed / times;
    seen.mean_turn += turn / times;
    seen.most_speed = std::max(seen.most_speed, std::abs(speed));
    seen.most_turn = std::max(seen.most_turn, std::abs(turn));
    if (i > 0) seen.most_change = std::max(seen.most_change, std::abs(speed - before));
    before = speed;
  }
  return seen;
}

TEST(Gusts, HaveNoMeanAndKeepToTheirBounds) {
  WindParameters wind;
  wind.direction = 100.0f;
  wind.gust = 0.4f;
  wind.gust_swing = 25.0f;
  wind.gust_period = 4.0f;
  for (std::uint64_t seed : {1u, 2u, 3u}) {
    // 5000 gusts: the mean of this many uniform values is within 0.05 of zero.
    const Moments seen = watch(wind, seed, 200000);
    EXPECT_LT(std::abs(seen.mean_speed), 0.05 * 0.4) << seed;
    EXPECT_LT(std::abs(seen.mean_turn), 0.05 * 25.0) << seed;
    EXPECT_LE(seen.most_speed, 0.4001) << seed;
    EXPECT_GT(seen.most_speed, 0.35) << seed;
    EXPECT_LE(seen.most_turn, 25.0) << seed;
    EXPECT_GT(seen.most_turn, 22.0) << seed;
    // The change is fastest in the middle of the step function: 15/8 of a change from end to end in half a period.
    EXPECT_LT(seen.most_change, 2.0 * 0.4 * 1.875 * 0.1 / 2.0 * 1.01) << seed;
  }
}

TEST(Gusts, AreAPureFunctionOfSeedAndTime) {
  WindParameters wind;
  wind.gust = 0.5f;
  wind.gust_swing = 10.0f;
  int equal = 0;
  for (int i = 0; i < 100; ++i) {
    const WindMoment moment{.seed = 5, .step = 0, .time = 3.7 * i};
    const PrevailingWind a = prevailing_wind(wind, moment);
    const PrevailingWind b = prevailing_wind(wind, {.seed = 5, .step = 77, .time = moment.time});
    const PrevailingWind other = prevailing_wind(wind, {.seed = 6, .step = 0, .time = moment.time});
    EXPECT_EQ(a.speed, b.speed);
    EXPECT_EQ(a.degrees, b.degrees);
    equal += a.speed == other.speed ? 1 : 0;
  }
  EXPECT_LT(equal, 3);
}

TEST(Gusts, OfNoStrengthLeaveTheWindAsItIs) {
  WindParameters wind;
  wind.direction = 33.0f;
  const PrevailingWind blows = prevailing_wind(wind, {.seed = 9, .time = 12.3});
  EXPECT_EQ(blows.degrees, 33.0);
  EXPECT_EQ(blows.speed, 10.0f);
}

TEST(Timeline, SetsParametersBeforeTheStepThatReachesTheirTime) {
  WorldSetup setup = test::make_setup(kGrid);
  setup.timeline = {{2.0, SetParameter{"wind", "speed", 6.0}},
                    {0.0, SetParameter{"wind", "direction", 45.0}},
                    {2.0, SetParameter{"wind", "speed", 7.0}},
                    {1.1, SetParameter{"gravity", "repose_slope", 0.5}}};
  World world = test::make_world(std::move(setup), "none");
  ASSERT_EQ(world.timeline().size(), 4u);
  EXPECT_EQ(world.timeline()[0].command, Command(SetParameter{"wind", "direction", 45.0}));
  EXPECT_EQ(world.parameter("wind", "direction"), 0.0) << "nothing happens before the first step";
  test::run(world, 5);  // the fifth step begins at 1.6 s
  EXPECT_EQ(world.parameter("wind", "direction"), 45.0);
  EXPECT_EQ(world.parameter("gravity", "repose_slope"), 0.5);
  EXPECT_EQ(world.parameter("wind", "speed"), 10.0);
  world.step();  // begins at 2.0 s
  EXPECT_EQ(world.parameter("wind", "speed"), 7.0) << "of two at one time the later in the list stays";
  EXPECT_TRUE(world.timeline().empty());
  const std::vector<StampedCommand> expected{{0, SetParameter{"wind", "direction", 45.0}},
                                             {3, SetParameter{"gravity", "repose_slope", 0.5}},
                                             {5, SetParameter{"wind", "speed", 7.0}}};
  EXPECT_TRUE(std::equal(world.recording().begin(), world.recording().end(), expected.begin(), expected.end()));
}

TEST(Timeline, IsPartOfTheSnapshotAndOfTheHash) {
  WorldSetup setup = test::make_setup(kGrid);
  const WorldSetup without = setup;
  setup.timeline = {{2.0, SetParameter{"wind", "speed", 6.0}}, {4.0, SetParameter{"wind", "direction", 90.0}}};
  World whole = test::make_world(setup, "none");
  EXPECT_NE(whole.hash(), test::make_world(without, "none").hash());
  test::run(whole, 6);
  World resumed = World::restore(whole.snapshot(), make_processes());
  EXPECT_EQ(resumed.hash(), whole.hash());
  ASSERT_EQ(resumed.timeline().size(), 1u);
  EXPECT_EQ(resumed.timeline()[0], (TimedCommand{4.0, SetParameter{"wind", "direction", 90.0}}));
  test::run(whole, 6);
  test::run(resumed, 6);
  EXPECT_EQ(resumed.hash(), whole.hash());
  EXPECT_EQ(resumed.parameter("wind", "direction"), 90.0);
}

TEST(Timeline, GivesTheHashOfTheSameCommandsGivenByHand) {
  WorldSetup setup = test::make_setup(kGrid);
  const WorldSetup without = setup;
  setup.timeline = {{2.0, SetParameter{"wind", "speed", 6.0}}};
  World timed = test::make_world(setup, "none");
  World by_hand = test::make_world(without, "none");
  test::run(timed, 9);
  test::run(by_hand, 5);
  by_hand.apply(SetParameter{"wind", "speed", 6.0});
  test::run(by_hand, 4);
  EXPECT_EQ(timed.hash(), by_hand.hash());
}

TEST(Timeline, WrongEntriesAreRefused) {
  for (TimedCommand const& wrong :
       std::array<TimedCommand, 5>{{{1.0, SetParameter{"wind", "sped", 1.0}},
                                    {1.0, SetParameter{"wnd", "speed", 6.0}},
                                    {1.0, SetParameter{"wind", "speed", 600.0}},
                                    {-1.0, SetParameter{"wind", "speed", 6.0}},
                                    {std::numeric_limits<double>::quiet_NaN(), SetParameter{"wind", "speed", 6.0}}}}) {
    WorldSetup setup = test::make_setup(kGrid);
    setup.timeline = {wrong};
    EXPECT_THROW(World(setup, make_processes()), std::invalid_argument) << name_of(wrong.command);
  }
}

}  // namespace
}  // namespace barchan::wind_rose_test
