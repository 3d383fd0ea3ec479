#include "render/land_textures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "render/texture_units.hpp"

namespace barchan {
namespace {

constexpr float kDustFollow = 0.25f;    // share of the newest view in the dust that is shown: calms single particles
constexpr float kDustFullShare = 6.0f;  // times the mean: dust that hides what is behind it

void set_sampling(bool wraps, bool mips) {
  const GLint wrap = wraps ? GL_REPEAT : GL_CLAMP_TO_EDGE;
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, mips ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR);
}

}  // namespace

bool SentGrid::send(std::vector<float> const& values, glm::ivec2 size, bool wraps, bool mips) {
  const bool reshaped = !texture_ || size_ != size || wraps_ != wraps;
  if (!reshaped && values == sent_) return false;
  if (!texture_) texture_ = GlTexture::make();
  bind_texture(TextureUnit::scratch, texture_.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  if (reshaped) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, size.x, size.y, 0, GL_RED, GL_FLOAT, values.data());
    set_sampling(wraps, mips);
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.x, size.y, GL_RED, GL_FLOAT, values.data());
  }
  if (mips) glGenerateMipmap(GL_TEXTURE_2D);
  size_ = size;
  wraps_ = wraps;
  sent_ = values;
  return true;
}

LandTextures::LandTextures(bool smooth)
    : smooth_(smooth),
      surface_(GlTexture::make()),
      cover_(GlTexture::make()),
      ramp_(GlTexture::make()),
      compose_(GlFramebuffer::make()) {}

void LandTextures::allocate_packed(glm::ivec2 size, bool wraps) {
  if (packed_size_ == size && packed_wraps_ == wraps) return;
  packed_size_ = size;
  packed_wraps_ = wraps;
  glBindFramebuffer(GL_FRAMEBUFFER, compose_.id());
  const std::array<GLenum, 2> attachments{GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  const std::array<GLuint, 2> textures{surface_.id(), cover_.id()};
  for (std::size_t i = 0; i < textures.size(); ++i) {
    bind_texture(TextureUnit::scratch, textures[i]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F, size.x, size.y, 0, GL_RGBA, GL_HALF_FLOAT, nullptr);
    set_sampling(wraps, true);
    if (smooth_) glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glGenerateMipmap(GL_TEXTURE_2D);
    glFramebufferTexture2D(GL_FRAMEBUFFER, attachments[i], GL_TEXTURE_2D, textures[i], 0);
  }
  glDrawBuffers(static_cast<GLsizei>(attachments.size()), attachments.data());
  stale_ = true;
}

void LandTextures::upload_light(TerrainView const& view, bool shadows) {
  const glm::ivec2 size(view.grid.width, view.grid.height);
  const bool wraps = view.grid.periodic();
  const auto lit = [&](std::vector<float> const& values) -> std::vector<float> const& {
    if (shadows && values.size() == view.grid.cells()) return values;
    scratch_.assign(view.grid.cells(), 1.0f);
    return scratch_;
  };
  stale_ |= sun_.send(lit(view.sun_visibility), size, wraps, false);
  stale_ |= sky_.send(lit(view.sky_visibility), size, wraps, false);
}

void LandTextures::upload_dust(TerrainView const& view, bool still) {
  const std::size_t cells = view.grid.cells();
  const bool follows = !still && smooth_dust_.size() == cells && dust_seed_ == view.seed && dust_step_ <= view.step;
  if (follows && dust_step_ == view.step) return;
  dust_step_ = view.step;
  dust_seed_ = view.seed;
  if (!follows) smooth_dust_.assign(cells, 0.0f);
  float full = 1.0f;
  const bool any = view.dust.size() == cells;
  if (any) {
    const float mean = std::accumulate(view.dust.begin(), view.dust.end(), 0.0f) / static_cast<float>(cells);
    full = std::max(kDustFullShare * mean, 1.0e-7f);
  }
  const float share = follows ? kDustFollow : 1.0f;
  const float scale = share / full;
  for (std::size_t i = 0; i < cells; ++i) {
    const float now = any ? view.dust[i] * scale : 0.0f;
    smooth_dust_[i] += now - share * smooth_dust_[i];
  }
  stale_ |= dust_.send(smooth_dust_, {view.grid.width, view.grid.height}, view.grid.periodic(), true);
}

void LandTextures::upload_soil(TerrainView const& view) {
  scratch_.assign(view.grid.cells(), 0.0f);
  if (view.base_soil.size() == scratch_.size()) {
    std::transform(view.base_soil.begin(), view.base_soil.end(), scratch_.begin(),
                   [](SoilId soil) { return soil == kObstacle ? 1.0f : 0.0f; });
  }
  stale_ |= soil_.send(scratch_, {view.grid.width, view.grid.height}, view.grid.periodic(), false);
}

void LandTextures::upload(TerrainView const& view, RenderSettings const& settings) {
  if (view.elevation.size() != view.grid.cells()) return;
  const glm::ivec2 size(view.grid.width, view.grid.height);
  const bool wraps = view.grid.periodic();
  allocate_packed(size, wraps);
  stale_ |= height_.send(view.elevation, size, wraps, true);
  if (view.sediment.size() == view.grid.cells() && sand_.send(view.sediment, size, wraps, false)) {
    const double sum = std::accumulate(view.sediment.begin(), view.sediment.end(), 0.0);
    facts_.mean_sand = static_cast<float>(sum / static_cast<double>(view.grid.cells()));
    stale_ = true;
  }
  upload_light(view, settings.shadows);
  upload_soil(view);
  upload_dust(view, settings.still);
  if (wind_ != view.wind_direction) {
    wind_ = view.wind_direction;
    stale_ = true;
  }

  facts_.has_plants = view.cell_layers.real(CellLayer::plants).size() == view.grid.cells();
  if (facts_.has_plants) plants_.send(view.cell_layers.real(CellLayer::plants), size, wraps, true);

  facts_.grid = view.grid;
  facts_.minimum = view.elevation_minimum;
  facts_.maximum = view.elevation_maximum;
  facts_.wind_direction = view.wind_direction;
  facts_.wind_speed = view.wind_speed;
  facts_.has_overlay = !view.overlay_id.empty() && view.overlay.size() == view.grid.cells();
  if (facts_.has_overlay) {
    overlay_.send(view.overlay, size, wraps, false);
    facts_.overlay_range = ramp_range(view.overlay_row.ramp, view.overlay_minimum, view.overlay_maximum);
    if (const int kind = static_cast<int>(view.overlay_row.ramp); kind != ramp_kind_) {
      ramp_kind_ = kind;
      bind_texture(TextureUnit::scratch, ramp_.id());
      glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, kRampSize, 1, 0, GL_RGB, GL_UNSIGNED_BYTE,
                   color_ramp(view.overlay_row.ramp).data());
      set_sampling(false, false);
    }
  }
  if (settings.inset_map) {
    if (view.wind_path.size() != view.grid.cells()) scratch_.assign(view.grid.cells(), 0.0f);
    path_.send(view.wind_path.size() == view.grid.cells() ? view.wind_path : scratch_, size, wraps, false);
  }
  empty_ = false;
}

void LandTextures::make_mips() const {
  for (const GLuint texture : {surface_.id(), cover_.id()}) {
    bind_texture(TextureUnit::scratch, texture);
    glGenerateMipmap(GL_TEXTURE_2D);
  }
}

void LandTextures::bind() const {
  bind_texture(TextureUnit::height, height_.id());
  bind_texture(TextureUnit::surface, surface_.id());
  bind_texture(TextureUnit::cover, cover_.id());
  bind_texture(TextureUnit::overlay, overlay_.id());
  bind_texture(TextureUnit::ramp, ramp_.id());
  bind_texture(TextureUnit::raw_sand, sand_.id());
  bind_texture(TextureUnit::raw_sun, sun_.id());
  bind_texture(TextureUnit::raw_sky, sky_.id());
  bind_texture(TextureUnit::raw_dust, dust_.id());
  bind_texture(TextureUnit::raw_soil, soil_.id());
  bind_texture(TextureUnit::raw_path, path_.id());
  bind_texture(TextureUnit::plants, plants_.id());
}

}  // namespace barchan
