/// How water leaves a brim-full hollow.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "processes/water_particles/block_kernel.hpp"
#include "processes/water_particles/ground.hpp"
#include "processes/water_particles/hollows.hpp"
#include "processes/water_particles/slope.hpp"

namespace barchan::water {

/// Speed (m/s) at which water runs over a level sill.
inline constexpr float kOverflowSpeed = 0.3f;
/// Fall of the land beyond an edge over which a hollow drains.
inline constexpr float kFallBeyond = 0.3f;

/// Where a hollow drains now, and which way.
struct Outlet {
  int x, y;
  int east, north;
  bool edge;  ///< over the open edge
};

/// The outflow cuts back into a hollow: as long as the lowest cell of the hollow beside its sill stands higher than
/// that, it is the sill.
inline Outlet outlet_of(RoundLand const& land, Spill const& spill) {
  constexpr int kLongestChannel = 64;  // cells that a sill is cut back between two looks for hollows
  Grid const& grid = land.grid;
  const std::uint32_t packed = spill.packed();
  const int sill_x = static_cast<int>(spill.sill) % grid.width;
  const int sill_y = static_cast<int>(spill.sill) / grid.width;
  Outlet outlet{sill_x, sill_y, spill.east(), spill.north(), spill.way == Spill::kEdge};
  if (outlet.edge) {
    outlet.east = (sill_x == grid.width - 1) - (sill_x == 0);
    outlet.north = (sill_y == grid.height - 1) - (sill_y == 0);
    if (outlet.east == 0 && outlet.north == 0) outlet.east = 1;  // a land of one column or row has both edges there
  }
  for (int i = 0; i < kLongestChannel; ++i) {
    Quanta lowest = std::numeric_limits<Quanta>::max();
    Outlet next = outlet;
    for (int north = -1; north <= 1; ++north) {
      for (int east = -1; east <= 1; ++east) {
        const int x = grid.resolve_x(outlet.x + east);
        const int y = grid.resolve_y(outlet.y + north);
        const std::size_t cell = grid.index(x, y);
        if (land.spills[cell] != packed || land.elevation[cell] >= lowest || (east == 0 && north == 0)) continue;
        lowest = land.elevation[cell];
        next = {x, y, -east, -north, false};
      }
    }
    if (lowest == std::numeric_limits<Quanta>::max()) break;
    if (lowest <= land.elevation[grid.index(outlet.x, outlet.y)]) break;
    outlet = next;
  }
  return outlet;
}

/// A droplet of a block that leaves its hollow, and where.
struct Overflow {
  std::size_t lane;
  Spill spill;
  Outlet outlet;
};

/// Takes a droplet over the sill of its hollow: as much water runs out as has come in. It cuts where the hollow drains
/// now, and goes on beyond the sill.
inline void spill_over(Rule const& rule, RoundLand const& land, Overflow const& overflow, Block& block) {
  Grid const& grid = land.grid;
  auto const& [i, spill, outlet] = overflow;
  const auto east = static_cast<float>(outlet.east);
  const auto north = static_cast<float>(outlet.north);
  const std::int64_t here = land.elevation[block.cell[i]];
  std::int64_t beyond =
      here - static_cast<std::int64_t>(kFallBeyond * rule.cell_size * static_cast<float>(kQuantaPerMetre));
  if (!outlet.edge) {
    beyond =
        land.elevation[grid.index(grid.resolve_x(outlet.x + outlet.east), grid.resolve_y(outlet.y + outlet.north))];
  }
  const float hop = std::sqrt(east * east + north * north);
  const float drop = static_cast<float>(here - beyond) * kMetresPerQuantum;
  const float slope = std::max(drop, 0.0f) / (hop * rule.cell_size);
  const float speed = slope * mobility(block.pull[i], slope) + kOverflowSpeed;
  block.way_x[i] = east;
  block.way_y[i] = north;
  block.hop[i] = hop;
  block.speed[i] = speed;
  block.drop[i] = drop;
  block.floor[i] = static_cast<Quanta>(std::max<std::int64_t>(beyond, land.base_level));
  block.velocity_x[i] = speed * east / hop;
  block.velocity_y[i] = speed * north / hop;
  block.inside[i] = spill.way == Spill::kEdge ? 0 : 1;
  block.after.x[i] = grid.resolve_x(static_cast<int>(spill.sill) % grid.width + spill.east());
  block.after.y[i] = grid.resolve_y(static_cast<int>(spill.sill) / grid.width + spill.north());
  block.after.offset_x[i] = block.after.offset_y[i] = 0.5f;
}

}  // namespace barchan::water
