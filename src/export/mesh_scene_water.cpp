#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>

#include "export/mesh_scene_parts.hpp"
#include "export/surface_samples.hpp"

namespace barchan {

namespace {

constexpr double kBelowGround = 0.02;  // m; of the edge of the water under the dry ground

class WaterMaker {
 public:
  WaterMaker(LandSurface const& land, double ground_error)
      : land_(land),
        samples_(land.ground),
        hidden_(static_cast<float>(ground_error + kBelowGround)),
        vertices_(land.ground.samples(), kUnused) {}

  Mesh mesh() {
    for (int row = 0; row + 1 < land_.ground.height; ++row) {
      for (int column = 0; column + 1 < land_.ground.width; ++column) add_water_square(column, row);
    }
    return std::move(mesh_);
  }

 private:
  static constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

  bool wet(int column, int row) const {
    return column >= 0 && row >= 0 && column < land_.ground.width && row < land_.ground.height &&
           is_wet(land_, land_.ground.index(column, row));
  }
  float level(int column, int row) const { return land_.water_level[land_.ground.index(column, row)]; }

  void add_water_square(int column, int row) {
    const bool nw = wet(column, row), ne = wet(column + 1, row);
    const bool sw = wet(column, row + 1), se = wet(column + 1, row + 1);
    if (nw || sw || ne) add({{column, row}, {column, row + 1}, {column + 1, row}});
    if (sw || se || ne) add({{column, row + 1}, {column + 1, row + 1}, {column + 1, row}});
  }
  void add(std::initializer_list<std::array<int, 2>> samples) {
    for (auto const& [column, row] : samples) mesh_.indices.push_back(vertex(column, row));
  }
  std::uint32_t vertex(int column, int row) {
    std::uint32_t& vertex = vertices_[land_.ground.index(column, row)];
    if (vertex != kUnused) return vertex;
    const bool is_water = wet(column, row);
    mesh_.positions.emplace_back(samples_.place(column + 0.5, row + 0.5),
                                 is_water ? level(column, row) : shore_level(column, row));
    mesh_.normals.push_back(is_water ? normal(column, row) : glm::vec3(0.0f, 0.0f, 1.0f));
    mesh_.uvs.push_back(samples_.uv(column, row));
    return vertex = static_cast<std::uint32_t>(mesh_.positions.size() - 1);
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
  float hidden_;  // m below the ground
  std::vector<std::uint32_t> vertices_;
  Mesh mesh_;
};

}  // namespace

Mesh water_mesh(LandSurface const& land, SceneStyle const& style) {
  return simplified(WaterMaker(land, style.ground_error).mesh(), style.water_error);
}

}  // namespace barchan
