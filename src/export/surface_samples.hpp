/// SurfaceSamples: vertices of the surface through the samples of a grid, and the checks of grids for meshes.
#pragma once

#include <algorithm>
#include <cmath>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "export/mesh.hpp"
#include "export/mesh_size.hpp"
#include "export/sample_grid.hpp"

namespace barchan {

/// Throws std::invalid_argument if the number of values is wrong, a value is not finite or a distance is not positive.
void check_samples(SampleGrid const& grid);
/// Throws std::invalid_argument if the window is not in the grid.
void check_window(SampleGrid const& grid, GridWindow const& window);
/// Throws std::length_error if 32 bits cannot number the vertices or the indices.
void check_mesh_size(MeshSize const& size);

/// Positions, normals and texture coordinates, as surface_mesh() specifies them.
class SurfaceSamples {
 public:
  /// `periodic`: normals at an edge look at the opposite edge.
  explicit SurfaceSamples(SampleGrid const& grid, bool periodic = false) : grid_(grid), periodic_(periodic) {}

  float height(int column, int row) const { return grid_.values[grid_.index(column, row)]; }
  /// Place of any point, in cells from the north-west corner of the land. m from its centre.
  glm::vec2 place(double columns, double rows) const {
    return {(columns - 0.5 * grid_.width) * grid_.spacing_x, (0.5 * grid_.height - rows) * grid_.spacing_y};
  }
  /// Texture coordinates of the same point.
  glm::vec2 uv_of(double columns, double rows) const { return {columns / grid_.width, rows / grid_.height}; }
  glm::vec3 position(int column, int row) const {
    return glm::vec3(place(column + 0.5, row + 0.5), height(column, row));
  }
  glm::vec2 uv(int column, int row) const { return uv_of(column + 0.5, row + 0.5); }
  glm::vec3 normal(int column, int row) const {
    const int west = near(column - 1, grid_.width), east = near(column + 1, grid_.width);
    const int north = near(row - 1, grid_.height), south = near(row + 1, grid_.height);
    const int columns = periodic_ ? 2 : east - west, rows = periodic_ ? 2 : south - north;
    const double eastward = slope(height(west, row), height(east, row), columns * grid_.spacing_x);
    const double northward = slope(height(column, south), height(column, north), rows * grid_.spacing_y);
    const double scale = 1.0 / std::sqrt(1.0 + eastward * eastward + northward * northward);
    return {-eastward * scale, -northward * scale, scale};
  }

 private:
  int near(int i, int count) const { return periodic_ ? (i + count) % count : std::clamp(i, 0, count - 1); }
  static double slope(float from, float to, double run) {
    return run > 0.0 ? (static_cast<double>(to) - static_cast<double>(from)) / run : 0.0;
  }

  SampleGrid const& grid_;
  bool periodic_;
};

}  // namespace barchan
