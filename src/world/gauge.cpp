#include "world/gauge.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "land/terrain.hpp"
#include "world/streams.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

using G = Gauge;
const std::array kRows{
    row::number<&G::x>(
        "x", "From the west", "", {0.0, 1.0},
        "Distance of the gauge from the west edge, as a fraction of the land's width. Higher: farther east."),
    row::number<&G::y>("y", "From the south", "", {0.0, 1.0},
                       "Distance of the gauge from the south edge, as a fraction of the land's length from south to "
                       "north. Higher: farther north."),
};

std::string decimals(double value, int count) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, count);
  return {text.data(), end.ptr};
}

/// Adds quotes where CSV requires them.
std::string csv_field(std::string const& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::span<ParameterRow const> gauge_rows() { return kRows; }

ParameterGroup gauge_group(Gauge& gauge) {
  return {"gauge", "Gauge", "A place at which discharge, depth and level of the water are recorded after each step.",
          kRows, &gauge};
}

std::string gauge_error(Gauge const& gauge) {
  Gauge copy = gauge;
  const ParameterGroup group = gauge_group(copy);
  for (ParameterRow const& row : group.rows) {
    if (std::string error = parameter_error(row, group.get(row)); !error.empty()) return "gauge: " + error;
  }
  return {};
}

std::size_t cell_of(Gauge const& gauge, Grid const& grid) {
  const auto cell = [](float share, int count) {
    return std::min(static_cast<int>(share * static_cast<float>(count)), count - 1);
  };
  return grid.index(cell(gauge.x, grid.width), cell(gauge.y, grid.height));
}

std::vector<GaugeReading> read_gauges(World const& world, std::span<Gauge const> gauges) {
  std::vector<GaugeReading> readings;
  if (gauges.empty()) return readings;
  Terrain const& terrain = world.terrain();
  const std::vector<RunningWater> running = running_water(world);
  for (Gauge const& gauge : gauges) {
    const std::size_t cell = cell_of(gauge, terrain.grid);
    const CellWater water = water_at(terrain, running, cell);
    GaugeReading reading;
    reading.depth = water.stream ? water.stream->depth : water.lake_depth;
    reading.discharge = water.whole ? water.whole->discharge : 0.0;
    reading.level = terrain.datum + to_metres(terrain.columns.elevation(cell)) + reading.depth;
    readings.push_back(reading);
  }
  return readings;
}

std::string gauge_heading(std::span<Gauge const> gauges) {
  std::string line = "step,time_s";
  for (Gauge const& gauge : gauges) {
    for (char const* const what : {"_discharge_m3_s", "_depth_m", "_level_m"})
      line += ',' + csv_field(gauge.name + what);
  }
  return line + '\n';
}

std::string gauge_line(std::uint64_t step, double time, std::span<GaugeReading const* const> readings) {
  std::string line = std::to_string(step) + ',' + decimals(time, 3);
  for (GaugeReading const* const reading : readings) {
    if (reading == nullptr) {
      line += ",,,";
      continue;
    }
    line +=
        ',' + decimals(reading->discharge, 6) + ',' + decimals(reading->depth, 6) + ',' + decimals(reading->level, 6);
  }
  return line + '\n';
}

}  // namespace barchan
