/// A small land with a river, a lake with an island, and the outflow of the lake.
#pragma once

#include "world/world.hpp"

namespace barchan::test {

struct LakeCountry {
  int width = 64, height = 64;
  float cell_size = 2.0f;
  Boundary boundary = Boundary::open;
  double discharge = 2.0;  ///< m3/s of the river that comes in from the west
  double turned = 0.0;     ///< degrees by which the valley is rotated from the east, about the lake
};

/// Cell at the centre of the lake and its island.
inline constexpr int kLakeX = 40, kLakeY = 32;

/// The land after `steps`, with a river on ground that water does not erode.
World lake_country(LakeCountry const& country, int steps, int threads = 1);

}  // namespace barchan::test
