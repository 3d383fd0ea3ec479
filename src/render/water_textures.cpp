#include "render/water_textures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/vector_relational.hpp>

#include "render/copy_warp.hpp"

namespace barchan::render {
namespace {

constexpr std::array<float, 4> kNoLevel{-1.0e6f, 0.0f, 0.0f, 0.0f};  // m, far below all ground

}  // namespace

void WaterTextures::begin(TerrainView const& view, ViewParts const& parts) {
  queue_.begin();
  const TextureKind one{.size = {1, 1}, .format = GL_RGBA32F};
  TextureKind kind = one;
  kind.size = {view.grid.width, view.grid.height};
  kind.wrap = wrap_of(view.grid);
  if (!view.water.empty()) {
    queue_.add(TextureUnit::water, kind, as_floats(parts.water.body));
    queue_.add(TextureUnit::water_top, kind, as_floats(parts.water.top));
    const Soil sand = (view.soils.empty() ? default_soils() : view.soils)[kSand];
    sand_ = {{sand.color[0], sand.color[1], sand.color[2], 1.0f}};
    auto const& mud = view.water.mud_colors.empty() ? sand_ : view.water.mud_colors;
    queue_.add(TextureUnit::mud_color, mud.size() == 1 ? one : kind, as_floats(mud));
  } else if (!view.damp.empty()) {
    // Sends only the wetness, which takes a quarter of the memory of water.
    kind.format = GL_R32F;
    kind.as_alpha = true;
    queue_.add(TextureUnit::water, kind, parts.dampness);
    queue_.add(TextureUnit::water_top, one, kNoLevel);
  }
}

bool WaterTextures::upload(TerrainView const& view, ViewParts const& parts, SendBudget& budget) {
  if (!queue_.send(budget)) return false;
  open_ = !view.water.empty();
  damp_ = !open_ && !view.damp.empty();
  if (empty()) *this = {};
  if (!open_) return true;
  chunks_ = parts.chunks;
  wet_ = parts.wet;
  boundary_ = view.grid.boundary;
  sea_ = sea_beyond(view).level.has_value();
  return true;
}

void WaterTextures::bind() const { queue_.bind(); }

std::vector<LandLevel> WaterTextures::wet(std::vector<LandLevel> const& levels, bool few) const {
  constexpr float kMuch = 0.05f;  // fraction of a chunk
  const bool restricted = few && boundary_ != Boundary::periodic;
  const auto is_dry = [&](LandChunk const& chunk) {
    const glm::ivec2 at(chunk.placement);
    const glm::ivec2 place(copied_from(at.x, chunks_.x, boundary_), copied_from(at.y, chunks_.y, boundary_));
    const float wet = wet_[static_cast<std::size_t>(place.y * chunks_.x + place.x)];
    if (place == at) return wet == 0.0f;
    if (sea_) return false;
    const glm::ivec2 away = glm::abs(at - glm::clamp(at, glm::ivec2(0), chunks_ - 1));
    return wet <= (restricted ? kMuch : 0.0f) || (restricted && glm::any(glm::greaterThan(away, chunks_ / 2)));
  };
  std::vector<LandLevel> result = levels;
  for (LandLevel& level : result) std::erase_if(level.chunks, is_dry);
  return result;
}

}  // namespace barchan::render
