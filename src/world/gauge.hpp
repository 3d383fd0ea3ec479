/// Gauges: places whose water is recorded at every step. They do not affect the world.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/grid.hpp"
#include "base/parameter.hpp"
#include "land/landmarks.hpp"

namespace barchan {

class World;

/// Rows of x and y.
std::span<ParameterRow const> gauge_rows();
/// The parameters of one gauge, for panels and files.
ParameterGroup gauge_group(Gauge& gauge);

/// Returns an empty string if the gauge can be placed, otherwise one sentence that says what is wrong.
std::string gauge_error(Gauge const& gauge);

/// Index of the cell that the gauge reads.
std::size_t cell_of(Gauge const& gauge, Grid const& grid);

/// Reading of a gauge after a step.
struct GaugeReading {
  /// Discharge of the whole stream through its cell, m3/s, averaged like the field `discharge`; 0 in lakes.
  double discharge = 0.0;
  double depth = 0.0;  ///< depth of the lake or the stream, m
  double level = 0.0;  ///< elevation of the water surface, or of dry ground, m above sea level
};
/// A reading in a time series.
struct GaugePoint {
  std::uint64_t step = 0;
  double time = 0.0;  ///< s
  GaugeReading reading;
  double years = 0.0;  ///< passed in the calendar of the site
};
/// Reads all gauges, in order.
std::vector<GaugeReading> read_gauges(World const& world, std::span<Gauge const> gauges);

/// First line of a CSV table: `step,time_s`, then NAME_discharge_m3_s, NAME_depth_m and NAME_level_m of each gauge.
std::string gauge_heading(std::span<Gauge const> gauges);
/// Line of one step. `readings` are in the order of the heading; a reading is null if its gauge did not exist yet.
std::string gauge_line(std::uint64_t step, double time, std::span<GaugeReading const* const> readings);

}  // namespace barchan
