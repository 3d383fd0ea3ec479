// Springs, storms and rain maps by hand.
#include <gtest/gtest.h>

#include "barchan/io/saved_world.hpp"
#include "barchan/land/terrain.hpp"
#include "ui/program.hpp"

namespace {

using barchan_test::Workspace;

/// A map of the size of the tiny land, 48 x 32, or of another.
std::string map_of(int width, int height) {
  std::string text = "ncols " + std::to_string(width) + "\nnrows " + std::to_string(height) + "\ncellsize 1\n";
  for (int i = 0; i < width * height; ++i) text += i % width < width / 2 ? "1 " : "0 ";
  return text;
}

TEST(RainByHand, SpringsAndStormsComeAndEnd) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nset water_particles.rain 0\nkey w\nexpect sources == 0\nset source.x 0.25\nset source.discharge 2\n"
      "click source.place\nframes 2\nexpect sources == 1\nexpect unsaved == true\nexpect changes == 2\n"
      "set storm.duration 20\nset storm.rain 9000\nclick storm.place\nframes 2\nexpect storms == 1\nsteps 30\n"
      "expect budget_error == 0\nexpect health == 0\nexpect particles > 0\n"
      "click source.remove_all\nclick storm.remove_all\nframes 2\nexpect sources == 0\nexpect storms == 0\n"
      "set storm.every 10\nclick storm.place\nframes 2\nexpect storms == 0\nexpect message contains \"at least the\"\n",
      workspace.tiny(), "--size 1280x1600");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(RainByHand, AMapIsChosenOfTheLandsSizeAndSavedWithTheWorld) {
  const Workspace workspace;
  workspace.write("half.asc", map_of(48, 32));
  workspace.write("other.asc", map_of(32, 48));
  const auto run = workspace.run_script(
      "key space\nclick storm.map\nframes 2\nexpect dialog == rain\nclick file/other.asc\nclick file/ok\nframes 3\n"
      "expect dialog == rain\nexpect trouble contains \"48 x 32 cells, found 32 x 48\"\nexpect rain_map == false\n"
      "double_click file/half.asc\nframes 3\nexpect dialog == none\nexpect rain_map == true\nexpect unsaved == true\n"
      "key ctrl+s\nframes 2\nset file/name wet\nframes 3\nexpect unsaved == false\nclick storm.even\nframes 2\n"
      "expect rain_map == false\nexpect unsaved == true\n",
      workspace.tiny(), "--size 1280x1600");
  EXPECT_EQ(run.code, 0) << run.output;
  const barchan::SavedWorld saved = barchan::load_world(workspace.folder() / "wet.barchan");
  EXPECT_EQ(saved.world.terrain().rainfall.map.size(), 48u * 32u);
}

}  // namespace
