/// ExportDialog: the dialog in which the user exports the land for another program. Everything in it comes from the
/// rows of src/export.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/export_input.hpp"
#include "ui/answers.hpp"
#include "ui/export_choice.hpp"
#include "ui/export_runner.hpp"
#include "ui/file_dialog.hpp"

namespace barchan::ui {

/// The text with a capital letter at its beginning, unless it begins with a name such as "glTF".
std::string as_title(std::string_view text);

class ExportDialog {
 public:
  /// `runner` must outlive the dialog.
  explicit ExportDialog(SimulationRunner& runner) : runner_(runner), estimator_(runner) {}

  void show();
  bool shown() const { return shown_; }
  bool writing() const { return writer_.writing(); }
  /// Ends the export that is being written within about a second, and a sequence after its present step.
  void stop() { writer_.stop(); }
  /// The window is to be closed as soon as the export has ended.
  void close_window_later() { closes_window_ = true; }
  /// True once, after the export for which the window waited has succeeded.
  bool take_close() { return !writing() && std::exchange(closes_window_, false); }
  /// True: files are chosen in the dialog of the desktop if it has one.
  void use_native_dialogs(bool native) { files_.use_native(native); }
  /// Reads the last choice of the user from this file, and saves later choices to it.
  void keep_choice_in(std::filesystem::path const& file);

  /// Name of the dialog that is open ("export", or the purpose of its file dialog), or "none".
  std::string_view name() const;
  /// The error that is shown; empty: none.
  std::string trouble() const;
  Answers answers() const;

  /// Draws the dialog while it is shown.
  void draw(Canvas const& canvas);
  /// A message for the user since the last call; empty: none.
  std::string take_message() { return std::exchange(message_, {}); }

 private:
  /// A text that is being typed for an option, and why it is refused.
  struct Typed {
    std::string text, error;
  };
  /// A box that can be ticked.
  struct Tick {
    std::string id, label, help;
    bool on = false, offered = true;
  };
  /// What the parts of the dialog need in a frame.
  struct Frame {
    Canvas const& canvas;
    bool free = true;          ///< no menu, file dialog or field takes the keys
    float label_width = 0.0f;  ///< of the column of labels, pixels
  };

  void close();
  void follow_work();
  void take_result(ExportResult result);
  void keep_choice() const;
  void begin();
  bool complete() const;
  /// The error of the plan in the words of the dialog.
  std::string plan_error() const;
  std::string folder_error() const;
  /// What is wrong with a text in a field that is shown.
  std::string typed_error() const;
  std::filesystem::path folder() const;
  std::string name_of_files() const;
  std::string summary() const;
  std::string left_out() const;
  MapRow const* map(std::string_view id) const;
  std::vector<Tick> ticks_of(ExportInputRow const& input) const;
  std::vector<Tick> map_ticks(bool fields) const;
  std::string hint_of(ExportInputRow const& input) const;
  std::string note_of(ExportInputRow const& input) const;
  void choose_preset(std::string_view id);
  void set_option(ExportOptionRow const& row, std::string const& text);
  void set_steps(std::string_view key, std::string const& text);
  void take_sequence(ExportResult result);
  void set_tick(std::string_view key, Tick const& tick);

  // in export_dialog_options.cpp
  void draw_programs(Frame const& frame);
  void draw_options(Frame const& frame);
  void draw_part(Frame const& frame, ExportPart part);
  void draw_label(Frame const& frame, std::string_view title, std::string_view help);
  void draw_folder(Frame const& frame);
  void draw_sequence(Frame const& frame);
  void draw_steps_field(Frame const& frame, std::string_view key, std::uint64_t value);
  void draw_text_option(Frame const& frame, ExportInputRow const& input);
  void draw_choice(Frame const& frame, ExportInputRow const& input);
  void draw_ticks(Frame const& frame, std::string_view key, std::vector<Tick> const& ticks);
  void draw_maps(Frame const& frame);
  bool draw_fold(Frame const& frame, char const* label, char const* name, bool open);

  // in export_dialog_result.cpp
  float height_of_foot() const;
  void draw_foot(Frame const& frame);
  void draw_progress(Frame const& frame);
  float height_of_result(Canvas const& canvas, float width) const;
  void draw_result(Frame const& frame);
  void draw_settings(Frame const& frame);
  void draw_end(Frame const& frame);

  SimulationRunner& runner_;
  ExportEstimator estimator_;
  ExportWriter writer_;
  FileDialog files_;
  ExportChoice choice_ = usual_export_choice();
  std::filesystem::path kept_in_;  ///< empty: the choice lasts as long as the program
  std::map<std::string, Typed, std::less<>> typed_;
  std::string trouble_;  ///< why the last export failed, or that it was stopped
  std::string message_;
  std::optional<ExportReport> report_;  ///< of the export that has just succeeded; it is shown
  std::filesystem::path written_to_;    ///< folder of the export in progress, or of the last one
  std::size_t planned_ = 0;             ///< files of the export in progress, or frames of the sequence
  bool in_frames_ = false;              ///< a sequence is being written
  bool shown_ = false, closes_window_ = false;
  bool fields_open_ = false, more_open_ = false;
  bool from_top_ = false;  ///< the options scroll to their beginning
};

}  // namespace barchan::ui
