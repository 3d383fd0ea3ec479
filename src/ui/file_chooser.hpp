/// FileChooser: asks the user for a file with the dialog of the desktop, which another program shows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/child_process.hpp"
#include "ui/file_question.hpp"
#include "ui/portal_dialog.hpp"

namespace barchan::ui {

class FileChooser {
 public:
  /// Asks the desktop portal if there is a session bus. If there is no portal, starts the first program that can show a
  /// dialog: `zenity` or `kdialog`. False if there is none.
  bool ask(FileQuestion const& question);
  bool waiting() const { return portal_ != nullptr || program_ != nullptr; }
  /// Closes the dialog.
  void cancel();
  /// The answer, once. Nothing as well if no dialog can be shown; then nothing waits any more. Never waits.
  std::optional<FileAnswer> poll();

 private:
  bool start_program();
  std::optional<FileAnswer> poll_portal();

  FileQuestion question_;
  std::unique_ptr<PortalDialog> portal_;
  std::unique_ptr<ChildProcess> program_;
  std::string name_;  ///< of the program
};

/// A program that shows a dialog, and its arguments.
struct ChooserProgram {
  std::string_view name;
  std::vector<std::string> arguments;
};
/// In the order in which they are tried.
std::vector<ChooserProgram> chooser_programs(FileQuestion const& question);

}  // namespace barchan::ui
