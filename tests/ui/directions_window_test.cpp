// Directions in the window: the convention of the panel, of scripts and of a recorded session.
#include <string>

#include <gtest/gtest.h>

#include "base/bearing.hpp"
#include "io/saved_world.hpp"
#include "ui/program.hpp"
#include "ui/value_editor.hpp"

namespace directions_window_test {
namespace {

using barchan::Bearing;
using barchan::Directions;
using barchan::ui::direction_text;
using barchan_test::Workspace;

TEST(DirectionText, SaysItsConvention) {
  EXPECT_EQ(direction_text(0.0, Bearing::wind, Directions::meteorological), "from 270° (W)");
  EXPECT_EQ(direction_text(0.0, Bearing::wind, Directions::mathematical), "towards 0° (E)");
  EXPECT_EQ(direction_text(270.0, Bearing::wind, Directions::meteorological), "from 0° (N)");
  EXPECT_EQ(direction_text(315.0, Bearing::heading, Directions::meteorological), "135° (SE)");
  EXPECT_EQ(direction_text(45.0, Bearing::line, Directions::mathematical), "45° (NE-SW)");
}

TEST(Directions, APanelTypesAndShowsWhatTheUserHasChosen) {
  const Workspace workspace;
  // A script counts in its own convention, which is mathematical unless it says otherwise, and so does the world.
  const auto run = workspace.run_script(
      "expect directions == meteorological\nset wind.direction 20\nexpect wind.direction == 20\n"
      "directions meteorological\nexpect wind.direction == 250\nset wind.direction 300\nexpect wind.direction == 300\n"
      "set wind.direction NW\nexpect wind.direction == 315\ndirections mathematical\nexpect wind.direction == 315\n"
      "key f7\nframes 2\nexpect directions == mathematical\nexpect wind.direction == 315\nset wind.direction 100\n"
      "expect wind.direction == 100\nset menu/view directions\nexpect directions == meteorological\n"
      "expect wind.direction == 100\nset picture.azimuth 30\nexpect picture.azimuth == 30\n"
      "directions meteorological\nexpect picture.azimuth == 60\ncamera 30 20 1 0.5 0.5\n"
      "expect camera.azimuth == 30 +- 0.01\ndirections mathematical\nexpect camera.azimuth == 60 +- 0.01\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Directions, AWrongDirectionNamesTheConvention) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "set wind.direction 77\nset wind.direction 400\nexpect message contains clockwise from north\n"
      "expect wind.direction == 77\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
  const auto refused = workspace.run_script("directions nautical\n", workspace.tiny());
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.output.find("expected meteorological or mathematical, found 'nautical'"), std::string::npos);
}

TEST(Directions, ASwitchInTheMiddleOfASessionDoesNotChangeItsRecording) {
  const Workspace workspace;
  const auto saved = [&](std::string const& name, std::string const& between) {
    const auto run =
        workspace.run_script("key space\nset wind.direction 40\n" + between +
                                 "steps 4\nset wind.direction 130\nframes 2\nsteps 4\nkey ctrl+s\nframes 2\ntype " +
                                 name + "\nkey enter\nframes 6\nexpect dialog == none\n",
                             workspace.tiny());
    EXPECT_EQ(run.code, 0) << run.output;
    return barchan::load_world(workspace.folder() / (name + ".barchan"));
  };
  const barchan::SavedWorld kept = saved("kept", ""), switched = saved("switched", "key f7\nframes 2\n");
  ASSERT_EQ(kept.world.recording().size(), 2u);
  EXPECT_EQ(kept.world.recording()[1].command, barchan::Command(barchan::SetParameter{"wind", "direction", 130.0}));
  ASSERT_EQ(switched.world.recording().size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(switched.world.recording()[i].command, kept.world.recording()[i].command)
        << "recordings are mathematical";
  }
  EXPECT_EQ(switched.world.hash(), kept.world.hash());
}

TEST(Directions, TheOptionGovernsSettingsAndPanels) {
  const Workspace workspace;
  const auto compass =
      workspace.run_script("expect wind.direction == 0\n", workspace.tiny(), "--set wind.direction=270");
  EXPECT_EQ(compass.code, 0) << compass.output;
  const auto math = workspace.run_script("expect wind.direction == 270\nexpect directions == mathematical\n",
                                         workspace.tiny(), "--directions mathematical --set wind.direction=270");
  EXPECT_EQ(math.code, 0) << math.output;
  const auto wrong = workspace.run("dunes --directions nautical");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.output.find("expected meteorological or mathematical"), std::string::npos) << wrong.output;
}

}  // namespace
}  // namespace directions_window_test
