// The section "Measure": its figures, and their cost per frame.
#include "ui/measure_panel.hpp"

#include <chrono>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "ui/program.hpp"
#include "world/world.hpp"

namespace measure_panel_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan_test::Workspace;

LoadedWorld bed(int side) {
  const Scenario scenario = parse_scenario(
      "title = \"Bed\"\n[grid]\nwidth = " + std::to_string(side) + "\nheight = " + std::to_string(side) +
          "\n[[land.sand]]\nshape = \"uniform\"\nthickness = 3.0\n[[land.sand]]\nshape = \"noise\"\namplitude = 1\n"
          "wavelength = 24\n[wind]\ndirection = 60\n[wind_particles]\npopulation = 4096\n",
      "bed.toml", ".");
  return {{{scenario.info, scenario.views.front().camera}, make_world(scenario)}, {"bed", {}, {}, {}}};
}

TEST(MeasureWatch, GivesTheFiguresOfTheViewThatIsShown) {
  SimulationRunner runner(bed(64), SimulationRunner::Mode::synchronous);
  MeasureWatch watch;
  EXPECT_FALSE(watch.figures().has_value());
  watch.renew(runner, 0.0);
  ASSERT_TRUE(watch.figures().has_value());
  EXPECT_EQ(watch.figures()->step, 0u);
  EXPECT_FALSE(watch.figures()->migration.found) << "nothing has moved yet";
  const ElevationMap surface = elevation_map(runner.view().grid, runner.view().elevation);
  EXPECT_EQ(watch.figures()->survey.measures.rms_height, rms_height(surface));
  EXPECT_EQ(watch.figures()->survey.measures.crest_error_degrees,
            axial_difference(crest_orientation(surface).degrees, 150.0));

  // Two views at different times give the migration.
  runner.advance(BatchPlan{0.0, 40});
  watch.renew(runner, 0.1);
  EXPECT_EQ(watch.figures()->step, 40u);
  EXPECT_GT(watch.figures()->migration.seconds, 0.0);
  // Nothing is measured for the next two seconds unless a script asks.
  runner.advance(BatchPlan{0.0, 40});
  watch.renew(runner, 1.0);
  EXPECT_EQ(watch.figures()->step, 40u);
  watch.ask();
  watch.renew(runner, 1.1);
  EXPECT_EQ(watch.figures()->step, 80u);
  // The figures of the old world are dropped.
  runner.replace([] { return bed(48); });
  runner.advance(std::nullopt);
  watch.renew(runner, 1.2);
  EXPECT_EQ(watch.figures()->step, 0u);
  EXPECT_EQ(watch.figures()->survey.separate.dunes.front().cells, 48u * 48u);
}

// The frame does not wait for the figures: the thread that draws takes them in a later call.
TEST(MeasureWatch, MeasuresBesideTheFrames) {
  SimulationRunner runner(bed(256), SimulationRunner::Mode::threaded);
  MeasureWatch watch;
  const auto steps = [&] { return watch.figures() ? std::optional(watch.figures()->step) : std::nullopt; };
  double now = 0.0;
  for (int renewals = 0; renewals < 3; ++renewals) {
    const auto shown = steps();
    watch.ask();
    watch.renew(runner, now += 0.1);
    EXPECT_EQ(steps(), shown) << "figures that a call has begun come in a later one";
    for (int frame = 0; frame < 10000 && steps() == shown; ++frame) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      runner.advance(BatchPlan{2.0, 1});
      watch.renew(runner, now += 0.1);
    }
    EXPECT_NE(steps(), shown);
  }
}

TEST(MeasurePanel, ShowsEveryFigureWithItsUnit) {
  MeasureFigures figures;
  figures.survey.measures.crest = {110.2, 0.42};
  figures.survey.measures.crest_error_degrees = -0.3;
  figures.survey.spacing.median = 54.3;
  figures.survey.height = 5.0;
  figures.survey.separate.cover = 0.5;
  figures.survey.measures.lee = {33.2, 35.0, 100};
  figures.survey.dune_class = DuneClass::transverse;
  figures.migration = {.found = true, .along_wind = 0.15, .across_wind = 0.0, .seconds = 10.0, .correlation = 0.9};
  const auto value_of = [&](std::string_view name) {
    for (MeasureRow const& row : measure_rows(figures, barchan::Directions::mathematical)) {
      EXPECT_FALSE(row.help.empty());
      if (row.name == name) return row.value;
    }
    return std::string("no such row");
  };
  EXPECT_EQ(value_of("class"), "transverse");
  EXPECT_EQ(value_of("crest"), "110° (NNW-SSE) (+0°)");
  EXPECT_EQ(value_of("spacing"), "54 m");
  EXPECT_EQ(value_of("height"), "5.0 m");
  EXPECT_EQ(value_of("cover"), "50 %");
  EXPECT_EQ(value_of("slopes"), "33° / –");
  EXPECT_EQ(value_of("migration"), "0.150 m/s");
  EXPECT_EQ(value_of("flux"), "0.75 m²/s");
  EXPECT_EQ(value_of("per_year"), "–");
  figures.years_per_second = 0.02;
  EXPECT_EQ(value_of("per_year"), "7.5 m") << "0.15 m/s in a calendar of 50 s a year";
  figures.migration.found = false;
  EXPECT_EQ(value_of("flux"), "–");
}

TEST(MeasurePanel, OpensAndMeasures) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "expect measure.class == none\nclick section/measure\nframes 2\nexpect measure.class == sheet\n"
      "expect measure.cover == 1\nsteps 300\nclick measure.now\nframes 2\nexpect measure.step >= 300\n"
      "hover measure.flux\nframes 40\nexpect measure.migration != none\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace measure_panel_test
