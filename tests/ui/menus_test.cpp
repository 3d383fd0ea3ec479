// The menus: every action and every tool is in exactly one of them, and entries do what they say.
#include "ui/menus.hpp"

#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ui/headless.hpp"
#include "ui/program.hpp"

namespace menus_test {
namespace {

using namespace barchan::ui;
using barchan_test::Headless;
using barchan_test::Workspace;

void run(Headless& window, std::string const& script) { Script::parse(script, "menus.txt").run(window); }

TEST(Menus, EachActionIsInExactlyOneMenuWithItsKey) {
  std::map<Action, int> entries;
  std::set<std::string> ids;
  int tools = 0;
  for (MenuRow const& row : menu_table()) {
    if (row.kind == MenuKind::action) ++entries[row.action];
    tools += row.kind == MenuKind::tools ? 1 : 0;
    EXPECT_TRUE(ids.insert(fmt::format("{}/{}", menu_name(row.menu), row.id)).second) << row.id << " stands twice";
    EXPECT_TRUE(row.kind == MenuKind::tools || !row.title.empty()) << row.id;
  }
  EXPECT_EQ(tools, 1);
  for (KeyRow const& row : key_table()) {
    EXPECT_EQ(entries[row.action], 1) << row.help;
    EXPECT_EQ(action_key(row.action), chord_label(row.chord));
    EXPECT_FALSE(action_key(row.action).empty()) << row.help;
  }
  EXPECT_EQ(entries.size(), key_table().size());
}

TEST(Menus, EachEntryAndEachToolIsDrawn) {
  Headless window(shipped_tools());
  run(window, "key space\nframes 2\n");
  for (const MenuId menu : {MenuId::file, MenuId::edit, MenuId::view, MenuId::simulate, MenuId::help}) {
    const std::string name = fmt::format("menu/{}", menu_name(menu));
    run(window, "click " + name + "\nframes 2\nexpect menu == true\n");
    for (MenuRow const& row : menu_table()) {
      if (row.menu != menu || row.kind == MenuKind::tools) continue;
      EXPECT_NE(window.editor().widgets().find(fmt::format("{}/{}", name, row.id)), nullptr) << row.id;
    }
    for (auto const& tool : window.editor().toolbox().tools()) {
      const bool drawn = window.editor().widgets().find(fmt::format("{}/tool/{}", name, tool->info().id)) != nullptr;
      EXPECT_EQ(drawn, menu == MenuId::edit) << tool->info().id;
    }
    run(window, "key escape\nframes 3\nexpect menu == false\n");
  }
}

TEST(Menus, EntriesDoWhatTheySay) {
  Headless window(shipped_tools());
  run(window,
      "expect paused == false\nset menu/simulate pause\nframes 2\nexpect paused == true\nset menu/view inset_map\n"
      "frames 2\nexpect map == true\nset menu/edit tool/brush\nframes 2\nexpect tool == brush\nset menu/edit cancel\n"
      "frames 2\nexpect tool == look\nset menu/view settings\nframes 2\nexpect settings == false\n"
      "set menu/view settings\nframes 3\nset gravity.settling 3\nframes 2\nset menu/edit undo\nframes 2\n"
      "expect gravity.settling == 2\nset menu/edit redo\nframes 2\nexpect gravity.settling == 3\nset menu/help "
      "help\nframes 2\n"
      "expect help == true\nset menu/edit cancel\nframes 2\nexpect help == false\nset menu/file open\nframes 2\n"
      "expect dialog == open\nkey escape\nframes 3\nexpect dialog == none\nset menu/view panels\nframes 2\n"
      "expect panels == false\n");
  EXPECT_EQ(window.editor().widgets().find("menus"), nullptr) << "Tab hides the menus too";
}

TEST(Menus, ThePointerGoesFromOneOpenMenuToTheNext) {
  Headless window(shipped_tools());
  run(window, "key space\nclick menu/file\nframes 3\nhover menu/view\nframes 3\n");
  EXPECT_NE(window.editor().widgets().find("menu/view/tour"), nullptr);
  EXPECT_EQ(window.editor().widgets().find("menu/file/open"), nullptr);
}

/// A click on an entry that is disabled leaves the menu open.
TEST(Menus, EntriesWithoutEffectAreDisabled) {
  Headless window(shipped_tools());
  run(window, "key space\nframes 2\n");
  for (char const* const entry : {"edit/undo", "edit/redo", "edit/brush_larger", "edit/cancel", "view/second_view",
                                  "view/usual_text", "simulate/present"}) {
    const std::string name(entry), menu = name.substr(0, name.find('/'));
    run(window, "click menu/" + menu + "\nframes 2\nclick menu/" + name + "\nframes 2\nexpect menu == true\n" +
                    "key escape\nframes 3\nexpect menu == false\n");
  }
  run(window,
      "set gravity.settling 3\nframes 2\nclick menu/edit\nframes 2\nclick menu/edit/undo\nframes 2\nexpect menu == "
      "false\n");
}

TEST(Menus, RecentFilesAreOpened) {
  const Workspace workspace;
  const auto land = workspace.write("second.toml",
                                    "title = \"Second\"\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\nshape = "
                                    "\"uniform\"\n");
  const auto run = workspace.run_script(
      "key space\nframes 2\nopen second.toml\nframes 9\nexpect title contains Second\nopen flat_bed\nframes 9\n"
      "expect scenario == flat_bed\nclick menu/file\nframes 2\nclick menu/file/recent\nframes 3\n"
      "click menu/file/recent/1\nframes 9\nexpect title contains Second\n",
      workspace.tiny(), "--data data");
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace menus_test
