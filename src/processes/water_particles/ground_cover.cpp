#include "processes/water_particles/ground_cover.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace barchan::water {

namespace {

constexpr float kPlantFriction = 15.0f;  // of dense plants, relative to bare ground
constexpr float kLeastFriction = 0.01f;  // of a soil, relative to sand
constexpr int kGrain = 1 << 14;

}  // namespace

MaskFactor erosion_factor(Terrain const& terrain) {
  return {terrain.masks, {"water_particles.enabled", "water_particles.erosion"}};
}

void GroundCover::survey(Terrain const& terrain, float pull, Scheduler const& scheduler) {
  Columns const& columns = terrain.columns;
  const std::span<float const> plants = terrain.cell_layers.real(CellLayer::plants);
  const MaskFactor masks = erosion_factor(terrain);
  ease_.resize(plants.empty() && masks.none() ? 0 : columns.size());
  const bool rough = std::ranges::any_of(terrain.soils, [](Soil const& soil) { return soil.friction != 1.0f; });
  pull_.resize(rough || !ease_.empty() ? columns.size() : 0);
  std::array<float, kMostSoils> pulls{};
  std::ranges::transform(terrain.soils, pulls.begin(),
                         [&](Soil const& soil) { return pull / std::max(soil.friction, kLeastFriction); });
  scheduler.for_ranges(static_cast<int>(pull_.size()), kGrain, [&](int first, int last) {
    for (auto cell = static_cast<std::size_t>(first); cell < static_cast<std::size_t>(last); ++cell) {
      pull_[cell] = pulls[columns.bare(cell) ? columns.ground_soil(cell) : columns.cover_soil(cell)];
      if (ease_.empty()) continue;
      ease_[cell] = masks.at(cell);
      if (plants.empty()) continue;
      pull_[cell] /= 1.0f + kPlantFriction * plants[cell];
      ease_[cell] *= 1.0f - plants[cell];
    }
  });
}

}  // namespace barchan::water
