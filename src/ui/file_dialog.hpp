/// FileDialog: asks for a file, with the dialog of the desktop or with one of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/canvas.hpp"
#include "ui/file_chooser.hpp"

namespace barchan::ui {

/// A dialog with the files of a folder. The user chooses a file to open or load, or enters the name of a file to save.
class FileDialog {
 public:
  enum class Purpose : std::uint8_t {
    open,
    save,
    rain,
    stencil,
    mask,
    save_mask,
    height_map,
    sand_mask,
    save_scenario,
    save_export,
  };
  /// Name of a purpose in scripts, as Document::dialog() gives it.
  static std::string_view name_of(Purpose purpose);

  /// Opens the dialog in the folder of `file`. When saving, the field contains the name of `file`.
  void show(Purpose purpose, std::filesystem::path const& file);
  bool shown() const { return shown_; }
  /// Returns whether a dialog of the desktop is waiting for the user.
  bool asks_desktop() const { return shown_ && chooser_.waiting(); }
  Purpose purpose() const { return purpose_; }
  void close() {
    shown_ = false;
    chooser_.cancel();
  }
  /// Adds a switch with this label. `on`: its initial state.
  void offer(std::string label, bool on) {
    choice_ = std::move(label);
    chosen_ = on;
  }
  bool chosen() const { return chosen_; }
  /// Lists these files before those of the folder.
  void offer_recent(std::vector<std::filesystem::path> files) { recent_ = std::move(files); }
  /// Shows why the chosen file could not be opened or saved. The dialog stays open.
  void refuse(std::string why);
  /// The error that is shown; empty: none.
  std::string const& trouble() const { return trouble_; }

  /// True: the dialog of the desktop is shown instead, if there is one.
  void use_native(bool native) { native_ = native; }

  /// Draws the dialog while it is shown. Returns the chosen file; the dialog then waits for `close` or `refuse`.
  std::optional<std::filesystem::path> draw(Canvas const& canvas);

 private:
  struct Entry {
    std::string name;
    bool folder = false;
  };

  void enter(std::filesystem::path const& folder);
  FileQuestion question() const;
  std::optional<std::filesystem::path> draw_own(Canvas const& canvas);
  std::optional<std::filesystem::path> draw_waiting(Canvas const& canvas);
  std::optional<std::filesystem::path> take_answer(FileAnswer const& answer);
  char const* button_text() const;  ///< label of the button that confirms
  bool fits(std::filesystem::path const& file) const;
  bool saves() const {
    return purpose_ == Purpose::save || purpose_ == Purpose::save_mask || purpose_ == Purpose::save_scenario ||
           purpose_ == Purpose::save_export;
  }
  void draw_place(Canvas const& canvas);
  bool draw_entries(Canvas const& canvas);
  std::optional<std::filesystem::path> accept();

  bool shown_ = false;
  bool waiting_ = false;  ///< until the choice has been carried out
  bool native_ = false;   ///< the dialog of the desktop is asked first
  FileChooser chooser_;
  bool fresh_ = false;  ///< the name field does not have the keyboard focus yet
  Purpose purpose_ = Purpose::open;
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  char name_[512]{};
  std::vector<std::filesystem::path> recent_;
  std::string choice_;   ///< label of the switch; empty: none
  bool chosen_ = false;  ///< state of the switch
  std::string trouble_;
  std::string replace_;  ///< name of an existing file that a second press replaces
};

}  // namespace barchan::ui
