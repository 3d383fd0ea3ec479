#include "ui/preset_panel.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/core.h>

#include "io/scenario.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

namespace {

namespace fs = std::filesystem;

constexpr char const* kDialog = "##preset";
constexpr float kOtherLines = 8.0f;                                      // of a tooltip, besides the parameters
constexpr float kWidth = 420.0f, kListHeight = 260.0f, kButton = 84.0f;  // 96-dpi pixels

}  // namespace

std::vector<PresetChange> changes_by(Preset const& preset, ParameterStore const& store) {
  std::vector<PresetChange> changes;
  for (SetParameter const& setting : preset.settings) {
    ParameterRow const* const row = store.find(setting.group, setting.key);
    if (row == nullptr) continue;
    const double now = store.value(setting.group, setting.key);
    if (static_cast<float>(now) != static_cast<float>(setting.value)) {
      changes.push_back({find_group(setting.group)->title, setting, *row, now});
    }
  }
  return changes;
}

void apply_preset(Preset const& preset, ParameterStore& store) {
  store.begin_act(preset.title);
  for (PresetChange const& change : changes_by(preset, store)) {
    store.set(change.setting.group, change.setting.key, change.setting.value);
  }
}

void explain_preset(Canvas const& canvas, Preset const& preset, std::vector<PresetChange> const& changes) {
  if (!pointer_rests()) return;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float room = std::max(canvas.size.y - ImGui::GetItemRectMax().y, ImGui::GetItemRectMin().y);
  begin_tooltip();
  if (!preset.help.empty()) draw_text(canvas.fonts.body, colors::kText, preset.help);
  ImGui::TextColored(colors::kQuietText, "%s",
                     changes.empty() ? "The present land already has all values of this preset."
                                     : "A click sets these parameters of the present land and keeps all others:");
  std::size_t shown = 0;
  for (PresetChange const& change : changes) {
    // A line that says how many are left out, and a parameter that takes two lines, must still fit.
    if (ImGui::GetCursorPosY() + 4.0f * line > room) break;
    const std::string now = value_text(in_directions(change.row, canvas.directions), change.now);
    const std::string text =
        fmt::format("{}: {} {} → {}", change.group, change.row.label, now,
                    value_text(in_directions(change.row, canvas.directions), change.setting.value));
    ImGui::TextUnformatted(text.c_str());
    ++shown;
  }
  if (shown < changes.size()) {
    ImGui::TextColored(colors::kQuietText, "%s", fmt::format("and {} more", changes.size() - shown).c_str());
  }
  canvas.widgets.record("preset.help", ImGui::GetWindowPos(), ImGui::GetWindowSize(), *ImGui::GetWindowDrawList());
  end_tooltip();
}

std::vector<std::string> PresetShelf::keep_in(fs::path const& folder) {
  place_ = folder;
  read();
  return folder_.troubles;
}

void PresetShelf::read() { folder_ = read_preset_folder(place_); }

void PresetShelf::draw_section(Canvas const& canvas, ParameterStore& store) {
  ImGui::PushFont(canvas.fonts.small_print);
  for (std::size_t i = 0; i < folder_.presets.size(); ++i) {
    const PresetFile one = folder_.presets[i];  // a copy, because its removal reads the folder again
    draw_row(canvas, store, one);
  }
  ImGui::BeginDisabled(place_.empty());
  if (draw_button(canvas,
                  {"Save a preset …", "own_preset.new",
                   "Saves parameters of your choice under a name, so that you can apply them to any land. You can "
                   "share the file. To apply a preset file, drop it on the window of Barchan.",
                   ImGui::GetContentRegionAvail().x})) {
    open_dialog(store);
  }
  ImGui::EndDisabled();
  ImGui::PopFont();
}

void PresetShelf::draw_row(Canvas const& canvas, ParameterStore& store, PresetFile const& one) {
  const std::string id = one.file.stem().string(), name = "own_preset.list/" + id;
  ImGui::PushID(name.c_str());
  const std::vector<PresetChange> changes = changes_by(one.preset, store);
  const float width = 0.7f * ImGui::GetContentRegionAvail().x;
  if (draw_button(canvas, {one.preset.title, name, {}, width, changes.empty()})) apply_preset(one.preset, store);
  if (ImGui::IsItemHovered()) explain_preset(canvas, one.preset, changes);
  ImGui::SameLine();
  const bool sure = sure_ == id;
  std::string differs = changes.empty() ? std::string() : fmt::format("{} differ", changes.size());
  if (sure) differs = "Sure?";
  if (draw_end_of_row(canvas, differs, name + "/remove", "Deletes the file of this preset. Press twice.") &&
      std::exchange(sure_, id) == id) {
    std::error_code failed;
    fs::remove(one.file, failed);
    news_ = {failed ? fmt::format("{}: this file cannot be deleted: {}", one.file.string(), failed.message())
                    : "Preset deleted: " + one.preset.title,
             static_cast<bool>(failed)};
    sure_.clear();
    read();
  }
  ImGui::PopID();
}

/// Opens the dialog, with the parameters ticked that differ from the scenario.
void PresetShelf::open_dialog(ParameterStore const& store) {
  asks_ = true;
  title_[0] = '\0';
  trouble_.clear();
  replace_.clear();
  ticked_.clear();
  for (SetParameter const& change : store.changes()) ticked_.insert({change.group, change.key});
}

void PresetShelf::draw_ticks(Canvas const& canvas, ParameterStore const& store) {
  ImGui::BeginChild("ticks", {0.0f, std::min(canvas.px(kListHeight), 0.45f * canvas.size.y)}, true);
  for (ParameterGroup const& group : parameter_catalog()) {
    const auto in_group = std::ranges::count_if(ticked_, [&](Name const& name) { return name.first == group.id; });
    const std::string head = fmt::format("{}  ·  {} of {}###{}", group.title, in_group, group.rows.size(), group.id);
    if (in_group > 0) ImGui::SetNextItemOpen(true, ImGuiCond_Appearing);
    const bool open = ImGui::TreeNode(head.c_str());
    canvas.widgets.record(fmt::format("own_preset.group/{}", group.id));
    if (!open) continue;
    for (ParameterRow const& row : group.rows) {
      const Name name{std::string(group.id), std::string(row.key)};
      const bool on = ticked_.contains(name);
      const std::string label =
          fmt::format("{}  {}##{}", row.label,
                      value_text(in_directions(row, canvas.directions), store.value(name.first, name.second)), row.key);
      if (draw_box(label.c_str(), on) != on)
        on ? static_cast<void>(ticked_.erase(name)) : static_cast<void>(ticked_.insert(name));
      canvas.widgets.record(fmt::format("own_preset.set/{}.{}", group.id, row.key));
    }
    ImGui::TreePop();
  }
  ImGui::EndChild();
}

void PresetShelf::draw_dialog(Canvas const& canvas, ParameterStore const& store) {
  if (!asks_) return;
  const bool fresh = !ImGui::IsPopupOpen(kDialog);
  if (fresh) ImGui::OpenPopup(kDialog);
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, 0.5f * canvas.size.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(canvas.px(kWidth), 0.95f * canvas.size.x), 0.0f});
  if (!ImGui::BeginPopupModal(kDialog, nullptr, kDialogFlags)) return;
  draw_text(canvas.fonts.bold, colors::kText, "Save a preset");
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (fresh) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##title", "Name of the preset", title_, sizeof title_);
  canvas.widgets.record("own_preset.name");
  draw_wrapped(colors::kQuietText, "The preset contains the ticked parameters with their present values:");
  draw_ticks(canvas, store);
  if (!trouble_.empty()) draw_wrapped(colors::kWell, trouble_);
  const float width = canvas.px(kButton);
  const bool replaces = !replace_.empty() && !trouble_.empty();
  if (draw_button(canvas, {replaces ? "Replace" : "Save", "own_preset.save", "Enter", width}) || canvas.enter)
    save(store);
  ImGui::SameLine();
  if (draw_button(canvas, {"Cancel", "own_preset.cancel", "Esc", width}) || canvas.escape) asks_ = false;
  if (!asks_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void PresetShelf::save(ParameterStore const& store) {
  Preset preset{.id = {}, .title = title_, .help = {}, .settings = {}};
  for (Name const& name : ticked_)
    preset.settings.push_back({name.first, name.second, store.value(name.first, name.second)});
  const fs::path file = place_ / preset_file_name(preset.title);
  std::error_code ignored;
  if (!preset.title.empty() && fs::exists(file, ignored) && std::exchange(replace_, file.string()) != file.string()) {
    trouble_ = fmt::format("{} already exists. Press Replace to overwrite it, or choose another name.",
                           file.filename().string());
    return;
  }
  try {
    write_preset(file, preset);
    news_ = {"Preset saved: " + file.string(), false};
    asks_ = false;
    read();
  } catch (InputError const& error) {
    trouble_ = error.what();
  }
}

}  // namespace barchan::ui
