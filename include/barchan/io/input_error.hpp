/// InputError: what is wrong with a file or a value that a person gave, as one clear line.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace barchan {

/// `what()` is one line: `file[:line]: what was expected, what was found, what to do`. Programs print it and exit 2;
/// the window shows it and keeps the world that it had.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::string const& line) : std::runtime_error(line) {}
  /// The line as fmt::format makes it.
  template <class... Values>
  explicit InputError(fmt::format_string<Values...> text, Values&&... values)
      : std::runtime_error(fmt::format(text, std::forward<Values>(values)...)) {}
};

}  // namespace barchan
