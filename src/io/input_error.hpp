/// InputError: what is wrong with a file or a value that a person gave, as one clear line.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace barchan {

/// `what()` is one line: `file[:line:column]: what was expected, what was found, what to do`. Programs print it and
/// exit 2; the window shows it and keeps the world that it had.
class InputError : public std::runtime_error {
 public:
  /// Kept to one line of sensible length, whatever it quotes.
  explicit InputError(std::string const& line);
  /// The line as fmt::format makes it.
  template <class... Values>
  explicit InputError(fmt::format_string<Values...> text, Values&&... values)
      : InputError(fmt::format(text, std::forward<Values>(values)...)) {}
};

/// Every mistake of a file. `what()` is the line of the first and says how many more there are.
class InputErrors : public InputError {
 public:
  /// `lines` in the order of the file, at least one.
  explicit InputErrors(std::vector<std::string> lines);
  /// A line a mistake, "file:line:column: what was expected, what was found".
  std::vector<std::string> const& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

/// All lines of InputErrors, one below the other; of anything else its `what()`.
std::string told_whole(std::exception const& error);

}  // namespace barchan
