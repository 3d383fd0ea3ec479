// The dialog of the desktop: programs that answer, cancel, never answer, print rubbish or fail.
#include "ui/file_chooser.hpp"

#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "ui/headless.hpp"
#include "ui/program.hpp"

namespace file_chooser_test {
namespace {

using namespace barchan::ui;
using barchan_test::Headless;
using barchan_test::Workspace;

/// A folder with a program `zenity` that stands alone on PATH.
class OwnPath {
 public:
  explicit OwnPath(std::string const& zenity = {}) : before_(std::getenv("PATH")) {
    if (!zenity.empty()) {
      const auto file = space_.write("zenity", "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"" +
                                                   (space_.folder() / "words").string() + "\"\n" + zenity + "\n");
      chmod(file.c_str(), 0755);
    }
    setenv("PATH", space_.folder().c_str(), 1);
    unsetenv("DBUS_SESSION_BUS_ADDRESS");
  }
  ~OwnPath() { setenv("PATH", before_.c_str(), 1); }
  OwnPath(OwnPath const&) = delete;
  OwnPath& operator=(OwnPath const&) = delete;

  Workspace const& space() const { return space_; }
  /// The arguments with which the program was started, one per line.
  std::string words() const {
    std::ifstream file(space_.folder() / "words");
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  Workspace space_;
  std::string before_;
};

/// Asks and waits for the answer, at most ten seconds.
std::optional<FileAnswer> answer_to(FileQuestion const& question) {
  FileChooser chooser;
  if (!chooser.ask(question)) return std::nullopt;
  for (int i = 0; i < 1000; ++i) {
    if (auto answer = chooser.poll()) {
      EXPECT_FALSE(chooser.waiting());
      return answer;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return std::nullopt;
}

TEST(FileChooser, PassesTheQuestionWithoutAShell) {
  const OwnPath path("echo \"" + (std::filesystem::temp_directory_path() / "a $(b) 'c'.toml").string() + "\"");
  const auto answer = answer_to({"Save \"it\" $HOME", true, "/tmp/a b.toml", {"*.toml", "*.soil"}});
  ASSERT_TRUE(answer && answer->file) << (answer ? answer->trouble : "none");
  EXPECT_EQ(path.words(),
            "--file-selection\n--title=Save \"it\" $HOME\n--filename=/tmp/a b.toml\n--save\n--confirm-overwrite\n"
            "--file-filter=*.toml *.soil\n");
}

TEST(FileChooser, NamesThePatternsForKdialog) {
  for (ChooserProgram const& program : chooser_programs({"Open", false, "/tmp", {"*.toml", "*.soil"}})) {
    if (program.name != "kdialog") continue;
    EXPECT_EQ(program.arguments.back(), "Barchan files (*.toml *.soil)");
  }
  EXPECT_EQ(chooser_programs({"Open", false, "/tmp", {}}).back().arguments.back(), "/tmp/") << "no patterns, no filter";
}

TEST(FileChooser, GivesTheFileThatExists) {
  const OwnPath path("echo /dev/null");
  const auto answer = answer_to({"Open", false, "/tmp", {}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->file, std::filesystem::path("/dev/null"));
  EXPECT_NE(path.words().find("--filename=/tmp/\n"), std::string::npos) << path.words();
}

TEST(FileChooser, TellsACancelFromRubbishAndFailures) {
  struct Case {
    char const *program, *trouble;  ///< `trouble`: a part of the message; empty: cancelled
  };
  for (Case const& one : {Case{"exit 1", ""},
                          {"echo rubbish", "returned no file, but 'rubbish'"},
                          {"true", "returned no file"},
                          {"echo /nowhere/at/all", "returned no file"},
                          {"echo /tmp/a; echo /tmp/b", "returned no file"},
                          {"exit 5", "failed (exit code 5)"},
                          {"kill -SEGV $$", "failed (exit code 139)"},
                          {"printf '\\001\\377'", "returned no file"}}) {
    const OwnPath path(one.program);
    const auto answer = answer_to({"Open", false, "/tmp", {}});
    ASSERT_TRUE(answer) << one.program;
    EXPECT_FALSE(answer->file) << one.program;
    EXPECT_NE(answer->trouble.find(one.trouble), std::string::npos) << one.program << ": " << answer->trouble;
    EXPECT_EQ(answer->trouble.empty(), std::string(one.trouble).empty()) << one.program;
    EXPECT_EQ(answer->trouble.find('\n'), std::string::npos) << one.program;
  }
}

TEST(FileChooser, EndsAProgramThatNeverAnswersOrNeverStopsWriting) {
  for (char const* const program : {"trap '' TERM; while :; do :; done", "while :; do echo more; done"}) {
    const OwnPath path(program);
    FileChooser chooser;
    ASSERT_TRUE(chooser.ask({"Open", false, "/tmp", {}}));
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(chooser.poll());
    chooser.cancel();
    EXPECT_FALSE(chooser.waiting());
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2)) << program;
  }
}

TEST(FileChooser, SaysThatThereIsNone) {
  const OwnPath path;
  EXPECT_FALSE(FileChooser().ask({"Open", false, "/tmp", {}}));
}

/// Runs frames until the program has answered.
void wait_for(Headless& window, std::string const& expectation) {
  for (int i = 0; i < 200; ++i) {
    try {
      return Script::parse("frames 1\n" + expectation, "chooser.txt").run(window);
    } catch (std::exception const&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  Script::parse(expectation, "chooser.txt").run(window);
}

void run(Headless& window, std::string const& script) { Script::parse(script, "chooser.txt").run(window); }

TEST(FileDialog, OpensWhatTheDesktopAnswers) {
  Workspace space;
  const auto land = space.write("second.toml",
                                "title = \"Second\"\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\nshape = "
                                "\"uniform\"\n");
  const OwnPath path("echo '" + land.string() + "'");
  Headless window(shipped_tools());
  window.editor().use_native_dialogs(true);
  run(window, "key space\nkey ctrl+o\nframes 1\n");
  wait_for(window, "expect title contains Second\n");
  run(window, "frames 2\nexpect dialog == none\n");
}

TEST(FileDialog, SavesWithItsEndingWhereTheDesktopAnswers) {
  Workspace space;
  const OwnPath path("echo '" + (space.folder() / "kept").string() + "'");
  Headless window(shipped_tools());
  window.editor().use_native_dialogs(true);
  run(window, "key space\nkey ctrl+shift+s\nframes 1\n");
  wait_for(window, "expect file contains kept.barchan\n");
  EXPECT_TRUE(std::filesystem::exists(space.folder() / "kept.barchan"));
}

TEST(FileDialog, GoesOnInItsOwnListWhenTheDesktopFails) {
  const OwnPath path("exit 3");
  Headless window(shipped_tools());
  window.editor().use_native_dialogs(true);
  run(window, "key space\nkey ctrl+o\nframes 1\n");
  wait_for(window, "expect trouble contains \"failed (exit code 3)\"\n");
  run(window, "frames 2\nexpect dialog == open\n");
  EXPECT_NE(window.editor().widgets().find("file/name"), nullptr);
  run(window, "key escape\nframes 3\nexpect dialog == none\n");
}

TEST(FileDialog, CanBeCancelledOrUsedInsteadOfADesktopThatNeverAnswers) {
  const OwnPath path("while :; do :; done");
  Headless window(shipped_tools());
  window.editor().use_native_dialogs(true);
  run(window, "frames 2\nkey ctrl+o\nframes 60\nexpect dialog == open\n");
  EXPECT_NE(window.editor().widgets().find("file/waiting"), nullptr);
  run(window, "expect step > 50\nclick file/here\nframes 2\nexpect dialog == open\n");
  EXPECT_NE(window.editor().widgets().find("file/name"), nullptr);
  run(window, "key escape\nframes 3\nexpect dialog == none\nkey ctrl+o\nframes 3\n");
  EXPECT_NE(window.editor().widgets().find("file/waiting"), nullptr);
  run(window, "key escape\nframes 3\nexpect dialog == none\n");
}

}  // namespace
}  // namespace file_chooser_test
