// Gauges in the window: which of their readings are kept, and how a user places, names and removes them.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "ui/gauge_log.hpp"
#include "ui/gauge_window.hpp"
#include "ui/program.hpp"

namespace gauge_window_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan_test::Workspace;

constexpr char const* kTub =
    "title = \"Tub\"\nseed = 3\n[grid]\nwidth = 48\nheight = 32\ncell_size = 2.0\nboundary = \"closed\"\n"
    "[[land.base]]\nshape = \"plane\"\nslope = 5.71\nazimuth = 180.0\n"
    "[[water_source]]\nx = 0.3\ny = 0.5\ndischarge = 20.0\n"
    "[wind_particles]\nenabled = false\n[water_particles]\nenabled = true\nrain = 0.0\ncapacity = 0.001\n"
    "evaporation = 0.0\n";

GaugePoint point(std::uint64_t step, double discharge = 0.0) {
  return {step, 0.5 * static_cast<double>(step), {discharge, 0.0, 0.0}};
}

TEST(GaugeLog, NeverGrowsBeyondItsRoomAndKeepsTheWholeTime) {
  GaugeSeries series;
  constexpr std::uint64_t kSteps = 10 * GaugeSeries::kMostPoints;
  for (std::uint64_t step = 7; step <= kSteps; ++step) series.add(point(step));
  EXPECT_LT(series.points.size(), GaugeSeries::kMostPoints);
  EXPECT_GE(series.points.size(), GaugeSeries::kMostPoints / 2 - 1);
  EXPECT_EQ(series.points.front().step, 7u);
  EXPECT_GT(series.points.back().step + series.stride, kSteps);
  for (std::size_t i = 1; i < series.points.size(); ++i) {
    ASSERT_EQ(series.points[i].step - series.points[i - 1].step, series.stride) << i;
  }
}

TEST(GaugeLog, AStepThatIsSeenAgainStandsOnce) {
  GaugeSeries series;
  for (const std::uint64_t step : {3u, 4u, 4u, 5u, 4u}) series.add(point(step, static_cast<double>(step)));
  ASSERT_EQ(series.points.size(), 2u);
  EXPECT_EQ(series.points.back().step, 4u);
}

TEST(GaugeLog, ReadingsStayWithAGaugeAndItsPlace) {
  const PlacedGauge here{1, {"Gauge 1", 0.1f, 0.1f}}, other{2, {"Gauge 2", 0.2f, 0.2f}};
  PlacedGauge moved = here, renamed = here;
  moved.gauge.x = 0.7f;
  renamed.gauge.name = "Bridge";
  GaugeLog log;
  log.follow({here, other});
  log.add(std::vector<GaugeRecord>{{1, point(1, 1.0)}, {2, point(1, 5.0)}});
  log.follow({renamed, other});
  EXPECT_EQ(log.series()[0].points.size(), 1u);
  log.follow({moved});
  EXPECT_TRUE(log.series()[0].points.empty()) << "they belong to the old place";
  log.add(std::vector<GaugeRecord>{{1, point(2, 9.0)}});
  log.follow({here, other});  // as after undo
  ASSERT_EQ(log.series()[0].points.size(), 1u);
  EXPECT_EQ(log.series()[0].points[0].reading.discharge, 1.0);
  EXPECT_EQ(log.series()[1].points[0].reading.discharge, 5.0);
}

TEST(GaugeLog, TheTableJoinsGaugesByStep) {
  GaugeLog log;
  log.follow({{1, {"Gauge 1", 0.1f, 0.1f}}, {2, {"Gauge 2", 0.2f, 0.2f}}});
  log.add(std::vector<GaugeRecord>{{1, point(1, 1.0)}, {1, point(2, 2.0)}, {2, point(2, 5.0)}, {99, point(2, 9.0)}});
  const std::string csv = log.csv();
  EXPECT_NE(csv.find("\n1,0.500,1.000000,0.000000,0.000000,,,\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\n2,1.000,2.000000,0.000000,0.000000,5.000000,0.000000,0.000000\n"), std::string::npos) << csv;
  log.forget();
  EXPECT_EQ(log.series()[0].points.size(), 0u);
}

TEST(GaugeWindow, TimesOfAnAxisHaveOneUnit) {
  EXPECT_EQ(axis_time(12.0, 50.0), "12 s");
  EXPECT_EQ(axis_time(1.25, 4.0), "1.2 s");
  EXPECT_EQ(axis_time(90.0, 900.0), "1.5 min");
  EXPECT_EQ(axis_time(5400.0, 40000.0), "1.5 h");
}

constexpr char const* kClick = "mouse_down\nframes 1\nmouse_up\nframes 2\n";

TEST(GaugeWindow, ClicksPlaceGaugesThatReadNameAndGo) {
  const Workspace workspace;
  workspace.write("tub.toml", kTub);
  const std::string click = kClick;
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 200\nexpect gauges == 0\nexpect tool != gauge\nkey l\n"
      "expect tool == gauge\nmouse_move 600 360\nframes 2\n" +
          click + "expect gauges == 1\nexpect gauges.points == 1\nmouse_move 900 360\nframes 2\n" + click +
          "expect gauges == 2\nmouse_move 1100 360\nframes 2\n" + click +
          "expect gauges == 2\nexpect message == \"There is no land here for a gauge.\"\nkey escape\nexpect tool != "
          "gauge\nsteps 50\nexpect gauges.points == 51\nexpect gauges.depth > 0.5\nexpect gauges.discharge == 0\nclick "
          "gauges.level\nhover gauges.plot\nframes 3\nset gauges.2.name Lake\nexpect gauges.last == Lake\nclick "
          "gauges.csv\nframes 2\nexpect message contains -gauges.csv\nclick gauges.2.remove\nframes 2\nexpect gauges "
          "== 1\nexpect gauges.discharge == 20 +- 2\nclick gauges.close\nframes 2\nexpect gauges == 1\nclick "
          "gauges.geojson\nframes 4\nexpect message contains Rivers and lakes saved\nclick gauges.clear\nframes "
          "2\nexpect gauges == 0\nexpect gauges.points == none\n",
      "tub.toml", "--steps 300");
  EXPECT_EQ(run.code, 0) << run.output;
  int tables = 0, maps = 0;
  for (auto const& entry : std::filesystem::directory_iterator(workspace.folder() / "Pictures")) {
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (entry.path().extension() == ".csv") {
      ++tables;
      EXPECT_TRUE(text.starts_with("step,time_s,Gauge 1_discharge_m3_s,")) << text.substr(0, 100);
      EXPECT_NE(text.find(",Lake_level_m\n300,"), std::string::npos) << text.substr(0, 200);
    } else {
      ++maps;
      EXPECT_EQ(nlohmann::json::parse(text)["features"].size(), 2u) << "a river and a lake";
    }
  }
  EXPECT_EQ(tables, 1);
  EXPECT_EQ(maps, 1);
}

TEST(GaugeWindow, GaugesGoWithTheSameLandAndNotToAnother) {
  const Workspace workspace;
  workspace.write("tub.toml", kTub);
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 200\nkey l\nmouse_move 600 360\nframes 2\n" + std::string(kClick) +
          "steps 20\nexpect gauges.points == 21\nkey shift+r\nframes 4\nexpect gauges == 1\nexpect gauges.points == 1\n"
          "steps 5\nexpect gauges.points == 6\nopen flat_bed\nframes 2\n"
          "expect dialog == question\nclick question/discard\n"
          "frames 4\nexpect gauges == 0\n",
      "tub.toml", "--steps 100");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(GaugeWindow, GaugesAndWhatTheyHaveReadAreSavedWithTheWorld) {
  const Workspace workspace;
  workspace.write("tub.toml", kTub);
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 200\nkey l\nmouse_move 600 360\nframes 2\n" + std::string(kClick) +
          "set gauges.1.name Bridge\nkey l\nsteps 20\nexpect gauges.points == 21\nkey ctrl+s\nframes 2\n"
          "type wet\nkey enter\nframes 3\nexpect dialog == none\nset scenario flat_bed\nframes 4\n"
          "expect gauges == 0\nkey ctrl+o\nframes 2\nset file/name wet.barchan\nframes 4\nexpect gauges == 1\n"
          "expect gauges.last == Bridge\nexpect gauges.points == 21\nsteps 5\nexpect gauges.points == 26\nkey l\n"
          "mouse_move 900 360\nframes 2\n" +
          kClick + "expect gauges == 2\nexpect gauges.last == \"Gauge 2\"\n",
      "tub.toml", "--steps 100");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(GaugeWindow, EachChangeOfAGaugeIsOneActThatUndoTakesBack) {
  const Workspace workspace;
  workspace.write("tub.toml", kTub);
  const auto run = workspace.run_script(
      "key space\nkey t\nframes 200\nkey l\nmouse_move 600 360\nframes 2\n" + std::string(kClick) +
          "expect undo == \"place Gauge 1\"\nexpect unsaved == true\nsteps 20\nexpect gauges.points == 21\n"
          "set gauges.1.name Bridge\nframes 2\nexpect undo == \"rename Bridge\"\nexpect gauges.points == 21\n"
          "click gauges.1.remove\nframes 2\nexpect gauges == 0\nexpect undo == \"remove Bridge\"\n"
          "key ctrl+z\nframes 2\nexpect gauges == 1\nexpect gauges.last == Bridge\nexpect gauges.points == 21\n"
          "expect step == 120\nkey ctrl+z\nframes 2\nexpect gauges.last == \"Gauge 1\"\nkey ctrl+z\nframes 2\n"
          "expect gauges == 0\nkey ctrl+shift+z\nframes 2\nexpect gauges == 1\nexpect gauges.points == 21\n",
      "tub.toml", "--steps 100");
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(GaugeWindow, OneToolAtATimeHasTheClick) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nkey l\nexpect tool == gauge\nkey b\nexpect tool != gauge\nexpect tool == place\n"
      "key l\nexpect tool == gauge\nkey c\nexpect tool != gauge\nexpect section == armed\nkey l\n"
      "expect section == off\nclick gauges.place\nframes 2\nexpect tool != gauge\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace gauge_window_test
