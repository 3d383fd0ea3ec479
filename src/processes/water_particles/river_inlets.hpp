/// RiverInlets: where a river comes in over an open edge, no water leaves over it.
///
/// What lies beyond is the river's own upper course. Were the edge open there too, the first pool would drain over it
/// and the river would cut its way out backwards.
#pragma once

#include <cstdint>
#include <vector>

#include "land/terrain.hpp"

namespace barchan::water {

class RiverInlets {
 public:
  /// Looks for sources no farther from an open edge than two widths of their river, and closes the edge around them.
  /// `river`: m of width of a river of 1 m3/s.
  void follow(Terrain& terrain, float river);
  /// 1 where the edge beside a cell is closed; null where it is nowhere.
  std::uint8_t const* cells() const { return cells_.empty() ? nullptr : cells_.data(); }

 private:
  void find(Terrain const& terrain, float river);
  void mark(Grid const& grid, WaterSource const& source, float river);

  WaterSources sources_;  ///< for which it is known
  float river_ = 0.0f;
  std::vector<std::uint8_t> cells_;
  std::vector<std::size_t> closed_;  ///< those on the edge
};

}  // namespace barchan::water
