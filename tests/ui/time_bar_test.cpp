// The time bar: dragging the land into its past, playing from there, and the way back to the present.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ui/headless.hpp"
#include "ui/program.hpp"
#include "ui/time_bar.hpp"

namespace time_bar_test {
namespace {

using namespace barchan::ui;
using barchan_test::Headless;
using barchan_test::Workspace;

// Tests that compare pictures look at the land alone, after the camera and the light have come to rest.
constexpr char const* kStart = "key space\nframes 2\nkey tab\nframes 2\n";
constexpr char const* kRest = "frames 120\n";
constexpr char const* kSmall = "--size 320x240";
constexpr char const* kWithBar = "--size 560x400";  // a smaller window has no bar

auto picture_of(Workspace const& workspace, char const* name) {
  return barchan_test::pixels_of(workspace.folder() / name);
}

TEST(TimeBar, ThumbnailsStandApart) {
  using Chosen = std::vector<std::size_t>;
  EXPECT_EQ(spaced_out({0.0f, 10.0f, 20.0f, 30.0f, 31.0f, 60.0f}, 20.0f), (Chosen{0, 2, 5}));
  EXPECT_EQ(spaced_out({5.0f}, 20.0f), Chosen{0});
  EXPECT_TRUE(spaced_out({}, 20.0f).empty());
}

TEST(TimeBar, ADragShowsTheLandAsItWas) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) + "steps 40\n" + kRest + "picture then.png\nsteps 160\n" + kRest +
          "picture now.png\nkey tab\nframes 2\nexpect timebar == true\nset timebar 40\nframes 4\nexpect step == 40\n"
          "expect paused == true\nexpect history.last == 200\nmouse_move 400 100\nkey tab\n" +
          kRest + "picture back.png\nkey end\nframes 2\nexpect step == 200\n" + kRest + "picture end.png\n",
      workspace.tiny(), kWithBar);
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(picture_of(workspace, "back.png"), picture_of(workspace, "then.png"));
  EXPECT_EQ(picture_of(workspace, "end.png"), picture_of(workspace, "now.png"));
  EXPECT_NE(picture_of(workspace, "then.png"), picture_of(workspace, "now.png"));
}

TEST(TimeBar, ThePastPlaysAgainWithItsActs) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) + "steps 30\nplace wall height=5\nsteps 70\n" + kRest +
          "picture now.png\nrewind 10\nexpect step == 10\nexpect obstacles == 0\n"
          "expect history.list == \"place wall at 30 ahead\"\nsteps 90\nexpect step == 100\nexpect obstacles > 0\n"
          "expect history.branches == 1\nexpect history.list == \"place wall at 30\"\n" +
          kRest + "picture again.png\nexpect budget_error == 0\n",
      workspace.tiny(), kSmall);
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(picture_of(workspace, "again.png"), picture_of(workspace, "now.png"));
}

TEST(TimeBar, SpacePlaysFromTheMomentThatIsShown) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nsteps 50\nrewind 20\nframes 5\nexpect step == 20\nkey space\nframes 9\n"
      "expect step >= 29\nexpect paused == false\nexpect history.branches == 1\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(TimeBar, AChangeInThePastBeginsABranch) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      std::string(kStart) + "steps 100\n" + kRest +
          "picture first.png\nrewind 50\nkey tab\nset wind.speed 7\nkey tab\nsteps 20\nexpect step == 70\n"
          "expect history.branches == 2\nexpect history.branch == \"Wind speed\"\nexpect history.last == 70\n"
          "branch first\nexpect step == 100\nexpect changes == 0\n" +
          kRest + "picture back.png\nbranch Wind speed\nexpect step == 70\nexpect wind.speed == 7\n",
      workspace.tiny(), kSmall);
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_EQ(picture_of(workspace, "back.png"), picture_of(workspace, "first.png"));
}

TEST(TimeBar, SaysWhichBranchesThereAre) {
  const Workspace workspace;
  const auto run = workspace.run_script("branch second\n", workspace.tiny());
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.output.find("expected the name of a branch (first), found 'second'"), std::string::npos) << run.output;
}

TEST(TimeBar, ItsTooltipNamesTheStepAndTheActs) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nsteps 60\nset wind.speed 7\nframes 2\nsteps 60\nexpect timebar.says == none\n"
      "rewind 60\nhover timebar\nframes 40\nexpect timebar.says contains \"Step 60 · 24 s\"\n"
      "expect timebar.says contains Wind speed → 7 m/s\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(TimeBar, ItsTimeFollowsTheTimeStep) {
  const Workspace workspace;
  // 100 steps of 0.4 s, 50 of 1 s and, after the undo, 50 of 0.4 s.
  const auto run = workspace.run_script(
      "key space\nframes 2\nsteps 100\nset world.time_step 1\nsteps 50\nkey ctrl+z\nframes 2\nsteps 50\n"
      "rewind 100\nhover timebar\nframes 4\nexpect timebar.says contains \"Step 100 · 40 s\"\n"
      "rewind 150\nhover timebar\nframes 4\nexpect timebar.says contains \"Step 150 · 1 min\"\n"
      "rewind 20\nhover timebar\nframes 4\nexpect timebar.says contains \"Step 20 · 8 s\"\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(TimeBar, AKeyHidesItAndSoDoesTab) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nexpect timebar == true\nkey u\nframes 2\nexpect timebar == false\nkey u\nframes 2\n"
      "expect timebar == true\nkey tab\nframes 2\nexpect timebar == false\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
  const auto hidden = workspace.run_script("key space\nkey u\nframes 2\nsteps 9\nhover timebar\n", workspace.tiny());
  EXPECT_EQ(hidden.code, 2) << hidden.output;
}

/// Sizes of a picture in pixels.
class TimeBarRoom : public testing::TestWithParam<ImVec2> {};

TEST_P(TimeBarRoom, OverlapsNothing) {
  Headless host(shipped_tools(), GetParam());
  Script::parse(
      "key f1\nkey f1\nkey space\nset map true\nset overlay sediment\nmouse_move 1 1\nframes 4\nkey ctrl+z\nframes 2\n",
      "room.txt")
      .run(host);
  const auto overlapped = [&] {
    WidgetPlace const* const bar = host.editor().widgets().find("timebar.strip");
    if (bar == nullptr) return std::string("there is no bar");
    std::string names;
    for (char const* const name : {"panel", "status", "inset_map", "legend", "legend.high", "toast"}) {
      WidgetPlace const* const other = host.editor().widgets().find(name);
      const bool apart =
          other != nullptr && (other->maximum.x <= bar->minimum.x || other->minimum.x >= bar->maximum.x ||
                               other->maximum.y <= bar->minimum.y || other->minimum.y >= bar->maximum.y);
      if (!apart) names += std::string(name) + " ";
    }
    return names;
  };
  EXPECT_EQ(overlapped(), "");
  Script::parse("key tab\nframes 2\n", "room.txt").run(host);
  EXPECT_EQ(overlapped(), "there is no bar");
}

INSTANTIATE_TEST_SUITE_P(Sizes, TimeBarRoom,
                         testing::Values(ImVec2{1280.0f, 720.0f}, ImVec2{800.0f, 500.0f}, ImVec2{1920.0f, 1080.0f}));

TEST(TimeBar, MessagesStandAboveItsFilm) {
  Headless host(shipped_tools());
  Script::parse("key f1\nkey f1\nkey space\nsteps 30\nkey ctrl+z\nframes 2\nhover timebar\nframes 3\n", "film.txt")
      .run(host);
  WidgetPlace const* const toast = host.editor().widgets().find("toast");
  WidgetPlace const* const film = host.editor().widgets().find("timebar.film");
  ASSERT_TRUE(toast != nullptr && film != nullptr);
  EXPECT_LE(toast->maximum.y, film->minimum.y);
}

TEST(TimeBar, WindowsAtTheFootStandAboveIt) {
  Headless host(shipped_tools());
  Script::parse("key space\nkey t\nframes 200\nkey l\nmouse_move 640 300\nmouse_down\nframes 1\nmouse_up\nframes 4\n",
                "foot.txt")
      .run(host);
  WidgetPlace const* const gauges = host.editor().widgets().find("gauges");
  ASSERT_NE(gauges, nullptr);
  EXPECT_LE(gauges->maximum.y, host.editor().widgets().find("timebar.strip")->minimum.y);
}

TEST(TimeBar, ASmallWindowHasNone) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nexpect timebar == false\nsteps 9\nrewind 4\n"
      "expect step == 4\nend\nexpect step == 9\n",
      workspace.tiny(), "--size 480x320");
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace time_bar_test
