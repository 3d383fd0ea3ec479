#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "export/mesh_scene_parts.hpp"
#include "export/surface_samples.hpp"

namespace barchan {

namespace {

/// Corners of cells: corner (column, row) is the north-west corner of that cell.
struct CellCorner {
  int column, row;
};

class ObstacleMaker {
 public:
  ObstacleMaker(LandSurface const& land, double ground_error)
      : land_(land), samples_(land.ground), ground_error_(ground_error) {}

  Mesh mesh() {
    constexpr double kFlat = 1e-3;  // m; roofs are flat
    add_roofs();
    mesh_ = simplified(mesh_, kFlat);
    for (int row = 0; row < land_.ground.height; ++row) {
      for (int column = 0; column < land_.ground.width; ++column) {
        if (obstacle(column, row)) add_walls(column, row);
      }
    }
    return std::move(mesh_);
  }

 private:
  using CellVertices = std::array<std::uint32_t, 4>;  // at the north-west, north-east, south-west and south-east corner
  static constexpr std::uint32_t kNoVertex = std::numeric_limits<std::uint32_t>::max();

  bool inside(int column, int row) const {
    return column >= 0 && row >= 0 && column < land_.ground.width && row < land_.ground.height;
  }
  bool obstacle(int column, int row) const {
    return inside(column, row) && has_obstacle(land_, land_.ground.index(column, row));
  }
  float top(int column, int row) const { return land_.obstacle_top[land_.ground.index(column, row)]; }
  /// Elevation below the ground at a corner.
  float below_ground(CellCorner const& corner) const {
    float lowest = std::numeric_limits<float>::infinity();
    for (const int row : {corner.row - 1, corner.row}) {
      for (const int column : {corner.column - 1, corner.column}) {
        if (inside(column, row)) lowest = std::min(lowest, samples_.height(column, row));
      }
    }
    return lowest - static_cast<float>(ground_error_);
  }
  std::uint32_t add_vertex(CellCorner const& corner, float z, glm::vec3 const& normal) {
    mesh_.positions.emplace_back(samples_.place(corner.column, corner.row), z);
    mesh_.normals.push_back(normal);
    mesh_.uvs.push_back(samples_.uv_of(corner.column, corner.row));
    return static_cast<std::uint32_t>(mesh_.positions.size() - 1);
  }

  /// Adds one square per cell. Cells of the same height share vertices.
  void add_roofs() {
    const auto width = static_cast<std::size_t>(land_.ground.width);
    std::vector<CellVertices> row_before(width), vertices(width);
    for (int row = 0; row < land_.ground.height; ++row) {
      std::swap(row_before, vertices);
      for (int column = 0; column < land_.ground.width; ++column) {
        if (!obstacle(column, row)) continue;
        const auto [nw, ne, sw, se] = vertices[static_cast<std::size_t>(column)] =
            roof_vertices(column, row, row_before, vertices);
        mesh_.indices.insert(mesh_.indices.end(), {nw, sw, ne, sw, se, ne});
      }
    }
  }
  CellVertices roof_vertices(int column, int row, std::vector<CellVertices> const& row_before,
                             std::vector<CellVertices> const& vertices) {
    const float z = top(column, row);
    const auto same = [&](int other_column, int other_row) {
      return obstacle(other_column, other_row) && !(top(other_column, other_row) < z) &&
             !(top(other_column, other_row) > z);
    };
    const auto at = static_cast<std::size_t>(column);
    CellVertices result{kNoVertex, kNoVertex, kNoVertex, kNoVertex};
    if (same(column - 1, row)) result = {vertices[at - 1][1], kNoVertex, vertices[at - 1][3], kNoVertex};
    if (same(column - 1, row - 1)) result[0] = row_before[at - 1][3];
    if (same(column + 1, row - 1)) result[1] = row_before[at + 1][2];
    if (same(column, row - 1)) {
      result[0] = row_before[at][2];
      result[1] = row_before[at][3];
    }
    for (int i = 0; i < 4; ++i) {
      std::uint32_t& vertex = result[static_cast<std::size_t>(i)];
      if (vertex == kNoVertex) vertex = add_vertex({column + i % 2, row + i / 2}, z, {0.0f, 0.0f, 1.0f});
    }
    return result;
  }

  void add_walls(int column, int row) {
    add_wall({column, row}, {column, row - 1}, {{{column + 1, row}, {column, row}}});
    add_wall({column, row}, {column, row + 1}, {{{column, row + 1}, {column + 1, row + 1}}});
    add_wall({column, row}, {column - 1, row}, {{{column, row}, {column, row + 1}}});
    add_wall({column, row}, {column + 1, row}, {{{column + 1, row + 1}, {column + 1, row}}});
  }
  /// Adds the wall of a cell towards a neighbour that is lower. The ends are counterclockwise around the cell.
  void add_wall(CellCorner const& cell, CellCorner const& neighbour, std::array<CellCorner, 2> const& ends) {
    const float high = top(cell.column, cell.row);
    float left = below_ground(ends[0]), right = below_ground(ends[1]);
    if (obstacle(neighbour.column, neighbour.row)) left = right = top(neighbour.column, neighbour.row);
    if (left >= high && right >= high) return;
    const glm::vec3 normal(neighbour.column - cell.column, cell.row - neighbour.row, 0.0f);
    const std::uint32_t a = add_vertex(ends[0], high, normal), b = add_vertex(ends[0], left, normal);
    const std::uint32_t c = add_vertex(ends[1], right, normal), d = add_vertex(ends[1], high, normal);
    mesh_.indices.insert(mesh_.indices.end(), {a, b, c, a, c, d});
  }

  LandSurface const& land_;
  SurfaceSamples samples_;
  double ground_error_;  // m
  Mesh mesh_;
};

}  // namespace

Mesh obstacle_mesh(LandSurface const& land, SceneStyle const& style) {
  return ObstacleMaker(land, style.ground_error).mesh();
}

}  // namespace barchan
