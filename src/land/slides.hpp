/// Slides: how much loose ground has slid lately, and where.
///
/// Whatever enforces a slope of repose tells it what cells have gained and lost. An average that fades by itself: what
/// is added weighs the more the later it comes, so that nothing has to be done where nothing slides.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"

namespace barchan {

class Archive;

class Slides {
 public:
  /// s in which what has slid fades to 1 / e.
  static constexpr float kMemory = 20.0f;

  Slides() = default;
  explicit Slides(Grid const& grid)
      : width_(static_cast<std::size_t>(grid.width)), rows_(static_cast<std::size_t>(grid.height)) {}

  /// `dt` seconds go by.
  void fade(float dt);
  /// Adds what cells from `first` on, all of one row, have gained or lost by sliding. Rows may be added to by several
  /// threads at once, one row by one of them. Without a grid nothing is kept.
  void add(std::size_t first, std::span<Quanta const> change);

  /// Has nothing slid lately?
  bool empty() const;
  /// Fills `rates`, one a cell, with the thickness in m/s that has slid to or from it, a mean of the last `kMemory`.
  void read(std::span<float> rates) const;

  /// Throws ArchiveError on slides that no land has.
  void keep(Archive& archive);

  bool operator==(Slides const&) const = default;

 private:
  std::size_t width_ = 0;
  float weight_ = 1.0f;                   ///< of what slides now
  std::vector<std::vector<float>> rows_;  ///< quanta times their weights; a row in which nothing slid lately is empty
};

}  // namespace barchan
