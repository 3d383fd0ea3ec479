// F12 and Shift+F12: pictures without and with panels, which bring their world back.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stb_image.h>

#include "io/saved_world.hpp"
#include "io/still.hpp"
#include "io/world_history.hpp"
#include "ui/menus.hpp"
#include "ui/program.hpp"

namespace still_window_test {
namespace {

namespace fs = std::filesystem;
using namespace barchan;
using barchan_test::Workspace;

struct Shown {
  int width = 0, height = 0;
  std::unique_ptr<unsigned char, decltype(&stbi_image_free)> pixels{nullptr, stbi_image_free};
};

Shown read(fs::path const& file) {
  Shown shown;
  int channels = 0;
  shown.pixels.reset(stbi_load(file.string().c_str(), &shown.width, &shown.height, &channels, 3));
  return shown;
}

/// Fraction of the pixels that differ; 1 if the pictures cannot be compared.
double difference(Shown const& a, Shown const& b) {
  if (!a.pixels || !b.pixels || a.width != b.width || a.height != b.height) return 1.0;
  int different = 0;
  for (int i = 0; i < a.width * a.height; ++i) {
    different += std::equal(a.pixels.get() + 3 * i, a.pixels.get() + 3 * i + 3, b.pixels.get() + 3 * i) ? 0 : 1;
  }
  return static_cast<double>(different) / (a.width * a.height);
}

std::vector<fs::path> pictures_of(Workspace const& workspace) {
  std::vector<fs::path> files;
  for (auto const& entry : fs::directory_iterator(workspace.folder() / "Pictures")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(StillWindow, F12SavesTheLandAloneAndShiftF12ThePanelsToo) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key f1\nkey f1\nkey space\nframes 2\nkey f12\nexpect message contains Picture saved\nframes 400\n"
      "picture with.png\nkey shift+f12\nkey tab\npicture without.png\n",
      workspace.tiny(), "--size 320x200");
  ASSERT_EQ(run.code, 0) << run.output;
  const std::vector<fs::path> files = pictures_of(workspace);
  ASSERT_EQ(files.size(), 2u);
  const Shown with = read(workspace.folder() / "with.png"), without = read(workspace.folder() / "without.png");
  EXPECT_GT(difference(with, without), 0.1);
  // The name of the second file ends in -2.png, which is sorted before .png.
  EXPECT_EQ(difference(read(files[1]), without), 0.0) << files[1];
  EXPECT_LT(difference(read(files[0]), with), 0.005) << files[0];
}

TEST(StillWindow, AStillBringsBackItsWorldWithItsPast) {
  const Workspace workspace;
  const auto first = workspace.run_script(
      "steps 5\nplace wall x=0.5 y=0.5 height=3 length=6 width=2\nset wind.speed 13\nsteps 4\n"
      "stroke raise material=sand radius=4 amount=1 path=0.3,0.3,0.4,0.5\nkey ctrl+z\nkey space\nframes 3\n"
      "camera 40 25 0.8 0.4 0.6\npicture still.png\nsteps 6\npicture later.png\n",
      workspace.tiny(), "--size 320x240");
  ASSERT_EQ(first.code, 0) << first.output;
  const SavedWorld saved = load_world(workspace.folder() / "still.png");
  fs::remove(workspace.tiny());
  const auto again = workspace.run_script(
      fmt::format("key space\nexpect step == {}\nexpect wind.speed == 13\nexpect history.list contains place wall\n"
                  "expect camera.azimuth == 40 +- 0.01\npicture same.png\nsteps 6\npicture later_again.png\n",
                  saved.world.step_count()),
      "still.png", "--size 320x240 --no-panels");
  ASSERT_EQ(again.code, 0) << again.output;
  EXPECT_EQ(load_world(workspace.folder() / "same.png").world.hash(), saved.world.hash());
  EXPECT_EQ(load_world(workspace.folder() / "later_again.png").world.hash(),
            load_world(workspace.folder() / "later.png").world.hash());
}

TEST(StillWindow, IsOpenedLikeAFileThatIsDropped) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nsteps 7\npicture still.png\nopen flat_bed\nframes 9\nexpect scenario == flat_bed\n"
      "open still.png\nframes 9\nexpect title contains Tiny\nexpect dialog == none\npicture again.png\n",
      workspace.tiny(), "--size 320x200");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(load_world(workspace.folder() / "again.png").world.hash(),
            load_world(workspace.folder() / "still.png").world.hash());
}

TEST(StillWindow, AFilmCarriesNoWorlds) {
  const Workspace workspace;
  const auto run = workspace.run("'" + workspace.tiny() + "' --frames 2 --size 64x64 --picture film.png");
  ASSERT_EQ(run.code, 0) << run.output;
  ASSERT_TRUE(fs::exists(workspace.folder() / "film-0001.png"));
  EXPECT_FALSE(is_still(workspace.folder() / "film-0001.png"));
}

TEST(StillWindow, TheMenuSavesOtherSizes) {
  for (ui::StillRequest const& size : ui::picture_sizes()) {
    EXPECT_FALSE(size.panels);
    EXPECT_LE(std::max(size.width, size.height), 8192);
  }
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nclick menu/file\nframes 3\nclick menu/file/picture\nframes 3\n"
      "click menu/file/picture/1920x1080\nframes 3\nexpect message contains Picture saved\n",
      workspace.tiny(), "--size 640x400");
  ASSERT_EQ(run.code, 0) << run.output;
  const std::vector<fs::path> files = pictures_of(workspace);
  ASSERT_EQ(files.size(), 1u);
  const Shown shown = read(files[0]);
  EXPECT_EQ(shown.width, 1920);
  EXPECT_EQ(shown.height, 1080);
  EXPECT_TRUE(is_still(files[0]));
}

/// A picture that the user has asked for is not lost if the window is closed at once.
TEST(Window, SavesAPictureBeforeItCloses) {
  const Workspace workspace;
  if (workspace.shell("command -v xvfb-run && command -v xdotool").code != 0) {
    GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  }
  workspace.write("window.sh", std::string("'") + BARCHAN_WINDOW_PATH + "' '" + workspace.tiny() +
                                   "' --size 1200x900 --file-dialogs own &\nprogram=$!\nawait 'Tiny - Barchan'\n"
                                   "sleep 1\nxdotool key --window \"$window\" F12 ctrl+q\n"
                                   "for i in $(seq 1 600); do kill -0 $program 2>/dev/null || break; sleep 0.1; done\n"
                                   "kill -0 $program 2>/dev/null && { echo stuck; kill -9 $program; }\n"
                                   "wait $program\nexit 0\n");
  const auto run = workspace.on_a_screen("window.sh", "1300x1000");
  EXPECT_EQ(run.output.find("stuck"), std::string::npos) << run.output;
  ASSERT_TRUE(fs::exists(workspace.folder() / "Pictures")) << run.output;
  const std::vector<fs::path> files = pictures_of(workspace);
  ASSERT_EQ(files.size(), 1u) << run.output;
  const Shown picture = read(files.front());
  EXPECT_EQ(picture.width, 1200);
  EXPECT_EQ(picture.height, 900);
  EXPECT_NO_THROW(load_world(files.front()));
}

/// The simulation runs on while the picture is drawn. The picture has the world of the moment that it shows.
TEST(Window, SavesThePictureOfALandThatChangesWithItsWorld) {
  const Workspace workspace;
  if (workspace.shell("command -v xvfb-run && command -v xdotool").code != 0) {
    GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  }
  const std::string land = workspace.tiny();
  workspace.write("window.sh", std::string("'") + BARCHAN_WINDOW_PATH + "' '" + land +
                                   "' --size 320x240 --file-dialogs own &\nprogram=$!\nawait 'Tiny - Barchan'\n"
                                   "sleep 1\nxdotool key --window \"$window\" F12\n"
                                   "sleep 0.3\nxdotool key --window \"$window\" shift+F12\n"
                                   "for i in $(seq 1 600); do [ \"$(ls Pictures 2>/dev/null | wc -l)\" = 2 ] && break; "
                                   "sleep 0.1; done\nsleep 0.5\nkill $program\nwait $program\nexit 0\n");
  const auto run = workspace.on_a_screen("window.sh", "640x480");
  ASSERT_TRUE(fs::exists(workspace.folder() / "Pictures")) << run.output;
  const std::vector<fs::path> files = pictures_of(workspace);
  ASSERT_EQ(files.size(), 2u) << run.output;
  for (fs::path const& file : files) {
    const SavedWorld saved = load_world(file);
    const std::uint64_t step = saved.world.step_count();
    EXPECT_NE(file.string().find(fmt::format("-step{}.", step)), std::string::npos) << file << ", step " << step;
    StartedWorld fresh = start_world(land);
    while (fresh.world.step_count() < step) fresh.world.step();
    EXPECT_EQ(fresh.world.hash(), saved.world.hash()) << file;
    EXPECT_GT(step, 0u);
  }
}

}  // namespace
}  // namespace still_window_test
