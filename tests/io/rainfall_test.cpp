// Storms in scenarios, time lines and on the command line.
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
bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

TEST(StormFiles, CountFromTheBeginningOrFromTheirEntry) {
  World world = make_world(parse(R"(
[[storm]]
start = 10.0
duration = 20.0
rain = 2000.0
course = "block"
every = 100.0
[[timeline]]
at = 40.0
storm = { start = 5.0, rain = 9000.0, peak = 0.25 }
[[timeline]]
at = 80.0
end_storms = true
)"));
  const PlacedStorm first{10.0, {10.0f, 20.0f, 2000.0f, StormCourse::block, 0.4f, 100.0f}};
  EXPECT_EQ(world.terrain().rainfall.storms, (std::vector{first}));
  while (world.time() < 60.0) world.step();
  ASSERT_EQ(world.terrain().rainfall.storms.size(), 2u);
  PlacedStorm const& second = world.terrain().rainfall.storms[1];
  EXPECT_NEAR(second.start, 45.0, 0.4);
  EXPECT_EQ(second.storm, (Storm{.start = 5.0f, .rain = 9000.0f, .peak = 0.25f}));
  EXPECT_GT(world.budget().accounts[kWater].in, 0);
  while (world.time() < 82.0) world.step();
  EXPECT_TRUE(world.terrain().rainfall.storms.empty());
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(StormFiles, OnTheCommandLine) {
  EXPECT_EQ(parse_storm("rain=2500 duration=60 course=block"),
            (PlaceStorm{{.duration = 60.0f, .rain = 2500.0f, .course = StormCourse::block}}));
  const auto wrong = [](std::string const& text) { return input_error_of([&] { parse_storm(text); }); };
  EXPECT_TRUE(contains(wrong("durration=3"), "--storm durration=3: unknown key 'durration' of a storm")) << wrong("durration=3");
  EXPECT_TRUE(contains(wrong("duration=60 every=30"), "at least the duration, 60 s, found 30 s"));
}

TEST(StormFiles, WhatIsWrongIsToldWithItsLine) {
  const std::string short_turn = refusal("[[storm]]\nduration = 60.0\nevery = 30.0\n");
  EXPECT_TRUE(contains(short_turn, "test.toml:13:") && contains(short_turn, "at least the duration")) << short_turn;
  EXPECT_TRUE(contains(refusal("[[storm]]\nrain = -1.0\n"), "test.toml:12:"));
  EXPECT_TRUE(contains(refusal("[[storm]]\ncourse = \"blok\"\n"), "did you mean 'block'"));
  EXPECT_TRUE(contains(refusal("[[timeline]]\nat = 1.0\nend_storms = 1\n"), "expected true"));
}

}  // namespace
}  // namespace barchan::test
