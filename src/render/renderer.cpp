#include "render/renderer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "render/air_layer.hpp"
#include "render/framebuffer.hpp"
#include "render/frustum.hpp"
#include "render/grain_textures.hpp"
#include "render/land_mesh.hpp"
#include "render/land_textures.hpp"
#include "render/plant_layer.hpp"
#include "render/programs.hpp"
#include "render/scene.hpp"
#include "render/solid_layer.hpp"
#include "render/strata_textures.hpp"
#include "render/texture.hpp"
#include "render/thing_layer.hpp"
#include "render/view_parts.hpp"
#include "render/water_textures.hpp"

namespace barchan::render {
namespace {

constexpr int kSamples = 4;          // multisampling, if granted
constexpr float kSharpening = 1.5f;  // of a picture that is drawn with fewer pixels than are shown
constexpr int kReloadFrames = 30;    // frames between two checks of the shader folder
constexpr float kInsetSand = 2.5f;   // sand that shows at full brightness, relative to the mean
// Duration of the path in s, width in m, opacity, 1 for water.
constexpr glm::vec4 kSandStreak{0.10f, 0.12f, 0.20f, 0.0f};
constexpr glm::vec4 kSandWisp{0.60f, 1.6f, 0.12f, 0.0f};
constexpr glm::vec4 kRainStreak{0.10f, 0.12f, 0.50f, 1.0f};
// Arrows: length, height above the ground, half width over length, opacity. Length and height are relative to the
// camera's distance from its target (prevailing wind) or to the spacing of the arrows (field).
constexpr glm::vec4 kPrevailingArrow{0.16f, 0.16f * 0.03f, 0.16f, 0.55f};
constexpr glm::vec4 kFieldArrow{0.8f, 0.1f, 0.25f, 0.8f};
// Plants with and without a graphics card.
constexpr PlantLayer::Detail kTufts{1.0f, 200000, 14, 8000, 144, true}, kFewTufts{0.67f, 6500, 8, 700, 48, false};
constexpr int kStreamers = 2048;
constexpr int kStreamerShare = 4;                     // software renderers draw one streamer in this many
constexpr float kBolder = 2.5f;                       // factor on the opacity of those streamers
constexpr float kStrongWind = 12.0f;                  // m/s; software renderers draw streamers only in a faster wind
constexpr float kFewStreaks = 0.3f;                   // strength of rain below which it has no streaks
constexpr int kRainfall = 9000, kFewRainfall = 2400;  // streaks of the hardest rain; the second on software renderers

/// Method of drawing the ground: it is shaded at once, or later through a stencil.
struct Drawing {
  int stencil = 1;
  bool deferred = false;
};

/// A map of the sun beyond the edges is useless for another land, sun or setting.
struct SunKey {
  Grid grid;
  std::uint64_t seed = 0;
  Sun sun;
  bool shadows = false;

  bool operator==(SunKey const&) const = default;
};

/// What a picture shows of a land that does not change.
struct Shown {
  Camera camera;
  RenderSettings settings;
  glm::ivec2 size{0};
  float fineness = 0.0f;
  double clock = 0.0;
  bool still = false;
  Band band{};

  bool operator==(Shown const&) const = default;
};

struct Grains {
  GlTexture noise = make_noise_texture();
  GlTexture rock = make_rock_textures();
  GlTexture ripples = make_ripple_texture();
};

}  // namespace

struct Renderer::State {
  std::string driver = gl_text(GL_RENDERER);
  std::string version = gl_text(GL_VERSION);
  bool software = draws_on_cpu(driver);
  bool still = false;  // a single picture: quality before time
  ShaderKind kind{.full = !software};
  ShaderSources sources;
  std::filesystem::file_time_type sources_time{};
  int frames_to_reload = 0;
  Programs programs{sources, kind};
  std::vector<std::pair<ShaderKind, Programs>> set_aside;  // compiled before and not in use now
  std::string shader_error;

  LandTextures land{!software};
  LandMesh mesh;
  StrataTextures strata;
  WaterTextures water;
  WallMesh walls_x, walls_y;
  SolidLayer solids;
  ThingLayer things;
  PlantLayer plants;
  FollowedGrid plant_density;
  StreakCloud sand_cloud, rain_cloud;
  Streamers streamers{kStreamers};
  Streamers rainfall{kRainfall};
  ArrowStrips prevailing{32, 4}, wind_field{2, 1};
  float arrow_spacing = 0.0f;  // m
  PictureTarget picture;
  std::optional<Shown> pictured;  // what `picture` shows; nothing if the land has changed since
  bool unfinished = false;        // plants of `picture` are still missing
  std::optional<Grains> grains;   // made for the first picture, because they take longer than the rest of a start
  GlBuffer scene_buffer = GlBuffer::make();
  GlVertexArray nothing = GlVertexArray::make();  // for triangles whose corners the vertex shader computes

  GlTexture inset;
  GlFramebuffer inset_framebuffer;
  glm::ivec2 inset_size{0};
  bool inset_stale = true;

  // The view that is being sent, and the data computed from it.
  TerrainView const* sending = nullptr;
  std::future<ViewParts> coming;
  // What the last map of the sun beyond the edges was computed for, its step, and the number of views since then.
  SunKey sun_key;
  std::uint64_t sun_step = 0;
  int sun_views = 0;
  std::optional<ViewParts> parts;

  RenderStats stats;

  void make_parts_of(TerrainView const& view, RenderSettings const& settings, bool at_once);
  void begin(TerrainView const& view, RenderSettings const& settings);
  void prepare_programs(RenderSettings const& settings);
  bool wants_full(RenderSettings const& settings) const;
  std::vector<LandLevel> tiles(Camera const& camera, RenderSettings const& settings, glm::mat4 const& view_projection);
  void reset_gl();
  void bind(SceneBlock const& scene);
  void draw_inset();
  void draw_land(std::vector<LandLevel> const& levels, RenderSettings const& settings, bool deferred);
  void draw_water(std::vector<LandLevel> const& levels, RenderSettings const& settings, bool deferred);
  /// Draws `levels`. If deferred, they are shaded afterwards through the stencil value `stencil`.
  void draw_ground(std::vector<LandLevel> const& levels, GroundPrograms const& ground, Drawing drawing);
  void draw_solids(Frustum const& frustum);
  void draw_things(Camera const& camera, RenderSettings const& settings);
  void draw_walls(ShaderProgram const& program, Slice const& slice);
  void draw_air(Camera const& camera, RenderSettings const& settings);
  /// Draws the falling rain. Blending must be on; `strength` is that of rain_strength().
  void draw_rainfall(float strength);
  void draw_picture(Shown const& now, glm::ivec2 whole, Band band);
  void finish(GLuint framebuffer, glm::ivec2 shown, glm::ivec2 drawn);
  void draw_fullscreen() {
    glBindVertexArray(nothing.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    stats.drawn += {1, 1};
  }
};

bool Renderer::State::wants_full(RenderSettings const& settings) const {
  return settings.quality == RenderQuality::automatic ? !software || still : settings.quality == RenderQuality::full;
}

void Renderer::State::prepare_programs(RenderSettings const& settings) {
  const LandFacts& facts = land.facts();
  const ShaderKind wanted{wants_full(settings),
                          settings.ripples,
                          settings.overlay && facts.has_overlay,
                          facts.has_plants,
                          strata.has_faces(),
                          !water.empty(),
                          !things.empty(),
                          settings.show_dust && facts.suspended > 0.0f,
                          settings.ripples && facts.wind_turns,
                          settings.show_dust && facts.may_rain};
  const bool moved = sources.directory() != settings.shader_directory;
  bool newer = false;
  if (moved) sources = ShaderSources(settings.shader_directory);
  if (!sources.directory().empty() && (moved || --frames_to_reload <= 0)) {
    frames_to_reload = kReloadFrames;
    const auto time = sources.newest();
    newer = time != sources_time;
    sources_time = time;
  }
  if (moved || newer) set_aside.clear();
  if (wanted == kind && !moved && !newer) return;
  pictured.reset();
  const auto known =
      std::find_if(set_aside.begin(), set_aside.end(), [&](auto const& kept) { return kept.first == wanted; });
  try {
    // Switching an overlay on and off must not recompile each time.
    if (known != set_aside.end()) {
      std::swap(programs, known->second);
      known->first = kind;
    } else {
      Programs made(sources, wanted);
      std::swap(programs, made);
      if (!moved && !newer) set_aside.emplace_back(kind, std::move(made));
    }
    shader_error.clear();
  } catch (std::runtime_error const& error) {
    shader_error = error.what();
  }
  kind = wanted;
}

void Renderer::State::draw_inset() {
  const LandFacts& facts = land.facts();
  const glm::ivec2 size(facts.grid.width, facts.grid.height);
  if (!inset || inset_size != size) {
    inset_size = size;
    inset = make_texture({.size = size});
    inset_framebuffer = make_framebuffer(inset);
    inset_stale = true;
  }
  if (!inset_stale) return;
  inset_stale = false;
  glBindFramebuffer(GL_FRAMEBUFFER, inset_framebuffer.id());
  glViewport(0, 0, size.x, size.y);
  programs.inset.use();
  programs.inset.set("inset", glm::vec4(1.0f / std::max(kInsetSand * facts.mean_sand, 1.0e-3f), 0.0f, 0.0f, 0.0f));
  draw_fullscreen();
}

void Renderer::State::draw_ground(std::vector<LandLevel> const& levels, GroundPrograms const& ground, Drawing drawing) {
  glEnable(GL_CULL_FACE);
  glEnable(GL_STENCIL_TEST);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  if (drawing.deferred) {
    constexpr GLfloat kNothing[4] = {};
    glBindFramebuffer(GL_FRAMEBUFFER, picture.distance_framebuffer());
    glClearBufferfv(GL_COLOR, 0, kNothing);
  }
  glStencilFunc(GL_ALWAYS, drawing.stencil, ~0u);
  (drawing.deferred ? ground.distance : ground.draw).use();
  stats.drawn += mesh.draw(levels);
  glDisable(GL_CULL_FACE);
  if (drawing.deferred) {
    glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffer());
    bind_texture(TextureUnit::distance, picture.distance_texture());
    glDisable(GL_DEPTH_TEST);
    glStencilFunc(GL_EQUAL, drawing.stencil, ~0u);
    ground.shade.use();
    draw_fullscreen();
    glEnable(GL_DEPTH_TEST);
  }
  glDisable(GL_STENCIL_TEST);
}

void Renderer::State::draw_land(std::vector<LandLevel> const& levels, RenderSettings const& settings, bool deferred) {
  draw_ground(levels, programs.land, {.stencil = 1, .deferred = deferred});
  if (land.facts().beyond(settings) == Beyond::nothing) draw_walls(programs.wall, settings.slice);
}

void Renderer::State::draw_water(std::vector<LandLevel> const& levels, RenderSettings const& settings, bool deferred) {
  const std::vector<LandLevel> wet = water.wet(levels, software && !still);
  if (std::ranges::all_of(wet, [](LandLevel const& level) { return level.chunks.empty(); })) return;
  bind_texture(TextureUnit::scene, picture.copy());
  glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffer());
  draw_ground(wet, programs.water, {.stencil = 2, .deferred = deferred});
  if (land.facts().beyond(settings) == Beyond::nothing) draw_walls(programs.water_cut, settings.slice);
}

/// Solids stand only on the land itself, so that a town or a pyramid is not seen several times.
void Renderer::State::draw_solids(Frustum const& frustum) {
  const LandFacts& facts = land.facts();
  const glm::vec2 size = facts.size();
  if (solids.empty() || !frustum.sees({0.0f, 0.0f, facts.minimum}, {size.x, size.y, facts.maximum})) return;
  programs.solid.use();
  stats.drawn += solids.draw();
}

void Renderer::State::draw_things(Camera const& camera, RenderSettings const& settings) {
  constexpr int kCopies = 2;  // in each direction; beyond, things are too small to be seen
  const bool fine = still || !software;
  const bool repeated = land.facts().beyond(settings) == Beyond::copies && land.facts().grid.periodic();
  const int copies = fine && repeated ? kCopies : 0;
  stats.drawn += things.draw(programs.thing, {fine ? ThingDetail::full : ThingDetail::few, camera.target, copies});
}

/// Draws the walls of a block, and the face of its slice.
void Renderer::State::draw_walls(ShaderProgram const& program, Slice const& slice) {
  const LandFacts& facts = land.facts();
  const ChunkPlan plan = plan_chunks(facts.grid, stats.mesh_detail);
  const glm::vec2 chunk = facts.size() / glm::vec2(plan.count);
  const float grid_cells = std::max(chunk.x, chunk.y) / facts.grid.cell_size;
  program.use();
  program.set("level", std::max(0.0f, std::log2(grid_cells / static_cast<float>(plan.cells))));
  const glm::ivec2 cells = plan.cells * plan.count;
  const glm::vec2 spacing = facts.size() / glm::vec2(cells);
  program.set("spacing", glm::vec4(spacing, 0.0f, 0.0f));
  program.set("first_side", 0.0f);
  stats.drawn += walls_x.draw(cells.x, 2);
  program.set("first_side", 1.0f);
  stats.drawn += walls_y.draw(cells.y, 2);
  if (!slice.on()) return;
  program.set("first_side", static_cast<float>(kSliceRow));
  const bool along_x = slice.across == Slice::Across::y;
  stats.drawn += (along_x ? walls_x : walls_y).draw(along_x ? cells.x : cells.y, 1);
}

void Renderer::State::draw_rainfall(float strength) {
  programs.rain.use();
  const int most = software && !still ? kFewRainfall : kRainfall;
  stats.drawn += rainfall.draw_first(static_cast<int>(std::lround(strength * static_cast<float>(most))));
}

void Renderer::State::draw_air(Camera const& camera, RenderSettings const& settings) {
  const bool streaks = settings.show_dust && !(sand_cloud.empty() && rain_cloud.empty());
  const bool field = settings.wind_field && !wind_field.empty();
  // All veils would take a third of a software renderer's frame time. It draws fewer of them in strong wind and none
  // otherwise, but all of them in single pictures.
  const bool few = software && !still;
  const bool flies = settings.show_dust && land.facts().airborne > 0.0f && !kind.overlay &&
                     (!few || land.facts().wind_speed > kStrongWind);
  const float rain = kind.rain && !kind.overlay ? rain_strength(land.facts().rain) : 0.0f;
  if (!streaks && !flies && rain == 0.0f && !field && !settings.wind_arrow) return;
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  if (flies) {
    programs.streamer.use();
    programs.streamer.set("focus", glm::vec4(camera.target, few ? kBolder : 1.0f));
    stats.drawn += streamers.draw(few ? kStreamerShare : 1);
  }
  if (streaks) {
    programs.streak.use();
    programs.streak.set("focus", glm::vec4(camera.target, 0.0f));
    programs.streak.set("streak", kSandWisp);
    stats.drawn += sand_cloud.draw(software);
    programs.streak.set("streak", kSandStreak);
    stats.drawn += sand_cloud.draw();
    programs.streak.set("streak", kRainStreak);
    stats.drawn += rain_cloud.draw();
  }
  if (rain > kFewStreaks) draw_rainfall(rain);
  if (field) {
    programs.arrow.use();
    programs.arrow.set("arrow", kFieldArrow * glm::vec4(arrow_spacing, arrow_spacing, 1.0f, 1.0f));
    stats.drawn += wind_field.draw();
  }
  if (settings.wind_arrow) {
    glDisable(GL_DEPTH_TEST);
    programs.arrow.use();
    const LandFacts& facts = land.facts();
    programs.arrow.set("arrow", kPrevailingArrow * glm::vec4(camera.distance, camera.distance, 1.0f, 1.0f));
    prevailing.upload({glm::vec4(camera.target.x, camera.target.y, facts.wind_direction.x, facts.wind_direction.y)});
    stats.drawn += prevailing.draw();
  }
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

Renderer::Renderer() : state_(std::make_unique<State>()) {}
Renderer::~Renderer() = default;

bool Renderer::upload(TerrainView const& view, RenderSettings const& settings, SendBudget budget) {
  State& s = *state_;
  s.pictured.reset();
  s.stats.sent = 0;
  if (view.elevation.size() != view.grid.cells()) return true;
  if (!s.land.fits(view.grid)) budget = {};
  const bool at_once = budget.sent == SendBudget::kAll;
  if (s.sending != &view) s.make_parts_of(view, settings, at_once);
  if (!s.parts) {
    if (!at_once && s.coming.wait_for(std::chrono::seconds(0)) == std::future_status::timeout) return false;
    s.begin(view, settings);
  }
  const std::size_t before = budget.sent;
  const bool whole =
      s.land.upload(view, budget) && s.strata.upload(view, budget) && s.water.upload(view, *s.parts, budget);
  s.stats.sent = before - budget.sent;
  if (!whole) return false;
  if (!s.parts->plants.empty()) {
    s.plant_density.begin(view, settings.still, 1.0f);
    const auto shown = s.plant_density.follow(s.parts->plants, 0);
    s.parts->plants.assign(shown.begin(), shown.end());
  }
  s.plants.upload(view.grid, std::move(s.parts->plants));
  s.solids.upload(s.parts->solids);
  s.sand_cloud.upload(view.wind_traces);
  s.rain_cloud.upload(view.water_traces);
  std::vector<glm::vec4> arrows;
  for (WindArrow const& arrow : view.wind_arrows) arrows.emplace_back(arrow.position, arrow.ratio * arrow.direction);
  s.wind_field.upload(arrows);
  s.arrow_spacing = view.arrow_spacing;
  s.sending = nullptr;
  s.parts.reset();
  s.inset_stale = true;
  return true;
}

/// Starts to compute the parts of a view. For a large land this runs in parallel with drawing, unless `at_once` is set.
void Renderer::State::make_parts_of(TerrainView const& view, RenderSettings const& settings, bool at_once) {
  // Number of cells above which the parts of a view take a considerable part of a frame's time.
  constexpr std::size_t kLarge = 16384;
  if (coming.valid()) coming.wait();
  const bool broken_off = sending != nullptr;
  parts.reset();
  sending = &view;
  const bool beside = !at_once && view.grid.cells() > kLarge;
  // Shadows beyond the edges may lag, because they are far away.
  constexpr int kSunEvery = 8;  // views
  const SunKey key{view.grid, view.seed, view.sun, settings.shadows};
  // A land that is changed while it is paused is seen at once.
  const bool lags = key == sun_key && view.step != sun_step && ++sun_views < kSunEvery;
  const bool sun = at_once || settings.still || broken_off || !lags;
  if (sun) {
    sun_key = key;
    sun_step = view.step;
    sun_views = 0;
  }
  coming =
      std::async(beside ? std::launch::async : std::launch::deferred, [&view, sun] { return make_parts(view, sun); });
}

void Renderer::State::begin(TerrainView const& view, RenderSettings const& settings) {
  parts = coming.get();
  land.begin(view, *parts, settings);
  strata.begin(view, land.facts().beyond(settings) == Beyond::nothing);
  water.begin(view, *parts);
}

void Renderer::place(Things const& things) {
  state_->pictured.reset();
  state_->things.upload(things, state_->land.facts().size());
}

std::vector<LandLevel> Renderer::State::tiles(Camera const& camera, RenderSettings const& settings,
                                              glm::mat4 const& view_projection) {
  const LandFacts& facts = land.facts();
  stats.mesh_detail = choose_detail(settings.detail, software && !still, stats.fineness);
  if (land.empty()) return {};
  return tile_land({.grid = facts.grid,
                    .height_range = facts.height_range,
                    .beyond = facts.beyond(settings),
                    .detail = stats.mesh_detail,
                    .eye = camera.eye(),
                    .view_projection = view_projection,
                    .reach = facts.reach(camera)});
}

/// Resets the OpenGL state that other code may have changed.
void Renderer::State::reset_gl() {
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
}

/// Binds the data that all programs read.
void Renderer::State::bind(SceneBlock const& scene) {
  if (!grains) grains.emplace();
  reset_gl();
  glBindBuffer(GL_UNIFORM_BUFFER, scene_buffer.id());
  glBufferData(GL_UNIFORM_BUFFER, sizeof(scene), &scene, GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, kSceneBinding, scene_buffer.id());
  land.bind();
  strata.bind();
  water.bind();
  const GLint filter = kind.full ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR_MIPMAP_NEAREST;
  set_filter(grains->noise, filter);
  set_filter(grains->rock, filter, GL_TEXTURE_2D_ARRAY);
  bind_texture(TextureUnit::noise, grains->noise.id());
  bind_texture(TextureUnit::rock, grains->rock.id(), GL_TEXTURE_2D_ARRAY);
  bind_texture(TextureUnit::ripples, grains->ripples.id());
}

/// Brings the finished picture of `drawn` pixels to the target of `shown` pixels, and smooths its edges.
void Renderer::State::finish(GLuint framebuffer, glm::ivec2 shown, glm::ivec2 drawn) {
  if (stats.fineness > 1.0f) {
    picture.shrink(framebuffer, shown);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, shown.x, shown.y);
  } else if (picture.samples() > 1) {
    picture.resolve(framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  } else {
    // If fewer pixels are drawn than shown, their edges are smoothed before they are enlarged.
    const bool fewer = stats.fineness < 1.0f;
    glBindFramebuffer(GL_FRAMEBUFFER, fewer ? picture.smoothed() : framebuffer);
    glViewport(0, 0, drawn.x, drawn.y);
    bind_texture(TextureUnit::scene, picture.texture());
    programs.antialias.use();
    programs.antialias.set("sharpening", glm::vec4(kSharpening * (1.0f - std::min(stats.fineness, 1.0f))));
    draw_fullscreen();
    if (fewer) picture.enlarge(framebuffer, shown);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, shown.x, shown.y);
  }
  glBindVertexArray(0);
  glActiveTexture(GL_TEXTURE0);
}

/// Draws a band of the land to `picture`. `whole`: pixels of the whole picture.
void Renderer::State::draw_picture(Shown const& now, glm::ivec2 whole, Band band) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  RenderSettings const& settings = now.settings;
  RenderSettings effective = settings;
  effective.quality = kind.full ? RenderQuality::full : RenderQuality::light;
  const glm::ivec2 pixels(whole.x, band.rows);
  const SceneBlock scene =
      rows_of(make_scene(now.camera, effective, land.facts(), whole, now.clock), band.first, band.rows);
  const std::vector<LandLevel> levels = tiles(now.camera, settings, scene.view_projection);
  stats.own_seconds = std::chrono::duration<double>(Clock::now() - start).count();

  bind(scene);
  if (!land.empty() && settings.inset_map) draw_inset();
  const int usual_samples = software || stats.fineness > 1.0f ? 1 : kSamples;
  const int samples = settings.samples > 0 ? settings.samples : usual_samples;
  // A multisampled picture cannot be enlarged.
  picture.resize(pixels, whole == now.size || still ? samples : 1);
  stats.samples = picture.samples();
  glBindFramebuffer(GL_FRAMEBUFFER, picture.framebuffer());
  glViewport(0, 0, pixels.x, pixels.y);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glClearDepth(1.0);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  if (settings.slice.on()) glEnable(GL_CLIP_DISTANCE0);
  const bool deferred = software && picture.samples() == 1;
  if (!land.empty()) draw_land(levels, settings, deferred);
  draw_solids(Frustum(scene.view_projection));
  if (kind.things && !kind.overlay) draw_things(now.camera, settings);
  unfinished = false;
  if (!plants.empty() && kind.plants && !kind.overlay) {
    stats.drawn +=
        plants.draw(programs.plant, software && !still ? kFewTufts : kTufts, {scene, now.camera.target, still});
    unfinished = !plants.whole();
  }
  programs.sky.use();
  draw_fullscreen();
  if (kind.water && water.open() && !kind.overlay) draw_water(levels, settings, deferred);
  if (!land.empty()) draw_air(now.camera, settings);
  glDisable(GL_CLIP_DISTANCE0);
  glDisable(GL_DEPTH_TEST);
}

void Renderer::draw(Camera const& camera, RenderSettings const& settings, DrawTarget const& target) {
  State& s = *state_;
  s.stats.drawn = {};
  const glm::ivec2 shown(std::max(target.width, 1), std::max(target.height, 1));
  const glm::ivec2 size = glm::max(glm::ivec2(glm::round(glm::vec2(shown) * target.fineness)), glm::ivec2(1));
  // Bands are drawn only in whole multiples of the pixels that are shown.
  const int finer = std::max(static_cast<int>(target.fineness), 1);
  const Band band = target.band.rows > 0 ? Band{target.band.first * finer, target.band.rows * finer} : Band{0, size.y};
  s.still = target.still || target.fineness > 1.0f;
  s.stats.fineness = target.fineness;
  s.prepare_programs(settings);
  const Shown now{camera, settings, shown, target.fineness, target.clock, s.still, target.band};
  s.stats.again = s.pictured == now && !s.unfinished;
  s.stats.own_seconds = 0.0;
  s.pictured.reset();  // until the picture is complete
  if (s.stats.again) {
    s.reset_gl();
    glBindBufferBase(GL_UNIFORM_BUFFER, kSceneBinding, s.scene_buffer.id());
  } else {
    s.draw_picture(now, size, band);
  }
  const int rows = target.band.rows > 0 ? target.band.rows : shown.y;
  s.finish(target.framebuffer, {shown.x, rows}, {size.x, band.rows});
  s.pictured = now;
}

unsigned Renderer::inset_texture() const { return state_->inset.id(); }
std::string Renderer::description() const {
  const State& s = *state_;
  const std::string edges = s.stats.samples > 1 ? fmt::format("{} samples", s.stats.samples) : "edge filter";
  return fmt::format("{}, OpenGL {}, {} quality, mesh {}, {}, fineness {:.2g}", s.driver, s.version,
                     s.kind.full ? "full" : "light", s.stats.mesh_detail, edges, s.stats.fineness);
}
RenderStats const& Renderer::stats() const { return state_->stats; }
bool Renderer::software() const { return state_->software; }
std::string const& Renderer::shader_error() const { return state_->shader_error; }

}  // namespace barchan::render
