#include "render/water_textures.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>

#include "render/apron.hpp"
#include "render/water_surface.hpp"

namespace barchan {
namespace {

constexpr float kWaterBeyond = 40.0f;  // cells, as in shaders/common.glsl

std::vector<SoilColor> mud_colors(TerrainView const& view) {
  if (!view.water.mud_colors.empty()) return view.water.mud_colors;
  const Soil sand = (view.soils.empty() ? default_soils() : view.soils)[kSand];
  return {{sand.color[0], sand.color[1], sand.color[2], 1.0f}};
}

}  // namespace

void WaterTextures::upload(TerrainView const& view) {
  if (!view.water.empty()) {
    damp_ = false;
    upload_water(view);
  } else if (!view.damp.empty()) {
    body_ = {};
    upload_damp_ground(view);
  } else {
    *this = {};
  }
}

/// Wetness alone, a quarter of what water takes, and sent only when it is new.
void WaterTextures::upload_damp_ground(TerrainView const& view) {
  dampness_.send(dampness(view), {.size = {view.grid.width, view.grid.height},
                                  .format = GL_R32F,
                                  .wraps = view.grid.periodic(),
                                  .as_alpha = true});
  if (damp_) return;
  damp_ = true;
  constexpr glm::vec4 kFarBelow(-1.0e6f, 0.0f, 0.0f, 0.0f);  // m
  top_ = make_texture({.size = {1, 1}, .format = GL_RGBA32F}, &kFarBelow);
}

void WaterTextures::upload_water(TerrainView const& view) {
  const WaterSurface surface = water_surface(view);
  const TextureKind kind{
      .size = {view.grid.width, view.grid.height}, .format = GL_RGBA32F, .wraps = view.grid.periodic()};
  if (!body_ || kind != kind_) {
    body_ = make_texture(kind, surface.body.data());
    top_ = make_texture(kind, surface.top.data());
    kind_ = kind;
  } else {
    fill_texture(body_, kind, surface.body.data());
    fill_texture(top_, kind, surface.top.data());
  }
  const std::vector<SoilColor> colors = mud_colors(view);
  const TextureKind palette = colors.size() == 1 ? TextureKind{.size = {1, 1}, .format = GL_RGBA32F} : kind;
  mud_color_ = make_texture(palette, colors.data());
  chunks_ = plan_chunks(view.grid, 1).count;
  wet_ = wet_chunks(view, chunks_);
  const float chunk = static_cast<float>(std::max(view.grid.width, view.grid.height)) /
                      static_cast<float>(std::max(chunks_.x, chunks_.y));
  sea_ = Apron::sea(view).has_value();
  beyond_ = static_cast<int>(std::ceil(kWaterBeyond / chunk));
}

void WaterTextures::bind() const {
  if (empty()) return;
  bind_texture(TextureUnit::water, open() ? body_.id() : dampness_.id());
  bind_texture(TextureUnit::water_top, top_.id());
  if (open()) bind_texture(TextureUnit::mud_color, mud_color_.id());
}

std::vector<LandLevel> WaterTextures::wet(std::vector<LandLevel> const& levels) const {
  std::vector<LandLevel> result = levels;
  if (!sea_) std::erase_if(result, [](LandLevel const& level) { return level.cells == 1; });  // of the plain
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

}  // namespace barchan
