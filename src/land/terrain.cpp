#include "land/terrain.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <glm/geometric.hpp>

namespace barchan {

namespace {

/// The four cells whose centres surround a point, and the point's position between them.
struct Patch {
  std::size_t i00, i10, i01, i11;
  float fx, fy;
};

Patch patch_at(Grid const& grid, glm::vec2 metres) {
  const float x = metres.x / grid.cell_size - 0.5f;
  const float y = metres.y / grid.cell_size - 0.5f;
  const float x0 = std::floor(x);
  const float y0 = std::floor(y);
  const int ix = static_cast<int>(x0);
  const int iy = static_cast<int>(y0);
  const int left = grid.resolve_x(ix);
  const int right = grid.resolve_x(ix + 1);
  const int south = grid.resolve_y(iy);
  const int north = grid.resolve_y(iy + 1);
  return {grid.index(left, south),
          grid.index(right, south),
          grid.index(left, north),
          grid.index(right, north),
          x - x0,
          y - y0};
}

float mix(float a, float b, float t) { return a + (b - a) * t; }

}  // namespace

Quanta Terrain::standing_water(std::size_t cell) const {
  return std::max(lakes.depth(cell), sea.depth(cell, columns.elevation(cell)));
}

std::vector<Quanta> Terrain::standing_water_of_row(int y) const {
  const std::size_t first = grid.index(0, y);
  std::vector<Quanta> depths(static_cast<std::size_t>(grid.width), 0);
  if (!lakes.empty()) lakes.read_depths(first, depths);
  for (std::size_t x = 0; x < depths.size() && !sea.empty(); ++x) {
    depths[x] = std::max(depths[x], sea.depth(first + x, columns.elevation(first + x)));
  }
  return depths;
}

QuantaSum Terrain::water_in_the_ground() const {
  QuantaSum sum = 0;
  for (const CellLayer layer : {CellLayer::ground_water, CellLayer::moisture, CellLayer::springs}) {
    auto const& amounts = cell_layers.quanta(layer);
    sum = std::accumulate(amounts.begin(), amounts.end(), sum);
  }
  return sum;
}

SoilSet Terrain::soils_for_the_wind() const {
  SoilSet found = columns.cover_soils_anywhere() & columns.loose();
  for (std::size_t soil = 0; soil < soils.size(); ++soil) {
    if (soils[soil].suspension <= 0.0f) found &= ~soil_bit(static_cast<SoilId>(soil));
  }
  return found;
}

Quanta Terrain::dry(std::size_t cell, Quanta lies) const {
  auto const& damp = cell_layers.quanta(CellLayer::damp);
  if (damp.empty()) return lies;
  return static_cast<Quanta>(std::clamp<QuantaSum>(QuantaSum{columns.elevation(cell)} - damp[cell], 0, lies));
}

std::span<Quanta const> Terrain::dry_row(int y, std::span<Quanta const> lies, std::span<Quanta> room) const {
  if (cell_layers.quanta(CellLayer::damp).empty()) return lies;
  const std::size_t begin = grid.index(0, y);
  for (std::size_t x = 0; x < lies.size(); ++x) room[x] = dry(begin + x, lies[x]);
  return room.first(lies.size());
}

bool Terrain::under_sea(std::size_t cell) const {
  const Quanta depth = sea.depth(cell, columns.elevation(cell));
  return depth > 0 && depth >= lakes.depth(cell);
}

QuantaSum Terrain::pour(std::span<LakePour const> pours) {
  const auto elevations = columns.elevations();
  const QuantaSum most = static_cast<QuantaSum>(elevations.size()) << 31;
  QuantaSum room = std::max<QuantaSum>(most - lakes.book().held(), 0);
  QuantaSum sum = 0;
  for (LakePour const& each : pours) sum += each.amount;
  if (sea.empty() && sum <= room) return lakes.pour(pours, elevations);
  std::vector<LakePour> ashore;
  QuantaSum left = 0;
  for (LakePour const& each : pours) {
    const QuantaSum stays = sea.depth(each.cell, elevations[each.cell]) > 0 ? 0 : std::min(each.amount, room);
    if (stays > 0) ashore.push_back({each.cell, stays});
    room -= stays;
    left += each.amount - stays;
  }
  return left + lakes.pour(ashore, elevations);
}

float Terrain::height_at(glm::vec2 metres) const {
  const Patch p = patch_at(grid, metres);
  const Quanta origin = columns.elevation(p.i00);
  const auto above = [&](std::size_t i) {
    return static_cast<float>(QuantaSum{columns.elevation(i)} - origin) * kMetresPerQuantum;
  };
  const float relative = mix(mix(0.0f, above(p.i10), p.fx), mix(above(p.i01), above(p.i11), p.fx), p.fy);
  return static_cast<float>(to_metres(origin)) + relative;
}

glm::vec3 Terrain::normal_at(glm::vec2 metres) const {
  const auto slope_of_cell = [&](int x, int y) {
    const auto difference = [&](int xa, int ya, int xb, int yb) {
      const QuantaSum rise = QuantaSum{columns.elevation(grid.index(grid.resolve_x(xa), grid.resolve_y(ya)))} -
                             columns.elevation(grid.index(grid.resolve_x(xb), grid.resolve_y(yb)));
      return static_cast<float>(rise) * kMetresPerQuantum;
    };
    // At a wall or an open edge, the neighbour is the cell itself, and the difference spans one cell.
    const auto span = [&](int a, int b, int n) { return grid.periodic() || (a >= 0 && b < n) ? 2.0f : 1.0f; };
    const float run_x = span(x - 1, x + 1, grid.width) * grid.cell_size;
    const float run_y = span(y - 1, y + 1, grid.height) * grid.cell_size;
    return glm::vec2(difference(x + 1, y, x - 1, y) / run_x, difference(x, y + 1, x, y - 1) / run_y);
  };
  const float x = metres.x / grid.cell_size - 0.5f;
  const float y = metres.y / grid.cell_size - 0.5f;
  const int ix = static_cast<int>(std::floor(x));
  const int iy = static_cast<int>(std::floor(y));
  const float fx = x - std::floor(x);
  const float fy = y - std::floor(y);
  const auto clamped = [&](int cx, int cy) { return slope_of_cell(grid.resolve_x(cx), grid.resolve_y(cy)); };
  const glm::vec2 south = clamped(ix, iy) * (1.0f - fx) + clamped(ix + 1, iy) * fx;
  const glm::vec2 north = clamped(ix, iy + 1) * (1.0f - fx) + clamped(ix + 1, iy + 1) * fx;
  const glm::vec2 slope = south * (1.0f - fy) + north * fy;
  return glm::normalize(glm::vec3(-slope.x, -slope.y, 1.0f));
}

}  // namespace barchan
