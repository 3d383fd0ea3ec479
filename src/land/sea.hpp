/// Sea: water with one level beyond open edges. It covers cells below its level that are connected to an open edge.
///
/// The sea has no volume. Matter and water that enter it have left the land, so no account holds its water.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/lakes.hpp"

namespace barchan {

class Archive;

class Sea {
 public:
  /// Updates the set of cells that a sea with this level covers. Without a level or without open edges, there is no
  /// sea. Returns the water of cells below the level that are now cut off from the sea.
  std::vector<LakePour> cover(Grid const& grid, std::span<Quanta const> elevations, std::optional<Quanta> level);

  bool empty() const { return covered_.empty(); }
  std::optional<Quanta> level() const { return empty() ? std::nullopt : std::optional(level_); }
  /// Depth of the sea over a cell with this elevation, quanta; 0 if the sea does not cover it.
  Quanta depth(std::size_t cell, Quanta elevation) const {
    return !covered_.empty() && covered_[cell] != 0 && elevation < level_ ? level_ - elevation : 0;
  }

  /// Reads or writes the sea. Throws ArchiveError on a sea that no land can have.
  void keep(Archive& archive, Grid const& grid);

 private:
  Quanta level_ = 0;
  std::vector<std::uint8_t> covered_;  ///< per cell, 0 or 1; empty: there is no sea
};

}  // namespace barchan
