// Groundwater in the window: arrows, legend and texts of the section, and lines of the inspector.
#include "ui/section_water.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "ui/inspector.hpp"
#include "ui/program.hpp"

namespace section_water_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan_test::Workspace;

/// 60 columns of 2 m each, with a water table `table(x)` m above a floor at 0 and a flow of `flow(x)` m2/s.
template <class Table, class Flow>
Section section_of(Table const& table, Flow const& flow) {
  Section section{.datum = 100.0, .length = 120.0, .way = {1.0, 0.0}, .columns = {}};
  for (int x = 0; x < 60; ++x) {
    SectionColumn column{.begin = 2.0 * x, .end = 2.0 * x + 2.0, .surface = to_quanta(10.0), .layers = {}};
    const Quanta height = to_quanta(table(2.0 * x + 1.0));
    column.ground = GroundWater{.table = height, .saturated = height, .damp = height};
    column.ground_flow = flow(2.0 * x + 1.0);
    section.columns.push_back(column);
  }
  return section;
}

TEST(SectionWater, ArrowsGoWithTheFlowAlongTheTable) {
  const Section section = section_of([](double x) { return 8.0 - 0.05 * x; }, [](double) { return -2e-5; });
  const std::vector<FlowArrow> arrows = flow_arrows(section, 20.0);
  ASSERT_EQ(arrows.size(), 6u);
  for (std::size_t i = 0; i < arrows.size(); ++i) {
    const double middle = 20.0 * static_cast<double>(i) + 10.0;
    EXPECT_DOUBLE_EQ(arrows[i].distance, middle);
    EXPECT_NEAR(arrows[i].flow, -2e-5, 1e-12);
    EXPECT_NEAR(arrows[i].slope, -0.05, 1e-5);
    EXPECT_NEAR(arrows[i].table, 8.0 - 0.05 * middle, 0.06) << "above the datum";
    EXPECT_EQ(arrows[i].saturated, arrows[i].table);
  }
}

TEST(SectionWater, NoArrowStandsInDryGroundNorWhereNothingFlows) {
  const auto falls = [](double x) { return x < 60.0 ? 4.0 : 0.0; };
  const std::vector<FlowArrow> half = flow_arrows(section_of(falls, [](double) { return 1e-5; }), 20.0);
  ASSERT_EQ(half.size(), 3u) << "the other half is dry";
  EXPECT_LT(half.back().distance, 60.0);
  const auto wet = [](double) { return 4.0; };
  EXPECT_TRUE(flow_arrows(section_of(wet, [](double) { return 0.0; }), 20.0).empty()) << "it stands still";
  // From a strong flow to a fiftieth of it, which is not shown.
  const auto weaker = [](double x) { return x < 60.0 ? 1e-5 : 2e-7; };
  EXPECT_EQ(flow_arrows(section_of(wet, weaker), 20.0).size(), 3u);
  Section none = section_of(wet, weaker);
  for (SectionColumn& column : none.columns) column.ground.reset();
  EXPECT_TRUE(flow_arrows(none, 20.0).empty());
}

TEST(SectionWater, ShortLinesAndColumnsWiderThanTheSpacingHaveTheirArrow) {
  Section section = section_of([](double) { return 4.0; }, [](double) { return 3e-6; });
  section.columns.resize(3);
  section.length = 6.0;
  EXPECT_EQ(flow_arrows(section, 20.0).size(), 1u);
  EXPECT_GE(flow_arrows(section, 0.5).size(), 3u);
}

/// Sand on rock, wet in the western half, in which water flows east. The middle row is a section along the flow.
constexpr char const* kHillside =
    "title = \"Hillside\"\nseed = 3\n[grid]\nwidth = 48\nheight = 32\ncell_size = 2.0\nboundary = \"open\"\n"
    "[world]\ntime_step = 0.4\n[[land.base]]\nshape = \"uniform\"\nthickness = 2.0\n"
    "[[land.sand]]\nshape = \"uniform\"\nthickness = 8.0\n"
    "[[land.water_table]]\nshape = \"plane\"\nlevel = 6.0\nslope = 2.0\nazimuth = 180.0\n"
    "[wind_particles]\nenabled = false\n[groundwater]\nenabled = true\nclock = 1000.0\n";

TEST(SectionWater, TheWindowSaysWhatFlowsAndWhatTheTintsMean) {
  const Workspace workspace;
  workspace.write("hillside.toml", kHillside);
  const auto run = workspace.run_script(
      "key space\nexpect section.flow == 0\nkey t\nframes 120\nkey c\nmouse_drag 400 360 880 360\nframes 3\n"
      "expect section.flow > 0.001\nhover section.legend/full\nhover section.legend/moist\n"
      "hover section.legend/flow\nset groundwater.recharge 100\nset groundwater.field_capacity 0.5\nsteps 600\n"
      "mouse_move 700 510\nframes 3\nexpect section.soil == Sand\nexpect section.moist > 0.05\n"
      "click section.close\nframes 2\nexpect section.flow == 0\n",
      "hillside.toml", "--steps 20");
  EXPECT_EQ(run.code, 0) << run.output;
}

/// "Water table 1.20 m down; ..." of a column whose surface stands at 10 m.
std::string told(double table, double saturated, double moist, double damp) {
  TerrainView view;
  view.column = CellColumn{.surface = to_quanta(10.0), .layers = {}};
  view.column->ground = GroundWater{to_quanta(table), to_quanta(saturated), moist, to_quanta(damp)};
  std::string text;
  for (WaterLine const& line : ground_lines(view)) text += line.what + " " + line.figure + "; ";
  return text;
}

TEST(Inspector, TellsGroundWaterInPlainWords) {
  EXPECT_EQ(told(7.5, 5.0, 0.12, 7.8), "Water table 2.50 m down; Pores above it 12 % full; Damp from 2.20 m down; ");
  EXPECT_EQ(told(9.8, 5.0, 0.0, 10.1), "Water table 20.0 cm down; Pores above it dry; Damp to the surface; ");
  EXPECT_EQ(told(10.0, 5.0, 0.0, 10.3), "Ground saturated to its surface; ");
  EXPECT_EQ(told(2.0, 0.0, 0.004, 2.0), "No groundwater ; Pores under 1 % full; Damp nowhere; ");
  EXPECT_EQ(told(2.0, 0.0, 0.5, 10.0), "No groundwater ; Pores 50 % full; Damp to the surface; ");
  TerrainView view;
  EXPECT_TRUE(ground_lines(view).empty());
  view.column = CellColumn{.surface = to_quanta(10.0), .layers = {}};
  EXPECT_TRUE(ground_lines(view).empty()) << "the ground takes up no water";
}

TEST(Inspector, TellsGroundWaterUnderThePointer) {
  const Workspace workspace;
  workspace.write("hillside.toml", kHillside);
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 120\nkey i\nmouse_move 600 360\nframes 3\nexpect cell.ground contains Water table\n"
      "expect cell.ground contains Pores above it under 1 % full\nexpect cell.ground contains Damp from\n",
      "hillside.toml", "--steps 20");
  EXPECT_EQ(run.code, 0) << run.output;
  const auto dry = workspace.run_script(
      "key space\nkey t\nframes 120\nkey i\nmouse_move 640 360\nframes 3\nexpect cell.layers contains Sand\n"
      "expect cell.ground == none\n",
      workspace.tiny(), "--steps 20");
  EXPECT_EQ(dry.code, 0) << dry.output;
}

TEST(SectionWater, OnALandWithoutGroundWaterNothingIsSaidOfIt) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 120\nkey c\nmouse_drag 560 360 720 360\nframes 3\nexpect section == open\n"
      "expect section.flow == 0\nhover section.legend/full\n",
      workspace.tiny(), "--steps 20");
  EXPECT_NE(run.code, 0) << run.output;
  EXPECT_NE(run.output.find("expected a widget of the window, found 'section.legend/full'"), std::string::npos)
      << run.output;
}

}  // namespace
}  // namespace section_water_test
