// The dialog for exports: what it writes, what it refuses, how it stops, and that it fits into every window.
#include "ui/export_dialog.hpp"

#include <chrono>
#include <set>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "export/export_preset.hpp"
#include "io/file.hpp"
#include "ui/headless.hpp"
#include "ui/program.hpp"

namespace export_dialog_test {
namespace {

namespace fs = std::filesystem;
using namespace barchan;
using namespace barchan::ui;
using barchan_test::Headless;
using barchan_test::Workspace;

void run(Headless& window, std::string const& script) { Script::parse(script, "export.txt").run(window); }

std::string text(Headless& window, std::string const& name) {
  return std::get<std::string>(window.editor().ask(name).value());
}
double number(Headless& window, std::string const& name) { return std::get<double>(window.editor().ask(name).value()); }

/// Opens the dialog with the fold More open, and sets its folder.
void show(Headless& window, fs::path const& folder) {
  run(window, "key space\nkey ctrl+e\nframes 3\nexpect dialog == export\n");
  run(window, "set export.folder \"" + folder.string() + "\"\n");
}

std::set<std::string> files_in(fs::path const& folder) {
  std::set<std::string> files;
  for (auto const& entry : fs::directory_iterator(folder)) files.insert(entry.path().filename().string());
  return files;
}

TEST(ExportInputs, EachOptionHasOneRowAndEachWordIsAllowed) {
  std::set<std::string_view> keys;
  for (ExportInputRow const& input : export_inputs()) {
    EXPECT_TRUE(keys.insert(input.key).second) << input.key << " stands twice";
    ExportOptionRow const& row = export_option(input.key);
    if (input.words == nullptr) continue;
    for (ExportWord const& word : input.words()) {
      EXPECT_EQ(row.text(row.with({}, word.id)), word.id) << input.key;
      EXPECT_FALSE(word.title.empty()) << input.key << " " << word.id;
    }
  }
  for (ExportOptionRow const& row : export_options()) EXPECT_TRUE(keys.contains(row.key)) << row.key;
}

TEST(ExportInputs, ShowsOnlyWhatMatters) {
  const auto shown = [](std::string_view key, ExportOrder const& order) {
    for (ExportInputRow const& input : export_inputs()) {
      if (input.key == key) return input.matters(order);
    }
    return false;
  };
  EXPECT_TRUE(shown("first_row", export_preset("unity")));
  EXPECT_FALSE(shown("first_row", export_preset("unreal")));
  EXPECT_TRUE(shown("print_size", export_preset("print")));
  EXPECT_FALSE(shown("lods", export_preset("print"))) << "a print has one mesh";
  EXPECT_TRUE(shown("lods", export_preset("blender")));
  EXPECT_FALSE(shown("print_size", export_preset("blender")));
  EXPECT_TRUE(shown("normals", export_preset("unreal")));
  EXPECT_FALSE(shown("normals", export_preset("qgis")));
  EXPECT_FALSE(shown("height_range", export_preset("numpy"))) << "floats have no range";
}

TEST(ExportDialog, ShowsTheSizeAndWritesExactlyThePlannedFiles) {
  const Workspace workspace;
  const fs::path folder = workspace.folder() / "deep" / "out";
  Headless window(shipped_tools());
  show(window, folder);
  run(window,
      "click export.preset/unity\nset export.name valley\nset export.samples 65\nset export.tiles 2\nframes 3\n"
      "expect trouble == none\nexpect export.columns == 65\nset export.maps/color false\nset export.maps/slope true\n"
      "frames 3\n");
  const double planned = number(window, "export.files"), bytes = number(window, "export.bytes");
  run(window, "click export.ok\nframes 3\nexpect export.page == result\n");
  EXPECT_EQ(number(window, "export.written"), planned);
  const std::set<std::string> files = files_in(folder);
  EXPECT_EQ(static_cast<double>(files.size()), planned);
  for (char const* const name :
       {"valley.json", "valley_height_0_0.raw", "valley_height_1_1.raw", "valley_slope_0_1.png"})
    EXPECT_TRUE(files.contains(name)) << name;
  for (std::string const& name : files) EXPECT_EQ(name.find("color"), std::string::npos) << name;
  EXPECT_EQ(fs::file_size(folder / "valley_height_0_0.raw"), 2u * 33 * 33);
  double written = 0.0;
  for (std::string const& name : files) {
    if (name != "valley.json") written += static_cast<double>(fs::file_size(folder / name));
  }
  EXPECT_LE(written, bytes + 1000.0 * planned) << "the dialog has told too little";
  // The settings can be copied, and Enter closes.
  run(window, "click export.copy\nframes 2\nexpect export.settings contains \"Terrain Height (Y)\"\n");
  EXPECT_EQ(ImGui::GetClipboardText(), text(window, "export.settings"));
  run(window, "expect message contains \"Exported " + fmt::format("{}", planned) +
                  " files\"\nkey enter\nframes 3\nexpect dialog == none\n");
}

TEST(ExportDialog, EachPresetCanBeExportedAsItIs) {
  const Workspace workspace;
  Headless window(shipped_tools());
  show(window, workspace.folder());
  for (ExportPresetRow const& preset : export_presets()) {
    SCOPED_TRACE(preset.id);
    run(window, fmt::format("click export.preset/{0}\nset export.folder \"{1}/{0}\"\nframes 3\nexpect trouble == none\n"
                            "expect export.preset == {0}\n",
                            preset.id, workspace.folder().string()));
    const double planned = number(window, "export.files");
    run(window, "key enter\nframes 3\nexpect export.page == result\n");
    const auto written = static_cast<double>(files_in(workspace.folder() / preset.id).size());
    EXPECT_EQ(written, number(window, "export.written"));
    EXPECT_EQ(written, planned);
    run(window, "click export.back\nframes 2\nexpect export.page == options\n");
  }
}

TEST(ExportDialog, SaysWhatIsWrongInItsOwnWordsAndWritesNothing) {
  const Workspace workspace;
  Headless window(shipped_tools());
  const fs::path folder = workspace.folder() / "out";
  show(window, folder);
  run(window,
      "click export.preset/unity\nset export.samples 500\nframes 3\nexpect trouble contains \"Samples 500: expected a "
      "power of two plus one\"\nset export.samples 12x\nframes 2\nexpect trouble contains \"Samples: expected a "
      "number\"\n"
      "expect export.samples == 500\nclick export.ok\nframes 3\nexpect export.page == options\n"
      "set export.samples \" \"\nframes 2\n");
  EXPECT_NE(text(window, "trouble"), "none") << "a blank is not a number";
  run(window,
      "set export.samples auto\nframes 3\nexpect trouble == none\nexpect export.samples == auto\n"
      "set export.tiles 65\nframes 2\nexpect trouble contains \"Tiles: expected 1 to 64\"\nset export.tiles 1\n"
      "set export.name a/b\nframes 2\nexpect trouble contains \"without slashes\"\nset export.name a\n"
      "set export.height_range high\nframes 2\nexpect trouble contains \"Range of heights\"\n"
      "set export.height_range 1:5\nframes 3\nexpect trouble == none\n");
  EXPECT_FALSE(fs::exists(folder));
  workspace.write("file", "?");
  run(window,
      "set export.folder \"" + (workspace.folder() / "file").string() +
          "\"\nframes 3\nclick export.ok\nframes 3\nexpect trouble contains \"expected a folder\"\n"
          "expect dialog == export\nexpect export.page == options\nkey escape\nframes 3\nexpect dialog == none\n");
}

TEST(ExportDialog, AnOrderWithoutFilesIsRefused) {
  Headless window(shipped_tools());
  run(window,
      "key space\nkey ctrl+e\nframes 3\nclick export.preset/print\nset export.meshes/stl false\nframes 3\n"
      "expect trouble contains \"something to export\"\nset export.data_formats/nc true\nframes 3\n"
      "expect trouble == none\nexpect export.files == 2\n");
}

TEST(ExportDialog, MapsThatTheLandDoesNotOfferCannotBeTicked) {
  Headless window(shipped_tools());
  run(window,
      "key space\nkey ctrl+e\nframes 3\nexpect export.left_out contains flow\nexpect export.maps/flow == false\n"
      "click export.maps/flow\nexpect export.maps/flow == false\nexpect export.maps/lakes == false\n"
      "click export.maps/lakes\nexpect export.maps/lakes == false\nclick export.maps/slope\n"
      "expect export.maps/slope == true\nclick export.fields\nframes 3\nset export.maps/sediment true\n"
      "expect export.maps contains sediment\nset export.maps/sediment false\nset export.maps/slope false\n"
      "expect export.maps == weights,color,normal,flow,wetness\n");
}

TEST(ExportDialog, IsFoundInTheMenuAndByTheFinder) {
  Headless window(shipped_tools());
  run(window,
      "key space\nset menu/file export\nframes 3\nexpect dialog == export\nclick export.cancel\nframes 3\n"
      "expect dialog == none\nkey ctrl+p\nframes 3\ntype \"export heights\"\nframes 3\nkey enter\nframes 4\n"
      "expect dialog == export\n");
}

TEST(ExportDialog, TheFileDialogChoosesFolderAndName) {
  const Workspace workspace;
  Headless window(shipped_tools());
  show(window, workspace.folder() / "not" / "yet");
  run(window, "click export.choose\nframes 3\nexpect dialog == save_export\nkey ctrl+a\ntype \"" +
                  (workspace.folder() / "hills.json").string() +
                  "\"\nkey enter\nframes 4\nexpect dialog == export\nexpect export.name == hills\nexpect export.folder "
                  "== \"" +
                  workspace.folder().string() + "\"\nexpect trouble == none\n");
  run(window,
      "click export.choose\nframes 3\nkey escape\nframes 3\nexpect dialog == export\nexpect export.name == hills\n");
}

/// Lets frames pass until the export has ended.
bool await_end(Headless& window) {
  for (int i = 0; i < 4000; ++i) {
    if (text(window, "export.page") != "writing") return true;
    run(window, "hold 1\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

/// Begins an export of many large files on the worker thread.
void begin_large(Headless& window, fs::path const& folder) {
  window.runner().set_mode(SimulationRunner::Mode::threaded);
  show(window, folder);
  run(window, "click export.preset/numpy\nset export.samples 1500\nset export.tiles 1\nframes 2\n");
  for (int i = 0; i < 400 && window.editor().ask("export.files") == Answer(std::string("none")); ++i) {
    run(window, "hold 1\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  run(window, "click export.ok\n");
}

TEST(ExportDialog, WritesBesideTheFramesAndShowsHowFarItIs) {
  const Workspace workspace;
  Headless window(shipped_tools());
  begin_large(window, workspace.folder() / "out");
  double most = 0.0;
  for (int i = 0; i < 4000 && text(window, "export.page") == "writing"; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    run(window, "hold 1\n");
    const std::chrono::duration<double> frame = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(frame.count(), 0.5) << "a frame has waited for the export";
    if (text(window, "export.page") == "writing") {
      EXPECT_NE(window.editor().widgets().find("export.stop"), nullptr);
      const double now = number(window, "export.progress");
      EXPECT_GE(now, most);
      most = now;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(text(window, "export.page"), "result");
  EXPECT_TRUE(fs::exists(workspace.folder() / "out" / "tiny.json"));
}

TEST(ExportDialog, StopEndsItWithoutTheFileInProgress) {
  const Workspace workspace;
  const fs::path folder = workspace.folder() / "out";
  Headless window(shipped_tools());
  begin_large(window, folder);
  if (text(window, "export.page") != "writing") GTEST_SKIP() << "this machine is too fast for this test";
  run(window, "key escape\n");
  ASSERT_TRUE(await_end(window));
  if (text(window, "export.page") == "result") GTEST_SKIP() << "this machine is too fast for this test";
  run(window, "expect trouble contains Stopped\nexpect dialog == export\n");
  EXPECT_FALSE(fs::exists(folder / "tiny.json")) << "the description is written last";
  if (!fs::exists(folder)) return;
  for (std::string const& name : files_in(folder)) {
    EXPECT_EQ(fs::path(name).extension(), ".npy") << name << " is a part of a file";
    EXPECT_EQ(fs::file_size(folder / name), 128u + 4u * 1500 * 1500) << name;
  }
}

TEST(ExportDialog, WritesASequenceOfACopyOfTheLand) {
  const Workspace workspace;
  const fs::path folder = workspace.folder() / "out";
  Headless window(shipped_tools());
  show(window, folder);
  run(window,
      "click export.preset/numpy\nset export.maps/slope false\nset export.height_formats/png16 true\n"
      "set export.data_formats/vti true\nset export.data_formats/nc true\nset export.every x\nframes 2\n"
      "expect trouble contains \"Sequence: expected a whole number of steps\"\nset export.every 20\nframes 2\n"
      "set export.steps 45\nframes 3\nexpect trouble == none\nexpect export.frames == 3\n");
  const auto step = number(window, "step");
  run(window, "click export.ok\n");
  ASSERT_TRUE(await_end(window));
  run(window, "expect trouble == none\nexpect export.page == result\n");
  EXPECT_EQ(number(window, "step"), step) << "the land of the window stays as it is";
  const std::set<std::string> files = files_in(folder);
  for (char const* const name :
       {"tiny_0000_height.npy", "tiny_0002_height.png", "tiny_0002.json", "tiny_0001.vti", "tiny.pvd", "tiny.nc"}) {
    EXPECT_TRUE(files.contains(name)) << name;
  }
  EXPECT_FALSE(files.contains("tiny_0003.json"));
  const std::string last = read_text_file(folder / "tiny_0002.json", 1 << 20);
  EXPECT_NE(last.find(fmt::format("\"step\": {}", step + 40)), std::string::npos) << last;
  // The choice is kept, and an empty field stands for a single export.
  run(window,
      "click export.back\nframes 3\nexpect export.every == 20\nset export.every \" \"\nframes 3\n"
      "expect export.frames == 1\n");
}

TEST(ExportDialog, StopEndsASequence) {
  const Workspace workspace;
  const fs::path folder = workspace.folder() / "out";
  Headless window(shipped_tools());
  show(window, folder);
  run(window,
      "click export.preset/numpy\nset export.every 100000\nframes 2\nset export.steps 100000000\nframes 3\n"
      "expect trouble == none\nclick export.ok\nframes 5\nexpect export.page == writing\nkey escape\n");
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(await_end(window));
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 2.0);
  run(window, "expect trouble contains Stopped\nexpect trouble contains \"of 1001 frames\"\n");
}

TEST(ExportDialog, ASequenceCanBeStoppedAtAnyMoment) {
  const Workspace workspace;
  Headless window(shipped_tools());
  run(window, "open dunes\nframes 3\n");
  window.runner().set_mode(SimulationRunner::Mode::threaded);
  ExportOrder order = export_preset("numpy");
  order.frame = 0;
  for (int i = 0; i < 60; ++i) {
    ExportWriter writer;
    writer.start_sequence(window.runner(), order, workspace.folder() / "out", {1, 1'000'000});
    // Before, while and after the land is copied.
    std::this_thread::sleep_for(std::chrono::microseconds(150 * i));
    writer.stop();
    std::optional<ExportResult> result;
    for (int wait = 0; wait < 5000 && !result; ++wait) {
      result = writer.take_result();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_TRUE(result) << "stopped after " << 150 * i << " us";
    EXPECT_FALSE(result->report.finished);
    EXPECT_EQ(result->error, "");
  }
}

TEST(ExportDialog, AnErrorInAFieldThatIsNotShownDoesNotStopTheExport) {
  const Workspace workspace;
  Headless window(shipped_tools());
  show(window, workspace.folder() / "out");
  run(window,
      "click export.preset/numpy\nset export.every 20\nframes 2\nset export.steps x\nframes 3\n"
      "expect trouble contains \"Sequence: expected\"\nset export.every \" \"\nframes 3\nexpect trouble == none\n"
      "click export.ok\n");
  ASSERT_TRUE(await_end(window));
  run(window, "expect export.page == result\n");
}

TEST(ExportDialog, TheWindowClosesWhenTheExportIsComplete) {
  const Workspace workspace;
  Headless window(shipped_tools());
  begin_large(window, workspace.folder() / "out");
  if (text(window, "export.page") != "writing") GTEST_SKIP() << "this machine is too fast for this test";
  EXPECT_FALSE(window.editor().close());
  bool closes = false;
  for (int i = 0; i < 4000 && !closes; ++i) {
    run(window, "hold 1\n");
    closes = window.editor().take_requests().close;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(closes);
  EXPECT_TRUE(fs::exists(workspace.folder() / "out" / "tiny.json"));
}

TEST(ExportDialog, AnotherLandWaitsForTheExport) {
  const Workspace workspace;
  Headless window(shipped_tools());
  begin_large(window, workspace.folder() / "out");
  run(window, "open flat_bed\n");
  ASSERT_TRUE(await_end(window));
  EXPECT_TRUE(fs::exists(workspace.folder() / "out" / "tiny.json"));
  for (int i = 0; i < 1000 && text(window, "scenario") != "flat_bed"; ++i) {
    run(window, "hold 1\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  run(window, "expect scenario == flat_bed\n");
}

TEST(ExportDialog, TheEndOfTheProgramStopsIt) {
  const Workspace workspace;
  const fs::path folder = workspace.folder() / "out";
  bool writing = false;
  {
    Headless window(shipped_tools());
    begin_large(window, folder);
    writing = text(window, "export.page") == "writing";
  }
  if (!writing) GTEST_SKIP() << "this machine is too fast for this test";
  if (!fs::exists(folder)) return;
  for (std::string const& name : files_in(folder)) {
    EXPECT_TRUE(name.ends_with(".npy") || name == "tiny.json") << name << " is a part of a file";
  }
}

TEST(ExportDialog, RemembersTheLastExportForTheNextStart) {
  const Workspace workspace;
  const fs::path kept = workspace.folder() / "data" / "export.txt";
  {
    Headless window(shipped_tools());
    window.editor().keep_export_in(kept);
    show(window, workspace.folder() / "out");
    run(window,
        "click export.preset/blender\nset export.samples 32\nset export.meshes/ply true\nframes 3\nclick export.ok\n"
        "frames 3\nexpect export.page == result\nkey enter\nframes 3\nkey ctrl+e\nframes 3\n"
        "expect export.preset == blender\nexpect export.samples == 32\n");
  }
  Headless window(shipped_tools());
  window.editor().keep_export_in(kept);
  run(window,
      "key space\nkey ctrl+e\nframes 3\nexpect export.preset == blender\nexpect export.samples == 32\n"
      "expect export.meshes == glb,ply\nexpect trouble == none\n");
  EXPECT_EQ(text(window, "export.folder"), (workspace.folder() / "out").string());
}

TEST(ExportChoice, ADamagedFileGivesTheValuesOfThePreset) {
  const ExportChoice choice = read_export_choice("preset=unity\nsamples=banana\ntiles=4\nfolder=/a=b\n\n=\nnonsense");
  EXPECT_EQ(choice.preset, "unity");
  EXPECT_FALSE(choice.order.samples);
  EXPECT_EQ(choice.order.tiles, std::pair(4, 4));
  EXPECT_EQ(choice.folder, "/a=b");
  EXPECT_EQ(choice.order.height_formats, std::vector<std::string>{"raw"});
  EXPECT_EQ(read_export_choice("preset=word\n").preset, export_presets().front().id);
  for (ExportPresetRow const& preset : export_presets()) {
    ExportChoice all = with_preset({}, preset.id);
    all.folder = "/some where";
    all.order.name = "x";
    const ExportChoice again = read_export_choice(export_choice_text(all));
    EXPECT_EQ(again.order, all.order) << preset.id;
    EXPECT_EQ(again.folder, all.folder);
  }
}

struct ExportWindow {
  ImVec2 pixels;
  float scale = 1.0f;
};

void PrintTo(ExportWindow const& size, std::ostream* out) {
  *out << size.pixels.x << "x" << size.pixels.y << " scale " << size.scale;
}

class ExportLayout : public testing::TestWithParam<ExportWindow> {
 protected:
  ExportLayout() : window_(shipped_tools(), GetParam().pixels, GetParam().scale) {
    apply_theme(GetParam().scale, Theme::dark);
  }
  WidgetPlace const* find(std::string const& name) { return window_.editor().widgets().find(name); }
  void expect_inside(std::string const& name) {
    WidgetPlace const* const place = find(name);
    WidgetPlace const* const whole = find("export");
    ASSERT_TRUE(place != nullptr && whole != nullptr) << name;
    EXPECT_GE(place->minimum.x, whole->minimum.x) << name;
    EXPECT_LE(place->maximum.x, whole->maximum.x) << name;
    EXPECT_LE(place->maximum.y, whole->maximum.y) << name;
  }

  Headless window_;
};

TEST_P(ExportLayout, FitsAndScrollsToEverything) {
  const Workspace workspace;
  show(window_, workspace.folder() / "out");
  for (ExportPresetRow const& preset : export_presets()) {
    run(window_, fmt::format("click export.preset/{}\nmouse_move 1 1\nframes 4\n", preset.id));
    WidgetPlace const* const dialog = find("export");
    ASSERT_NE(dialog, nullptr);
    EXPECT_GE(std::min(dialog->minimum.x, dialog->minimum.y), 0.0f);
    EXPECT_LE(dialog->maximum.x, GetParam().pixels.x);
    EXPECT_LE(dialog->maximum.y, GetParam().pixels.y);
    for (char const* const name : {"export.ok", "export.cancel", "export.summary"}) {
      expect_inside(name);
      EXPECT_TRUE(find(name)->visible()) << name << " for " << preset.id;
    }
  }
  run(window_, "click export.preset/unity\nclick export.fields\nclick export.more\nframes 4\n");
  // What is in the visible part of the options is not cut at its right edge.
  for (ExportInputRow const& input : export_inputs()) {
    for (std::string const& name : {fmt::format("export.{}", input.key), fmt::format("export.{}/slope", input.key),
                                    fmt::format("export.{}/cog", input.key), fmt::format("export.{}/stl", input.key)}) {
      WidgetPlace const* const place = find(name);
      if (place == nullptr) continue;
      EXPECT_LE(place->maximum.x, place->clip_maximum.x + 0.5f) << name;
    }
  }
  run(window_,
      "set export.sizes any\nset export.maps/sediment true\nset export.samples 40\nframes 3\nexpect trouble == "
      "none\nclick export.ok\nframes 5\nexpect export.page == result\n");
  for (char const* const name : {"export.close", "export.back"}) {
    expect_inside(name);
    EXPECT_LE(find(name)->maximum.y, GetParam().pixels.y) << name;
  }
  run(window_, "click export.copy\nclick export.close\nframes 3\nexpect dialog == none\n");
}

TEST_P(ExportLayout, TheKeyboardReachesEverything) {
  run(window_, "key space\nkey ctrl+e\nframes 4\nclick export.preset/unity\nmouse_move 1 1\nframes 4\n");
  const auto reach = [&](char const* key, std::string const& name) {
    std::string way;
    for (int i = 0; i < 60; ++i) {
      if (window_.editor().widgets().focused() == name) return;
      run(window_, fmt::format("key {}\n", key));
      way += " " + window_.editor().widgets().focused();
    }
    ADD_FAILURE() << name << " is not reached with the key " << key << ":" << way;
  };
  reach("down", "export.preset/numpy");
  reach("up", "export.preset/unreal");
  reach("right", "export.name");
  reach("down", "export.folder");
  reach("right", "export.choose");
  reach("left", "export.folder");
  reach("down", "export.samples");
  for (char const* const name :
       {"export.height_formats/png16", "export.height_range", "export.first_row", "export.maps/splat", "export.fields",
        "export.map_format", "export.meshes/glb", "export.more"}) {
    reach("down", name);
  }
  run(window_, "key space\nframes 3\n");
  reach("down", "export.sizes");
  reach("down", "export.cancel");
  reach("left", "export.ok");
  reach("right", "export.cancel");
  run(window_, "key space\nframes 3\nexpect dialog == none\n");
}

INSTANTIATE_TEST_SUITE_P(Sizes, ExportLayout,
                         testing::Values(ExportWindow{{640.0f, 360.0f}}, ExportWindow{{900.0f, 600.0f}},
                                         ExportWindow{{1280.0f, 720.0f}}, ExportWindow{{2560.0f, 1440.0f}, 2.0f}));

}  // namespace
}  // namespace export_dialog_test
