/// Document: the open world as a file, and the dialogs about it.
#pragma once

#include <algorithm>
#include <bitset>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/canvas.hpp"
#include "ui/file_dialog.hpp"
#include "ui/parameter_store.hpp"
#include "ui/requests.hpp"

namespace barchan::ui {

/// The file of the open world, the changes that are not saved yet, and the questions about them.
class Document {
 public:
  using Task = std::function<void()>;
  using Info = std::function<SavedWorldInfo()>;

  /// True: files are chosen in the dialog of the desktop if it has one.
  void use_native_dialogs(bool native) { files_.use_native(native); }

  /// `info` returns what is saved with the world. `runner` and `store` must outlive the document.
  Document(SimulationRunner& runner, ParameterStore& store, Info info)
      : runner_(runner), store_(store), info_(std::move(info)) {}

  /// The user has changed the world by a command of this kind of work. `store` itself counts changed parameters.
  void changed(UnsavedWork work);
  /// True if obstacles, brush strokes, masks or water have unsaved changes, which a new land would lose.
  bool land_unsaved() const;
  /// True if any change by the user is unsaved.
  bool has_changes() const { return unsaved_.any() || store_.unsaved_count() > 0; }
  /// True if changes by the user or more than a minute of activity are unsaved.
  bool unsaved() const { return has_changes() || unsaved_seconds() > kUnsavedTime; }
  static constexpr double kUnsavedTime = 60.0;  ///< s of activity
  /// s of activity since the world was saved or opened.
  double unsaved_seconds() const { return std::max(0.0, runner_.clock() - saved_clock_); }
  /// True once after each save of the world.
  bool take_saved() { return std::exchange(just_saved_, false); }
  /// A save is in progress, or waits for the world that is being opened.
  bool saving() const { return !saving_to_.empty() || after_opening_; }
  std::filesystem::path const& file() const { return file_; }
  /// The open dialog: the name of the purpose of the file dialog ("open", "save", "rain", ...), "question" or "none".
  std::string_view dialog() const;
  std::string const& trouble() const { return files_.trouble(); }

  /// Carries out `task` at once. If the task `loses` work, the user first saves or discards the work. If a save is in
  /// progress, the task waits for the save.
  void guard(bool loses, Task task);
  /// While another world is being opened, a save waits until it is open, because until then the title, the views and
  /// the file are those of the previous world. Call `proceed` when the runner may have opened the world.
  void proceed();
  /// Saves to the file of the world. If the world has no file, asks for one.
  void save();
  void ask_where_to_save();
  /// Starts to save to this file.
  void save_to(std::filesystem::path file);
  /// `recent`: files that are listed first.
  void ask_what_to_open(std::vector<std::filesystem::path> recent);
  /// Starts to write rivers and lakes as GeoJSON; `end_job` reports the result. Does nothing during another save.
  void save_water_lines(std::filesystem::path const& file);
  void ask_for_raster(RasterUse use);
  /// Starts to save the values of a mask as a raster; `end_job` reports the result. Does nothing during another save.
  void save_mask(std::string const& id, std::filesystem::path const& file);
  /// Closes the dialog if `error` is empty. Otherwise shows the error in the dialog, which stays open.
  void end_dialog(std::string const& error);
  /// Another world is open. `kept`: it has taken over the user's parameters and soils, but not obstacles, strokes,
  /// masks and water.
  void take_up(bool kept);
  /// Work of a program that ended before it was saved is open. `file`: file to which the user had last saved it; empty:
  /// none. `seconds`: activity since then.
  void take_up_lost(std::filesystem::path const& file, double seconds);
  /// A job of the runner has ended. Returns a message for the user, if any.
  std::optional<std::string> end_job(JobOutcome const& outcome);

  /// Draws the open dialog. Returns the file to open, or the raster if the dialog asked for one.
  std::optional<std::filesystem::path> draw(Canvas const& canvas);

 private:
  /// One bit for each UnsavedWork, and one for the work of a program that ended before it was saved.
  using Work = std::bitset<kUnsavedWorks + 1>;

  void when_open(Task task);
  void save_soils_to(std::filesystem::path file);
  void draw_question(Canvas const& canvas);

  SimulationRunner& runner_;
  ParameterStore& store_;
  Info info_;
  FileDialog files_;
  std::filesystem::path file_;       ///< empty: none yet
  std::filesystem::path saving_to_;  ///< empty: nothing is being saved
  std::filesystem::path side_file_;  ///< a file that is being written beside the world; empty: none
  std::string side_title_;           ///< what it contains
  Work unsaved_;                     ///< what the user has changed since the last save
  Work in_save_;                     ///< such changes that the save in progress contains
  double saved_clock_ = 0.0;         ///< `SimulationRunner::clock` when the world was saved or opened
  double clock_in_save_ = 0.0;       ///< of the save in progress
  bool just_saved_ = false;
  /// Notes on what the soil file being saved leaves out; null: no soil file is being saved.
  std::shared_ptr<std::vector<std::string> const> soil_notes_;
  bool with_history_ = true;  ///< saved worlds contain it
  Task asked_;                ///< waits for the answer to the question
  Task after_save_;           ///< waits for the world to be saved
  Task after_opening_;        ///< waits for another world to be open
};

}  // namespace barchan::ui
