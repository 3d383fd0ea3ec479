// The panel: every parameter has a widget that a hand can set, reset and type into.
#include <sstream>

#include <gtest/gtest.h>

#include "barchan/io/scenario.hpp"
#include "ui/program.hpp"

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

TEST(Panel, EveryParameterCanBeSetByHandAndComesBackByRightClick) {
  std::ostringstream script;
  script << "key space\nframes 2\n";  // standing still: no world has to run at the ends of all ranges
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
  const std::string middle = barchan::format_parameter_value(row, 0.5 * (row.minimum + row.maximum));
  std::ostringstream script;
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
                         testing::Values("wind_particles.suspension", "wind_particles.abrasion", "cascade.roughness",
                                         "cascade.settling", "wind.speed", "wind.direction"),
                         [](auto const& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(Panel, TypedValuesAreReadAndBadOnesRefused) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "double_click wind.speed\nexpect typing == true\ntype 7\nkey enter\nframes 2\nexpect wind.speed == 7\n"
      "set cascade.roughness 30°\nexpect cascade.roughness == 0.57735 +- 0.0001\n"
      "set wind.speed fast\nexpect wind.speed == 7\nexpect message contains wind.speed\n"
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
  // Seen from above with north up, the arrow points east; pulling its tip to the top turns the wind to the north.
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

}  // namespace
