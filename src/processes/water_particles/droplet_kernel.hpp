/// The droplets' inner loops: one round moves a range of droplets against frozen land and notes what they want.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"
#include "barchan/land/soil.hpp"
#include "base/math.hpp"

namespace barchan::water {

/// One droplet. A slot without volume is empty and waits for rain.
struct Droplet {
  std::int32_t x = 0, y = 0;                   ///< cell
  float offset_x = 0.0f, offset_y = 0.0f;      ///< place within the cell, [0, 1)
  float velocity_x = 0.0f, velocity_y = 0.0f;  ///< m/s
  float age = 0.0f;                            ///< s
  Quanta volume = 0;                           ///< water
  Quanta load = 0;                             ///< sand carried
};

/// What a droplet asked of the land in one round; enough to ask the same again.
struct Request {
  std::int32_t x = 0, y = 0;
  float offset_x = 0.0f, offset_y = 0.0f;
  float tilt_x = 0.0f, tilt_y = 0.0f;  ///< of the water's surface, quanta a cell
  float amount = 0.0f;                 ///< quanta wanted if all were sand; 0: nothing
  float phase = 0.0f;                  ///< of the rounding, [0, 1)
  std::int64_t floor = 0;              ///< elevation below which this droplet does not dig
};

/// What a droplet of a block takes from the four cells around it in one round.
struct Take {
  std::uint32_t cell[4] = {};
  Quanta count[4] = {};
  Quanta sum = 0;  ///< 0: nothing, and the rest is not set
};

/// Water that runs: discharge to the east and to the north, m3/s.
struct Flow {
  float x = 0.0f, y = 0.0f;
};
/// Volume of water times its way to the east and to the north, quanta cells.
struct Passage {
  std::int64_t x = 0, y = 0;
};

/// Numbers of one round, derived once from parameters, grid and time step.
struct Rule {
  float dt = 0.0f;                 ///< s
  float cell_size = 1.0f;          ///< m
  float longest_hop = 2.0f;        ///< cells that a droplet may cross in a round, no more than half of a small land
  float pull = 0.0f;               ///< m2/s2: gravity over friction
  float drag = 1.0f;               ///< share of a velocity's distance from the terminal one that is left after dt
  float glide = 0.0f;              ///< s: way made by that distance in dt, a m/s
  float dried = 0.0f;              ///< share of the volume that evaporates
  float capacity = 0.0f;           ///< s/m
  float gathering = 0.0f;          ///< share of the capacity that grows with the discharge
  float steering = 0.0f;           ///< m3/s through a cell at which half the slope across a stream is not felt
  float erosion = 0.0f;            ///< share of the deficit taken up a metre of way, 1/m
  float deposition_share = 0.0f;   ///< share of the surplus that is laid down in this round
  float fastest_share = 0.0f;      ///< most of its room that a droplet can fill in this round
  float crossing_chance = 0.0f;    ///< of clear water to cross its hollow in this round
  float settling_share = 0.0f;     ///< share of the load that settles in standing water in this round
  float per_depth = 0.0f;          ///< 1 over the depth of water, 1/quanta
  float steepest_bank = 0.0f;      ///< quanta above the bed at which a bank falls in
  Quanta least_step = 0;           ///< quanta by which a bed stays above its lowest neighbour
  float brush_radius = 1.0f;       ///< cells, 1 .. kWidestBrush
  float lifetime = 0.0f;           ///< s
  float birth_probability = 0.0f;  ///< of an empty slot in this round
  Quanta birth_volume = 0;
  float erodibility[kSoilCount] = {};  ///< of a base, relative to sand
  bool even = true;                    ///< rock and obstacles dissolve alike
  bool narrow = false;                 ///< the brush covers the four cells around a droplet, on an even land
};

/// Where the droplets read and write. Land is frozen; sums are order-free integers.
struct Ground {
  Grid grid;
  int segments_per_row = 1;
  Quanta const* elevation = nullptr;
  Quanta const* loose = nullptr;
  SoilId const* base_soil = nullptr;
  Flow const* flow = nullptr;             ///< time average
  std::uint32_t const* spills = nullptr;  ///< packed `Spill` of each cell
  Quanta* wish = nullptr;                 ///< wanted of each cell
  Quanta* gain = nullptr;                 ///< laid down in each cell
  Passage* passage = nullptr;             ///< in this step
  Quanta base_level = 0;                  ///< nothing is dug below it through an open edge
  std::uint8_t* touched = nullptr;        ///< segments with a wish or a gain
  bool shared = false;                    ///< several threads write
};

/// Who draws, and when.
struct Draw {
  std::uint64_t seed = 0, step = 0;
  std::uint32_t round = 0;
};

/// What one range of droplets books.
struct Tally {
  QuantaSum rained = 0, evaporated = 0, left_water = 0, left_sand = 0;
  std::uint64_t steps = 0;
};

inline constexpr int kWidestBrush = 8;      ///< cells
inline constexpr float kLongestHop = 2.0f;  ///< cells that a droplet may cross in a round

/// Share of a difference that decays in time `x` (in time constants): 1 - exp(-x), exact for small x too.
inline float decayed(float x) {
  constexpr float kSmall = 0.1f;  // below it, five terms of the series are exact in single precision
  const float series =
      x * (1.0f - x * (1.0f / 2) * (1.0f - x * (1.0f / 3) * (1.0f - x * (1.0f / 4) * (1.0f - x * (1.0f / 5)))));
  return x > kSmall ? 1.0f - math::decay(x) : series;
}

/// Water that evaporates of `volume`. The last quantum stays: a slot without volume is empty, and this one may still
/// carry a load.
inline Quanta dries(float volume, float dried, float phase) {
  const float lost = volume * dried + phase;
  return static_cast<Quanta>(lost < volume - 1.0f ? lost : volume - 1.0f);
}

/// The droplets and what they asked for in this round, one entry a slot.
struct Slots {
  std::span<Droplet> droplets;
  std::span<Request> requests;
  std::span<Take> takes;
};

/// One round for droplets [first, last): birth, motion, evaporation, exchange, death.
Tally advance(Rule const& rule, Ground const& ground, Draw const& draw, Slots const& slots, int first, int last);

/// Books out droplets [first, last) that have left through an open edge and empties their slots.
Tally depart(Ground const& ground, std::span<Droplet> droplets, int first, int last);

/// Cells whose wishes exceed what they may give: in `cap` what they may, -1 where all is granted. Rows [first, last);
/// marks segments in `contested`; returns whether there is any.
bool find_contested(Rule const& rule, Ground const& ground, Quanta* cap, std::uint8_t* contested, int first, int last);

/// Takes from the loads of droplets [first, last) what contested cells refuse, and sums in `granted` what those give.
void settle(Rule const& rule, Ground const& ground, Quanta const* cap, std::uint8_t const* contested, Quanta* granted,
            Slots const& slots, int first, int last);

/// Averages the discharge of cells [first, last) with what has passed in this step (times `scale`: m3/s), which gets
/// `share` of the weight, and clears it.
void average_flow(Flow* flow, Passage* passage, float scale, float share, std::size_t first, std::size_t last);

/// Lays `amount` down around a droplet, as `advance` does.
void lay_down(Rule const& rule, Ground const& ground, Droplet const& droplet, Quanta amount, float phase);

}  // namespace barchan::water
