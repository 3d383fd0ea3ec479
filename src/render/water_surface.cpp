#include "render/water_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <glm/common.hpp>

namespace barchan::render {
namespace {

/// Depth of the film of running water that only wets the ground, where it is level and where it is steep, cells; slope
/// at which it is steep.
constexpr float kFilm = 0.0075f, kSteepFilm = 0.125f, kSteep = 0.35f;
constexpr float kSinks = 0.06f;  ///< sinking per ring, cells
constexpr int kRings = 3;        // rings of dry cells with a level: as far as smooth lookups reach, plus one
// Cells; the water beside a dry cell counts as deep as the deepest water within this distance.
constexpr int kBedReach = 2;
constexpr float kSteepBank = 0.6f;  // relative to that depth; limits steep banks, which would hide a narrow river
constexpr float kFarBelow = 0.5f;   // level below the ground where there is no water, cells

/// Calls `visit(cell, squared distance)` for each cell within `reach`, including the cell itself.
template <class Visit>
void for_near(Grid const& grid, std::size_t cell, int reach, Visit const& visit) {
  const auto width = static_cast<std::size_t>(grid.width);
  const int x = static_cast<int>(cell % width), y = static_cast<int>(cell / width);
  const bool inside = x >= reach && y >= reach && x < grid.width - reach && y < grid.height - reach;
  for (int j = y - reach; j <= y + reach; ++j) {
    for (int i = x - reach; i <= x + reach; ++i) {
      const int apart = (i - x) * (i - x) + (j - y) * (j - y);
      if (inside) {
        visit(grid.index(i, j), apart);
      } else if (grid.periodic()) {
        visit(grid.index((i + grid.width * reach) % grid.width, (j + grid.height * reach) % grid.height), apart);
      } else if (i >= 0 && j >= 0 && i < grid.width && j < grid.height) {
        visit(grid.index(i, j), apart);
      }
    }
  }
}

template <class Visit>
void for_neighbours(Grid const& grid, std::size_t cell, int reach, Visit const& visit) {
  for_near(grid, cell, reach, [&](std::size_t other, int) { visit(other); });
}

constexpr int kWetReach = 5;  ///< distance from water at which the ground is dry, cells

/// Wetness of the ground at the squared distance `apart` (in cells) from water, `rise` cells above it.
float wet_rim(int apart, float rise) {
  constexpr float kLeastRise = 0.04f, kMostRise = 0.20f;  // cells
  // The ground dries soon beside the water, and slowly further away.
  constexpr float kBeside = 1.4f, kDries = 0.45f, kFar = 0.40f;
  const float distance = std::sqrt(static_cast<float>(apart));
  const float near = glm::clamp(kBeside - kDries * distance, 0.0f, 1.0f);
  const float far = kFar * std::max(1.0f - distance / static_cast<float>(kWetReach), 0.0f);
  return std::max(near, far) * (1.0f - glm::smoothstep(kLeastRise, kMostRise, rise));
}

/// The nearest wet cell of each cell within kWetReach of one.
class NearestWater {
 public:
  /// `wet`: the wet cells.
  NearestWater(Grid const& grid, std::vector<std::size_t> const& wet) : grid_(grid), source_(grid.cells(), kNone) {
    for (const std::size_t cell : wet) source_[cell] = cell;
    std::vector<std::size_t> last = wet;
    for (int ring = 1; ring < kWetReach; ++ring) {
      std::vector<std::size_t> reached;
      for (const std::size_t cell : last) {
        for_neighbours(grid, cell, 1, [&](std::size_t other) {
          if (source_[other] == kNone) reached.push_back(other);
          if (source_[other] == kNone || apart(other, source_[cell]) < apart(other, source_[other]))
            source_[other] = source_[cell];
        });
      }
      dry_.insert(dry_.end(), reached.begin(), reached.end());
      last = std::move(reached);
    }
  }

  /// The dry cells that have a source.
  std::vector<std::size_t> const& dry() const { return dry_; }
  std::size_t of(std::size_t cell) const { return source_[cell]; }
  /// Squared distance of two cells, in cells.
  int apart(std::size_t a, std::size_t b) const {
    const auto width = static_cast<std::size_t>(grid_.width);
    const glm::ivec2 size(grid_.width, grid_.height);
    glm::ivec2 from(static_cast<int>(a % width) - static_cast<int>(b % width),
                    static_cast<int>(a / width) - static_cast<int>(b / width));
    if (grid_.periodic()) from = glm::min(glm::abs(from), size - glm::abs(from));
    return from.x * from.x + from.y * from.y;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  Grid const& grid_;
  std::vector<std::size_t> source_;
  std::vector<std::size_t> dry_;
};

/// Levels of wet cells and of some rings of dry cells around them, each the mean of its known neighbours. Further out
/// the levels sink, so that level ground dries with distance instead of where the rings end.
class Shores {
 public:
  explicit Shores(TerrainView const& view) : view_(view), level_(view.water.level), ring_(view.grid.cells(), 0) {
    std::vector<std::size_t> last;
    for (std::size_t i = 0; i < ring_.size(); ++i) {
      if (level_[i] == kNoWater) continue;
      const bool wet = view.water.depth[i] > 0.0f;
      ring_[i] = wet ? kWet : 1;
      (wet ? wet_ : dry_).push_back(i);
    }
    last = dry_;
    for (std::uint8_t ring = 2; ring <= kRings; ++ring) last = next_ring(last, ring);
  }

  bool is_wet(std::size_t cell) const { return ring_[cell] == kWet; }
  float level(std::size_t cell) const { return level_[cell]; }
  std::vector<std::size_t> const& wet() const { return wet_; }
  std::vector<std::size_t> const& dry() const { return dry_; }

 private:
  static constexpr std::uint8_t kWet = 255;

  std::vector<std::size_t> next_ring(std::vector<std::size_t> const& last, std::uint8_t ring) {
    std::vector<std::size_t> found;
    for (const std::size_t cell : last) {
      for_neighbours(view_.grid, cell, 1, [&](std::size_t other) {
        if (ring_[other] != 0) return;
        ring_[other] = ring;
        found.push_back(other);
      });
    }
    std::vector<float> means;
    for (const std::size_t cell : found) {
      float sum = 0.0f, count = 0.0f;
      for_neighbours(view_.grid, cell, 1, [&](std::size_t other) {
        if (level_[other] == kNoWater) return;
        sum += level_[other];
        count += 1.0f;
      });
      means.push_back(sum / count - kSinks * view_.grid.cell_size);
    }
    for (std::size_t i = 0; i < found.size(); ++i) level_[found[i]] = means[i];
    dry_.insert(dry_.end(), found.begin(), found.end());
    return found;
  }

  TerrainView const& view_;
  std::vector<float> level_;
  std::vector<std::uint8_t> ring_;
  std::vector<std::size_t> wet_, dry_;
};

float value(std::vector<float> const& values, std::size_t cell) { return values.empty() ? 0.0f : values[cell]; }

/// Depth of the film of running water that is drawn as wet ground at a cell, m: the steeper the water, the deeper.
float film_depth(TerrainView const& view, std::size_t cell) {
  float fall = 0.0f;
  for_neighbours(view.grid, cell, 1, [&](std::size_t other) {
    if (view.water.depth[other] <= 0.0f) return;
    fall = std::max(fall, std::abs(view.water.level[other] - view.water.level[cell]));
  });
  const float steep = std::min(fall / (kSteep * view.grid.cell_size), 1.0f);
  return view.grid.cell_size * glm::mix(kFilm, kSteepFilm, steep * steep);
}

/// The surface for a view that has water.
WaterSurface open_water(TerrainView const& view) {
  WaterView const& water = view.water;
  const Shores shores(view);
  WaterSurface surface;
  const float below = kFarBelow * view.grid.cell_size;
  surface.body.assign(view.grid.cells(), {-below, 0.0f, 0.0f, 0.0f});
  surface.top.assign(view.grid.cells(), {view.elevation_minimum - below, 0.0f, 0.0f, 0.0f});
  for (const std::size_t i : shores.wet()) {
    const glm::vec2 flow = water.flow.empty() ? glm::vec2(0.0f) : water.flow[i];
    // A film of running water is drawn as wet ground.
    const float film = flow == glm::vec2(0.0f) ? 0.0f : film_depth(view, i);
    surface.body[i] = {water.depth[i] - film, value(water.foam, i), value(water.mud, i), 1.0f};
    surface.top[i] = {water.level[i], flow, 0.0f};
  }
  for (const std::size_t cell : shores.dry()) {
    float deepest = 0.0f, weight = 0.0f;
    glm::vec4 mean(0.0f);  // foam, mud, flow
    for_neighbours(view.grid, cell, kBedReach, [&](std::size_t other) {
      if (!shores.is_wet(other)) return;
      deepest = std::max(deepest, water.depth[other]);
      mean += glm::vec4(surface.body[other].y, surface.body[other].z, surface.top[other].y, surface.top[other].z);
      weight += 1.0f;
    });
    const float above = shores.level(cell) - view.elevation[cell], bank = -kSteepBank * deepest;
    surface.top[cell].x = shores.level(cell);
    if (above < 0.0f) surface.body[cell].x = above;
    if (weight == 0.0f) continue;
    // If water has not reached lower ground beside it, the shore lies about half way between the two cells.
    surface.body[cell].x = above < 0.0f ? std::max(above, bank) : bank;
    mean /= weight;
    surface.body[cell] = {surface.body[cell].x, mean.x, mean.y, 0.0f};
    surface.top[cell] = {surface.top[cell].x, mean.z, mean.w, 0.0f};
  }
  const NearestWater nearest(view.grid, shores.wet());
  for (const std::size_t cell : nearest.dry()) {
    const std::size_t source = nearest.of(cell);
    const float rise = (view.elevation[cell] - water.level[source]) / view.grid.cell_size;
    surface.body[cell].w = wet_rim(nearest.apart(cell, source), rise);
  }
  return surface;
}

}  // namespace

std::vector<float> dampness(TerrainView const& view) {
  constexpr float kDampest = 0.55f, kFades = 0.3f;  // m
  std::vector<float> damp(view.damp.size());
  for (std::size_t i = 0; i < damp.size(); ++i) {
    damp[i] = kDampest * glm::clamp(1.0f - (view.elevation[i] - view.damp[i]) / kFades, 0.0f, 1.0f);
  }
  return damp;
}

WaterSurface water_surface(TerrainView const& view) {
  if (view.water.empty()) return {};
  WaterSurface surface = open_water(view);
  const std::vector<float> damp = dampness(view);
  for (std::size_t i = 0; i < damp.size(); ++i) {
    glm::vec4& cell = surface.body[i];
    // Blends the wet rim of a shore into the damp ground.
    if (cell.x <= 0.0f) cell.w += damp[i] * (1.0f - cell.w);
  }
  return surface;
}

std::vector<float> wet_chunks(TerrainView const& view, glm::ivec2 count) {
  std::vector<float> wet(static_cast<std::size_t>(count.x * count.y)), cells(wet.size());
  const glm::ivec2 size(view.grid.width, view.grid.height);
  for (int y = 0; y < size.y; ++y) {
    for (int x = 0; x < size.x; ++x) {
      const glm::ivec2 chunk = glm::ivec2(x, y) * count / size;
      const auto at = static_cast<std::size_t>(chunk.y * count.x + chunk.x);
      cells[at] += 1.0f;
      if (view.water.level[view.grid.index(x, y)] != kNoWater) wet[at] += 1.0f;
    }
  }
  for (std::size_t i = 0; i < wet.size(); ++i) wet[i] /= std::max(cells[i], 1.0f);
  return wet;
}

}  // namespace barchan::render
