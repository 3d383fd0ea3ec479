#include "ui/time_bar.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "io/text.hpp"
#include "ui/act_title.hpp"
#include "ui/hud.hpp"
#include "ui/keyboard_focus.hpp"

namespace barchan::ui {

namespace {

constexpr float kBarMargin = 10.0f, kMapRoom = 176.0f;         // 96-dpi pixels
constexpr float kBarHeight = 20.0f;                            // without the film
constexpr float kLeastWidth = 260.0f, kLeastPicture = 400.0f;  // a smaller picture has no bar
constexpr float kFilm = 60.0f, kFrameWidth = 60.0f, kFrameHeight = 50.0f, kFrameGap = 4.0f;
constexpr float kEnds = 12.0f, kEndRoom = 64.0f;
constexpr float kBarReach = 6.0f;  // between the pointer and the mark of an act
constexpr float kPale = 0.35f;
constexpr float kApart = 2.0f;   // least distance of two marks that look alike
constexpr double kLinger = 0.2;  // s for which the wanted step is shown before its journey has begun
constexpr std::size_t kMostActs = 6;
constexpr std::uint64_t kKeySteps = 50;  // parts of the bar, by one of which an arrow key moves

ImVec2 size_in(ImVec2 box, Picture const& picture) {
  const float scale = std::min(box.x / static_cast<float>(picture.width), box.y / static_cast<float>(picture.height));
  return {std::round(scale * static_cast<float>(picture.width)),
          std::round(scale * static_cast<float>(picture.height))};
}

/// The last checkpoint at or before this step, or nullptr.
OutlineStop const* stop_before(HistoryOutline const& outline, std::uint64_t step) {
  const auto after = std::ranges::upper_bound(outline.stops, step, {}, &OutlineStop::step);
  return after == outline.stops.begin() ? nullptr : &*std::prev(after);
}

}  // namespace

std::vector<std::size_t> spaced_out(std::vector<float> const& places, float pitch) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (chosen.empty() || places[i] - places[chosen.back()] >= pitch) chosen.push_back(i);
  }
  return chosen;
}

float TimeBar::x_of(std::uint64_t step) const {
  if (last_ <= first_) return to_;
  const auto share =
      static_cast<double>(std::clamp(step, first_, last_) - first_) / static_cast<double>(last_ - first_);
  return from_ + static_cast<float>(share) * (to_ - from_);
}

std::uint64_t TimeBar::step_at(float x) const {
  const double share = std::clamp(static_cast<double>((x - from_) / (to_ - from_)), 0.0, 1.0);
  return first_ + static_cast<std::uint64_t>(std::llround(share * static_cast<double>(last_ - first_)));
}

std::optional<std::uint64_t> TimeBar::draw(Canvas const& canvas, SimulationRunner const& runner,
                                           TimeBarRoom const& room) {
  HistoryOutline const& outline = runner.outline();
  const float margin = canvas.px(kBarMargin), left = room.left + margin;
  const float width = canvas.size.x - left - margin - (room.map ? canvas.px(kMapRoom) : 0.0f);
  says_.clear();
  shown_ = width >= canvas.px(kLeastWidth) && canvas.size.y >= canvas.px(kLeastPicture);
  if (!shown_) {
    dragging_ = open_ = false;
    return std::nullopt;
  }
  if (!dragging_) {
    first_ = outline.first;
    last_ = std::max(outline.last, runner.view().step);
  }
  if (wanted_ && !dragging_ && !runner.travelling() && ImGui::GetTime() > asked_ + kLinger) wanted_.reset();

  const float strip = canvas.px(kBarHeight), height = strip + (open_ ? canvas.px(kFilm) : 0.0f);
  const float foot = canvas.size.y - canvas.px(kStatusBar);
  from_ = left + canvas.px(kEnds);
  to_ = left + width - canvas.px(kEndRoom);
  line_ = std::round(foot - 0.5f * strip);
  ImGui::SetNextWindowPos({left, foot - height});
  ImGui::SetNextWindowSize({width, height});
  ImGui::SetNextWindowBgAlpha(0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0.0f, 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2{1.0f, 1.0f});
  ImGui::Begin("timebar", nullptr, kLayerFlags);
  ImGui::PopStyleVar(2);
  if (open_) {
    ImGui::GetWindowDrawList()->AddRectFilled({left, foot - height}, {left + width, foot}, packed(colors::kPanel),
                                              canvas.px(7.0f), ImDrawFlags_RoundCornersTop);
  }
  canvas.widgets.record("timebar.strip", {left, foot - strip}, {width, strip}, *ImGui::GetWindowDrawList());
  ImGui::SetCursorScreenPos({from_ - canvas.px(kEnds), foot - height});
  ImGui::InvisibleButton("timebar", {to_ - from_ + canvas.px(2.0f * kEnds), height});
  const bool hovered = ImGui::IsItemHovered();
  std::optional<std::uint64_t> step = follow_pointer(ImGui::GetIO().MousePos.x);
  canvas.widgets.note_focus("timebar");
  if (const int turn = turned_by_keys(canvas)) step = step_beside(runner.view().step, turn);
  handle_ = wanted_.value_or(runner.view().step);
  if (open_) {
    canvas.widgets.record("timebar.film", {left, foot - height}, {width, height - strip}, *ImGui::GetWindowDrawList());
    draw_film(canvas, outline, room.thumbnails);
  }
  draw_track(canvas, runner);
  draw_acts(canvas, outline);
  if (draw_end(canvas, runner)) step = last_;
  open_ = hovered || dragging_;
  if (open_) explain(canvas, outline, room.thumbnails);
  ImGui::End();
  return step;
}

/// The step that an arrow key goes to from here.
std::uint64_t TimeBar::step_beside(std::uint64_t step, int turn) const {
  const std::uint64_t by = std::max<std::uint64_t>(1, (last_ - first_) / kKeySteps);
  return turn > 0 ? std::min(last_, step + by) : step - std::min(by, step - std::min(step, first_));
}

/// While the button is down on the bar, returns each step that the pointer reaches.
std::optional<std::uint64_t> TimeBar::follow_pointer(float x) {
  const bool begins = ImGui::IsItemActivated();
  dragging_ = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (!dragging_) return std::nullopt;
  const std::uint64_t step = step_at(x);
  if (!begins && step == wanted_) return std::nullopt;
  wanted_ = step;
  asked_ = ImGui::GetTime();
  return step;
}

void TimeBar::draw_track(Canvas const& canvas, SimulationRunner const& runner) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::uint64_t step = runner.view().step;
  const float now = x_of(handle_), half = canvas.px(1.0f);
  // While only the line is shown, a dark edge separates it from the land.
  const float rim = half + canvas.px(1.0f);
  draw.AddRectFilled({from_ - half, line_ - rim}, {to_ + half, line_ + rim}, packed(colors::kPanel, 0.6f), rim);
  draw.AddRectFilled({from_, line_ - half}, {to_, line_ + half}, packed(colors::kText, 0.3f), half);
  draw.AddRectFilled({from_, line_ - half}, {now, line_ + half}, packed(colors::kAccent, 0.75f), half);
  for (OutlineStop const& stop : runner.outline().stops) {
    const float x = x_of(stop.step);
    if (!open_) break;
    draw.AddLine({x, line_ + canvas.px(3.0f)}, {x, line_ + canvas.px(5.0f)},
                 packed(colors::kText, x <= now ? 0.30f : 0.30f * kPale));
  }
  // During a journey, a ring marks the wanted step and a dot marks the step that is shown.
  const bool on_the_way = wanted_ && *wanted_ != step && runner.travelling();
  const ImVec2 handle{now, line_};
  draw.AddCircleFilled(handle, canvas.px(6.5f), packed(colors::kPanel));
  draw.AddCircleFilled(handle, canvas.px(5.0f), packed(colors::kAccent));
  if (on_the_way) {
    draw.AddCircleFilled(handle, canvas.px(3.0f), packed(colors::kPanel));
    draw.AddCircleFilled({x_of(step), line_}, canvas.px(2.5f), packed(colors::kAccent));
  }
  canvas.widgets.record("timebar", {from_, line_ - canvas.px(0.5f * kBarHeight)}, {to_ - from_, canvas.px(kBarHeight)},
                        draw);
  canvas.widgets.set_handle("timebar", handle);
}

/// Marks a change of the land by a diamond and a change of a value by a stroke. Where marks that look alike overlap,
/// only one is drawn.
void TimeBar::draw_acts(Canvas const& canvas, HistoryOutline const& outline) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  std::map<std::pair<bool, bool>, float> last;  // places of the last marks of each look
  for (OutlineAct const& act : outline.acts) {
    if (!act.in_land) continue;
    const float x = std::round(x_of(act.step));
    const bool pale = act.undone || act.ahead;
    const auto [place, first] = last.emplace(std::pair(act.changes_land, pale), x);
    if (!first && x - place->second < canvas.px(kApart)) continue;
    place->second = x;
    const float alpha = pale ? kPale : 1.0f;
    const ImU32 color = packed(colors::kText, alpha), edge = packed(colors::kPanel, alpha);
    if (act.changes_land) {
      const auto diamond = [&](float half, ImU32 fill) {
        draw.AddQuadFilled({x, line_ - half}, {x + half, line_}, {x, line_ + half}, {x - half, line_}, fill);
      };
      diamond(canvas.px(6.0f), edge);
      diamond(canvas.px(4.5f), color);
    } else {
      const float half = canvas.px(1.0f), tall = canvas.px(5.0f), rim = canvas.px(1.0f);
      draw.AddRectFilled({x - half - rim, line_ - tall - rim}, {x + half + rim, line_ + tall + rim}, edge);
      draw.AddRectFilled({x - half, line_ - tall}, {x + half, line_ + tall}, color);
    }
  }
}

void TimeBar::draw_film(Canvas const& canvas, HistoryOutline const& outline, render::Thumbnails* thumbnails) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float top = line_ - canvas.px(0.5f * kBarHeight + kFilm), edge = canvas.px(1.0f);
  const ImVec2 box{canvas.px(kFrameWidth), canvas.px(kFrameHeight)};
  std::vector<float> places;
  std::vector<OutlineStop const*> stops;
  float widest = 0.0f;
  for (OutlineStop const& stop : outline.stops) {
    if (stop.thumbnail == nullptr) continue;
    const float half = 0.5f * size_in(box, *stop.thumbnail).x;
    widest = std::max(widest, 2.0f * half);
    places.push_back(std::clamp(x_of(stop.step), from_ + half, std::max(from_ + half, to_ - half)));
    stops.push_back(&stop);
  }
  const float least = (to_ - from_) / static_cast<float>(render::Thumbnails::kMost - 4);
  const float now = x_of(handle_);
  for (const std::size_t i : spaced_out(places, std::max(widest + canvas.px(kFrameGap), least))) {
    const ImVec2 size = size_in(box, *stops[i]->thumbnail);
    const ImVec2 low{std::round(places[i] - 0.5f * size.x), std::round(top + 0.5f * (canvas.px(kFilm) - size.y))};
    const ImVec2 high{low.x + size.x, low.y + size.y};
    const float alpha = x_of(stops[i]->step) > now ? kPale : 1.0f;
    draw.AddRectFilled({low.x - edge, low.y - edge}, {high.x + edge, high.y + edge},
                       packed(colors::kText, 0.25f * alpha), canvas.px(2.0f));
    if (const ImTextureID texture = texture_of(thumbnails, stops[i]->thumbnail)) {
      draw.AddImageRounded(texture, low, high, {0.0f, 0.0f}, {1.0f, 1.0f}, packed({1.0f, 1.0f, 1.0f, 1.0f}, alpha),
                           canvas.px(2.0f));
    }
    const float x = x_of(stops[i]->step);
    draw.AddLine({x, high.y + canvas.px(2.0f)}, {x, line_ - canvas.px(3.0f)}, packed(colors::kText, 0.25f * alpha));
  }
}

/// Draws the text to the right of the line. Returns true if the user wants to return to the present.
bool TimeBar::draw_end(Canvas const& canvas, SimulationRunner const& runner) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont& font = *canvas.fonts.small_print;
  const bool past = runner.view().step < last_ || runner.travelling();
  const float left = to_ + canvas.px(kEnds), right = to_ + canvas.px(kEndRoom - 6.0f);
  if (!past && !open_) return false;
  const std::string text = past ? "→ now" : "now";
  const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, text.c_str());
  bool pressed = false, hovered = false;
  if (past) {
    ImGui::SetCursorScreenPos({left, line_ - canvas.px(0.5f * kBarHeight)});
    pressed = ImGui::InvisibleButton("end", {right - left, canvas.px(kBarHeight)});
    hovered = ImGui::IsItemHovered();
    canvas.widgets.record("timebar.end");
    tooltip(fmt::format("Returns to the present, step {}. (End)", grouped(last_)));
  }
  if (!open_) {
    const ImVec2 pad{canvas.px(5.0f), canvas.px(1.0f)};
    draw.AddRectFilled({right - size.x - pad.x, line_ - 0.5f * size.y - pad.y},
                       {right + pad.x, line_ + 0.5f * size.y + pad.y}, packed(colors::kPanel, 0.8f), canvas.px(4.0f));
  }
  const Color color = hovered ? colors::kAccent : colors::kText;
  draw.AddText(&font, font.FontSize, {std::round(right - size.x), std::round(line_ - 0.5f * size.y)}, packed(color),
               text.c_str());
  return pressed;
}

/// Shows the land under the pointer, its step and time, and the acts there.
void TimeBar::explain(Canvas const& canvas, HistoryOutline const& outline, render::Thumbnails* thumbnails) {
  const float x = ImGui::GetIO().MousePos.x;
  const std::uint64_t step = step_at(x);
  says_ = fmt::format("Step {} · {}", grouped(step), duration_text(outline.time_at(step)));
  if (const std::optional<double> years = outline.years_at(step); years.value_or(0.0) > 0.0) {
    says_ += fmt::format(" · {} at the site", years_text(*years));
  }
  std::size_t acts = 0;
  for (OutlineAct const& act : outline.acts) {
    if (!act.in_land || std::abs(x_of(act.step) - x) > canvas.px(kBarReach) || ++acts > kMostActs) continue;
    says_ += fmt::format("\n{}{}", act_text(act, canvas.directions), act.undone ? " (undone)" : "");
  }
  if (acts > kMostActs) says_ += fmt::format("\nand {} more", acts - kMostActs);
  ImGui::SetNextWindowPos({x, line_ - canvas.px(0.5f * kBarHeight + kFilm + 6.0f)}, ImGuiCond_Always, {0.5f, 1.0f});
  ImGui::BeginTooltip();
  OutlineStop const* const stop = stop_before(outline, step);
  if (stop != nullptr && stop->thumbnail != nullptr) {
    const float side = canvas.px(128.0f);
    const ImVec2 size = size_in({side, side}, *stop->thumbnail);
    if (const ImTextureID texture = texture_of(thumbnails, stop->thumbnail)) ImGui::Image(texture, size);
  }
  draw_text(canvas.fonts.body, colors::kText, says_);
  draw_text(canvas.fonts.small_print, colors::kQuietText,
            dragging_ ? "Press Space to play from here" : "Click or drag to go to this step");
  ImGui::EndTooltip();
}

}  // namespace barchan::ui
