#include "render/land_textures.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "world/fields.hpp"

namespace barchan::render {
namespace {

// Weight of the newest view in the displayed dust, which smooths out single particles.
constexpr float kDustFollow = 0.25f;
constexpr float kSlab = 1.0f;          // cells; a larger change of the ground is shown at once
constexpr float kAnyChange = 2.0f;     // more than any change of the sun's visibility
constexpr float kLeastDust = 1.0e-9f;  // m of sand; a smaller mean cannot be seen
constexpr float kHopping = 0.06f;  // m of sand; amount of airborne sand that hops close to the ground on a windy day

constexpr float kCoveringSand = 0.2f;  // m; a thicker layer of loose soil hides the solid ground
// Exponent of the power mean of the albedo. A few bright places count for much, because they would else be overexposed.
constexpr float kMeterPower = 6.0f;
constexpr float kCoveredByPlants = 0.6f;  // fraction of the ground that dense plants hide

/// One colour for the whole land.
std::vector<SoilColor> usual_color(SoilId of) {
  const Soil soil = default_soils()[of];
  return {{soil.color[0], soil.color[1], soil.color[2], 1.0f}};
}

/// The direction that is shown after the direction `shown`, if `now` has the weight `share`. Gusts would shake plants.
glm::vec2 followed(glm::vec2 shown, glm::vec2 now, float share) {
  constexpr float kSettled = 1.0e-3f;
  const glm::vec2 between = glm::mix(shown, now, share);
  const float length = glm::length(between);
  if (share == 1.0f || length < kSettled || glm::distance(shown, now) < kSettled) return now;
  return between / length;
}

}  // namespace

void LandTextures::add_followed(std::optional<TextureUnit> unit, TextureKind const& kind, FollowedGrid& grid,
                                std::span<float const> values) {
  const auto follow = [this, &grid, values](int first, int last) {
    const auto width = static_cast<std::size_t>(flat_.size.x);
    const std::size_t begin = width * static_cast<std::size_t>(first);
    return grid.follow(values.subspan(begin, width * static_cast<std::size_t>(last - first)), begin);
  };
  queue_.add({unit, kind, follow});
}

void LandTextures::add_light(TerrainView const& view, RenderSettings const& settings) {
  const auto shown = [&](std::vector<float> const& values) {
    return settings.shadows && values.size() == view.grid.cells();
  };
  // Another position of the sun is shown at once, and so are shadows that were off.
  const bool exact = settings.still || !(view.sun == sun_of_);
  sun_of_ = view.sun;
  const bool had_sun = std::exchange(has_sun_, shown(view.sun_visibility));
  if (has_sun_) {
    sun_.begin(view, exact || !had_sun, kAnyChange);
    add_followed(std::nullopt, flat_, sun_, view.sun_visibility);
  }
  static constexpr std::array<float, 1> kAll{1.0e6f};  // m; above everything, so that the light at the ground is used
  const bool had_shade = std::exchange(has_shade_, shown(view.shade));
  if (has_shade_) {
    shade_.begin(view, exact || !had_shade, kSlab * view.grid.cell_size);
    add_followed(TextureUnit::shade, flat_, shade_, view.shade);
  } else {
    queue_.add(TextureUnit::shade, {.size = {1, 1}, .format = GL_R32F}, kAll);
  }
}

void LandTextures::add_packed(TerrainView const& view, RenderSettings const& settings) {
  const std::size_t cells = view.grid.cells();
  const bool endless = facts_.beyond(settings) == Beyond::copies;
  const auto if_any = [](bool any, std::span<float const> values) { return any ? values : std::span<float const>(); };
  packed_.begin({.grid = view.grid,
                 .heights = heights_.shown(),
                 .sand = if_any(view.sediment.size() == cells, sand_.shown()),
                 .sun = if_any(has_sun_, sun_.shown()),
                 .sky = if_any(settings.shadows && view.sky_visibility.size() == cells, view.sky_visibility),
                 .shade = if_any(has_shade_, shade_.shown()),
                 .turn = if_any(facts_.wind_turns, view.wind_turn),
                 .dust = if_any(has_dust_, smooth_dust_),
                 .wind = followed(facts_.wind_direction, view.wind_direction, heights_.share()),
                 .beyond = endless && settings.shadows ? &sun_beyond_ : nullptr});
  for (int stage = 0; has_dust_ && stage < PackedMaps::kDustStages; ++stage) {
    const auto compute = [this, stage](int first, int last) {
      packed_.compute_stage(stage, first, last);
      return std::span<float const>();
    };
    queue_.add({std::nullopt, {.size = packed_.stage_size(stage), .format = GL_R32F}, compute});
  }
  TextureKind kind = flat_;
  kind.format = GL_RGBA16F;
  kind.filter = smooth_ ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR_MIPMAP_NEAREST;
  queue_.add(
      {TextureUnit::surface, kind, [this](int first, int last) { return as_floats(packed_.surface(first, last)); }});
  queue_.add({TextureUnit::cover, kind, [this](int first, int last) { return as_floats(packed_.cover(first, last)); }});
}

void LandTextures::add_dust(TerrainView const& view, ViewParts const& parts, bool still) {
  const std::size_t cells = view.grid.cells();
  const bool follows = !still && smooth_dust_.size() == cells && dust_seed_ == view.seed && dust_step_ <= view.step;
  if (follows && dust_step_ == view.step) return;
  has_dust_ = view.dust.size() == cells || (follows && has_dust_ && facts_.airborne > kLeastDust);
  if (!follows) smooth_dust_.assign(cells, 0.0f);
  const bool any = view.dust.size() == cells;
  const float share = follows ? kDustFollow : 1.0f;
  const auto follow = [this, &view, any, share](int first, int last) {
    if (first == 0) sum_ = 0.0;
    const float scale = share / kFullDust;
    const std::size_t begin = view.grid.index(0, first), end = begin + view.grid.index(0, last - first);
    for (std::size_t i = begin; i < end; ++i) {
      const float now = any ? view.dust[i] * scale : 0.0f;
      smooth_dust_[i] += now - share * smooth_dust_[i];
      sum_ += static_cast<double>(smooth_dust_[i]);
    }
    return std::span<float const>(smooth_dust_).subspan(begin, end - begin);
  };
  const auto done = [this, &view, &parts, share, cells](bool) {
    dust_step_ = view.step;
    dust_seed_ = view.seed;
    facts_.airborne = kFullDust * static_cast<float>(sum_ / static_cast<double>(cells));
    facts_.suspended = std::max(facts_.airborne - kHopping, 0.0f);
    facts_.dust_color = facts_.sand_color;
    if (!parts.dust.empty()) add_dust_color(parts, share);
  };
  queue_.add({TextureUnit::raw_dust, with_mips_, follow, done});
}

void LandTextures::add_dust_color(ViewParts const& parts, float share) {
  if (share == 1.0f || dust_blocks_.size() != parts.dust.size()) dust_blocks_.assign(parts.dust.size(), {});
  glm::vec4 all(1.0e-9f * glm::vec4(facts_.sand_color, 1.0f));
  for (std::size_t i = 0; i < dust_blocks_.size(); ++i) {
    dust_blocks_[i] += share * (parts.dust[i] - dust_blocks_[i]);
    all += parts.dust[i];
  }
  facts_.dust_color = glm::vec3(all) / all.a;
  // Blocks without airborne soil get the mean colour of all airborne soil.
  air_colors_.clear();
  for (glm::vec4 const& block : dust_blocks_) {
    const glm::vec4 sum = block + 1.0e-3f * all;
    air_colors_.push_back(sum / sum.a);
  }
  const TextureKind kind{.size = (flat_.size + kDustBlock - 1) / kDustBlock, .format = GL_RGBA32F, .wrap = flat_.wrap};
  queue_.add(TextureUnit::air_color, kind, as_floats(air_colors_));
}

void LandTextures::add_colors(TextureUnit unit, std::vector<SoilColor> const& colors) {
  static const std::vector<SoilColor> kLoose = usual_color(kSand), kBase = usual_color(kRock);
  std::vector<SoilColor> const& usual = unit == TextureUnit::loose_color ? kLoose : kBase;
  std::vector<SoilColor> const& shown = colors.empty() ? usual : colors;
  TextureKind kind = flat_;
  kind.format = GL_RGBA32F;
  kind.filter = GL_LINEAR_MIPMAP_LINEAR;
  if (shown.size() == 1) kind = {.size = {1, 1}, .format = GL_RGBA32F};
  queue_.add(unit, kind, as_floats(shown));
}

void LandTextures::add_overlay(TerrainView const& view) {
  if (view.overlay_id.empty() || view.overlay.size() != view.grid.cells()) {
    facts_.has_overlay = false;
    return;
  }
  const auto done = [this, &view](bool) {
    facts_.has_overlay = true;
    facts_.hatched = is_hatched(view.overlay_id);
    facts_.overlay_range = ramp_range(view.overlay_row.ramp, view.overlay_minimum, view.overlay_maximum);
    if (ramp_kind_ == view.overlay_row.ramp) return;
    ramp_kind_ = view.overlay_row.ramp;
    made_[TextureUnit::ramp] =
        make_texture({.size = {kRampSize, 1}, .format = GL_RGB8}, color_ramp(*ramp_kind_).data());
  };
  queue_.add(TextureUnit::overlay, flat_, view.overlay, done);
}

void LandTextures::add_sun_beyond(ViewParts const& parts, bool shadows) {
  if (!parts.sun_beyond) return;
  SunBeyond const& sun = *parts.sun_beyond;
  const bool any = shadows && sun.size.x > 0;
  sun_beyond_ = any ? sun : SunBeyond();
  const auto done = [this, lands = any ? sun.lands : 0.0f, error = sun.error](bool) {
    facts_.sun_lands = lands;
    facts_.sun_error = error;
  };
  static constexpr std::array<float, 1> kSunny{1.0f};
  if (any) {
    queue_.add(TextureUnit::surroundings_sun, {.size = sun.size, .format = GL_R32F, .wrap = GL_REPEAT}, sun.visibility,
               done);
  } else {
    queue_.add(TextureUnit::surroundings_sun, {.size = {1, 1}, .format = GL_R32F}, kSunny, done);
  }
}

bool LandTextures::fits(Grid const& grid) const { return !empty_ && flat_.size == glm::ivec2(grid.width, grid.height); }

bool LandTextures::upload(TerrainView const& view, SendBudget& budget) {
  if (!queue_.send(budget)) return false;
  finish(view);
  return true;
}

void LandTextures::begin(TerrainView const& view, ViewParts const& parts, RenderSettings const& settings) {
  queue_.begin();
  const std::size_t cells = view.grid.cells();
  flat_ = {.size = {view.grid.width, view.grid.height}, .format = GL_R32F, .wrap = wrap_of(view.grid)};
  with_mips_ = flat_;
  with_mips_.filter = GL_LINEAR_MIPMAP_NEAREST;
  const Soil sand = (view.soils.empty() ? default_soils() : view.soils)[kSand];
  facts_.sand_color = {sand.color[0], sand.color[1], sand.color[2]};

  heights_.begin(view, settings.still, kSlab * view.grid.cell_size);
  add_followed(TextureUnit::height, with_mips_, heights_, parts.heights.empty() ? view.elevation : parts.heights);
  if (view.sediment.size() == cells) add_sand(view, settings.still);
  add_light(view, settings);
  add_sun_beyond(parts, settings.shadows);
  add_dust(view, parts, settings.still);
  facts_.wind_turns = view.wind_turn.size() == cells;
  const TextureKind nowhere{.size = {1, 1}, .format = GL_R32F};
  static constexpr std::array<float, 1> kNothing{};
  add_packed(view, settings);
  if (view.slides.size() == cells) {
    queue_.add(TextureUnit::slides, with_mips_, view.slides);
  } else {
    queue_.add(TextureUnit::slides, nowhere, kNothing);
  }
  auto const& plants = view.cell_layers.real(CellLayer::plants);
  if (plants.size() == cells) queue_.add(TextureUnit::plants, with_mips_, plants);
  add_overlay(view);
  if (settings.inset_map) {
    const bool known = view.wind_path.size() == cells;
    if (!known) zeros_.assign(cells, 0.0f);
    queue_.add(TextureUnit::raw_path, flat_, known ? view.wind_path : zeros_);
  }
  add_colors(TextureUnit::loose_color, view.colors.loose);
  add_colors(TextureUnit::base_color, view.colors.base);
}

void LandTextures::add_sand(TerrainView const& view, bool exact) {
  sand_.begin(view, exact, kSlab * view.grid.cell_size);
  const auto add_up = [this, &view](int first, int last) {
    const std::size_t begin = view.grid.index(0, first), count = view.grid.index(0, last - first);
    const auto rows = std::span<float const>(view.sediment).subspan(begin, count);
    sum_ = std::accumulate(rows.begin(), rows.end(), first == 0 ? 0.0 : sum_);
    return sand_.follow(rows, begin);
  };
  const auto done = [this, &view](bool) {
    facts_.mean_sand = static_cast<float>(sum_ / static_cast<double>(view.grid.cells()));
  };
  queue_.add({std::nullopt, flat_, add_up, done});
}

/// Mean colour of the ground and the albedo for which the picture is exposed, from a sample of the cells. Both change
/// slowly, and with them the exposure.
void LandTextures::meter(TerrainView const& view) {
  constexpr std::size_t kSamples = 4096;
  const auto color_at = [](std::vector<SoilColor> const& colors, SoilId usual, std::size_t cell) {
    const SoilColor color = colors.empty() ? usual_color(usual)[0] : colors[colors.size() == 1 ? 0 : cell];
    return glm::vec3(color[0], color[1], color[2]);
  };
  const std::size_t cells = view.grid.cells(), stride = std::max<std::size_t>(cells / kSamples, 1);
  auto const& plants = view.cell_layers.real(CellLayer::plants);
  glm::vec3 sum(0.0f);
  float count = 0.0f, powers = 0.0f;
  for (std::size_t cell = stride / 2; cell < cells; cell += stride, count += 1.0f) {
    const float sand = view.sediment.size() == cells ? std::min(view.sediment[cell] / kCoveringSand, 1.0f) : 0.0f;
    const glm::vec3 bare =
        glm::mix(color_at(view.colors.base, kRock, cell), color_at(view.colors.loose, kSand, cell), sand);
    const float green = plants.size() == cells ? kCoveredByPlants * std::min(plants[cell], 1.0f) : 0.0f;
    const glm::vec3 color = glm::mix(bare, glm::vec3(kPlantColor[0], kPlantColor[1], kPlantColor[2]), green);
    sum += color;
    powers += std::pow(luminance(color), kMeterPower);
  }
  facts_.ground_color = sum / count;
  facts_.metered = std::pow(powers / count, 1.0f / kMeterPower);
}

/// Updates the facts after the grids of a view have been sent.
void LandTextures::finish(TerrainView const& view) {
  facts_.has_plants = view.cell_layers.real(CellLayer::plants).size() == view.grid.cells();
  meter(view);
  facts_.bedrock = view.elevation_minimum;
  for (ColumnRow const& row : view.rows) {
    for (const std::size_t end : row.ends) {
      facts_.bedrock = std::min(facts_.bedrock, static_cast<float>(to_metres(row.layers[end - 1].thickness)));
    }
  }
  facts_.grid = view.grid;
  facts_.seed = view.seed;
  facts_.minimum = view.elevation_minimum;
  facts_.maximum = view.elevation_maximum;
  facts_.sea = sea_beyond(view);
  facts_.height_range = {facts_.minimum - facts_.sea.deepest,
                         std::max(facts_.maximum, facts_.sea.level.value_or(facts_.maximum))};
  facts_.wind_direction = followed(facts_.wind_direction, view.wind_direction, heights_.share());
  facts_.wind_speed += heights_.share() * (view.wind_speed - facts_.wind_speed);
  facts_.rain = rain_shown(view.rain);
  facts_.may_rain = view.rain.rate > 0.0 || view.rain.storms > 0;
  facts_.rain_shares = view.rain.shares;
  empty_ = false;
}

void LandTextures::bind() const {
  queue_.bind();
  for (auto const& [unit, texture] : made_) bind_texture(unit, texture.id());
}

}  // namespace barchan::render
