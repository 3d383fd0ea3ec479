#include "ui/editor.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>

#include "ui/hud.hpp"
#include "ui/soil_graph.hpp"

namespace barchan::ui {

namespace {

constexpr std::size_t kToastsKept = 4;
constexpr std::ptrdiff_t kLinesShown = 12;  // of a toast
constexpr float kPickReach = 12.0f;         // in extents of the land
/// Steps of the simulation per second of the picture's own clock: about as many as fit into 12 ms per frame at 60
/// frames/s.
constexpr double kStepsPerSecond = 480.0;
constexpr std::size_t kLongestTrail = 4096;  // places of the mouse in a frame
constexpr double kLongestFrame = 0.1;        // s, so that a slow frame does not make the camera jump

constexpr double kOpeningShown = 0.4;  // s; no notice appears for what opens faster
/// Up to this size, each view computes the light of the whole sky. Larger lands gather it over several views.
constexpr std::size_t kWholeSkyCells = 512 * 512;
constexpr int kWindArrows = 24;  // along the longer side of the land

bool works_while_typing(Key key) { return key >= Key::f1 && key <= Key::f12; }

}  // namespace

Editor::Editor(SimulationRunner& runner, int threads, ToolList tools)
    : runner_(runner),
      threads_(threads),
      store_(runner),
      soils_(runner),
      document_(runner, store_, std::bind_front(&Editor::saved_info, this)),
      export_dialog_(runner),
      toolbox_(std::move(tools)) {
  state_.tool = toolbox_.active().info().id;
  request_ = wanted_request();
  runner_.set_request(request_);
  state_.landmarks = runner_.view().landmarks;
  adopt_world();
}

void Editor::set_fonts(Fonts const& fonts, float scale) {
  fonts_ = fonts;
  scale_ = scale;
}

// -- input ---------------------------------------------------------------------------------------------------------

std::uint64_t Editor::give(Command const& command) {
  document_.changed(row_of(command).unsaved);
  return runner_.apply(command);
}

void Editor::set_landmarks(Landmarks landmarks, std::string title) {
  runner_.begin_act(std::move(title));
  if (landmarks.gauges != state_.landmarks.gauges) landmarks_ticket_ = give(SetGauges{landmarks.gauges});
  if (landmarks.things != state_.landmarks.things) landmarks_ticket_ = give(SetThings{landmarks.things});
  state_.landmarks = std::move(landmarks);
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

void Editor::forget_how_to() {
  std::erase_if(state_.toasts, [&](Toast const& toast) { return toast.text == toolbox_.how_to(); });
}

void Editor::key(Chord chord, bool down) {
  held_[static_cast<std::size_t>(chord.key)] = down;
  shift_held_ = chord.modifiers.shift;
  if (!down) return;
  if (!toolbox_.dragging()) runner_.begin_act();  // a drag is one act
  escape_ |= chord.key == Key::escape;
  enter_ |= chord.key == Key::enter;
  if (finder_.shown()) {
    if (chord.key == Key::up || chord.key == Key::down) finder_.move(chord.key == Key::down ? 1 : -1);
    return;
  }
  if (!works_while_typing(chord.key)) {
    if (flying() || ImGui::GetIO().WantTextInput) return;
    if (asking() && chord.key != Key::escape) return;
    if (keyboard_.on() && use_in_windows(chord)) return;
  }
  if (toolbox_.active().key(*this, chord)) return;
  if (Tool* const tool = toolbox_.find(chord)) return toolbox_.toggle(*this, *tool);
  if (const auto action = find_action(chord)) perform(*action, chord.modifiers.shift);
}

bool Editor::asking() const { return dialog_name() != "none" || recovery_.shown(); }

void Editor::pointer_moved(ImVec2 pixel) {
  if (trail_.size() < kLongestTrail) trail_.push_back(pixel);
}

void Editor::pointer_pressed(bool down) { (down ? pressed_at_ : released_at_) = trail_.size(); }

void Editor::release_keys() {
  std::fill(std::begin(held_), std::end(held_), false);
  shift_held_ = false;
}

void Editor::choose_tool(std::string_view id) {
  if (Tool* const tool = toolbox_.find(id)) return toolbox_.choose(*this, *tool);
  std::vector<std::string_view> ids;
  for (auto const& tool : toolbox_.tools()) ids.push_back(tool->info().id);
  throw std::invalid_argument(fmt::format("expected a tool ({}), found '{}'", fmt::join(ids, ", "), id));
}

/// Beyond the edges of a periodic land, the pointer is on a copy of it. The surroundings of an open land are not land.
PointerEvent Editor::pointer(double seconds) const {
  ImGuiIO const& io = ImGui::GetIO();
  return pointer_at(io.WantCaptureMouse ? ImVec2{-FLT_MAX, -FLT_MAX} : io.MousePos, seconds);
}

PointerEvent Editor::pointer_at(ImVec2 pixel, double seconds) const {
  ImGuiIO const& io = ImGui::GetIO();
  PointerEvent event{.pixel = io.MousePos, .modifiers = {io.KeyShift, io.KeyCtrl, io.KeyAlt}, .seconds = seconds};
  if (ImGui::IsMousePosValid(&pixel)) {
    event.pixel = pixel;
    event.ground = pick(pixel, land_);
  }
  if (!event.ground) return event;
  event.cell = land_.cell_at(glm::vec2(*event.ground));
  event.place = land_.place_at(glm::vec2(*event.ground));
  const glm::vec2 share = *event.place / land_.size();
  const glm::vec2 inside = runner_.view().grid.periodic() ? share - glm::floor(share) : share;
  if (inside == glm::clamp(inside, 0.0f, 1.0f)) event.share = inside;
  return event;
}

void Editor::use_tools(Canvas const& canvas, double seconds) {
  ImGuiIO const& io = ImGui::GetIO();
  const ScreenMap screen(canvas, camera(), land_);
  PointerInput input{.now = pointer(seconds)};
  for (auto const& tool : toolbox_.tools()) tool->draw_on_land(*this, screen, input.now);
  input.pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !io.WantCaptureMouse;
  input.held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  std::vector<ImVec2> trail = std::exchange(trail_, {});
  const bool moved = io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f;
  if (trail.empty() && moved) trail.push_back(io.MousePos);
  // Only the places between the press and the release belong to a drag.
  const std::size_t first = std::min(std::exchange(pressed_at_, {}).value_or(0), trail.size());
  std::size_t last = std::clamp(released_at_.value_or(trail.size()), first, trail.size());
  // After a click within one frame, ImGui reports the release a frame later.
  if (std::exchange(let_go_, input.held && released_at_)) last = first;
  released_at_.reset();
  input.press = first > 0 ? pointer_at(trail[first - 1], seconds) : input.now;
  if (!input.held && last > 0 && last < trail.size()) input.now = pointer_at(trail[last - 1], seconds);
  input.now.trail.assign(trail.begin() + static_cast<std::ptrdiff_t>(first),
                         trail.begin() + static_cast<std::ptrdiff_t>(last));
  input.moved = std::sqrt(io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left]);
  toolbox_.point(*this, input);
}

void Editor::next_overlay(int direction) {
  auto const& fields = runner_.facts().fields;
  const int count = static_cast<int>(fields.size()) + 1;  // "no overlay" is the first
  FieldFacts const* const shown = runner_.facts().field(state_.overlay);
  const int at = shown == nullptr ? 0 : 1 + static_cast<int>(shown - fields.data());
  const int next = (at + direction + count) % count;
  state_.overlay = next == 0 ? std::string_view() : fields[static_cast<std::size_t>(next - 1)].row.id;
}

// -- a frame -------------------------------------------------------------------------------------------------------

void Editor::build(double seconds, Measured const& measured, PanelTextures const& textures) {
  ImGuiIO const& io = ImGui::GetIO();
  if (std::ranges::any_of(io.MouseClicked, std::identity())) runner_.begin_act();
  size_ = io.DisplaySize;
  land_.cut(state_.render.slice);
  move_camera(std::min(seconds, kLongestFrame));

  can_cancel_ = can_cancel();
  widgets_.begin_frame();
  const bool escape = std::exchange(escape_, false), enter = std::exchange(enter_, false);
  const Canvas canvas{fonts_, widgets_, scale_, size_, escape, enter, keyboard_.on() || asking(), state_.directions()};
  use_tools(canvas, seconds);
  opening_age_ += seconds;
  state_.unsaved = document_.unsaved();
  draw_layers(canvas, seconds, measured, textures);
  draw_dialogs(canvas, textures.thumbnails);
  if (keyboard_.on() && mouse_on_land_) keyboard_.leave();
  keyboard_.follow(canvas, asking());
  if (autosaver_) {
    autosaver_->follow(seconds);
    if (const auto trouble = autosaver_->take_trouble()) say("Automatic saving failed: " + *trouble, true);
  }
  if (const auto news = watch_.poll(seconds)) apply_file_news(*news);
  carry_out_requests();
}

void Editor::draw_dialogs(Canvas const& canvas, render::Thumbnails* thumbnails) {
  if (const auto file = document_.draw(canvas)) {
    use_file(*file);
  }
  shelf_.draw_dialog(canvas, store_);
  if (const auto thing = finder_.draw(canvas)) go_to(*thing);
  if (auto news = shelf_.take_news()) say(std::move(news->first), news->second);
  if (document_.dialog() != "none") return;  // only one of the dialogs can be open
  if (auto work = recovery_.draw(canvas, thumbnails)) recover(std::move(*work));
  if (recovery_.shown()) return;
  draw_new_land(canvas, thumbnails);
  draw_export(canvas);
}

/// A change in the soil file is not unsaved work.
void Editor::apply_file_news(FileNews const& news) {
  for (SoilCommand const& change : news.changes) soils_.follow(change);
  say(news.text, news.error);
}

void Editor::draw_layers(Canvas const& canvas, double seconds, Measured const& measured,
                         PanelTextures const& textures) {
  TerrainView const& view = runner_.view();
  // A saved picture never shows the mark "Paused". If the panels are hidden, it shows only the land.
  const bool for_file = state_.for_picture || std::ranges::any_of(requests_.stills, &StillRequest::panels);
  if (for_file && !state_.panels) return;
  if (state_.panels) {
    menus_.draw(canvas, state_,
                {toolbox_, std::bind_front(&Editor::entry_of, this), [this] { return recent_files(); }});
    const float left =
        panel_.draw(canvas, state_, {runner_, store_, soils_, toolbox_, *this, shelf_, camera().azimuth});
    draw_status_bar(canvas, state_, runner_, measured);
    if (state_.render.inset_map) draw_inset_map(canvas, view, textures.inset);
    draw_time_bar(canvas, left, textures.thumbnails);
    const float below = draw_legend(canvas, state_, runner_, {value_under_cursor(), left, empty_text()});
    if (state_.paused && !for_file) draw_paused_mark(canvas);
    draw_soil_graph(canvas, state_, soils_.soils(), left);
    draw_history(canvas, left);
    for (auto const& tool : toolbox_.tools()) tool->draw_window(*this, canvas, editor_, {left, below});
    draw_guess_notice(canvas, state_, runner_.facts());
    draw_hints(canvas, left, seconds);
  }
  draw_health_banner(canvas, view);
  if (!opening_.empty() && opening_age_ > kOpeningShown) draw_notice(canvas, "Opening " + opening_ + " …");
  if (state_.drawing_still)
    draw_notice(canvas, fmt::format("Drawing a picture: {:.0f} %", 100.0 * *state_.drawing_still));
  if (!state_.posing) draw_toasts(canvas, state_, seconds);
  if (state_.help) draw_help(canvas, state_, toolbox_);
}

/// Draws a hint of the first start, or the short one at the foot. The help page replaces both.
void Editor::draw_hints(Canvas const& canvas, float left, double seconds) {
  if (!hints_.shown()) return draw_hint(canvas, state_, seconds);
  state_.help ? hints_.hide() : hints_.draw(canvas, left);
}

/// Carries out what the parts of the editor have asked for in this frame.
void Editor::carry_out_requests() {
  for (const Action action : std::exchange(state_.actions, {})) perform(action, false);
  for (Command const& command : std::exchange(state_.commands, {})) give(command);
  for (StillRequest const& still : std::exchange(state_.wanted_stills, {})) requests_.stills.push_back(still);
  if (Tool* const tool = toolbox_.find(std::exchange(state_.toggled_tool, {}))) toolbox_.toggle(*this, *tool);
  if (const auto share = std::exchange(state_.look_at, std::nullopt)) look_at(*share);
  if (const auto use = std::exchange(state_.ask_for_raster, std::nullopt)) document_.ask_for_raster(*use);
  for (SoilCommand const& change : std::exchange(state_.soil_changes, {})) {
    document_.changed(UnsavedWork::soils);
    soils_.set(change);
  }
  if (state_.posing) requests_.picture = state_.posing;
  state_.posing = std::exchange(state_.window_picture, std::nullopt);
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
  const Pace::Durations durations{.step = mean, .frame = static_cast<double>(ImGui::GetIO().DeltaTime)};
  runner_.set_verify(state_.verify);
  std::optional<BatchPlan> plan;
  if (!hold && !runner_.busy()) plan = limited_to_stop(pace_.next(state_, durations, by_frames));
  return take_view(runner_.advance(plan));
}

bool Editor::step(std::uint64_t count) {
  runner_.set_verify(state_.verify);
  return take_view(runner_.advance(BatchPlan{0.0, count}));
}

/// Updates the editor with the runner's new view, outcome and errors.
bool Editor::take_view(bool changed) {
  if (changed) {
    store_.refresh();
    soils_.refresh();
    if (runner_.applied_ticket() >= landmarks_ticket_) state_.landmarks = runner_.view().landmarks;
    adopt_world();
    follow_comparison();
    for (auto const& tool : toolbox_.tools()) tool->view_changed(*this);
  }
  if (const auto outcome = runner_.take_outcome()) {
    opening_.clear();
    if (!outcome->error.empty()) recovering_.reset();
    if (auto text = document_.end_job(*outcome)) {
      const bool error = !outcome->error.empty();
      error&& new_land_dialog_.waiting() ? new_land_dialog_.refuse(std::move(*text)) : say(std::move(*text), error);
    }
  }
  document_.proceed();
  if (document_.take_saved()) {
    if (autosaver_) autosaver_->clear();
    remember_file(document_.file());
  }
  for (std::string const& error : runner_.take_errors()) say(error, true);
  for (std::string& message : runner_.take_messages()) say(std::move(message));
  if (const auto failure = runner_.take_failure()) {
    say(*failure, true);
    state_.paused = true;
  }
  if (const auto difference = runner_.take_difference()) {
    say("Not deterministic: " + *difference, true);
    state_.paused = true;
    state_.verify = false;
  }
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
  request.slice = state_.render.slice;
  request.arrows = state_.render.wind_field ? kWindArrows : 0;
  request.whole_sky = runner_.view().grid.cells() <= kWholeSkyCells;
  if (ImGui::GetCurrentContext() == nullptr) return request;  // the first request comes before any frame
  const PointerEvent now = pointer(0.0);
  for (auto const& tool : toolbox_.tools()) tool->add_request(*this, now, request);
  if (!state_.panels) request.cell.reset();
  return request;
}

std::optional<glm::vec3> Editor::land_under_cursor() const {
  ImGuiIO const& io = ImGui::GetIO();
  if (io.WantCaptureMouse || !ImGui::IsMousePosValid()) return std::nullopt;
  return pick(io.MousePos, land_);
}

std::optional<glm::vec3> Editor::pick(ImVec2 pixel, render::LandShape const& land) const {
  const float aspect = size_.x / std::max(size_.y, 1.0f);
  const glm::vec2 point(2.0f * pixel.x / size_.x - 1.0f, 1.0f - 2.0f * pixel.y / size_.y);
  return land.pick(camera().ray(point, aspect), kPickReach * land.extent());
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
  return why.empty() ? "All values are zero so far." : why;
}

bool Editor::typing() const {
  return panel_.typing() || editor_.typing() || new_land_dialog_.typing() || history_window_.typing() ||
         ImGui::GetIO().WantTextInput;
}

}  // namespace barchan::ui
