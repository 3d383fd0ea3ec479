/// Slides: amounts of loose ground that have slid recently, per cell.
///
/// Code that enforces an angle of repose reports the gains and losses of cells. The average over time fades without
/// work per cell: later additions have larger weights instead, so cells where nothing slides take no time.
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
  /// Time in which a past slide fades to 1 / e, s.
  static constexpr float kMemory = 20.0f;

  Slides() = default;
  explicit Slides(Grid const& grid)
      : width_(static_cast<std::size_t>(grid.width)), rows_(static_cast<std::size_t>(grid.height)) {}

  /// Advances time by `dt` seconds.
  void fade(float dt);
  /// Adds the gains and losses of the cells from `first` on by sliding. All of these cells are in one row. Several
  /// threads may call it for different rows. Does nothing without a grid.
  void add(std::size_t first, std::span<Quanta const> change);

  /// Returns whether nothing has slid recently.
  bool empty() const;
  /// Fills `rates`, one per cell, with the thickness that slides to or from the cell per second, m/s, averaged over the
  /// last kMemory seconds.
  void read(std::span<float> rates) const;

  /// Reads or writes the slides. Throws ArchiveError on slides that no land can have.
  void keep(Archive& archive);

  bool operator==(Slides const&) const = default;

 private:
  std::size_t width_ = 0;
  float weight_ = 1.0f;                   ///< weight of present slides
  std::vector<std::vector<float>> rows_;  ///< quanta times weights; a row without recent slides is empty
};

}  // namespace barchan
