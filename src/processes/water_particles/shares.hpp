/// What droplets ask of cells and leave in them: order-free sums, and the shares of a brush.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>

#include "base/vectorize.hpp"
#include "processes/water_particles/brush.hpp"
#include "processes/water_particles/droplet_kernel.hpp"

// The clones are worth their while only with everything inlined into them, which clang does not do for clones.
#if defined(__clang__)
#define BARCHAN_WATER_KERNEL
#else
#define BARCHAN_WATER_KERNEL BARCHAN_VECTOR_CLONES __attribute__((flatten))
#endif

namespace barchan::water {

/// Adds to a cell's count, of which other threads may have a share.
template <class T>
void add(Ground const& ground, T& slot, T amount) {
  if (ground.shared) {
    std::atomic_ref<T>(slot).fetch_add(amount, std::memory_order_relaxed);
  } else {
    slot += amount;
  }
}

inline void mark(Ground const& ground, std::uint32_t segment) {
  std::uint8_t& flag = ground.touched[segment];
  if (ground.shared) {
    std::atomic_ref<std::uint8_t>(flag).store(1, std::memory_order_relaxed);
  } else {
    flag = 1;
  }
}

/// Adds to the water that has passed through a cell, in cells to the east and to the north.
inline void book_passage(Ground const& ground, std::size_t cell, Quanta volume, float east, float north) {
  // The fraction of a quantum is below a millionth of a droplet that matters.
  add(ground, ground.passage[cell].x, static_cast<std::int64_t>(east * static_cast<float>(volume)));
  add(ground, ground.passage[cell].y, static_cast<std::int64_t>(north * static_cast<float>(volume)));
}

/// Calls `visit(row of the brush, group, counts)` for what `request` asks of each cell: sand first, then base as hard
/// as it is. Water takes from its bed and from banks that it has undercut, and nothing from below the bed ahead.
template <class Visit>
void for_shares(Rule const& rule, Ground const& ground, Brush const& brush, Request const& request, Visit visit) {
  struct Lanes {
    Integers head;  ///< quanta above the request's floor
    Floats weight, above;
  };
  std::array<Lanes, Brush::kMostGroups> lanes;
  const auto floor = static_cast<std::uint32_t>(request.floor);
  const Unsigned floors{floor, floor, floor, floor};
  constexpr float kFarAbove = 4e9f;
  Floats lowest = all_lanes(kFarAbove);
  Lanes* lane = lanes.data();
  for (int j = 0; j < brush.rows(); ++j) {
    const std::size_t row = ground.grid.index(0, brush.row(j));
    const Floats north = all_lanes(request.tilt_y * brush.north(j));
    for (int g = 0; g < brush.groups(); ++g, ++lane) {
      lane->weight = brush.weights(j, g);
      lane->head =
          reinterpret_cast<Integers>(reinterpret_cast<Unsigned>(brush.load(ground.elevation + row, g)) - floors);
      lane->above = __builtin_convertvector(lane->head, Floats) - (all_lanes(request.tilt_x) * brush.east(g) + north);
      lowest = smaller(lowest, chosen(lane->weight > Floats{}, lane->above, all_lanes(kFarAbove)));
    }
  }
  const Floats bed = all_lanes(std::min(std::min(lowest[0], lowest[1]), std::min(lowest[2], lowest[3])));
  const float farthest = rule.brush_radius * rule.brush_radius - 1.0f;
  // What lies below the floor gives nothing; the others give its share, so that short steps take as much as long ones.
  Floats reachable{};
  for (Lanes* here = lanes.data(); here != lane; ++here) {
    const Floats above = here->above - bed;
    const Floats wet = positive(all_lanes(1.0f) - above * all_lanes(rule.per_depth));
    // A bank is steep by its distance from the middle of the brush, of which the weight tells, but by a cell at least.
    const Floats beyond = positive(all_lanes(farthest) - here->weight);
    const Floats bank = (all_lanes(1.0f) + beyond) * all_lanes(rule.steepest_bank * rule.steepest_bank);
    const Floats falls = masked((above > Floats{}) & (above * above > bank), all_lanes(1.0f));
    here->weight = masked(here->head > Integers{}, here->weight * (wet + falls));
    reachable += here->weight;
  }
  const float total = sum_of(reachable);
  if (!(total > 0.0f)) return;
  const Floats scale = all_lanes(request.amount / total);
  Dither dither(request.phase);
  lane = lanes.data();
  for (int j = 0; j < brush.rows(); ++j) {
    const std::size_t row = ground.grid.index(0, brush.row(j));
    for (int g = 0; g < brush.groups(); ++g, ++lane) {
      Floats amount = lane->weight * scale;
      const Floats excess = positive(amount - __builtin_convertvector(brush.load(ground.loose + row, g), Floats));
      Floats erodibility = all_lanes(rule.erodibility[kRock]);
      if (!rule.even) {
        for (int i = 0; i < kLanes; ++i) {
          const auto column = static_cast<std::size_t>(brush.column(g * kLanes + i));
          erodibility[i] = rule.erodibility[ground.base_soil[row + column]];
        }
      }
      amount -= excess * (all_lanes(1.0f) - erodibility);
      amount = smaller(amount, __builtin_convertvector(lane->head, Floats));
      // Above the floor only, and only where the brush reaches: rounding would lift a zero.
      visit(j, g, masked(amount > Floats{}, dither.round(positive(amount))));
    }
  }
}

/// Lays `amount` down under a brush.
inline void lay_down(Ground const& ground, Brush const& brush, Quanta amount, float phase) {
  const Floats scale = all_lanes(static_cast<float>(amount) / brush.total());
  Dither dither(phase);
  Quanta rest = amount;
  for (int j = 0; j < brush.rows(); ++j) {
    mark_row(ground, brush, j);
    for (int g = 0; g < brush.groups(); ++g) {
      const Floats wanted = brush.weights(j, g) * scale;
      Integers counts = masked(wanted > Floats{}, dither.round(wanted));
      const Quanta sum = sum_of(counts);
      if (sum > rest) {
        for (int i = 0; i < kLanes; ++i) {
          counts[i] = std::min(counts[i], rest);
          rest -= counts[i];
        }
      } else {
        rest -= sum;
      }
      add_lanes(ground, ground.gain, brush, j, g, counts);
    }
  }
  // The few quanta that rounding left over go where the droplet is.
  if (rest > 0) add(ground, ground.gain[ground.grid.index(brush.x(), brush.y())], rest);
}

}  // namespace barchan::water
