/// Springs: where water that has come out of the ground begins to run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "land/lakes.hpp"
#include "land/terrain.hpp"

namespace barchan::water {

/// What has come out of the ground.
struct Springs {
  std::vector<LakeOutflow> running;  ///< down to the lowest neighbour or over an open edge
  std::vector<LakePour> resting;     ///< where nothing around is lower

  /// Water comes to the surface of cell (`x`, `y`).
  void let_out(Terrain const& terrain, int x, int y, QuantaSum amount);
};

/// Takes all of it off the land, which holds none where it has not changed since the look that `seen` remembers; the
/// caller lets it run.
Springs take_springs(Terrain& terrain, std::optional<std::uint64_t>& seen);

}  // namespace barchan::water
