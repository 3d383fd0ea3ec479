#include "ui/document.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "io/file.hpp"
#include "io/geojson.hpp"
#include "io/layer_field.hpp"
#include "io/raster_file.hpp"
#include "io/saved_world.hpp"
#include "io/soil_scenario.hpp"
#include "world/fields.hpp"

namespace barchan::ui {

namespace fs = std::filesystem;

namespace {

constexpr float kButton = 90.0f;  // 96-dpi pixels

constexpr std::size_t bit(UnsavedWork work) { return static_cast<std::size_t>(work); }
constexpr std::size_t kRecovered = kUnsavedWorks;  // bit of work that a program left

/// A kind of unsaved work, as the question before closing names it.
struct Kind {
  std::size_t bit;
  char const* label;
  bool of_land = false;  // a new land loses it
};
constexpr Kind kKinds[] = {
    {bit(UnsavedWork::obstacles), "obstacles", true},
    {bit(UnsavedWork::strokes), "brush strokes", true},
    {bit(UnsavedWork::masks), "masks", true},
    {bit(UnsavedWork::water), "water sources, storms or a rain map", true},
    {bit(UnsavedWork::landmarks), "gauges, palms or people"},
    {bit(UnsavedWork::soils), "soils"},
    {kRecovered, "recovered work"},
};
static_assert(std::size(kKinds) == kUnsavedWorks, "one for each kind but parameters, and recovered work");

/// Each note on a line of its own.
std::string sentences(std::vector<std::string> const& notes) {
  std::string text;
  for (std::string const& note : notes) text += "\n" + note;
  return text;
}

}  // namespace

std::string_view Document::dialog() const {
  if (asked_) return "question";
  if (!files_.shown()) return "none";
  return FileDialog::name_of(files_.purpose());
}

/// The store counts changed parameters.
void Document::changed(UnsavedWork work) {
  if (work != UnsavedWork::parameters) unsaved_.set(bit(work));
}

bool Document::land_unsaved() const {
  return std::ranges::any_of(kKinds, [&](Kind const& kind) { return kind.of_land && unsaved_[kind.bit]; });
}

void Document::guard(bool loses, Task task) {
  if (saving()) {
    after_save_ = std::move(task);
  } else if (loses) {
    if (files_.asks_desktop()) files_.close();  // its answer would be lost behind the question
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
  for (Kind const& kind : kKinds) {
    if (kind.of_land || !kept) unsaved_.reset(kind.bit);
  }
  if (!kept) {
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
  unsaved_.set(kRecovered);
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
      unsaved_ |= in_save_;
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
  for (Kind const& kind : kKinds) {
    if (unsaved_[kind.bit]) add(kind.label);
  }
  if (unsaved_seconds() > kUnsavedTime) add(fmt::format("{:.0f} min of run time", unsaved_seconds() / 60.0).c_str());
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
