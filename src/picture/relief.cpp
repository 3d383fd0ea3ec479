#include "picture/relief.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <glm/glm.hpp>

#include "base/scheduler.hpp"
#include "base/work_watch.hpp"
#include "land/terrain.hpp"
#include "picture/tone.hpp"
#include "world/streams.hpp"
#include "world/terrain_view.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr glm::vec3 kSunColor{3.1f, 2.5f, 1.75f};
constexpr glm::vec3 kSkyColor{0.50f, 0.66f, 0.98f};
/// Light from lit ground and from the haze opposite the sun. It gives relief to slopes in shadow.
constexpr glm::vec3 kBounceColor{0.34f, 0.28f, 0.24f};
constexpr glm::vec3 kWaterColor{0.05f, 0.13f, 0.22f};
/// Colours that the water of lakes adds: in shallow water, through which the ground is visible, and in deep water.
constexpr glm::vec3 kShallowColor{0.085f, 0.24f, 0.265f}, kDeepColor{0.022f, 0.075f, 0.15f};
/// Depths over which the ground, the shallow colour and a shore fade, m.
constexpr float kClearDepth = 0.7f, kShallowDepth = 3.0f, kShoreDepth = 0.04f;
/// Fraction of the ground's colour that the densest plants hide.
constexpr float kHiddenByPlants = 0.75f;
/// Sand of this thickness hides the rock completely, m.
constexpr float kCoveringSand = 0.25f;

/// Data of a world for the picture, one value per cell.
struct Layers {
  Grid grid;
  Sun sun;
  std::vector<float> elevation, slope_x, slope_y, sand, obstacle, lit, sky, water;
  std::span<float const> plants;
  std::vector<float> lake;  ///< m, depth of lakes, negative on their shores; empty without lakes
};

/// Depth of lakes and the sea. On dry cells beside water it is minus the height of the ground above it, so that the
/// shore lies between the cells.
std::vector<float> lake_depths(Terrain const& terrain) {
  if (terrain.lakes.empty() && terrain.sea.empty()) return {};
  const auto wet = [&](std::size_t cell) { return terrain.lakes.id(cell) != 0 || terrain.standing_water(cell) > 0; };
  Grid const& grid = terrain.grid;
  constexpr float kDry = -1.0f;
  std::vector<float> depths(grid.cells(), kDry);
  const auto level = [&](std::size_t cell) {
    return static_cast<float>(to_metres(QuantaSum{terrain.columns.elevation(cell)} + terrain.standing_water(cell)));
  };
  for_each_cell(grid, [&](int x, int y) {
    const std::size_t cell = grid.index(x, y);
    if (wet(cell)) {
      depths[cell] = static_cast<float>(to_metres(terrain.standing_water(cell)));
      return;
    }
    float sum = 0.0f, count = 0.0f;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const std::size_t near = grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy));
        if (!wet(near)) continue;
        sum += level(near);
        count += 1.0f;
      }
    }
    if (count > 0.0f) depths[cell] = std::clamp(sum / count - level(cell), kDry, -kShoreDepth);
  });
  return depths;
}

/// Surface of the ground, or of the water over it.
std::vector<Quanta> lit_surface(Terrain const& terrain) {
  const auto ground = terrain.columns.elevations();
  std::vector<Quanta> surface(ground.begin(), ground.end());
  for (std::size_t i = 0; i < surface.size(); ++i) surface[i] += terrain.standing_water(i);
  return surface;
}

/// Fraction of each cell that running water covers: the width of a river with the stream's discharge, relative to the
/// width of the stream's cells. Water that is weak compared to the strongest stream, such as films and sheets, is not
/// shown. Empty if there is no running water.
std::vector<float> water_shares(World const& world) {
  constexpr double kRiverWidth = 3.0;              // m, for 1 m3/s; proportional to the square root of the discharge
  constexpr float kSheet = 0.25f, kRiver = 0.9f;   // fractions of the cells' width
  constexpr float kRill = 0.03f, kStream = 0.12f;  // fractions of the discharge of strong cells
  constexpr std::size_t kStrongest = 1000;         // one in this many cells is stronger
  constexpr float kMost = 0.9f;
  const std::vector<RunningWater> running = running_water(world);
  std::vector<float> water(running.size(), 0.0f), discharge(running.size(), 0.0f);
  for (std::size_t i = 0; i < running.size(); ++i) {
    if (world.terrain().lakes.id(i) != 0 || world.terrain().standing_water(i) > 0) continue;
    const std::optional<Stream> stream = stream_across(world.grid(), running, i);
    if (!stream) continue;
    discharge[i] = glm::length(running[i].discharge);
    const auto share = static_cast<float>(kRiverWidth * std::sqrt(stream->discharge) / stream->width);
    water[i] = kMost * glm::smoothstep(kSheet, kRiver, share);
  }
  std::vector<float> sorted = discharge;
  const auto strong = sorted.end() - 1 - static_cast<std::ptrdiff_t>(sorted.size() / kStrongest);
  std::nth_element(sorted.begin(), strong, sorted.end());
  const float most = *strong > 0.0f ? *strong : *std::max_element(strong, sorted.end());
  if (!(most > 0.0f)) return {};
  for (std::size_t i = 0; i < water.size(); ++i) {
    water[i] *= glm::smoothstep(kRill * most, kStream * most, discharge[i]);
  }
  return water;
}

/// The lowest sun that lights most of the land. Dunes look best in a low sun, which would leave mountains in the dark.
float choose_sun_elevation(Sunlight const& light, float azimuth) {
  constexpr std::array kElevations{22.0f, 30.0f, 40.0f};
  constexpr double kLeastLit = 0.7;
  for (float elevation : kElevations) {
    const std::vector<float> lit = light.sun({azimuth, elevation});
    if (std::accumulate(lit.begin(), lit.end(), 0.0) >= kLeastLit * static_cast<double>(lit.size())) return elevation;
  }
  return kElevations.back();
}

/// All layers but the light.
Layers prepare_ground(World const& world) {
  Layers layers;
  layers.grid = world.grid();
  Grid const& grid = layers.grid;
  Columns const& columns = world.terrain().columns;
  const std::size_t cells = grid.cells();
  for (auto* layer : {&layers.elevation, &layers.slope_x, &layers.slope_y, &layers.sand, &layers.obstacle}) {
    layer->resize(cells);
  }
  const auto height = [&](int x, int y) { return columns.elevation(grid.index(grid.resolve_x(x), grid.resolve_y(y))); };
  const float factor = kMetresPerQuantum / (2.0f * grid.cell_size);
  std::size_t i = 0;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x, ++i) {
      layers.elevation[i] = static_cast<float>(to_metres(columns.elevation(i)));
      layers.slope_x[i] = static_cast<float>(static_cast<QuantaSum>(height(x + 1, y)) - height(x - 1, y)) * factor;
      layers.slope_y[i] = static_cast<float>(static_cast<QuantaSum>(height(x, y + 1)) - height(x, y - 1)) * factor;
      layers.sand[i] = glm::smoothstep(0.0f, kCoveringSand, static_cast<float>(to_metres(columns.sediment(i))));
      layers.obstacle[i] = columns.base_soil(i) == kObstacle ? 1.0f : 0.0f;
    }
  }
  layers.lake = lake_depths(world.terrain());
  layers.water = water_shares(world);
  layers.plants = world.terrain().cell_layers.real(CellLayer::plants);
  return layers;
}

Layers prepare(World const& world, ReliefStyle const& style) {
  Layers layers = prepare_ground(world);
  Columns const& columns = world.terrain().columns;
  const Scheduler scheduler(world.threads());
  const std::vector<Quanta> wet = layers.lake.empty() ? std::vector<Quanta>() : lit_surface(world.terrain());
  const Sunlight light(layers.grid, wet.empty() ? columns.elevations() : std::span<Quanta const>(wet), scheduler);
  layers.sun = style.sun;
  if (!(layers.sun.elevation > 0.0f)) layers.sun.elevation = choose_sun_elevation(light, style.sun.azimuth);
  layers.lit = light.sun(layers.sun);
  layers.sky = light.sky();
  return layers;
}

/// Position of a pixel between four cells.
struct Sample {
  std::array<std::size_t, 4> cells;
  glm::vec2 share;

  float of(std::span<float const> layer) const {
    return glm::mix(glm::mix(layer[cells[0]], layer[cells[1]], share.x),
                    glm::mix(layer[cells[2]], layer[cells[3]], share.x), share.y);
  }
};

Sample sample_at(Grid const& grid, float x, float y) {
  const float column = std::floor(x - 0.5f);
  const float row = std::floor(y - 0.5f);
  const int x0 = grid.resolve_x(static_cast<int>(column));
  const int x1 = grid.resolve_x(static_cast<int>(column) + 1);
  const int y0 = grid.resolve_y(static_cast<int>(row));
  const int y1 = grid.resolve_y(static_cast<int>(row) + 1);
  return {{grid.index(x0, y0), grid.index(x1, y0), grid.index(x0, y1), grid.index(x1, y1)},
          {x - 0.5f - column, y - 0.5f - row}};
}

/// Linear light from a point of the land.
class Shader {
 public:
  Shader(World const& world, Layers const& layers)
      : layers_(layers), sun_(layers.sun.direction()), surface_(surface_colors(world.terrain())) {
    const auto [low, high] = std::minmax_element(layers.elevation.begin(), layers.elevation.end());
    lowest_ = *low;
    relief_ = std::max(*high - *low, 1e-3f);
    auto const& built = world.terrain().soils[kObstacle].color;
    obstacle_ = {built[0], built[1], built[2]};
  }

  glm::vec3 operator()(Sample const& at) const {
    const float slope_x = at.of(layers_.slope_x);
    const float slope_y = at.of(layers_.slope_y);
    // Water is level, regardless of the slope of its bed.
    const float level = glm::smoothstep(0.0f, kShoreDepth, depth(at));
    const glm::vec3 normal = glm::normalize(glm::vec3(glm::vec2(-slope_x, -slope_y) * (1.0f - level), 1.0f));
    const float direct = std::max(0.0f, glm::dot(normal, sun_)) * at.of(layers_.lit);
    const float sky = at.of(layers_.sky) * (0.5f + 0.5f * normal.z);
    const float bounce = std::max(0.0f, glm::dot(normal, glm::vec3(-sun_.x, -sun_.y, sun_.z)));
    return albedo(at) * (kSunColor * direct + kSkyColor * sky + kBounceColor * bounce);
  }

  /// Colour of the ground, or of the water on it.
  glm::vec3 albedo(Sample const& at) const {
    const float elevation = at.of(layers_.elevation);
    const float depth = this->depth(at);
    const float share = (elevation - lowest_) / relief_;

    const glm::vec3 sand = color(at, surface_.loose) * (0.9f + 0.25f * share);
    const glm::vec3 rock = glm::mix(color(at, surface_.base) * (0.75f + 0.7f * share) * strata(elevation), obstacle_,
                                    at.of(layers_.obstacle));
    glm::vec3 albedo = glm::mix(rock, sand, at.of(layers_.sand));
    if (!layers_.water.empty()) albedo = glm::mix(albedo, kWaterColor, at.of(layers_.water));
    if (!layers_.plants.empty()) {
      const float plants = glm::smoothstep(0.0f, 1.0f, at.of(layers_.plants));
      albedo = glm::mix(albedo, glm::vec3(kPlantColor[0], kPlantColor[1], kPlantColor[2]), kHiddenByPlants * plants);
    }

    if (depth > 0.0f) {
      const glm::vec3 water = glm::mix(kDeepColor, kShallowColor, std::exp(-depth / kShallowDepth));
      const float level = glm::smoothstep(0.0f, kShoreDepth, depth);
      albedo = glm::mix(albedo, water, level * (1.0f - 0.7f * std::exp(-depth / kClearDepth)));
    }
    return albedo;
  }

 private:
  /// Depth of lakes and the sea, m.
  float depth(Sample const& at) const { return layers_.lake.empty() ? 0.0f : std::max(0.0f, at.of(layers_.lake)); }
  static glm::vec3 color(Sample const& at, std::vector<SoilColor> const& colors) {
    const auto one = [&](std::size_t corner) {
      SoilColor const& c = colors.size() == 1 ? colors.front() : colors[at.cells[corner]];
      return glm::vec3(c[0], c[1], c[2]);
    };
    if (colors.size() == 1) return one(0);
    return glm::mix(glm::mix(one(0), one(1), at.share.x), glm::mix(one(2), one(3), at.share.x), at.share.y);
  }
  /// Faint horizontal bands, about twenty over the relief.
  float strata(float elevation) const {
    constexpr float kBands = 20.0f;
    const float phase = (elevation - lowest_) / relief_ * kBands;
    return 0.94f + 0.12f * std::abs(2.0f * (phase - std::floor(phase)) - 1.0f);
  }

  Layers const& layers_;
  glm::vec3 sun_;
  SurfaceColors surface_;
  glm::vec3 obstacle_{};
  float lowest_ = 0.0f;
  float relief_ = 1.0f;
};

}  // namespace

Picture draw_relief(World const& world, ReliefStyle const& style) {
  const Layers layers = prepare(world, style);
  Grid const& grid = layers.grid;
  const Shader shade(world, layers);
  const int enlarge = std::max(1, style.longest_side / std::max(grid.width, grid.height));
  const float cells_per_pixel = 1.0f / static_cast<float>(enlarge);
  Picture picture;
  picture.width = grid.width * enlarge;
  picture.height = grid.height * enlarge;
  picture.rgb.resize(3 * static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
  std::size_t byte = 0;
  for (int row = 0; row < picture.height; ++row) {
    const float y = static_cast<float>(grid.height) - (static_cast<float>(row) + 0.5f) * cells_per_pixel;
    for (int column = 0; column < picture.width; ++column) {
      const float x = (static_cast<float>(column) + 0.5f) * cells_per_pixel;
      for (const std::uint8_t value : to_pixel(shade(sample_at(grid, x, y)))) picture.rgb[byte++] = value;
    }
  }
  return picture;
}

std::array<std::vector<float>, 3> draw_ground_colors(World const& world) {
  const Layers layers = prepare_ground(world);
  Grid const& grid = layers.grid;
  const Shader shade(world, layers);
  std::array<std::vector<float>, 3> colors;
  for (std::vector<float>& channel : colors) channel.resize(grid.cells());
  for_each_cell(grid, [&](int x, int y) {
    if (x == 0) WorkWatch::at(static_cast<double>(y) / grid.height);
    const glm::vec3 color = shade.albedo(sample_at(grid, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f));
    for (int i = 0; i < 3; ++i) {
      colors[static_cast<std::size_t>(i)][grid.index(x, y)] = std::clamp(color[i], 0.0f, 1.0f);
    }
  });
  return colors;
}

}  // namespace barchan
