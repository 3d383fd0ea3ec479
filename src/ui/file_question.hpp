/// What a dialog of the desktop is asked, and what it answers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace barchan::ui {

/// What the user is asked for.
struct FileQuestion {
  std::string title;
  bool saves = false;                 ///< a file to be written, which need not exist
  std::filesystem::path start;        ///< absolute; with a name at its end only if `saves`, otherwise a folder
  std::vector<std::string> patterns;  ///< of names that fit ("*.png"); empty: all
};

/// What the user has answered. Without a file and without trouble, the user has cancelled.
struct FileAnswer {
  std::optional<std::filesystem::path> file{};
  std::string trouble{};  ///< one line: why there is no answer
};

}  // namespace barchan::ui
