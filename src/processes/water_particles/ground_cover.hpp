/// GroundCover: what plants and soils do to the water that runs over them.
///
/// Of the ground they cover, water takes nothing: erosion is times 1 - v, the canopy factor of low plants (Renard et
/// al. 1997, RUSLE). And they slow it: friction is times 1 + 15 v, a Manning number of 0.03 over bare ground and 0.12
/// through dense brush (Chow 1959), besides what the row of the soil says.
#pragma once

#include <vector>

#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/water_particles/ground.hpp"

namespace barchan::water {

class GroundCover {
 public:
  /// Looks at the land as it is now; `pull` is that of sand without plants.
  void survey(Terrain const& terrain, float pull, Scheduler const& scheduler);
  /// m2/s2, a cell; null where all the land is as sand without plants.
  float const* pull() const { return pull_.empty() ? nullptr : pull_.data(); }
  /// Share of the ground that is free of plants, a cell; null where all of it is.
  float const* ease() const { return ease_.empty() ? nullptr : ease_.data(); }

 private:
  LandVector<float> pull_, ease_;
};

}  // namespace barchan::water
