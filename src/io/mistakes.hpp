/// Mistakes: the errors in a file, collected while it is read, so that the user can correct all of them at once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/input_error.hpp"

namespace barchan {

/// Position in a file. Line and column count from 1.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

class Mistakes {
 public:
  /// Number of mistakes after which reading stops, because it is probably the wrong file.
  static constexpr std::size_t kMost = 100;

  /// `file` is named in each line.
  explicit Mistakes(std::string file) : file_(std::move(file)) {}
  /// Records a mistake. Throws InputErrors if it is the one with the number kMost.
  void add(TextPlace place, std::string text);
  /// If there are any mistakes, throws InputErrors with all of them in the order of the file.
  void refuse() const;

 private:
  struct Mistake {
    TextPlace place;
    std::string text;
  };
  std::string file_;
  std::vector<Mistake> list_;
};

}  // namespace barchan
