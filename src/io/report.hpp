/// Reports as JSON: the result of a run, and the measures of its dunes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/raster_file.hpp"
#include "measure/measure.hpp"
#include "world/step_check.hpp"

namespace barchan {

class World;

/// Facts about a run that are not part of the world.
struct RunFacts {
  std::string scenario;                           ///< id
  std::uint64_t steps = 0;                        ///< completed in this run
  double seconds = 0.0;                           ///< duration of the simulation alone, s
  bool interrupted = false;                       ///< stopped by the user before the requested number of steps
  bool verified = false;                          ///< each step was simulated twice
  std::optional<StepDifference> difference;       ///< that ended a verified run
  std::map<std::string, double> seconds_by_part;  ///< s; keys: process ids, wind_field, gravity, checks
};

/// The report as JSON text: scenario, seed, threads, steps, seconds, verified, hash (16 hex digits, of the whole
/// state), budget (error and one account per soil, in quanta), health and processes. The lying matter is summed from
/// the columns.
std::string make_report(World const& world, RunFacts const& facts);

/// A line over the land, m from the south-west corner.
struct MeasureLine {
  glm::dvec2 from{}, to{};
};

/// Options for measuring a world, and data from its last steps.
struct MeasureFacts {
  std::string scenario;                              ///< id or file
  std::uint64_t steps = 0;                           ///< completed before measuring
  std::optional<double> wind_degrees;                ///< replaces the world's resultant wind
  Directions directions = Directions::mathematical;  ///< convention of the directions in the report
  std::optional<ResultantWind> blown;  ///< wind of the measured stretch; empty: that of the present parameters
  SeparateDuneRule dunes;
  bool elevation_is_sand = false;     ///< a bare height map: everything above its lowest cell is sand
  std::vector<TimedMap> maps;         ///< maps of the sand thickness during the last steps, for the migration
  std::optional<MeasureLine> line{};  ///< through which the flux is measured
};

/// All measures as JSON; docs/measure.md describes each key.
std::string make_measure_report(World const& world, MeasureFacts const& facts);

}  // namespace barchan
