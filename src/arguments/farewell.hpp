/// Farewell: what a program prints when its command line ends it.
#pragma once

#include <cstdio>
#include <string>

#include <fmt/core.h>

namespace barchan {

/// The text of --help, of --version or of an error, and the exit code.
struct Farewell {
  int code = 0;
  std::string out, err;  ///< for standard output and standard error

  /// Prints both texts and returns the code.
  int print() const {
    fmt::print("{}", out);
    fmt::print(stderr, "{}", err);
    return code;
  }
};

}  // namespace barchan
