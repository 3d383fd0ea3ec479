#include "render/land_textures.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "render/apron.hpp"
#include "render/solid_layer.hpp"

namespace barchan {
namespace {

constexpr float kDustFollow = 0.25f;  // share of the newest view in the dust that is shown: calms single particles
constexpr float kHopping = 0.06f;     // m of sand: what flies of sand on a windy day hops along the ground
constexpr int kDustBlock = 8;         // cells, of which the dust has one colour
constexpr int kBand = 65536;          // cells that are looked at, and sent, together

}  // namespace

SentGrid::Outcome SentGrid::send(std::vector<float> const& values, TextureKind const& kind, SendBudget& budget,
                                 Prepare const& prepare) {
  const int width = kind.size.x, height = kind.size.y;
  if (!texture_ || kind != kind_) {
    if (prepare) prepare(0, height);
    texture_ = make_texture(kind, values.data());
    kind_ = kind;
    sent_ = values;
    row_ = 0;
    return Outcome::changed;
  }
  if (row_ == 0) changed_ = false;
  const int band = std::max(kBand / width, 1);
  const auto bytes = [&](int rows) { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(width) * 4; };
  while (row_ < height) {
    const std::size_t fit = budget.sent / bytes(1);
    if (fit == 0 || budget.looked == 0) return Outcome::unfinished;
    const int rows = std::min({band, height - row_, static_cast<int>(std::min<std::size_t>(fit, kBand))});
    if (prepare) prepare(row_, row_ + rows);
    const std::size_t first = bytes(row_) / 4;
    if (std::memcmp(values.data() + first, sent_.data() + first, bytes(rows)) != 0) {
      fill_rows(texture_, kind, row_, rows, values.data() + first);
      std::copy_n(values.data() + first, bytes(rows) / 4, sent_.data() + first);
      budget.sent -= bytes(rows);
      changed_ = true;
    }
    budget.looked -= std::min(budget.looked, bytes(rows));
    row_ += rows;
  }
  row_ = 0;
  if (changed_) renew_mips(texture_, kind);
  return changed_ ? Outcome::changed : Outcome::same;
}

bool SentGrid::send(std::vector<float> const& values, TextureKind const& kind) {
  SendBudget all;
  row_ = 0;
  return send(values, kind, all) == Outcome::changed;
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

void LandTextures::add_light(TerrainView const& view, bool shadows) {
  const auto lit = [&](std::vector<float> const& values) -> std::vector<float> const* {
    if (shadows && values.size() == view.grid.cells()) return &values;
    ones_.resize(view.grid.cells(), 1.0f);
    return &ones_;
  };
  tasks_.push_back({TextureUnit::raw_sun, lit(view.sun_visibility), flat_});
  tasks_.push_back({TextureUnit::raw_sky, lit(view.sky_visibility), flat_});
}

void LandTextures::add_dust(TerrainView const& view, bool still) {
  const std::size_t cells = view.grid.cells();
  const bool follows = !still && smooth_dust_.size() == cells && dust_seed_ == view.seed && dust_step_ <= view.step;
  if (follows && dust_step_ == view.step) return;
  if (!follows) smooth_dust_.assign(cells, 0.0f);
  const bool any = view.dust.size() == cells;
  const float share = follows ? kDustFollow : 1.0f;
  const auto follow = [this, &view, any, share](int first, int last) {
    if (first == 0) sum_ = 0.0;
    const float scale = share / kFullDust;
    for (std::size_t i = view.grid.index(0, first); i < view.grid.index(0, last); ++i) {
      const float now = any ? view.dust[i] * scale : 0.0f;
      smooth_dust_[i] += now - share * smooth_dust_[i];
      sum_ += static_cast<double>(smooth_dust_[i]);
    }
  };
  const auto done = [this, &view, any, share, cells] {
    dust_step_ = view.step;
    dust_seed_ = view.seed;
    facts_.airborne = kFullDust * static_cast<float>(sum_ / static_cast<double>(cells));
    facts_.suspended = std::max(facts_.airborne - kHopping, 0.0f);
    facts_.dust_color = facts_.sand_color;
    if (any && view.dust_colors.size() == cells) upload_dust_color(view, share);
  };
  tasks_.push_back({TextureUnit::raw_dust, &smooth_dust_, with_mips_, true, follow, done});
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

void LandTextures::add_overlay(TerrainView const& view) {
  if (view.overlay_id.empty() || view.overlay.size() != view.grid.cells()) {
    facts_.has_overlay = false;
    return;
  }
  const auto done = [this, &view] {
    facts_.has_overlay = true;
    facts_.overlay_range = ramp_range(view.overlay_row.ramp, view.overlay_minimum, view.overlay_maximum);
    if (ramp_kind_ == view.overlay_row.ramp) return;
    ramp_kind_ = view.overlay_row.ramp;
    made_[TextureUnit::ramp] =
        make_texture({.size = {kRampSize, 1}, .format = GL_RGB8}, color_ramp(*ramp_kind_).data());
  };
  tasks_.push_back({TextureUnit::overlay, &view.overlay, flat_, false, {}, done});
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

bool LandTextures::upload(TerrainView const& view, RenderSettings const& settings, SendBudget budget) {
  if (view.elevation.size() != view.grid.cells()) return true;
  if (empty_ || flat_.size != glm::ivec2(view.grid.width, view.grid.height)) budget = {};
  if (view_ != &view) begin(view, settings);
  sent_ = 0;
  while (!tasks_.empty()) {
    Task const& task = tasks_.front();
    const std::size_t before = budget.sent;
    const SentGrid::Outcome outcome = grids_[task.unit].send(*task.values, task.kind, budget, task.prepare);
    sent_ += before - budget.sent;
    if (outcome == SentGrid::Outcome::unfinished) return false;
    stale_ |= task.composed && outcome == SentGrid::Outcome::changed;
    if (task.done) task.done();
    tasks_.pop_front();
  }
  finish(view, settings);
  view_ = nullptr;
  return true;
}

/// What is to be sent of a view, and what takes no time.
void LandTextures::begin(TerrainView const& view, RenderSettings const& settings) {
  view_ = &view;
  tasks_.clear();
  for (auto& [unit, grid] : grids_) grid.begin();
  const glm::ivec2 size{view.grid.width, view.grid.height};
  const std::size_t cells = view.grid.cells();
  if (flat_.size != size) colors_.clear();
  flat_ = {.size = size, .format = GL_R32F, .wraps = view.grid.periodic()};
  with_mips_ = flat_;
  with_mips_.filter = GL_LINEAR_MIPMAP_NEAREST;
  allocate_packed();
  const Soil sand = (view.soils.empty() ? default_soils() : view.soils)[kSand];
  facts_.sand_color = {sand.color[0], sand.color[1], sand.color[2]};

  std::vector<float> const* heights = &view.elevation;
  if (any_solid(view)) heights = &(heights_ = heights_without_solids(view));
  tasks_.push_back({TextureUnit::height, heights, with_mips_});
  if (view.sediment.size() == cells) {
    const auto add_up = [this, &view](int first, int last) {
      auto const* const begin = view.sediment.data() + view.grid.index(0, first);
      auto const* const end = view.sediment.data() + view.grid.index(0, last);
      sum_ = std::accumulate(begin, end, first == 0 ? 0.0 : sum_);
    };
    const auto done = [this, cells] { facts_.mean_sand = static_cast<float>(sum_ / static_cast<double>(cells)); };
    tasks_.push_back({TextureUnit::raw_sand, &view.sediment, flat_, true, add_up, done});
  }
  add_light(view, settings.shadows);
  add_dust(view, settings.still);
  facts_.wind_turns = view.wind_turn.size() == cells;
  if (facts_.wind_turns) tasks_.push_back({TextureUnit::raw_turn, &view.wind_turn, flat_});
  if (view.slides.size() == cells) tasks_.push_back({TextureUnit::slides, &view.slides, with_mips_, false});
  auto const& plants = view.cell_layers.real(CellLayer::plants);
  if (plants.size() == cells) tasks_.push_back({TextureUnit::plants, &plants, with_mips_, false});
  add_overlay(view);
  if (settings.inset_map) {
    const bool known = view.wind_path.size() == cells;
    if (!known) zeros_.assign(cells, 0.0f);
    tasks_.push_back({TextureUnit::raw_path, known ? &view.wind_path : &zeros_, flat_, false});
  }
}

/// The small things of a view whose grids have been sent, and what is known of it.
void LandTextures::finish(TerrainView const& view, RenderSettings const& settings) {
  upload_colors(TextureUnit::loose_color, view.colors.loose);
  upload_colors(TextureUnit::base_color, view.colors.base);
  stale_ |= facts_.wind_direction != view.wind_direction;
  const TextureKind nowhere{.size = {1, 1}, .format = GL_R32F};
  if (!facts_.wind_turns) stale_ |= grids_[TextureUnit::raw_turn].send({0.0f}, nowhere);
  if (view.slides.empty()) grids_[TextureUnit::slides].send({0.0f}, nowhere);
  facts_.has_plants = view.cell_layers.real(CellLayer::plants).size() == view.grid.cells();
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
  facts_.rain = static_cast<float>(view.rain.rate);
  facts_.may_rain = view.rain.rate > 0.0 || view.rain.storms > 0;
  facts_.rain_shares = view.rain.shares;
  facts_.sea = std::nullopt;
  if (!view.grid.periodic()) upload_apron(view, settings.shadows);
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
