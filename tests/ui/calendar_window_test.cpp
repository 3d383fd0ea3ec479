// The calendar of a site in the window, and the sand that crosses the line of a section.
#include <string>

#include <gtest/gtest.h>

#include "ui/program.hpp"
#include "ui/section_window.hpp"

namespace calendar_window_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
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
      "expect calendar.clocks contains Uplift: 76.1 days, as in the calendar\n"
      "set wind.speed 0\nhold 2\nexpect calendar contains at 10 m²/a\nexpect calendar.years == 0.5556 +- 0.06\n"
      "expect calendar.clocks contains stands still\n",
      workspace.write("dunes.toml", kLand).string(), "--size 1600x900");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(CalendarWindow, GaugesRecordTheYearsOfTheSite) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nframes 2\nexpect gauges.years == none\nclick gauges.place\nmouse_move 800 450\nmouse_down left\n"
      "frames 1\nmouse_up left\nframes 2\nkey escape\nsteps 20\nhold 2\nexpect gauges.points > 5\n"
      "expect gauges.years == 0.5556 +- 0.06\n",
      workspace.write("dunes.toml", kLand).string(), "--size 1600x900");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(SectionWindow, SaysWhatCrossesItsLine) {
  Calendar calendar;
  EXPECT_EQ(flux_text({}, calendar), "");
  EXPECT_EQ(flux_text({.length = 10.0, .sand = -0.25}, calendar), "Wind: 0.25 m³/s of sand away from you");
  calendar.years_per_second = 0.05;
  EXPECT_EQ(flux_text({.length = 10.0, .sand = 0.25, .water = 2.0, .stream_sediment = 0.02}, calendar),
            "Wind: 0.25 m³/s of sand towards you (5 m³ per year)\n"
            "Streams: 2 m³/s of water towards you, 0.02 m³/s of sediment towards you");
  EXPECT_EQ(flux_text({.length = 10.0, .water = -0.4}, calendar), "Streams: 0.4 m³/s of water away from you");

  // The wind blows to the east. A line to the north is crossed from its left, one to the south from its right.
  const Workspace workspace;
  const std::string land = workspace.write("dunes.toml", kLand).string();
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 120\nsteps 200\nhold 2\nkey c\nmouse_drag 760 560 760 340\nframes 3\n"
      "expect section == open\nexpect section.sand_flux > 5\nhover section.flux\n"
      "key c\nmouse_drag 760 340 760 560\nframes 3\nexpect section.sand_flux < -5\n"
      "expect section.water_flux == 0\n",
      land, "--size 1600x900");
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace calendar_window_test
