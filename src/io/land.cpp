#include "barchan/land.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "barchan/wind_field.hpp"
#include "io/land_patches.hpp"
#include "io/noise.hpp"

namespace barchan {

namespace {

/// Far beyond every range; what a false file holds is brought back to it, to be refused with its figure later.
constexpr double kAbsurdHeight = 1e6;

/// Nearest count of quanta, halves away from zero.
QuantaSum quantise(double metres) {
  const double scaled = std::clamp(metres, -kAbsurdHeight, kAbsurdHeight) * kQuantaPerMetre;
  return static_cast<QuantaSum>(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
}

/// One layer made ready for its grid.
class LayerSampler {
 public:
  LayerSampler(LandLayer const& layer, Grid const& grid, NoiseSeed seed)
      : layer_(layer),
        grid_(grid),
        land_width_(grid.width * static_cast<double>(grid.cell_size)),
        land_height_(grid.height * static_cast<double>(grid.cell_size)),
        level_(quantise(layer.level)) {
    const glm::vec2 along = unit_vector(layer.azimuth);
    along_x_ = static_cast<double>(along.x);
    along_y_ = static_cast<double>(along.y);
    if (layer.shape == LayerShape::plane) {
      const glm::vec2 slope = unit_vector(layer.slope);
      tangent_ = static_cast<double>(slope.y) / static_cast<double>(slope.x);
    }
    if (layer.shape == LayerShape::noise) fractal_.emplace(layer, grid, seed);
    if (layer.shape == LayerShape::white_noise) white_.emplace(layer, grid, seed);
    if (layer.shape == LayerShape::patches) patches_.emplace(layer, grid, seed);
    // Taken apart from the cells, so that a map that lies higher is the same land, bit for bit.
    if (layer.raster) level_ += quantise(layer.raster->origin);
  }

  /// Elevation or thickness in quanta, nothing where the shape does not reach.
  std::optional<QuantaSum> at(int x, int y) const {
    const std::optional<double> metres = metres_at(x, y);
    if (!metres) return std::nullopt;
    return quantise(*metres) + level_;
  }

 private:
  std::optional<double> metres_at(int x, int y) const {
    const double px = (x + 0.5) * static_cast<double>(grid_.cell_size);
    const double py = (y + 0.5) * static_cast<double>(grid_.cell_size);
    switch (layer_.shape) {
      case LayerShape::uniform:
        return layer_.thickness;
      case LayerShape::noise:
        return fractal_->at(px, py);
      case LayerShape::white_noise:
        return white_->at(x, y);
      case LayerShape::patches:
        return patches_->at(grid_.index(x, y));
      case LayerShape::heightmap:
        return static_cast<double>(layer_.raster->values[grid_.index(x, y)]);
      default:
        return solid_at(px - layer_.x * land_width_, py - layer_.y * land_height_);
    }
  }

  /// Shapes about a centre; (dx, dy) leads from it, by the shortest way when the land is periodic.
  std::optional<double> solid_at(double dx, double dy) const {
    if (layer_.shape == LayerShape::plane) return (dx * along_x_ + dy * along_y_) * tangent_;
    if (grid_.periodic()) {
      dx -= land_width_ * std::floor(dx / land_width_ + 0.5);
      dy -= land_height_ * std::floor(dy / land_height_ + 0.5);
    }
    const double along = dx * along_x_ + dy * along_y_;
    const double across = dy * along_x_ - dx * along_y_;
    const double square = (dx * dx + dy * dy) / (layer_.radius * layer_.radius);
    switch (layer_.shape) {
      case LayerShape::ramp:
        return layer_.height * std::clamp(along / layer_.length + 0.5, 0.0, 1.0);
      case LayerShape::pyramid: {
        const double reach = std::max(std::abs(along), std::abs(across)) / (0.5 * layer_.width);
        if (reach >= 1.0) return std::nullopt;
        return layer_.height * (1.0 - reach);
      }
      case LayerShape::wall:
        if (std::abs(along) > 0.5 * layer_.length || std::abs(across) > 0.5 * layer_.width) return std::nullopt;
        return layer_.height;
      case LayerShape::cone:
        if (square >= 1.0) return std::nullopt;
        return layer_.height * (1.0 - std::sqrt(square));
      case LayerShape::dome:
        if (square >= 1.0) return std::nullopt;
        return layer_.height * (1.0 - square) * (1.0 - square);
      default:  // bowl
        if (square >= 1.0) return std::nullopt;
        return -layer_.depth * (1.0 - square);
    }
  }

  LandLayer const& layer_;
  Grid grid_;
  double land_width_, land_height_;
  QuantaSum level_;
  double along_x_ = 1.0, along_y_ = 0.0, tangent_ = 0.0;
  std::optional<FractalNoise> fractal_;
  std::optional<WhiteNoise> white_;
  std::optional<Patches> patches_;
};

QuantaSum combine(LayerOperation operation, QuantaSum before, QuantaSum value) {
  switch (operation) {
    case LayerOperation::add:
      return before + value;
    case LayerOperation::max:
      return std::max(before, value);
    case LayerOperation::min:
      return std::min(before, value);
    case LayerOperation::replace:
      return value;
  }
  return before;
}

/// Composes one list; `soils` is null but for the base.
std::vector<QuantaSum> compose_list(std::vector<LandLayer> const& layers, Grid const& grid, NoiseSeed seed,
                                    std::vector<SoilId>* soils) {
  std::vector<QuantaSum> heights(grid.cells(), 0);
  for (LandLayer const& layer : layers) {
    const LayerSampler sampler(layer, grid, seed);
    std::size_t cell = 0;
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x, ++cell) {
        const std::optional<QuantaSum> value = sampler.at(x, y);
        if (!value) continue;
        const QuantaSum before = heights[cell];
        heights[cell] = combine(layer.operation, before, *value);
        const bool shows = layer.operation == LayerOperation::replace || heights[cell] > before;
        if (soils != nullptr && shows) (*soils)[cell] = layer.soil;
      }
    }
    ++seed.layer;
  }
  return heights;
}

}  // namespace

ComposedLand compose_land(Land const& land, Grid const& grid, std::uint64_t seed) {
  ComposedLand composed;
  composed.base_soil.assign(grid.cells(), kRock);
  composed.base = compose_list(land.base, grid, {seed, 0, 0}, &composed.base_soil);
  composed.sand = compose_list(land.sand, grid, {seed, 0, 1}, nullptr);
  for (QuantaSum& thickness : composed.sand) thickness = std::max<QuantaSum>(thickness, 0);
  if (land.plants.empty()) return composed;
  for (QuantaSum cover : compose_list(land.plants, grid, {seed, 0, 2}, nullptr)) {
    composed.vegetation.push_back(static_cast<float>(std::clamp(to_metres(cover), 0.0, 1.0)));
  }
  return composed;
}

}  // namespace barchan
