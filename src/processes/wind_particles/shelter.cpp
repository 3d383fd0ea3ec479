#include "processes/wind_particles/shelter.hpp"

#include <algorithm>
#include <cstddef>

#include "processes/wind_particles/flight.hpp"
#include "processes/wind_particles/ground.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 64;
constexpr float kHop = 5.0f;             // hop length in a wind of 10 m/s of the slabs whose eddy is used, m
constexpr float kFlight = 5.0f / 3.0f;   // length of a flight, hops
constexpr float kRiseOfHop = 1.0f / 12;  // height to which sand rises over the length of its hop
constexpr float kTallest = 30.0f;        // largest height of a face that counts, m
constexpr float kHeldInBelt = 0.5f;      // fraction of the lift that is prevented in the belt, k_p of Taylor & Keyser
constexpr float kAtOnce = 100.0f;        // value of `trap` at which all sand falls within centimetres

float either(float a, float b) { return 1.0f - (1.0f - a) * (1.0f - b); }

MaskFactor wind_factor(Terrain const& terrain) { return {terrain.masks, {"wind.speed", "wind_particles.enabled"}}; }

}  // namespace

void WindShelter::prepare() {
  eddy_.prepare();
  eddies_ = false;
  guard_ = hold_ = trap_ = {};
}

void WindShelter::renew(Terrain const& terrain, StepContext const& context, bool echo) {
  prepare();
  guard_ = hold_ = trap_ = terrain.cell_layers.real(CellLayer::plants);
  if (echo) look_for_faces(terrain, context);
  add_masks(terrain, context);
}

void WindShelter::look_for_faces(Terrain const& terrain, StepContext const& context) {
  const float hop = std::max(kHop * context.wind.speed() / kReferenceSpeed, terrain.grid.cell_size);
  eddies_ = eddy_.renew(
      terrain, context,
      {.tallest = kTallest, .least = hop * kRiseOfHop, .flight = hop * kFlight, .stream = RandomStream::wind_eddies});
  if (eddies_) add_eddy(terrain, context, hop);
}

void WindShelter::add_eddy(Terrain const& terrain, StepContext const& context, float hop) {
  Grid const& grid = terrain.grid;
  hold_map_.resize(grid.cells());
  trap_map_.resize(grid.cells());
  if (guard_.empty()) {
    no_plants_.resize(grid.cells(), 0.0f);
    guard_ = no_plants_;
  }
  const float per_hop = kShadowLength / hop;
  context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t i = grid.index(0, first); i < grid.index(0, last); ++i) {
      const bool foot = eddy_.foot()[i] != 0;
      const float rate = eddy_.belt()[i];
      hold_map_[i] = foot ? 1.0f : either(guard_[i], kHeldInBelt * std::min(rate, 1.0f));
      trap_map_[i] = foot ? kAtOnce : either(guard_[i], std::min(rate * per_hop, 1.0f));
    }
  });
  hold_ = hold_map_;
  trap_ = trap_map_;
}

void WindShelter::open_maps(Grid const& grid) {
  const auto open = [&](std::span<float const>& values, std::vector<float>& map) {
    if (values.data() != map.data() || map.empty()) {
      map.assign(grid.cells(), 0.0f);
      std::ranges::copy(values, map.begin());
    }
    values = map;
  };
  open(guard_, guard_map_);
  open(hold_, hold_map_);
  open(trap_, trap_map_);
}

void WindShelter::find_porch(Terrain const& terrain) {
  porch_.renew(terrain.grid, terrain.masks, wind_factor(terrain));
}

void WindShelter::add_masks(Terrain const& terrain, StepContext const& context) {
  const MaskFactor wind = wind_factor(terrain);
  find_porch(terrain);
  const MaskFactor wear(terrain.masks, {"wind_particles.abrasion"});
  if (wind.none() && wear.none()) return;
  open_maps(terrain.grid);
  context.scheduler.for_ranges(terrain.grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t i = terrain.grid.index(0, first); i < terrain.grid.index(0, last); ++i) {
      const float calm = 1.0f - wind.at(i);
      guard_map_[i] = either(guard_map_[i], 1.0f - wind.at(i) * wear.at(i));
      hold_map_[i] = either(hold_map_[i], calm);
      trap_map_[i] = calm < 1.0f ? std::max(trap_map_[i], calm) : kAtOnce;
    }
  });
}

std::span<float const> WindShelter::creep_hold(Terrain const& terrain, Scheduler const& scheduler) {
  if (terrain.cell_layers.quanta(CellLayer::damp).empty() && !porch_.any()) return hold_;
  Grid const& grid = terrain.grid;
  creep_map_.resize(grid.cells());
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t i = grid.index(0, first); i < grid.index(0, last); ++i) {
      const bool damp = terrain.dry(i, terrain.columns.available(i)) == 0;
      const float held = hold_.empty() ? 0.0f : hold_[i];
      creep_map_[i] = damp ? 1.0f : held;
    }
  });
  // Nothing creeps from the cells around ground that masks exclude, because it could creep into it.
  for (const std::int32_t cell : porch_.closed()) {
    const int x = cell % grid.width, y = cell / grid.width;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) creep_map_[grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy))] = 1.0f;
    }
  }
  return creep_map_;
}

void WindShelter::clear_strip(Terrain& terrain, StepContext const& context) {
  if (!eddies_) return;
  Grid const& grid = terrain.grid;
  change_.resize(grid.cells(), 0);
  const SoilSet soils = terrain.soils_for_the_wind();
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    const auto soil = static_cast<SoilId>(i);
    if ((soils & soil_bit(soil)) == 0) continue;
    eddy_.clear_strip(terrain, soil, context, change_, porch_);
    context.scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
      for (int y = first; y < last; ++y) {
        const auto row = std::span(change_).subspan(grid.index(0, y), static_cast<std::size_t>(grid.width));
        terrain.columns.exchange(soil, grid.index(0, y), row);
        std::ranges::fill(row, 0);
      }
    });
  }
}

}  // namespace barchan
