/// Slides: how much loose ground has slid recently, and where.
///
/// Code that enforces an angle of repose reports what cells gain and lose. The average fades without work per cell:
/// instead, later additions get larger weights, so nothing is done where nothing slides.
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
  /// s in which a past slide fades to 1 / e.
  static constexpr float kMemory = 20.0f;

  Slides() = default;
  explicit Slides(Grid const& grid)
      : width_(static_cast<std::size_t>(grid.width)), rows_(static_cast<std::size_t>(grid.height)) {}

  /// Advances time by `dt` seconds.
  void fade(float dt);
  /// Adds what cells from `first` on, all of one row, have gained or lost by sliding. Several threads may call it, each
  /// for other rows. Does nothing without a grid.
  void add(std::size_t first, std::span<Quanta const> change);

  /// Whether nothing has slid recently.
  bool empty() const;
  /// Fills `rates`, one per cell, with the thickness that slides to or from the cell in m/s, averaged over the last
  /// `kMemory`.
  void read(std::span<float> rates) const;

  /// Reads or writes the slides. Throws ArchiveError on slides that no land can have.
  void keep(Archive& archive);

  bool operator==(Slides const&) const = default;

 private:
  std::size_t width_ = 0;
  float weight_ = 1.0f;                   ///< of what slides now
  std::vector<std::vector<float>> rows_;  ///< quanta times weights; a row in which nothing has slid recently is empty
};

}  // namespace barchan
