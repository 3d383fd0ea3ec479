#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "export/lattice_triangles.hpp"
#include "export/mesh_scene_parts.hpp"
#include "export/surface_samples.hpp"

namespace barchan {

namespace {

constexpr double kBelowGround = 0.02;  // m; of the edge of the water under the dry ground

/// The water lies on squares between four neighbouring samples of which at least one is wet.
class WaterMaker {
 public:
  WaterMaker(LandSurface const& land, SceneStyle const& style)
      : land_(land),
        samples_(land.ground),
        error_(style.water_error),
        hidden_(static_cast<float>(style.ground_error + kBelowGround)) {}

  Mesh mesh() const {
    const LatticeTriangles triangles = triangulated(lattice(), error_);
    Mesh mesh;
    for (LatticePoint const& point : triangles.points) {
      const int column = point.x, row = row_of(point.y);
      mesh.positions.emplace_back(samples_.place(column + 0.5, row + 0.5), height(column, row));
      mesh.normals.push_back(wet(column, row) ? normal(column, row) : glm::vec3(0.0f, 0.0f, 1.0f));
      mesh.uvs.push_back(samples_.uv(column, row));
    }
    for (std::size_t i = 0; i < triangles.indices.size(); i += 3) {
      const std::span corners = std::span(triangles.indices).subspan(i, 3);
      LatticePoint sum;
      for (const std::uint32_t corner : corners) {
        sum.x += triangles.points[corner].x;
        sum.y += triangles.points[corner].y;
      }
      // No triangle crosses the border of the water, so that its centre tells on which side it lies.
      if (is_water(sum.x / 3, row_of(sum.y / 3)))
        mesh.indices.insert(mesh.indices.end(), corners.begin(), corners.end());
    }
    return mesh;
  }

 private:
  bool wet(int column, int row) const {
    return column >= 0 && row >= 0 && column < land_.ground.width && row < land_.ground.height &&
           is_wet(land_, land_.ground.index(column, row));
  }
  float level(int column, int row) const { return land_.water_level[land_.ground.index(column, row)]; }
  int row_of(int y) const { return land_.ground.height - 1 - y; }
  /// Whether water lies on the square whose south-west sample this is.
  bool is_water(int column, int row) const {
    return column >= 0 && column + 1 < land_.ground.width && row > 0 && row < land_.ground.height &&
           (wet(column, row) || wet(column + 1, row) || wet(column, row - 1) || wet(column + 1, row - 1));
  }
  /// Elevation of a vertex, m; NaN far from water.
  float height(int column, int row) const { return wet(column, row) ? level(column, row) : shore_level(column, row); }
  /// The samples, of which those on the border of the water are needed.
  LatticeSurface lattice() const {
    LatticeSurface lattice{.width = land_.ground.width, .height = land_.ground.height, .heights = {}, .needed = {}};
    for (int y = 0; y < lattice.height; ++y) {
      for (int x = 0; x < lattice.width; ++x) {
        const int row = row_of(y);
        const int squares = is_water(x, row) + is_water(x - 1, row) + is_water(x, row + 1) + is_water(x - 1, row + 1);
        lattice.heights.push_back(height(x, row));
        lattice.needed.push_back(squares > 0 && squares < 4 ? 1 : 0);
      }
    }
    return lattice;
  }
  /// Level of the water around a dry sample, but below its ground. Obstacles hide the water in them.
  float shore_level(int column, int row) const {
    double sum = 0.0;
    int count = 0;
    for (int y = row - 1; y <= row + 1; ++y) {
      for (int x = column - 1; x <= column + 1; ++x) {
        if (!wet(x, y)) continue;
        sum += static_cast<double>(level(x, y));
        ++count;
      }
    }
    if (count == 0) return std::numeric_limits<float>::quiet_NaN();
    const auto mean = static_cast<float>(sum / count);
    if (has_obstacle(land_, land_.ground.index(column, row))) return mean;
    return std::min(mean, samples_.height(column, row) - hidden_);
  }
  /// Normal from the wet neighbours only, so that shores do not show in the shading.
  glm::vec3 normal(int column, int row) const {
    const int west = column - wet(column - 1, row), east = column + wet(column + 1, row);
    const int north = row - wet(column, row - 1), south = row + wet(column, row + 1);
    const double eastward = water_slope(level(west, row), level(east, row), (east - west) * land_.ground.spacing_x);
    const double northward =
        water_slope(level(column, south), level(column, north), (south - north) * land_.ground.spacing_y);
    const double scale = 1.0 / std::sqrt(1.0 + eastward * eastward + northward * northward);
    return {-eastward * scale, -northward * scale, scale};
  }
  static double water_slope(float from, float to, double run) {
    return run > 0.0 ? (static_cast<double>(to) - static_cast<double>(from)) / run : 0.0;
  }

  LandSurface const& land_;
  SurfaceSamples samples_;
  double error_;  // m
  float hidden_;  // m below the ground
};

}  // namespace

Mesh water_mesh(LandSurface const& land, SceneStyle const& style) {
  return ordered_for_caches(WaterMaker(land, style).mesh());
}

}  // namespace barchan
