/// Droplets, and their requests to the land in a round.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/quanta.hpp"
#include "land/soil.hpp"

namespace barchan::water {

/// Cells around a place, in the order south-west, south-east, north-west, north-east.
inline constexpr std::size_t kCorners = 4;

/// A real-valued place on the grid.
struct Place {
  std::int32_t x = 0, y = 0;               ///< cell
  float offset_x = 0.0f, offset_y = 0.0f;  ///< position within the cell, [0, 1)
};

/// One droplet, in one cache line. A slot whose volume is 0 is empty.
struct alignas(64) Droplet {
  Place place;
  float velocity_x = 0.0f, velocity_y = 0.0f;          ///< m/s
  float age = 0.0f;                                    ///< s; negative while it waits to begin
  Quanta volume = 0;                                   ///< water, quanta
  Quanta newborn = 0;                                  ///< volume at birth, quanta
  Quanta load = 0;                                     ///< sediment carried, quanta
  Quanta lowest = std::numeric_limits<Quanta>::max();  ///< lowest elevation of the ground that it has reached
  float lane = 0.0f;     ///< position across the channel, from the right bank (-1/2) to the left bank (1/2)
  float width = 0.0f;    ///< width of the river in which it runs, m; less than a cell: it is not in a river
  float slope = -1.0f;   ///< descent along its path, averaged over some widths, m/m; negative: not yet known
  float bend = 0.0f;     ///< curvature of the channel times its width; follows the channel with a delay
  float strayed = 0.0f;  ///< path length since it last reached a new lowest place, cells; in rivers, widths
};

static_assert(sizeof(Droplet) == 64);

/// State of a droplet in a round.
enum class Fate : std::uint8_t {
  runs,
  spills,  ///< it starts at the sill over which it spills
  rests,   ///< it has come to rest in this round; its water is added to the standing water there
};

/// The outlet through which a droplet leaves a lake: from the sill to a neighbouring cell, or over an open edge.
struct Outlet {
  std::int32_t x = 0, y = 0;         ///< cell of the sill
  std::int32_t east = 0, north = 0;  ///< direction, -1, 0 or 1 cell
  bool edge = false;                 ///< whether it leaves over the open edge
};

/// The request of a droplet to the cells under its brush. Each evaluation gives the same counts.
struct Request {
  Place place;
  float tilt_x = 0.0f, tilt_y = 0.0f;  ///< slope of the water surface, quanta per cell
  float amount = 0.0f;                 ///< quanta wanted from a bed of sand; 0: nothing is wanted
  float phase = 0.0f;                  ///< phase of the rounding, [0, 1)
  float per_depth = 0.0f;              ///< 1 / depth of the water, 1/quanta
  Quanta floor = 0;                    ///< elevation below which the droplet does not erode
  bool banks = false;                  ///< taken from the bank of a river, not from its bed
};

/// The sediment that a droplet takes from the four cells around it.
struct Take {
  std::uint32_t cell[kCorners] = {};
  Quanta count[kCorners] = {};
  Quanta sum = 0;  ///< total, quanta; 0: nothing, and the other members are not set
};

/// The droplets and their requests in this round, one entry per slot.
struct Slots {
  std::span<Droplet> droplets;
  std::span<Request> requests;
  std::span<Take> takes;
  std::span<Fate> fates;
  std::span<std::pair<std::uint32_t, Outlet> const> outlets{};  ///< outlets of all slots that spill, ordered by slot
  std::size_t kinds = 0;                                        ///< number of soils in the loads; 0: all loads are sand
  std::span<Quanta> parts{};                                    ///< loads by soil, `kinds` entries per slot

  /// Clears the request of a slot. Droplets with a narrow brush use `takes`, those with a wider one use `requests`.
  void forget(std::size_t slot, bool narrow) const {
    takes[slot].sum = 0;
    if (!narrow) requests[slot].amount = 0.0f;
  }
  /// Returns whether the droplet of a slot wants anything in this round.
  bool asks(std::size_t slot, bool narrow) const {
    return narrow ? takes[slot].sum != 0 : requests[slot].amount != 0.0f;
  }
  /// Outlet of a slot that spills.
  Outlet const& outlet_of(std::size_t slot) const {
    const auto number = static_cast<std::uint32_t>(slot);
    return std::ranges::lower_bound(outlets, number, {}, &std::pair<std::uint32_t, Outlet>::first)->second;
  }
  /// Load of a droplet by soil; empty if all loads are sand.
  std::span<Quanta> parts_of(std::size_t slot) const { return parts.subspan(slot * kinds, kinds); }
};

/// A selection of slots, by number.
struct SlotsOfBand {
  Slots const& slots;
  std::span<std::uint32_t const> numbers;
};

/// A droplet that has left the land or come to rest.
struct Ending {
  std::uint32_t slot = 0;
  float phase = 0.0f;  ///< phase of the rounding when its load is deposited, [0, 1)
};

/// The contributions of the droplets of one band to the ledger and the statistics.
struct Tally {
  QuantaSum evaporated = 0;
  std::uint64_t steps = 0;
  std::vector<Ending> ended;
};

}  // namespace barchan::water
