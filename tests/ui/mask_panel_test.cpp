// The panel's section of masks: adding, changing, painting, showing and removing masks.
#include <gtest/gtest.h>

#include "headless.hpp"
#include "io/file.hpp"
#include "program.hpp"
#include "world/world.hpp"

namespace barchan_test::mask_panel_test {
namespace {

void run(Headless& window, std::string const& script) { barchan::ui::Script::parse(script, "test.txt").run(window); }

TEST(MaskPanel, AddsAMaskThatMultipliesTheWind) {
  Headless window(barchan::ui::shipped_tools());
  const std::uint64_t before = window.hash();
  run(window,
      "key space\nframes 2\nset mask.add slope\nframes 3\nexpect masks == slope\nexpect overlay == mask.slope\n"
      "expect undo == \"mask slope\"\nexpect unsaved == true\nset mask.multiplies wind.speed\nframes 3\n"
      "expect masks == \"slope x wind.speed\"\nset mask.1.low 50\nframes 3\nset mask.layer invert\nframes 3\n"
      "click mask.list/slope/show\nframes 2\nexpect overlay == none\nclick mask.list/slope/remove\nframes 3\nexpect "
      "masks == "
      "none\n"
      "expect budget_error == 0\n");
  run(window, "key ctrl+z\nframes 3\nexpect masks == \"slope x wind.speed\"\n");
  run(window,
      "key ctrl+z\nframes 3\nkey ctrl+z\nframes 3\nkey ctrl+z\nframes 3\nkey ctrl+z\nframes 3\nexpect masks == none\n");
  EXPECT_EQ(window.hash(), before);
}

TEST(MaskPanel, PaintsAMaskAndUndoTakesThePaintAway) {
  Headless window(barchan::ui::shipped_tools());
  run(window,
      "key space\nframes 2\ncamera 0 80 2 0.5 0.5\nset mask.add painted\nframes 3\nexpect tool == brush\n"
      "expect brush.material == mask:painted\nset brush.radius 5\nmouse_drag 600 300 760 380\nframes 3\n"
      "expect undo == \"raise mask:painted\"\nexpect legend.highest > 0.2\nkey ctrl+z\nframes 3\n"
      "expect legend.highest == 0\nexpect masks == painted\nset brush.material rock\nframes 2\ntool look\nframes 2\n"
      "click mask.list/painted/remove\nframes 3\nexpect masks == none\nset mask.add painted\nframes 3\n"
      "expect brush.material == mask:painted\n");
}

TEST(MaskPanel, LimitsTheBrush) {
  Headless window(barchan::ui::shipped_tools());
  run(window,
      "key space\nframes 2\ncamera 0 80 2 0.5 0.5\nmask nothing fill value=0\nframes 3\nset overlay elevation\n"
      "frames 3\nclick mask.list/nothing\nframes 2\nclick mask.limit\nframes 2\nexpect brush.within == nothing\ntool "
      "brush\n"
      "set brush.material sand\nmouse_drag 600 300 760 380\nframes 3\nexpect legend.highest == 2 +- 0.001\n"
      "set brush.within none\nmouse_drag 600 300 760 380\nframes 3\nexpect legend.highest > 2.2\n");
}

TEST(MaskPanel, ImportsAndExportsRasters) {
  const Workspace workspace;
  const std::string file = (workspace.folder() / "noise.png").string();
  const ProgramRun run = workspace.run_script(
      "key space\nframes 2\nmask noise noise wavelength=20\nframes 3\nclick mask.list/noise\nframes 2\nclick "
      "mask.export\n"
      "frames 3\nexpect dialog == save_mask\nclick file/name\nkey ctrl+a\ntype " +
          file +
          "\nclick file/ok\nframes 20\nexpect message contains \"Mask saved\"\nset mask.add raster\nframes 3\n"
          "expect dialog == mask\nclick file/name\ntype " +
          file + "\nclick file/ok\nframes 6\nexpect masks contains imported\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(MaskPanel, ShowsItselfInThePanel) {
  const Workspace workspace;
  const ProgramRun run = workspace.run_script(
      "key space\nframes 2\nset mask.add slope\nframes 3\nset mask.layer blur\nframes 4\nclick mask.2.radius\nframes "
      "40\npicture masks.png\n",
      workspace.tiny());
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_TRUE(std::filesystem::exists(workspace.folder() / "masks.png"));
}

}  // namespace
}  // namespace barchan_test::mask_panel_test
