#include "io/land_extras.hpp"

#include <algorithm>
#include <utility>

#include "base/direction.hpp"
#include "io/input_error.hpp"
#include "io/text.hpp"
#include "land/noise.hpp"

namespace barchan {

namespace {

constexpr double kHighestThing = 12000.0;  // m
constexpr KeyRange kHeight{"m", -kHighestThing, kHighestThing};

constexpr ExtraKey kExtraKeys[]{
    {"warp",
     "base",
     {"m", 0.0, 1e5},
     "for noise, approximate maximum distance by which the noise is shifted, so that ridges and valleys bend"},
    {"warp_wavelength", "base", {"m", 0.01, 1e6}, "for noise, distance over which the shift by `warp` varies"},
    {"below_height", "sand", kHeight, "the layer lies only where the ground below all sand is lower than this height"},
    {"below_slope",
     "sand",
     {"degrees", 0.0, 90.0},
     "the layer lies only where the ground below all sand is flatter than this slope"},
};

/// List numbers for the random numbers that shift the noise along x and along y. No list of layers uses them.
constexpr std::uint32_t kWarpLists[2]{0x20000, 0x20001};
constexpr double kWarpOctaves = 2.0;

Raster raster_of(Grid const& grid) {
  Raster raster;
  raster.width = grid.width;
  raster.height = grid.height;
  raster.cell_size = static_cast<double>(grid.cell_size);
  raster.values.resize(grid.cells());
  return raster;
}

FractalNoise shift_of(NoiseWarp const& warp, Grid const& grid, std::uint64_t seed, std::uint32_t list) {
  LandLayer shift;
  shift.amplitude = warp.distance;
  shift.wavelength = warp.wavelength;
  shift.octaves = kWarpOctaves;
  return {shift, grid, {seed, static_cast<std::uint32_t>(warp.layer), list}};
}

/// The layer of noise as a height map with the warped noise.
LandLayer warped(LandLayer layer, NoiseWarp const& warp, Grid const& grid, std::uint64_t seed,
                 Scheduler const& scheduler) {
  const FractalNoise noise(layer, grid, {seed, static_cast<std::uint32_t>(warp.layer), 0});
  const FractalNoise east = shift_of(warp, grid, seed, kWarpLists[0]),
                     north = shift_of(warp, grid, seed, kWarpLists[1]);
  Raster raster = raster_of(grid);
  const auto cell_size = static_cast<double>(grid.cell_size);
  const double floor = layer.floor - layer.level;
  scheduler.for_ranges(grid.height, 16, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const double u = (x + 0.5) * cell_size, v = (y + 0.5) * cell_size;
        const double value = noise.at(u + east.at(u, v), v + north.at(u, v));
        raster.values[grid.index(x, y)] = static_cast<float>(std::max(value, floor));
      }
    }
  });
  layer.shape = LayerShape::heightmap;
  layer.raster = std::make_shared<Raster const>(std::move(raster));
  return layer;
}

/// The ground below all sand.
class Ground {
 public:
  Ground(ComposedLand const& land, Grid const& grid) : grid_(grid), surface_(land.base) {
    for (ComposedLayer const& layer : land.layers) {
      for (std::size_t i = 0; i < surface_.size(); ++i) surface_[i] += layer.thickness[i];
    }
  }

  double height(int x, int y) const { return to_metres(surface_[grid_.index(x, y)]); }
  /// Square of the tangent of the slope.
  double square_of_slope(int x, int y) const {
    const double along_x = rise({grid_.resolve_x(x - 1), y}, {grid_.resolve_x(x + 1), y}, grid_.width);
    const double along_y = rise({x, grid_.resolve_y(y - 1)}, {x, grid_.resolve_y(y + 1)}, grid_.height);
    return along_x * along_x + along_y * along_y;
  }

 private:
  /// Rise per distance between two neighbours of a cell. At an edge, one of them is the cell itself.
  double rise(std::pair<int, int> low, std::pair<int, int> high, int side) const {
    const int apart = std::abs(high.first - low.first) + std::abs(high.second - low.second);
    if (apart == 0) return 0.0;
    // Across a periodic seam, the neighbours are two cells apart too.
    const int cells = side > 2 ? std::min(apart, 2) : 1;
    return (height(high.first, high.second) - height(low.first, low.second)) /
           (cells * static_cast<double>(grid_.cell_size));
  }

  Grid grid_;
  std::vector<QuantaSum> surface_;
};

/// The layer of sand as a height map of its thickness, which is 0 where the limit does not allow sand.
LandLayer limited(Composition const& land, SandLimit const& limit, Ground const& ground, Grid const& grid,
                  std::uint64_t seed) {
  Composition alone;  // its random numbers depend on the number of layers before it
  alone.sand.assign(limit.layer, {.thickness = 0.0});
  alone.sand.push_back(land.sand[limit.layer]);
  alone.sand.back().operation = LayerOperation::add;
  const ComposedLand composed = compose_land(alone, grid, seed);
  double steepest = -1.0;  // square of the tangent
  if (limit.below_slope && *limit.below_slope < 90.0) {
    const glm::vec2 slope = unit_vector(*limit.below_slope);
    const double tangent = static_cast<double>(slope.y) / static_cast<double>(slope.x);
    steepest = tangent * tangent;
  }
  Raster raster = raster_of(grid);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y);
      if (limit.below_height && ground.height(x, y) >= *limit.below_height) continue;
      if (steepest >= 0.0 && ground.square_of_slope(x, y) >= steepest) continue;
      const double share = limit.mask ? limit.mask->origin + static_cast<double>(limit.mask->values[cell]) : 1.0;
      raster.values[cell] = static_cast<float>(to_metres(composed.sand[cell]) * std::clamp(share, 0.0, 1.0));
    }
  }
  LandLayer layer{.shape = LayerShape::heightmap, .operation = land.sand[limit.layer].operation};
  layer.raster = std::make_shared<Raster const>(std::move(raster));
  return layer;
}

}  // namespace

std::span<ExtraKey const> extra_keys() { return kExtraKeys; }

ExtraKey const& extra_key(std::string_view key) {
  return row_named(extra_keys(), &ExtraKey::key, key,
                   [&](std::string const& advice) { return InputError("{}: there is no such key{}", key, advice); });
}

ComposedLand compose_land(Composition const& land, LandExtras const& extras, Grid const& grid, std::uint64_t seed,
                          Scheduler const& scheduler) {
  if (extras.empty()) return compose_land(land, grid, seed, scheduler);
  Composition plain = land;
  for (NoiseWarp const& warp : extras.warps) {
    LandLayer& layer = plain.base[warp.layer];
    layer = warped(std::move(layer), warp, grid, seed, scheduler);
  }
  if (extras.limits.empty()) return compose_land(plain, grid, seed, scheduler);
  Composition above{.base = {}, .sand = std::move(plain.sand), .cell_layers = std::move(plain.cell_layers)};
  plain.sand.clear();
  plain.cell_layers = {};
  ComposedLand composed = compose_land(plain, grid, seed, scheduler);
  const Ground ground(composed, grid);
  for (SandLimit const& limit : extras.limits) {
    above.sand[limit.layer] = limited(land, limit, ground, grid, seed);
  }
  ComposedLand on_top = compose_land(above, grid, seed, scheduler);
  composed.sand = std::move(on_top.sand);
  composed.cell_layers = std::move(on_top.cell_layers);
  return composed;
}

}  // namespace barchan
