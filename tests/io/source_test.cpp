// Sources of water in scenarios, time lines and on the command line.
#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "io_support.hpp"

namespace barchan::test::source_test {
namespace {

constexpr char const* kHead =
    "title = \"Test\"\n[grid]\nwidth = 16\nheight = 8\n[[land.sand]]\nshape = \"uniform\"\nthickness = 1.0\n"
    "[water_particles]\nenabled = true\nrain = 0.0\n";

Scenario parse(std::string const& text) { return parse_scenario(kHead + text, "test.toml", {}); }
std::string refusal(std::string const& text) {
  return input_error_of([&] { parse(text); });
}

TEST(Sources, RunFromTheBeginningAndFromATimeOnAndEnd) {
  const Scenario scenario = parse(R"(
[[water_source]]
x = 0.25
discharge = 2.0
[[timeline]]
at = 40.0
water_source = { x = 0.75, y = 0.1, discharge = 3.0 }
[[timeline]]
at = 80.0
end_sources = true
)");
  World world = make_world(scenario);
  EXPECT_EQ(world.terrain().sources, (WaterSources{{0.25f, 0.5f, 2.0f}}));
  const auto brought = [&] { return to_metres(world.budget().accounts[kWater].in); };
  const auto run_to = [&](double time) {
    while (world.time() < time) world.step();
  };
  run_to(40.0);
  const double first = brought();
  EXPECT_NEAR(first, 80.0, 2.0);
  run_to(80.0);
  EXPECT_NEAR(brought() - first, 200.0, 6.0);
  run_to(82.0);
  EXPECT_TRUE(world.terrain().sources.empty());
  const double last = brought();
  run_to(120.0);
  EXPECT_EQ(brought(), last);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(Sources, OneEndsAndTheOthersFlowOn) {
  World world =
      make_world(parse("[[water_source]]\nx = 0.25\n[[water_source]]\nx = 0.75\ndischarge = 3.0\n"
                       "[[water_source]]\nx = 0.25\n"));
  const WaterSource twice{0.25f, 0.5f, 1.0f}, strong{0.75f, 0.5f, 3.0f};
  world.apply(RemoveSource{twice});
  EXPECT_EQ(world.terrain().sources, (WaterSources{strong, twice}));
  EXPECT_THROW(world.apply(RemoveSource{{0.25f, 0.5f, 2.0f}}), std::invalid_argument);
  world.apply(RemoveSource{twice});
  EXPECT_THROW(world.apply(RemoveSource{twice}), std::invalid_argument) << "none is left";
  EXPECT_EQ(world.terrain().sources, WaterSources{strong});
  while (world.time() < 40.0) world.step();
  EXPECT_NEAR(to_metres(world.budget().accounts[kWater].in), 120.0, 3.0);
  const World resumed = World::restore(world.snapshot(), make_processes());
  EXPECT_EQ(resumed.terrain().sources, WaterSources{strong});
  ASSERT_EQ(resumed.recording().size(), 2u) << "what was refused is not recorded";
  EXPECT_EQ(resumed.recording().back().command, Command(RemoveSource{twice}));
}

TEST(Sources, OneEndsInATimeLine) {
  const Scenario scenario = parse(R"(
[[water_source]]
x = 0.25
discharge = 2.0
[[water_source]]
x = 0.75
[[timeline]]
at = 80.0
end_source = { x = 0.4, y = 0.1 }
[[timeline]]
at = 40.0
end_source = { x = 0.25 }
water_source = { x = 0.4, y = 0.1, discharge = 3.0 }
)");
  World world = make_world(scenario);
  const WaterSource weak{0.75f, 0.5f, 1.0f}, late{0.4f, 0.1f, 3.0f};
  const auto run_to = [&](double time) {
    while (world.time() < time) world.step();
  };
  run_to(42.0);
  EXPECT_EQ(world.terrain().sources, (WaterSources{weak, late}));
  const World resumed = World::restore(world.snapshot(), make_processes());
  EXPECT_EQ(resumed.timeline().size(), 1u);
  run_to(82.0);
  EXPECT_EQ(world.terrain().sources, WaterSources{weak});
  EXPECT_EQ(world.recording().back().command, Command(RemoveSource{late}));
  EXPECT_EQ(world.health(), 0u);
}

TEST(Sources, OneOfATimeLineThatAHandHasEndedIsPassedOver) {
  World world = make_world(parse("[[water_source]]\n[[timeline]]\nat = 4.0\nend_source = { x = 0.5 }\n"));
  world.apply(RemoveSources{});
  while (world.time() < 6.0) world.step();
  ASSERT_EQ(health_rows(world.health()).size(), 1u);
  EXPECT_EQ(health_rows(world.health()).front().id, "left_out");
}

TEST(Sources, EndOnTheCommandLineBeforeOthersBegin) {
  const Scenario scenario = parse("[[water_source]]\nx = 0.25\n[[water_source]]\nx = 0.75\ndischarge = 3.0\n");
  const WaterSource first{0.25f, 0.5f, 1.0f}, strong{0.75f, 0.5f, 3.0f}, other{0.1f, 0.1f, 2.0f};
  const auto left = [&](std::string const& ended) {
    const World world = make_world(
        scenario, {.seed = {}, .parameters = {}, .ended = {parse_end_source(ended)}, .commands = {PlaceSource{other}}});
    return world.terrain().sources;
  };
  EXPECT_EQ(left("discharge=3"), (WaterSources{first, other}));
  EXPECT_EQ(left("x=0.25 y=0.5"), (WaterSources{strong, other}));
  EXPECT_EQ(left("y=0.5"), (WaterSources{strong, other})) << "the first that is meant";
  EXPECT_EQ(left("all"), WaterSources{other});
  const std::string none = input_error_of([&] { left("x=0.1 y=0.1"); });
  EXPECT_EQ(none,
            "--end-source: expected a source with x = 0.1, y = 0.1, found none; the sources have x = 0.25, y = 0.5; x "
            "= 0.75, y = 0.5, discharge = 3");
  const auto wrong = [](std::string const& text) { return input_error_of([&] { parse_end_source(text); }); };
  EXPECT_NE(wrong("x=1.5").find("--end-source x=1.5: x: expected a number from 0 to 1"), std::string::npos)
      << wrong("x=1.5");
  EXPECT_NE(wrong("diskharge=3").find("did you mean 'discharge'"), std::string::npos) << wrong("diskharge=3");
  EXPECT_NE(wrong("").find("'all'"), std::string::npos) << wrong("");
}

TEST(Sources, OnTheCommandLine) {
  EXPECT_EQ(parse_source("x=0.1 y=0.9 discharge=3.5"), (PlaceSource{{0.1f, 0.9f, 3.5f}}));
  EXPECT_EQ(parse_source(""), PlaceSource{});
  const auto wrong = [](std::string const& text) { return input_error_of([&] { parse_source(text); }); };
  EXPECT_NE(wrong("diskharge=3").find("did you mean 'discharge'"), std::string::npos) << wrong("diskharge=3");
  EXPECT_NE(wrong("x=2").find("0 to 1"), std::string::npos) << wrong("x=2");
  EXPECT_NE(wrong("x=").find("x=value"), std::string::npos) << wrong("x=");
}

TEST(Sources, WhatIsWrongIsReportedWithItsLine) {
  EXPECT_NE(refusal("[[water_source]]\nx = 1.5\n").find("test.toml:12"), std::string::npos)
      << refusal("[[water_source]]\nx = 1.5\n");
  EXPECT_NE(refusal("[[water_source]]\ndepth = 1.5\n").find("unknown key 'depth'"), std::string::npos);
  EXPECT_NE(refusal("[[timeline]]\nat = 1.0\nend_sources = false\n").find("expected true"), std::string::npos);
  EXPECT_NE(refusal("[[timeline]]\nat = 1.0\nwater_source = { y = -0.1 }\n").find("test.toml:13:"), std::string::npos);
  const auto end_at_5 = [](std::string const& which) {
    return refusal("[[water_source]]\nx = 0.25\n[[timeline]]\nat = 5.0\nend_source = " + which + "\n");
  };
  EXPECT_EQ(end_at_5("{ x = 0.3 }"),
            "test.toml:15:14: end_source of [[timeline]]: at 5 s, expected a source with x = 0.3, found none; the only "
            "source has x = 0.25, y = 0.5");
  EXPECT_NE(
      end_at_5("{ x = 1.5 }").find("test.toml:15:20: end_source of [[timeline]]: x: expected a number from 0 to 1"),
      std::string::npos)
      << end_at_5("{ x = 1.5 }");
  EXPECT_NE(end_at_5("{ }").find("expected keys that identify a source"), std::string::npos) << end_at_5("{ }");
  EXPECT_NE(end_at_5("{ z = 1.0 }").find("unknown key 'z'"), std::string::npos) << end_at_5("{ z = 1.0 }");
  EXPECT_NE(end_at_5("true").find("a table"), std::string::npos) << end_at_5("true");
  EXPECT_NE(refusal("[[timeline]]\nat = 9.0\nwater_source = { x = 0.1 }\n[[timeline]]\nat = 5.0\nend_source = "
                    "{ x = 0.1 }\n")
                .find("there are no sources"),
            std::string::npos)
      << "it begins later";
  const std::string on_wall = input_error_of([&] {
    make_world(
        parse("[[land.base]]\nsoil = \"obstacle\"\nshape = \"wall\"\nx = 0.5\ny = 0.5\nheight = 4.0\n"
              "length = 100.0\nwidth = 2.0\n[[water_source]]\nx = 0.1\ny = 0.95\n[[water_source]]\n"));
  });
  EXPECT_NE(on_wall.find(
                "test.toml:22: [[water_source]]: expected a place without an obstacle, found an obstacle at x = 0.5"),
            std::string::npos)
      << on_wall;
}

TEST(Sources, AtAClosedEdgeAndInTheLastCellWellUpThere) {
  for (char const* place : {"x = 0.0\ny = 0.0", "x = 1.0\ny = 1.0", "x = 1.0\ny = 0.5"}) {
    for (char const* boundary : {"closed", "open", "periodic"}) {
      std::string head = kHead;
      head.replace(head.find("height = 8\n"), 11, "height = 8\nboundary = \"" + std::string(boundary) + "\"\n");
      World world = make_world(
          parse_scenario(head + "[wind_particles]\nenabled = false\n[[water_source]]\n" + place + "\ndischarge = 0.5\n",
                         "test.toml", {}));
      for (int step = 0; step < 200; ++step) {
        world.step();
        ASSERT_EQ(world.health(), 0u) << boundary << ", " << place;
      }
      EXPECT_NEAR(to_metres(world.budget().accounts[kWater].in), 40.0, 1.0) << boundary << ", " << place;
    }
  }
}

TEST(Sources, OfATimeLineThatFindAWallAreLeftOut) {
  World world = make_world(parse(R"(
[[timeline]]
at = 2.0
place = { shape = "block", x = 0.5, y = 0.5, height = 4.0, width = 6.0 }
[[timeline]]
at = 4.0
water_source = { x = 0.5, y = 0.5, discharge = 1.0 }
)"));
  while (world.time() < 6.0) world.step();
  EXPECT_TRUE(world.terrain().sources.empty());
  ASSERT_EQ(health_rows(world.health()).size(), 1u);
  EXPECT_EQ(health_rows(world.health()).front().id, "left_out");
  EXPECT_EQ(world.budget().accounts[kWater].in, 0);
}

TEST(Sources, MoreWaterThanTheRangeHoldsStaysInTheMassBalance) {
  // 160 m of water per second on a closed land of 16 x 8 m, far above the range of elevations.
  World world =
      make_world(parse_scenario("title = \"Flood\"\n[grid]\nwidth = 16\nheight = 8\nboundary = "
                                "\"closed\"\n[[land.base]]\nshape = \"uniform\"\nlevel = -50.0\n"
                                "[[land.sand]]\nshape = \"uniform\"\n[wind_particles]\nenabled = "
                                "false\n[water_particles]\nenabled = true\nrain = "
                                "200000.0\n[[water_source]]\ndischarge = 10000.0\n"
                                "[[water_source]]\nx = 0.0\ndischarge = 10000.0\n",
                                "test.toml", {}));
  for (int step = 0; step < 300; ++step) {
    world.step();
    ASSERT_EQ(world.budget().accounts[kWater].error(), 0) << step;
    ASSERT_EQ(health_rows(world.health()).size(), 0u) << step << ": " << health_rows(world.health()).front().id;
  }
  ASSERT_GE(world.terrain().lakes.count(), 1);
  const Account water = world.budget().accounts[kWater];
  EXPECT_EQ(world.terrain().lakes.held(), (QuantaSum{128} << 31));
  EXPECT_GT(water.out, 50 * water.lying / 100) << "what has no room";
  EXPECT_EQ(world.terrain().lakes.depth(5), std::numeric_limits<Quanta>::max()) << "8192 m, less the last quantum";
  for (auto const& process : world.processes()) EXPECT_LT(process->counters().particles, 10000u);
  EXPECT_EQ(world.terrain().lakes.fault(), "");
  World resumed = World::restore(world.snapshot(), make_processes());
  world.step();
  resumed.step();
  EXPECT_EQ(resumed.hash(), world.hash());
}

}  // namespace
}  // namespace barchan::test::source_test
