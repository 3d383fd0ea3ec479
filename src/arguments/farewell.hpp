/// Farewell: what a program prints when its command line ends it.
#pragma once

#include <string>

#include "io/console.hpp"

namespace barchan {

/// The text of --help, of --version or of an error, and the exit code.
struct Farewell {
  int code = 0;
  std::string out, err;  ///< for standard output and standard error

  /// Prints both texts and returns the code. Throws as write_out does.
  int print() const {
    write_out(out);
    write_error(err);
    return code;
  }
};

}  // namespace barchan
