#include "land/composition.hpp"

#include <algorithm>
#include <optional>

#include "base/direction.hpp"
#include "land/noise.hpp"
#include "land/solid.hpp"

namespace barchan {

namespace {

/// Limit far beyond every range, m. Absurd values of a damaged file are clamped to it and refused later.
constexpr double kAbsurdHeight = 1e6;

/// Nearest number of quanta, with halves rounded away from zero.
QuantaSum quantise(double metres) {
  const double scaled = std::clamp(metres, -kAbsurdHeight, kAbsurdHeight) * kQuantaPerMetre;
  return static_cast<QuantaSum>(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
}

/// One layer, prepared for its grid.
class LayerSampler {
 public:
  LayerSampler(LandLayer const& layer, Grid const& grid, NoiseSeed seed)
      : layer_(layer),
        grid_(grid),
        stand_(grid, layer.x, layer.y, layer.azimuth),
        level_(quantise(layer.level)),
        floor_(quantise(layer.floor)) {
    if (layer.shape == LayerShape::plane) {
      const glm::vec2 slope = unit_vector(layer.slope);
      tangent_ = static_cast<double>(slope.y) / static_cast<double>(slope.x);
    }
    if (layer.shape == LayerShape::noise) fractal_.emplace(layer, grid, seed);
    if (layer.shape == LayerShape::white_noise) white_.emplace(layer, grid, seed);
    if (layer.shape == LayerShape::patches) patches_.emplace(layer, grid, seed);
    // The origin is added separately from the cells, so that a higher map gives the same land, bit for bit.
    if (layer.raster) level_ += quantise(layer.raster->origin);
  }

  /// Elevation or thickness in quanta; empty outside the shape.
  std::optional<QuantaSum> at(int x, int y) const {
    const std::optional<double> metres = metres_at(x, y);
    if (!metres) return std::nullopt;
    const QuantaSum value = quantise(*metres) + level_;
    return layer_.shape == LayerShape::noise ? std::max(value, floor_) : value;
  }

 private:
  std::optional<double> metres_at(int x, int y) const {
    const auto cell_size = static_cast<double>(grid_.cell_size);
    switch (layer_.shape) {
      case LayerShape::uniform:
        return layer_.thickness;
      case LayerShape::noise:
        return fractal_->at((x + 0.5) * cell_size, (y + 0.5) * cell_size);
      case LayerShape::white_noise:
        return white_->at(x, y);
      case LayerShape::patches:
        return patches_->at(grid_.index(x, y));
      case LayerShape::heightmap:
        return static_cast<double>(layer_.raster->values[grid_.index(x, y)]);
      case LayerShape::plane:
        return stand_.straight(x, y).along * tangent_;
      default:
        return solid_at(stand_.nearest(x, y));
    }
  }

  /// Shapes around a centre.
  std::optional<double> solid_at(solid::Offset const& o) const {
    switch (layer_.shape) {
      case LayerShape::ramp:
        return layer_.height * std::clamp(o.along / layer_.length + 0.5, 0.0, 1.0);
      case LayerShape::pyramid:
        return solid::pyramid(o, layer_.height, layer_.width);
      case LayerShape::wall:
        return solid::box(o, layer_.height, layer_.length, layer_.width);
      case LayerShape::cylinder:
        return solid::cylinder(o, layer_.height, layer_.radius);
      case LayerShape::cone:
        return solid::cone(o, layer_.height, layer_.radius);
      case LayerShape::dome:
        return solid::dome(o, layer_.height, layer_.radius);
      default:  // bowl
        const double square = o.square(layer_.radius);
        if (square >= 1.0) return std::nullopt;
        return -layer_.depth * (1.0 - square);
    }
  }

  LandLayer const& layer_;
  Grid grid_;
  solid::Stand stand_;
  QuantaSum level_, floor_;
  double tangent_ = 0.0;
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

/// Calls `visit(x, y, cell)` for all cells. The grouping of the cells has no effect on the result.
template <class Visit>
void for_cells(Grid const& grid, Scheduler const& scheduler, Visit const& visit) {
  scheduler.for_ranges(grid.height, 16, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid.width; ++x) visit(x, y, grid.index(x, y));
    }
  });
}

/// A layer of obstacles with numbers that a body can have (Obstacle), so that the body covers the same cells. The loop
/// follows the table, because g++ 12 drops the rounding of x and y if the members are listed here.
LandLayer with_numbers_of_a_body(LandLayer layer) {
  for (LayerKey const& key : layer_keys()) {
    layer.*key.member = static_cast<double>(static_cast<float>(layer.*key.member));
  }
  return layer;
}

/// Composes one list. `obstacle` is the thickness of the obstacle in each cell, which each layer updates; null except
/// for the base.
std::vector<QuantaSum> compose_list(std::vector<LandLayer> const& layers, Grid const& grid, NoiseSeed seed,
                                    std::vector<QuantaSum>* obstacle, Scheduler const& scheduler) {
  std::vector<QuantaSum> heights(grid.cells(), 0);
  for (LandLayer const& given : layers) {
    const LandLayer layer = given.soil == kObstacle ? with_numbers_of_a_body(given) : given;
    const LayerSampler sampler(layer, grid, seed);
    for_cells(grid, scheduler, [&](int x, int y, std::size_t cell) {
      const std::optional<QuantaSum> value = sampler.at(x, y);
      if (!value) return;
      const QuantaSum before = heights[cell];
      heights[cell] = combine(layer.operation, before, *value);
      if (obstacle == nullptr) return;
      const bool shows = layer.operation == LayerOperation::replace || heights[cell] > before;
      // Rock on an obstacle turns the obstacle into rock. A cut removes the obstacle first.
      const bool all_rock = layer.soil == kRock && shows;
      QuantaSum& thickness = (*obstacle)[cell];
      thickness = all_rock ? 0 : std::max<QuantaSum>(heights[cell] - (before - thickness), 0);
    });
    ++seed.layer;
  }
  return heights;
}

/// List number of soil layers for their random numbers. Cell layers have the numbers from 2 on.
constexpr std::uint32_t kSoilLayersList = 0x10000;

/// The pile of soil layers on the base.
class LayerPile {
 public:
  explicit LayerPile(ComposedLand land) : land_(std::move(land)), surface_(land_.base) {}

  /// Starts the next layer, with a thickness of 0.
  void begin(SoilId soil) { land_.layers.push_back({soil, std::vector<QuantaSum>(surface_.size(), 0)}); }
  /// Adds this thickness to the last layer.
  void lay(std::size_t cell, QuantaSum thickness) {
    if (thickness <= 0) return;
    ComposedLayer& layer = land_.layers.back();
    // Rock that lies on bedrock belongs to the bedrock.
    const bool bedrock = surface_[cell] == land_.base[cell] && (land_.obstacle.empty() || land_.obstacle[cell] == 0);
    (layer.soil == kRock && bedrock ? land_.base[cell] : layer.thickness[cell]) += thickness;
    surface_[cell] += thickness;
  }
  /// Removes everything above this elevation.
  void cut(std::size_t cell, QuantaSum elevation) {
    QuantaSum excess = surface_[cell] - elevation;
    if (excess <= 0) return;
    surface_[cell] = elevation;
    for (auto layer = land_.layers.rbegin(); layer != land_.layers.rend() && excess > 0; ++layer) {
      const QuantaSum taken = std::min(excess, layer->thickness[cell]);
      layer->thickness[cell] -= taken;
      excess -= taken;
    }
    land_.base[cell] -= excess;
    if (!land_.obstacle.empty()) land_.obstacle[cell] = std::max<QuantaSum>(land_.obstacle[cell] - excess, 0);
  }
  QuantaSum surface(std::size_t cell) const { return surface_[cell]; }
  ComposedLand take() { return std::move(land_); }

 private:
  ComposedLand land_;
  std::vector<QuantaSum> surface_;
};

ComposedLand lay_layers(ComposedLand base, std::vector<LandLayer> const& layers, Grid const& grid, NoiseSeed seed,
                        Scheduler const& scheduler) {
  LayerPile pile(std::move(base));
  for (LandLayer const& layer : layers) {
    const LayerSampler sampler(layer, grid, seed);
    const bool cuts = layer.operation == LayerOperation::min;
    if (!cuts) pile.begin(layer.soil);
    for_cells(grid, scheduler, [&](int x, int y, std::size_t cell) {
      const std::optional<QuantaSum> value = sampler.at(x, y);
      if (!value) return;
      if (cuts) {
        pile.cut(cell, *value);
      } else {
        pile.lay(cell, layer.operation == LayerOperation::add ? *value : *value - pile.surface(cell));
      }
    });
    ++seed.layer;
  }
  return pile.take();
}

}  // namespace

ComposedLand compose_land(Composition const& land, Grid const& grid, std::uint64_t seed, Scheduler const& scheduler) {
  ComposedLand composed;
  const bool obstacles =
      std::any_of(land.base.begin(), land.base.end(), [](LandLayer const& layer) { return layer.soil == kObstacle; });
  if (obstacles) composed.obstacle.assign(grid.cells(), 0);
  composed.base = compose_list(land.base, grid, {seed, 0, 0}, obstacles ? &composed.obstacle : nullptr, scheduler);
  if (!land.layers.empty()) {
    composed = lay_layers(std::move(composed), land.layers, grid, {seed, 0, kSoilLayersList}, scheduler);
  }
  composed.sand = compose_list(land.sand, grid, {seed, 0, 1}, nullptr, scheduler);
  for (QuantaSum& thickness : composed.sand) thickness = std::max<QuantaSum>(thickness, 0);
  for (std::uint32_t i = 0; i < kCellLayerCount; ++i) {
    if (land.cell_layers[i].empty()) continue;
    const std::vector<QuantaSum> amounts =
        compose_list(land.cell_layers[i], grid, {seed, 0, 2 + i}, nullptr, scheduler);
    std::vector<double> values(amounts.size());
    std::transform(amounts.begin(), amounts.end(), values.begin(), to_metres);
    composed.cell_layers.lay(static_cast<CellLayer>(i), values);
  }
  return composed;
}

std::span<LandList const> land_lists() {
  static const std::vector<LandList> kLists = [] {
    std::vector<LandList> lists{{.key = "base", .soil = &Composition::base},
                                {.key = "layer", .soil = &Composition::layers},
                                {.key = "sand", .soil = &Composition::sand}};
    for (std::size_t i = 0; i < kCellLayerCount; ++i) {
      CellLayerRow const& row = cell_layer_rows()[i];
      if (row.composed) lists.push_back({.key = row.field.id, .cell_layer = static_cast<CellLayer>(i)});
    }
    return lists;
  }();
  return kLists;
}

}  // namespace barchan
