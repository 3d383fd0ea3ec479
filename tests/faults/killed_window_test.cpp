// A window that is killed at any moment leaves work that opens, and little of it is missing.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "io/autosave.hpp"
#include "io/world_history.hpp"
#include "processes/process.hpp"
#include "ui/program.hpp"

namespace barchan::test {
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

}  // namespace
}  // namespace barchan::test
