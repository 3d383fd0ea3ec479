// Files that change while their world runs: properties are adopted at once, mistakes are reported, and all other
// changes wait for Shift+R.
#include <algorithm>
#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "io/saved_world.hpp"
#include "io/soil_scenario.hpp"
#include "land/terrain.hpp"
#include "ui/program.hpp"
#include "ui/soil_file_watcher.hpp"
#include "world/world.hpp"

namespace soil_file_watcher_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan_test::Workspace;
namespace fs = std::filesystem;

std::string soils(std::string const& world = {}, std::string const& gravel = {}, std::string const& layer = {}) {
  return "WORLD {\nSEED 5\nSIZEX 24\nSIZEY 16\nNWIND 100\nNWATER 0\n" + world +
         "}\nSOIL Red Sand {\nTRANSPORTS Red Sand\nERODES Red Sand\nCASCADES Red Sand\nABRADES Red Sand\nDENSITY 0.5\n"
         "MAXDIFF 0.005\nSUSPENSION 0.01\n}\nSOIL Gravel {\nCASCADES Gravel\nSUSPENSION 0.0\n" +
         gravel + "}\nLAYER Gravel {\nBIAS 0.02\nSCALE 0.01\n}\nLAYER Red Sand {\nBIAS 0.02\nSCALE 0\n" + layer + "}\n";
}

/// A file that is watched. Each version is slightly newer than the previous one.
struct Watched {
  explicit Watched(std::string const& text, std::string const& name = "land.soil") : file(workspace.write(name, text)) {
    watch.watch(file);
  }
  std::optional<FileNews> after(std::string const& text) {
    write(text);
    EXPECT_FALSE(watch.poll(0.5)) << "it is read once it has stayed the same for a look";
    return watch.poll(0.5);
  }
  void write(std::string const& text) {
    workspace.write(file.filename().string(), text);
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(++versions));
  }
  Workspace workspace;
  fs::path file;
  SoilFileWatcher watch;
  int versions = 0;
};

TEST(SoilFileWatcher, AFileThatStaysTheSameIsNoNews) {
  Watched watched(soils());
  for (int look = 0; look < 8; ++look) EXPECT_FALSE(watched.watch.poll(0.3));
  EXPECT_FALSE(watched.after(soils())) << "saved again as it was";
  EXPECT_FALSE(watched.after("# A comment\n" + soils()));
}

TEST(SoilFileWatcher, ChangedPropertiesBecomeCommandsThatMakeTheNewTable) {
  Watched watched(soils());
  const std::string text = soils({}, "SOLUBILITY 0.25\nMAXDIFF 0.008\nTRANSPORTS Gravel\nCOLOR 808070\n");
  const auto news = watched.after(text);
  ASSERT_TRUE(news);
  EXPECT_FALSE(news->error);
  EXPECT_EQ(news->text, "land.soil has changed: 5 properties of Gravel");
  Soils running = scenario_from_soils(parse_soil_file(soils(), "old"), "old.soil").soils;
  for (SoilCommand const& change : news->changes) running = changed_soils(running, change);
  EXPECT_EQ(running, scenario_from_soils(parse_soil_file(text, "new"), "new.soil").soils);
  EXPECT_FALSE(watched.watch.poll(0.5)) << "told once";
}

TEST(SoilFileWatcher, WhatIsNoPropertyWaitsForAnotherLand) {
  Watched watched(soils());
  for (std::string const& text : {soils({}, {}, "MIN 0.03\n"), soils("SCALE 40\n"), soils() + "LAYER Gravel {\n}\n"}) {
    const auto news = watched.after(text);
    ASSERT_TRUE(news) << text;
    EXPECT_EQ(news->text, "land.soil has changed: Shift+R makes the land again with this change");
    EXPECT_TRUE(news->changes.empty());
  }
  watched.after(soils());
  const auto both = watched.after(soils("SCALE 40\n", "SOLUBILITY 0.25\n"));
  ASSERT_TRUE(both);
  EXPECT_EQ(both->text,
            "land.soil has changed: 1 property of Gravel; Shift+R makes the land again with the other changes");
  EXPECT_FALSE(watched.watch.reseeded());
  std::string reseeded = soils("SCALE 40\n", "SOLUBILITY 0.25\n");
  watched.after(reseeded.replace(reseeded.find("SEED 5"), 6, "SEED 6"));
  EXPECT_TRUE(watched.watch.reseeded());
}

TEST(SoilFileWatcher, ANewSoilIsAddedLiveAndOneThatIsGoneWaits) {
  Watched watched(soils());
  std::string more = soils() + "SOIL Silt {\nTRANSPORTS Silt\nCOLOR 102030\n}\n";
  more.replace(more.find("CASCADES Gravel"), 15, "CASCADES Silt");
  const auto news = watched.after(more);
  ASSERT_TRUE(news);
  EXPECT_EQ(news->text, "land.soil has changed: 1 property of Gravel; new: Silt");
  Soils running = scenario_from_soils(parse_soil_file(soils(), "old"), "old.soil").soils;
  for (SoilCommand const& change : news->changes) running = changed_soils(running, change);
  ASSERT_EQ(running.back().id, "silt");
  EXPECT_EQ(running[running.size() - 2].cascades, running.size() - 1);
  const auto gone = watched.after(soils());
  ASSERT_TRUE(gone);
  EXPECT_EQ(gone->text,
            "land.soil has changed: 1 property of Gravel; Shift+R makes the land again with the other changes");
  for (SoilCommand const& change : gone->changes) running = changed_soils(running, change);
  EXPECT_EQ(running.back().id, "silt") << "it stays until the land is made anew";
  EXPECT_EQ(running[running.size() - 2].cascades, running.size() - 2);
}

TEST(SoilFileWatcher, MistakesAreAllReportedAndTheNextGoodVersionIsHeldAgainstTheLastOne) {
  Watched watched(soils());
  const auto news = watched.after(soils("SCALLE 3\n", "SOLUBILITY -1\n"));
  ASSERT_TRUE(news);
  EXPECT_TRUE(news->error);
  EXPECT_TRUE(news->changes.empty());
  EXPECT_NE(news->text.find("land.soil:7:1: unknown key 'SCALLE'"), std::string::npos) << news->text;
  EXPECT_NE(news->text.find("SOLUBILITY: expected a number"), std::string::npos) << news->text;
  const auto mended = watched.after(soils({}, "SOLUBILITY 0.5\n"));
  ASSERT_TRUE(mended);
  ASSERT_EQ(mended->changes.size(), 1u);
  EXPECT_EQ(mended->changes[0], SoilCommand(SetSoil{"gravel", "solubility", 0.5}));
}

TEST(SoilFileWatcher, AFileMayBeGoneForAWhile) {
  Watched watched(soils());
  fs::remove(watched.file);
  EXPECT_FALSE(watched.watch.poll(1.0)) << "it may be written anew at this moment";
  const auto gone = watched.watch.poll(1.0);
  ASSERT_TRUE(gone);
  EXPECT_EQ(gone->text, "land.soil no longer exists; the land stays as it is until the file is back");
  for (int look = 0; look < 4; ++look) EXPECT_FALSE(watched.watch.poll(1.0)) << "told once";
  const auto back = watched.after(soils({}, "SOLUBILITY 0.5\n"));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->text, "land.soil has changed: 1 property of Gravel");
  fs::remove(watched.file);
  watched.watch.poll(1.0);
  EXPECT_TRUE(watched.watch.poll(1.0));
  const auto same = watched.after(soils({}, "SOLUBILITY 0.5\n"));
  ASSERT_TRUE(same);
  EXPECT_EQ(same->text, "land.soil is back, unchanged");
}

TEST(SoilFileWatcher, AFileOfTheSameAgeAndSizeInItsPlaceIsRead) {
  Watched watched(soils({}, "SOLUBILITY 0.25\n"));
  const fs::path other = watched.workspace.write("other.soil", soils({}, "SOLUBILITY 0.75\n"));
  fs::last_write_time(other, fs::last_write_time(watched.file));
  fs::rename(other, watched.file);
  EXPECT_FALSE(watched.watch.poll(0.5));
  const auto news = watched.watch.poll(0.5);
  ASSERT_TRUE(news);
  ASSERT_EQ(news->changes.size(), 1u);
  EXPECT_EQ(news->changes[0], SoilCommand(SetSoil{"gravel", "solubility", 0.75}));
}

TEST(SoilFileWatcher, ChangesOfWaterRainAndThingsAreNews) {
  const std::string land =
      "title = \"T\"\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\nshape = \"uniform\"\n[water_particles]\nenabled "
      "= true\n";
  Watched watched(land, "land.toml");
  const std::string source = "[[water_source]]\nx = 0.5\ny = 0.5\ndischarge = 0.1\n";
  const std::string storm = "[[storm]]\nrain = 1000.0\nduration = 20.0\n";
  const std::string rain = "[[rain_map.layer]]\nshape = \"uniform\"\nthickness = 1.0\n";
  const std::string thing = "[[things]]\nkind = \"palm\"\nx = 0.5\ny = 0.5\n";
  std::string text = land;
  for (std::string const& more : {source, storm, rain, thing}) {
    text += more;
    const auto news = watched.after(text);
    ASSERT_TRUE(news) << more;
    EXPECT_FALSE(news->error) << news->text;
    EXPECT_NE(news->text.find("Shift+R"), std::string::npos) << more << news->text;
  }
}

TEST(SoilFileWatcher, ScenariosAreWatchedTooAndNothingElse) {
  const std::string start = "title = \"T\"\n[grid]\nwidth = 16\nheight = 16\n";
  const std::string land = "[[land.sand]]\nshape = \"uniform\"\n";
  Watched watched(start + "[soils.clay]\nhardness = 2.0\n" + land, "land.toml");
  const auto news = watched.after(start + "[soils.clay]\nhardness = 3.0\n" + land);
  ASSERT_TRUE(news);
  ASSERT_EQ(news->changes.size(), 1u);
  EXPECT_EQ(news->changes[0], SoilCommand(SetSoil{"clay", "hardness", 3.0}));
  const auto wrong = watched.after(start + "[soils.clay]\nhadness = 3.0\n" + land);
  ASSERT_TRUE(wrong);
  EXPECT_TRUE(wrong->error);
  EXPECT_NE(wrong->text.find("did you mean 'hardness'?"), std::string::npos) << wrong->text;
  const auto wind = watched.after(start + "[soils.clay]\nhardness = 3.0\n" + land + "[wind]\nspeed = 5.0\n");
  ASSERT_TRUE(wind);
  EXPECT_NE(wind->text.find("Shift+R"), std::string::npos);
  SoilFileWatcher other;
  other.watch("dunes");
  other.watch(watched.workspace.write("w.barchan", "x"));
  watched.workspace.write("w.barchan", "xyz");
  for (int look = 0; look < 4; ++look) EXPECT_FALSE(other.poll(1.0));
}

TEST(SoilFileWatcher, TheWindowTakesItOverLiveAndShiftRMakesTheLandAgain) {
  const Workspace workspace;
  workspace.write("land.soil", soils());
  workspace.write("bright.soil", soils({}, "SOLUBILITY 0.25\nMAXDIFF 0.008\n"));
  workspace.write("wrong.soil", soils("SCALLE 3\n"));
  std::string larger = soils({}, "SOLUBILITY 0.25\nMAXDIFF 0.008\n", "FREQUENCY 2\n");
  larger.replace(larger.find("SIZEX 24"), 8, "SIZEX 32").replace(larger.find("SEED 5"), 6, "SEED 9");
  workspace.write("larger.soil", larger);
  const auto run = workspace.run_script(
      "frames 5\ncopy bright.soil land.soil\nframes 80\nexpect message contains \"3 properties of Gravel\"\n"
      "expect unsaved == false\nexpect step > 10\ncopy wrong.soil land.soil\nframes 80\n"
      "expect message contains SCALLE\nexpect step > 20\ncopy larger.soil land.soil\nframes 80\n"
      "expect message contains Shift+R\nexpect seed == 5\nkey ctrl+s\nframes 2\nkey enter\nframes 4\n"
      "key shift+r\nframes 5\nexpect seed == 9\nexpect step < 10\nkey ctrl+s\nframes 2\ntype anew\nkey enter\nframes "
      "4\n",
      "land.soil");
  EXPECT_EQ(run.code, 0) << run.output;
  const SavedWorld before = load_world(workspace.folder() / "land.barchan");
  EXPECT_EQ(before.world.grid().width, 24);
  EXPECT_EQ(before.world.terrain().soils.back().solubility, 0.25f);
  ASSERT_EQ(before.world.recording().size(), 3u) << "solubility and both slopes";
  const SavedWorld anew = load_world(workspace.folder() / "anew.barchan");
  EXPECT_EQ(anew.world.grid().width, 32);
  EXPECT_EQ(anew.world.recording().size(), 0u);
}

TEST(SoilFileWatcher, SaveAsWritesSoilsAndLayers) {
  const Workspace workspace;
  workspace.write("land.soil", soils());
  const auto run = workspace.run_script(
      "frames 5\nkey ctrl+s\nframes 2\ntype out.soil\nkey enter\nframes 4\nexpect dialog == none\n"
      "expect message contains \"Saved soils and layers\"\nexpect message contains \"as they were at the beginning\"\n",
      "land.soil");
  EXPECT_EQ(run.code, 0) << run.output;
  const SoilFile written = read_soil_file(workspace.folder() / "out.soil");
  EXPECT_EQ(written.layers, read_soil_file(workspace.folder() / "land.soil").layers);
  EXPECT_EQ(written.soils.size(), 2u);
  const auto refused = workspace.run_script(
      "key ctrl+s\nframes 2\ntype out2.soil\nkey enter\nframes 4\nexpect trouble contains \"cannot hold\"\n"
      "expect dialog == save\n",
      "rock_garden");
  EXPECT_EQ(refused.code, 0) << refused.output;
  EXPECT_FALSE(fs::exists(workspace.folder() / "out2.soil"));
}

}  // namespace
}  // namespace soil_file_watcher_test
