#include "render/land_textures.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "render/apron.hpp"
#include "render/solid_layer.hpp"

namespace barchan {
namespace {

constexpr float kDustFollow = 0.25f;  // share of the newest view in the dust that is shown: calms single particles
constexpr float kHopping = 0.06f;     // m of sand: what flies of sand on a windy day hops along the ground
constexpr int kDustBlock = 8;         // cells, of which the dust has one colour

}  // namespace

bool SentGrid::send(std::vector<float> const& values, TextureKind const& kind) {
  const bool reshaped = !texture_ || kind != kind_;
  if (!reshaped && values == sent_) return false;
  if (reshaped) {
    texture_ = make_texture(kind, values.data());
  } else {
    fill_texture(texture_, kind, values.data());
  }
  kind_ = kind;
  sent_ = values;
  return true;
}

void LandTextures::allocate_packed() {
  TextureKind packed = flat_;
  packed.format = GL_RGBA16F;
  packed.filter = smooth_ ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR_MIPMAP_NEAREST;
  if (packed_ == packed) return;
  packed_ = packed;
  made_[TextureUnit::surface] = make_texture(packed);
  made_[TextureUnit::cover] = make_texture(packed);
  compose_ = make_framebuffer(made_[TextureUnit::surface]);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, made_[TextureUnit::cover].id(), 0);
  const std::array<GLenum, 2> attachments{GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  glDrawBuffers(static_cast<GLsizei>(attachments.size()), attachments.data());
  stale_ = true;
}

void LandTextures::upload_light(TerrainView const& view, bool shadows) {
  const auto lit = [&](std::vector<float> const& values) -> std::vector<float> const& {
    if (shadows && values.size() == view.grid.cells()) return values;
    scratch_.assign(view.grid.cells(), 1.0f);
    return scratch_;
  };
  stale_ |= grids_[TextureUnit::raw_sun].send(lit(view.sun_visibility), flat_);
  stale_ |= grids_[TextureUnit::raw_sky].send(lit(view.sky_visibility), flat_);
}

void LandTextures::upload_dust(TerrainView const& view, bool still) {
  const std::size_t cells = view.grid.cells();
  const bool follows = !still && smooth_dust_.size() == cells && dust_seed_ == view.seed && dust_step_ <= view.step;
  if (follows && dust_step_ == view.step) return;
  dust_step_ = view.step;
  dust_seed_ = view.seed;
  if (!follows) smooth_dust_.assign(cells, 0.0f);
  const bool any = view.dust.size() == cells;
  const float share = follows ? kDustFollow : 1.0f;
  const float scale = share / kFullDust;
  for (std::size_t i = 0; i < cells; ++i) {
    const float now = any ? view.dust[i] * scale : 0.0f;
    smooth_dust_[i] += now - share * smooth_dust_[i];
  }
  stale_ |= grids_[TextureUnit::raw_dust].send(smooth_dust_, with_mips_);
  const float mean = std::accumulate(smooth_dust_.begin(), smooth_dust_.end(), 0.0f) / static_cast<float>(cells);
  facts_.airborne = kFullDust * mean;
  facts_.suspended = std::max(facts_.airborne - kHopping, 0.0f);
  facts_.dust_color = facts_.sand_color;
  if (any && view.dust_colors.size() == cells) upload_dust_color(view, share);
}

void LandTextures::upload_dust_color(TerrainView const& view, float share) {
  const glm::ivec2 size = (glm::ivec2(view.grid.width, view.grid.height) + kDustBlock - 1) / kDustBlock;
  const auto blocks = static_cast<std::size_t>(size.x * size.y);
  if (share == 1.0f || dust_blocks_.size() != blocks) dust_blocks_.assign(blocks, glm::vec4(0.0f));
  for (glm::vec4& block : dust_blocks_) block *= 1.0f - share;
  glm::vec4 all(1.0e-9f * glm::vec4(facts_.sand_color, 1.0f));
  for (int y = 0; y < view.grid.height; ++y) {
    for (int x = 0; x < view.grid.width; ++x) {
      const std::size_t cell = view.grid.index(x, y);
      SoilColor const& color = view.dust_colors[cell];
      const glm::vec4 more(color[0], color[1], color[2], view.dust[cell]);
      dust_blocks_[static_cast<std::size_t>(y / kDustBlock * size.x + x / kDustBlock)] += share * more;
      all += more;
    }
  }
  facts_.dust_color = glm::vec3(all) / all.a;
  // Where nothing flies what comes in has the colour of all that flies.
  std::vector<glm::vec4> colors;
  for (glm::vec4 const& block : dust_blocks_) {
    const glm::vec4 sum = block + 1.0e-3f * all;
    colors.push_back(sum / sum.a);
  }
  made_[TextureUnit::air_color] =
      make_texture({.size = size, .format = GL_RGBA32F, .wraps = view.grid.periodic()}, colors.data());
}

void LandTextures::upload_colors(TextureUnit unit, std::vector<SoilColor> const& colors) {
  if (colors.empty()) {
    const Soil soil = default_soils()[unit == TextureUnit::loose_color ? kSand : kRock];
    upload_colors(unit, {{soil.color[0], soil.color[1], soil.color[2], 1.0f}});
    return;
  }
  std::vector<SoilColor>& sent = colors_[unit];
  if (colors == sent) return;
  TextureKind kind = flat_;
  kind.format = GL_RGBA32F;
  kind.filter = GL_LINEAR_MIPMAP_LINEAR;
  if (colors.size() == 1) kind = {.size = {1, 1}, .format = GL_RGBA32F};
  made_[unit] = make_texture(kind, colors.data());
  sent = colors;
}

void LandTextures::upload_overlay(TerrainView const& view) {
  facts_.has_overlay = !view.overlay_id.empty() && view.overlay.size() == view.grid.cells();
  if (!facts_.has_overlay) return;
  grids_[TextureUnit::overlay].send(view.overlay, flat_);
  facts_.overlay_range = ramp_range(view.overlay_row.ramp, view.overlay_minimum, view.overlay_maximum);
  if (ramp_kind_ == view.overlay_row.ramp) return;
  ramp_kind_ = view.overlay_row.ramp;
  made_[TextureUnit::ramp] = make_texture({.size = {kRampSize, 1}, .format = GL_RGB8}, color_ramp(*ramp_kind_).data());
}

void LandTextures::upload_apron(TerrainView const& view, bool shadows) {
  const Apron apron(view);
  const Apron::Maps maps = apron.maps(view, smooth_dust_, shadows);
  const TextureKind kind{.size = maps.size, .format = GL_RGBA32F, .wraps = true, .wraps_upward = false};
  made_[TextureUnit::apron_surface] = make_texture(kind, maps.surface.data());
  made_[TextureUnit::apron_cover] = make_texture(kind, maps.cover.data());
  const glm::vec2 range = apron.height_range();
  facts_.sea = Apron::sea(view);
  facts_.height_range = {std::min(facts_.minimum, range.x),
                         std::max({facts_.maximum, range.y, facts_.sea.value_or(range.y)})};
}

void LandTextures::upload(TerrainView const& view, RenderSettings const& settings) {
  if (view.elevation.size() != view.grid.cells()) return;
  const bool wraps = view.grid.periodic();
  const glm::ivec2 size{view.grid.width, view.grid.height};
  if (flat_.size != size) colors_.clear();
  flat_ = {.size = size, .format = GL_R32F, .wraps = wraps};
  with_mips_ = flat_;
  with_mips_.filter = GL_LINEAR_MIPMAP_NEAREST;
  allocate_packed();
  stale_ |= grids_[TextureUnit::height].send(heights_without_solids(view), with_mips_);
  if (view.sediment.size() == view.grid.cells() && grids_[TextureUnit::raw_sand].send(view.sediment, flat_)) {
    const double sum = std::accumulate(view.sediment.begin(), view.sediment.end(), 0.0);
    facts_.mean_sand = static_cast<float>(sum / static_cast<double>(view.grid.cells()));
    stale_ = true;
  }
  upload_light(view, settings.shadows);
  upload_colors(TextureUnit::loose_color, view.colors.loose);
  upload_colors(TextureUnit::base_color, view.colors.base);
  const Soil sand = (view.soils.empty() ? default_soils() : view.soils)[kSand];
  facts_.sand_color = {sand.color[0], sand.color[1], sand.color[2]};
  upload_dust(view, settings.still);
  stale_ |= facts_.wind_direction != view.wind_direction;
  facts_.wind_turns = view.wind_turn.size() == view.grid.cells();
  const TextureKind nowhere{.size = {1, 1}, .format = GL_R32F};
  stale_ |= facts_.wind_turns ? grids_[TextureUnit::raw_turn].send(view.wind_turn, flat_)
                              : grids_[TextureUnit::raw_turn].send({0.0f}, nowhere);

  auto const& plants = view.cell_layers.real(CellLayer::plants);
  facts_.has_plants = plants.size() == view.grid.cells();
  if (facts_.has_plants) grids_[TextureUnit::plants].send(plants, with_mips_);

  facts_.bedrock = view.elevation_minimum;
  for (ColumnRow const& row : view.rows) {
    for (const std::size_t end : row.ends) {
      facts_.bedrock = std::min(facts_.bedrock, static_cast<float>(to_metres(row.layers[end - 1].thickness)));
    }
  }
  facts_.grid = view.grid;
  facts_.minimum = view.elevation_minimum;
  facts_.maximum = view.elevation_maximum;
  facts_.height_range = {facts_.minimum, facts_.maximum};
  facts_.wind_direction = view.wind_direction;
  facts_.wind_speed = view.wind_speed;
  upload_overlay(view);
  facts_.sea = std::nullopt;
  if (!wraps) upload_apron(view, settings.shadows);
  if (settings.inset_map) {
    const bool known = view.wind_path.size() == view.grid.cells();
    if (!known) scratch_.assign(view.grid.cells(), 0.0f);
    grids_[TextureUnit::raw_path].send(known ? view.wind_path : scratch_, flat_);
  }
  empty_ = false;
}

void LandTextures::make_mips() const {
  for (const TextureUnit unit : {TextureUnit::surface, TextureUnit::cover}) {
    bind_texture(TextureUnit::scratch, made_.at(unit).id());
    glGenerateMipmap(GL_TEXTURE_2D);
  }
}

void LandTextures::bind() const {
  for (auto const& [unit, grid] : grids_) bind_texture(unit, grid.id());
  for (auto const& [unit, texture] : made_) bind_texture(unit, texture.id());
}

}  // namespace barchan
