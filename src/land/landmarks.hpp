/// Landmarks: gauges, palms and people. They have places on a land and do not affect it. A hash leaves them out.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/archive.hpp"
#include "base/grid.hpp"
#include "land/thing.hpp"

namespace barchan {

class Columns;

/// A place whose water is recorded.
struct Gauge {
  std::string name;  ///< appears in the headings of its columns in files
  float x = 0.5f;    ///< fraction of the land's width, from the west
  float y = 0.5f;    ///< fraction of the land's height, from the south

  bool operator==(Gauge const&) const = default;
};
inline constexpr std::size_t kMostGauges = 64;
inline constexpr std::size_t kLongestGaugeName = 256;  // bytes

/// A gauge on a land. Its id does not change when other gauges are added or removed.
struct PlacedGauge {
  int id = 0;  ///< > 0
  Gauge gauge;

  bool operator==(PlacedGauge const&) const = default;
};
using PlacedGauges = std::vector<PlacedGauge>;

/// All marks of a land.
struct Landmarks {
  PlacedGauges gauges;  ///< each with an id and a name of its own
  Things things;

  bool operator==(Landmarks const&) const = default;
};

/// Command: replaces the gauges of a land.
struct SetGauges {
  PlacedGauges gauges;

  bool operator==(SetGauges const&) const = default;
};
/// Command: replaces the palms and people of a land.
struct SetThings {
  Things things;

  bool operator==(SetThings const&) const = default;
};

/// A gauge with a number and a name that none of these has.
PlacedGauge new_gauge(PlacedGauges const& gauges, float x, float y);

/// Return one sentence that says what is wrong with the landmarks, or an empty string.
std::string gauges_error(PlacedGauges const& gauges);
std::string things_error(Things const& things);

/// Read or write landmarks. Throw ArchiveError on landmarks that no land can have.
void keep(Archive& archive, PlacedGauges& gauges);
void keep(Archive& archive, Things& things);
void keep(Archive& archive, Landmarks& landmarks);

/// The things, standing on the sand that lies under them now.
Things placed_things(Things things, Grid const& grid, Columns const& columns);

}  // namespace barchan
