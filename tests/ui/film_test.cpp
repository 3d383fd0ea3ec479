// Series of pictures, the tour and the time of day, as a user requests them.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "io/file.hpp"
#include "ui/program.hpp"
#include "ui/time_of_day.hpp"

namespace barchan::ui::film_test {
namespace {

using barchan_test::Workspace;

bool same(Workspace const& workspace, char const* a, char const* b) {
  return read_file(workspace.folder() / a) == read_file(workspace.folder() / b);
}

TEST(Film, FramesAreNumberedAndTheLandGoesOnBetweenThem) {
  const Workspace workspace;
  const std::string land = "'" + workspace.tiny() + "' --size 160x120 --no-panels --frames 3 --every 7 ";
  const auto run = workspace.run(land + "--picture a.b.png");
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_FALSE(std::filesystem::exists(workspace.folder() / "a.b.png"));
  EXPECT_FALSE(std::filesystem::exists(workspace.folder() / "a.b-0004.png"));
  EXPECT_FALSE(same(workspace, "a.b-0001.png", "a.b-0002.png"));
  EXPECT_FALSE(same(workspace, "a.b-0002.png", "a.b-0003.png"));
  const auto again = workspace.run(land + "--picture again.png");
  ASSERT_EQ(again.code, 0) << again.output;
  EXPECT_TRUE(same(workspace, "a.b-0003.png", "again-0003.png"));
}

TEST(Film, BecomesAVideoWhereThereIsAProgramThatMakesOne) {
  const Workspace workspace;
  // Stands for ffmpeg: prints its arguments and checks that it can read the pictures.
  workspace.write("ffmpeg",
                  "#!/bin/sh\nls *.png > seen.txt\necho \"$@\" > asked.txt\nfor last; do :; done\n"
                  "echo video > \"$last\"\n");
  const auto film = workspace.shell(std::string("chmod +x ffmpeg; PATH=\"$PWD:$PATH\" BARCHAN_FILMS=\"$PWD\" ") +
                                    "BARCHAN_SIZE=161x120 BARCHAN='" BARCHAN_WINDOW_PATH "' '" BARCHAN_SOURCE_DIR
                                    "/scripts/film.sh' '" +
                                    workspace.tiny() + "' 3 2 90 && cat seen.txt asked.txt tiny.mp4");
  ASSERT_EQ(film.code, 0) << film.output;
  for (const std::string part :
       {"tiny-0001.png\ntiny-0002.png\ntiny-0003.png\n", "tiny-%04d.png", "tiny.mp4\nvideo\n"}) {
    EXPECT_NE(film.output.find(part), std::string::npos) << part << " in " << film.output;
  }
}

TEST(Film, APausedWorldIsTheSamePictureFromFrameToFrame) {
  const Workspace workspace;
  const auto run = workspace.run("'" + workspace.tiny() +
                                 "' --steps 30 --size 160x120 --no-panels --picture still.png --frames 3 --every 0");
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_TRUE(same(workspace, "still-0001.png", "still-0002.png"));
  EXPECT_TRUE(same(workspace, "still-0001.png", "still-0003.png"));
}

TEST(Film, APausedWindowShowsTheSamePictureToo) {
  const Workspace workspace;
  const auto run = workspace.run_script("frames 20\nkey space\nframes 3\npicture a.png\nframes 7\npicture b.png\n",
                                        workspace.tiny(), "--size 240x160");
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_TRUE(same(workspace, "a.png", "b.png"));
}

TEST(Film, TheOrbitIsSharedOutOverTheFrames) {
  const Workspace workspace;
  const std::string land = "'" + workspace.tiny() + "' --size 160x120 --no-panels --every 0 ";
  const auto half = workspace.run(land + "--picture half.png --frames 2 --orbit 360");
  ASSERT_EQ(half.code, 0) << half.output;
  EXPECT_FALSE(same(workspace, "half-0001.png", "half-0002.png"));
  const auto whole = workspace.run(land + "--picture whole.png --frames 2 --orbit 720");
  ASSERT_EQ(whole.code, 0) << whole.output;
  EXPECT_TRUE(same(workspace, "whole-0001.png", "whole-0002.png"));
}

TEST(Film, ATourEndsWhereAHandTakesOver) {
  const Workspace workspace;
  const auto run = workspace.run_script(R"(key space
expect picture.tour == false
key k
frames 120
expect picture.tour == true
mouse_drag 800 300 900 320
expect picture.tour == false
key k
expect picture.tour == true
key home
expect picture.tour == false
set picture.tour true
expect picture.tour == true
mouse_move 900 300
frames 2
wheel 2
frames 2
expect picture.tour == false
)",
                                        workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(Film, TheTimeOfDayMovesTheSun) {
  const Workspace workspace;
  const auto run = workspace.run_script(R"(set picture.hour 12
expect picture.elevation == 60 +- 0.1
expect picture.azimuth == 270 +- 0.1
set picture.hour 17
expect picture.elevation == 12.95 +- 0.1
expect picture.azimuth == 187.6 +- 0.1
set picture.elevation 40
expect picture.hour > 14
)",
                                        workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(StatusBar, SaysWhetherTheLandIsPeriodic) {
  const Workspace workspace;
  EXPECT_EQ(workspace.run_script("expect boundary == periodic\n", workspace.tiny()).code, 0);
  EXPECT_EQ(workspace.run_script("expect boundary contains open\n", "mountains").code, 0);
}

TEST(TimeOfDay, IsFoundFromTheSunThatItMoves) {
  for (float hour = TimeOfDay::kFirst; hour <= TimeOfDay::kLast; hour += 0.25f) {
    const Sun sun = sun_at({hour});
    EXPECT_NEAR(time_of(sun).hour, hour, 1e-3);
    EXPECT_GE(sun.elevation, 2.0f) << "the lowest that is drawn";
    EXPECT_GE(sun.azimuth, 0.0f);
    EXPECT_LT(sun.azimuth, 360.0f);
    EXPECT_EQ(hour<12.0f, sun.azimuth> 270.0f || sun.azimuth < 90.0f) << "mornings are in the east";
  }
  // For other positions in the sky, the nearest time is used.
  for (float azimuth = 0.0f; azimuth < 360.0f; azimuth += 15.0f) {
    const float hour = time_of({.azimuth = azimuth, .elevation = 18.0f}).hour;
    EXPECT_GE(hour, TimeOfDay::kFirst);
    EXPECT_LE(hour, TimeOfDay::kLast);
  }
}

}  // namespace
}  // namespace barchan::ui::film_test
