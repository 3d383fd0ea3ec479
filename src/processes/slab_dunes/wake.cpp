#include "processes/slab_dunes/wake.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "gravity/edges.hpp"
#include "land/terrain.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

namespace {

constexpr float kLength = 5.0f;  // length of a wake, heights of the face
constexpr float kWidth = 0.5f;   // width beside it from which sand drifts in, heights of the face
constexpr float kDrift = 0.2f;   // drift towards it per path length along the wind: 11 degrees

glm::ivec2 nearest(glm::vec2 at) {
  return {static_cast<int>(std::floor(at.x + 0.5f)), static_cast<int>(std::floor(at.y + 0.5f))};
}

}  // namespace

bool LeeWake::in_wake(std::size_t cell, float tallest) const {
  return behind_.distance[cell] < kLength * std::min(behind_.rise[cell], tallest);
}

void LeeWake::renew(Terrain const& terrain, StepContext const& context, float slope, float tallest) {
  Grid const& grid = terrain.grid;
  behind_.renew(terrain, -context.wind.direction(),
                {.slope = slope, .reach = kLength * tallest, .tallest = 4.0f * tallest}, context.scheduler);
  for (Side const& side : sides_) drift_[side.cell] = glm::vec2(0.0f);
  drift_.resize(grid.cells(), glm::vec2(0.0f));
  sides_.clear();
  margin_.clear();
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      if (in_wake(grid.index(x, y), tallest)) find_side(grid, context.wind.direction(), tallest, {x, y});
    }
  }
}

std::optional<std::size_t> LeeWake::aside(Grid const& grid, glm::ivec2 at, glm::vec2 way, int strides) const {
  const glm::ivec2 to = at + nearest(way / std::max(std::abs(way.x), std::abs(way.y)) * static_cast<float>(strides));
  if (!grid.periodic() && !grid.contains(to.x, to.y)) return std::nullopt;
  return grid.index(grid.resolve_x(to.x), grid.resolve_y(to.y));
}

void LeeWake::find_side(Grid const& grid, glm::vec2 wind, float tallest, glm::ivec2 at) {
  const std::size_t here = grid.index(at.x, at.y);
  const float strides_per_metre = std::max(std::abs(wind.x), std::abs(wind.y)) / grid.cell_size;
  const float height = std::min(behind_.rise[here], tallest);
  const int beside = static_cast<int>(std::ceil(kWidth * height * strides_per_metre));
  const int closed = static_cast<int>(kDrift * behind_.distance[here] * strides_per_metre + 0.5f);
  glm::vec2 inward{0.0f, 0.0f};
  float still = 1.0f;
  for (float sign : {-1.0f, 1.0f}) {
    const glm::vec2 way = sign * glm::vec2(-wind.y, wind.x);
    int gap = 1;  // strides to the side of the wake
    std::optional<std::size_t> cell = aside(grid, at, way, gap);
    while (cell && in_wake(*cell, tallest) && gap <= closed) cell = aside(grid, at, way, ++gap);
    if (!cell || in_wake(*cell, tallest)) continue;
    if (gap <= closed) {
      inward -= way;
      still = std::min(still, static_cast<float>(gap) / static_cast<float>(closed + 1));
    }
    if (gap > 1) continue;
    for (int k = 1; k <= beside; ++k) {
      const std::optional<std::size_t> outside = aside(grid, at, way, k);
      if (!outside || in_wake(*outside, tallest) || drift_[*outside] != glm::vec2(0.0f)) break;
      add_side(grid, *outside, -way);
    }
  }
  if (still < 1.0f) margin_.push_back({static_cast<std::uint32_t>(here), still});
  if (inward != glm::vec2(0.0f)) add_side(grid, here, inward);
}

void LeeWake::add_side(Grid const& grid, std::size_t cell, glm::vec2 inward) {
  const auto width = static_cast<std::size_t>(grid.width);
  const glm::ivec2 at{static_cast<int>(cell % width), static_cast<int>(cell / width)};
  const std::optional<std::size_t> to = aside(grid, at, inward, 1);
  if (!to) return;
  const float larger = std::max(std::abs(inward.x), std::abs(inward.y));
  const glm::ivec2 stride = nearest(inward / larger);
  drift_[cell] = kDrift * inward;
  sides_.push_back({static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(*to),
                    stride.x != 0 && stride.y != 0 ? kDrift / gravity::kDiagonal : kDrift});
}

}  // namespace barchan
