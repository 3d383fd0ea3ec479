/// FileDialog: a folder's files, one of which is opened, or a name under which to save.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ui/canvas.hpp"

namespace barchan::ui {

class FileDialog {
 public:
  enum class Purpose : std::uint8_t { open, save };

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
  char const* deed() const;  ///< what the first button does
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

}  // namespace barchan::ui
