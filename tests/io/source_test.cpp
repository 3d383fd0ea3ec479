// Sources of water in scenarios, time lines and on the command line.
#include "barchan/io/scenario.hpp"
#include "barchan/land/terrain.hpp"
#include "barchan/world/world.hpp"

#include <gtest/gtest.h>

#include "io_support.hpp"

namespace barchan::test {
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

TEST(Sources, OnTheCommandLine) {
  EXPECT_EQ(parse_source("x=0.1 y=0.9 discharge=3.5"), (PlaceSource{{0.1f, 0.9f, 3.5f}}));
  EXPECT_EQ(parse_source(""), PlaceSource{});
  const auto wrong = [](std::string const& text) { return input_error_of([&] { parse_source(text); }); };
  EXPECT_NE(wrong("diskharge=3").find("did you mean 'discharge'"), std::string::npos) << wrong("diskharge=3");
  EXPECT_NE(wrong("x=2").find("0 to 1"), std::string::npos) << wrong("x=2");
  EXPECT_NE(wrong("x=").find("x=value"), std::string::npos) << wrong("x=");
}

TEST(Sources, WhatIsWrongIsToldWithItsLine) {
  EXPECT_NE(refusal("[[water_source]]\nx = 1.5\n").find("test.toml:12"), std::string::npos)
      << refusal("[[water_source]]\nx = 1.5\n");
  EXPECT_NE(refusal("[[water_source]]\ndepth = 1.5\n").find("unknown key 'depth'"), std::string::npos);
  EXPECT_NE(refusal("[[timeline]]\nat = 1.0\nend_sources = false\n").find("expected true"), std::string::npos);
  const std::string on_wall = input_error_of([&] {
    make_world(
        parse("[[land.base]]\nsoil = \"obstacle\"\nshape = \"wall\"\nx = 0.5\ny = 0.5\nheight = 4.0\n"
              "length = 100.0\nwidth = 20.0\n[[water_source]]\n"));
  });
  EXPECT_NE(on_wall.find("an obstacle stands"), std::string::npos) << on_wall;
}

}  // namespace
}  // namespace barchan::test
