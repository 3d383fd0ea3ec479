// NetCDF files that grow: what is on the disk after each time, after an interruption and after a continuation.
#include <csignal>
#include <cstring>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "io/geo_module.hpp"
#include "io/grid_variable.hpp"
#include "io_support.hpp"
#include "support/source_tree.hpp"

namespace barchan::test::grid_series_test {
namespace {

constexpr int kWidth = 5, kHeight = 3;

geo::SeriesOrder order_at(std::filesystem::path const& path) {
  geo::SeriesOrder order;
  order.path = path.string();
  order.width = kWidth;
  order.height = kHeight;
  order.cell_size = 2.0;
  order.title = "A test";
  order.variables = {grid_variable("elevation", "m"), grid_variable("wind:speed", "m/s")};
  return order;
}

/// Cells whose values tell the variable, the time and the cell.
std::vector<float> cells_at(int variable, int time) {
  std::vector<float> cells(kWidth * kHeight);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = static_cast<float>(1000 * variable + 100 * time) + static_cast<float>(i);
  }
  return cells;
}

void append(geo::Series& series, int time) {
  const std::vector<float> first = cells_at(1, time), second = cells_at(2, time);
  const std::span<float const> values[]{first, second};
  series.append(10.0 * time, values);
}

/// The message of the GeoError that `callable` throws; "" and a failure if it throws none.
template <class Callable>
std::string geo_error_of(Callable callable) {
  try {
    callable();
  } catch (geo::GeoError const& error) {
    return error.what();
  }
  ADD_FAILURE() << "expected a GeoError";
  return {};
}

/// Number of times that the header of a file counts.
std::uint32_t counted_times(std::string const& bytes) {
  std::uint32_t count = 0;
  for (std::size_t i = 4; i < 8; ++i) count = count * 256 + static_cast<unsigned char>(bytes[i]);
  return count;
}

/// What check_files.py finds in a file, as JSON; null if Python has no GDAL or no NumPy.
nlohmann::json found_by_python(std::string const& kind, std::filesystem::path const& file) {
  const auto script = source_root() / "tests/rasters/check_files.py";
  const ProgramResult result =
      run_shell("/usr/bin/python3 '" + script.string() + "' " + kind + " '" + file.string() + "'");
  if (result.exit_code == 77 || result.exit_code == 127) return nullptr;
  EXPECT_EQ(result.exit_code, 0) << result.output;
  return nlohmann::json::parse(result.output, nullptr, false);
}

TEST(GridSeries, GdalReadsEveryTimeOfEveryVariable) {
  const TemporaryFolder folder;
  const auto series = geo_gate().series(order_at(folder / "a.nc"));
  for (int time = 0; time < 3; ++time) {
    append(*series, time);
    EXPECT_EQ(series->times(), static_cast<std::uint64_t>(time) + 1);
    const nlohmann::json found = found_by_python("series", folder / "a.nc");
    if (found.is_null()) GTEST_SKIP() << "python3-gdal is not installed";
    ASSERT_EQ(found["variables"].size(), 2u);
    EXPECT_EQ(found["transform"], (std::vector<double>{0.0, 2.0, 0.0, 6.0, 0.0, -2.0}));
    EXPECT_EQ(found["times"].size(), static_cast<std::size_t>(time) + 1);
    EXPECT_EQ(found["times"].back(), 10.0 * time);
    EXPECT_EQ(found["variables"]["elevation"]["values"][static_cast<std::size_t>(time)], cells_at(1, time));
    EXPECT_EQ(found["variables"]["wind_speed"]["values"][static_cast<std::size_t>(time)], cells_at(2, time));
    EXPECT_EQ(found["variables"]["wind_speed"]["units"], "m s-1");
    EXPECT_EQ(found["variables"]["elevation"]["standard_name"], "surface_altitude");
    EXPECT_EQ(found["conventions"], "CF-1.8");
    EXPECT_EQ(found["time_units"], "seconds since 2000-01-01 00:00:00");
    EXPECT_FALSE(found["variables"]["elevation"].contains("grid_mapping"));
  }
}

TEST(GridSeries, AContinuedFileIsThatOfAnUninterruptedRun) {
  const TemporaryFolder folder;
  {
    const auto whole = geo_gate().series(order_at(folder / "whole.nc"));
    for (int time = 0; time < 5; ++time) append(*whole, time);
    const auto part = geo_gate().series(order_at(folder / "part.nc"));
    for (int time = 0; time < 4; ++time) append(*part, time);
  }
  // What an interruption within a time leaves.
  write_bytes(folder / "part.nc", read_bytes(folder / "part.nc") + std::string(70, 'x'));
  geo::SeriesOrder order = order_at(folder / "part.nc");
  order.continue_after = 2;
  const auto series = geo_gate().series(order);
  EXPECT_EQ(series->times(), 2u);
  EXPECT_EQ(counted_times(read_bytes(folder / "part.nc")), 2u);
  EXPECT_TRUE(contains(geo_error_of([&] { append(*series, 1); }), "after 10 s"));
  for (int time = 2; time < 5; ++time) append(*series, time);
  EXPECT_EQ(read_bytes(folder / "part.nc"), read_bytes(folder / "whole.nc"));
}

TEST(GridSeries, AKilledProgramLeavesAllTimesThatItHadAdded) {
  const TemporaryFolder folder;
  for (int round = 0; round < 8; ++round) {
    const auto file = folder / ("killed" + std::to_string(round) + ".nc");
    { const auto made = geo_gate().series(order_at(file)); }
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      geo::SeriesOrder order = order_at(file);
      order.continue_after = 0;
      const auto series = geo_gate().series(order);
      for (int time = 0;; ++time) append(*series, time);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + 7 * round));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    const std::uint32_t times = counted_times(read_bytes(file));
    geo::SeriesOrder order = order_at(file);
    order.continue_after = times;
    { const auto series = geo_gate().series(order); }
    const auto expected = folder / "expected.nc";
    const auto whole = geo_gate().series(order_at(expected));
    for (std::uint32_t time = 0; time < times; ++time) append(*whole, static_cast<int>(time));
    EXPECT_EQ(read_bytes(file), read_bytes(expected)) << times << " times";
  }
}

TEST(GridSeries, AnotherFileIsNotContinued) {
  const TemporaryFolder folder;
  { append(*geo_gate().series(order_at(folder / "a.nc")), 0); }
  const std::string before = read_bytes(folder / "a.nc");
  const auto refusal = [&](auto const& change) {
    geo::SeriesOrder order = order_at(folder / "a.nc");
    order.continue_after = 1;
    change(order);
    const std::string said = geo_error_of([&] { geo_gate().series(order); });
    EXPECT_EQ(read_bytes(folder / "a.nc"), before) << "a refused file stays as it was";
    return said;
  };
  EXPECT_TRUE(contains(refusal([](auto& order) { order.width = 6; }), "of this sequence"));
  EXPECT_TRUE(contains(refusal([](auto& order) { order.cell_size = 3.0; }), "of this sequence"));
  EXPECT_TRUE(contains(refusal([](auto& order) { order.title = "Another"; }), "of this sequence"));
  EXPECT_TRUE(contains(refusal([](auto& order) { order.variables.pop_back(); }), "of this sequence"));
  EXPECT_TRUE(contains(refusal([](auto& order) { order.continue_after = 2; }), "at least 2 times"));
  EXPECT_TRUE(contains(refusal([&](auto& order) { order.path = (folder / "b.nc").string(); }), "No such file"));
  EXPECT_TRUE(contains(refusal([&](auto& order) { order.path = (folder / "no/b.nc").string(); }), "No such file"));
}

TEST(GridSeries, WrongNamesAndTurnedLandsAreRefused) {
  const TemporaryFolder folder;
  for (std::string const name : {"", "1a", "a b", "time", "crs", "wind_speed", "caf\xc3\xa9"}) {
    geo::SeriesOrder order = order_at(folder / "a.nc");
    order.variables[0].name = name;
    EXPECT_TRUE(contains(geo_error_of([&] { geo_gate().series(order); }), "no other variable has")) << name;
  }
  geo::SeriesOrder order = order_at(folder / "a.nc");
  order.place.transform = {0.0, 8.0, 6.0, 0.0, 6.0, -8.0};
  EXPECT_TRUE(contains(geo_error_of([&] { geo_gate().series(order); }), "rotated"));
  order = order_at(folder / "a.nc");
  order.variables.clear();
  EXPECT_TRUE(contains(geo_error_of([&] { geo_gate().series(order); }), "at least one variable"));
  EXPECT_TRUE(folder.names().empty());
}

TEST(GridVariable, NamesAndUnitsFollowTheConventions) {
  EXPECT_EQ(grid_variable("elevation", "m").standard_name, "surface_altitude");
  EXPECT_EQ(grid_variable("thickness:sand", "m").name, "thickness_sand");
  EXPECT_EQ(grid_variable("", "m").name, "value");
  EXPECT_EQ(grid_variable("1", "").name, "field_1");
  EXPECT_EQ(grid_variable("discharge", "m3/s").unit, "m3 s-1");
  EXPECT_EQ(grid_variable("cover", "").unit, "1");
}

}  // namespace
}  // namespace barchan::test::grid_series_test
