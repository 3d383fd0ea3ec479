#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <glm/common.hpp>

#include "export/mesh_scene_parts.hpp"
#include "export/surface_samples.hpp"

namespace barchan {

namespace {

constexpr int kSides = 5;           // of a cone
constexpr double kWidest = 0.6;     // radius over height of plants at their true size
constexpr double kVariation = 0.3;  // of the size, to both sides

/// A well-mixed number from another (splitmix64, Steele, Lea and Flood 2014).
std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/// Numbers in [0, 1) that depend only on the seed and the cell.
class CellNumbers {
 public:
  CellNumbers(std::uint64_t seed, std::size_t cell) : state_(mixed(mixed(seed) ^ cell)) {}
  double next() {
    state_ = mixed(state_);
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

/// How many plants there are, and how wide, so that they cover the land as far as it is covered.
struct Stand {
  double per_cell = 0.0;  ///< plants on a cell that is covered whole
  double radius = 0.0;    ///< m
};

class PlantMaker {
 public:
  PlantMaker(LandSurface const& land, SceneStyle const& style)
      : land_(land),
        samples_(land.ground),
        style_(style),
        most_(static_cast<double>(style.most_plant_triangles / static_cast<std::size_t>(kSides))),
        stand_(stand()) {}

  Mesh mesh() {
    for (int row = 0; row < land_.ground.height; ++row) {
      for (int column = 0; column < land_.ground.width; ++column) add_plants(column, row);
    }
    return std::move(mesh_);
  }

 private:
  double cover(std::size_t cell) const {
    const float cover = land_.plants[cell];
    if (!(cover > 0.0f) || is_wet(land_, cell) || has_obstacle(land_, cell)) return 0.0;
    return std::min(static_cast<double>(cover), 1.0);
  }
  /// With too many plants, fewer and wider ones.
  Stand stand() const {
    constexpr double kSpread = 4.0;  // standard deviations of the number of plants that the limit allows for
    double covered = 0.0;
    for (std::size_t cell = 0; cell < land_.plants.size(); ++cell) covered += cover(cell);
    const double cell_area = land_.ground.spacing_x * land_.ground.spacing_y;
    const double radius = kWidest * style_.plant_height;
    const double wanted = covered * cell_area / (std::numbers::pi * radius * radius);
    const double number = std::min(wanted, std::max(most_ - kSpread * std::sqrt(most_), 0.0));
    if (!(number > 0.0) || !(radius > 0.0)) return {};
    return {number / covered, radius * std::sqrt(wanted / number)};
  }
  double ground(double columns, double rows) const {
    const double x = std::clamp(columns - 0.5, 0.0, land_.ground.width - 1.0);
    const double y = std::clamp(rows - 0.5, 0.0, land_.ground.height - 1.0);
    const int west = static_cast<int>(x), north = static_cast<int>(y);
    const int east = std::min(west + 1, land_.ground.width - 1), south = std::min(north + 1, land_.ground.height - 1);
    const double of_north = std::lerp(samples_.height(west, north), samples_.height(east, north), x - west);
    const double of_south = std::lerp(samples_.height(west, south), samples_.height(east, south), x - west);
    return std::lerp(of_north, of_south, y - north);
  }

  void add_plants(int column, int row) {
    const std::size_t cell = land_.ground.index(column, row);
    CellNumbers numbers(style_.seed, cell);
    const auto count = static_cast<int>(cover(cell) * stand_.per_cell + numbers.next());
    for (int i = 0; i < count && mesh_.triangles() + kSides <= style_.most_plant_triangles; ++i) {
      const double columns = std::clamp(column + numbers.next(), 0.5, land_.ground.width - 0.5);
      const double rows = std::clamp(row + numbers.next(), 0.5, land_.ground.height - 0.5);
      const double size = 1.0 + kVariation * (2.0 * numbers.next() - 1.0);
      add_cone(columns, rows, size, 2.0 * std::numbers::pi * numbers.next());
    }
  }
  /// Adds a cone whose foot follows the ground, but not up to its tip. `first`: direction of its first corner.
  void add_cone(double columns, double rows, double size, double first) {
    const auto apex = static_cast<std::uint32_t>(mesh_.positions.size());
    const double height = size * style_.plant_height, radius = size * stand_.radius;
    const double foot = ground(columns, rows), highest_foot = foot + 0.5 * height;
    add_vertex(columns, rows, foot + height);
    for (int i = 0; i < kSides; ++i) {
      const double angle = first + 2.0 * std::numbers::pi * i / kSides;
      const double east = std::cos(angle), north = std::sin(angle);
      const double x = columns + radius * east / land_.ground.spacing_x;
      const double y = rows - radius * north / land_.ground.spacing_y;
      add_vertex(x, y, std::min(ground(x, y), highest_foot));
    }
    for (std::uint32_t i = 0; i < kSides; ++i) {
      mesh_.indices.insert(mesh_.indices.end(), {apex, apex + 1 + i, apex + 1 + (i + 1) % kSides});
    }
  }
  void add_vertex(double columns, double rows, double z) {
    mesh_.positions.emplace_back(samples_.place(columns, rows), static_cast<float>(z));
    mesh_.uvs.push_back(glm::clamp(samples_.uv_of(columns, rows), 0.0f, 1.0f));
  }

  LandSurface const& land_;
  SurfaceSamples samples_;
  SceneStyle const& style_;
  double most_;  // plants
  Stand stand_;
  Mesh mesh_;
};

}  // namespace

Mesh plant_mesh(LandSurface const& land, SceneStyle const& style) {
  return with_smooth_normals(PlantMaker(land, style).mesh());
}

}  // namespace barchan
