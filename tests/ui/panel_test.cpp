// The panel: every parameter has a widget in which a user can set, reset and type its value.
#include <map>
#include <sstream>

#include <gtest/gtest.h>
#include <imgui.h>

#include "io/scenario.hpp"
#include "ui/canvas.hpp"
#include "ui/first_sliders.hpp"
#include "ui/program.hpp"
#include "wind/wind_field.hpp"
#include "world/sunlight.hpp"
#include "world/world.hpp"

namespace panel_test {
namespace {

using barchan::ParameterGroup;
using barchan::ParameterKind;
using barchan::ParameterRow;
using barchan_test::Workspace;

/// Values of `row` to try: the ends of its range, or all its choices.
std::vector<std::string> values_of(ParameterRow const& row) {
  if (row.kind == ParameterKind::boolean) return {"true", "false"};
  if (row.kind == ParameterKind::choice) return {row.choices.begin(), row.choices.end()};
  return {barchan::format_parameter_value(row, row.minimum), barchan::format_parameter_value(row, row.maximum)};
}

TEST(Panel, VerifyComparesEachStepAndCounts) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "click section/world\nframes 3\nexpect verified_steps == 0\nexpect verify == false\nset verify true\nframes "
      "6\nexpect verify == true\n"
      "expect verified_steps != 0\nexpect message == none\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Panel, EveryParameterCanBeSetByHandAndComesBackByRightClick) {
  std::ostringstream script;
  // In the mathematical convention, as the script; there, 360 degrees stay 360.
  script << "key f7\nkey space\nframes 2\n";  // paused: no world needs to run at the ends of all ranges
  for (ParameterGroup const& group : barchan::parameter_catalog()) {
    for (ParameterRow const& row : group.rows) {
      const std::string name = std::string(group.id) + "." + std::string(row.key);
      for (std::string const& value : values_of(row)) {
        script << "set " << name << " " << value << "\nexpect " << name << " == " << value << "\n";
      }
      script << "reset " << name << "\nexpect changes == 0\n";
    }
  }
  const Workspace workspace;
  const auto run = workspace.run_script(script.str(), workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

class FirstFive : public testing::TestWithParam<char const*> {};

TEST_P(FirstFive, IsInReachAndMovesWithTheMouse) {
  const std::string name = GetParam();
  const Workspace workspace;
  const auto row = [&]() -> ParameterRow {
    for (ParameterGroup const& group : barchan::parameter_catalog()) {
      if (name.starts_with(std::string(group.id) + ".")) return *group.find(name.substr(group.id.size() + 1));
    }
    throw std::runtime_error("no such parameter");
  }();
  // Near the middle, where no parameter has its default.
  const std::string middle = barchan::format_parameter_value(row, 0.47 * row.minimum + 0.53 * row.maximum);
  std::ostringstream script;
  // The slider of a direction begins at the east in the mathematical convention.
  if (row.bearing != barchan::Bearing::none) script << "key f7\n";
  script << "set " << name << " " << middle << "\ndrag " << name << " 30 0\nexpect " << name << " > " << middle << "\n"
         << "set " << name << " " << middle << "\ndrag " << name << " -30 0\nexpect " << name << " < " << middle << "\n"
         << "drag " << name << " 4000 0\nexpect " << name << " == " << barchan::format_parameter_value(row, row.maximum)
         << "\n"
         << "drag " << name << " -4000 0\nexpect " << name
         << " == " << barchan::format_parameter_value(row, row.minimum) << "\nset " << name << " " << middle
         << "\nexpect changes == 1\nclick reset_all\n"
         << "expect changes == 0\n";
  const auto run = workspace.run_script(script.str(), workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

INSTANTIATE_TEST_SUITE_P(Names, FirstFive,
                         testing::Values("wind_particles.suspension", "wind_particles.abrasion", "gravity.repose_slope",
                                         "gravity.settling", "wind.speed", "wind.direction"),
                         [](auto const& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(Panel, TheFirstSlidersDriveWhatStandsForThemInTheProcessThatIsOn) {
  const Workspace workspace;
  // If the wind particles are off, the first sliders set parameters of the slabs. No section is open, so each slider is
  // reached at the top.
  const auto run = workspace.run_script(
      "set wind_particles.enabled off\nset slab_dunes.enabled on\nclick section/wind_particles\n"
      "click section/slab_dunes\nframes 2\nset slab_dunes.lift_rate 0.5\nexpect slab_dunes.lift_rate == 0.5\n"
      "set slab_dunes.deposit_sand 0.4\nexpect slab_dunes.deposit_sand == 0.4\nset slab_dunes.abrasion 0.1\n"
      "expect slab_dunes.abrasion == 0.1\nset gravity.repose_slope 0.5\nexpect gravity.repose_slope == 0.5\n"
      "set wind.speed 12\nexpect wind.speed == 12\nexpect wind_particles.suspension == 0.15\n"
      "expect gravity.settling == 2\n"
      // Only rain: erosion and deposition by water.
      "set slab_dunes.enabled off\nclick section/slab_dunes\nkey w\nframes 3\nset water_particles.erosion 0.02\n"
      "set water_particles.deposition 0.2\nexpect water_particles.erosion == 0.02\n"
      "expect water_particles.deposition == 0.2\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Panel, ASliderThatDrivesNothingIsGrey) {
  const Workspace workspace;
  // A drag has no effect, because neither wind nor rain acts.
  const auto run = workspace.run_script(
      "set wind_particles.enabled off\nclick section/wind_particles\nframes 2\ndrag wind_particles.suspension 60 0\n"
      "drag wind.speed 60 0\ndrag wind.dial 20 20\nexpect wind_particles.suspension == 0.15\nexpect wind.speed == 10\n"
      "expect wind.direction == 0\nexpect changes == 1\ndrag gravity.settling 30 0\nexpect changes == 2\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
  const auto refused = workspace.run_script(
      "set wind_particles.enabled off\nclick section/wind_particles\nset wind_particles.suspension 0.4\n",
      workspace.tiny());
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.output.find("expected a widget that takes a value"), std::string::npos) << refused.output;
}

TEST(Panel, ARightClickPutsTheSunBackWhereItStoodAtFirst) {
  const Workspace workspace;
  const barchan::Sun sun;
  const auto run = workspace.run_script(
      "set picture.azimuth 100\nset picture.elevation 40\nreset picture.azimuth\nreset picture.elevation\n"
      "expect picture.azimuth == " +
          std::to_string(sun.azimuth) + "\nexpect picture.elevation == " + std::to_string(sun.elevation) + "\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(FirstSliders, SayWhatTheyDriveOrWhyNothing) {
  const auto notes = [](std::vector<barchan::SetParameter> const& parameters) {
    const barchan::Scenario scenario = barchan::load_scenario("flat_bed");
    barchan::ui::SimulationRunner runner(
        {{{scenario.info, scenario.views.front().camera}, make_world(scenario, {{}, parameters})},
         {"flat_bed", {}, {}, {}}},
        barchan::ui::SimulationRunner::Mode::synchronous);
    const barchan::ui::ParameterStore store(runner);
    std::map<std::string, std::string> by_label;
    for (auto const& slider : first_sliders(store)) {
      by_label[std::string(slider.label)] = slider.note;
      EXPECT_EQ(slider.live, slider.note.find("no effect") == std::string::npos);
    }
    EXPECT_EQ(by_label.size(), 6u);
    EXPECT_EQ(by_label["Roughness"], "");
    return by_label;
  };
  EXPECT_EQ(notes({})["Suspension"], "");
  EXPECT_EQ(notes({})["Settling"], "");
  auto slabs = notes({{"wind_particles", "enabled", 0.0}, {"slab_dunes", "enabled", 1.0}});
  EXPECT_EQ(slabs["Suspension"], "Sets \"Lift rate\" of Slab dunes, because Wind particles are off.");
  EXPECT_EQ(slabs["Settling"], "Sets \"Deposit on sand\" of Slab dunes, because Wind particles are off.");
  EXPECT_EQ(slabs["Wind speed"], "");
  auto nothing = notes({{"wind_particles", "enabled", 0.0}});
  EXPECT_EQ(nothing["Abrasion"], "Has no effect now: Wind particles, Slab dunes and Rain are off.");
  EXPECT_EQ(nothing["Settling"], "") << "slopes relax without wind too";
}

TEST(Panel, EscClosesWhatIsOpenInnermostFirst) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key b\nkey f1\nframes 2\nclick scenario\nframes 3\nexpect menu == true\nkey escape\nframes 2\n"
      "expect menu == false\nexpect help == true\nexpect tool == place\nkey escape\nexpect help == false\n"
      "expect tool == place\nkey escape\nexpect tool == look\nkey escape\nframes 2\nexpect step > 0\n"
      "click overlay\nframes 3\nexpect menu == true\nkey escape\nframes 2\nexpect menu == false\n"
      "expect overlay == none\nexpect scenario contains tiny\n",
      workspace.tiny(), "--size 1280x720");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Panel, TypedValuesAreReadAndBadOnesRefused) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "double_click wind.speed\nexpect typing == true\ntype 7\nkey enter\nframes 2\nexpect wind.speed == 7\n"
      "set gravity.repose_slope 30°\nexpect gravity.repose_slope == 0.57735 +- 0.0001\n"
      "set wind.speed fast\nexpect wind.speed == 7\nexpect message contains \"Wind speed: expected a number\"\n"
      "set wind.speed 100000\nexpect wind.speed == 7\n"
      "double_click wind.speed\ntype 9\nkey escape\nframes 2\nexpect wind.speed == 7\nexpect typing == false\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Panel, KeysAreLettersWhileAValueIsTyped) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "double_click wind.speed\nkey space\nkey r\nexpect paused == false\nexpect seed == 4\nkey escape\nframes 2\n"
      "key space\nexpect paused == true\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Panel, TheDialTurnsTheWind) {
  const Workspace workspace;
  // Seen from above with north up, the arrow points east. Dragging its tip to the top turns the wind to the north.
  const auto run = workspace.run_script(
      "key t\nframes 120\nset wind.direction 0\ndrag wind.dial -19 -23\nexpect wind.direction == 90 +- 15\n",
      workspace.tiny(), "--set wind.speed=10");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Panel, MenusChooseOverlayAndScenario) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "set overlay sediment\nexpect overlay == sediment\nset overlay none\nexpect overlay == none\n"
      "set scenario flat_bed\nframes 2\nexpect scenario == flat_bed\nexpect seed == 17\n"
      "set map on\nexpect map == true\nset picture.elevation 40\nexpect picture.elevation == 40\n"
      "set picture.shadows off\nexpect picture.shadows == false\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Panel, TextThatHasNoRoomEndsBetweenWordsOrLetters) {
  ImFontAtlas atlas;
  ImFont const& font = *atlas.AddFontDefault();
  atlas.Build();
  const float letter = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, "n").x;  // all letters are equally wide
  EXPECT_EQ(barchan::ui::shortened("Rock, gravel and sand", {21.5f * letter, 1}, font), "Rock, gravel and sand");
  EXPECT_EQ(barchan::ui::shortened("Rock, gravel and sand", {19.5f * letter, 1}, font), "Rock, gravel and…");
  EXPECT_EQ(barchan::ui::shortened("Rock, gravel and sand", {12.5f * letter, 2}, font), "Rock, gravel and sand");
  EXPECT_EQ(barchan::ui::shortened("rock_gravel_and_sand", {8.5f * letter, 1}, font), "rock_gr…");
}

TEST(Panel, ANoticeStandsAboveTheHint) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "frames 3\nopen nowhere.png\nframes 2\nexpect message contains nowhere\nexpect message.bottom < 616\n"
      "expect hint.top > 616\n",
      workspace.tiny(), "--size 1280x720 --scale 1");
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace panel_test
