/// Overflow: the motion of a droplet out of a lake over its sill.
#pragma once

#include <algorithm>
#include <cmath>

#include "processes/water_particles/block_kernel.hpp"
#include "processes/water_particles/ground.hpp"
#include "processes/water_particles/slope.hpp"

namespace barchan::water {

/// Speed of water over a level sill, m/s.
inline constexpr float kOverflowSpeed = 0.3f;
/// Slope of the land beyond an edge over which a lake drains, m/m.
inline constexpr float kFallBeyond = 0.3f;

/// A droplet of a block that spills, and its outlet.
struct Overflow {
  std::size_t lane;
  Outlet outlet;
};

/// Moves a droplet over the sill of its lake. It erodes the sill and runs on beyond it.
inline void spill_over(Rule const& rule, RoundLand const& land, Overflow const& overflow, Block& block) {
  Grid const& grid = land.grid;
  auto const& [i, outlet] = overflow;
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
  block.sections.fall[i] = slope;  // the section of a river has the slope of the sill too
  block.floor[i] = static_cast<Quanta>(std::max<std::int64_t>(beyond, land.base_level));
  block.velocity_x[i] = speed * east / hop;
  block.velocity_y[i] = speed * north / hop;
  block.inside[i] = outlet.edge ? 0 : 1;
  block.after.x[i] = grid.resolve_x(outlet.x + outlet.east);
  block.after.y[i] = grid.resolve_y(outlet.y + outlet.north);
  block.after.offset_x[i] = block.after.offset_y[i] = 0.5f;
}

}  // namespace barchan::water
