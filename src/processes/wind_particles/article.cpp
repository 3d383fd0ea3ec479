#include "processes/wind_particles/article.hpp"

#include <algorithm>
#include <cstdint>

#include "base/land_vector.hpp"

namespace barchan {

namespace {

/// Reads the cells of the particles and their neighbours. Loops that gather do nothing else.
void look_around(Terrain const& terrain, std::span<float const> abrasion, kernel::ArticleBlock& block) {
  Grid const& grid = terrain.grid;
  Columns const& columns = terrain.columns;
  Quanta const* const elevation = columns.elevations().data();
  std::int32_t const* const xs = block.particles.cell_x;
  std::int32_t const* const ys = block.particles.cell_y;
  for (std::size_t i = 0; i < block.count; ++i) {
    const std::int32_t x = xs[i], y = ys[i];
    const std::size_t row = grid.index(0, y);
    const std::size_t east = row + static_cast<std::size_t>(grid.resolve_x(x + 1));
    const std::size_t west = row + static_cast<std::size_t>(grid.resolve_x(x - 1));
    const std::size_t north = grid.index(x, grid.resolve_y(y + 1));
    const std::size_t south = grid.index(x, grid.resolve_y(y - 1));
    block.cell[i] = static_cast<std::int32_t>(grid.index(x, y));
    block.east_rise[i] = difference(elevation[east], elevation[west]);
    block.north_rise[i] = difference(elevation[north], elevation[south]);
  }
  for (std::size_t i = 0; i < block.count; ++i) {
    const auto cell = static_cast<std::size_t>(block.cell[i]);
    block.abrasion[i] = abrasion[columns.ground_soil(cell)];
    block.cover[i] = block.dry_cover[i] = columns.available(cell);
  }
  if (terrain.cell_layers.quanta(CellLayer::damp).empty()) return;
  for (std::size_t i = 0; i < block.count; ++i) {
    block.dry_cover[i] = terrain.dry(static_cast<std::size_t>(block.cell[i]), block.cover[i]);
  }
}

/// Moves the particles into their new cells.
void enter_cells(Terrain const& terrain, kernel::ArticleBlock& block) {
  Grid const& grid = terrain.grid;
  Quanta const* const elevation = terrain.columns.elevations().data();
  const bool bounded = !grid.periodic();
  std::int32_t* const xs = block.particles.cell_x;
  std::int32_t* const ys = block.particles.cell_y;
  for (std::size_t i = 0; i < block.count; ++i) {
    const std::int32_t x = block.far_x[i], y = block.far_y[i];
    xs[i] = grid.resolve_x(x);
    ys[i] = grid.resolve_y(y);
    const std::size_t next = grid.index(xs[i], ys[i]);
    block.next[i] = static_cast<std::int32_t>(next);
    block.ends[i] = bounded && !grid.contains(x, y) ? 1 : 0;
    block.rise[i] = difference(elevation[next], elevation[static_cast<std::size_t>(block.cell[i])]);
  }
}

void find_shelter(WindShelter const& shelter, kernel::ArticleBlock& block) {
  const auto find = [&](std::span<float const> values, std::int32_t const* cells, float* found) {
    for (std::size_t i = 0; i < block.count; ++i) {
      found[i] = values.empty() ? 0.0f : values[static_cast<std::size_t>(cells[i])];
    }
  };
  find(shelter.guard(), block.cell, block.guarded);
  find(shelter.hold(), block.cell, block.held);
  find(shelter.trap(), block.next, block.trapped);
}

}  // namespace

void fly_by_article(Terrain const& terrain, WindShelter const& shelter, kernel::FlightRule const& rule,
                    std::span<float const> abrasion, kernel::ArticleBlock& block) {
  look_around(terrain, abrasion, block);
  kernel::move_by_article(rule, block);
  enter_cells(terrain, block);
  find_shelter(shelter, block);
  kernel::exchange_by_article(rule, block);
}

}  // namespace barchan
