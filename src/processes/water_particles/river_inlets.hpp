/// RiverInlets: closes an open edge to leaving water around the places where rivers flow in.
///
/// The upper course of the river lies beyond the edge. If water could leave there, the first pool would drain over the
/// edge, and the river would erode backwards out of the land.
#pragma once

#include <cstdint>
#include <vector>

#include "land/terrain.hpp"

namespace barchan::water {

class RiverInlets {
 public:
  /// Finds sources within two river widths of an open edge and closes the edge around them. `river` is the width of a
  /// river of 1 m3/s, in m.
  void follow(Terrain& terrain, float river);
  /// 1 where the edge beside a cell is closed; null if it is closed nowhere.
  std::uint8_t const* cells() const { return cells_.empty() ? nullptr : cells_.data(); }

 private:
  void find(Terrain const& terrain, float river);
  void mark(Grid const& grid, WaterSource const& source, float river);

  WaterSources sources_;  ///< sources for which `cells_` was computed
  float river_ = 0.0f;
  std::vector<std::uint8_t> cells_;
  std::vector<std::size_t> closed_;  ///< closed cells that lie on the edge
};

}  // namespace barchan::water
