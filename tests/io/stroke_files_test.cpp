// Strokes of a brush in time lines and on the command line.
#include <gtest/gtest.h>

#include "io/read_strokes.hpp"
#include "io/scenario.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan::test::stroke_files_test {
namespace {

constexpr char const* kHead =
    "title = \"Test\"\n[grid]\nwidth = 32\nheight = 16\n[[land.sand]]\nshape = \"uniform\"\nthickness = 1.0\n"
    "[wind_particles]\nenabled = false\n";

Scenario parse(std::string const& text) { return parse_scenario(kHead + text, "test.toml", {}); }
std::string refusal(std::string const& text) {
  return input_error_of([&] { parse("[[timeline]]\nat = 4.0\nstroke = " + text + "\n"); });
}
std::string wrong(std::string const& text) {
  return input_error_of([&] { parse_stroke(text); });
}
bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

TEST(StrokeFiles, ShapeTheLandAtTheirTime) {
  World world = make_world(
      parse("[[timeline]]\nat = 4.0\nstroke = { action = \"raise\", material = \"rock\", radius = 4.0, amount = 0.5, "
            "path = [0.25, 0.5, 0.75, 0.5] }\n"));
  while (world.time() < 3.9) world.step();
  EXPECT_EQ(world.budget().accounts[kRock].by_hand, 0);
  while (world.time() < 5.0) world.step();
  EXPECT_GT(world.budget().accounts[kRock].by_hand, 0);
  EXPECT_EQ(world.budget().error(), 0);
  EXPECT_GT(world.terrain().columns.base(world.grid().index(16, 8)), to_quanta(1.0));
}

TEST(StrokeFiles, OnTheCommandLine) {
  const BrushStroke stroke = parse_stroke("flatten material=ground radius=8 strength=1 path=0.2,0.5,0.8,0.5");
  EXPECT_EQ(stroke.brush.action, BrushAction::flatten);
  EXPECT_EQ(stroke.material, "ground");
  EXPECT_EQ(stroke.spacing, 2.0f);
  EXPECT_TRUE(stroke.picks_levels);
  EXPECT_EQ(stroke.points, (std::vector<BrushPoint>{{0.2f, 0.5f}, {0.8f, 0.5f}}));
  EXPECT_FALSE(parse_stroke("flatten level=3 path=0.2,0.5").picks_levels);
  EXPECT_EQ(parse_stroke("raise material=plants strength=0.5 spacing=0 path=0.2,0.5").spacing, 0.0f);
}

TEST(StrokeFiles, WhatIsWrongIsReportedWithItsLine) {
  EXPECT_TRUE(contains(refusal("{ path = [0.5, 0.5] }"), "test.toml:12:")) << refusal("{ path = [0.5, 0.5] }");
  EXPECT_TRUE(contains(refusal("{ path = [0.5, 0.5] }"), "expected action = one of raise"));
  const auto bad = [](std::string const& rest) { return refusal("{ action = \"raise\", " + rest + " }"); };
  EXPECT_TRUE(contains(bad("path = [0.5]"), "expected x and y of each point")) << bad("path = [0.5]");
  EXPECT_TRUE(contains(bad("radius = 3.0"),
                       "expected x and y of each point, as in path = [0.2, 0.5, 0.8, 0.5], found "
                       "none"))
      << bad("radius = 3.0");
  EXPECT_TRUE(contains(bad("path = [0.5, 0.5], radius = -1.0"), "radius")) << bad("path = [0.5, 0.5], radius = -1.0");
  EXPECT_TRUE(contains(bad("path = [0.5, 0.5], radios = 1.0"), "did you mean 'radius'"));
  EXPECT_TRUE(contains(bad("path = [0.5, 0.5], material = \"marble\""), "found 'marble'"));
  EXPECT_TRUE(contains(bad("path = [7.0, 0.5]"), "expected coordinates from -1 to 2")) << bad("path = [7.0, 0.5]");
  EXPECT_TRUE(contains(bad("path = [0.5, 0.5], stencil = \"none.png\""), "none.png"));
}

TEST(StrokeFiles, WhatIsWrongOnTheCommandLineIsReported) {
  EXPECT_TRUE(contains(wrong("rise path=0.5,0.5"), "--stroke rise path=0.5,0.5: expected an action")) << wrong("rise");
  EXPECT_TRUE(contains(wrong("rise path=0.5,0.5"), "did you mean 'raise'")) << wrong("rise path=0.5,0.5");
  EXPECT_TRUE(contains(wrong("raise path=0.5"), "expected x and y of each point")) << wrong("raise path=0.5");
  EXPECT_TRUE(contains(wrong("raise path=a,b"), "expected numbers separated by commas")) << wrong("raise path=a,b");
  EXPECT_TRUE(contains(wrong("raise"), "points, found 0")) << wrong("raise");
  EXPECT_TRUE(contains(wrong("raise spacing=x path=0,0"), "expected a length in m")) << wrong("raise spacing=x");
  EXPECT_TRUE(contains(wrong("ramp path=0,0"), "expected 2 to")) << wrong("ramp path=0,0");
  EXPECT_TRUE(contains(wrong("ramp level=3 path=0,0,1,1"), "level and end_level, or neither"));
  EXPECT_TRUE(contains(wrong("raise material=plants amount=2 path=0,0"),
                       "amount: expected no value for the action raise with the material plants"));
  EXPECT_TRUE(contains(wrong("raise material=sand strength=1 path=0,0"),
                       "strength: expected no value for the action raise with the material sand"));
}

}  // namespace
}  // namespace barchan::test::stroke_files_test
