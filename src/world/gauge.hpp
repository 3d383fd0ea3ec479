/// Gauges: places whose water is written down step by step. They look and change nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/grid.hpp"
#include "base/parameter.hpp"

namespace barchan {

class World;

struct Gauge {
  std::string name;  ///< heads its columns in files
  float x = 0.5f;    ///< share of the land's width from the west
  float y = 0.5f;    ///< share of the land's height from the south
};
inline constexpr std::size_t kMostGauges = 64;

/// Rows of x and y.
std::span<ParameterRow const> gauge_rows();
ParameterGroup gauge_group(Gauge& gauge);

/// Empty when it can be placed, otherwise one sentence with what was found.
std::string gauge_error(Gauge const& gauge);

/// The cell that it reads.
std::size_t cell_of(Gauge const& gauge, Grid const& grid);

/// What a gauge reads after a step.
struct GaugeReading {
  double discharge = 0.0;  ///< m3/s of the whole stream through its cell, averaged as the field `discharge`; 0 in lakes
  double depth = 0.0;      ///< m, of lake or stream
  double level = 0.0;      ///< m above sea level, of the water; where it is dry, of the ground
};
struct GaugePoint {
  std::uint64_t step = 0;
  double time = 0.0;  ///< s
  GaugeReading reading;
};
/// Of each gauge.
std::vector<GaugeReading> read_gauges(World const& world, std::span<Gauge const> gauges);

/// A CSV table's first line: `step,time_s`, then NAME_discharge_m3_s, NAME_depth_m and NAME_level_m of each gauge.
std::string gauge_heading(std::span<Gauge const> gauges);
/// Its line of a step; `readings` in the order of the heading, nothing where a gauge was not there yet.
std::string gauge_line(std::uint64_t step, double time, std::span<GaugeReading const* const> readings);

}  // namespace barchan
