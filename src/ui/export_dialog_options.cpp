// The options of the dialog for exports: the programs, and below each other the parts of the order.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "export/export_preset.hpp"
#include "io/child_process.hpp"
#include "io/text.hpp"
#include "ui/export_dialog.hpp"

namespace barchan::ui {

namespace {

constexpr float kField = 120.0f, kStepsField = 64.0f, kMenu = 300.0f, kChooseFolder = 84.0f;  // 96-dpi pixels
constexpr float kTickGap = 10.0f, kPartGap = 5.0f;
constexpr std::size_t kLongestText = 4096;  // bytes

/// The values of an option that is a list.
std::vector<std::string> list_of(ExportOptionRow const& row, ExportOrder const& order) {
  const std::string text = row.text(order);
  return text == "none" ? std::vector<std::string>() : split(text, ',');
}

bool contains(std::vector<std::string> const& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

std::string as_sentence(std::string_view help) {
  return help.empty() || help.ends_with('.') ? std::string(help) : std::string(help) + ".";
}

/// Number of columns into which boxes of these widths fit. If the widest would leave only one column, it takes several.
float columns_for(std::vector<float> widths, float room) {
  if (widths.empty()) return 1.0f;
  std::ranges::sort(widths);
  constexpr std::size_t kMost = 8, kOf = 10;
  const float by_widest = std::floor(room / widths.back());
  return std::max(1.0f, by_widest > 1.0f ? by_widest : std::floor(room / widths[(widths.size() - 1) * kMost / kOf]));
}

/// A field to type into. Returns the text after this frame.
std::string draw_field(Canvas const& canvas, std::string const& name, std::string const& text,
                       std::string const& hint) {
  std::array<char, kLongestText> buffer{};
  std::copy_n(text.begin(), std::min(text.size(), buffer.size() - 1), buffer.begin());
  ImGui::InputTextWithHint(fmt::format("##{}", name).c_str(), hint.c_str(), buffer.data(), buffer.size(),
                           ImGuiInputTextFlags_AutoSelectAll);
  canvas.widgets.record(name);
  return buffer.data();
}

}  // namespace

/// Boxes for the maps that are made for export, or for the fields of the world.
std::vector<ExportDialog::Tick> ExportDialog::map_ticks(bool fields) const {
  std::vector<Tick> ticks;
  const auto estimate = estimator_.last();
  if (!estimate) return ticks;
  std::vector<std::string> const& chosen = choice_.order.maps;
  for (MapRow const& row : estimate->maps) {
    if (row.field != fields) continue;
    Tick tick{row.id, row.title, as_sentence(row.help), row.available && contains(chosen, row.id), row.available};
    if (!row.available) tick.help += "\nThis land has nothing that this map shows.";
    ticks.push_back(std::move(tick));
  }
  if (fields) return ticks;
  // Those that the user named on the command line or chose on another land.
  for (std::string const& id : chosen) {
    if (map(id) != nullptr) continue;
    ticks.push_back({id, id, "This map was chosen earlier, but this land does not offer it.", true, true});
  }
  return ticks;
}

std::vector<ExportDialog::Tick> ExportDialog::ticks_of(ExportInputRow const& input) const {
  std::vector<Tick> ticks;
  if (input.kind == ExportInputKind::map_ticks) {
    ticks = map_ticks(false);
    std::ranges::move(map_ticks(true), std::back_inserter(ticks));
  } else if (input.kind == ExportInputKind::ticks) {
    const std::vector<std::string> chosen = list_of(export_option(input.key), choice_.order);
    for (ExportWord const& word : input.words()) {
      ticks.push_back(
          {std::string(word.id), as_title(word.title), std::string(word.id), contains(chosen, word.id), true});
    }
  }
  return ticks;
}

void ExportDialog::set_tick(std::string_view key, Tick const& tick) {
  ExportOptionRow const& row = export_option(key);
  std::vector<std::string> chosen = list_of(row, choice_.order);
  if (tick.on) {
    std::erase(chosen, tick.id);
  } else {
    chosen.push_back(tick.id);
  }
  choice_.order = row.with(choice_.order, chosen.empty() ? "none" : fmt::format("{}", fmt::join(chosen, ",")));
  trouble_.clear();
}

/// What an empty field stands for.
std::string ExportDialog::hint_of(ExportInputRow const& input) const {
  if (input.key == "name") return name_of_files();
  return "auto";
}

/// Text beside a field.
std::string ExportDialog::note_of(ExportInputRow const& input) const {
  const auto estimate = estimator_.last();
  if (input.key == "samples" && estimate) {
    const Grid& grid = runner_.view().grid;
    std::string note = fmt::format("the land has {} × {} cells", grid.width, grid.height);
    if (auto const& best = estimate->recommended) {
      note = fmt::format("auto: {} × {};  {}", best->first, best->second, note);
    }
    return note;
  }
  if (input.key == "tiles" && estimate && estimate->error.empty() && estimate->plan.tiles.size() > 1) {
    GridWindow const& tile = estimate->plan.tiles.front().window;
    return fmt::format("{} × {} samples each", tile.width, tile.height);
  }
  if (input.key == "tiles") return "as in 4 or 8x4";
  return std::string(input.note);
}

void ExportDialog::draw_programs(Frame const& frame) {
  Canvas const& canvas = frame.canvas;
  draw_text(canvas.fonts.bold, colors::kText, "Export for");
  ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0.0f, 0.5f});
  for (ExportPresetRow const& preset : export_presets()) {
    const bool chosen = preset.id == choice_.preset;
    std::string help(preset.help);
    if (chosen) help += "\nClick again to restore all values.";
    const Button button{std::string(preset.title), fmt::format("export.preset/{}", preset.id), help,
                        ImGui::GetContentRegionAvail().x, chosen};
    if (draw_button(canvas, button)) choose_preset(preset.id);
  }
  ImGui::PopStyleVar();
}

void ExportDialog::draw_label(Frame const& frame, std::string_view title, std::string_view help) {
  ImGui::AlignTextToFramePadding();
  const float room = frame.label_width - frame.canvas.px(4.0f);
  draw_text(frame.canvas.fonts.body, colors::kQuietText,
            shortened(std::string(title), {room, 1}, *frame.canvas.fonts.body));
  tooltip(as_sentence(help));
  ImGui::SameLine(frame.label_width);
}

void ExportDialog::draw_folder(Frame const& frame) {
  Canvas const& canvas = frame.canvas;
  draw_label(frame, "Folder",
             "Folder for the files. It is made if it does not exist. Files of the same names are replaced.");
  const float button = canvas.px(kChooseFolder), gap = ImGui::GetStyle().ItemSpacing.x;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - gap);
  const std::string folder = draw_field(canvas, "export.folder", choice_.folder, "Folder");
  if (folder != choice_.folder) trouble_.clear();
  choice_.folder = folder;
  ImGui::SameLine();
  if (!draw_button(canvas, {"Choose …", "export.choose", "Chooses the folder and the name of the files.", button})) {
    return;
  }
  // The nearest folder that exists.
  std::filesystem::path place = this->folder();
  std::error_code ignored;
  while (place.has_relative_path() && !std::filesystem::is_directory(place, ignored)) place = place.parent_path();
  files_.show(FileDialog::Purpose::save_export, place / (name_of_files() + ".json"));
}

/// A field for a number of steps.
void ExportDialog::draw_steps_field(Frame const& frame, std::string_view key, std::uint64_t value) {
  const auto typed = typed_.find(key);
  std::string text = value > 0 ? std::to_string(value) : std::string();
  if (typed != typed_.end()) text = typed->second.text;
  ImGui::SetNextItemWidth(frame.canvas.px(kStepsField));
  const std::string now = draw_field(frame.canvas, fmt::format("export.{}", key), text, key == "every" ? "off" : "0");
  if (typed != typed_.end()) draw_lit_frame(frame.canvas);
  if (now != text) set_steps(key, now);
}

/// Numbered frames of a copy of the land, and their film.
void ExportDialog::draw_sequence(Frame const& frame) {
  SequenceSteps const& steps = choice_.sequence;
  constexpr std::string_view kHelp =
      "Number of steps between frames. Barchan simulates a copy of the land and exports it as numbered frames, the "
      "first one at the start. The land in the window does not change. Empty: one export of the present land.";
  draw_label(frame, "Sequence", kHelp);
  draw_steps_field(frame, "every", steps.every);
  tooltip(std::string(kHelp));
  ImGui::SameLine();
  draw_text(frame.canvas.fonts.body, colors::kQuietText, "steps between frames");
  if (steps.every == 0) return;
  draw_label(frame, "Length", "Total number of steps to simulate.");
  draw_steps_field(frame, "steps", steps.steps);
  ImGui::SameLine();
  draw_text(frame.canvas.fonts.body, colors::kQuietText, fmt::format("steps, {}", counted(steps.frames(), "frame")));
  static const bool kFilms = find_program("ffmpeg").has_value();
  // A film that was chosen earlier can be switched off on any machine.
  if (!kFilms && choice_.order.film.empty()) return;
  for (ExportInputRow const& input : export_inputs()) {
    if (input.key != "film") continue;
    draw_label(frame, export_option(input.key).title, export_option(input.key).help);
    draw_choice(frame, input);
  }
}

void ExportDialog::draw_text_option(Frame const& frame, ExportInputRow const& input) {
  Canvas const& canvas = frame.canvas;
  ExportOptionRow const& row = export_option(input.key);
  const auto typed = typed_.find(row.key);
  std::string text = row.text(choice_.order);
  if (text == "auto") text.clear();
  if (typed != typed_.end()) text = typed->second.text;
  const std::string note = note_of(input);
  ImGui::SetNextItemWidth(note.empty() ? ImGui::GetContentRegionAvail().x : canvas.px(kField));
  const bool wrong = typed != typed_.end() && !typed->second.error.empty();
  const std::string now = draw_field(canvas, fmt::format("export.{}", row.key), text, hint_of(input));
  if (wrong) draw_lit_frame(canvas);
  tooltip(as_sentence(row.help));
  if (now != text) set_option(row, now);
  // A value that was accepted is shown as the option writes it.
  if (typed != typed_.end() && !wrong && !ImGui::IsItemActive() && now == text) typed_.erase(typed);
  if (note.empty()) return;
  ImGui::SameLine();
  const float room = ImGui::GetContentRegionAvail().x;
  draw_text(canvas.fonts.body, colors::kQuietText, shortened(note, {room, 1}, *canvas.fonts.body));
}

void ExportDialog::draw_choice(Frame const& frame, ExportInputRow const& input) {
  ExportOptionRow const& row = export_option(input.key);
  const std::string now = row.text(choice_.order), name = fmt::format("export.{}", row.key);
  const std::vector<ExportWord> words = input.words();
  const auto shown = std::ranges::find(words, now, &ExportWord::id);
  const float width = std::min(frame.canvas.px(kMenu), ImGui::GetContentRegionAvail().x);
  const std::string title = shown == words.end() ? now : as_title(shown->title);
  if (begin_menu(frame.canvas, name, title, 0, width)) {
    for (ExportWord const& word : words) {
      const bool pressed = ImGui::Selectable(as_title(word.title).c_str(), word.id == now);
      frame.canvas.widgets.record(fmt::format("{}/{}", name, word.id));
      if (pressed) set_option(row, std::string(word.id));
    }
    ImGui::EndCombo();
  } else {
    tooltip(as_sentence(row.help));
  }
}

/// Draws boxes in columns. A box that is much wider than most of them takes several columns.
void ExportDialog::draw_ticks(Frame const& frame, std::string_view key, std::vector<Tick> const& ticks) {
  const float left = frame.label_width, room = ImGui::GetContentRegionMax().x - left;
  const float gap = frame.canvas.px(kTickGap);
  std::vector<float> widths;
  for (Tick const& tick : ticks) {
    widths.push_back(ImGui::CalcTextSize(tick.label.c_str()).x + ImGui::GetFrameHeight() +
                     ImGui::GetStyle().ItemInnerSpacing.x + gap);
  }
  const float columns = columns_for(widths, room + gap);
  const float step = std::floor((room + gap) / columns);
  float at = 0.0f;  // column
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    Tick const& tick = ticks[i];
    const float taken = std::min(columns, std::ceil(widths[i] / step));
    if (at + taken > columns) at = 0.0f;
    at == 0.0f ? ImGui::SetCursorPosX(left) : ImGui::SameLine(left + at * step);
    at += taken;
    ImGui::BeginDisabled(!tick.offered);
    const std::string name = fmt::format("export.{}/{}", key, tick.id);
    const std::string label = fmt::format("{}###{}", tick.label, name);
    if (draw_switch(frame.canvas, label.c_str(), name.c_str(), tick.on, tick.help) != tick.on) set_tick(key, tick);
    ImGui::EndDisabled();
  }
}

/// A line that opens and closes what follows. Returns whether it is open.
bool ExportDialog::draw_fold(Frame const& frame, char const* label, char const* name, bool open) {
  ImGui::SetCursorPosX(frame.label_width);
  ImGui::SetNextItemOpen(open);
  const std::string text = fmt::format("{}###{}", label, name);
  const bool now =
      ImGui::TreeNodeEx(text.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth |
                                          ImGuiTreeNodeFlags_FramePadding);
  frame.canvas.widgets.record(name);
  return now;
}

void ExportDialog::draw_maps(Frame const& frame) {
  draw_ticks(frame, "maps", map_ticks(false));
  const std::vector<Tick> fields = map_ticks(true);
  const auto chosen = std::ranges::count_if(fields, &Tick::on);
  const std::string label = chosen > 0 ? fmt::format("More fields  ·  {} chosen", chosen) : "More fields";
  fields_open_ = draw_fold(frame, label.c_str(), "export.fields", fields_open_);
  if (fields_open_) draw_ticks(frame, "maps", fields);
}

void ExportDialog::draw_part(Frame const& frame, ExportPart part) {
  for (ExportInputRow const& input : export_inputs()) {
    if (input.part != part || !input.matters(choice_.order)) continue;
    ExportOptionRow const& row = export_option(input.key);
    draw_label(frame, row.title, row.help);
    switch (input.kind) {
      case ExportInputKind::text:
        draw_text_option(frame, input);
        break;
      case ExportInputKind::choice:
        draw_choice(frame, input);
        break;
      case ExportInputKind::ticks:
        draw_ticks(frame, row.key, ticks_of(input));
        break;
      case ExportInputKind::map_ticks:
        draw_maps(frame);
        break;
    }
  }
}

void ExportDialog::draw_options(Frame const& frame) {
  Canvas const& canvas = frame.canvas;
  if (std::exchange(from_top_, false)) ImGui::SetScrollY(0.0f);
  const auto preset = std::ranges::find(export_presets(), choice_.preset, &ExportPresetRow::id);
  draw_wrapped(colors::kText, preset->help);
  canvas.widgets.record("export.help");
  constexpr ExportPart kParts[] = {ExportPart::name, ExportPart::size, ExportPart::heights,
                                   ExportPart::maps, ExportPart::data, ExportPart::meshes};
  for (const ExportPart part : kParts) {
    ImGui::Dummy({0.0f, canvas.px(kPartGap)});
    draw_part(frame, part);
    if (part == ExportPart::name) draw_folder(frame);
  }
  ImGui::Dummy({0.0f, canvas.px(kPartGap)});
  draw_sequence(frame);
  ImGui::Dummy({0.0f, canvas.px(kPartGap)});
  const bool was_open = std::exchange(more_open_, draw_fold(frame, "More", "export.more", more_open_));
  if (more_open_) draw_part(frame, ExportPart::more);
  if (more_open_ && !was_open) ImGui::SetScrollHereY(1.0f);
}

}  // namespace barchan::ui
