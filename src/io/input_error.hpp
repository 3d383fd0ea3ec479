/// InputError: a mistake in a file or a value that the user gave, described in one clear line.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace barchan {

/// `what()` is one line: `file[:line:column]: what was expected, what was found, what to do`. Command-line programs
/// print it and exit with status 2; the window shows it and keeps its world.
class InputError : public std::runtime_error {
 public:
  /// Shortens the text to one line of limited length.
  explicit InputError(std::string const& line);
  /// Formats the line with fmt::format.
  template <class... Values>
  explicit InputError(fmt::format_string<Values...> text, Values&&... values)
      : InputError(fmt::format(text, std::forward<Values>(values)...)) {}
};

/// All mistakes in a file. `what()` is the line of the first mistake, with the number of the others.
class InputErrors : public InputError {
 public:
  /// `lines` in the order of the file; at least one.
  explicit InputErrors(std::vector<std::string> lines);
  /// One line per mistake: "file:line:column: what was expected, what was found".
  std::vector<std::string> const& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

/// All lines of InputErrors, separated by line breaks. What was done when memory ran out. For other exceptions,
/// `what()`.
std::string told_whole(std::exception const& error) noexcept;

}  // namespace barchan
