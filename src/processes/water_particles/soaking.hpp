/// Soaking: running water that goes into the ground below it.
#pragma once

#include <vector>

#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "processes/water_particles/ground.hpp"

namespace barchan::water {

/// What soaks in is as much as the uppermost layer lets through, a conductivity's depth a second of the ground water's
/// clock, as long as its pores have room. Of that each droplet has its share: as much as of the water that runs there on average.
class Soaking {
 public:
  /// Finds what soaks in in `dt` seconds of the world; nothing where no ground water flows.
  void survey(Terrain const& terrain, Flow const* flow, float dt, Scheduler const& scheduler);
  /// Of each cell, of the water that runs over it; null: none.
  float const* shares() const { return shares_.empty() ? nullptr : shares_.data(); }

 private:
  std::vector<float> shares_;
};

}  // namespace barchan::water
