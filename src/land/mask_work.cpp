#include "land/mask_work.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/math.hpp"
#include "land/composition.hpp"
#include "land/noise.hpp"

namespace barchan {

namespace {

constexpr int kRowGrain = 16;
/// Passes of the box filter of a blur. Three passes are close to a Gaussian.
constexpr int kBlurs = 3;
constexpr double kPerKilometre = 1000.0;
/// Identifies the noise of masks.
constexpr std::uint64_t kNoiseSeed = 0x6d61736b;
/// Thickness of bedrock at the surface, m.
constexpr double kEndless = 20000.0;

/// 1 from `low` to `high`, falling to 0 over `fade` on both sides.
float within(double value, MaskNumbers const& numbers) {
  const double low = static_cast<double>(numbers.low), high = static_cast<double>(numbers.high);
  const double beyond = std::max({low - value, value - high, 0.0});
  if (beyond <= 0.0) return 1.0f;
  const double fade = static_cast<double>(numbers.fade);
  return fade > beyond ? static_cast<float>(1.0 - beyond / fade) : 0.0f;
}

/// Calls `visit(cell, x, y)` for all cells of a land.
template <class Visit>
void for_cells(Grid const& grid, Scheduler const& scheduler, Visit const& visit) {
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid.width; ++x) visit(grid.index(x, y), x, y);
    }
  });
}

/// Means of the values over the square of cells around each cell of a line: `half` cells to both sides. Beyond the ends
/// of a line that is not periodic, its last value goes on.
std::vector<float> averaged_line(std::vector<float> const& line, int half, bool periodic) {
  const auto count = static_cast<int>(line.size());
  const auto at = [&](int i) {
    const int wrapped = periodic ? ((i % count) + count) % count : std::clamp(i, 0, count - 1);
    return static_cast<double>(line[static_cast<std::size_t>(wrapped)]);
  };
  std::vector<float> means(line.size());
  double sum = 0.0;
  for (int i = -half; i < half; ++i) sum += at(i);
  for (int i = 0; i < count; ++i) {
    sum += at(i + half);
    means[static_cast<std::size_t>(i)] = static_cast<float>(sum / (2 * half + 1));
    sum -= at(i - half);
  }
  return means;
}

/// Replaces each row and then each column of a field, as lists of values, by `work(line)`.
template <class Work>
LandVector<float> by_lines(LandVector<float> values, Grid const& grid, Scheduler const& scheduler, Work const& work) {
  const auto width = static_cast<std::size_t>(grid.width), height = static_cast<std::size_t>(grid.height);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    std::vector<float> line(width);
    for (int y = first; y < last; ++y) {
      float* const row = values.data() + grid.index(0, y);
      line.assign(row, row + width);
      std::ranges::copy(work(line), row);
    }
  });
  scheduler.for_ranges(grid.width, kRowGrain, [&](int first, int last) {
    std::vector<float> line(height);
    for (int x = first; x < last; ++x) {
      for (std::size_t y = 0; y < height; ++y) line[y] = values[y * width + static_cast<std::size_t>(x)];
      line = work(line);
      for (std::size_t y = 0; y < height; ++y) values[y * width + static_cast<std::size_t>(x)] = line[y];
    }
  });
  return values;
}

/// Averages values over a radius in metres.
LandVector<float> blurred(LandVector<float> values, Grid const& grid, double radius, Scheduler const& scheduler) {
  const double cells = radius / static_cast<double>(grid.cell_size) / kBlurs;
  const int half = static_cast<int>(std::min(std::floor(cells + 0.5), double{Grid::kMaximumSide}));
  if (half < 1) return values;
  for (int pass = 0; pass < kBlurs; ++pass) {
    values = by_lines(std::move(values), grid, scheduler,
                      [&](std::vector<float> const& line) { return averaged_line(line, half, grid.periodic()); });
  }
  return values;
}

/// Squared distances along a line, in cells, from squared distances across it: the lower envelope of parabolas
/// (Felzenszwalb and Huttenlocher 2012). A periodic line is repeated on both sides.
std::vector<float> spread_line(std::vector<float> const& line, bool periodic) {
  const auto count = static_cast<std::int64_t>(line.size());
  const std::int64_t first = periodic ? -count : 0, last = periodic ? 2 * count : count;
  const auto value = [&](std::int64_t i) {
    return static_cast<double>(line[static_cast<std::size_t>((i + count) % count)]);
  };
  std::vector<std::int64_t> places;
  std::vector<double> ends;  // where the parabola of each place begins to be the lowest
  for (std::int64_t i = first; i < last; ++i) {
    if (value(i) == std::numeric_limits<double>::infinity()) continue;
    double from = -std::numeric_limits<double>::infinity();
    while (!places.empty()) {
      const std::int64_t p = places.back();
      from = (value(i) - value(p) + static_cast<double>(i * i - p * p)) / static_cast<double>(2 * (i - p));
      if (from > ends.back()) break;
      places.pop_back();
      ends.pop_back();
      from = -std::numeric_limits<double>::infinity();
    }
    places.push_back(i);
    ends.push_back(from);
  }
  if (places.empty()) return line;
  std::vector<float> nearest(line.size());
  std::size_t k = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    while (k + 1 < places.size() && ends[k + 1] < static_cast<double>(i)) ++k;
    const auto away = static_cast<double>(i - places[k]);
    nearest[static_cast<std::size_t>(i)] = static_cast<float>(value(places[k]) + away * away);
  }
  return nearest;
}

/// Computes the layers of one mask.
class MaskBuilder {
 public:
  MaskBuilder(Terrain const& terrain, Scheduler const& scheduler)
      : terrain_(terrain), grid_(terrain.grid), scheduler_(scheduler), values_(terrain.grid.cells(), 1.0f) {}

  LandVector<float> build(MaskRecipe const& recipe) {
    for (MaskLayer const& layer : recipe.layers) {
      modifies(layer.numbers.source) ? modify(layer.numbers) : combine(layer.numbers.combine, values_of(layer));
    }
    return std::move(values_);
  }

 private:
  void modify(MaskNumbers const& numbers) {
    if (numbers.source == MaskSource::blur) {
      values_ = blurred(std::move(values_), grid_, static_cast<double>(numbers.radius), scheduler_);
      return;
    }
    const float span = numbers.high - numbers.low;
    for (float& value : values_) {
      if (numbers.source == MaskSource::invert) {
        value = 1.0f - value;
      } else if (span > 0.0f) {
        value = std::clamp((value - numbers.low) / span, 0.0f, 1.0f);
      } else {
        value = value >= numbers.low ? 1.0f : 0.0f;
      }
    }
  }

  void combine(MaskCombine how, LandVector<float> const& layer) {
    const auto each = [&](auto const& with) {
      std::transform(values_.begin(), values_.end(), layer.begin(), values_.begin(),
                     [&](float a, float b) { return std::clamp(with(a, b), 0.0f, 1.0f); });
    };
    if (how == MaskCombine::multiply) each([](float a, float b) { return a * b; });
    if (how == MaskCombine::add) each([](float a, float b) { return a + b; });
    if (how == MaskCombine::subtract) each([](float a, float b) { return a - b; });
    if (how == MaskCombine::minimum) each([](float a, float b) { return std::min(a, b); });
    if (how == MaskCombine::maximum) each([](float a, float b) { return std::max(a, b); });
  }

  LandVector<float> values_of(MaskLayer const& layer) const {
    MaskNumbers const& numbers = layer.numbers;
    switch (numbers.source) {
      case MaskSource::raster:
        return LandVector<float>(layer.raster.values.begin(), layer.raster.values.end());
      case MaskSource::mask: {
        Mask const* const mask = terrain_.masks.find(layer.of);
        return mask != nullptr ? mask->values : LandVector<float>(grid_.cells(), 1.0f);
      }
      case MaskSource::distance:
        return distances(layer);
      case MaskSource::curvature:
        return curvatures(numbers);
      case MaskSource::noise:
        return noise(numbers);
      case MaskSource::soil:
        return cells([&](std::size_t cell, int, int) { return within(thickness(cell, soil_of(layer.of)), numbers); });
      case MaskSource::height:
        return cells([&](std::size_t cell, int, int) {
          return within(to_metres(terrain_.columns.elevation(cell)) + terrain_.datum, numbers);
        });
      case MaskSource::slope:
        return cells([&](std::size_t, int x, int y) {
          const auto [east, north] = rise(x, y);
          return within(math::direction_degrees(1.0, std::sqrt(east * east + north * north)), numbers);
        });
      case MaskSource::aspect:
        return cells([&](std::size_t, int x, int y) { return aspect(x, y, numbers); });
      case MaskSource::wetness:
        return cells([&](std::size_t cell, int, int) { return wetness(cell, numbers); });
      default:
        return LandVector<float>(grid_.cells(), numbers.value);
    }
  }

  template <class Value>
  LandVector<float> cells(Value const& value) const {
    LandVector<float> values(grid_.cells());
    for_cells(grid_, scheduler_, [&](std::size_t cell, int x, int y) { values[cell] = value(cell, x, y); });
    return values;
  }

  SoilId soil_of(std::string_view id) const {
    const auto soil = std::ranges::find(terrain_.soils, id, &Soil::id);
    return static_cast<SoilId>(soil - terrain_.soils.begin());
  }

  /// Thickness of a soil at the surface, m.
  double thickness(std::size_t cell, SoilId soil) const {
    Columns const& columns = terrain_.columns;
    const bool bare = columns.bare(cell);
    if ((bare ? columns.ground_soil(cell) : columns.cover_soil(cell)) != soil) return 0.0;
    return bare ? kEndless : to_metres(columns.available(cell));
  }

  /// Rise of the surface per metre to the east and to the north, by central differences.
  std::pair<double, double> rise(int x, int y) const {
    const auto along = [&](int west, int east, int south, int north) {
      const double ahead = to_metres(elevation(east, north)) - to_metres(elevation(west, south));
      return ahead / static_cast<double>(grid_.cell_size);
    };
    const double east = along(x - 1, x + 1, y, y) / span(x, grid_.width);
    const double north = along(x, x, y - 1, y + 1) / span(y, grid_.height);
    return {east, north};
  }
  Quanta elevation(int x, int y) const {
    return terrain_.columns.elevation(grid_.index(grid_.resolve_x(x), grid_.resolve_y(y)));
  }
  /// Number of cells between the two neighbours of a cell along one axis.
  double span(int at, int count) const { return !grid_.periodic() && (at == 0 || at + 1 == count) ? 1.0 : 2.0; }

  float aspect(int x, int y, MaskNumbers const& numbers) const {
    const auto [east, north] = rise(x, y);
    if (east == 0.0 && north == 0.0) return 0.0f;
    const double off = std::abs(math::direction_degrees(-east, -north) - static_cast<double>(numbers.direction));
    const double angle = std::min(off, 360.0 - off);
    const double beyond = angle - static_cast<double>(numbers.width), fade = static_cast<double>(numbers.fade);
    if (beyond <= 0.0) return 1.0f;
    return fade > beyond ? static_cast<float>(1.0 - beyond / fade) : 0.0f;
  }

  float wetness(std::size_t cell, MaskNumbers const& numbers) const {
    if (terrain_.standing_water(cell) > 0) return 1.0f;
    LandVector<Quanta> const& damp = terrain_.cell_layers.quanta(CellLayer::damp);
    if (damp.empty()) return 0.0f;
    const double dry = to_metres(terrain_.columns.elevation(cell)) - to_metres(damp[cell]);
    const double fade = static_cast<double>(numbers.fade);
    if (dry <= 0.0) return 1.0f;
    return fade > dry ? static_cast<float>(1.0 - dry / fade) : 0.0f;
  }

  /// Curvature is positive on ridges: minus the sum of the second derivatives of the smoothed surface.
  LandVector<float> curvatures(MaskNumbers const& numbers) const {
    // Heights above the lowest cell, so that the same land gives the same values at every elevation.
    const Quanta lowest = *std::ranges::min_element(terrain_.columns.elevations());
    LandVector<float> heights = cells([&](std::size_t cell, int, int) {
      return static_cast<float>(difference(terrain_.columns.elevation(cell), lowest)) * kMetresPerQuantum;
    });
    heights = blurred(std::move(heights), grid_, static_cast<double>(numbers.radius), scheduler_);
    const double size = static_cast<double>(grid_.cell_size);
    return cells([&](std::size_t cell, int x, int y) {
      const auto at = [&](int column, int row) {
        return static_cast<double>(heights[grid_.index(grid_.resolve_x(column), grid_.resolve_y(row))]);
      };
      const double around = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
      const double bend = (4.0 * static_cast<double>(heights[cell]) - around) / (size * size);
      return within(bend * kPerKilometre, numbers);
    });
  }

  LandVector<float> distances(MaskLayer const& layer) const {
    const bool water = layer.of == kWaterObject;
    const SoilId soil = water ? kRock : soil_of(layer.of);
    LandVector<float> squares = cells([&](std::size_t cell, int, int) {
      const bool there = water ? terrain_.standing_water(cell) > 0 : thickness(cell, soil) > 0.0;
      return there ? 0.0f : std::numeric_limits<float>::infinity();
    });
    squares = by_lines(std::move(squares), grid_, scheduler_,
                       [&](std::vector<float> const& line) { return spread_line(line, grid_.periodic()); });
    const double size = static_cast<double>(grid_.cell_size);
    return cells([&](std::size_t cell, int, int) {
      const bool nowhere = squares[cell] == std::numeric_limits<float>::infinity();
      return nowhere ? 0.0f : within(std::sqrt(static_cast<double>(squares[cell])) * size, layer.numbers);
    });
  }

  LandVector<float> noise(MaskNumbers const& numbers) const {
    const FractalNoise bumps(
        {.wavelength = static_cast<double>(numbers.wavelength), .octaves = static_cast<double>(numbers.octaves)}, grid_,
        {kNoiseSeed, static_cast<std::uint32_t>(numbers.seed), 0x50000000});
    const double size = static_cast<double>(grid_.cell_size);
    const double low = static_cast<double>(numbers.low), spread = static_cast<double>(numbers.high) - low;
    return cells([&](std::size_t, int x, int y) {
      const double value = 0.5 + 0.5 * bumps.at((x + 0.5) * size, (y + 0.5) * size);
      if (!(spread > 0.0)) return value >= low ? 1.0f : 0.0f;
      return static_cast<float>(std::clamp((value - low) / spread, 0.0, 1.0));
    });
  }

  Terrain const& terrain_;
  Grid const& grid_;
  Scheduler const& scheduler_;
  LandVector<float> values_;
};

/// Returns whether a mask keeps its values, which may be painted, when it gets another recipe.
bool keeps_values(MaskRecipe const& now, MaskRecipe const& next) {
  return !now.follows && !next.follows && now.layers == next.layers;
}

}  // namespace

LandVector<float> mask_values(MaskRecipe const& recipe, Terrain const& terrain, Scheduler const& scheduler) {
  return MaskBuilder(terrain, scheduler).build(recipe);
}

void put_mask(MaskRecipe const& recipe, Terrain& terrain, Scheduler const& scheduler) {
  Mask const* const known = terrain.masks.find(recipe.id);
  const bool stays = known != nullptr && keeps_values(known->recipe, recipe);
  LandVector<float> values = stays ? known->values : mask_values(recipe, terrain, scheduler);
  terrain.masks.put(recipe).values = std::move(values);
  terrain.masks.mark_changed();
}

void renew_masks(Terrain& terrain, Scheduler const& scheduler) {
  bool changed = false;
  for (std::size_t i = 0; i < terrain.masks.list().size(); ++i) {
    MaskRecipe const& recipe = terrain.masks.list()[i].recipe;
    if (!recipe.follows) continue;
    LandVector<float> values = mask_values(recipe, terrain, scheduler);
    Mask& mask = *terrain.masks.open(recipe.id);
    if (mask.values == values) continue;
    mask.values = std::move(values);
    changed = true;
  }
  if (changed) terrain.masks.mark_changed();
}

}  // namespace barchan
