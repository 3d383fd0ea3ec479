/// The panel section *Presets of your own*: the list of presets that the user has saved, and the dialog that saves one.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/preset_file.hpp"
#include "ui/canvas.hpp"
#include "ui/parameter_store.hpp"

namespace barchan::ui {

/// A parameter of the world that a preset would change.
struct PresetChange {
  std::string_view group;  ///< title of the group
  SetParameter setting;
  ParameterRow const& row;
  double now = 0.0;
};
std::vector<PresetChange> changes_by(Preset const& preset, ParameterStore const& store);
/// Sets all values of a preset as one act.
void apply_preset(Preset const& preset, ParameterStore& store);
/// Draws a tooltip beside the panel: the help of the preset, and what a click would change.
void explain_preset(Canvas const& canvas, Preset const& preset, std::vector<PresetChange> const& changes);

/// The presets of a folder.
class PresetShelf {
 public:
  /// Reads presets from this folder, which need not exist, and saves them there. Returns the errors of files in it.
  std::vector<std::string> keep_in(std::filesystem::path const& folder);
  /// Draws the contents of the section.
  void draw_section(Canvas const& canvas, ParameterStore& store);
  /// Draws the dialog while it is open.
  void draw_dialog(Canvas const& canvas, ParameterStore const& store);
  std::vector<PresetFile> const& presets() const { return folder_.presets; }
  /// True while the dialog is open.
  bool asks() const { return asks_; }
  /// The last message, once: its text, and whether it is an error.
  std::optional<std::pair<std::string, bool>> take_news() { return std::exchange(news_, std::nullopt); }

 private:
  using Name = std::pair<std::string, std::string>;  ///< group and key

  void read();
  void draw_row(Canvas const& canvas, ParameterStore& store, PresetFile const& one);
  void open_dialog(ParameterStore const& store);
  void draw_ticks(Canvas const& canvas, ParameterStore const& store);
  void save(ParameterStore const& store);

  std::filesystem::path place_;  ///< the folder; empty: presets cannot be saved
  PresetFolder folder_;
  std::string sure_;  ///< name of the file that a second press deletes
  bool asks_ = false;
  char title_[kLongestPresetTitle + 1]{};
  std::set<Name> ticked_;  ///< parameters that the new preset is to contain
  std::string trouble_;    ///< why the preset could not be saved; empty: no error
  std::string replace_;    ///< name of an existing file that a second press replaces
  std::optional<std::pair<std::string, bool>> news_;
};

}  // namespace barchan::ui
