// A window that is killed at any moment leaves work that opens, and little of it is missing.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "faults/faults.hpp"
#include "io/autosave.hpp"
#include "io/world_history.hpp"
#include "processes/process.hpp"
#include "ui/program.hpp"

namespace barchan::test::killed_window_test {
namespace {

using barchan_test::ProgramRun;
using barchan_test::Workspace;

long number_from(char const* variable, long usual) {
  char const* const text = std::getenv(variable);
  return text == nullptr ? usual : std::atol(text);
}

/// A script that steps, changes, rewinds and saves for much longer than it is left to run.
std::string busy_script() {
  std::string script = "frames 2\n";
  for (int round = 0; round < 400; ++round) {
    const std::string number = std::to_string(5 + round % 7);
    script += "steps 40\nplace wall height=" + number + "\nframes 9\nset wind.speed " + number +
              "\nsteps 20\nkey ctrl+z\nframes 5\nkey ctrl+z\nframes 7\nkey ctrl+y\nframes 5\n";
    if (round % 5 == 4) script += "key r\nframes 5\nkey escape\nframes 2\n";
    if (round % 9 == 8) script += "key ctrl+z\nframes 40\n";
  }
  return script;
}

/// Seconds since 1970.
std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

TEST(WindowKilled, AKilledWindowLosesLittle) {
  const long kills = number_from("BARCHAN_KILLS", 6);
  const Workspace workspace;
  workspace.write("busy.txt", busy_script());
  const std::string tiny = workspace.tiny();
  long with_work = 0;
  for (long i = 0; i < kills; ++i) {
    // Times from 0.6 to 3.6 s, spread evenly whatever their number.
    const double seconds =
        0.6 + 3.0 * std::fmod(0.618034 * static_cast<double>(i + number_from("BARCHAN_SEED", 0)), 1.0);
    workspace.shell("rm -rf data; timeout -s KILL " + std::to_string(seconds) +
                    " '" BARCHAN_WINDOW_PATH "' --offscreen '" + tiny +
                    "' --size 320x200 --data data --autosave 0.5 --script busy.txt");
    const LostWorks lost = find_lost_works(workspace.folder() / "data/autosave");
    EXPECT_TRUE(lost.notices.empty()) << lost.notices.front();
    ASSERT_LE(lost.works.size(), 1u);
    if (lost.works.empty()) continue;
    ++with_work;
    const std::filesystem::path file = lost.works.front().place.file();
    SavedWorld saved = load_world(file);
    EXPECT_LE(now() - saved.info.autosave.time, 3);
    StartedWorld started{std::move(saved.info), std::move(saved.world), true, {}, {}};
    auto record = take_history(started, file.string());
    ASSERT_TRUE(record) << started.notices.front();
    EXPECT_EQ(started.world.budget().error(), 0);
    History history(std::move(started.world), std::move(*record), usual_history_options(1));
    while (history.undo()) {
    }
    history.arrive();
    EXPECT_EQ(history.world().budget().error(), 0);
  }
  EXPECT_GT(with_work, kills / 3);
}

// The program dies at each of its calls that change a file, in the middle of a write.
TEST(WindowKilled, ASaveThatIsCutShortLeavesTheOneBefore) {
  const Workspace workspace;
  workspace.write("short.txt",
                  "key space\nframes 2\nsteps 5\nframes 70\nexpect autosaves == 1\nset wind.speed 7\nframes 70\n"
                  "expect autosaves == 2\nsteps 3\nkey r\nframes 4\nexpect autosaves == 3\n");
  const std::string program = "'" BARCHAN_WINDOW_PATH "' --offscreen '" + workspace.tiny() +
                              "' --size 320x200 --data data --autosave 1 --script short.txt";
  bool ended = false;
  int saved = 0;
  for (int call = 1; !ended && call < 60; ++call) {
    const ProgramRun run =
        workspace.shell("rm -rf data; " + with_shim("BARCHAN_KILL_AT=" + std::to_string(call)) + program);
    ended = run.code == 0;
    const LostWorks lost = find_lost_works(workspace.folder() / "data/autosave");
    EXPECT_TRUE(lost.notices.empty()) << lost.notices.front();
    ASSERT_LE(lost.works.size(), 1u);
    saved += lost.works.empty() ? 0 : 1;
    for (LostWork const& work : lost.works) EXPECT_NO_THROW(load_world(work.place.file()));
    for (auto const& entry : std::filesystem::directory_iterator(workspace.folder() / "data/autosave")) {
      EXPECT_NE(entry.path().extension(), ".part") << "call " << call;
    }
  }
  EXPECT_TRUE(ended);
  EXPECT_GT(saved, 5);
}

TEST(WindowKilled, AFullDiskIsSaidAndTheLandGoesOn) {
  const Workspace workspace;
  workspace.write("full.txt",
                  "key space\nframes 2\nsteps 5\nframes 70\nexpect autosaves == 0\n"
                  "frames 2\nexpect message contains \"Automatic saving failed\"\nsteps 5\n"
                  "frames 70\nexpect autosaves == 0\nexpect step == 10\n");
  // A limit on the size of files stands for a full disk.
  const ProgramRun run =
      workspace.shell("trap '' XFSZ; ulimit -f 16; '" BARCHAN_WINDOW_PATH "' --offscreen '" + workspace.tiny() +
                      "' --size 320x200 --data data --autosave 1 --script full.txt");
  EXPECT_EQ(run.code, 0) << run.output;
  EXPECT_TRUE(find_lost_works(workspace.folder() / "data/autosave").works.empty());
}

}  // namespace
}  // namespace barchan::test::killed_window_test
