// The calendar of a site in the window.
#include <string>

#include <gtest/gtest.h>

#include "ui/program.hpp"

namespace calendar_window_test {
namespace {

using barchan_test::Workspace;

constexpr char const* kLand =
    "title = \"Dunes\"\n[grid]\nwidth = 32\nheight = 32\n[[land.sand]]\nshape = \"uniform\"\nthickness = 2\n"
    "[wind_particles]\nenabled = false\n[slab_dunes]\nenabled = true\n[uplift]\nenabled = true\n";

TEST(CalendarWindow, TheStatusBarGivesTheYearsOfTheSite) {
  const Workspace workspace;
  // 20 steps of 0.4 s at 25.4 days are 203 days; at a third of the flux of the site, three times as many.
  const auto run = workspace.run_script(
      "key space\nsteps 20\nhold 2\nexpect calendar contains at 30 m²/a\nexpect calendar.years == 0.5556 +- 0.06\n"
      "expect calendar.clocks contains Uplift: 1 year\nexpect calendar.clocks contains calendar.follow\n"
      "set calendar.follow on\nset calendar.flux 10\nhold 2\nexpect calendar contains at 10 m²/a\n"
      "expect calendar.clocks contains Uplift: 76.1 days, in the calendar\n"
      "set wind.speed 0\nhold 2\nexpect calendar contains at 10 m²/a\nexpect calendar.years == 0.5556 +- 0.06\n"
      "expect calendar.clocks contains stands still\n",
      workspace.write("dunes.toml", kLand).string(), "--size 1600x900");
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace calendar_window_test
