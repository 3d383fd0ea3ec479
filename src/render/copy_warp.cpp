#include "render/copy_warp.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace barchan::render {
namespace {

constexpr float kCopyWarp = 0.20f, kCopyWarpSoon = 0.30f;
constexpr glm::vec2 kCopyWarpAlong{0.13f, 0.17f}, kCopyWarpAcross{0.19f, -0.11f}, kCopyWarpBegins{0.21f, 0.58f};
constexpr int kCopyWarpSearch = 6;

}  // namespace

glm::vec2 land_place(glm::vec2 position, glm::vec2 land) {
  const glm::vec2 at = position / land - 0.5f;
  const glm::vec2 beyond = glm::max(glm::abs(at) - 0.5f, 0.0f);
  const float away = glm::dot(beyond, beyond);
  if (!(away > 0.0f)) return position;
  const glm::vec2 turns =
      glm::fract(kCopyWarpBegins + glm::vec2(glm::dot(at, kCopyWarpAlong), glm::dot(at, kCopyWarpAcross)));
  const glm::vec2 half = turns - 0.5f;
  const glm::vec2 sway = 8.0f * half * (1.0f - 2.0f * glm::abs(half));
  return position + kCopyWarp * away / (away + kCopyWarpSoon) * land * sway;
}

glm::vec2 seen_at(glm::vec2 place, glm::vec2 land) {
  glm::vec2 position = place;
  for (int i = 0; i < kCopyWarpSearch; ++i) position += place - land_place(position, land);
  return position;
}

}  // namespace barchan::render
