// The calendar of a site: clocks worked out by hand, the switch that brings slow processes to it, and its limits.
#include "world/calendar.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "measure/measure.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/health.hpp"
#include "world/world.hpp"

namespace barchan::test::calendar_test {
namespace {

constexpr double kDaysPerYear = 365.25;

/// A small land of sand with the given lines of its file.
World world_of(std::string const& lines) {
  return make_world(
      parse_scenario("title = \"T\"\n[grid]\nwidth = 16\nheight = 12\n[[land.sand]]\nshape = \"uniform\"\n"
                     "thickness = 2\n[wind_particles]\nenabled = false\n" +
                         lines,
                     "calendar.toml", {}));
}

ClockReading const& clock_of(Calendar const& calendar, std::string_view process) {
  const auto found = std::ranges::find(calendar.clocks, process, &ClockReading::process);
  if (found == calendar.clocks.end()) throw std::runtime_error("no clock of " + std::string(process));
  return *found;
}

TEST(Calendar, FollowsFromTheFluxOfTheSite) {
  // Slabs: 0.25 m/s x 5 m / 0.6 = 2.0833 m2/s. At 30 m2 per year, a second is 2.0833 / 30 years, 25.4 days.
  const World slabs = world_of("[slab_dunes]\nenabled = true\n");
  const Calendar calendar = calendar_of(slabs);
  EXPECT_NEAR(calendar.flux, 0.25 * 5.0 / 0.6, 1e-6);
  EXPECT_NEAR(calendar.years_per_second * kDaysPerYear, 25.36, 0.01);
  EXPECT_FALSE(calendar.followed);
  EXPECT_TRUE(clock_of(calendar, "slab_dunes").in_calendar);
  // Twice the wind carries twice the sand (the linear law), and a site of a third of the sand needs three times as
  // long.
  const Calendar faster = calendar_of(world_of("[slab_dunes]\nenabled = true\n[wind]\nspeed = 20\n"));
  EXPECT_NEAR(faster.years_per_second, 2.0 * calendar.years_per_second, 1e-6);
  const Calendar quiet = calendar_of(world_of("[slab_dunes]\nenabled = true\n[calendar]\nflux = 10\n"));
  EXPECT_NEAR(quiet.years_per_second, 3.0 * calendar.years_per_second, 1e-6);
}

TEST(Calendar, OfWindParticlesIsThatOfTheCubeLaw) {
  // 0.8 x 0.1 m x 10 m/s = 0.8 m2/s: 9.74 days. At half the wind, an eighth of the sand.
  const std::string particles = "population = 4096\nenabled = true\n";
  const auto at = [&](char const* speed) {
    return calendar_of(make_world(parse_scenario(
                           "title = \"T\"\n[grid]\nwidth = 16\nheight = 12\n[[land.sand]]\nshape = \"uniform\"\n"
                           "thickness = 2\n[wind_particles]\n" +
                               particles + "[wind]\nspeed = " + speed + "\n",
                           "calendar.toml", {})))
               .years_per_second *
           kDaysPerYear;
  };
  EXPECT_NEAR(at("10"), 9.74, 0.01);
  EXPECT_NEAR(at("5"), 9.74 / 8.0, 0.01);
  EXPECT_EQ(at("0"), 0.0) << "no sand, no calendar";
}

TEST(Calendar, IsOnlyShownUnlessTheProcessesFollowIt) {
  const std::string slow = "[slab_dunes]\nenabled = true\n[uplift]\nenabled = true\nyears_per_second = 2\n";
  const Calendar own = calendar_of(world_of(slow));
  EXPECT_NEAR(clock_of(own, "uplift").done, 2.0, 1e-9);
  EXPECT_FALSE(clock_of(own, "uplift").in_calendar);
  EXPECT_NE(clock_of(own, "uplift").why.find("calendar.follow"), std::string::npos);
  const Calendar common = calendar_of(world_of(slow + "[calendar]\nfollow = true\n"));
  EXPECT_EQ(clock_of(common, "uplift").done, common.years_per_second);
  EXPECT_TRUE(clock_of(common, "uplift").in_calendar);
}

TEST(Calendar, BringsTheUpliftToTheYearsOfTheSite) {
  // 10 s of the world's clock at 2.0833 / 30 years a second are 0.694 years: at 100 mm a year, 69.4 mm.
  const auto risen = [](std::string const& more) {
    World world = world_of("[slab_dunes]\nenabled = true\n[uplift]\nenabled = true\nrate = 100\n[calendar]\n" + more);
    for (int i = 0; i < 25; ++i) world.step();
    // Everything that rises is booked as rock that comes in.
    return to_metres(world.budget().accounts[kRock].in) / static_cast<double>(world.grid().cells());
  };
  EXPECT_NEAR(risen("follow = true\n"), 0.0694, 0.002);
  EXPECT_NEAR(risen("follow = false\n"), 1.0, 0.03) << "one year a second: 10 years";
}

TEST(Calendar, CountsTheYearsThatHavePassedAndKeepsThem) {
  World world = world_of("[slab_dunes]\nenabled = true\n");
  for (int i = 0; i < 25; ++i) world.step();
  const double slow = 10.0 * 0.25 * 5.0 / 0.6 / 30.0;
  EXPECT_NEAR(world.calendar_years(), slow, 1e-5);
  world.apply(SetParameter{"wind", "speed", 20.0});
  for (int i = 0; i < 25; ++i) world.step();
  EXPECT_NEAR(world.calendar_years(), 3.0 * slow, 1e-4) << "the wind was twice as strong";
  const World again = World::restore(world.snapshot(), make_processes());
  EXPECT_EQ(again.calendar_years(), world.calendar_years());
  EXPECT_EQ(again.hash(), world.hash());
}

TEST(Calendar, TellsWhichClocksAreCapped) {
  const std::string water =
      "[groundwater]\nenabled = true\nclock = 1e7\nrecharge = 20\n[slab_dunes]\nenabled = true\n"
      "[[land.base]]\nshape = \"noise\"\namplitude = 3\nwavelength = 8\n";
  const std::string file =
      "title = \"T\"\n[grid]\nwidth = 16\nheight = 12\nboundary = \"open\"\n[[land.sand]]\n"
      "shape = \"uniform\"\nthickness = 4\n[wind_particles]\nenabled = false\n";
  World world = make_world(parse_scenario(file + water, "calendar.toml", {}));
  for (int i = 0; i < 120; ++i) world.step();
  ClockReading const clock = clock_of(calendar_of(world), "groundwater");
  EXPECT_NEAR(clock.asked, 1e7 / kSecondsPerYear, 1e-9);
  EXPECT_LT(clock.done, 0.9 * clock.asked);
  EXPECT_GT(clock.done, 0.0);
  EXPECT_NE(clock.why.find("slower than requested"), std::string::npos);
  EXPECT_EQ(world.flags(), static_cast<std::uint32_t>(Health::clock_limited));
  EXPECT_EQ(world.health(), 0u) << "it is no fault";
  const World again = World::restore(world.snapshot(), make_processes());
  EXPECT_EQ(clock_of(calendar_of(again), "groundwater").done, clock.done);
  EXPECT_EQ(world.budget().error(), 0) << "nothing is lost";
}

TEST(Calendar, ACalendarBeyondAllClocksIsCapped) {
  // 6400 m2/s of sand at 0.1 m2 per year: 10,000 years a second is the most.
  World world = world_of(
      "[slab_dunes]\nenabled = true\nlift_rate = 2\nhop_length = 40\ndeposit_sand = 0.05\n[wind]\nspeed = 40\n"
      "[uplift]\nenabled = true\nrate = 0.01\n[calendar]\nfollow = true\nflux = 0.1\n");
  const Calendar calendar = calendar_of(world);
  ASSERT_GT(calendar.years_per_second, kMostYearsPerSecond);
  EXPECT_EQ(clock_of(calendar, "uplift").done, kMostYearsPerSecond);
  for (int i = 0; i < 15; ++i) world.step();
  EXPECT_EQ(world.flags(), 0u) << "a process may be slow for a while";
  world.step();
  EXPECT_EQ(world.flags(), static_cast<std::uint32_t>(Health::clock_limited));
  EXPECT_EQ(world.budget().error(), 0);
  EXPECT_EQ(World::restore(world.snapshot(), make_processes()).flags(), world.flags());
}

/// Rock that has risen in 25 steps of a land with the given lines, m.
double risen_in(std::string const& lines) {
  World world = world_of("[uplift]\nenabled = true\nrate = 100\n" + lines);
  for (int i = 0; i < 25; ++i) world.step();
  return to_metres(world.budget().accounts[kRock].in) / static_cast<double>(world.grid().cells());
}

TEST(Calendar, StandsStillInACalmAndSoDoTheProcessesThatFollowIt) {
  const std::string calm = "[slab_dunes]\nenabled = true\n[wind]\nspeed = 0\n[calendar]\nfollow = ";
  EXPECT_EQ(risen_in(calm + "true\n"), 0.0);
  EXPECT_NEAR(risen_in(calm + "false\n"), 1.0, 0.03) << "one year a second: 10 years";
  EXPECT_NEAR(risen_in("[calendar]\nfollow = true\n"), 1.0, 0.03) << "nothing fixes a calendar";
  World world = world_of(calm + "true\n[uplift]\nenabled = true\n[groundwater]\nenabled = true\n");
  for (int i = 0; i < 40; ++i) world.step();
  EXPECT_EQ(world.flags(), 0u);
  EXPECT_EQ(world.budget().error(), 0);
  EXPECT_EQ(world.calendar_years(), 0.0);
  const Calendar calendar = calendar_of(world);
  EXPECT_TRUE(calendar.fixed);
  EXPECT_FALSE(calendar.known());
  for (char const* process : {"uplift", "groundwater"}) {
    ClockReading const& clock = clock_of(calendar, process);
    EXPECT_TRUE(clock.in_calendar) << process;
    EXPECT_EQ(clock.done, 0.0) << process;
    EXPECT_NE(clock.why.find("stands still"), std::string::npos) << process;
  }
  EXPECT_EQ(World::restore(world.snapshot(), make_processes()).hash(), world.hash());
}

TEST(Calendar, IsThatOfAllSandAndNamesTheSharesOfItsProcesses) {
  // Slabs carry 2.0833 m2/s and particles 0.8 m2/s; the law of the article has no known flux.
  const std::string lines = "[slab_dunes]\nenabled = true\n";
  const auto both = [&](char const* law) {
    return calendar_of(make_world(parse_scenario(
        "title = \"T\"\n[grid]\nwidth = 16\nheight = 12\n[[land.sand]]\nshape = \"uniform\"\nthickness = 2\n" + lines +
            "[wind_particles]\nenabled = true\npopulation = 4096\nlaw = \"" + law + "\"\n",
        "calendar.toml", {})));
  };
  const Calendar sum = both("saltation");
  EXPECT_NEAR(sum.flux, 0.25 * 5.0 / 0.6 + 0.8, 1e-4);
  for (char const* process : {"slab_dunes", "wind_particles"}) {
    EXPECT_EQ(clock_of(sum, process).done, sum.years_per_second) << process;
    EXPECT_TRUE(clock_of(sum, process).in_calendar) << process;
  }
  EXPECT_NEAR(clock_of(sum, "wind_particles").share, 0.8 / sum.flux, 1e-4);
  EXPECT_NEAR(clock_of(sum, "slab_dunes").share + clock_of(sum, "wind_particles").share, 1.0, 1e-9);
  const Calendar slabs = both("article");
  EXPECT_NEAR(slabs.flux, 0.25 * 5.0 / 0.6, 1e-6);
  EXPECT_FALSE(clock_of(slabs, "wind_particles").in_calendar);
  EXPECT_NE(clock_of(slabs, "wind_particles").why.find("not known"), std::string::npos);
}

TEST(Calendar, KeepsAWorldThatHasRunForLongAtTheLimit) {
  // 1800 steps of 2 s at 10,000 years a second are 1.1e15 s of groundwater. Nothing flows in the dry ground.
  World world = world_of(
      "[world]\ntime_step = 2\n[slab_dunes]\nenabled = true\nlift_rate = 2\nhop_length = 40\ndeposit_sand = 0.05\n"
      "[wind]\nspeed = 40\n[groundwater]\nenabled = true\nrecharge = 0\n[calendar]\nfollow = true\nflux = 0.1\n");
  for (int i = 0; i < 1800; ++i) world.step();
  EXPECT_NEAR(clock_of(calendar_of(world), "groundwater").done / kMostYearsPerSecond, 1.0, 1e-9);
  EXPECT_EQ(world.budget().error(), 0);
  World again = World::restore(world.snapshot(), make_processes());
  EXPECT_EQ(again.hash(), world.hash());
  world.step();
  again.step();
  EXPECT_EQ(again.hash(), world.hash());
}

TEST(Calendar, RefusesAFluxThatNoSiteHas) {
  for (char const* flux : {"0", "1e6", "-3"}) {
    EXPECT_THROW(world_of(std::string("[calendar]\nflux = ") + flux + "\n"), InputError) << flux;
  }
  World world = world_of("");
  EXPECT_THROW(world.apply(SetParameter{"calendar", "flux", 0.0}), std::invalid_argument);
  EXPECT_EQ(world.parameter("calendar", "flux"), 30.0);
}

/// A triangular ridge of sand on rock across a wind to the east, on a periodic strip of 192 x 8 m.
World ridge_of(float height) {
  constexpr double kHalfWidth = 2.2;  // in heights
  WorldSetup setup;
  setup.grid = {192, 8, 1.0f, Boundary::periodic};
  setup.base.assign(setup.grid.cells(), 0);
  setup.sand.assign(setup.grid.cells(), 0);
  for (int y = 0; y < setup.grid.height; ++y) {
    for (int x = 0; x < setup.grid.width; ++x) {
      const double from = std::abs(x - 60.0) / kHalfWidth;
      setup.sand[setup.grid.index(x, y)] = to_quanta(std::max(static_cast<double>(height) - from, 0.0));
    }
  }
  setup.parameters = {{"wind_particles", "enabled", 0.0}, {"slab_dunes", "enabled", 1.0}};
  return World(std::move(setup), make_processes());
}

/// Mean thickness of the sand over each column of cells across the strip, m.
std::vector<double> profile_of(World const& world) {
  std::vector<double> profile(static_cast<std::size_t>(world.grid().width));
  const auto sand = *world.field("sediment");
  for (std::size_t i = 0; i < sand.size(); ++i) {
    profile[i % profile.size()] += static_cast<double>(sand[i]) / world.grid().height;
  }
  return profile;
}

/// Centre of the sand on the strip, which is a ring, m.
double centre_of(std::vector<double> const& profile) {
  const double turn = 2.0 * std::numbers::pi, n = static_cast<double>(profile.size());
  double c = 0.0, s = 0.0;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    c += profile[i] * std::cos(turn * static_cast<double>(i) / n);
    s += profile[i] * std::sin(turn * static_cast<double>(i) / n);
  }
  return std::atan2(s, c) / turn * n;
}

TEST(Calendar, ADuneMovesAsManyMetresInAYearAsTheLawSays) {
  // Bagnold's law for a flux of 30 m2 per year, with the constant of gate B1: 30 / (H + H0), H0 = 0.09 x 5 m / 0.6.
  constexpr double kFlux = 30.0, kConstant = 0.09 * 5.0 / 0.6;
  for (const float height : {4.0f, 7.0f}) {
    World world = ridge_of(height);
    for (int i = 0; i < 40 * static_cast<int>(height); ++i) world.step();
    const double begin = world.calendar_years();
    double way = 0.0, mean_height = 0.0, before = centre_of(profile_of(world));
    constexpr int kLooks = 15, kSteps = 10;
    for (int look = 0; look < kLooks; ++look) {
      for (int i = 0; i < kSteps; ++i) world.step();
      const std::vector<double> profile = profile_of(world);
      const double now = centre_of(profile);
      way += std::remainder(now - before, static_cast<double>(profile.size()));
      before = now;
      mean_height += *std::ranges::max_element(profile) / kLooks;
    }
    const double years = world.calendar_years() - begin, expected = kFlux / (mean_height + kConstant);
    EXPECT_NEAR(way / years / expected, 1.0, 0.1)
        << height << " m: " << way << " m in " << years << " years, law " << expected << " m per year";
  }
}

/// A cone of sand on rock, 160 x 160 m, periodic.
World cone_of(double radius, double wind, bool events) {
  WorldSetup setup;
  setup.grid = {160, 160, 1.0f, Boundary::periodic};
  setup.base.assign(setup.grid.cells(), 0);
  setup.sand.assign(setup.grid.cells(), 0);
  for (int y = 0; y < setup.grid.height; ++y) {
    for (int x = 0; x < setup.grid.width; ++x) {
      const double height = 0.62 * (radius - std::hypot(x - 79.5, y - 79.5));
      setup.sand[setup.grid.index(x, y)] = to_quanta(std::max(height, 0.0));
    }
  }
  setup.parameters = {{"wind_particles", "enabled", 0.0},
                      {"slab_dunes", "enabled", 1.0},
                      {"slab_dunes", "transport", events ? 1.0 : 0.0},
                      {"wind", "direction", wind}};
  return World(std::move(setup), make_processes());
}

TEST(Calendar, ALoneBarchanMovesFartherThanARidgeOfItsHeight) {
  // A lone barchan of about 5 m moves 1.35 times the flux of the site divided by its height in a year, within 10 %.
  constexpr double kFlux = 30.0, kFactor = 1.35;
  for (const bool events : {false, true}) {
    for (const double wind : {0.0, 25.0}) {
      World world = cone_of(14.0, wind, events);
      for (int i = 0; i < 400; ++i) world.step();
      const SeparateDuneRule rule{.threshold = 0.5, .minimum_cells = 20};
      const auto barchan = [&] { return separate_dunes(elevation_map(world.terrain()), wind, rule).dunes.at(0); };
      const double begin = world.calendar_years();
      double way = 0.0, height = 0.0;
      SeparateDune before = barchan();
      constexpr int kLooks = 9, kSteps = 10;
      for (int look = 0; look < kLooks; ++look) {
        for (int i = 0; i < kSteps; ++i) world.step();
        const SeparateDune now = barchan();
        way += std::hypot(std::remainder(now.x - before.x, 160.0), std::remainder(now.y - before.y, 160.0));
        height += now.height / kLooks;
        before = now;
      }
      const double years = world.calendar_years() - begin, expected = kFactor * kFlux / height;
      EXPECT_NEAR(height, 5.0, 0.8);
      EXPECT_NEAR(way / years / expected, 1.0, 0.1)
          << height << " m: " << way << " m in " << years << " years, expected " << expected << " m per year";
    }
  }
}

}  // namespace
}  // namespace barchan::test::calendar_test
