// The hints of the first run: they come once, one after the other, and stay away when they are dismissed.
#include "ui/hints.hpp"

#include <string>

#include <gtest/gtest.h>

#include "io/file.hpp"
#include "ui/headless.hpp"
#include "ui/program.hpp"

namespace hints_test {
namespace {

using namespace barchan::ui;
using barchan_test::Headless;
using barchan_test::Workspace;

void run(Headless& window, std::string const& script) { Script::parse(script, "hints.txt").run(window); }

TEST(Hints, PointAtDialToolsAndTimeBarAndStayAway) {
  const Workspace workspace;
  const auto file = workspace.folder() / "data" / "hints.txt";
  {
    Headless window(shipped_tools());
    run(window, "key space\nframes 3\nexpect hints == none\n");
    window.editor().keep_hints_in(file);
    run(window, "frames 3\nexpect hints == dial\nclick hints/ok\nframes 3\nexpect hints == tools\n");
  }
  {
    Headless window(shipped_tools());
    window.editor().keep_hints_in(file);
    run(window,
        "key space\nframes 3\nexpect hints == tools\nclick hints/ok\nframes 3\nexpect hints == timebar\n"
        "click hints/ok\nframes 3\nexpect hints == none\n");
  }
  EXPECT_EQ(barchan::read_text_file(file, 1000), "dial\ntools\ntimebar\n");
  Headless window(shipped_tools());
  window.editor().keep_hints_in(file);
  run(window,
      "key space\nframes 3\nexpect hints == none\nset menu/help hints\nframes 3\nexpect hints == dial\n"
      "key shift+f1\nframes 2\nexpect hints == dial\n");
}

TEST(Hints, WaitUntilTheirSubjectIsInSight) {
  Headless window(shipped_tools());
  run(window,
      "key space\nkey f9\nkey u\nkey shift+f1\nframes 3\nexpect hints == tools\nclick hints/ok\nframes 3\n"
      "expect hints == none\nkey f9\nframes 3\nexpect hints == dial\n");
}

TEST(Hints, AreHiddenWhileAMenuADialogOrTheHelpPageIsOpen) {
  Headless window(shipped_tools());
  run(window,
      "key space\nkey shift+f1\nframes 3\nexpect hints == dial\nclick menu/file\nframes 3\nexpect hints == none\n"
      "key escape\nframes 3\nexpect hints == dial\nkey f1\nframes 3\nexpect hints == none\nkey f1\nframes 3\n"
      "expect hints == dial\nkey ctrl+o\nframes 3\nexpect hints == none\n");
}

TEST(Hints, DoNotComeOffScreen) {
  const Workspace workspace;
  const auto run = workspace.run_script("frames 3\nexpect hints == none\n", workspace.tiny(), "--data data");
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace hints_test
