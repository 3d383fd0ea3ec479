#include "ui/document.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "io/file.hpp"
#include "io/geojson.hpp"
#include "io/layer_field.hpp"
#include "io/preset_file.hpp"
#include "io/raster_file.hpp"
#include "io/saved_world.hpp"
#include "io/soil_scenario.hpp"
#include "world/fields.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr char const *kMaskEnding = ".png", *kScenarioEnding = ".toml";
constexpr float kWidth = 460.0f, kListHeight = 240.0f;  // 96-dpi pixels
constexpr float kLeastList = 80.0f, kAroundList = 150.0f;
constexpr float kButton = 90.0f;
constexpr std::size_t kPathShown = 60;  // characters

bool can_be_opened(fs::path const& file) {
  return file.extension() == kSavedWorldEnding || file.extension() == ".toml" || file.extension() == kSoilFileEnding ||
         file.extension() == kPresetEnding || is_raster_path(file);
}

/// Each note on a line of its own.
std::string sentences(std::vector<std::string> const& notes) {
  std::string text;
  for (std::string const& note : notes) text += "\n" + note;
  return text;
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
};
PurposeWords const& words_of(FileDialog::Purpose purpose) { return kPurposes[static_cast<std::size_t>(purpose)]; }

bool can_be_saved(fs::path const& file) {
  return file.extension() == kSavedWorldEnding || file.extension() == kSoilFileEnding;
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
}

std::string_view FileDialog::name_of(Purpose purpose) { return words_of(purpose).name; }

void FileDialog::refuse(std::string why) {
  trouble_ = std::move(why);
  waiting_ = false;
}

bool FileDialog::fits(fs::path const& file) const {
  if (purpose_ == Purpose::open) return can_be_opened(file);
  if (purpose_ == Purpose::save_scenario) return file.extension() == kScenarioEnding;
  return purpose_ == Purpose::save ? can_be_saved(file) : is_raster_path(file);
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
  const float height = std::min(canvas.px(kListHeight), canvas.size.y - canvas.px(kAroundList));
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
                          "Saves the past of this world in the file. After you open the file, undo, the time bar and "
                          "all branches work as before.");
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
  if (!shown_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return result;
}

std::string_view Document::dialog() const {
  if (asked_) return "question";
  if (!files_.shown()) return "none";
  return FileDialog::name_of(files_.purpose());
}

void Document::changed(UnsavedWork work) {
  switch (work) {
    case UnsavedWork::parameters:
      return;
    case UnsavedWork::obstacles:
      unsaved_.obstacles = true;
      return;
    case UnsavedWork::soils:
      unsaved_.soils = true;
      return;
    case UnsavedWork::water:
      unsaved_.water = true;
      return;
    case UnsavedWork::strokes:
      unsaved_.strokes = true;
      return;
    case UnsavedWork::masks:
      unsaved_.masks = true;
      return;
  }
}

void Document::guard(bool loses, Task task) {
  if (saving()) {
    after_save_ = std::move(task);
  } else if (loses) {
    asked_ = std::move(task);
  } else {
    task();
  }
}

void Document::when_open(Task task) { runner_.opening() ? void(after_opening_ = std::move(task)) : task(); }

void Document::proceed() {
  if (runner_.opening()) return;
  if (const Task task = std::exchange(after_opening_, nullptr)) task();
}

void Document::save() {
  when_open([this] { file_.empty() ? ask_where_to_save() : save_to(file_); });
}

void Document::ask_where_to_save() {
  if (runner_.opening()) return when_open([this] { ask_where_to_save(); });
  WorldFacts const& facts = runner_.facts();
  // A world made from a scenario file is saved beside that file.
  const fs::path folder = fs::path(facts.order.source).parent_path();
  files_.show(FileDialog::Purpose::save, file_.empty() ? folder / (facts.info.scenario.id + kSavedWorldEnding) : file_);
  constexpr double kMega = 1e6;
  const auto bytes = static_cast<double>(std::min(runner_.outline().bytes, kHistoryInFile));
  files_.offer(fmt::format("With its history ({:.0f} MB)", std::ceil(bytes / kMega)), with_history_);
}

void Document::ask_what_to_open(std::vector<fs::path> recent) {
  files_.show(FileDialog::Purpose::open, file_.empty() ? fs::path(runner_.facts().order.source) : file_);
  files_.offer_recent(std::move(recent));
}

void Document::ask_for_raster(RasterUse use) {
  using Purpose = FileDialog::Purpose;
  constexpr std::array kPurposes{Purpose::rain, Purpose::stencil, Purpose::mask, Purpose::save_mask};
  const fs::path source = runner_.facts().order.source;
  const bool saves = use == RasterUse::save_mask;
  files_.show(kPurposes.at(static_cast<std::size_t>(use)), saves ? source.parent_path() / "mask.png" : source);
}

void Document::save_mask(std::string const& id, fs::path const& file) {
  if (saving()) return;
  if (runner_.opening()) return when_open([this, id, file] { save_mask(id, file); });
  runner_.inspect([file, field = std::string(kMaskField) + id](History& history) {
    write_raster(file, export_field(history.world(), field));
  });
  side_file_ = file;
  side_title_ = "Mask";
  files_.close();
}

void Document::end_dialog(std::string const& error) { error.empty() ? files_.close() : files_.refuse(error); }

/// Saves only soils and layers. All work still counts as unsaved.
void Document::save_soils_to(fs::path file) {
  auto notes = std::make_shared<std::vector<std::string>>();
  runner_.inspect([file, notes, source = runner_.facts().order.source](History& history) {
    World const& world = history.world();
    const WrittenSoils written = soils_of_world(source, world);
    save_soils(file, written.file);
    *notes = written.notes;
  });
  soil_notes_ = std::move(notes);
  saving_to_ = std::move(file);
  after_save_ = nullptr;
}

void Document::save_to(fs::path file) {
  if (runner_.opening()) return when_open([this, file = std::move(file)] { save_to(file); });
  if (file.extension() == kSoilFileEnding) return save_soils_to(std::move(file));
  runner_.inspect([file, info = info_(), with_history = with_history_](History& history) mutable {
    history.arrive();
    if (with_history) info.history = encode_history(history.record());
    drop_later_readings(info, history.world().step_count());
    save_world(file, history.world(), info);
  });
  saving_to_ = std::move(file);
  // Changes from now on are not in the file.
  in_save_ = std::exchange(unsaved_, {});
  clock_in_save_ = runner_.clock();
  store_.mark_saved();
}

void Document::save_water_lines(fs::path const& file) {
  if (saving()) return;
  if (runner_.opening()) return when_open([this, file] { save_water_lines(file); });
  runner_.inspect([file](History& history) { write_file(file, water_geojson(history.world())); });
  side_file_ = file;
  side_title_ = "Rivers and lakes";
}

void Document::take_up(bool kept) {
  unsaved_.obstacles = unsaved_.water = unsaved_.strokes = unsaved_.masks = false;
  if (!kept) {
    unsaved_.soils = unsaved_.recovered = false;
    store_.mark_saved();
    // The history holds the land that was left. More than a minute of it stays unsaved.
    if (unsaved_seconds() <= kUnsavedTime) saved_clock_ = runner_.clock();
  }
  files_.close();
  const fs::path source = runner_.facts().order.source;
  file_ = source.extension() == kSavedWorldEnding ? source : fs::path();
}

void Document::take_up_lost(fs::path const& file, double seconds) {
  file_ = file;
  unsaved_.recovered = true;
  saved_clock_ = runner_.clock() - seconds;
}

std::optional<std::string> Document::end_job(JobOutcome const& outcome) {
  if (const fs::path side = std::exchange(side_file_, fs::path()); !side.empty() && !saving()) {
    return outcome.error.empty() ? fmt::format("{} saved: {}", side_title_, side.string()) : outcome.error;
  }
  const fs::path saved = std::exchange(saving_to_, fs::path());
  const auto notes = std::exchange(soil_notes_, nullptr);
  if (!outcome.error.empty()) {
    if (!saved.empty() && !notes) {  // the work is still unsaved
      unsaved_.obstacles |= in_save_.obstacles;
      unsaved_.soils |= in_save_.soils;
      unsaved_.water |= in_save_.water;
      unsaved_.strokes |= in_save_.strokes;
      unsaved_.masks |= in_save_.masks;
      unsaved_.recovered |= in_save_.recovered;
      store_.mark_save_failed();
    }
    if (!files_.shown()) {
      after_save_ = nullptr;
      return outcome.error;
    }
    files_.refuse(outcome.error);
    return std::nullopt;
  }
  files_.close();
  if (saved.empty()) return std::nullopt;
  if (notes) return fmt::format("Saved soils and layers: {}{}", saved.string(), sentences(*notes));
  file_ = saved;
  saved_clock_ = clock_in_save_;
  just_saved_ = true;
  if (const Task task = std::exchange(after_save_, nullptr)) task();
  return "Saved: " + saved.string();
}

std::optional<fs::path> Document::draw(Canvas const& canvas) {
  if (asked_) {
    draw_question(canvas);
    return std::nullopt;
  }
  const auto chosen = files_.draw(canvas);
  if (!files_.shown() && !saving()) after_save_ = nullptr;
  if (!chosen || files_.purpose() != FileDialog::Purpose::save) return chosen;
  with_history_ = files_.chosen();
  save_to(*chosen);
  return std::nullopt;
}

void Document::draw_question(Canvas const& canvas) {
  constexpr char const* kId = "##question";
  if (!ImGui::IsPopupOpen(kId)) ImGui::OpenPopup(kId);
  ImGui::SetNextWindowPos({0.5f * canvas.size.x, 0.4f * canvas.size.y}, ImGuiCond_Always, {0.5f, 0.5f});
  if (!ImGui::BeginPopupModal(kId, nullptr, kDialogFlags | ImGuiWindowFlags_AlwaysAutoResize)) return;
  draw_text(canvas.fonts.bold, colors::kText, "Save your changes?");
  const int parameters = store_.unsaved_count();
  std::string work;
  if (parameters > 0) work = fmt::format("{} parameter{}", parameters, parameters > 1 ? "s" : "");
  const auto add = [&work](char const* what) { work += (work.empty() ? "" : " and ") + std::string(what); };
  if (unsaved_.obstacles) add("obstacles");
  if (unsaved_.strokes) add("brush strokes");
  if (unsaved_.masks) add("masks");
  if (unsaved_.water) add("water sources, storms or a rain map");
  if (unsaved_.soils) add("soils");
  if (unsaved_.recovered) add("recovered work");
  if (unsaved_seconds() > kUnsavedTime) add(fmt::format("{:.0f} min of simulation", unsaved_seconds() / 60.0).c_str());
  ImGui::TextColored(colors::kQuietText, "Not yet saved: %s.", work.c_str());
  canvas.widgets.record("question");
  ImGui::Dummy({0.0f, canvas.px(4.0f)});
  const float width = canvas.px(kButton);
  Task task;
  if (draw_button(canvas, {"Save", "question/save", "Enter", width}) || canvas.enter) {
    after_save_ = std::exchange(asked_, nullptr);
    save();
  }
  ImGui::SameLine();
  if (draw_button(canvas, {"Discard", "question/discard", {}, width})) {
    task = std::exchange(asked_, nullptr);
    saved_clock_ = runner_.clock();
  }
  ImGui::SameLine();
  if (draw_button(canvas, {"Cancel", "question/cancel", "Esc", width}) || canvas.escape) {
    asked_ = nullptr;
    files_.close();
  }
  if (!asked_) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (task) task();
}

}  // namespace barchan::ui
