// Faults around the window: its settings, its display, its driver, its memory, and signals.
#include <gtest/gtest.h>

#include "faults/faults.hpp"
#include "faults/locale.hpp"
#include "io/autosave.hpp"
#include "io/file.hpp"
#include "io/saved_world.hpp"
#include "ui/program.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan::test::window_test {
namespace {

using barchan_test::ProgramRun;
using barchan_test::Workspace;

constexpr char const* kProgram = "'" BARCHAN_WINDOW_PATH "' ";

std::string picture_of(Workspace const& workspace, std::string const& begin, std::string const& name) {
  workspace.write("script.txt",
                  "set wind.speed 7.25\nexpect wind.speed == 7.25\nset gravity.static_excess 1.5\n"
                  "frames 20\nset overlay elevation\nframes 3\npicture " +
                      name + "\n");
  const ProgramRun run =
      workspace.shell(begin + kProgram + "--offscreen '" + workspace.tiny() + "' --size 320x240 --script script.txt");
  EXPECT_EQ(run.code, 0) << run.output;
  return read_text_file(workspace.folder() / name, 1 << 24);
}

TEST(OffscreenFaults, ADecimalCommaChangesNoNumber) {
  const GermanLocale german;
  if (!german.available()) GTEST_SKIP() << "localedef cannot make the locale de_DE";
  const Workspace workspace;
  EXPECT_EQ(picture_of(workspace, "", "a.png"), picture_of(workspace, german.variables() + " ", "b.png"));
}

TEST(OffscreenFaults, AClockThatJumpsChangesNoPicture) {
  const Workspace workspace;
  EXPECT_EQ(picture_of(workspace, "", "a.png"), picture_of(workspace, with_shim("BARCHAN_JUMPING_CLOCK=1"), "b.png"));
}

TEST(OffscreenFaults, ADriverThatIsMissingIsSaid) {
  const Workspace workspace;
  const ProgramRun run = workspace.shell("mkdir empty && LIBGL_DRIVERS_PATH=\"$PWD/empty\" " + std::string(kProgram) +
                                         "--offscreen flat_bed --picture a.png");
  if (run.code == 0) GTEST_SKIP() << "the driver does not come from LIBGL_DRIVERS_PATH";
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(says(run.output, "There is no OpenGL"));
}

// The program's own allocations fail in turn, while it opens, simulates, draws and saves.
TEST(OffscreenFaults, AllocationsMayFail) {
  const Workspace workspace;
  workspace.write("script.txt",
                  "set wind.speed 7.25\nsteps 3\nkey ctrl+s\nframes 2\ntype w\nkey enter\nframes 3\npicture a.png\n");
  const std::string run =
      std::string(kProgram) + "--offscreen '" + workspace.tiny() + "' --size 320x200 --script script.txt";
  ASSERT_EQ(workspace.shell(with_shim("BARCHAN_COUNT=count") + run).code, 0);
  const long all = std::stol(read_text_file(workspace.folder() / "count", 100));
  constexpr int kMoments = 8;
  for (int i = 0; i < kMoments; ++i) {
    const std::string moment = std::to_string(1 + all * i / kMoments);
    const std::string variable = i % 2 == 0 ? "BARCHAN_NO_MEMORY_FROM=" : "BARCHAN_NO_MEMORY_AT=";
    const ProgramRun failed = workspace.shell(with_shim(variable + moment) + run);
    // A part that can be left out, such as a save, is only reported in the window.
    EXPECT_TRUE(failed.code == 2 || (failed.code == 0 && i % 2 == 1)) << variable << moment << ": " << failed.output;
    if (failed.code == 2) {
      EXPECT_NE(failed.output.find("memory"), std::string::npos) << failed.output;
    }
  }
  EXPECT_EQ(load_world(workspace.folder() / "w.barchan").world.parameter("wind", "speed"), 7.25);
}

// -- real windows ----------------------------------------------------------------------------------------------------

#ifdef BARCHAN_DROP_FILE_PATH
constexpr char const* kClose = "'" BARCHAN_DROP_FILE_PATH "' \"$window\"\n";
#else
constexpr char const* kClose = "kill -TERM $program\n";
#endif

bool has_displays(Workspace const& workspace) {
  return workspace.shell("command -v xvfb-run && command -v xdotool").code == 0;
}

/// Begins a script that opens a window and makes it have unsaved work. The file `pid` then names the program itself.
std::string open_and_change(Workspace const& workspace) {
  workspace.write("start.sh",
                  std::string("echo $$ > pid\nexec ") + kProgram + "'" + workspace.tiny() + "' --size 320x240\n");
  return "timeout 100 sh start.sh &\nprogram=$!\nawait 'Tiny - Barchan'\n"
         "xdotool key --window \"$window\" w 2>/dev/null\nawait '[*] Tiny - Barchan'\n";
}

/// The only world that is kept for the next start.
SavedWorld rescued(Workspace const& workspace) {
  const LostWorks lost = find_lost_works(workspace.folder() / ".local/share/barchan/autosave");
  if (lost.works.size() != 1) throw std::runtime_error("expected one rescued world");
  return load_world(lost.works.front().place.file());
}

/// Ends a window with unsaved work by `end`, commands of a shell, and expects the message of the page, the exit code,
/// and the work in a file.
void expect_rescue(std::string const& end, std::string_view heading, int code) {
  const Workspace workspace;
  if (!has_displays(workspace)) GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  workspace.write("s.sh", open_and_change(workspace) + end + "\nwait $program\necho ended $?\n");
  const ProgramRun run = workspace.on_a_screen("s.sh", "800x600");
  EXPECT_TRUE(says(run.output, heading));
  EXPECT_NE(run.output.find("ended " + std::to_string(code) + "\n"), std::string::npos) << run.output;
  EXPECT_EQ(rescued(workspace).world.parameter("water_particles", "enabled"), 1.0);
}

TEST(WindowFaults, ASignalSavesUnsavedWork) {
  expect_rescue("kill -TERM $(cat pid)", "Ctrl+C or SIGTERM ends the window", 130);
}

TEST(WindowFaults, ASignalSavesToThePicturesIfThereIsNoDataFolder) {
  const Workspace workspace;
  if (!has_displays(workspace)) GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  workspace.write("data", "a file, not a folder");
  workspace.write("s.sh", "export XDG_DATA_HOME=\"$PWD/data\"\n" + open_and_change(workspace) +
                              "kill -TERM $(cat pid)\nwait $program\n");
  const ProgramRun run = workspace.on_a_screen("s.sh", "800x600");
  EXPECT_NE(run.output.find("interrupted; unsaved work was saved: "), std::string::npos) << run.output;
  bool found = false;
  for (auto const& entry : std::filesystem::directory_iterator(workspace.folder() / "Pictures")) {
    if (!entry.path().string().ends_with("-rescued.barchan")) continue;
    EXPECT_EQ(load_world(entry.path()).world.parameter("water_particles", "enabled"), 1.0);
    found = true;
  }
  EXPECT_TRUE(found);
}

TEST(WindowFaults, ALostDisplaySavesUnsavedWork) {
  expect_rescue("kill -KILL $(cat /tmp/.X${DISPLAY#:}-lock)", "The display goes away", 2);
}

TEST(WindowFaults, TwoWindowsStoreWholeSettings) {
  const Workspace workspace;
  if (!has_displays(workspace)) GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  std::string script = "mkdir -p .config/barchan\n";
  for (char const* title : {"One", "Two"}) {
    workspace.write(std::string(title) + ".toml", "title = \"" + std::string(title) +
                                                      "\"\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\n"
                                                      "shape = \"uniform\"\n");
    script += std::string("timeout 100 ") + kProgram + title + ".toml --size 320x240 &\nprogram=$!\nawait '" + title +
              " - Barchan'\n" + title + "=$program\n" + title + "_window=$window\n";
  }
  for (char const* title : {"One", "Two"}) {
    script += std::string("program=$") + title + "\nwindow=$" + title + "_window\n" + kClose +
              "wait $program\necho ended $?\n";
  }
  workspace.write("s.sh", script + "ls -A .config/barchan\n");
  const ProgramRun run = workspace.on_a_screen("s.sh", "800x600");
  EXPECT_TRUE(run.output.ends_with("\nimgui.ini\n")) << run.output << ": no hidden file stays";
  const std::string settings = read_text_file(workspace.folder() / ".config/barchan/imgui.ini", 1 << 20);
  EXPECT_TRUE(settings.starts_with("[Window]") && settings.ends_with("\n")) << settings;
}

TEST(WindowFaults, SettingsThatCannotBeStoredAreSaidAndTheWindowRuns) {
  const Workspace workspace;
  if (!has_displays(workspace)) GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  std::filesystem::create_directories(workspace.folder() / ".config/barchan");
  std::filesystem::create_symlink("/dev/full", workspace.folder() / ".config/barchan/imgui.ini");
  workspace.write("s.sh", std::string("timeout 100 ") + kProgram + "'" + workspace.tiny() +
                              "' --size 320x240 &\nprogram=$!\nawait 'Tiny - Barchan'\n" + kClose +
                              "wait $program\necho ended $?\n");
  const ProgramRun run = workspace.on_a_screen("s.sh", "800x600");
  EXPECT_TRUE(says(run.output, "The window cannot store its settings"));
  EXPECT_NE(run.output.find("ended 0\n"), std::string::npos) << run.output;
}

TEST(WindowFaults, NoHomeMeansNoSettings) {
  const Workspace workspace;
  if (!has_displays(workspace)) GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  workspace.write("s.sh", std::string("env -u HOME -u XDG_CONFIG_HOME timeout 100 ") + kProgram + "'" +
                              workspace.tiny() + "' --size 320x240 &\nprogram=$!\nawait 'Tiny - Barchan'\n" + kClose +
                              "wait $program\necho ended $?\n");
  EXPECT_EQ(workspace.on_a_screen("s.sh", "800x600").output, "ended 0\n");
}

TEST(WindowFaults, ADriverThatIsTooOldIsSaid) {
  const Workspace workspace;
  if (!has_displays(workspace)) GTEST_SKIP() << "xvfb-run and xdotool are not installed";
  workspace.write("s.sh", std::string("MESA_GL_VERSION_OVERRIDE=2.1 ") + kProgram + "flat_bed\necho ended $?\n");
  const ProgramRun run = workspace.on_a_screen("s.sh", "800x600");
  if (run.output.find("OpenGL 4.1") == std::string::npos) GTEST_SKIP() << "this driver has another way to seem older";
  EXPECT_TRUE(says(run.output, "OpenGL is too old"));
  EXPECT_NE(run.output.find("ended 2\n"), std::string::npos) << run.output;
}

}  // namespace
}  // namespace barchan::test::window_test
