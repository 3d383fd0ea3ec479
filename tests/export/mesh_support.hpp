/// Lands for tests of meshes, and what tests measure of meshes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "export/mesh.hpp"

namespace barchan::test {

/// Independent elevations between `low` and `high`: the roughest land there is.
inline SampleGrid rough_land(int width, int height, std::uint32_t seed, std::array<float, 2> range = {0.0f, 10.0f}) {
  SampleGrid grid{.width = width, .height = height, .spacing_x = 2.0, .spacing_y = 2.0, .values = {}};
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> elevation(range[0], range[1]);
  grid.values.resize(grid.samples());
  std::ranges::generate(grid.values, [&] { return elevation(random); });
  return grid;
}

/// Hills of several sizes, with a plateau and a cliff.
inline SampleGrid hilly_land(int width, int height) {
  SampleGrid grid{.width = width, .height = height, .spacing_x = 1.0, .spacing_y = 1.0, .values = {}};
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const double x = column, y = row;
      double z = 500.0 + 20.0 * std::sin(x / 31.0) * std::cos(y / 23.0) + 3.0 * std::sin(x / 5.0 + y / 7.0);
      z += 0.4 * std::sin(x * 1.7) * std::cos(y * 2.1);
      if (column > width / 2 && row < height / 3) z = 530.0;
      grid.values.push_back(static_cast<float>(z));
    }
  }
  return grid;
}

/// A flat land with an arrow of ridges that points to the north-east. Its southern barb is longer, so that the land
/// differs from all its reflections and rotations.
inline SampleGrid arrow_land() {
  constexpr int kSide = 41, kFrom = 8, kTip = 32, kSouthBarb = 14, kWestBarb = 8;
  SampleGrid grid{.width = kSide, .height = kSide, .spacing_x = 2.0, .spacing_y = 2.0, .values = {}};
  grid.values.assign(grid.samples(), 100.0f);
  const auto raise = [&](int x, int y) { grid.values[grid.index(x, kSide - 1 - y)] = 110.0f; };
  for (int i = kFrom; i <= kTip; ++i) raise(i, i);
  for (int i = 0; i <= kSouthBarb; ++i) raise(kTip, kTip - i);
  for (int i = 0; i <= kWestBarb; ++i) raise(kTip - i, kTip);
  return grid;
}

/// Sum of (elevation - base) * cell area, m3.
inline double volume_above(SampleGrid const& grid, double base) {
  double sum = 0.0;
  for (const float value : grid.values) sum += static_cast<double>(value) - base;
  return sum * grid.spacing_x * grid.spacing_y;
}

/// Volume that a closed mesh encloses; positive if its faces point outwards.
inline double volume_of(Mesh const& mesh) {
  double six_times = 0.0;
  for (std::size_t corner = 0; corner < mesh.indices.size(); corner += 3) {
    const glm::dvec3 a(mesh.positions[mesh.indices[corner]]), b(mesh.positions[mesh.indices[corner + 1]]);
    const glm::dvec3 c(mesh.positions[mesh.indices[corner + 2]]);
    six_times += glm::dot(a, glm::cross(b, c));
  }
  return six_times / 6.0;
}

/// Number of directed edges that do not belong to exactly one triangle, or whose opposite does not.
inline std::size_t open_edges(Mesh const& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
  for (std::size_t corner = 0; corner < mesh.indices.size(); ++corner) {
    const std::size_t next = corner % 3 == 2 ? corner - 2 : corner + 1;
    ++uses[{mesh.indices[corner], mesh.indices[next]}];
  }
  return static_cast<std::size_t>(std::ranges::count_if(uses, [&](auto const& use) {
    const auto opposite = uses.find({use.first.second, use.first.first});
    return use.second != 1 || opposite == uses.end() || opposite->second != 1;
  }));
}

/// Area of the smallest triangle, in the square of the unit of the mesh.
inline double smallest_area(Mesh const& mesh) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t corner = 0; corner < mesh.indices.size(); corner += 3) {
    const glm::dvec3 a(mesh.positions[mesh.indices[corner]]), b(mesh.positions[mesh.indices[corner + 1]]);
    const glm::dvec3 c(mesh.positions[mesh.indices[corner + 2]]);
    smallest = std::min(smallest, 0.5 * glm::length(glm::cross(b - a, c - a)));
  }
  return smallest;
}

}  // namespace barchan::test
