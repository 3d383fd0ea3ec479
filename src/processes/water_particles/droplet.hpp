/// Droplets, and what they ask of the land in a round.
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

inline constexpr std::size_t kCorners = 4;  ///< cells around a place: south-west, south-east, north-west, north-east

struct Place {
  std::int32_t x = 0, y = 0;               ///< cell
  float offset_x = 0.0f, offset_y = 0.0f;  ///< place within the cell, [0, 1)
};

/// One droplet, a line of the cache. A slot without volume is empty and waits for rain.
struct alignas(64) Droplet {
  Place place;
  float velocity_x = 0.0f, velocity_y = 0.0f;          ///< m/s
  float age = 0.0f;                                    ///< s; below 0: it waits
  Quanta volume = 0;                                   ///< water
  Quanta newborn = 0;                                  ///< of that at birth
  Quanta load = 0;                                     ///< sand carried
  Quanta lowest = std::numeric_limits<Quanta>::max();  ///< elevation of the lowest place where it has been
  float lane = 0.0f;     ///< where it runs in a channel, from the right bank (-1/2) to the left one (1/2)
  float width = 0.0f;    ///< m of the river in which it runs; below a cell: in none
  float slope = -1.0f;   ///< m/m, down its way, averaged over some widths; below 0: not known yet
  float bend = 0.0f;     ///< curvature of the channel times its width, as far as the flow has answered to it
  float strayed = 0.0f;  ///< cells of way since then
};

static_assert(sizeof(Droplet) == 64);

/// How a droplet goes through a round.
enum class Fate : std::uint8_t {
  runs,
  spills,  ///< over the sill from which it has come
  rests,   ///< has come to rest, in this round: its water is to be poured where it is
};

/// Where a droplet spills: from the sill to a neighbour, or over an open edge.
struct Outlet {
  std::int32_t x = 0, y = 0;         ///< cell of the sill
  std::int32_t east = 0, north = 0;  ///< -1, 0 or 1 cell
  bool edge = false;                 ///< over the open edge
};

/// What a droplet asks of the land under its brush; enough to ask the same again.
struct Request {
  Place place;
  float tilt_x = 0.0f, tilt_y = 0.0f;  ///< of the water's surface, quanta a cell
  float amount = 0.0f;                 ///< quanta wanted if all were sand; 0: nothing
  float phase = 0.0f;                  ///< of the rounding, [0, 1)
  float per_depth = 0.0f;              ///< 1 over the depth of the water, 1/quanta
  Quanta floor = 0;                    ///< elevation below which this droplet does not dig
  bool banks = false;                  ///< a river wants it of the bank along which its fast thread runs
};

/// What a droplet takes from the four cells around it.
struct Take {
  std::uint32_t cell[kCorners] = {};
  Quanta count[kCorners] = {};
  Quanta sum = 0;  ///< 0: nothing, and the rest is not set
};

/// Droplets and what they ask for in this round, one entry a slot.
struct Slots {
  std::span<Droplet> droplets;
  std::span<Request> requests;
  std::span<Take> takes;
  std::span<Fate> fates;
  std::span<std::pair<std::uint32_t, Outlet> const> outlets{};  ///< of all slots that spill, by number
  std::size_t kinds = 0;                                        ///< of loads; 0: all are of sand
  std::span<Quanta> parts{};                                    ///< of the loads, `kinds` a slot

  /// Under a narrow brush droplets take, under others they request.
  void forget(std::size_t slot, bool narrow) const {
    takes[slot].sum = 0;
    if (!narrow) requests[slot].amount = 0.0f;
  }
  bool asks(std::size_t slot, bool narrow) const {
    return narrow ? takes[slot].sum != 0 : requests[slot].amount != 0.0f;
  }
  /// Of a slot that spills.
  Outlet const& outlet_of(std::size_t slot) const {
    const auto number = static_cast<std::uint32_t>(slot);
    return std::ranges::lower_bound(outlets, number, {}, &std::pair<std::uint32_t, Outlet>::first)->second;
  }
  /// What a droplet carries of each kind; nothing where all is sand.
  std::span<Quanta> parts_of(std::size_t slot) const { return parts.subspan(slot * kinds, kinds); }
};

/// Some of the slots, by number.
struct SlotsOfBand {
  Slots const& slots;
  std::span<std::uint32_t const> numbers;
};

/// A droplet that has left the land or come to rest.
struct Ending {
  std::uint32_t slot = 0;
  float phase = 0.0f;  ///< of the rounding where it lays its load down, [0, 1)
};

/// What one band of droplets books.
struct Tally {
  QuantaSum evaporated = 0;
  std::uint64_t steps = 0;
  std::vector<Ending> ended;
};

}  // namespace barchan::water
