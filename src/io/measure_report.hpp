/// What barchan-cli measure writes.
#pragma once

#include <optional>
#include <string>

#include "barchan/measure/measure.hpp"
#include "barchan/world/world.hpp"

namespace barchan {

/// How a world is to be measured, and what only its steps could tell.
struct MeasureFacts {
  std::string scenario;                ///< id or file
  std::uint64_t steps = 0;             ///< done before measuring
  std::optional<double> wind_degrees;  ///< in place of the world's resultant wind
  SeparateDuneRule dunes;
  bool elevation_is_sand = false;  ///< a bare height map: all above its lowest cell is sand
  std::vector<TimedMap> maps;      ///< thickness of the sand at moments of the last steps, for the migration
};

/// Thickness of the sand, m.
ElevationMap sand_map(World const& world);

/// All measures as JSON; docs/measure.md says what each key means.
std::string make_measure_report(World const& world, MeasureFacts const& facts);

}  // namespace barchan
