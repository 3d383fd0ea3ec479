// The picture of the program: off-screen, and in a real window under Xvfb.
#include <algorithm>
#include <cstdlib>
#include <memory>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stb_image.h>

#include "support/long_run.hpp"
#include "ui/program.hpp"
#include "ui/theme.hpp"
#include "wind/wind_field.hpp"

namespace editor_picture_test {
namespace {

using barchan_test::Workspace;

struct Picture {
  int width = 0, height = 0;
  std::unique_ptr<unsigned char, decltype(&stbi_image_free)> pixels{nullptr, stbi_image_free};
};

Picture read_picture(std::filesystem::path const& file) {
  Picture picture;
  int channels = 0;
  picture.pixels.reset(stbi_load(file.string().c_str(), &picture.width, &picture.height, &channels, 3));
  return picture;
}

/// Fraction of the pixels of which a channel differs by more than `tolerance`.
double difference(Picture const& a, Picture const& b, int tolerance) {
  if (!a.pixels || !b.pixels || a.width != b.width || a.height != b.height) return 1.0;
  const int count = a.width * a.height;
  int different = 0;
  for (int i = 0; i < count; ++i) {
    for (int c = 0; c < 3; ++c) {
      if (std::abs(a.pixels.get()[3 * i + c] - b.pixels.get()[3 * i + c]) > tolerance) {
        ++different;
        break;
      }
    }
  }
  return static_cast<double>(different) / count;
}

TEST(EditorPicture, IsTheSameOnEveryRun) {
  const Workspace workspace;
  for (char const* name : {"a.png", "b.png"}) {
    const auto run = workspace.run("'" + workspace.tiny() + "' --steps 30 --size 320x180 --picture " + name);
    ASSERT_EQ(run.code, 0) << run.output;
  }
  const Picture a = read_picture(workspace.folder() / "a.png"), b = read_picture(workspace.folder() / "b.png");
  ASSERT_TRUE(a.pixels && b.pixels);
  EXPECT_EQ(a.width, 320);
  EXPECT_EQ(a.height, 180);
  EXPECT_EQ(difference(a, b, 0), 0.0);
}

class PanelArea : public testing::TestWithParam<char const*> {};

TEST_P(PanelArea, LeavesSevenTenthsToTheLand) {
  // The panel has the same width in every window, so the smaller window is the harder case.
  if (GetParam() == std::string("1280x720") && !barchan::test::long_run()) GTEST_SKIP() << "runs at full length";
  const Workspace workspace;
  const std::string size = std::string(" --size ") + GetParam();
  // Every section is open, so that the panel is as tall as possible. Opening and closing the help page removes the
  // hint.
  const auto run = workspace.run_script(
      "key f1\nkey f1\nkey space\nclick section/wind_particles\nclick section/picture\nmouse_move 1 1\nframes 4\n"
      "picture with.png\nkey tab\npicture without.png\n",
      workspace.tiny(), size);
  ASSERT_EQ(run.code, 0) << run.output;
  const double covered =
      difference(read_picture(workspace.folder() / "with.png"), read_picture(workspace.folder() / "without.png"), 4);
  EXPECT_LE(covered, 0.30);
  EXPECT_GE(covered, 0.05) << "is there a panel at all?";
}

INSTANTIATE_TEST_SUITE_P(Sizes, PanelArea, testing::Values("1280x720", "800x600"));

TEST(EditorPicture, PausedIsSaidInTheWindowAndInNoPicture) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key f1\nkey f1\nexpect paused_mark == false\npicture runs.png\nkey space\nframes 1\n"
      "expect paused_mark == true\npicture rests.png\nframes 1\nexpect paused_mark == true\nkey tab\n"
      "expect paused_mark == false\n",
      workspace.tiny(), "--size 480x320 --set world.time_step=0.01");
  ASSERT_EQ(run.code, 0) << run.output;
  // One step changes some sand and the words of the status bar and the button. The mark and its frame cover far more.
  EXPECT_LT(
      difference(read_picture(workspace.folder() / "runs.png"), read_picture(workspace.folder() / "rests.png"), 24),
      0.01);
}

TEST(EditorPicture, StepsOfAScriptAreSeenWhilePaused) {
  const Workspace workspace;
  const auto run =
      workspace.run_script("key tab\nkey space\nframes 2\npicture before.png\nsteps 400\npicture after.png\nsteps 1\n",
                           workspace.tiny(), "--size 320x240");
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_GT(
      difference(read_picture(workspace.folder() / "before.png"), read_picture(workspace.folder() / "after.png"), 8),
      0.1);
}

TEST(EditorPicture, OpeningASectionMovesNothingAboveIt) {
  const Workspace workspace;
  // The window is so tall that the panel has no scroll bar before a section is opened.
  const auto run = workspace.run_script(
      "key space\nframes 2\npicture closed.png\nclick section/wind_particles\nmouse_move 600 500\nframes 2\n"
      "picture open.png\n",
      workspace.tiny(), "--size 800x1200");
  ASSERT_EQ(run.code, 0) << run.output;
  const auto upper = [&](char const* name) {
    Picture picture = read_picture(workspace.folder() / name);
    picture.height = 360;  // the presets and the first sliders
    for (int y = 0; picture.pixels && y < picture.height; ++y) {
      for (int i = 3 * 260; i < 3 * picture.width; ++i) picture.pixels.get()[3 * picture.width * y + i] = 0;
    }
    return picture;
  };
  EXPECT_LT(difference(upper("closed.png"), upper("open.png"), 12), 1e-4);
}

TEST(EditorPicture, TextAndPanelsGrowWithALargeWindow) {
  EXPECT_EQ(barchan::ui::scale_for(1.0f, 360), 1.0f);
  EXPECT_EQ(barchan::ui::scale_for(1.0f, 1080), 1.0f);
  EXPECT_EQ(barchan::ui::scale_for(1.0f, 1440), 1.25f);
  EXPECT_EQ(barchan::ui::scale_for(1.0f, 2160), 2.0f);
  EXPECT_EQ(barchan::ui::scale_for(2.0f, 1440), 2.0f) << "the monitor asks for more";
}

/// In a small window, the first sliders and the dial can be used without scrolling, and the land keeps half the width.
TEST(EditorPicture, ASmallWindowShowsTheFirstSlidersAndHalfTheLand) {
  for (char const* const size : {"640x360", "900x600"}) {
    const Workspace workspace;
    std::string script =
        "key f1\nkey f1\nkey space\nmouse_move 1 1\nframes 3\npicture with.png\nkey tab\npicture without.png\nkey "
        "tab\nframes 3\n";
    // A click in the middle of a widget that is scrolled out of sight would scroll the panel and move the title.
    for (char const* const name : {"wind.dial", "wind.speed", "wind.direction", "wind_particles.suspension",
                                   "wind_particles.abrasion", "gravity.repose_slope", "gravity.settling"}) {
      script += std::string("hover ") + name + "\n";
    }
    // Nothing was scrolled: the menu of scenarios is still at the top. The larger window has more room.
    const bool smallest = size == std::string("640x360");
    if (smallest) script += "mouse_move 1 1\nframes 3\npicture after.png\n";
    const auto run = workspace.run_script(script, workspace.tiny(), std::string("--size ") + size);
    ASSERT_EQ(run.code, 0) << run.output;
    const Picture with = read_picture(workspace.folder() / "with.png");
    const Picture without = read_picture(workspace.folder() / "without.png");
    constexpr int kFoot = 50;  // status bar and time bar
    for (int y = 0; y < with.height - kFoot; ++y) {
      for (int x = with.width / 2; x < with.width; ++x) {
        for (int i = 0; i < 3; ++i) {
          const int at = 3 * (y * with.width + x) + i;
          ASSERT_NEAR(with.pixels.get()[at], without.pixels.get()[at], 8) << size << ": " << x << ", " << y;
        }
      }
    }
    if (!smallest) continue;
    const Picture after = read_picture(workspace.folder() / "after.png");
    int changed = 0;
    for (int y = 38; y < 60; ++y) {
      for (int x = 58; x < 140; ++x) {
        const int at = 3 * (y * with.width + x);
        changed += std::abs(with.pixels.get()[at] - after.pixels.get()[at]) > 60 ? 1 : 0;
      }
    }
    EXPECT_LT(changed, 20) << size;
  }
}

TEST(EditorPicture, ALargerScaleMakesLargerPanels) {
  const Workspace workspace;
  const auto run = workspace.run_script("picture large.png\nset wind.speed 12\nexpect wind.speed == 12\n",
                                        workspace.tiny(), "--size 800x500 --scale 2");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(EditorPicture, F12GoesToThePicturesFolderAndSaysWhere) {
  const Workspace workspace;
  const auto run = workspace.run_script("steps 5\nkey f12\nexpect message contains Pictures/barchan-tiny-seed4-step\n",
                                        workspace.tiny(), "--size 320x200");
  EXPECT_EQ(run.code, 0) << run.output;
  int found = 0;
  for (auto const& entry : std::filesystem::directory_iterator(workspace.folder() / "Pictures")) {
    ++found;
    EXPECT_EQ(read_picture(entry.path()).width, 320) << entry.path();
  }
  EXPECT_EQ(found, 1);
}

TEST(EditorPicture, WithoutPanelsF12SavesTheLandAndNoMessage) {
  const Workspace workspace;
  // The first picture is saved before any message appears, the second under the message about the first.
  const auto run = workspace.run_script(
      "key space\nkey tab\nhold 30\nkey f12\nexpect message contains Picture saved\nkey f12\npicture third.png\n",
      workspace.tiny(), "--size 320x200");
  ASSERT_EQ(run.code, 0) << run.output;
  const Picture clean = read_picture(workspace.folder() / "third.png");
  int found = 0;
  for (auto const& entry : std::filesystem::directory_iterator(workspace.folder() / "Pictures")) {
    ++found;
    EXPECT_EQ(difference(read_picture(entry.path()), clean, 0), 0.0) << entry.path();
  }
  EXPECT_EQ(found, 2);
}

TEST(EditorPicture, StatsNameTheRendererAndTheCost) {
  const Workspace workspace;
  const auto run = workspace.run("'" + workspace.tiny() + "' --stats --size 160x120");
  EXPECT_EQ(run.code, 0);
  for (char const* words : {"renderer: ", "main thread without draw calls: ", "upload: ", "frames/s: ", "steps/s: "}) {
    EXPECT_NE(run.output.find(words), std::string::npos) << words << " in\n" << run.output;
  }
}

/// The picture that the real window wrote with Shift+F12, `seconds` after its last key, compared with the off-screen
/// picture.
struct Beside {
  double difference = 1.0;  ///< fraction of the pixels that differ
  std::string output;       ///< of the window's script
};

Beside window_beside_offscreen(int seconds) {
  const Workspace workspace;
  const std::string land = workspace.tiny();
  // The window pauses by itself at step 20 and shows this in its title. Pressing F1 twice removes the hint.
  workspace.write("window.sh",
                  std::string("'") + BARCHAN_WINDOW_PATH + "' '" + land +
                      "' --steps 20 --size 480x360 --file-dialogs own &\nprogram=$!\nawait 'Barchan .paused.'\n"
                      "key() { xdotool key --window \"$window\" \"$1\"; }\n"
                      "key F1; sleep 0.5; key F1; sleep " +
                      std::to_string(seconds) +
                      "\nkey shift+F12\n"
                      "for i in $(seq 1 600); do ls Pictures/*.png > /dev/null 2>&1 && break; sleep 0.1; done\n"
                      "sleep 0.3\nkill $program\nwait $program\nexit 0\n");
  Beside beside{.output = workspace.on_a_screen("window.sh", "1024x768").output};
  const auto picture = workspace.folder() / "Pictures" / "barchan-tiny-seed4-step20.png";
  if (!std::filesystem::exists(picture)) {
    beside.output += "there is no picture of the window\n";
    return beside;
  }
  const auto offscreen = workspace.run_script("key space\nkey f1\nkey f1\nhold 120\npicture offscreen.png\n", land,
                                              "--steps 20 --size 480x360");
  beside.output += offscreen.output;
  beside.difference = difference(read_picture(picture), read_picture(workspace.folder() / "offscreen.png"), 2);
  return beside;
}

TEST(Window, ShowsWhatOffscreenModeShows) {
  if (Workspace().shell("command -v xvfb-run && command -v xdotool").code != 0) {
    GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  }
  // Messages fade over several seconds, in which a busy machine may draw few frames.
  double least = 1.0;
  std::string outputs;
  for (const int seconds : {2, 8, 30}) {
    const Beside beside = window_beside_offscreen(seconds);
    outputs += fmt::format("after {} s {:.4f} of the pixels differ\n{}", seconds, beside.difference, beside.output);
    least = std::min(least, beside.difference);
    if (least <= 0.005) break;
  }
  EXPECT_LE(least, 0.005) << outputs;
}

TEST(Window, OpensAFileDroppedOnItAndKeepsItsLandWhenTheFileIsWrong) {
#ifndef BARCHAN_DROP_FILE_PATH
  GTEST_SKIP() << "there was no X library when this was built";
#else
  const Workspace workspace;
  if (workspace.shell("command -v xvfb-run && command -v xdotool").code != 0) {
    GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  }
  workspace.write("a second.toml",
                  "title = \"Second\"\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\nshape = \"uniform\"\n");
  workspace.write("wrong.toml", "title = \"Wrong\"\nsed = 3\n");
  const std::string drop = std::string("'") + BARCHAN_DROP_FILE_PATH + "' \"$window\" ";
  workspace.write("drop.sh", std::string("'") + BARCHAN_WINDOW_PATH + "' '" + workspace.tiny() +
                                 "' --size 320x240 --file-dialogs own &\nprogram=$!\nawait 'Tiny - Barchan'\n" + drop +
                                 "\"$PWD/a%20second.toml\" && echo dropped one\n"
                                 "await 'Second - Barchan'; xdotool getwindowname \"$window\"\n" +
                                 drop +
                                 "\"$PWD/wrong.toml\" && echo dropped two\n"
                                 "sleep 1\nxdotool getwindowname \"$window\"\nkill $program && echo alive\n"
                                 "wait $program\nexit 0\n");
  const auto run = workspace.on_a_screen("drop.sh", "640x480");
  EXPECT_EQ(run.output,
            "dropped one\nSecond - Barchan\ndropped two\nSecond - Barchan\nalive\n"
            "barchan: interrupted; there was no unsaved work\n");
#endif
}

}  // namespace
}  // namespace editor_picture_test
