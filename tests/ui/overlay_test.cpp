// The scale of overlays: from the bulk of the values, logarithmic, or set by the user. No overlay is empty without a
// reason.
#include <cmath>

#include <gtest/gtest.h>

#include "ui/overlay_scale.hpp"
#include "ui/program.hpp"

namespace overlay_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan_test::Workspace;

TerrainView view_of(std::vector<float> values, FieldRow const& row) {
  TerrainView view;
  view.overlay_id = row.id;
  view.overlay_row = row;
  view.overlay = std::move(values);
  view.overlay_minimum = *std::min_element(view.overlay.begin(), view.overlay.end());
  view.overlay_maximum = *std::max_element(view.overlay.begin(), view.overlay.end());
  return view;
}

/// Values of 0 to 10 m in many cells, and one of 168 m.
std::vector<float> with_one_tower() {
  std::vector<float> values(10000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 10.0f * static_cast<float>(i % 101) / 100.0f;
  values[1234] = 168.0f;
  return values;
}

TEST(OverlayScale, OneCellDoesNotTakeAllColours) {
  TerrainView view = view_of(with_one_tower(), {"sediment", "Sediment", "m", ""});
  const OverlayScale scale = scale_overlay(view, {});
  EXPECT_FALSE(scale.logarithmic);
  EXPECT_EQ(scale.low, 0.0f);
  EXPECT_NEAR(scale.high, 10.0f, 0.2f);
  EXPECT_EQ(scale.highest, 168.0f);
  EXPECT_EQ(view.overlay_maximum, scale.high) << "the picture spans what the legend says";
  EXPECT_EQ(view.overlay[1234], 168.0f);
}

TEST(OverlayScale, ZeroesDoNotHideTheFewCellsThatHaveSomething) {
  std::vector<float> values(10000, 0.0f);
  for (std::size_t i = 0; i < 20; ++i) values[500 * i] = 3.0f;
  TerrainView view = view_of(values, {"echo_belt", "", "", ""});
  EXPECT_EQ(scale_overlay(view, {}).high, 3.0f);
}

TEST(OverlayScale, ElevationsAndDifferencesKeepTheirKind) {
  std::vector<float> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 400.0f + static_cast<float>(i % 100) / 10.0f;
  TerrainView heights = view_of(values, {"elevation", "", "m", "", FieldRamp::elevation});
  EXPECT_NEAR(scale_overlay(heights, {}).low, 400.0f, 0.2f);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 7) - 5.0f;
  TerrainView change = view_of(values, {"wind_erosion", "", "m/s", "", FieldRamp::diverging});
  const OverlayScale scale = scale_overlay(change, {});
  EXPECT_EQ(scale.low, -scale.high);
  EXPECT_EQ(scale.high, 5.0f);
}

TEST(OverlayScale, DecadesAreColouredByRatio) {
  std::vector<float> values(4096);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = std::pow(10.0f, static_cast<float>(i % 41) / 10.0f - 2.0f);
  values[7] = 0.0f;
  const FieldRow row{.id = "discharge", .title = "", .unit = "m3/s", .help = "", .logarithmic = true};
  TerrainView view = view_of(values, row);
  const OverlayScale scale = scale_overlay(view, {});
  ASSERT_TRUE(scale.logarithmic);
  EXPECT_NEAR(scale.low, 0.01f, 1e-4f);
  EXPECT_NEAR(scale.high, 100.0f, 1e-2f);
  EXPECT_NEAR(scale.share(1.0f), 0.5f, 1e-3f);
  EXPECT_NEAR(view.overlay_minimum, -2.0f, 1e-3f);
  EXPECT_NEAR(view.overlay[20], 0.0f, 1e-3f) << "10^0";
  EXPECT_EQ(view.overlay[7], view.overlay_minimum) << "nothing is the least";
  TerrainView linear = view_of(values, row);
  EXPECT_FALSE(scale_overlay(linear, {{}, {}, false}).logarithmic);
}

TEST(OverlayScale, AHandsChoiceStands) {
  TerrainView view = view_of(with_one_tower(), {"sediment", "", "m", ""});
  const OverlayScale scale = scale_overlay(view, {2.0f, 3.5f, std::nullopt});
  EXPECT_EQ(scale.low, 2.0f);
  EXPECT_EQ(scale.high, 3.5f);
  EXPECT_EQ(view.overlay_minimum, 2.0f);
}

TEST(OverlayScale, AnEmptyFieldHasAScaleToo) {
  TerrainView view = view_of(std::vector<float>(100, 0.0f), {"discharge", "", "", ""});
  const OverlayScale scale = scale_overlay(view, {});
  EXPECT_EQ(scale.low, 0.0f);
  EXPECT_GT(scale.high, 0.0f);
  TerrainView change = view_of(std::vector<float>(100, 0.0f),
                               {.id = "change", .title = "", .unit = "m", .help = "", .ramp = FieldRamp::diverging});
  const OverlayScale both = scale_overlay(change, {});
  EXPECT_GT(both.high, 0.0f);
  EXPECT_EQ(both.low, -both.high);
}

TEST(Legend, ItsEndsAreTypedAndChosenAgain) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nset overlay sediment\nframes 2\nset legend.high 12.5\nframes 2\nexpect legend.high == 12.5\n"
      "set legend.low 3\nframes 2\nexpect legend.low == 3\nset legend.low 40\nframes 2\nexpect legend.low == 3\n"
      "expect message contains lower end\nclick legend.logarithmic\nframes 2\nexpect legend.logarithmic == true\n"
      "set overlay slope\nframes 2\nexpect legend.logarithmic == false\nset overlay sediment\nframes 2\n"
      "expect legend.logarithmic == true\nclick legend.auto\nframes 2\nexpect legend.logarithmic == false\n"
      "expect legend.high < 4\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Legend, NoOverlayIsEmptyWithoutSayingWhy) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "set wind_particles.enabled off\nset slab_dunes.enabled on\nsteps 40\n"
      "set overlay sand_flux\nframes 2\nexpect legend.highest > 0\nexpect legend.empty == none\n"
      "set overlay airborne_sand\nframes 2\nexpect legend.highest > 0\n"
      "set overlay discharge\nframes 2\nexpect legend.empty contains Rain is off\n"
      "set overlay echo_belt\nframes 2\nexpect legend.empty contains All values are zero\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
  const auto still = workspace.run_script(
      "set overlay sand_flux\nframes 2\nexpect legend.empty contains Wind particles and Slab dunes are off\n",
      workspace.tiny(), "--set wind_particles.enabled=false");
  EXPECT_EQ(still.code, 0) << still.output;
}

}  // namespace
}  // namespace overlay_test
