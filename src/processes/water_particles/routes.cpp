#include "processes/water_particles/routes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <glm/vec2.hpp>

#include "base/math.hpp"
#include "land/terrain.hpp"
#include "processes/water_particles/slope.hpp"

namespace barchan::water {

namespace {

constexpr int kRowGrain = 16;
/// Slope for the speed of water on gentler ground, m/m. Water crosses small level places with the speed that it has.
constexpr float kGentlest = 1e-3f;
constexpr std::array<glm::ivec2, 8> kDirections{{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

double length_of(glm::ivec2 direction) { return direction.x != 0 && direction.y != 0 ? std::sqrt(2.0) : 1.0; }

/// Fall from a cell to the cell in a direction, quanta. Beyond an open edge the land continues at the slope inside,
/// down to the base level, and water leaves it even if it does not fall. Beyond a closed edge there is a wall.
double fall_to(std::span<QuantaSum const> surface, Grid const& grid, glm::ivec2 from, glm::ivec2 direction,
               Quanta base_level) {
  const auto at = [&](glm::ivec2 place) {
    return surface[grid.index(grid.resolve_x(place.x), grid.resolve_y(place.y))];
  };
  const QuantaSum here = at(from);
  const glm::ivec2 to = from + direction;
  if (grid.periodic() || grid.contains(to.x, to.y)) return static_cast<double>(here - at(to));
  if (grid.boundary == Boundary::closed) return -1.0;
  return static_cast<double>(std::max<QuantaSum>(std::min(at(from - direction) - here, here - base_level), 1));
}

}  // namespace

void Routes::find(Terrain const& terrain, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  ways_.assign(grid.cells(), {});
  surface_.resize(grid.cells());
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (std::size_t cell = grid.index(0, first); cell < grid.index(0, last); ++cell) {
      surface_[cell] = QuantaSum{terrain.columns.elevation(cell)} + terrain.standing_water(cell);
    }
  });
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) find_row(terrain, y);
  });
  find_outlets(terrain);
}

void Routes::find_row(Terrain const& terrain, int y) {
  Grid const& grid = terrain.grid;
  for (int x = 0; x < grid.width; ++x) {
    const std::size_t cell = grid.index(x, y);
    if (terrain.sea.depth(cell, terrain.columns.elevation(cell)) > 0) {
      ways_[cell].to = Way::kLeaves;
      continue;
    }
    if (terrain.lakes.id(cell) != 0) continue;
    double steepest = 0.0;  // quanta per cell
    glm::ivec2 direction{};
    for (glm::ivec2 const& way : kDirections) {
      const double fall = fall_to(surface_, grid, {x, y}, way, rule_.base_level) / length_of(way);
      if (!(fall > steepest)) continue;
      steepest = fall;
      direction = way;
    }
    if (!(steepest > 0.0)) continue;
    Way& way = ways_[cell];
    const glm::ivec2 to = glm::ivec2(x, y) + direction;
    const bool inside = grid.periodic() || grid.contains(to.x, to.y);
    way.to = inside ? static_cast<std::uint32_t>(grid.index(grid.resolve_x(to.x), grid.resolve_y(to.y))) : Way::kLeaves;
    way.east = static_cast<std::int8_t>(direction.x);
    way.north = static_cast<std::int8_t>(direction.y);
    const auto metres = static_cast<float>(steepest * static_cast<double>(kMetresPerQuantum));
    const float slope = std::max(metres / grid.cell_size, kGentlest);
    const float speed = slope * mobility(rule_.pulls != nullptr ? rule_.pulls[cell] : rule_.pull, slope);
    way.seconds = static_cast<float>(length_of(direction)) * grid.cell_size / speed;
    way.kept = 1.0f - math::decayed(rule_.evaporation * way.seconds);
  }
}

/// A lake overflows at the lowest cell beside it that is no higher than its level.
void Routes::find_outlets(Terrain const& terrain) {
  Grid const& grid = terrain.grid;
  const std::span<LakeId const> ids = terrain.lakes.ids();
  if (ids.empty()) return;
  struct Outlet {
    QuantaSum level = std::numeric_limits<QuantaSum>::max();
    std::uint32_t cell = Way::kRests;
  };
  std::vector<Outlet> outlets(static_cast<std::size_t>(*std::ranges::max_element(ids)) + 1);
  for_each_cell(grid, [&](int x, int y) {
    const std::size_t cell = grid.index(x, y);
    const LakeId id = ids[cell];
    if (id == 0) return;
    Outlet& outlet = outlets[static_cast<std::size_t>(id)];
    for (glm::ivec2 const& way : kDirections) {
      const glm::ivec2 to = glm::ivec2(x, y) + way;
      if (!grid.periodic() && !grid.contains(to.x, to.y)) continue;
      const std::size_t near = grid.index(grid.resolve_x(to.x), grid.resolve_y(to.y));
      const bool lower = ids[near] != 0 ? surface_[near] < surface_[cell] : surface_[near] <= surface_[cell];
      const bool leads_on = ids[near] != 0 || ways_[near].to != Way::kRests;
      if (ids[near] == id || !lower || !leads_on || surface_[near] >= outlet.level) continue;
      outlet = {surface_[near], static_cast<std::uint32_t>(near)};
    }
  });
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    if (ids[cell] == 0 || terrain.under_sea(cell)) continue;
    const std::uint32_t outlet = outlets[static_cast<std::size_t>(ids[cell])].cell;
    if (outlet != Way::kRests) ways_[cell] = {.to = outlet, .over_sill = true};
  }
}

}  // namespace barchan::water
