#include "ui/file_dialog.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <system_error>

#include <fmt/core.h>

#include "io/file.hpp"
#include "io/preset_file.hpp"
#include "io/raster_file.hpp"
#include "io/saved_world.hpp"
#include "io/soil_scenario.hpp"
#include "io/text.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr char const *kMaskEnding = ".png", *kScenarioEnding = ".toml", *kExportEnding = ".json";
constexpr float kWidth = 460.0f, kListHeight = 240.0f;  // 96-dpi pixels
constexpr float kLeastList = 40.0f;
constexpr float kButton = 90.0f, kHere = 165.0f;
constexpr std::size_t kPathShown = 60;  // characters

bool can_be_opened(fs::path const& file) {
  return file.extension() == kSavedWorldEnding || file.extension() == ".toml" || file.extension() == kSoilFileEnding ||
         file.extension() == kPresetEnding || is_raster_path(file);
}

/// Patterns of the names of rasters that are read, or `written`.
std::vector<std::string> raster_patterns(bool written) {
  std::vector<std::string> patterns;
  for (RasterFormatRow const& format : raster_formats()) {
    if (written && !format.written) continue;
    for (std::string const& ending : split(format.endings, ' ')) patterns.push_back("*" + ending);
  }
  return patterns;
}

/// The words of a file dialog for each purpose. The rows have the order of the purposes.
struct PurposeWords {
  std::string_view name;        ///< in scripts
  char const *title, *confirm;  ///< `confirm`: label of the button
  char const* ending;           ///< added to the name of a file to be saved; null: nothing is saved
  char const* empty;            ///< shown if the folder has no such file
};
constexpr char const* kNoRaster = "This folder has no raster file.";
constexpr PurposeWords kPurposes[] = {
    {"open", "Open a land", "Open", nullptr, "This folder has no file that can be opened."},
    {"save", "Save this world", "Save", kSavedWorldEnding, "This folder has no saved world and no soil file."},
    {"rain", "Choose a rain map", "Load", nullptr, kNoRaster},
    {"stencil", "Choose a stencil", "Load", nullptr, kNoRaster},
    {"mask", "Choose a raster for a mask", "Load", nullptr, kNoRaster},
    {"save_mask", "Save the mask as a raster file", "Save", kMaskEnding, kNoRaster},
    {"height_map", "Choose a height map", "Load", nullptr, kNoRaster},
    {"sand_mask", "Choose a raster as the mask of the sand", "Load", nullptr, kNoRaster},
    {"save_scenario", "Save the land as a scenario", "Save", kScenarioEnding, "This folder has no scenario file."},
    {"save_export", "Choose the folder and the name of the export", "Choose", kExportEnding,
     "This folder has no earlier export."},
};
PurposeWords const& words_of(FileDialog::Purpose purpose) { return kPurposes[static_cast<std::size_t>(purpose)]; }

bool can_be_saved(fs::path const& file) {
  return file.extension() == kSavedWorldEnding || file.extension() == kSoilFileEnding;
}

/// Height of what is below the list of a file dialog: the name, `switches` switches, an error and the buttons. Pixels.
float height_below(int switches, std::string const& trouble) {
  ImGuiStyle const& style = ImGui::GetStyle();
  const float height = static_cast<float>(2 + switches) * ImGui::GetFrameHeightWithSpacing() + style.WindowPadding.y;
  if (trouble.empty()) return height;
  const float width = ImGui::GetContentRegionAvail().x;
  return height + ImGui::CalcTextSize(trouble.c_str(), nullptr, false, width).y + style.ItemSpacing.y;
}

/// Shortens a path that is too long to show to its end.
std::string shortened(std::string const& path) {
  if (path.size() <= kPathShown) return path;
  const std::size_t within = path.find('/', path.size() - kPathShown);
  const std::size_t slash = within != std::string::npos ? within : path.rfind('/');
  return slash == std::string::npos ? path : "…" + path.substr(slash);
}

}  // namespace

void FileDialog::show(Purpose purpose, fs::path const& file) {
  std::error_code failed;
  fs::path folder = fs::absolute(file, failed).parent_path();
  if (failed || !fs::is_directory(folder, failed)) folder = fs::current_path(failed);
  purpose_ = purpose;
  recent_.clear();
  shown_ = fresh_ = true;
  waiting_ = false;
  const std::string name = saves() ? file.filename().string() : std::string();
  std::snprintf(name_, sizeof name_, "%s", name.c_str());
  enter(folder);
  chooser_.cancel();
  if (native_) chooser_.ask(question());
}

FileQuestion FileDialog::question() const {
  std::vector<std::string> patterns;
  if (purpose_ == Purpose::open || purpose_ == Purpose::save) {
    patterns = {fmt::format("*{}", kSavedWorldEnding), fmt::format("*{}", kSoilFileEnding)};
  }
  if (purpose_ == Purpose::open) patterns.insert(patterns.end(), {"*.toml", fmt::format("*{}", kPresetEnding)});
  if (purpose_ == Purpose::save_scenario) patterns = {fmt::format("*{}", kScenarioEnding)};
  if (purpose_ == Purpose::save_export) patterns = {fmt::format("*{}", kExportEnding)};
  const bool rasters = patterns.empty() || purpose_ == Purpose::open;
  if (rasters) std::ranges::move(raster_patterns(saves()), std::back_inserter(patterns));
  return {words_of(purpose_).title, saves(), saves() ? folder_ / name_ : folder_, patterns};
}

/// Takes the file that the dialog of the desktop has given. If it gives none, the own dialog says why.
std::optional<fs::path> FileDialog::take_answer(FileAnswer const& answer) {
  if (!answer.trouble.empty()) {
    refuse(answer.trouble);
    return std::nullopt;
  }
  if (!answer.file) {
    close();
    return std::nullopt;
  }
  std::snprintf(name_, sizeof name_, "%s", answer.file->string().c_str());
  replace_ = answer.file->string();  // the other dialog has asked already
  return accept();
}

/// While the dialog of the desktop is open. The user can go on in the own dialog, or cancel.
std::optional<fs::path> FileDialog::draw_waiting(Canvas const& canvas) {
  draw_text(canvas.fonts.bold, colors::kText, words_of(purpose_).title);
  draw_wrapped(colors::kQuietText, "Choose the file in the other window.");
  canvas.widgets.record("file/waiting");
  if (draw_button(canvas, {"Choose the file here", "file/here", "Closes the other window.", canvas.px(kHere)})) {
    chooser_.cancel();
  }
  ImGui::SameLine();
  if (draw_button(canvas, {"Cancel", "file/cancel", {}, canvas.px(kButton)}) || canvas.escape) close();
  const auto answer = chooser_.poll();
  return answer ? take_answer(*answer) : std::nullopt;
}

std::string_view FileDialog::name_of(Purpose purpose) { return words_of(purpose).name; }

void FileDialog::refuse(std::string why) {
  trouble_ = std::move(why);
  waiting_ = false;
}

bool FileDialog::fits(fs::path const& file) const {
  if (purpose_ == Purpose::open) return can_be_opened(file);
  if (purpose_ == Purpose::save_scenario) return file.extension() == kScenarioEnding;
  if (purpose_ == Purpose::save_export) return file.extension() == kExportEnding;
  if (purpose_ == Purpose::save) return can_be_saved(file);
  return saves() ? is_written_raster_path(file) : is_raster_path(file);
}

void FileDialog::enter(fs::path const& folder) {
  trouble_.clear();
  replace_.clear();
  std::error_code failed;
  std::vector<Entry> entries;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    Entry entry{at->path().filename().string(), false};
    std::error_code ignored;
    entry.folder = at->is_directory(ignored);
    if (!entry.name.starts_with('.') && (entry.folder || fits(at->path()))) entries.push_back(std::move(entry));
  }
  if (failed)
    return refuse(fmt::format("{}: this folder cannot be read: {}", folder.string(), system_reason(failed.value())));
  std::sort(entries.begin(), entries.end(),
            [](Entry const& a, Entry const& b) { return std::pair(!a.folder, a.name) < std::pair(!b.folder, b.name); });
  folder_ = fs::weakly_canonical(folder, failed);
  entries_ = std::move(entries);
}

/// Returns the file that the name stands for. If it is a folder, enters it instead. Asks before a file is replaced.
std::optional<fs::path> FileDialog::accept() {
  trouble_.clear();
  fs::path file = name_;
  if (file.empty()) return std::nullopt;
  file = folder_ / file;  // leaves an absolute name as it is
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    name_[0] = '\0';
    enter(file);
    return std::nullopt;
  }
  if (saves()) {
    if (!fits(file)) file += words_of(purpose_).ending;
    if (fs::exists(file, ignored) && std::exchange(replace_, file.string()) != file.string()) {
      trouble_ = fmt::format("{} already exists. Press Replace to overwrite it, or choose another name.",
                             file.filename().string());
      return std::nullopt;
    }
  }
  waiting_ = true;
  return file;
}

char const* FileDialog::button_text() const {
  return !saves() || replace_.empty() || trouble_.empty() ? words_of(purpose_).confirm : "Replace";
}

void FileDialog::draw_place(Canvas const& canvas) {
  draw_text(canvas.fonts.bold, colors::kText, words_of(purpose_).title);
  ImGui::AlignTextToFramePadding();
  draw_text(canvas.fonts.body, colors::kQuietText, shortened(folder_.string()));
  ImGui::SameLine(ImGui::GetContentRegionMax().x - canvas.px(kButton));
  if (draw_button(canvas, {"Folder up", "file/up", {}, canvas.px(kButton)})) enter(folder_.parent_path());
}

/// Draws the list of the folder's files. True if a file was double-clicked.
bool FileDialog::draw_entries(Canvas const& canvas) {
  bool chosen = false;
  std::string entered;
  const float below = height_below(purpose_ == Purpose::save && !choice_.empty() ? 1 : 0, trouble_);
  const float height = std::min(canvas.px(kListHeight), canvas.size.y - ImGui::GetCursorPosY() - below);
  ImGui::BeginChild("entries", {0.0f, std::max(canvas.px(kLeastList), height)}, true);
  for (std::size_t i = 0; i < recent_.size(); ++i) {
    const std::string path = recent_[i].string();
    if (i == 0) draw_text(canvas.fonts.body, colors::kQuietText, "Recent files");
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(shortened(path).c_str(), path == name_,
                          ImGuiSelectableFlags_AllowDoubleClick | ImGuiSelectableFlags_DontClosePopups)) {
      std::snprintf(name_, sizeof name_, "%s", path.c_str());
      chosen = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    }
    ImGui::PopID();
    tooltip(path);
    canvas.widgets.record("file/recent " + std::to_string(i + 1));
    if (i + 1 == recent_.size()) draw_text(canvas.fonts.body, colors::kQuietText, "This folder");
  }
  for (Entry const& entry : entries_) {
    const std::string label = entry.name + (entry.folder ? "/" : "");
    if (ImGui::Selectable(label.c_str(), entry.name == name_,
                          ImGuiSelectableFlags_AllowDoubleClick | ImGuiSelectableFlags_DontClosePopups)) {
      if (entry.folder) {
        entered = entry.name;
      } else {
        std::snprintf(name_, sizeof name_, "%s", entry.name.c_str());
        chosen = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
      }
    }
    canvas.widgets.record("file/" + entry.name);
  }
  if (entries_.empty()) ImGui::TextColored(colors::kQuietText, "%s", words_of(purpose_).empty);
  ImGui::EndChild();
  if (!entered.empty()) enter(folder_ / entered);
  return chosen;
}

std::optional<fs::path> FileDialog::draw(Canvas const& canvas) {
  constexpr char const* kId = "##files";
  // A dialog that was closed from outside is still open for ImGui and must be ended below.
  if (!shown_ && !ImGui::IsPopupOpen(kId)) return std::nullopt;
  if (!ImGui::IsPopupOpen(kId)) ImGui::OpenPopup(kId);
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, 0.5f * canvas.size.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(canvas.px(kWidth), canvas.size.x), 0.0f});
  if (!ImGui::BeginPopupModal(kId, nullptr, kDialogFlags)) return std::nullopt;
  const auto file = chooser_.waiting() ? draw_waiting(canvas) : draw_own(canvas);
  if (!shown_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return file;
}

std::optional<fs::path> FileDialog::draw_own(Canvas const& canvas) {
  std::optional<fs::path> result;
  ImGui::BeginDisabled(waiting_);
  draw_place(canvas);
  bool chosen = draw_entries(canvas);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (std::exchange(fresh_, false)) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##name", "Name", name_, sizeof name_, ImGuiInputTextFlags_AutoSelectAll);
  canvas.widgets.record("file/name");
  if (purpose_ == Purpose::save && !choice_.empty()) {
    chosen_ = draw_switch(canvas, choice_.c_str(), "file/history", chosen_,
                          "Also saves the past of this world in the file. When you open the file again, undo, the "
                          "time bar and all branches work as before.");
  }
  if (!trouble_.empty()) {
    draw_wrapped(colors::kAccent, trouble_);
    canvas.widgets.record("file/trouble");
  }
  chosen |= draw_button(canvas, {button_text(), "file/ok", {}, canvas.px(kButton)});
  if (chosen || (canvas.enter && !waiting_)) result = accept();
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (draw_button(canvas, {"Cancel", "file/cancel", {}, canvas.px(kButton)}) || canvas.escape) close();
  return result;
}

}  // namespace barchan::ui
