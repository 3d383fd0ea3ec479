#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <unordered_map>

#include "export/lattice_triangles.hpp"
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
    add_roofs();
    for (int row = 0; row < land_.ground.height; ++row) {
      for (int column = 0; column < land_.ground.width; ++column) {
        if (obstacle(column, row)) add_walls(column, row);
      }
    }
    return std::move(mesh_);
  }

 private:
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
  /// Adds a vertex; corners on the edge of the land move to the outermost samples, where the ground ends.
  std::uint32_t add_vertex(CellCorner const& corner, float z, glm::vec3 const& normal) {
    const double columns = std::clamp<double>(corner.column, 0.5, land_.ground.width - 0.5);
    const double rows = std::clamp<double>(corner.row, 0.5, land_.ground.height - 0.5);
    mesh_.positions.emplace_back(samples_.place(columns, rows), z);
    mesh_.normals.push_back(normal);
    mesh_.uvs.push_back(samples_.uv_of(columns, rows));
    return static_cast<std::uint32_t>(mesh_.positions.size() - 1);
  }

  bool same_roof(CellCorner const& a, CellCorner const& b) const {
    return obstacle(a.column, a.row) && obstacle(b.column, b.row) &&
           std::bit_cast<std::uint32_t>(top(a.column, a.row)) == std::bit_cast<std::uint32_t>(top(b.column, b.row));
  }
  /// The corners of cells, of which those at the borders of roofs are needed.
  LatticeSurface corners() const {
    const int width = land_.ground.width + 1, height = land_.ground.height + 1;
    LatticeSurface lattice{.width = width, .height = height, .heights = {}, .needed = {}};
    lattice.heights.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                           std::numeric_limits<float>::quiet_NaN());
    for (int row = height - 1; row >= 0; --row) {
      for (int column = 0; column < width; ++column) {
        const CellCorner se{column, row}, sw{column - 1, row}, ne{column, row - 1}, nw{column - 1, row - 1};
        const bool any = obstacle(column, row) || obstacle(column - 1, row) || obstacle(column, row - 1) ||
                         obstacle(column - 1, row - 1);
        const bool needed = any && !(same_roof(se, sw) && same_roof(sw, nw) && same_roof(nw, ne));
        lattice.needed.push_back(needed ? 1 : 0);
      }
    }
    return lattice;
  }
  /// Adds flat triangles that cover the cells with obstacles.
  void add_roofs() {
    const LatticeTriangles triangles = triangulated(corners(), 0.0);
    for (std::size_t i = 0; i < triangles.indices.size(); i += 3) {
      std::array<LatticePoint, 3> points;
      for (std::size_t k = 0; k < 3; ++k) points[k] = triangles.points[triangles.indices[i + k]];
      // No triangle crosses the border of a roof, so that its centre tells the roof.
      const int column = (points[0].x + points[1].x + points[2].x) / 3;
      const int row = land_.ground.height - 1 - (points[0].y + points[1].y + points[2].y) / 3;
      if (!obstacle(column, row)) continue;
      for (LatticePoint const& point : points) {
        mesh_.indices.push_back(roof_vertex({point.x, land_.ground.height - point.y}, top(column, row)));
      }
    }
  }
  std::uint32_t roof_vertex(CellCorner const& corner, float z) {
    const std::uint64_t number =
        static_cast<std::uint64_t>(corner.row) << 16 | static_cast<std::uint64_t>(corner.column);
    const auto [vertex, is_new] = roof_vertices_.try_emplace(number << 32 | std::bit_cast<std::uint32_t>(z), 0);
    if (is_new) vertex->second = add_vertex(corner, z, {0.0f, 0.0f, 1.0f});
    return vertex->second;
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
  double ground_error_;                                             // m
  std::unordered_map<std::uint64_t, std::uint32_t> roof_vertices_;  // by corner and elevation
  Mesh mesh_;
};

}  // namespace

Mesh obstacle_mesh(LandSurface const& land, SceneStyle const& style) {
  return ordered_for_caches(ObstacleMaker(land, style.ground_error).mesh());
}

}  // namespace barchan
