/// Reports as JSON: what a headless run did, and what its dunes measure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/raster_file.hpp"
#include "measure/measure.hpp"

namespace barchan {

class World;

/// What the runner knows besides the world.
struct RunFacts {
  std::string scenario;                           ///< id
  std::uint64_t steps = 0;                        ///< done in this run
  double seconds = 0.0;                           ///< simulation only
  bool interrupted = false;                       ///< stopped before the steps that were asked for
  std::map<std::string, double> seconds_by_part;  ///< process id, wind_field, cascade, checks
};

/// The report as JSON text: scenario, seed, threads, steps, seconds, hash (16 hex digits of the whole state), budget
/// (error and an account a soil, in quanta; what lies is summed from the columns here), health, processes.
std::string make_report(World const& world, RunFacts const& facts);

/// How a world is to be measured, and what only its steps could tell.
struct MeasureFacts {
  std::string scenario;                ///< id or file
  std::uint64_t steps = 0;             ///< done before measuring
  std::optional<double> wind_degrees;  ///< in place of the world's resultant wind
  SeparateDuneRule dunes;
  bool elevation_is_sand = false;  ///< a bare height map: all above its lowest cell is sand
  std::vector<TimedMap> maps;      ///< thickness of the sand at moments of the last steps, for the migration
};

/// All measures as JSON; docs/measure.md says what each key means.
std::string make_measure_report(World const& world, MeasureFacts const& facts);

}  // namespace barchan
