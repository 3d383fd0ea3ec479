/// InputError: what is wrong with a file or a value that a person gave, as one clear line.
#pragma once

#include <stdexcept>
#include <string>

namespace barchan {

/// `what()` is one line: `file[:line]: what was expected, what was found, what to do`. Programs print it and exit 2;
/// the window shows it and keeps the world that it had.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace barchan
