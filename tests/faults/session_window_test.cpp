// Sessions in a real window, with mouse and keys. In the first: a wall, the past, another wind, another branch, a
// comparison. In the second: a stroke, a painted mask, and a wall that is moved, duplicated and removed.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "history/history_outline.hpp"
#include "io/world_history.hpp"
#include "land/mask.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "ui/program.hpp"

namespace barchan::test::session_window_test {
namespace {

namespace fs = std::filesystem;
using barchan_test::pixels_of;
using barchan_test::ProgramRun;
using barchan_test::Workspace;

/// The program that waits for frames; empty if there was no X library when this was built.
#ifdef BARCHAN_DROP_FILE_PATH
constexpr std::string_view kHelper = BARCHAN_DROP_FILE_PATH;
#else
constexpr std::string_view kHelper;
#endif

/// What the script of the session may call. `frames N` waits until the window has drawn N frames, however long they
/// take.
constexpr char const* kHands = R"sh(
frames() { "$helper" "$window" --frames "$1" || { echo "the window draws no frames"; kill $program; exit 1; }; }
key() { xdotool key --window "$window" "$@"; frames 2; }
at() { xdotool mousemove --window "$window" "$1" "$2"; frames 2; }
click() { at "$1" "$2"; xdotool mousedown 1; frames 2; xdotool mouseup 1; frames 3; sleep 0.4; }
drag() { at "$1" "$2"; xdotool mousedown 1; frames 2; at "$3" "$4"; xdotool mouseup 1; frames 2; }
titled() { for i in $(seq 1 100); do xdotool getwindowname "$window" | grep -q "$1" && return; sleep 0.1; done; }
shot() {
  before=$(ls Pictures 2>/dev/null | wc -l)
  key F12
  for i in $(seq 1 300); do [ "$(ls Pictures 2>/dev/null | wc -l)" -gt "$before" ] && break; sleep 0.1; done
  frames 3
}
)sh";

/// The panel is at the left of a picture of 900 x 560, and the time bar along its foot.
constexpr char const* kSession = R"(
key F1; key F1; key Tab
frames 4
shot                                # the land alone, before the wall
key Tab
key b; click 560 330; titled "[*] Tiny"   # places a wall
key Escape
key space; sleep 1; key space; titled paused; frames 3
key ctrl+z; sleep 1; frames 4       # back to the moment before the wall
key Tab; frames 4
shot
key Tab
key ctrl+y; sleep 1; frames 4
drag 826 524 527 524; sleep 1; frames 4  # the time bar: into the past
drag 88 231 190 215                 # turns the wind
key space; sleep 1; key space; titled paused
key y; frames 3
click 552 210; sleep 1; frames 4    # compares with the first branch
shot
key y
key ctrl+s; frames 3
xdotool type --window "$window" w; frames 3
key Return
for i in $(seq 1 300); do [ -s w.barchan ] && break; sleep 0.1; done
frames 3
kill $program; wait $program; exit 0
)";

/// The history of a world that a session has saved.
std::unique_ptr<History> saved_history(fs::path const& file) {
  SavedWorld saved = load_world(file);
  StartedWorld started{std::move(saved.info), std::move(saved.world), true, {}, {}};
  auto record = take_history(started, file.string());
  if (!record) return nullptr;
  return std::make_unique<History>(std::move(started.world), std::move(*record), usual_history_options(1));
}

/// Starts the window on a screen of its own and carries out the acts.
ProgramRun session(Workspace const& workspace, std::string const& acts) {
  workspace.write("s.sh", std::string("timeout 200 '" BARCHAN_WINDOW_PATH "' '") + workspace.tiny() +
                              "' --steps 60 --size 900x560 --file-dialogs own &\nprogram=$!\n" +
                              fmt::format("helper='{}'\nawait 'Barchan .paused.'\n", kHelper) + kHands + acts);
  return workspace.on_a_screen("s.sh", "900x560");
}

/// Placed, rewound, branched and compared.
void check_first(Workspace const& workspace, ProgramRun const& run) {
  const fs::path pictures = workspace.folder() / "Pictures";
  // The picture after undo is that before the act.
  const fs::path before = pictures / "barchan-tiny-seed4-step60.png",
                 after = pictures / "barchan-tiny-seed4-step60-2.png";
  ASSERT_TRUE(fs::exists(before) && fs::exists(after)) << run.output;
  EXPECT_EQ(pixels_of(before), pixels_of(after));
  EXPECT_EQ(std::distance(fs::directory_iterator(pictures), fs::directory_iterator()), 3);

  const auto history = saved_history(workspace.folder() / "w.barchan");
  ASSERT_NE(history, nullptr) << run.output;
  const HistoryOutline outline = outline_of(*history);
  ASSERT_EQ(outline.branches.size(), 2u);
  EXPECT_EQ(outline.branches[0].branch, outline.branch);
  EXPECT_EQ(outline.branches[1].name, "first");
  ASSERT_FALSE(outline.acts.empty());
  EXPECT_EQ(outline.acts.back().title, "Wind direction");
  EXPECT_NE(history->world().parameter("wind", "direction"), 0.0);
}

constexpr char const* kLandBefore = R"(
key F1; key F1; key Tab; frames 4
shot
key Tab
)";
constexpr char const* kStroke = R"(
key d; drag 560 340 660 380; titled "[*] Tiny"
key Escape; key Tab; frames 4
shot
key ctrl+z; sleep 0.5; frames 4
shot
key Tab; key ctrl+y; sleep 0.5; frames 4
)";
constexpr char const* kMask = R"(
key ctrl+p; xdotool type --window "$window" masks; frames 3; key Return; frames 4
click 147 384; click 100 411        # adds a painted mask
)";
constexpr char const* kPaintAndMove = R"(
drag 580 320 660 370; key Escape; frames 3
key b; click 540 330; key Escape; frames 3
key e; click 540 330; drag 540 330 640 355; frames 3
key ctrl+d; frames 3
key Delete; frames 3
key ctrl+s; frames 3
xdotool type --window "$window" w; frames 3
key Return
for i in $(seq 1 300); do [ -s w.barchan ] && break; sleep 0.1; done
frames 3
kill $program; wait $program; exit 0
)";

/// Shaped, painted and moved.
void check_second(Workspace const& workspace, ProgramRun const& run) {
  const fs::path pictures = workspace.folder() / "Pictures";
  const auto picture = [&](char const* number) {
    return pixels_of(pictures / fmt::format("barchan-tiny-seed4-step60{}.png", number));
  };
  ASSERT_TRUE(fs::exists(workspace.folder() / "w.barchan")) << run.output;
  EXPECT_NE(picture("-2"), picture("")) << "the stroke is seen";
  EXPECT_EQ(picture("-3"), picture("")) << "and undone";

  const auto history = saved_history(workspace.folder() / "w.barchan");
  ASSERT_NE(history, nullptr) << run.output;
  std::vector<std::string> acts;
  for (OutlineAct const& act : outline_of(*history).acts) acts.push_back(act.title);
  EXPECT_EQ(fmt::format("{}", fmt::join(acts, ", ")),
            "raise rock, mask painted, raise mask:painted, place wall, move obstacle 1, place wall, remove obstacle 2");
  Terrain const& terrain = history->world().terrain();
  Mask const* const mask = terrain.masks.find("painted");
  ASSERT_NE(mask, nullptr);
  EXPECT_GT(*std::ranges::max_element(mask->values), 0.0f);
  EXPECT_EQ(history->world().budget().error(), 0);
}

// Both sessions spend most of their time waiting, so they run at the same time.
TEST(WindowSession, PlacesRewindsShapesAndPaints) {
  const Workspace first, second;
  if (first.shell("command -v xvfb-run && command -v xdotool").code != 0) {
    GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  }
  if (kHelper.empty()) GTEST_SKIP() << "there was no X library when this was built";
  auto other = std::async(std::launch::async,
                          [&] { return session(second, std::string(kLandBefore) + kStroke + kMask + kPaintAndMove); });
  const ProgramRun run = session(first, kSession), other_run = other.get();
  if (const char* const keep = std::getenv("BARCHAN_KEEP_SESSION")) {
    constexpr auto kCopy = fs::copy_options::recursive | fs::copy_options::overwrite_existing;
    fs::copy(first.folder(), fs::path(keep) / "first", kCopy);
    fs::copy(second.folder(), fs::path(keep) / "second", kCopy);
  }
  check_first(first, run);
  check_second(second, other_run);
}

}  // namespace
}  // namespace barchan::test::session_window_test
