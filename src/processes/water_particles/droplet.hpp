/// Droplets, and what they ask of the land in a round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "barchan/base/quanta.hpp"
#include "barchan/land/soil.hpp"

namespace barchan::water {

inline constexpr std::size_t kCorners = 4;  ///< cells around a place: south-west, south-east, north-west, north-east

struct Place {
  std::int32_t x = 0, y = 0;               ///< cell
  float offset_x = 0.0f, offset_y = 0.0f;  ///< place within the cell, [0, 1)
};

/// One droplet. A slot without volume is empty and waits for rain.
struct Droplet {
  Place place;
  float velocity_x = 0.0f, velocity_y = 0.0f;  ///< m/s
  float age = 0.0f;                            ///< s
  Quanta volume = 0;                           ///< water
  Quanta load = 0;                             ///< sand carried
};

/// What a droplet asks of the land under its brush; enough to ask the same again.
struct Request {
  Place place;
  float tilt_x = 0.0f, tilt_y = 0.0f;  ///< of the water's surface, quanta a cell
  float amount = 0.0f;                 ///< quanta wanted if all were sand; 0: nothing
  float phase = 0.0f;                  ///< of the rounding, [0, 1)
  Quanta floor = 0;                    ///< elevation below which this droplet does not dig
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
  std::uint32_t first = 0;    ///< number of the first slot
  std::size_t kinds = 0;      ///< of loads; 0: all are of sand
  std::span<Quanta> parts{};  ///< of the loads, `kinds` a slot

  Slots part(std::size_t begin, std::size_t end) const {
    const std::size_t count = end - begin;
    return {droplets.subspan(begin, count),
            requests.subspan(begin, count),
            takes.subspan(begin, count),
            first + static_cast<std::uint32_t>(begin),
            kinds,
            parts.subspan(begin * kinds, count * kinds)};
  }
  /// What a droplet carries of each kind; nothing where all is sand.
  std::span<Quanta> parts_of(std::size_t slot) const { return parts.subspan(slot * kinds, kinds); }
};

/// What one range of droplets books.
struct Tally {
  QuantaSum rained = 0, evaporated = 0, left_water = 0;
  std::array<QuantaSum, kMostSoils> left_load{};  ///< of each kind
  std::uint64_t steps = 0;
};

}  // namespace barchan::water
