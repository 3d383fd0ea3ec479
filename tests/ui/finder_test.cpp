// The finder: what it lists, in which order, and where it leads; and the size of the text.
#include <algorithm>

#include <gtest/gtest.h>

#include "headless.hpp"
#include "program.hpp"
#include "ui/finder.hpp"

namespace barchan_test::finder_test {
namespace {

using barchan::ui::find_things;
using barchan::ui::Findable;
using barchan::ui::FoundKind;

void run(Headless& window, std::string const& script) { barchan::ui::Script::parse(script, "test.txt").run(window); }

std::vector<std::string> ids_of(std::vector<Findable> const& things, std::string_view text) {
  std::vector<std::string> ids;
  for (const std::size_t index : find_things(things, text)) ids.push_back(things[index].id);
  return ids;
}

TEST(Finder, PutsTitlesFirstAndNeedsAllWords) {
  const std::vector<Findable> things{{FoundKind::parameter, "a.help", "Grain size", "Parameter", "How strong wind is."},
                                     {FoundKind::parameter, "wind.gust", "Gusts", "Parameter", "Changes of speed."},
                                     {FoundKind::parameter, "b.far", "Prevailing wind", "Parameter", "Direction."},
                                     {FoundKind::parameter, "wind.speed", "Wind speed", "Parameter", "Of the wind."},
                                     {FoundKind::scenario, "lakes", "Lakes", "Scenario", "Water."}};
  EXPECT_EQ(ids_of(things, "wind"), (std::vector<std::string>{"wind.speed", "b.far", "wind.gust", "a.help"}));
  EXPECT_EQ(ids_of(things, "WIND speed"), (std::vector<std::string>{"wind.speed", "wind.gust"}));
  EXPECT_EQ(ids_of(things, "wind water"), std::vector<std::string>{});
  EXPECT_EQ(ids_of(things, "  ").size(), things.size());
}

TEST(Finder, FindsEveryParameterActionToolAndScenarioByItsTitle) {
  Headless window(barchan::ui::shipped_tools());
  run(window, "key ctrl+p\nframes 3\nexpect find.count > 250\n");
  for (barchan::ParameterGroup const& group : barchan::parameter_catalog()) {
    for (barchan::ParameterRow const& row : group.rows) {
      const std::string name = std::string(group.id) + "." + std::string(row.key);
      run(window,
          "key escape\nframes 2\nkey slash\nframes 3\ntype " + name + "\nframes 2\nexpect find == " + name + "\n");
    }
  }
}

TEST(Finder, FindsCommandsByTheWordsOfTheMenus) {
  Headless window(barchan::ui::shipped_tools());
  run(window, "key ctrl+p\nframes 3\ntype faster\nframes 2\nkey enter\nframes 3\n");
  EXPECT_EQ(window.editor().state().tempo.speed, 1);
  run(window, "key ctrl+p\nframes 3\ntype \"whole land\"\nframes 2\nexpect find contains action\nkey escape\n");
  run(window, "frames 2\nkey ctrl+p\nframes 3\ntype \"larger text\"\nframes 2\nkey enter\nframes 3\n");
  run(window, "expect text_size == 1.125\n");
}

TEST(Finder, GoesToAParameterAndMarksIt) {
  Headless window(barchan::ui::shipped_tools());
  run(window,
      "key ctrl+p\nframes 3\ntype \"mixing depth\"\nframes 2\nexpect find == gravity.mixing_depth\nkey enter\nframes "
      "4\n"
      "expect find == closed\nexpect sought == gravity.mixing_depth\nframes 3\n");
  const barchan::ui::WidgetPlace* place = window.editor().widgets().find("gravity.mixing_depth");
  ASSERT_NE(place, nullptr);
  EXPECT_TRUE(place->visible());
  run(window, "frames 180\nexpect sought == none\n");
}

TEST(Finder, RunsActionsToolsOverlaysPresetsAndSections) {
  Headless window(barchan::ui::shipped_tools());
  run(window, "key ctrl+p\nframes 3\ntype pause\nframes 2\nkey enter\nframes 3\nexpect paused == true\n");
  run(window, "key ctrl+p\nframes 3\ntype \"tool brush\"\nframes 2\nkey enter\nframes 3\nexpect tool == brush\n");
  run(window, "key ctrl+p\nframes 3\ntype \"overlay slope\"\nframes 2\nkey enter\nframes 3\nexpect overlay == slope\n");
  run(window, "key ctrl+p\nframes 3\ntype \"preset star\"\nframes 2\nkey enter\nframes 4\nexpect wind.winds == 3\n");
  run(window, "key ctrl+p\nframes 3\ntype \"section masks\"\nframes 2\nkey enter\nframes 4\nexpect sought == mask\n");
  ASSERT_NE(window.editor().widgets().find("mask.add"), nullptr);
}

TEST(Finder, KeysChooseInTheListAndEscapeCloses) {
  Headless window(barchan::ui::shipped_tools());
  run(window, "key ctrl+p\nframes 3\ntype wind\nframes 2\nkey down\nframes 2\nkey down\nframes 2\nkey up\nframes 2\n");
  const auto second = window.editor().ask("find");
  run(window, "key up\nframes 2\n");
  EXPECT_NE(second, window.editor().ask("find"));
  run(window,
      "key escape\nframes 3\nexpect find == closed\nexpect paused == false\nkey space\nframes 2\nexpect paused == "
      "true\n");
  run(window,
      "key ctrl+p\nframes 3\ntype \"no such thing\"\nframes 2\nexpect find.count == 0\nkey enter\nframes 2\n"
      "expect find == none\nkey escape\nframes 2\nexpect find == closed\n");
}

TEST(TextSize, FollowsItsKeysWithinItsLimits) {
  Headless window(barchan::ui::shipped_tools());
  run(window,
      "key ctrl+equals\nframes 2\nexpect text_size == 1.125\nkey ctrl+minus\nkey ctrl+minus\nframes 2\n"
      "expect text_size == 0.875\nkey ctrl+0\nframes 2\nexpect text_size == 1\n");
  for (int i = 0; i < 20; ++i) run(window, "key ctrl+equals\nframes 1\n");
  run(window, "expect text_size == 3\n");
  for (int i = 0; i < 30; ++i) run(window, "key ctrl+minus\nframes 1\n");
  run(window, "expect text_size == 0.75\n");
}

TEST(PresetPanel, SavesAppliesAndDeletesAPreset) {
  const Workspace workspace;
  const ProgramRun run = workspace.run_script(
      "key space\nframes 2\nset wind.speed 13\nset gravity.settling 3\nframes 3\nclick own_preset.new\nframes 3\n"
      "click own_preset.name\ntype \"My winds\"\nframes 2\nclick own_preset.save\nframes 3\n"
      "expect message contains \"Preset saved\"\nexpect presets == \"My winds\"\nset wind.speed 5\nframes 3\n"
      "click own_preset.list/my_winds\nframes 3\nexpect wind.speed == 13\nexpect gravity.settling == 3\n"
      "expect undo == \"My winds\"\nkey ctrl+z\nframes 3\nexpect wind.speed == 5\n"
      "click own_preset.new\nframes 3\nclick own_preset.name\ntype \"My winds\"\nclick own_preset.save\nframes 3\n"
      "expect menu == true\nclick own_preset.save\nframes 3\nexpect menu == false\n"
      "click own_preset.list/my_winds/remove\nframes 2\nexpect presets == \"My winds\"\nclick "
      "own_preset.list/my_winds/remove\n"
      "frames 2\nexpect presets == none\n",
      workspace.tiny(), "--data " + (workspace.folder() / "data").string());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(PresetPanel, AppliesAPresetFileAndRefusesANewerOne) {
  const Workspace workspace;
  const auto good = workspace.write("gale.preset", "version = 1\ntitle = \"Gale\"\n[wind]\nspeed = 17\n");
  const auto newer = workspace.write("newer.preset", "version = 2\ntitle = \"Future\"\n");
  const ProgramRun run =
      workspace.run_script("key space\nframes 2\nopen " + good.string() +
                               "\nframes 4\nexpect wind.speed == 17\nexpect undo == Gale\nopen " + newer.string() +
                               "\nframes 4\nexpect message contains \"newer version of Barchan\"\n"
                               "expect wind.speed == 17\n",
                           workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace barchan_test::finder_test
