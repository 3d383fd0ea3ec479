#include "render/water_textures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>

#include "render/apron.hpp"

namespace barchan::render {
namespace {

constexpr float kWaterBeyond = 40.0f;  // cells, as in shaders/common.glsl

constexpr std::array<float, 4> kNoLevel{-1.0e6f, 0.0f, 0.0f, 0.0f};  // m, far below all ground

}  // namespace

void WaterTextures::begin(TerrainView const& view, ViewParts const& parts) {
  queue_.begin();
  const TextureKind one{.size = {1, 1}, .format = GL_RGBA32F};
  TextureKind kind = one;
  kind.size = {view.grid.width, view.grid.height};
  kind.wraps = kind.wraps_upward = view.grid.periodic();
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
  const float chunk = static_cast<float>(std::max(view.grid.width, view.grid.height)) /
                      static_cast<float>(std::max(chunks_.x, chunks_.y));
  sea_ = Apron::sea(view).has_value();
  beyond_ = static_cast<int>(std::ceil(kWaterBeyond / chunk));
  return true;
}

void WaterTextures::bind() const { queue_.bind(); }

std::vector<LandLevel> WaterTextures::wet(std::vector<LandLevel> const& levels) const {
  std::vector<LandLevel> result = levels;
  if (!sea_) std::erase_if(result, [](LandLevel const& level) { return level.cells == 1; });  // the plain
  const auto has_water = [this](glm::ivec2 chunk) {
    return wet_[static_cast<std::size_t>(chunk.y * chunks_.x + chunk.x)];
  };
  for (LandLevel& level : result) {
    std::erase_if(level.chunks, [&](LandChunk const& chunk) {
      if (level.apron && sea_) return false;
      const glm::ivec2 place(chunk.placement);
      if (!level.apron) return !has_water((place % chunks_ + chunks_) % chunks_);
      const glm::ivec2 beside = glm::clamp(place, glm::ivec2(0), chunks_ - 1), away = glm::abs(place - beside);
      return std::max(away.x, away.y) > beyond_ || !has_water(beside);
    });
  }
  return result;
}

}  // namespace barchan::render
