// Preset files: what is written is read, what is wrong is told, and differences are found.
#include <fstream>

#include <gtest/gtest.h>

#include "io/file.hpp"
#include "io/preset_file.hpp"
#include "io_support.hpp"

namespace barchan::test::preset_file_test {
namespace {

Preset windy() {
  return {"windy",
          "Strong \"wind\"",
          "A gale.",
          {{"wind", "speed", 16.0}, {"wind_particles", "law", 1.0}, {"slab_dunes", "enabled", 1.0}}};
}

std::string refusal_of(std::string const& text) {
  try {
    parse_preset(text, "my.preset");
  } catch (InputError const& error) {
    return told_whole(error);
  }
  return {};
}

TEST(PresetFile, ComesBackAsItWasWritten) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "deep" / preset_file_name(windy().title);
  EXPECT_EQ(file.filename(), "strong_wind.preset");
  write_preset(file, windy());
  const Preset read = read_preset(file);
  EXPECT_EQ(read.id, "strong_wind");
  EXPECT_EQ(read.title, windy().title);
  EXPECT_EQ(read.help, windy().help);
  EXPECT_TRUE(preset_differences(read, windy()).empty());
  EXPECT_EQ(read.settings.size(), 3u);
  EXPECT_EQ(preset_named(file.string()).title, windy().title);
  EXPECT_EQ(preset_named("star").id, "star");
}

TEST(PresetFile, AllShippedPresetsCanBeWrittenAndRead) {
  for (Preset const& preset : presets()) {
    const Preset read = parse_preset(preset_text(preset), "shipped.preset");
    EXPECT_TRUE(preset_differences(read, preset).empty()) << preset.id;
    EXPECT_EQ(read.settings.size(), preset.settings.size());
  }
}

TEST(PresetFile, MistakesNameFileAndLine) {
  const std::string head = "version = 1\ntitle = \"T\"\n";
  const std::vector<std::pair<std::string, std::vector<std::string>>> kCases{
      {"title = \"T\"\n[wind]\nspeed = 9\n", {"my.preset:1", "version = 1"}},
      {"version = 2\ntitle = \"T\"\nfuture = true\n", {"my.preset:1", "version 2", "newer version of Barchan"}},
      {"version = 1\n[wind]\nspeed = 9\n", {"title"}},
      {head, {"at least one parameter"}},
      {head + "[wind]\nsped = 9\n", {"my.preset:4", "'sped'", "speed"}},
      {head + "[wind]\nspeed = 900\n", {"my.preset:4", "0 to 40", "900"}},
      {head + "[wind]\nspeed = nan\n", {"my.preset:4"}},
      {head + "[winds]\nspeed = 9\n", {"my.preset:3", "'winds'"}},
      {head + "wind = 3\n", {"my.preset:3"}},
      {"version = 1\ntitle = \"" + std::string(61, 'x') + "\"\n[wind]\nspeed = 9\n", {"1 to 60 characters"}},
      {"\x01\x02", {"my.preset:1"}}};
  for (auto const& [text, words] : kCases) {
    const std::string refusal = refusal_of(text);
    for (std::string const& word : words) EXPECT_NE(refusal.find(word), std::string::npos) << word << " in " << refusal;
  }
  Preset empty = windy();
  empty.settings.clear();
  EXPECT_THROW(write_preset("x.preset", empty), InputError);
}

TEST(PresetFile, FolderListsWhatCanBeReadAndTellsTheRest) {
  const TemporaryFolder folder;
  write_preset(folder.path() / "b.preset", {"b", "B", "", {{"wind", "speed", 5.0}}});
  write_preset(folder.path() / "a.preset", {"a", "A", "", {{"wind", "speed", 6.0}}});
  std::ofstream(folder.path() / "broken.preset") << "version = 9\n";
  std::ofstream(folder.path() / "other.txt") << "no preset\n";
  const PresetFolder found = read_preset_folder(folder.path());
  ASSERT_EQ(found.presets.size(), 2u);
  EXPECT_EQ(found.presets[0].preset.title, "A");
  EXPECT_EQ(found.presets[1].preset.title, "B");
  ASSERT_EQ(found.troubles.size(), 1u);
  EXPECT_NE(found.troubles[0].find("broken.preset"), std::string::npos);
  EXPECT_TRUE(read_preset_folder(folder.path() / "missing").presets.empty());
}

TEST(PresetFile, DifferencesNameValuesThatOnlyOneHas) {
  Preset other = windy();
  other.settings[0].value = 8.0;
  other.settings.pop_back();
  const auto differences = preset_differences(windy(), other);
  ASSERT_EQ(differences.size(), 2u);
  EXPECT_EQ(differences[0].key, "speed");
  EXPECT_EQ(*differences[0].first, 16.0);
  EXPECT_EQ(*differences[0].second, 8.0);
  EXPECT_EQ(differences[1].group, "slab_dunes");
  EXPECT_FALSE(differences[1].second.has_value());
}

TEST(PresetFile, CommandLineListsComparesAndApplies) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "windy.preset";
  write_preset(file, windy());
  EXPECT_NE(run_cli("presets").output.find("barchan"), std::string::npos);
  EXPECT_NE(run_cli("presets star").output.find("winds = 3"), std::string::npos);
  const ProgramResult compared = run_cli("presets " + file.string() + " star");
  EXPECT_NE(compared.output.find("wind.speed: 16 | -"), std::string::npos) << compared.output;
  EXPECT_EQ(run_cli("check " + file.string()).exit_code, 0);
  const ProgramResult applied = run_cli("run flat_bed --steps 1 --preset " + file.string() + " --quiet");
  EXPECT_EQ(applied.exit_code, 0) << applied.output;
  EXPECT_EQ(run_cli("run flat_bed --steps 1 --preset none.preset").exit_code, 2);
}

}  // namespace
}  // namespace barchan::test::preset_file_test
