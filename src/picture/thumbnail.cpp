#include "picture/thumbnail.hpp"

#include <algorithm>
#include <cmath>

#include <glm/glm.hpp>

#include "land/terrain.hpp"
#include "picture/tone.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr glm::vec3 kSunColor{2.3f, 2.0f, 1.6f};
constexpr glm::vec3 kSkyColor{0.55f, 0.62f, 0.75f};
constexpr glm::vec3 kWaterColor{0.05f, 0.14f, 0.23f};
constexpr float kHiddenByPlants = 0.75f;  // fraction of the ground's colour that the densest plants hide
constexpr float kThinSand = 0.1f;         // m; thinner sand does not hide the rock
constexpr float kThinWater = 0.05f;       // m; thinner water is not shown
constexpr float kUsualSlope = 0.2f;       // the mean slope is drawn like this one, so that flat lands have relief too

/// The cells that stand for the pixels.
class Samples {
 public:
  Samples(Terrain const& terrain, int side) : terrain_(terrain) {
    Grid const& grid = terrain.grid;
    const int longer = std::max(grid.width, grid.height);
    width = std::max(1, side * grid.width / longer);
    height = std::max(1, side * grid.height / longer);
  }

  /// Cell of the pixel in this column and row, counted from the north-west. Pixels outside are those at the edge.
  std::size_t cell(int column, int row) const {
    Grid const& grid = terrain_.grid;
    const int x = std::clamp(column, 0, width - 1) * grid.width / width;
    const int y = (height - 1 - std::clamp(row, 0, height - 1)) * grid.height / height;
    return grid.index(x, y);
  }
  /// Height of the ground, or of the water over it, m.
  float level(int column, int row) const {
    const std::size_t at = cell(column, row);
    return static_cast<float>(to_metres(QuantaSum{terrain_.columns.elevation(at)} + terrain_.standing_water(at)));
  }
  /// Rise of the land towards east and north, per distance of two pixels.
  glm::vec2 rise(int column, int row) const {
    return {level(column + 1, row) - level(column - 1, row), level(column, row - 1) - level(column, row + 1)};
  }

  int width = 1, height = 1;

 private:
  Terrain const& terrain_;
};

glm::vec3 color_of(Terrain const& terrain, std::size_t cell) {
  Columns const& columns = terrain.columns;
  if (static_cast<float>(to_metres(terrain.standing_water(cell))) > kThinWater) return kWaterColor;
  const bool sandy = static_cast<float>(to_metres(columns.sediment(cell))) > kThinSand;
  auto const& own = terrain.soils[sandy ? columns.top(cell).soil : columns.base_soil(cell)].color;
  const glm::vec3 ground(own[0], own[1], own[2]);
  const std::span<float const> plants = terrain.cell_layers.real(CellLayer::plants);
  if (plants.empty()) return ground;
  return glm::mix(ground, glm::vec3(kPlantColor[0], kPlantColor[1], kPlantColor[2]),
                  kHiddenByPlants * std::clamp(plants[cell], 0.0f, 1.0f));
}

}  // namespace

Picture draw_thumbnail(World const& world, int side) {
  Terrain const& terrain = world.terrain();
  const Samples samples(terrain, side);
  double steepness = 0.0;
  for (int row = 0; row < samples.height; ++row) {
    for (int column = 0; column < samples.width; ++column) {
      steepness += static_cast<double>(glm::length(samples.rise(column, row)));
    }
  }
  const double mean = steepness / (static_cast<double>(samples.width) * static_cast<double>(samples.height));
  const float exaggeration = mean > 0.0 ? kUsualSlope / static_cast<float>(mean) : 0.0f;
  const glm::vec3 sun = glm::normalize(glm::vec3(-1.0f, 1.0f, 0.9f));
  Picture picture{samples.width, samples.height, {}};
  for (int row = 0; row < samples.height; ++row) {
    for (int column = 0; column < samples.width; ++column) {
      const glm::vec3 normal = glm::normalize(glm::vec3(-samples.rise(column, row) * exaggeration, 1.0f));
      const float direct = std::max(0.0f, glm::dot(normal, sun));
      const glm::vec3 light = kSunColor * direct + kSkyColor * (0.5f + 0.5f * normal.z);
      const auto pixel = to_pixel(color_of(terrain, samples.cell(column, row)) * light);
      picture.rgb.insert(picture.rgb.end(), pixel.begin(), pixel.end());
    }
  }
  return picture;
}

}  // namespace barchan
