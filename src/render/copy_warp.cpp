#include "render/copy_warp.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace barchan::render {
namespace {

constexpr float kCopyWarp = 0.20f, kCopyWarpSoon = 0.30f;
constexpr glm::vec2 kCopyWarpAlong{0.13f, 0.17f}, kCopyWarpAcross{0.19f, -0.11f}, kCopyWarpBegins{0.21f, 0.58f};
constexpr int kCopyWarpSearch = 6, kMirrorSearch = 40;
constexpr float kNearEnough = 0.01f;  // m
constexpr float kMirrorShear = 0.45f;

glm::vec2 size_of(Grid const& grid) { return glm::vec2(grid.width, grid.height) * grid.cell_size; }

}  // namespace

glm::vec2 land_place(glm::vec2 position, Grid const& grid) {
  const glm::vec2 land = size_of(grid);
  const glm::vec2 at = position / land - 0.5f;
  const glm::vec2 beyond = glm::max(glm::abs(at) - 0.5f, 0.0f);
  const float away = glm::dot(beyond, beyond);
  if (!(away > 0.0f)) return position;
  const glm::vec2 turns =
      glm::fract(kCopyWarpBegins + glm::vec2(glm::dot(at, kCopyWarpAlong), glm::dot(at, kCopyWarpAcross)));
  const glm::vec2 half = turns - 0.5f;
  const glm::vec2 sway = 8.0f * half * (1.0f - 2.0f * glm::abs(half));
  const glm::vec2 warped = position + kCopyWarp * away / (away + kCopyWarpSoon) * land * sway;
  if (grid.periodic()) return warped;
  const glm::vec2 out = beyond * land;
  return warped + kMirrorShear * glm::vec2(out.y, out.x);
}

glm::vec2 seen_at(glm::vec2 place, Grid const& grid) {
  glm::vec2 position = place;
  // The shear of mirrored copies makes the search slower.
  const int looks = grid.periodic() ? kCopyWarpSearch : kMirrorSearch;
  for (int i = 0; i < looks; ++i) {
    const glm::vec2 miss = place - land_place(position, grid);
    position += miss;
    if (glm::dot(miss, miss) < kNearEnough * kNearEnough) break;
  }
  return position;
}

int copied_from(int at, int count, Boundary boundary) {
  const int folded = ((at % (2 * count)) + 2 * count) % (2 * count);
  if (folded < count) return folded;
  return boundary == Boundary::periodic ? folded - count : 2 * count - 1 - folded;
}

}  // namespace barchan::render
