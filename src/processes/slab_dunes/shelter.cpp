#include "processes/slab_dunes/shelter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/math.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/slab_dunes/field_kernel.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 64;
constexpr std::size_t kDensities = 256;  // number of plant densities for which traps are tabulated
constexpr float kHeldInBelt = 0.5f;      // fraction of the lift, k_p of Taylor & Keyser

float either(float a, float b) { return 1.0f - (1.0f - a) * (1.0f - b); }

/// 1 - (1 - density)^hops for densities 0, 1 / kDensities, ... 1; the last entry is repeated.
std::array<float, kDensities + 2> traps_of_densities(float hops) {
  std::array<float, kDensities + 2> traps{};
  for (std::size_t i = 0; i <= kDensities; ++i) {
    const float bare = 1.0f - static_cast<float>(i) / static_cast<float>(kDensities);
    traps[i] = 1.0f - math::power_of_share(bare, hops);
  }
  traps[kDensities + 1] = 1.0f;
  return traps;
}

}  // namespace

MaskFactor slab_factor(Terrain const& terrain) { return {terrain.masks, {"wind.speed", "slab_dunes.enabled"}}; }

SlabShelter ShelterMaps::renew(Terrain const& terrain, StepContext const& context, SlabPlan const& plan,
                               ReverseEddy const* eddy, LeeWake const* wake) {
  const std::span<float const> shadow = context.wind.shadow();
  const bool plants = !terrain.cell_layers.real(CellLayer::plants).empty();
  const MaskFactor masks = slab_factor(terrain);
  const bool stressed = !context.wind.stress().empty();
  if (eddy == nullptr && !plants && masks.none() && !stressed) return {.trap = shadow, .hold = shadow};
  trap_.resize(shadow.size());
  hold_.resize(shadow.size());
  if (eddy == nullptr) {
    std::copy(shadow.begin(), shadow.end(), trap_.begin());
    std::copy(shadow.begin(), shadow.end(), hold_.begin());
  } else {
    add_eddy(terrain.grid, context, plan, *eddy, *wake);
  }
  if (stressed) add_stress(terrain.grid, context);
  if (plants) add_plants(terrain, context, plan);
  if (!masks.none()) add_masks(terrain, context, masks);
  if (eddy == nullptr) return {.trap = trap_, .hold = hold_};
  return {.trap = trap_, .hold = hold_, .foot = eddy->foot(), .wake = wake};
}

SlabShelter ShelterMaps::of_light_soil(SlabShelter const& shelter, float share, Porch const& porch,
                                       Scheduler const& scheduler) {
  light_trap_.resize(shelter.trap.size());
  scheduler.for_ranges(static_cast<int>(light_trap_.size()), 1 << 14, [&](int first, int last) {
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i) {
      // Nothing flies through a face or over ground that masks exclude.
      const bool foot = (!shelter.foot.empty() && shelter.foot[i] != 0) || porch.is_closed(i);
      light_trap_[i] = foot ? shelter.trap[i] : share * shelter.trap[i];
    }
  });
  SlabShelter light = shelter;
  light.trap = light_trap_;
  return light;
}

void ShelterMaps::add_eddy(Grid const& grid, StepContext const& context, SlabPlan const& plan, ReverseEddy const& eddy,
                           LeeWake const& wake) {
  const std::span<float const> shadow = context.wind.shadow();
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t i = grid.index(0, first); i < grid.index(0, last); ++i) {
      const bool foot = eddy.foot()[i] != 0;
      const float rate = eddy.belt()[i];
      const float sticks = rate > 0.0f ? 1.0f - math::decay(rate * plan.hops_per_chance) : 0.0f;
      trap_[i] = foot ? 1.0f : either(shadow[i], sticks);
      hold_[i] = foot ? 1.0f : either(shadow[i], kHeldInBelt * std::min(rate, 1.0f));
    }
  });
  for (LeeWake::Margin const& at : wake.margin()) {
    if (eddy.foot()[at.cell] != 0) continue;
    trap_[at.cell] *= at.still;
    hold_[at.cell] *= at.still;
  }
}

void ShelterMaps::add_plants(Terrain const& terrain, StepContext const& context, SlabPlan const& plan) {
  Grid const& grid = terrain.grid;
  const auto traps = traps_of_densities(plan.transport == Transport::field ? plan.hops_per_chance : 0.0f);
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t i = grid.index(0, first); i < grid.index(0, last); ++i) {
      const float density = terrain.cell_layers.real(CellLayer::plants)[i];
      const float at = density * static_cast<float>(kDensities);
      const auto below = static_cast<std::size_t>(at);
      const float trap = traps[below] + (traps[below + 1] - traps[below]) * (at - static_cast<float>(below));
      trap_[i] = either(trap_[i], trap);
      hold_[i] = either(hold_[i], density);
    }
  });
}

void ShelterMaps::add_stress(Grid const& grid, StepContext const& context) {
  LandVector<float> const& stress = context.wind.stress();
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    const std::size_t at = grid.index(0, first);
    kernel::add_stress(stress.data() + at, grid.index(0, last) - at, hold_.data() + at);
  });
}

void ShelterMaps::add_masks(Terrain const& terrain, StepContext const& context, MaskFactor const& factor) {
  Grid const& grid = terrain.grid;
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t i = grid.index(0, first); i < grid.index(0, last); ++i) {
      const float calm = 1.0f - factor.at(i);
      trap_[i] = either(trap_[i], calm);
      hold_[i] = either(hold_[i], calm);
    }
  });
}

}  // namespace barchan
