// The dialog for a new land: its pages, its previews, what it refuses, and the way back.
#include <gtest/gtest.h>

#include "headless.hpp"
#include "io/file.hpp"
#include "io/new_land.hpp"
#include "io/raster_file.hpp"
#include "program.hpp"
#include "world/world.hpp"

namespace barchan_test::new_land_dialog_test {
namespace {

void run(Headless& window, std::string const& script) { barchan::ui::Script::parse(script, "test.txt").run(window); }

/// A height map in the folder that rises from west to east.
void write_map(std::filesystem::path const& file, int width, int height) {
  barchan::Raster raster;
  raster.width = width;
  raster.height = height;
  raster.cell_size = 5.0;
  for (int i = 0; i < width * height; ++i) {
    raster.values.push_back(static_cast<float>(i % width) / static_cast<float>(width - 1));
  }
  barchan::write_raster(file, raster);
}

constexpr char const* kNoise =
    "key space\nkey ctrl+n\nframes 3\nexpect dialog == new_land\nclick new_land/page/noise\nset new_land.width 40\n"
    "set new_land.height 24\n";

TEST(NewLandDialog, MakesALandOfNoiseThatUndoTakesBack) {
  Headless window(barchan::ui::shipped_tools());
  const std::uint64_t before = window.hash();
  run(window, kNoise);
  run(window,
      "set new_land.cell_size 2\nexpect new_land.extent == 80\nset new_land.extent 120\nexpect new_land.cell_size == "
      "3\n"
      "set new_land.basis ridged\nset new_land.relief 9\nset new_land.seed 12\nexpect new_land.preview.highest > 1\n"
      "click new_land/make\nframes 3\nexpect dialog == none\nexpect scenario == new_land\nexpect seed == 12\n"
      "expect cells == 3\nexpect budget_error == 0\nexpect unsaved == false\n");
  const std::uint64_t made = window.hash();
  EXPECT_NE(made, before);
  run(window, "key ctrl+z\nframes 3\nexpect cells == 1\nexpect scenario == tiny\n");
  EXPECT_EQ(window.hash(), before);
  run(window, "key ctrl+y\nframes 3\nexpect cells == 3\n");
  EXPECT_EQ(window.hash(), made);
}

TEST(NewLandDialog, OpensAgainWithTheValuesOfTheLand) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kNoise);
  run(window,
      "set new_land.relief 7\nset new_land.sand_depth 0.5\nclick new_land/make\nframes 3\nkey ctrl+n\nframes 3\n"
      "expect new_land.page == noise\nexpect new_land.relief == 7\nset new_land.relief 3\nclick new_land/cancel\n"
      "frames 2\nexpect dialog == none\n"
      // A cancelled change is not that of the land.
      "key ctrl+n\nframes 3\nexpect new_land.relief == 7\nset new_land.relief 4\nkey enter\nframes 4\n"
      "expect dialog == none\nkey r\nframes 3\nexpect seed == 2\nkey ctrl+n\nframes 3\nexpect new_land.relief == 4\n"
      "expect new_land.seed == 2\nexpect new_land.width == 40\n");
}

TEST(NewLandDialog, ASavedWorldKeepsTheValuesOfItsLand) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kNoise) +
          "set new_land.relief 7\nset new_land.seed 5\nclick new_land/make\nframes 3\nsteps 10\nkey ctrl+s\nframes 2\n"
          "type made\nkey enter\nframes 3\nexpect dialog == none\nset scenario flat_bed\nframes 4\nkey ctrl+o\n"
          "frames 2\nset file/name made.barchan\nframes 4\nexpect step == 10\nkey ctrl+n\nframes 3\n"
          "expect new_land.page == noise\nexpect new_land.relief == 7\nexpect new_land.seed == 5\n"
          "expect new_land.width == 40\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(NewLandDialog, SaysWhatIsWrongAndKeepsTheWorld) {
  Headless window(barchan::ui::shipped_tools());
  const std::uint64_t before = window.hash();
  run(window, kNoise);
  run(window,
      "set new_land.width 0\nexpect trouble contains \"from 1 to 16384\"\nexpect new_land.width == 40\n"
      "set new_land.width 41\nexpect trouble == none\nset new_land.boundary periodic\nset new_land.basis simplex\n"
      "expect trouble contains \"other than simplex\"\nclick new_land/make\nframes 3\nexpect dialog == new_land\n"
      "set new_land.basis perlin\nexpect trouble == none\nclick new_land.sea\n"
      "expect trouble contains \"open edges\"\nclick new_land.sea\n"
      "click new_land/page/height_map\nframes 2\nexpect trouble contains \"Choose a height map\"\nkey escape\nframes "
      "2\n"
      "expect dialog == none\nexpect scenario == tiny\n");
  EXPECT_EQ(window.hash(), before);
}

TEST(NewLandDialog, RefusesASizeBeyondTheMemory) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kNoise);
  const double needed = barchan::world_memory({16384, 16384, 1.0f, barchan::Boundary::open});
  if (needed < static_cast<double>(barchan::memory_limit())) GTEST_SKIP() << "this machine holds the largest land";
  run(window,
      "set new_land.width 16384\nset new_land.height 16384\nexpect trouble contains memory\nclick new_land/make\n"
      "frames 3\nexpect dialog == new_land\nexpect scenario == tiny\n");
}

TEST(NewLandDialog, FindsScenariosByWords) {
  Headless window(barchan::ui::shipped_tools());
  run(window,
      "key space\nclick make_land\nframes 3\nexpect dialog == new_land\nclick new_land/page/scenario\n"
      "click new_land/search\ntype \"FLAT sand bumps\"\nexpect new_land.scenario == flat_bed\n"
      "click new_land/scenario/flat_bed\nexpect new_land.scenario == flat_bed\nclick new_land/make\nframes 3\nexpect "
      "scenario == flat_bed\n"
      "expect dialog == none\nkey ctrl+z\nframes 3\nexpect scenario == tiny\n");
}

TEST(NewLandDialog, SaysThatNoScenarioContainsTheWords) {
  Headless window(barchan::ui::shipped_tools());
  run(window,
      "key space\nkey ctrl+n\nframes 3\nclick new_land/search\ntype qqqq\nframes 2\nclick new_land/nothing\n"
      "expect new_land.scenario == none\nclick new_land/make\nframes 3\nexpect dialog == new_land\n");
  EXPECT_THROW(run(window, "click new_land/scenario/flat_bed\n"), barchan::InputError);
}

TEST(NewLandDialog, AsksBeforeWorkIsLost) {
  Headless window(barchan::ui::shipped_tools());
  run(window, kNoise);
  run(window,
      "key escape\nframes 2\nplace wall height=3 length=8 width=2\nframes 2\nkey ctrl+n\nframes 3\nclick "
      "new_land/make\n"
      "frames 2\nexpect dialog == question\nclick question/cancel\nframes 3\nexpect dialog == new_land\n"
      "expect scenario == tiny\nclick new_land/make\nframes 2\nclick question/discard\nframes 4\n"
      "expect scenario == new_land\nexpect dialog == none\n");
}

TEST(NewLandDialog, ReadsAHeightMapAndSaysWhatItDoesNotSay) {
  const Workspace workspace;
  write_map(workspace.folder() / "hill.png", 30, 20);
  write_map(workspace.folder() / "mask.tif", 30, 20);
  write_map(workspace.folder() / "small.tif", 20, 20);
  const auto run = workspace.run_script(
      "key space\nkey ctrl+n\nframes 2\nclick new_land/page/height_map\nclick new_land/height_map\nframes 2\n"
      "expect dialog == height_map\nset file/name nowhere.png\nframes 3\nexpect trouble contains nowhere.png\n"
      "expect dialog == new_land\nclick new_land/height_map\nframes 2\nset file/name hill.png\nframes 3\n"
      "expect dialog == new_land\nexpect trouble == none\nexpect new_land.title == hill\nexpect new_land.extent == "
      "150\n"
      "expect new_land.highest == 1\nset new_land.highest -3\nexpect trouble contains \"swap or correct\"\n"
      "set new_land.highest 50\nexpect trouble == none\nexpect new_land.preview.highest == 51 +- 0.5\n"
      "set new_land.sand mask\nexpect trouble contains \"the mask\"\nclick new_land/sand_mask\nframes 2\n"
      "set file/name small.tif\nframes 3\nexpect trouble contains \"30 x 20 cells, found one of 20 x 20\"\n"
      "click new_land/sand_mask\nframes 2\nset file/name mask.tif\nframes 3\nexpect trouble == none\n"
      "set new_land.sand below_height\nset new_land.sand_height 25\nexpect new_land.preview.sandy == 0.5 +- 0.04\n"
      "set new_land.sea true\nset new_land.sea_level 10\nclick new_land/save\nframes 2\n"
      "expect dialog == save_scenario\ntype coast\nkey enter\nframes 3\nexpect message contains coast.toml\n"
      "expect dialog == new_land\nclick new_land/make\nframes 4\nexpect dialog == none\nexpect water_particles.sea == "
      "1\n"
      "expect water_particles.sea_level == 10\nexpect cells == 5\nopen coast.toml\nframes 3\nexpect cells == 5\n"
      "key ctrl+n\nframes 3\nexpect new_land.page == height_map\nexpect new_land.highest == 50\n"
      "expect new_land.sand_height == 25\nexpect new_land.width == 30\n",
      workspace.tiny());
  ASSERT_EQ(run.code, 0) << run.output;
  const std::string text = barchan::read_text_file(workspace.folder() / "coast.toml", 65536);
  EXPECT_NE(text.find("file = \"hill.png\""), std::string::npos) << "it is beside the scenario: " << text;
}

TEST(NewLandDialog, ShowsAPreviewThatFollowsTheNumbers) {
  const Workspace workspace;
  const std::string begin = "key space\nkey ctrl+n\nframes 2\nclick new_land/page/noise\nframes 2\npicture first.png\n";
  const auto run =
      workspace.run_script(begin + "set new_land.basis ridged\nmouse_move 5 5\nframes 60\npicture second.png\n",
                           workspace.tiny(), "--size 640x360");
  ASSERT_EQ(run.code, 0) << run.output;
  const auto picture = [&](char const* name) { return barchan_test::pixels_of(workspace.folder() / name); };
  EXPECT_NE(picture("first.png"), picture("second.png"));
}

TEST(NewLandDialog, FitsIntoSmallWindowsAndScrolls) {
  for (const ImVec2 size : {ImVec2{640.0f, 360.0f}, ImVec2{900.0f, 600.0f}}) {
    Headless window(barchan::ui::shipped_tools(), size);
    run(window, kNoise);
    run(window,
        "set new_land.sand below_slope\nset new_land.sand_slope 20\nset new_land.sea true\nset new_land.sea_level "
        "3\nframes 2\n");
    barchan::ui::WidgetPlace const* const dialog = window.editor().widgets().find("new_land");
    ASSERT_NE(dialog, nullptr);
    EXPECT_GE(dialog->minimum.x, 0.0f);
    EXPECT_GE(dialog->minimum.y, 0.0f);
    EXPECT_LE(dialog->maximum.x, size.x);
    EXPECT_LE(dialog->maximum.y, size.y);
    for (char const* name : {"new_land/make", "new_land/save", "new_land/cancel", "new_land/page/height_map"}) {
      barchan::ui::WidgetPlace const* const place = window.editor().widgets().find(name);
      ASSERT_NE(place, nullptr) << name;
      EXPECT_LE(place->maximum.y, dialog->maximum.y) << name;
      EXPECT_LE(place->maximum.x, dialog->maximum.x) << name;
    }
    run(window, "click new_land/make\nframes 3\nexpect scenario == new_land\n");
  }
}

}  // namespace
}  // namespace barchan_test::new_land_dialog_test
