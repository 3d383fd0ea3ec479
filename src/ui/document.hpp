/// Document: the open world as a file, and the dialogs about it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/canvas.hpp"
#include "ui/parameter_store.hpp"

namespace barchan::ui {

/// A folder's files, one of which is opened or taken for a rain map, or a name under which to save.
class FileDialog {
 public:
  enum class Purpose : std::uint8_t { open, save, rain };

  /// Opens in the folder of `file`, with its name in the field when there is to be saved.
  void show(Purpose purpose, std::filesystem::path const& file);
  bool shown() const { return shown_; }
  Purpose purpose() const { return purpose_; }
  void close() { shown_ = false; }
  /// What was chosen could not be opened or saved: says why and stays open.
  void refuse(std::string why);
  /// What is in the way now, empty: nothing.
  std::string const& trouble() const { return trouble_; }

  /// Draws it while it is shown. Returns what was chosen; the dialog then waits for `close` or `refuse`.
  std::optional<std::filesystem::path> draw(Canvas const& canvas);

 private:
  struct Entry {
    std::string name;
    bool folder = false;
  };

  void enter(std::filesystem::path const& folder);
  char const* button_text() const;  ///< what the first button does
  bool fits(std::filesystem::path const& file) const;
  void draw_place(Canvas const& canvas);
  bool draw_entries(Canvas const& canvas);
  std::optional<std::filesystem::path> accept();

  bool shown_ = false;
  bool waiting_ = false;  ///< for what was chosen to be carried out
  bool fresh_ = false;    ///< the name has yet to take the keyboard
  Purpose purpose_ = Purpose::open;
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  char name_[512]{};
  std::string trouble_;
  std::string replace_;  ///< name of a file that is there and may be replaced by a second press
};

/// The file that the open world is kept in, what of it is in no file, and the questions that follow.
class Document {
 public:
  using Task = std::function<void()>;
  using Info = std::function<SavedWorldInfo()>;

  /// `info` is asked for what is saved beside the world. The others outlive the document.
  Document(SimulationRunner& runner, ParameterStore& store, Info info)
      : runner_(runner), store_(store), info_(std::move(info)) {}

  /// The user has changed the world by a command of this kind of work. Parameters count by themselves.
  void changed(UnsavedWork work);
  /// Changes to obstacles and water that are in no file: a new land would lose them.
  bool land_unsaved() const { return obstacles_ || water_; }
  /// Any change by the user that is in no file. Simulated time does not count.
  bool unsaved() const { return land_unsaved() || soils_ || store_.unsaved_count() > 0; }
  bool saving() const { return !saving_to_.empty(); }
  std::filesystem::path const& file() const { return file_; }
  /// "open", "save", "rain", "question" or "none": which dialog is open.
  std::string_view dialog() const;
  std::string const& trouble() const { return files_.trouble(); }

  /// Carries out `task`: at once, or when it `loses` work, once the user has saved or discarded it.
  void guard(bool loses, Task task);
  /// Saves to the file that the world is kept in, or asks for one.
  void save();
  void ask_where_to_save();
  void ask_what_to_open();
  /// Rivers and lakes as GeoJSON, beside whatever else is open.
  void save_water_lines(std::filesystem::path const& file);
  void ask_for_rain_map();
  /// What the dialog was asked for has come about, or could not: then it says why and stays open.
  void end_dialog(std::string const& error);
  /// The world is another one; `kept` says that the work went over to it, but for obstacles.
  void take_up(bool kept);
  /// A job of the runner has ended. Returns what is to be told, if anything is.
  std::optional<std::string> end_job(JobOutcome const& outcome);

  /// Draws the dialog that is open. Returns a file to be opened, or to be taken for a rain map where one is asked for.
  std::optional<std::filesystem::path> draw(Canvas const& canvas);

 private:
  void save_to(std::filesystem::path file);
  void save_soils_to(std::filesystem::path file);
  void draw_question(Canvas const& canvas);

  SimulationRunner& runner_;
  ParameterStore& store_;
  Info info_;
  FileDialog files_;
  std::filesystem::path file_;                              ///< empty: none yet
  std::filesystem::path saving_to_;                         ///< empty: nothing is being saved
  std::filesystem::path lines_to_;                          ///< for rivers and lakes; empty: they are not being written
  bool obstacles_ = false, soils_ = false, water_ = false;  ///< changed by the user and in no file
  bool soils_in_save_ = false, water_in_save_ = false;      ///< what is being saved has such
  /// What a soil file that is being saved leaves out; null: none is.
  std::shared_ptr<std::vector<std::string> const> soil_notes_;
  Task asked_;       ///< waits for the answer to the question
  Task after_save_;  ///< waits for the world to be saved
};

}  // namespace barchan::ui
