#include "ui/hud.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "io/text.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

namespace {

constexpr float kMapSize = 150.0f;    // 96-dpi pixels
constexpr float kPlateMargin = 7.0f;  // above and below a line of text
constexpr float kGuessWidth = 440.0f, kGuessTop = 92.0f, kGuessField = 70.0f, kGuessButton = 110.0f;
constexpr double kHintLife = 7.0;  // s until it begins to fade
constexpr double kHintFade = 1.5;  // s
constexpr double kToastLife = 5.0;
constexpr double kErrorLife = 14.0;
constexpr double kToastFade = 0.6;
constexpr double kMinute = 60.0, kHour = 3600.0, kDay = 86400.0, kYear = 365.25 * kDay;

std::string speed_text(int speed) {
  if (speed < 0) return fmt::format("1/{} speed", 1 << -speed);
  if (speed > 0) return fmt::format("{} times speed", 1 << speed);
  return {};
}

struct Plate {
  std::string text;
  Color ground = colors::kPanel;
  float alpha = 1.0f;
};

/// Draws a rounded plate with one line of text, centred on `middle`. Returns its height.
float draw_plate(Canvas const& canvas, ImFont& font, ImVec2 middle, Plate const& plate) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, plate.text.c_str());
  const ImVec2 half{0.5f * size.x + canvas.px(14.0f), 0.5f * size.y + canvas.px(kPlateMargin)};
  draw.AddRectFilled({middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y},
                     packed(plate.ground, plate.alpha), canvas.px(7.0f));
  draw.AddText(&font, font.FontSize, {std::round(middle.x - 0.5f * size.x), std::round(middle.y - 0.5f * size.y)},
               packed(colors::kText, plate.alpha), plate.text.c_str());
  return 2.0f * half.y;
}

/// True if a window on the land lies over a part of this box.
bool any_over(Canvas const& canvas, ImVec2 low, ImVec2 high) {
  constexpr std::string_view kWindows[] = {"history", "graph.box", "inspector.box", "gauges", "section", "legend.box"};
  return std::ranges::any_of(kWindows, [&](std::string_view name) {
    WidgetPlace const* const place = canvas.widgets.find(name);
    return place != nullptr && place->minimum.x < high.x && place->maximum.x > low.x && place->minimum.y < high.y &&
           place->maximum.y > low.y;
  });
}

std::string signed_text(double number, char const* unit) {
  const auto whole = std::llround(number);
  if (whole == 0) return fmt::format("0 {}", unit);
  const auto size = static_cast<std::uint64_t>(std::llabs(whole));
  return fmt::format("{}{} {}", whole < 0 ? "\u2212" : "+", grouped(size), unit);
}

/// What the error of the balance means, and what conversions have added.
std::string balance_help(TerrainView const& view) {
  return fmt::format(
      "Change of the total amount of matter since the start, in quanta. One quantum is a layer 3.8 micrometres "
      "thick on one cell. The total includes all soils and all water, whether on the ground, in the air or beyond "
      "the edges. The change is 0 unless the program has a fault.\nConversions between soils now conserve {} "
      "(\"Conversions keep\" in the section World). Since the start, they have changed the total volume by {} and "
      "the total mass by {}.",
      conserved_name(view.conserved), gained_volume_text(view.conversions.volume),
      gained_mass_text(view.conversions.mass));
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = grouped_digits(number);
  std::ranges::replace(text, ',', ' ');
  return text;
}

std::string gained_volume_text(double cubic_metres) { return signed_text(cubic_metres, "m\u00b3"); }
std::string gained_mass_text(double kilograms) { return signed_text(kilograms / 1000.0, "t"); }

std::string duration_text(double seconds) {
  if (seconds < kMinute) return fmt::format("{:.0f} s", seconds);
  if (seconds < kHour) return fmt::format("{:.0f} min", std::floor(seconds / kMinute));
  if (seconds < kDay) return fmt::format("{:.1f} h", seconds / kHour);
  if (seconds < kYear) return fmt::format("{:.1f} d", seconds / kDay);
  return fmt::format("{:.1f} years", seconds / kYear);
}

std::string years_text(double years) { return duration_text(years * kYear); }

std::string calendar_text(Calendar const& calendar) {
  if (!calendar.fixed && calendar.years <= 0.0) return {};
  return fmt::format("{} at {:.4g} m²/a", years_text(calendar.years), calendar.site_flux);
}

/// "25.3 days", "1 day"
std::string counted(double number, std::string_view unit) {
  const std::string text = fmt::format("{:.3g}", number);
  return fmt::format("{} {}{}", text, unit, text == "1" ? "" : "s");
}

/// "25.3 days", "1 year", "100 s"
std::string span_text(double years) {
  if (years >= 1.0) return counted(years, "year");
  const double days = years * kYear / kDay;
  if (days >= 1.0) return counted(days, "day");
  const double seconds = days * kDay;
  return seconds >= kHour ? fmt::format("{:.3g} h", seconds / kHour) : fmt::format("{:.3g} s", seconds);
}

std::string calendar_help(Calendar const& calendar) {
  std::string text =
      "Time that has passed at a real site, and the volume of sand that the wind carries over flat ground there, per "
      "metre of width and year.";
  if (calendar.known()) {
    text += fmt::format(" A second of the world's clock stands for {}.", span_text(calendar.years_per_second));
  } else if (calendar.fixed) {
    text += " No wind moves sand, so no time passes.";
  } else {
    text +=
        " It is not known how much time a second of the world's clock stands for, because no process with a known sand "
        "flux is on.";
  }
  if (!calendar.clocks.empty()) text += "\nIn each process, a second of the world's clock stands for:";
  for (ClockReading const& clock : calendar.clocks) {
    const std::string_view none = clock.in_calendar ? "no time" : "no fixed time";
    text += fmt::format("\n{}: {}", clock.title, clock.asked > 0.0 ? span_text(clock.asked) : std::string(none));
    if (clock.done < clock.asked) text += fmt::format(" requested, {} simulated", span_text(clock.done));
    if (clock.in_calendar && clock.why.empty()) text += ", as in the calendar";
    if (clock.share > 0.0 && clock.share < 1.0)
      text += fmt::format("; it carries {:.0f} % of the sand", 100.0 * clock.share);
    if (!clock.why.empty()) text += fmt::format(". {}", clock.why);
  }
  return text;
}

/// "Groundwater at 1 % of its clock": the processes that are too slow; empty if there is none.
std::string slow_text(Calendar const& calendar) {
  std::string text;
  for (ClockReading const& clock : calendar.clocks) {
    if (!(clock.done < kAsFast * clock.asked)) continue;
    text += fmt::format("{}{} at {:.2g} % of its clock", text.empty() ? "" : ", ", clock.title,
                        100.0 * clock.done / clock.asked);
  }
  return text;
}

std::string_view boundary_word(Boundary boundary) {
  constexpr std::string_view kWords[] = {"periodic", "open edges", "closed edges"};
  return kWords[static_cast<std::size_t>(boundary)];
}

/// A part of the status bar. Figures that change all the time have a fixed width, so that what follows does not move.
struct StatusPart {
  std::string text;
  float room = 0.0f;
  char const* name = nullptr;  ///< of a part with a tooltip
  std::string help{};
};

std::vector<StatusPart> status_parts(EditorState const& state, TerrainView const& view, Measured const& measured) {
  const auto room = [](char const* widest) { return ImGui::CalcTextSize(widest).x; };
  std::vector<StatusPart> parts;
  parts.push_back({fmt::format("{:.0f} frames/s", measured.frames_per_second), room("000 frames/s")});
  std::string pace =
      state.paused
          ? "paused"
          : fmt::format("{} steps/s", grouped(static_cast<std::uint64_t>(std::lround(measured.steps_per_second))));
  if (const std::string speed = speed_text(state.tempo.speed); !speed.empty()) pace += " (" + speed + ")";
  parts.push_back({pace, room("0 000 steps/s")});
  parts.push_back({state.previous_seed ? fmt::format("seed {} (previous: {})", view.seed, *state.previous_seed)
                                       : fmt::format("seed {}", view.seed)});
  parts.push_back({"step " + grouped(view.step), room("step 000 000")});
  parts.push_back({duration_text(view.time), room("00.0 h")});
  if (const std::string text = calendar_text(view.calendar); !text.empty())
    parts.push_back({text, room("000.0 years at 30 m²/a"), "calendar", calendar_help(view.calendar)});
  if (const std::string slow = slow_text(view.calendar); !slow.empty())
    parts.push_back({slow, 0.0f, "clocks", calendar_help(view.calendar)});
  parts.push_back({fmt::format("{} × {} cells of {:.3g} m, {}", view.grid.width, view.grid.height, view.grid.cell_size,
                               boundary_word(view.grid.boundary))});
  if (!view.place.name.empty()) parts.push_back({view.place.name});
  if (view.particles > 0) parts.push_back({grouped(view.particles) + " particles"});
  return parts;
}

void draw_status_bar(Canvas const& canvas, EditorState const& state, SimulationRunner const& runner,
                     Measured const& measured) {
  TerrainView const& view = runner.view();
  const float height = canvas.px(kStatusBar);
  ImGui::SetNextWindowPos({0.0f, canvas.size.y - height});
  ImGui::SetNextWindowSize({canvas.size.x, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{canvas.px(12.0f), canvas.px(5.0f)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2{1.0f, 1.0f});
  ImGui::SetNextWindowBgAlpha(0.78f);
  ImGui::Begin("status", nullptr, kLayerFlags | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PushFont(canvas.fonts.small_print);

  const std::vector<StatusPart> parts = status_parts(state, view, measured);
  const std::string balance = fmt::format("{} error {}{}", conserved_name(view.conserved), view.budget_error,
                                          view.budget_error == 0 ? "" : " quanta");
  const float right = canvas.size.x - canvas.px(12.0f) - ImGui::CalcTextSize(balance.c_str()).x;
  // Parts that do not fit are left out, starting with the last. The error is always at the right.
  float at = canvas.px(12.0f);
  const float gap = canvas.px(18.0f);
  for (StatusPart const& part : parts) {
    const float width = std::max(part.room, ImGui::CalcTextSize(part.text.c_str()).x);
    if (at + width + gap > right) break;
    ImGui::SetCursorPos({at, canvas.px(5.0f)});
    ImGui::TextUnformatted(part.text.c_str());
    if (part.name != nullptr) {
      canvas.widgets.record(part.name);
      tooltip(part.help);
    }
    at += width + gap;
  }
  ImGui::SetCursorPos({right, canvas.px(5.0f)});
  ImGui::TextColored(view.budget_error == 0 ? colors::kQuietText : colors::kAccent, "%s", balance.c_str());
  canvas.widgets.record("balance_error");
  tooltip(balance_help(view));
  ImGui::PopFont();
  canvas.widgets.record("status", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  ImGui::End();
  ImGui::PopStyleVar(3);
}

void draw_inset_map(Canvas const& canvas, TerrainView const& view, unsigned texture) {
  if (texture == 0) return;
  const float most = std::min(canvas.px(kMapSize), 0.24f * std::min(canvas.size.x, canvas.size.y) + canvas.px(40.0f));
  const float longer = static_cast<float>(std::max(view.grid.width, view.grid.height));
  const ImVec2 size{std::max(1.0f, most * static_cast<float>(view.grid.width) / longer),
                    std::max(1.0f, most * static_cast<float>(view.grid.height) / longer)};
  ImGui::SetNextWindowPos({canvas.size.x - canvas.px(kHudMargin), canvas.size.y - canvas.px(kHudMargin + kStatusBar)},
                          ImGuiCond_Always, {1.0f, 1.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{canvas.px(6.0f), canvas.px(6.0f)});
  // The windows along the foot of the land lie over the map if there is too little room beside it.
  ImGui::Begin("map", nullptr,
               kLayerFlags | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoBringToFrontOnFocus);
  // ImTextureID is a pointer in older versions of ImGui and a number in newer ones. Only this form of cast gives both.
  ImGui::Image((ImTextureID)(std::intptr_t)texture, size, {0.0f, 1.0f}, {1.0f, 0.0f});
  canvas.widgets.record("inset_map");
  tooltip(
      "Map seen from above, with north up. Light: sand. Blue: ground with which wind particles often exchange sand.");
  ImGui::End();
  ImGui::PopStyleVar();
}

void draw_paused_mark(Canvas const& canvas) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddRect({0.0f, 0.0f}, canvas.size, packed(colors::kAccent, 0.85f), 0.0f, 0, canvas.px(3.0f));
  ImFont& font = *canvas.fonts.large;
  const std::string title = "Paused";
  const ImVec2 text = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, title.c_str());
  ImFont& small = *canvas.fonts.body;
  const std::string hint = "Space continues  ·  N runs one step";
  const float hint_width = small.CalcTextSizeA(small.FontSize, FLT_MAX, 0.0f, hint.c_str()).x;
  const float icon = 0.72f * font.FontSize;
  const float width = std::max(text.x + 1.5f * icon, hint_width) + canvas.px(40.0f);
  const float height = font.FontSize + small.FontSize + canvas.px(24.0f);
  ImVec2 corner{std::round(side_room(canvas).middle() - 0.5f * width), top_of_room(canvas) + canvas.px(8.0f)};
  WidgetPlace const* const legend = canvas.widgets.find("legend.box");
  if (legend != nullptr && corner.x + width > legend->minimum.x) corner.y = legend->maximum.y + canvas.px(8.0f);
  draw.AddRectFilled(corner, {corner.x + width, corner.y + height}, packed(colors::kPanel), canvas.px(8.0f));
  const float left = corner.x + 0.5f * (width - text.x - 1.5f * icon);
  const float top = corner.y + canvas.px(10.0f);
  const float bar = 0.3f * icon, base = top + 0.5f * (font.FontSize - icon);
  for (const float x : {left, left + 0.55f * icon}) {
    draw.AddRectFilled({x, base}, {x + bar, base + icon}, packed(colors::kAccent), 1.0f);
  }
  draw.AddText(&font, font.FontSize, {left + 1.5f * icon, top}, packed(colors::kText), title.c_str());
  draw.AddText(&small, small.FontSize, {corner.x + 0.5f * (width - hint_width), top + font.FontSize + canvas.px(4.0f)},
               packed(colors::kQuietText), hint.c_str());
  canvas.widgets.record("paused_mark", corner, {width, height}, draw);
}

void draw_health_banner(Canvas const& canvas, TerrainView const& view) {
  float y = canvas.px(110.0f);
  for (HealthRow const& row : health_rows(faults_of(view.health))) {
    y += canvas.px(6.0f) + draw_plate(canvas, *canvas.fonts.bold, {side_room(canvas).middle(), y},
                                      {std::string(row.text), colors::kError});
  }
}

void draw_notice(Canvas const& canvas, std::string const& text) {
  draw_plate(canvas, *canvas.fonts.body, {side_room(canvas).middle(), 0.5f * canvas.size.y}, {text});
}

void draw_hint(Canvas const& canvas, EditorState& state, double seconds) {
  // A user who has found the help page needs no hint.
  if (state.help) state.hint_age = std::max(state.hint_age, kHintLife + kHintFade);
  const double age = state.hint_age;
  state.hint_age += seconds;
  if (age > kHintLife + kHintFade) return;
  const double fade = age < kHintLife ? 1.0 : 1.0 - (age - kHintLife) / kHintFade;
  const float y = canvas.size.y - canvas.px(86.0f);
  SideRoom room = side_room(canvas);
  if (WidgetPlace const* const map = canvas.widgets.find("inset_map")) room.right = map->minimum.x;
  ImFont& font = *canvas.fonts.body;
  for (std::string const text :
       {"Space pause  ·  R next land  ·  drag to look  ·  F1 help", "Space pause  ·  F1 help"}) {
    const float width = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, text.c_str()).x + canvas.px(40.0f);
    if (width > room.width()) continue;
    const float tall = font.FontSize + canvas.px(2.0f * kPlateMargin), left = room.middle() - 0.5f * width;
    if (any_over(canvas, {left, y - 0.5f * tall}, {left + width, y + 0.5f * tall})) return;
    const float height = draw_plate(canvas, font, {room.middle(), y}, {text, colors::kPanel, static_cast<float>(fade)});
    canvas.widgets.record("hint", {left, y - 0.5f * height}, {width, height}, *ImGui::GetBackgroundDrawList());
    return;
  }
}

void draw_toasts(Canvas const& canvas, EditorState& state, double seconds) {
  const bool covered = state.help || any_popup_open();  // menus, dialogs and the help page lie over the messages
  WidgetPlace const* const section = canvas.widgets.find("section");
  WidgetPlace const* const gauges = canvas.widgets.find("gauges");
  WidgetPlace const* const highest = gauges != nullptr ? gauges : section;
  float y = (highest == nullptr ? foot_of_room(canvas) : highest->minimum.y - canvas.px(6.0f)) - canvas.px(22.0f);
  if (WidgetPlace const* const film = canvas.widgets.find("timebar.film")) {
    y = std::min(y, film->minimum.y - canvas.px(14.0f));
  }
  if (WidgetPlace const* const hint = canvas.widgets.find("hint")) y = std::min(y, hint->minimum.y - canvas.px(14.0f));
  for (auto toast = state.toasts.rbegin(); toast != state.toasts.rend(); ++toast) {
    toast->age += seconds;
    const double life = toast->error ? kErrorLife : kToastLife;
    const double fade = std::clamp((life - toast->age) / kToastFade, 0.0, 1.0);
    if (fade <= 0.0) continue;
    ImFont& font = *canvas.fonts.body;
    const SideRoom room = side_room(canvas);
    const float wrap = std::min(0.7f * canvas.size.x, room.width() - canvas.px(40.0f));
    const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, wrap, toast->text.c_str());
    const ImVec2 pad{canvas.px(14.0f), canvas.px(7.0f)};
    const ImVec2 low{std::round(room.middle() - 0.5f * size.x - pad.x), y - size.y - pad.y};
    const ImVec2 high{low.x + size.x + 2.0f * pad.x, y + pad.y};
    ImDrawList& draw = covered ? *ImGui::GetBackgroundDrawList() : *ImGui::GetForegroundDrawList();
    const auto alpha = static_cast<float>(fade);
    draw.AddRectFilled(low, high, packed(toast->error ? colors::kError : colors::kPanel, alpha), canvas.px(7.0f));
    if (toast->error) draw.AddRect(low, high, packed(colors::kText, alpha), canvas.px(7.0f), 0, canvas.px(1.5f));
    draw.AddText(&font, font.FontSize, {low.x + pad.x, low.y + pad.y}, packed(colors::kText, alpha),
                 toast->text.c_str(), nullptr, wrap);
    canvas.widgets.record("toast", low, {high.x - low.x, high.y - low.y}, draw);
    y = low.y - canvas.px(14.0f);
  }
  std::erase_if(state.toasts, [](Toast const& toast) { return toast.age > (toast.error ? kErrorLife : kToastLife); });
}

void draw_help(Canvas const& canvas, EditorState& state, Toolbox const& toolbox) {
  // The page lies beside the panel, so that both can be used, unless the window is too small for that.
  constexpr float kRoomy = 560.0f;
  const SideRoom room = side_room(canvas);
  const bool beside = room.width() >= canvas.px(kRoomy);
  ImGui::SetNextWindowPos({beside ? room.middle() : 0.5f * canvas.size.x, 0.5f * canvas.size.y}, ImGuiCond_Always,
                          {0.5f, 0.5f});
  const float widest = beside ? room.width() - 2.0f * canvas.px(kHudMargin) : 0.96f * canvas.size.x;
  const ImVec2 most{widest, 0.92f * canvas.size.y};
  ImGui::SetNextWindowSizeConstraints({std::min(canvas.px(300.0f), most.x), 0.0f}, most);
  ImGui::SetNextWindowBgAlpha(0.97f);
  ImGui::Begin("help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_AlwaysAutoResize);
  draw_text(canvas.fonts.bold, colors::kText, "Barchan: wind and water shape sand and rock");
  canvas.widgets.record("help");
  ImGui::Dummy({0.0f, canvas.px(2.0f)});
  struct Row {
    std::string left;
    std::string_view help;
  };
  ImGuiStyle const& style = ImGui::GetStyle();
  const float edge = most.x - style.WindowPadding.x - style.ScrollbarSize - style.CellPadding.x;
  const auto table = [&](char const* id, std::vector<Row> const& rows) {
    if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return;
    for (Row const& row : rows) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextColored(colors::kAccent, "%s", row.left.c_str());
      ImGui::TableNextColumn();
      ImGui::PushTextWrapPos(edge);
      ImGui::TextUnformatted(row.help.data(), row.help.data() + row.help.size());
      ImGui::PopTextWrapPos();
      canvas.widgets.record("help/row");
    }
    ImGui::EndTable();
  };
  std::vector<Row> keys, mouse;
  for (KeyRow const& row : key_table()) {
    const bool both = row.alternative.key != Key::none && row.alternative.key != row.chord.key;
    keys.push_back({chord_label(row.chord) + (both ? "  " + chord_label(row.alternative) : ""), row.help});
  }
  for (ToolKey const& row : tool_keys(toolbox.tools())) keys.push_back({chord_label(row.chord), row.help});
  for (MouseRow const& row : mouse_table()) mouse.push_back({std::string(row.gesture), row.help});
  table("keys", keys);
  ImGui::Separator();
  table("mouse", mouse);
  ImGui::Dummy({0.0f, canvas.px(2.0f)});
  if (draw_button(canvas, {"Close", "help/close"})) state.help = false;
  ImGui::End();
}

namespace {

/// Draws a button for each way to fill the cells without data.
void draw_fill_choice(Canvas const& canvas, RasterHints& guesses) {
  struct Way {
    char const *label, *name, *help;
    GapFill fill;
  };
  static constexpr Way kWays[]{
      {"Interpolated", "guess.interpolate",
       "Fills cells without data with elevations interpolated from the cells around them.", GapFill::interpolate},
      {"Lowest", "guess.lowest", "Gives cells without data the elevation of the lowest cell of the map.",
       GapFill::lowest},
      {"Sea level", "guess.sea", "Gives cells without data an elevation of 0 m.", GapFill::value}};
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Cells without data");
  for (Way const& way : kWays) {
    ImGui::SameLine();
    if (draw_button(canvas, {way.label, way.name, way.help, 0.0f, guesses.fill == way.fill})) {
      guesses.fill = way.fill;
    }
  }
}

}  // namespace

void draw_guess_notice(Canvas const& canvas, EditorState& state, WorldFacts const& facts) {
  if (!state.guesses) return;
  RasterHints& guesses = *state.guesses;
  const SideRoom room = side_room(canvas);
  ImGui::SetNextWindowPos({room.middle(), canvas.px(kGuessTop)}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({std::min(canvas.px(kGuessWidth), room.width() - 2.0f * canvas.px(kHudMargin)), 0.0f});
  ImGui::Begin("guesses", nullptr, kLayerFlags);
  ImGui::PushFont(canvas.fonts.small_print);
  for (std::string const& notice : facts.notices) ImGui::TextWrapped("%s", notice.c_str());
  ImGui::PopFont();
  canvas.widgets.record("guess");
  const auto field = [&](char const* label, char const* name, std::optional<double>& value) {
    if (!value) return;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    ImGui::SameLine();
    if (const auto typed = draw_number_field(canvas, {name, *value, canvas.px(kGuessField), true})) value = typed;
    ImGui::SameLine();
    ImGui::TextUnformatted("m");
    ImGui::SameLine(0.0f, canvas.px(14.0f));
  };
  field("From", "guess.minimum", guesses.minimum);
  field("to", "guess.maximum", guesses.maximum);
  field("Cells of", "guess.cell_size", guesses.cell_size);
  ImGui::NewLine();
  if (guesses.fill != GapFill::refuse) draw_fill_choice(canvas, guesses);
  if (draw_button(canvas,
                  {"Apply", "guess.apply", "Reads the height map again with these values.", canvas.px(kGuessButton)})) {
    WorldOrder order = facts.order;
    if (guesses.minimum) order.hints.minimum = guesses.minimum;
    if (guesses.maximum) order.hints.maximum = guesses.maximum;
    if (guesses.cell_size) order.hints.cell_size = guesses.cell_size;
    order.hints.fill = guesses.fill;
    order.hints.fill_value = guesses.fill_value;
    state.wanted = order;
  }
  ImGui::SameLine();
  if (draw_button(canvas, {"Keep as it is", "guess.keep", "Esc", canvas.px(kGuessButton)})) state.guesses.reset();
  ImGui::End();
}

}  // namespace barchan::ui
