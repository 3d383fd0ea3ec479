#include "render/astray.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace barchan {
namespace {

constexpr float kAstray = 0.20f, kAstraySoon = 0.30f;
constexpr glm::vec2 kAstrayAlong{0.13f, 0.17f}, kAstrayAcross{0.19f, -0.11f}, kAstrayBegins{0.21f, 0.58f};
constexpr int kAstraySearch = 6;

}  // namespace

glm::vec2 land_place(glm::vec2 position, glm::vec2 land) {
  const glm::vec2 at = position / land - 0.5f;
  const glm::vec2 beyond = glm::max(glm::abs(at) - 0.5f, 0.0f);
  const float away = glm::dot(beyond, beyond);
  if (!(away > 0.0f)) return position;
  const glm::vec2 turns =
      glm::fract(kAstrayBegins + glm::vec2(glm::dot(at, kAstrayAlong), glm::dot(at, kAstrayAcross)));
  const glm::vec2 half = turns - 0.5f;
  const glm::vec2 sway = 8.0f * half * (1.0f - 2.0f * glm::abs(half));
  return position + kAstray * away / (away + kAstraySoon) * land * sway;
}

glm::vec2 seen_at(glm::vec2 place, glm::vec2 land) {
  glm::vec2 position = place;
  for (int i = 0; i < kAstraySearch; ++i) position += place - land_place(position, land);
  return position;
}

}  // namespace barchan
