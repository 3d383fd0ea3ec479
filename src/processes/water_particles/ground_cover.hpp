/// GroundCover: the effect of plants and soils on the water that runs over them.
///
/// Water entrains nothing from ground that plants cover: erosion is multiplied by 1 - v, the canopy factor of low
/// plants (Renard et al. 1997, RUSLE). Plants also slow the water: friction is multiplied by 1 + 15 v, which gives a
/// Manning number of 0.03 over bare ground and 0.12 through dense brush (Chow 1959). The soil's own friction factor is
/// applied too.
#pragma once

#include <vector>

#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/water_particles/ground.hpp"

namespace barchan::water {

/// The masks of the erosion by running water.
MaskFactor erosion_factor(Terrain const& terrain);

class GroundCover {
 public:
  /// Reads the current land. `pull` is gravity over friction on sand without plants, m2/s2.
  void survey(Terrain const& terrain, float pull, Scheduler const& scheduler);
  /// Gravity over friction of each cell, m2/s2; null if the whole land is like sand without plants.
  float const* pull() const { return pull_.empty() ? nullptr : pull_.data(); }
  /// Part of the erosion that plants and masks allow in each cell; null if they allow all of it everywhere.
  float const* ease() const { return ease_.empty() ? nullptr : ease_.data(); }

 private:
  LandVector<float> pull_, ease_;
};

}  // namespace barchan::water
