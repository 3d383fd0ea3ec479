#include "ui/history_window.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "io/text.hpp"
#include "ui/act_title.hpp"
#include "ui/hud.hpp"
#include "ui/parameter_store.hpp"

namespace barchan::ui {

namespace {

constexpr float kHistoryWindowWidth = 372.0f, kHistoryWindowHeight = 560.0f;  // 96-dpi pixels
constexpr float kClose = 54.0f, kCancel = 60.0f;
constexpr float kBranches = 116.0f, kLeastActs = 60.0f;
constexpr float kFrame = 190.0f;  // all but the two lists
constexpr float kStep = 62.0f, kMark = 16.0f, kSmallButton = 22.0f;
constexpr float kPale = 0.45f;
constexpr double kMegabyte = 1e6;
constexpr char const* kActName = "history/act ";  // with the number of the act

bool sets_parameters(OutlineAct const& act) {
  return std::ranges::any_of(act.commands, [](Command const& one) { return parameter_of(one) != nullptr; });
}

/// A button that is quiet until the pointer is on it.
bool quiet_button(Canvas const& canvas, Button const& button, bool live = true) {
  ImGui::PushStyleColor(ImGuiCol_Button, {0.0f, 0.0f, 0.0f, 0.0f});
  ImGui::BeginDisabled(!live);
  const bool pressed = draw_button(canvas, button);
  ImGui::EndDisabled();
  ImGui::PopStyleColor();
  return pressed;
}

struct Divider {
  Color color;
  float height;  ///< pixels
};

/// Draws the line of the present moment, or the heading of a land.
void draw_divider(Canvas const& canvas, std::string const& text, Divider const& style) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont& font = *canvas.fonts.small_print;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, text.c_str());
  const float middle = std::round(at.y + 0.5f * style.height), first = at.x + canvas.px(kStep + kMark);
  const ImU32 line = packed(style.color, 0.5f);
  draw.AddLine({at.x, middle}, {first - canvas.px(5.0f), middle}, line);
  draw.AddText(&font, font.FontSize, {first, at.y + 0.5f * (style.height - font.FontSize)}, packed(style.color),
               text.c_str());
  draw.AddLine({first + size.x + canvas.px(6.0f), middle}, {at.x + width, middle}, line);
  ImGui::Dummy({width, style.height});
}

void draw_mark(Canvas const& canvas, OutlineAct const& act, ImVec2 middle, float alpha) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 color = packed(colors::kText, alpha);
  const float half = canvas.px(act.changes_land ? 4.0f : 1.0f), tall = canvas.px(4.5f);
  if (act.changes_land) {
    draw.AddQuadFilled({middle.x, middle.y - half}, {middle.x + half, middle.y}, {middle.x, middle.y + half},
                       {middle.x - half, middle.y}, color);
  } else {
    draw.AddRectFilled({middle.x - half, middle.y - tall}, {middle.x + half, middle.y + tall}, color, half);
  }
}

void draw_heading(Canvas const& canvas, std::string const& text) {
  ImGui::Dummy({0.0f, canvas.px(3.0f)});
  draw_text(canvas.fonts.bold, colors::kText, text);
}

}  // namespace

std::vector<HistoryWish> HistoryWindow::draw(Canvas const& canvas, EditorState& state, SimulationRunner const& runner,
                                             HistoryRoom const& room) {
  wishes_.clear();
  if (!state.history) return {};
  compared_ = runner.comparison() == nullptr ? 0 : runner.comparison()->branch;
  HistoryOutline const& outline = runner.outline();
  const float margin = canvas.px(kLandMargin);
  const float top = top_of_room(canvas) + margin;
  ImGui::SetNextWindowPos({room.left + margin, top});
  const float width = std::min(canvas.px(kHistoryWindowWidth), canvas.size.x - room.left - 2.0f * margin);
  const float most = std::min({canvas.px(kHistoryWindowHeight), foot_of_room(canvas) - top - margin,
                               greatest_height(canvas, room.left, width)});
  ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, std::max(most, 1.0f)});
  ImGui::SetNextWindowContentSize({width - 2.0f * ImGui::GetStyle().WindowPadding.x, 0.0f});
  ImGui::SetNextWindowBgAlpha(0.97f);
  ImGui::Begin("history", nullptr, kLayerFlags | ImGuiWindowFlags_AlwaysAutoResize);
  canvas.widgets.record("history", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  ImGui::AlignTextToFramePadding();
  draw_text(canvas.fonts.bold, colors::kText, "History");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - canvas.px(kClose));
  if (draw_button(canvas, {"Close", "history/close", "Esc", canvas.px(kClose)})) state.history = false;
  const std::optional<double> progress = runner.rework();
  const float below = progress ? ImGui::GetFrameHeightWithSpacing() : 0.0f;
  // In a low window, all that is below the title scrolls.
  const float body = most - below - ImGui::GetCursorPosY() - ImGui::GetStyle().WindowPadding.y;
  ImGui::BeginChild("body", {0.0f, std::clamp(body_height_, 1.0f, std::max(1.0f, body))}, false,
                    ImGuiWindowFlags_NavFlattened);
  draw_acts(canvas, runner, most - below);
  draw_branches(canvas, runner);
  draw_memory(canvas, outline);
  body_height_ = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y;
  ImGui::EndChild();
  // At the foot, it moves no button from under the pointer.
  if (progress) draw_rework(canvas, *progress);
  ImGui::End();
  for (auto error = values_.take_error(); error; error = values_.take_error()) {
    state.toasts.push_back({*error, true, 0.0});
  }
  return std::exchange(wishes_, {});
}

void HistoryWindow::draw_rework(Canvas const& canvas, double progress) {
  const float width = ImGui::GetContentRegionAvail().x - canvas.px(kCancel) - ImGui::GetStyle().ItemSpacing.x;
  ImGui::PushFont(canvas.fonts.small_print);
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, colors::kBarFillActive);
  const std::string text = fmt::format("{} … {:.0f} %", reworked_, 100.0 * progress);
  ImGui::ProgressBar(static_cast<float>(progress), {width, ImGui::GetFrameHeight()}, text.c_str());
  ImGui::PopStyleColor();
  canvas.widgets.record("history/progress");
  tooltip("Barchan simulates the later steps again, up to the present moment. Meanwhile, the present land continues.");
  ImGui::SameLine();
  if (draw_button(canvas, {"Cancel", "history/cancel", "Stops the computation and leaves the past as it is.",
                           canvas.px(kCancel)})) {
    wish([](SimulationRunner& runner) { runner.cancel_rework(); });
  }
  ImGui::PopFont();
}

void HistoryWindow::draw_acts(Canvas const& canvas, SimulationRunner const& runner, float room) {
  HistoryOutline const& outline = runner.outline();
  const float most = room - std::min(branches_height_, canvas.px(kBranches)) - canvas.px(kFrame);
  // The values of an act that is being changed are in sight.
  const auto rows = static_cast<float>(commands_.size() + 2);
  const float least = changed_ == 0 ? canvas.px(kLeastActs) : rows * ImGui::GetFrameHeightWithSpacing();
  ImGui::BeginChild("acts", {0.0f, std::clamp(acts_height_, 1.0f, std::max(least, most))}, false);
  ImGui::PushFont(canvas.fonts.small_print);
  if (outline.acts.empty()) {
    draw_wrapped(
        colors::kQuietText,
        "This branch has no acts yet. Each change that you make to the land or to a value will be listed here, with "
        "the step before which you made it.");
  }
  const std::string now = fmt::format("now · step {}", grouped(runner.view().step));
  const auto ahead = std::ranges::find(outline.acts, true, &OutlineAct::ahead);
  const auto past = static_cast<std::size_t>(ahead - outline.acts.begin());
  draw_rows(canvas, outline, 0, past);
  if (!outline.acts.empty()) draw_divider(canvas, now, {colors::kAccent, ImGui::GetFontSize() + canvas.px(4.0f)});
  draw_rows(canvas, outline, past, outline.acts.size());
  acts_height_ = ImGui::GetCursorPosY();
  ImGui::PopFont();
  ImGui::EndChild();
}

/// Draws the acts from `from` to `to` that are visible, and the values of the act that is being changed.
void HistoryWindow::draw_rows(Canvas const& canvas, HistoryOutline const& outline, std::size_t from, std::size_t to) {
  const auto end = outline.acts.begin() + static_cast<std::ptrdiff_t>(to);
  const auto changed = std::find_if(outline.acts.begin() + static_cast<std::ptrdiff_t>(from), end,
                                    [&](OutlineAct const& act) { return act.act == changed_; });
  const std::size_t last = changed == end ? to : static_cast<std::size_t>(changed - outline.acts.begin()) + 1;
  const float pitch = ImGui::GetFrameHeightWithSpacing();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, pitch};
  canvas.widgets.record({kActName, from + 1, last - from, ImGui::GetCursorScreenPos(), size},
                        *ImGui::GetWindowDrawList());
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(last - from), pitch);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      draw_act(canvas, outline, from + static_cast<std::size_t>(i));
    }
  }
  if (changed == end) return;
  if (changed->act == changed_) draw_values(canvas, *changed, fmt::format("{}{}", kActName, last));
  draw_rows(canvas, outline, last, to);
}

void HistoryWindow::draw_act(Canvas const& canvas, HistoryOutline const& outline, std::size_t number) {
  OutlineAct const& act = outline.acts[number];
  const std::string name = fmt::format("{}{}", kActName, number + 1);
  if (act.begins_land)
    return draw_divider(canvas, act_text(act, canvas.directions), {colors::kQuietText, ImGui::GetFrameHeight()});
  const float alpha = act.undone || act.ahead || !act.in_land ? kPale : 1.0f;
  ImFont& font = *canvas.fonts.small_print;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetFrameHeight(), buttons = act.in_land ? canvas.px(2.0f * kSmallButton + 4.0f) : 0.0f;
  const float width = ImGui::GetContentRegionAvail().x - buttons, first = canvas.px(kStep + kMark);
  ImGui::PushID(static_cast<int>(act.act));
  if (ImGui::Selectable("##act", false, act.in_land ? 0 : ImGuiSelectableFlags_Disabled, {width, line})) {
    // Shift goes to the moment before the act.
    const std::uint64_t step = act.step + (ImGui::GetIO().KeyShift ? 0 : 1);
    wishes_.push_back({[step](SimulationRunner& runner) { runner.rewind(step); }, true});
  }
  canvas.widgets.record(name);
  const std::string all = ImGui::IsItemVisible() ? act_text(act, canvas.directions) : std::string();
  tooltip(act.in_land
              ? all + ".\nClick to go to the moment after this act, or Shift + click to go to the moment before it."
              : all + ".\nThis act belongs to an earlier land. Undo returns to that land.");
  const std::string step = grouped(act.step);
  const float y = at.y + 0.5f * (line - font.FontSize);
  const float right = at.x + canvas.px(kStep - 8.0f);
  draw.AddText(&font, font.FontSize, {right - font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, step.c_str()).x, y},
               packed(colors::kQuietText, alpha), step.c_str());
  draw_mark(canvas, act, {at.x + canvas.px(kStep + 3.0f), at.y + 0.5f * line}, alpha);
  const std::string text = shortened(all, {width - first, 1}, font);
  draw.AddText(&font, font.FontSize, {at.x + first, y}, packed(colors::kText, alpha), text.c_str());
  if (act.undone) {
    const float length = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0.0f, text.c_str()).x;
    const float middle = std::round(at.y + 0.5f * line) + 0.5f;
    draw.AddLine({at.x + first, middle}, {at.x + first + length, middle}, packed(colors::kText, alpha));
  }
  if (act.in_land) draw_end_of_act(canvas, act, name);
  ImGui::PopID();
}

void HistoryWindow::draw_end_of_act(Canvas const& canvas, OutlineAct const& act, std::string const& name) {
  const bool live = !act.undone && !act.ahead;
  const float width = canvas.px(kSmallButton);
  const auto reason = [&](char const* what) {
    if (act.undone) return std::string("This act is undone.");
    return fmt::format("This act comes after the moment that is shown. Return to the present (End) to {}.", what);
  };
  ImGui::SameLine(ImGui::GetContentRegionMax().x - 2.0f * width - canvas.px(2.0f));
  if (sets_parameters(act) &&
      quiet_button(canvas,
                   {"…", name + "/change", live ? "Changes the values of this act." : reason("change it"), width},
                   live)) {
    changed_ == act.act ? void(changed_ = 0) : begin_change(act);
  }
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  char const* const help = "Computes the land as it would be now without this act. The result is a new branch.";
  if (quiet_button(canvas, {"×", name + "/take out", live ? help : reason("take it out"), width}, live)) {
    reworked_ = "Without: " + act.title;
    changed_ = 0;
    wish([id = act.act](SimulationRunner& runner) { runner.take_out(id); });
  }
}

/// Shows the values of an act. If several commands have the same target, only the last has an effect.
void HistoryWindow::begin_change(OutlineAct const& act) {
  changed_ = act.act;
  opened_ = true;
  commands_.clear();
  for (Command const& command : act.commands) {
    std::erase_if(commands_, [&](Command const& earlier) { return same_target(earlier, command); });
    commands_.push_back(command);
  }
  before_ = commands_;
}

void HistoryWindow::draw_values(Canvas const& canvas, OutlineAct const& act, std::string const& name) {
  ImGui::Indent(canvas.px(kStep + kMark));
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    SetParameter const* const set = parameter_of(commands_[i]);
    ParameterGroup const* const group = set == nullptr ? nullptr : find_group(set->group);
    ParameterRow const* const row = group == nullptr ? nullptr : group->find(set->key);
    if (row == nullptr) continue;
    const double start = parameter_of(before_[i])->value;
    const EditedRow edited{fmt::format("{}/{}.{}", name, set->group, set->key), *row, set->value, start};
    if (const auto value = values_.edit(canvas, edited)) commands_[i] = SetParameter{set->group, set->key, *value};
  }
  ImGui::BeginDisabled(commands_ == before_);
  const bool pressed =
      draw_button(canvas, {"Apply", name + "/apply",
                           "Computes the land as it would be now if the act had set these values. The result is a "
                           "new branch."});
  ImGui::EndDisabled();
  const bool hidden = ImGui::GetItemRectMax().y > ImGui::GetWindowDrawList()->GetClipRectMax().y;
  if (std::exchange(opened_, false) && hidden) ImGui::SetScrollHereY(1.0f);
  ImGui::Unindent(canvas.px(kStep + kMark));
  if (!pressed) return;
  reworked_ = "Other values: " + act.title;
  changed_ = 0;
  wish([id = act.act, commands = commands_](SimulationRunner& runner) { runner.change(id, commands); });
}

void HistoryWindow::draw_branches(Canvas const& canvas, SimulationRunner const& runner) {
  HistoryOutline const& outline = runner.outline();
  draw_heading(canvas, "Branches");
  canvas.widgets.record("history/branches");
  ImGui::BeginChild("branches", {0.0f, std::clamp(branches_height_, 1.0f, canvas.px(kBranches))}, false);
  ImGui::PushFont(canvas.fonts.small_print);
  for (OutlineBranch branch : outline.branches) {
    const bool present = branch.branch == outline.branch;
    if (present) branch.step = std::max(branch.step, runner.view().step);
    draw_branch(canvas, branch, present);
  }
  if (outline.branches.size() < 2) {
    draw_wrapped(colors::kQuietText,
                 "Go back in time and change something. A second branch then appears here, and this one stays.");
  }
  branches_height_ = ImGui::GetCursorPosY();
  ImGui::PopFont();
  ImGui::EndChild();
}

void HistoryWindow::draw_branch(Canvas const& canvas, OutlineBranch const& branch, bool present) {
  constexpr std::size_t kLongest = 200;  // bytes
  const std::string name = "history/branch " + branch.name;
  const float right = ImGui::GetContentRegionMax().x, go = canvas.px(48.0f), cross = canvas.px(kSmallButton);
  const bool sure = to_remove_ == branch.branch;
  const float remove = sure ? canvas.px(60.0f) : cross, facts = canvas.px(112.0f);
  ImGui::PushID(static_cast<int>(branch.branch));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetFrameHeight(), dot = canvas.px(12.0f);
  if (present) {
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + canvas.px(4.0f), at.y + 0.5f * line}, canvas.px(3.0f),
                                                packed(colors::kAccent));
  }
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + dot);
  std::array<char, kLongest + 1> text{};
  std::copy_n(branch.name.begin(), std::min(branch.name.size(), kLongest), text.begin());
  ImGui::SetNextItemWidth(right - dot - facts - cross - go - remove - canvas.px(8.0f));
  if (ImGui::InputText("##name", text.data(), text.size(),
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll)) {
    wish([id = branch.branch, to = std::string(text.data())](SimulationRunner& runner) { runner.rename(id, to); });
  }
  canvas.widgets.record(name);
  tooltip("To rename the branch, type another name and press Enter.");
  ImGui::SameLine(right - facts - cross - go - remove);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(colors::kQuietText, "%s",
                     fmt::format("{} · {}", grouped(branch.step), counted(branch.acts, "act")).c_str());
  tooltip("Last step of this branch, and number of acts up to that step.");
  ImGui::SameLine(right - cross - go - remove);
  draw_compare(canvas, branch, present);
  ImGui::SameLine(right - go - remove);
  if (quiet_button(canvas, {"Go to", name + "/go", "Goes to the end of this branch.", go - canvas.px(2.0f)})) {
    wish([id = branch.branch](SimulationRunner& runner) { runner.go_to(id); });
  }
  ImGui::SameLine(right - remove);
  char const* const help = present ? "The present branch cannot be removed. Go to another branch first."
                                   : "Removes this branch. Press twice.";
  if (quiet_button(canvas, {sure ? "Remove?" : "×", name + "/remove", help, remove}, !present)) {
    to_remove_ = sure ? std::nullopt : std::optional(branch.branch);
    if (sure) wish([id = branch.branch](SimulationRunner& runner) { runner.remove(id); });
  } else if (sure && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsItemHovered()) {
    to_remove_.reset();
  }
  ImGui::PopID();
}

/// Draws the button that compares the land with a branch, and ends the comparison.
void HistoryWindow::draw_compare(Canvas const& canvas, OutlineBranch const& branch, bool present) {
  const bool compared = compared_ == branch.branch;
  std::string help =
      "Compares the land with this branch at the same step. Colours show how much higher the present land is.";
  if (present) help = "This is the present branch. Press ± of another branch to compare the two.";
  if (!branch.same_land) help = "This branch ends in another land, which cannot be compared with the present one.";
  if (compared) help = "Ends the comparison.";
  const bool live = compared || (!present && branch.same_land);
  const float width = canvas.px(kSmallButton);
  if (compared) ImGui::PushStyleColor(ImGuiCol_Text, colors::kAccent);
  if (quiet_button(canvas, {"±", "history/branch " + branch.name + "/compare", help, width}, live)) {
    const std::optional<BranchId> wanted = compared ? std::nullopt : std::optional(branch.branch);
    wish([wanted](SimulationRunner& runner) { runner.compare(wanted); });
  }
  if (compared) ImGui::PopStyleColor();
}

void HistoryWindow::draw_memory(Canvas const& canvas, HistoryOutline const& outline) {
  constexpr double kLeast = 16.0, kMost = 1e6;  // MB
  const double bound = static_cast<double>(outline.bound) / kMegabyte;
  draw_heading(canvas, "Memory");
  ImGui::PushFont(canvas.fonts.small_print);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(colors::kQuietText, "%s",
                     fmt::format("{}, {:.0f} MB, at most", counted(outline.checkpoints, "checkpoint"),
                                 static_cast<double>(outline.bytes) / kMegabyte)
                         .c_str());
  canvas.widgets.record("history/checkpoints");
  tooltip(
      "A checkpoint is a moment that Barchan can show immediately. If all checkpoints together take more memory than "
      "this limit, the oldest are removed.");
  ImGui::SameLine();
  if (const auto typed = draw_number_field(canvas, {"history/memory", std::round(bound), canvas.px(70.0f)})) {
    const auto bytes = static_cast<std::size_t>(std::clamp(*typed, kLeast, kMost) * kMegabyte);
    wish([bytes](SimulationRunner& runner) { runner.set_history_bound(bytes); });
  }
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(colors::kQuietText, "MB");
  ImGui::PopFont();
}

}  // namespace barchan::ui
