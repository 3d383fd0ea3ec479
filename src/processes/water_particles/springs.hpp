/// Springs: water that comes out of the ground and begins to run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "land/lakes.hpp"
#include "land/terrain.hpp"

namespace barchan::water {

/// Water that has come out of the ground.
struct Springs {
  std::vector<LakeOutflow> running;  ///< runs to the lowest neighbour or over an open edge
  std::vector<LakePour> resting;     ///< stays where no neighbour is lower

  /// Adds water that comes to the surface of cell (`x`, `y`).
  void let_out(Terrain const& terrain, int x, int y, QuantaSum amount);
};

/// Removes all spring water from the land and returns it, so that the caller can let it run. `seen` stores the version
/// of the layer at the last call. If the version has not changed, there is no spring water.
Springs take_springs(Terrain& terrain, std::optional<std::uint64_t>& seen);

}  // namespace barchan::water
