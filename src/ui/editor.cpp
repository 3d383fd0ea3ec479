#include "ui/editor.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/core.h>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>

#include "ui/gauge_window.hpp"
#include "ui/hud.hpp"
#include "ui/inspector.hpp"
#include "ui/obstacle_panel.hpp"
#include "ui/rain_panel.hpp"
#include "ui/section_window.hpp"
#include "ui/soil_graph.hpp"

namespace barchan::ui {

namespace {

constexpr char const* kHowToCut = "Drag a line over the land to cut through it; Esc ends";
constexpr std::size_t kToastsKept = 4;
constexpr std::ptrdiff_t kLinesShown = 12;  // of a toast
constexpr float kPickReach = 12.0f;         // in extents of the land
constexpr float kClickReach = 4.0f;         // pixels that a click may move between press and release
/// Steps of the simulation that make a second of the picture's own clock: about what fits 12 ms at 60 frames/s.
constexpr double kStepsPerSecond = 480.0;
constexpr double kLongestFrame = 0.1;  // s; a hitch does not make the camera jump

constexpr double kOpeningShown = 0.4;  // s; what opens faster needs no word
/// Lands up to this size have the light of the whole sky in every view; larger ones gather it over several.
constexpr std::size_t kWholeSkyCells = 512 * 512;
constexpr int kWindArrows = 24;  // along the longer side of the land

bool is_of_soils(Command const& command) {
  return std::holds_alternative<SetSoil>(command) || std::holds_alternative<AddSoil>(command) ||
         std::holds_alternative<RenameSoil>(command);
}

bool works_while_typing(Key key) { return key >= Key::f1 && key <= Key::f12; }

}  // namespace

Editor::Editor(SimulationRunner& runner, int threads)
    : runner_(runner),
      threads_(threads),
      store_(runner),
      soils_(runner),
      document_(runner, store_, std::bind_front(&Editor::saved_info, this)) {
  request_ = wanted_request();
  runner_.set_request(request_);
  adopt_world();
}

void Editor::set_fonts(Fonts const& fonts, float scale) {
  fonts_ = fonts;
  scale_ = scale;
}

// -- input ---------------------------------------------------------------------------------------------------------

void Editor::give(Command const& command) {
  const bool obstacle =
      std::holds_alternative<PlaceObstacle>(command) || std::holds_alternative<RemoveObstacles>(command);
  if (obstacle) {
    document_.obstacles_changed();
  } else if (is_of_soils(command)) {
    document_.soils_changed();
  } else if (!std::holds_alternative<SetParameter>(command)) {
    document_.water_changed();
  }
  runner_.apply(command);
}

void Editor::say(std::string text, bool error) {
  if (const auto lines = std::ranges::count(text, '\n') + 1; lines > kLinesShown) {
    std::size_t end = 0;
    for (int line = 1; line < kLinesShown; ++line) end = text.find('\n', end) + 1;
    text = fmt::format("{}… and {} more lines", text.substr(0, end), lines - kLinesShown + 1);
  }
  state_.toasts.push_back({std::move(text), error, 0.0});
  while (state_.toasts.size() > kToastsKept) state_.toasts.pop_front();
}

void Editor::forget(std::string_view text) {
  std::erase_if(state_.toasts, [&](Toast const& toast) { return toast.text == text; });
}

void Editor::key(Chord chord, bool down) {
  held_[static_cast<std::size_t>(chord.key)] = down;
  shift_held_ = chord.modifiers.shift;
  if (!down) return;
  escape_ |= chord.key == Key::escape;
  enter_ |= chord.key == Key::enter;
  if (!works_while_typing(chord.key)) {
    if (flying() || ImGui::GetIO().WantTextInput) return;
    if (document_.dialog() != "none" && chord.key != Key::escape) return;
  }
  if (const auto action = find_action(chord)) perform(*action, chord.modifiers.shift);
}

void Editor::release_keys() {
  std::fill(std::begin(held_), std::end(held_), false);
  shift_held_ = false;
}

// All actions, a line or two each, stand in one piece.
void Editor::perform(Action action, bool shift) {
  render::RenderSettings& render = state_.render;
  const auto toggle = [](bool& value) { value = !value; };
  switch (action) {
    case Action::pause:
      return pause(!state_.paused);
    case Action::single_step:
      pause(true);
      ++state_.single_steps;
      return;
    case Action::new_land:
      return new_land();
    case Action::same_land:
      return same_land();
    case Action::slower:
      return change_speed(-1);
    case Action::faster:
      return change_speed(1);
    case Action::frame_land:
      return look_from(render::frame_all(land_, rig_.goal()));
    case Action::home_view:
      return look_from(home_);
    case Action::top_view:
      return look_from(render::top_view(land_));
    case Action::tour:
      return toggle(state_.tour);
    case Action::next_overlay:
      return next_overlay(shift ? -1 : 1);
    case Action::inset_map:
      return toggle(render.inset_map);
    case Action::wind_field:
      return toggle(render.wind_field);
    case Action::repeat_world:
      return toggle(render.repeat_world);
    case Action::rain:
      return toggle_rain();
    case Action::place_obstacles:
      return change_tool(ObstacleMode::place);
    case Action::remove_obstacles:
      return change_tool(ObstacleMode::remove);
    case Action::inspect:
      return toggle(state_.inspector);
    case Action::section:
      return change_section();
    case Action::place_gauges:
      return change_gauges();
    case Action::open:
      return document_.ask_what_to_open();
    case Action::save:
      return shift ? document_.ask_where_to_save() : document_.save();
    case Action::save_as:
      return document_.ask_where_to_save();
    case Action::panels:
      return toggle(state_.panels);
    case Action::help:
      return toggle(state_.help);
    case Action::fullscreen:
      requests_.fullscreen = true;
      return;
    case Action::screenshot:
      requests_.screenshot = true;
      return;
    case Action::cancel:
      return cancel();
  }
}

void Editor::pause(bool paused) {
  if (paused && !state_.paused) runner_.interrupt();
  if (paused != state_.paused) state_.single_steps = 0;
  state_.paused = paused;
}

/// Closes one thing: menus and dialogs do so themselves.
void Editor::cancel() {
  if (any_popup_open()) return;
  if (state_.help) {
    state_.help = false;
  } else if (state_.armed()) {
    state_.disarm();
  } else if (state_.section.state() != "off") {
    state_.section = {};
  } else if (state_.gauges.shown && !state_.gauges.log.series().empty()) {
    state_.gauges.shown = false;
  } else if (state_.graph.shown) {
    state_.graph.shown = false;
  } else {
    state_.guesses.reset();
  }
}

void Editor::change_speed(int step) {
  state_.tempo.speed = std::clamp(state_.tempo.speed + step, kSlowestSpeed, kFastestSpeed);
  if (state_.tempo.speed == 0) return say("Ordinary speed");
  say(state_.tempo.speed > 0 ? fmt::format("{} times as fast", 1 << state_.tempo.speed)
                             : fmt::format("1/{} of the ordinary speed", 1 << -state_.tempo.speed));
}

void Editor::toggle_rain() {
  const bool on = store_.is_on("water_particles");
  store_.set("water_particles", "enabled", on ? 0.0 : 1.0);
  say(on ? "Rain off" : "Rain on");
}

void Editor::change_tool(ObstacleMode mode) {
  ObstacleTool& tool = state_.obstacle;
  const bool ends = tool.mode == mode;
  state_.disarm();
  tool.mode = ends ? ObstacleMode::off : mode;
  if (tool.mode == ObstacleMode::place) {
    say(fmt::format("Click on the land to place a {}; Esc ends", obstacle_shape_id(tool.body.shape)));
  } else if (tool.mode == ObstacleMode::remove) {
    say("Click on the land to take obstacles away; Esc ends");
  }
}

void Editor::change_section() {
  const bool close = state_.section.state() != "off";
  state_.section = {};
  if (close) return;
  state_.disarm();
  state_.section.armed = true;
  say(kHowToCut);
}

/// While the section is armed the left button draws its line.
void Editor::draw_line(Canvas const& canvas) {
  SectionTool& tool = state_.section;
  const auto under = tool.armed && mouse_on_land_ ? land_under_cursor() : std::nullopt;
  const auto point = under ? std::optional(land_.place_at(*under)) : std::nullopt;
  if (point && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) tool.start = glm::dvec2(*point);
  if (point && tool.start) tool.line = line_on(runner_.view().grid, *tool.start, glm::dvec2(*point));
  if (tool.start && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    tool.start.reset();
    tool.armed = !tool.line;
    if (tool.line) forget(kHowToCut);
  }
  draw_section_line(canvas, tool, {canvas, camera(), land_});
}

/// A place on the land as shares of its sides. Beyond the edges of a periodic land stands the land again; an endless
/// plain around an open one is no land.
std::optional<glm::vec2> Editor::share_under_cursor() const {
  const auto point = land_under_cursor();
  if (!point) return std::nullopt;
  const glm::vec2 share = land_.place_at(*point) / land_.size();
  const glm::vec2 inside = runner_.view().grid.periodic() ? share - glm::floor(share) : share;
  return inside == glm::clamp(inside, 0.0f, 1.0f) ? std::optional(inside) : std::nullopt;
}

/// That of a click; says so where there is no land for it.
std::optional<glm::vec2> Editor::clicked_share(char const* deed) {
  const auto share = share_under_cursor();
  if (!share) say(fmt::format("Here is no land to {}.", deed));
  return share;
}

void Editor::use_tool(Canvas const& canvas, bool clicked) {
  if (state_.obstacle.mode == ObstacleMode::off) return;
  const auto point = land_under_cursor();
  if (!point) return;
  draw_obstacle_outline(canvas, state_.obstacle, {canvas, camera(), land_}, *point);
  if (!clicked) return;
  if (const auto share = clicked_share("stand on")) give(state_.obstacle.command(share->x, share->y));
}

void Editor::next_overlay(int direction) {
  auto const& fields = runner_.facts().fields;
  const int count = static_cast<int>(fields.size()) + 1;  // with none, the first
  FieldFacts const* const shown = runner_.facts().field(state_.overlay);
  const int at = shown == nullptr ? 0 : 1 + static_cast<int>(shown - fields.data());
  const int next = (at + direction + count) % count;
  state_.overlay = next == 0 ? std::string_view() : fields[static_cast<std::size_t>(next - 1)].row.id;
}

// -- a frame -------------------------------------------------------------------------------------------------------

void Editor::build(double seconds, Measured const& measured, unsigned inset_texture) {
  ImGuiIO const& io = ImGui::GetIO();
  size_ = io.DisplaySize;
  const bool clicked = mouse_on_land_ && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                       io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] <= kClickReach * kClickReach;
  land_.cut(state_.render.slice);
  move_camera(std::min(seconds, kLongestFrame));

  widgets_.begin_frame();
  const Canvas canvas{fonts_, widgets_, scale_, size_, std::exchange(escape_, false), std::exchange(enter_, false)};
  use_tool(canvas, clicked);
  place_gauge(clicked);
  draw_gauge_marks(state_.gauges, {canvas, camera(), land_}, land_.size());
  place_source(canvas, clicked);
  draw_line(canvas);
  opening_age_ += seconds;
  state_.unsaved = document_.unsaved();
  state_.rain.listed = false;
  draw_layers(canvas, seconds, measured, inset_texture);
  draw_source_marks(state_.rain, runner_.view().rain.sources, {canvas, camera(), land_}, land_.size());
  if (const auto file = document_.draw(canvas)) {
    document_.dialog() == "rain" ? rain_by(*file) : open({file->string(), {}, {}, {}});
  }
  if (const auto news = watch_.poll(seconds)) apply_file_news(*news);
  carry_out_requests();
}

/// What changes in the file is in a file: no work of a hand that could be lost.
void Editor::apply_file_news(FileNews const& news) {
  for (SoilCommand const& change : news.changes) soils_.follow(change);
  say(news.text, news.error);
}

void Editor::draw_layers(Canvas const& canvas, double seconds, Measured const& measured, unsigned inset_texture) {
  TerrainView const& view = runner_.view();
  // A picture that is saved shows the land, and nothing that is said to whoever sits before it.
  const bool for_file = state_.for_picture || requests_.screenshot;
  if (for_file && !state_.panels) return;
  if (state_.panels) {
    if (state_.paused && !for_file) draw_paused_mark(canvas);
    const float left = panel_.draw(canvas, state_, {runner_, store_, soils_}, camera().azimuth);
    draw_status_bar(canvas, state_, runner_, measured);
    if (state_.render.inset_map) draw_inset_map(canvas, view, inset_texture);
    const float below = draw_legend(canvas, state_, runner_, {value_under_cursor(), left, empty_text()});
    if (state_.inspector) draw_inspector(canvas, view, below);
    draw_soil_graph(canvas, state_, soils_.soils(), left);
    draw_section_window(canvas, state_, view, editor_, left);
    draw_gauge_window(canvas, state_, left);
    draw_guess_notice(canvas, state_, runner_.facts());
    draw_hint(canvas, state_, seconds);
  }
  draw_health_banner(canvas, view);
  if (!opening_.empty() && opening_age_ > kOpeningShown) draw_notice(canvas, "Opening " + opening_ + " …");
  if (!state_.section.posing) draw_toasts(canvas, state_, seconds);
  if (state_.help) draw_help(canvas, state_);
}

/// What the parts of the editor have asked for in this frame.
void Editor::carry_out_requests() {
  for (const Action action : std::exchange(state_.actions, {})) perform(action, false);
  for (Command const& command : std::exchange(state_.commands, {})) give(command);
  if (std::exchange(state_.rain.toggled, false)) change_sources();
  if (std::exchange(state_.rain.ask_for_map, false)) document_.ask_for_rain_map();
  for (SoilCommand const& change : std::exchange(state_.soil_changes, {})) {
    document_.soils_changed();
    soils_.set(change);
  }
  carry_out_gauge_requests();
  requests_.section_table |= std::exchange(state_.section.save_table, false);
  requests_.section_picture |= state_.section.posing;
  state_.section.posing = std::exchange(state_.section.save_picture, false);
  if (const auto wanted = std::exchange(state_.wanted, std::nullopt)) open(*wanted);
  state_.render.overlay = !state_.overlay.empty();
  state_.render.still = state_.paused;
  const ViewRequest request = wanted_request();
  const OverlayChoice choice = state_.overlay_choices[state_.overlay];
  if (request == request_ && choice == choice_) return;
  request_ = request;
  choice_ = choice;
  runner_.set_request(request, choice);
}

bool Editor::advance(bool hold) {
  const bool by_frames = runner_.mode() == SimulationRunner::Mode::synchronous;
  const double mean =
      runner_.steps_done() > 0 ? runner_.step_seconds() / static_cast<double>(runner_.steps_done()) : 0.0;
  std::optional<BatchPlan> plan;
  if (!hold && !runner_.busy()) plan = limited_to_stop(pace_.next(state_, mean, by_frames));
  return take_view(runner_.advance(plan));
}

bool Editor::step(std::uint64_t count) { return take_view(runner_.advance(BatchPlan{0.0, count})); }

/// Takes in what the runner has brought.
bool Editor::take_view(bool changed) {
  if (changed) {
    store_.refresh();
    soils_.refresh();
    adopt_world();
    state_.gauges.log.add(runner_.take_gauge_records());
  }
  if (const auto outcome = runner_.take_outcome()) {
    opening_.clear();
    if (auto text = document_.end_job(*outcome)) say(std::move(*text), !outcome->error.empty());
  }
  for (std::string const& error : runner_.take_errors()) say(error, true);
  return changed;
}

std::optional<BatchPlan> Editor::limited_to_stop(std::optional<BatchPlan> plan) {
  if (!plan || !state_.stop_at_step) return plan;
  const std::uint64_t stop = *state_.stop_at_step, step = runner_.view().step;
  if (step >= stop) {
    state_.paused = true;
    state_.stop_at_step.reset();
    return std::nullopt;
  }
  plan->steps = plan->steps == 0 ? stop - step : std::min(plan->steps, stop - step);
  return plan;
}

Requests Editor::take_requests() { return std::exchange(requests_, {}); }

double Editor::clock() const { return static_cast<double>(runner_.view().step) / kStepsPerSecond; }

ViewRequest Editor::wanted_request() const {
  ViewRequest request;
  request.overlay = state_.overlay;
  request.sun = state_.render.sun;
  request.light = state_.render.shadows;
  request.section = state_.section.line;
  request.slice = state_.render.slice;
  const auto under = state_.inspector && state_.panels ? land_under_cursor() : std::nullopt;
  if (under) request.cell = land_.cell_at({under->x, under->y});
  request.arrows = state_.render.wind_field ? kWindArrows : 0;
  request.whole_sky = runner_.view().grid.cells() <= kWholeSkyCells;
  return request;
}

std::optional<glm::vec3> Editor::land_under_cursor() const {
  ImGuiIO const& io = ImGui::GetIO();
  if (io.WantCaptureMouse || !ImGui::IsMousePosValid()) return std::nullopt;
  const float aspect = size_.x / std::max(size_.y, 1.0f);
  const glm::vec2 point(2.0f * io.MousePos.x / size_.x - 1.0f, 1.0f - 2.0f * io.MousePos.y / size_.y);
  return land_.pick(camera().ray(point, aspect), kPickReach * land_.extent());
}

std::optional<float> Editor::value_under_cursor() const {
  TerrainView const& view = runner_.view();
  const auto hit = view.overlay.empty() ? std::nullopt : land_under_cursor();
  if (!hit) return std::nullopt;
  const auto cell = land_.cell_at({hit->x, hit->y});
  if (!cell || *cell >= view.overlay.size()) return std::nullopt;
  const float value = view.overlay[*cell];
  return runner_.overlay_scale().logarithmic ? std::pow(10.0f, value) : value;
}

std::string Editor::empty_text() const {
  FieldFacts const* const field = runner_.facts().field(runner_.view().overlay_id);
  OverlayScale const& scale = runner_.overlay_scale();
  if (field == nullptr || scale.lowest != 0.0f || scale.highest != 0.0f) return {};
  const std::string why = why_empty(*field, store_);
  return why.empty() ? "Zero everywhere as yet." : why;
}

bool Editor::typing() const { return panel_.typing() || editor_.typing() || ImGui::GetIO().WantTextInput; }

}  // namespace barchan::ui
