// The script language: what it refuses, its messages, and how the program ends.
#include "ui/script.hpp"
#include "wind/wind_field.hpp"

#include <gtest/gtest.h>

#include "faults/faults.hpp"
#include "ui/program.hpp"

namespace script_test {
namespace {

using barchan::ui::Script;
using barchan::ui::ScriptError;
using barchan_test::Workspace;

std::string error_of(std::string_view text) {
  try {
    Script::parse(text, "tour.txt");
  } catch (ScriptError const& error) {
    return error.what();
  }
  return {};
}

TEST(Script, TakesCommentsAndEmptyLines) {
  EXPECT_NO_THROW(Script::parse("# a tour\n\n  frames 3   # three of them\nkey shift+r\n", "tour.txt"));
}

TEST(Script, NamesTheLineOfAnUnknownCommand) {
  const std::string error = error_of("frames 1\n\nfly north\n");
  EXPECT_EQ(error.substr(0, 11), "tour.txt:3:");
  EXPECT_NE(error.find("unknown command 'fly'"), std::string::npos);
}

TEST(Script, NamesTheFormOfACommandWithTooFewWords) {
  const std::string error = error_of("set wind.speed\n");
  EXPECT_NE(error.find("tour.txt:1: expected a line such as 'set GROUP.KEY VALUE', found 'set wind.speed'"),
            std::string::npos)
      << error;
}

struct Refusal {
  char const* script;
  char const* words;
};

class ScriptRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(ScriptRefusal, ExitsWithTwoAndOneLine) {
  const Workspace workspace;
  const auto run = workspace.run_script(GetParam().script, workspace.tiny());
  EXPECT_EQ(run.code, 2) << run.output;
  EXPECT_NE(run.output.find(GetParam().words), std::string::npos) << run.output;
  EXPECT_EQ(std::count(run.output.begin(), run.output.end(), '\n'), 1) << run.output;
}

INSTANTIATE_TEST_SUITE_P(
    Lines, ScriptRefusal,
    testing::Values(
        Refusal{"frames many\n", "script.txt:1: expected a number, found 'many'"},
        Refusal{"frames -3\n", "script.txt:1: expected a whole number"},
        Refusal{"key hyper\n",
                "script.txt:1: expected the name of a key, such as 'a', 'space', 'comma', 'f1' or 'shift+r', found "
                "'hyper'"},
        Refusal{"frames 1\nset wind.sped 3\n", "script.txt:2: expected a widget of the window, found 'wind.sped'"},
        Refusal{"click nothing\n", "script.txt:1: expected a widget of the window, found 'nothing'"},
        Refusal{"key tab\nset wind.speed 3\n", "script.txt:2: expected a widget of the window, found 'wind.speed'"},
        Refusal{"expect wind.sped == 3\n", "script.txt:1: expected the name of a value, found 'wind.sped'"},
        Refusal{"expect step ~ 3\n", "script.txt:1: expected a comparison (==, !=, <, <=, >, >=, contains), found '~'"},
        Refusal{"expect boundary < none\n",
                "script.txt:1: expected ==, != or contains, because 'boundary' is text, found '<'"},
        Refusal{"expect step < none\n",
                "script.txt:1: expected ==, != or contains, because 'none' is not a number, found '<'"},
        Refusal{"picture /nowhere/at/all.png\n", "script.txt:1: "}));

TEST(Script, AFailedExpectationExitsWithOneAndSaysWhatWasFound) {
  const Workspace workspace;
  const auto run = workspace.run_script("steps 7\nexpect step > 10\n", workspace.tiny());
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.output.find("script.txt:2: expected step > 10, found 7"), std::string::npos) << run.output;
}

TEST(Script, AMissingScriptExitsWithTwo) {
  const Workspace workspace;
  const auto run = workspace.run("'" + workspace.tiny() + "' --script nowhere.txt");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.output.find("nowhere.txt: cannot be read: there is no such file"), std::string::npos) << run.output;
}

TEST(Program, RefusesWhatItCannotUse) {
  const Workspace workspace;
  EXPECT_EQ(workspace.run("no_such_scenario").code, 2);
  EXPECT_EQ(workspace.run("dunes --size 12").code, 2);
  EXPECT_EQ(workspace.run("dunes --set wind.sped=3").code, 2);
  EXPECT_EQ(workspace.run("dunes --set wind.speed=1e9").code, 2);
  EXPECT_EQ(workspace.run("dunes --no-such-option").code, 2);
  EXPECT_EQ(workspace.run("dunes --picture /nowhere/at/all.png").code, 2);
  const auto help = workspace.run("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.output.find("--offscreen"), std::string::npos);
  EXPECT_EQ(workspace.run("--version").code, 0);
}

TEST(Program, SaysWhatItFoundWhereThereIsNoDisplay) {
  const Workspace workspace;
  const auto run =
      workspace.shell(std::string("env -u DISPLAY -u WAYLAND_DISPLAY '") + BARCHAN_WINDOW_PATH + "' dunes");
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(barchan::test::says(run.output, "There is no display"));
  EXPECT_EQ(std::count(run.output.begin(), run.output.end(), '\n'), 1) << run.output;
}

}  // namespace
}  // namespace script_test
