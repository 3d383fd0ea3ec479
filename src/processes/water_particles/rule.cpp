#include "processes/water_particles/rule.hpp"

#include <algorithm>

#include "barchan/land/terrain.hpp"
#include "processes/water_particles/parameters.hpp"

namespace barchan::water {

namespace {

using math::decayed;

constexpr float kRebirthTime = 1.0f;      ///< s, mean wait of an empty place for its next droplet
constexpr float kFillingTime = 1.0f;      ///< s, in which water takes up all that it can hold, at the fastest
constexpr float kCrossingTime = 0.5f;     ///< s/m, mean time of clear water over a sill, a metre of cell
constexpr float kFallTime = 1.0f;         ///< s, in which sand falls out of standing water
constexpr Quanta kLargestDrop = 1 << 24;  ///< 64 m over a cell: keeps products in range

}  // namespace

Rule rule_of(WaterParticlesParameters const& p, Terrain const& terrain, float dt, bool layered) {
  Grid const& grid = terrain.grid;
  const float cell = grid.cell_size;
  const auto per_metre = static_cast<float>(kQuantaPerMetre);
  Rule rule;
  rule.dt = dt;
  rule.cell_size = cell;
  rule.motion = {.pull = kGravity / p.friction,
                 .drag = 1.0f - decayed(dt / p.inertia),
                 .glide = decayed(dt / p.inertia) * p.inertia,
                 .steering = p.steering * cell,
                 .longest_hop = std::min(kLongestHop, 0.5f * static_cast<float>(std::min(grid.width, grid.height)))};
  rule.load = {.capacity = p.capacity,
               .gathering = p.gathering,
               .erosion = p.erosion,
               .fastest_share = decayed(dt / kFillingTime),
               .deposition_share = decayed(p.deposition * dt),
               .fallen_share = decayed(dt / kFallTime)};
  BedRule& bed = rule.bed;
  bed.per_depth = 1.0f / (p.depth * per_metre);
  bed.steepest_bank = p.bank * cell * per_metre;
  bed.least_step = static_cast<Quanta>(p.minimum_slope * cell * per_metre);
  bed.brush_radius = std::clamp(p.radius / cell, 1.0f, static_cast<float>(kWidestBrush));
  bed.even = true;
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    Soil const& soil = terrain.soils[i];
    bed.erodibility[i] = p.erodibility * wear_of(soil);
    bed.even &= i == kSand || bed.erodibility[i] == bed.erodibility[kRock];
  }
  if (layered) {  // the ease of each cell says it, and nothing gives more than its uppermost layer
    std::ranges::fill(bed.erodibility, 0.0f);
    bed.even = true;
  }
  const bool bare = terrain.cell_layers.real(CellLayer::plants).empty();
  bed.narrow = !layered && bare && bed.even && bed.brush_radius <= 1.0f && grid.width > 1 && grid.height > 1;
  const double drop =
      static_cast<double>(p.rain) * kQuantaPerMetre * static_cast<double>(grid.cells()) / std::max(1, p.population);
  rule.life = {.lifetime = p.lifetime,
               .dried = decayed(p.evaporation * dt),
               .crossing_chance = decayed(dt / (kCrossingTime * cell)),
               .birth_probability = decayed(dt / kRebirthTime),
               .birth_volume = static_cast<Quanta>(std::min(drop, static_cast<double>(kLargestDrop)))};
  return rule;
}

}  // namespace barchan::water
