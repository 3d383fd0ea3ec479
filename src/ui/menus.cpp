#include "ui/menus.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/core.h>

namespace barchan::ui {

namespace {

constexpr float kPadX = 4.0f, kPadY = 1.0f;  // around the bar, 96-dpi pixels
constexpr float kGap = 4.0f;                 // below an open menu
constexpr std::size_t kPathShown = 48;       // characters

struct MenuTitle {
  MenuId menu;
  char const *name, *title;
};
constexpr MenuTitle kTitles[] = {{MenuId::file, "file", "File"},
                                 {MenuId::edit, "edit", "Edit"},
                                 {MenuId::view, "view", "View"},
                                 {MenuId::simulate, "simulate", "Simulate"},
                                 {MenuId::help, "help", "Help"}};

constexpr MenuRow entry(MenuId menu, Action action, std::string_view id, std::string_view title, bool parted = false) {
  return {menu, MenuKind::action, action, id, title, parted};
}

using enum MenuId;
// clang-format off
constexpr MenuRow kRows[] = {
    entry(file, Action::make_land, "make_land", "New land …"),
    entry(file, Action::open, "open", "Open …"),
    {file, MenuKind::recent, {}, "recent", "Open recent"},
    entry(file, Action::save, "save", "Save", true),
    entry(file, Action::save_as, "save_as", "Save as …"),
    entry(file, Action::export_files, "export", "Export …", true),
    entry(file, Action::screenshot, "screenshot", "Save a picture"),
    entry(file, Action::window_picture, "window_picture", "Save a picture with the panels"),
    {file, MenuKind::sizes, {}, "picture", "Save a picture of this size"},
    entry(file, Action::quit, "quit", "Quit", true),

    entry(edit, Action::undo, "undo", "Undo"),
    entry(edit, Action::redo, "redo", "Redo"),
    entry(edit, Action::history, "history", "History"),
    entry(edit, Action::find, "find", "Find …", true),
    {edit, MenuKind::tools, {}, "tool", "", true},
    entry(edit, Action::brush_smaller, "brush_smaller", "Smaller brush or disc", true),
    entry(edit, Action::brush_larger, "brush_larger", "Larger brush or disc"),
    entry(edit, Action::cancel, "cancel", "Close or stop", true),

    entry(view, Action::frame_land, "frame_land", "Whole land"),
    entry(view, Action::home_view, "home_view", "Opening view"),
    entry(view, Action::first_view, "first_view", "First view"),
    entry(view, Action::second_view, "second_view", "Second view"),
    entry(view, Action::third_view, "third_view", "Third view"),
    entry(view, Action::fourth_view, "fourth_view", "Fourth view"),
    entry(view, Action::top_view, "top_view", "From above"),
    entry(view, Action::tour, "tour", "Tour"),
    entry(view, Action::next_overlay, "next_overlay", "Next overlay", true),
    entry(view, Action::inset_map, "inset_map", "Map"),
    entry(view, Action::wind_field, "wind_field", "Wind arrows"),
    entry(view, Action::repeat_world, "repeat_world", "Repeat to the horizon"),
    entry(view, Action::panels, "panels", "Panels", true),
    entry(view, Action::settings, "settings", "Settings"),
    entry(view, Action::time_bar, "time_bar", "Time bar"),
    entry(view, Action::light_theme, "light_theme", "Light theme"),
    entry(view, Action::directions, "directions", "Meteorological directions"),
    entry(view, Action::larger_text, "larger_text", "Larger text", true),
    entry(view, Action::smaller_text, "smaller_text", "Smaller text"),
    entry(view, Action::usual_text, "usual_text", "Default text"),
    entry(view, Action::fullscreen, "fullscreen", "Full screen"),

    entry(simulate, Action::pause, "pause", "Pause"),
    entry(simulate, Action::single_step, "single_step", "One step"),
    entry(simulate, Action::slower, "slower", "Slower"),
    entry(simulate, Action::faster, "faster", "Faster"),
    entry(simulate, Action::rain, "rain", "Rain", true),
    entry(simulate, Action::new_land, "new_land", "Next land", true),
    entry(simulate, Action::same_land, "same_land", "Same land again"),
    entry(simulate, Action::present, "present", "Return to the present", true),

    entry(help, Action::help, "help", "Keys and mouse"),
    entry(help, Action::keyboard, "keyboard", "Keyboard focus to the panels"),
    entry(help, Action::hints, "hints", "Show hints"),
};
// clang-format on

constexpr StillRequest kSizes[] = {{.width = 1920, .height = 1080},
                                   {.width = 3840, .height = 2160},
                                   {.width = 7680, .height = 4320},
                                   {.width = 8192, .height = 4608}};

/// Name in scripts: "menu/file", or "menu/file/open" with an id.
std::string widget_name(MenuId menu, std::string_view id = {}) {
  return id.empty() ? fmt::format("menu/{}", menu_name(menu)) : fmt::format("menu/{}/{}", menu_name(menu), id);
}

/// Draws one entry. True if it was chosen.
bool draw_entry(Canvas const& canvas, std::string const& name, std::string const& key, EntryState const& state) {
  const std::string label = fmt::format("{}###{}", state.title, name);
  const bool chosen = ImGui::MenuItem(label.c_str(), key.empty() ? nullptr : key.c_str(), state.checked, state.enabled);
  canvas.widgets.record(name);
  return chosen;
}

/// A menu of the sizes of a picture.
void draw_sizes(Canvas const& canvas, EditorState& state, MenuRow const& row, std::string const& name) {
  const bool open = ImGui::BeginMenu(fmt::format("{}###{}", row.title, name).c_str());
  canvas.widgets.record(name);
  canvas.widgets.mark_menu(name);
  if (!open) return;
  for (StillRequest const& size : kSizes) {
    const std::string id = fmt::format("{}/{}x{}", name, size.width, size.height);
    if (draw_entry(canvas, id, {}, {true, false, fmt::format("{} x {}", size.width, size.height)})) {
      state.wanted_stills.push_back(size);
    }
  }
  ImGui::EndMenu();
}

/// One entry for each tool. The active one is checked.
void draw_tools(Canvas const& canvas, EditorState& state, Toolbox const& toolbox, MenuId menu) {
  for (auto const& tool : toolbox.tools()) {
    ToolInfo const& info = tool->info();
    const std::string key = info.key.key == Key::none ? std::string() : chord_label(info.key);
    const EntryState now{true, &toolbox.active() == tool.get(), std::string(info.title)};
    if (draw_entry(canvas, widget_name(menu, fmt::format("tool/{}", info.id)), key, now)) state.toggled_tool = info.id;
  }
}

}  // namespace

std::span<MenuRow const> menu_table() { return kRows; }
std::span<StillRequest const> picture_sizes() { return kSizes; }

std::string_view menu_name(MenuId menu) { return kTitles[static_cast<std::size_t>(menu)].name; }

/// While a menu is open, the pointer opens the menu of each title that it passes.
void MenuBar::draw_title(Canvas const& canvas, MenuId menu) {
  const std::string name = widget_name(menu);
  const bool open = open_ == menu;
  if (open) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
  const bool pressed =
      ImGui::Button(fmt::format("{}###{}", kTitles[static_cast<std::size_t>(menu)].title, name).c_str());
  if (open) ImGui::PopStyleColor();
  canvas.widgets.record(name);
  canvas.widgets.mark_menu(name);
  const bool passed = open_ && !open && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByPopup);
  if (pressed || passed) ImGui::OpenPopup(name.c_str());
}

void MenuBar::draw_recent(Canvas const& canvas, EditorState& state, MenuFacts const& facts, std::string const& name) {
  if (ImGui::IsWindowAppearing()) recent_ = facts.recent();
  const bool open = ImGui::BeginMenu(fmt::format("Open recent###{}", name).c_str(), !recent_.empty());
  canvas.widgets.record(name);
  canvas.widgets.mark_menu(name);
  if (!open) return;
  for (std::size_t i = 0; i < recent_.size(); ++i) {
    const std::string path = recent_[i].string();
    const std::string shown = path.size() <= kPathShown ? path : "…" + path.substr(path.size() - kPathShown);
    if (draw_entry(canvas, fmt::format("{}/{}", name, i + 1), {}, {true, false, shown})) {
      state.wanted = WorldOrder{path, {}, {}, {}};
    }
  }
  ImGui::EndMenu();
}

void MenuBar::draw_menu(Canvas const& canvas, EditorState& state, MenuFacts const& facts, MenuId menu) {
  for (MenuRow const& row : kRows) {
    if (row.menu != menu) continue;
    const std::string name = widget_name(menu, row.id);
    if (row.parted) ImGui::Separator();
    if (row.kind == MenuKind::recent) {
      draw_recent(canvas, state, facts, name);
    } else if (row.kind == MenuKind::sizes) {
      draw_sizes(canvas, state, row, name);
    } else if (row.kind == MenuKind::tools) {
      draw_tools(canvas, state, facts.toolbox, menu);
    } else {
      EntryState now = facts.state_of(row.action);
      if (now.title.empty()) now.title = row.title;
      if (draw_entry(canvas, name, action_key(row.action), now)) state.actions.push_back(row.action);
    }
  }
  if (canvas.escape) ImGui::CloseCurrentPopup();
}

void MenuBar::draw(Canvas const& canvas, EditorState& state, MenuFacts const& facts) {
  ImGui::SetNextWindowPos({0.0f, 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{canvas.px(kPadX), canvas.px(kPadY)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2{1.0f, 1.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::Begin("menus", nullptr, kLayerFlags | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PopStyleVar(3);
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4{0.0f, 0.0f, 0.0f, 0.0f});
  for (MenuTitle const& one : kTitles) {
    if (one.menu != MenuId::file) ImGui::SameLine(0.0f, 0.0f);
    draw_title(canvas, one.menu);
  }
  ImGui::PopStyleColor();
  canvas.widgets.record("menus", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  open_.reset();
  for (MenuTitle const& one : kTitles) {
    const std::string name = widget_name(one.menu);
    WidgetPlace const& place = *canvas.widgets.find(name);
    const float top = place.maximum.y + canvas.px(kPadY);
    ImGui::SetNextWindowPos({place.minimum.x, top});
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {FLT_MAX, std::max(1.0f, canvas.size.y - top - canvas.px(kGap))});
    if (!ImGui::BeginPopup(name.c_str(), ImGuiWindowFlags_NoMove)) continue;
    open_ = one.menu;
    draw_menu(canvas, state, facts, one.menu);
    ImGui::EndPopup();
  }
  ImGui::End();
}

}  // namespace barchan::ui
