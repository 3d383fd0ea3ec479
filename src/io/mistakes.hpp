/// Mistakes: what is wrong with a file, gathered while it is read, so that a person can mend all of it at once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/input_error.hpp"

namespace barchan {

/// A character of a file; both count from 1.
struct Place {
  std::size_t line = 1;
  std::size_t column = 1;
};

class Mistakes {
 public:
  /// Reading ends here: who has made so many has taken the wrong file.
  static constexpr std::size_t kMost = 100;

  /// `file` is named in each line.
  explicit Mistakes(std::string file) : file_(std::move(file)) {}
  /// Throws InputErrors at the last one that is told.
  void add(Place place, std::string text);
  /// Throws InputErrors when there are any, in the order of the file.
  void refuse() const;

 private:
  struct Mistake {
    Place place;
    std::string text;
  };
  std::string file_;
  std::vector<Mistake> list_;
};

}  // namespace barchan
