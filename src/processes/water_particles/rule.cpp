#include "processes/water_particles/rule.hpp"

#include <algorithm>

#include "land/terrain.hpp"
#include "processes/water_particles/ground_cover.hpp"
#include "processes/water_particles/parameters.hpp"

namespace barchan::water {

namespace {

using math::decayed;

constexpr float kFillingTime = 1.0f;  ///< shortest time in which water fills its capacity, s
constexpr float kFallTime = 1.0f;     ///< longest time in which sand settles in standing water, s

/// Lower bound of the angle of repose that limits how much water moves, so that soils which lie flat can be eroded and
/// deposited too; and the largest amount, quanta per round.
constexpr float kGentlest = 0.1f, kMostMoved = 1e9f;

}  // namespace

Rule rule_of(WaterParticlesParameters const& p, Terrain const& terrain, float dt, int rounds, bool layered) {
  Grid const& grid = terrain.grid;
  const float cell = grid.cell_size;
  const auto per_metre = static_cast<float>(kQuantaPerMetre);
  Rule rule;
  const float falls = std::max(p.deposition, 1.0f / kFallTime);
  rule.dt = dt;
  rule.cell_size = cell;
  rule.motion = {.pull = kGravity / p.friction,
                 .underflow = 1.0f / (falls * kFallTime),
                 .drag = 1.0f - decayed(dt / p.inertia),
                 .glide = decayed(dt / p.inertia) * p.inertia,
                 .steering = p.steering * cell,
                 .longest_hop = std::min(kLongestHop, 0.5f * static_cast<float>(std::min(grid.width, grid.height)))};
  rule.load = {.capacity = p.capacity,
               .gathering = p.gathering,
               .erosion = p.erosion,
               .fastest_share = decayed(dt / kFillingTime),
               .deposition_share = decayed(p.deposition * dt),
               .fallen_share = decayed(falls * dt)};
  BedRule& bed = rule.bed;
  bed.per_depth = 1.0f / (p.depth * per_metre);
  bed.steepest_bank = p.bank * cell * per_metre;
  bed.least_step = static_cast<Quanta>(p.minimum_slope * cell * per_metre);
  bed.brush_radius = std::clamp(p.radius / cell, 1.0f, static_cast<float>(kWidestBrush));
  const float steepest = std::max(terrain.soils[kSand].repose_slope, kGentlest) * cell * per_metre;
  bed.most_moved = static_cast<Quanta>(std::min(steepest / static_cast<float>(rounds), kMostMoved));
  bed.even = true;
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    Soil const& soil = terrain.soils[i];
    bed.erodibility[i] = p.erodibility * wear_of(soil);
    bed.even &= i == kSand || bed.erodibility[i] == bed.erodibility[kRock];
  }
  if (layered) {  // each cell has its own erodibility, and gives no more than its uppermost layer
    std::ranges::fill(bed.erodibility, 0.0f);
    bed.even = true;
  }
  const bool bare = terrain.cell_layers.real(CellLayer::plants).empty() && erosion_factor(terrain).none();
  bed.narrow = !layered && bare && bed.even && bed.brush_radius <= 1.0f && grid.width > 1 && grid.height > 1;
  rule.life = {.lifetime = p.lifetime, .dried = decayed(p.evaporation * dt)};
  rule.channel = {
      .per_root = p.width, .per_width = p.width > 0.0f ? 1.0f / (p.width * p.width) : 0.0f, .momentum = p.momentum};
  return rule;
}

}  // namespace barchan::water
