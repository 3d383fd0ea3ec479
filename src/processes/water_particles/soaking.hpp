/// Soaking: running water that goes into the ground below it.
#pragma once

#include <span>
#include <vector>

#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/water_particles/droplet.hpp"
#include "processes/water_particles/ground.hpp"
#include "processes/water_particles/springs.hpp"

namespace barchan::water {

/// What soaks in is as much as the uppermost layer lets through, a conductivity's depth a second of the ground water's
/// clock, as long as its pores have room. Of that each droplet has its share: as much as of the water that runs there
/// on average, and no more than of what runs there now where that would overfill the pores.
class Soaking {
 public:
  /// Finds what soaks in in `dt` seconds of the world; nothing where no ground water flows.
  void survey(Terrain const& terrain, Flow const* flow, std::span<Droplet const> droplets, float dt,
              Scheduler const& scheduler);
  /// Of each cell, of the water that runs over it; null: none.
  float const* shares() const { return shares_.empty() ? nullptr : shares_.data(); }
  /// Where droplets leave what has soaked in; null: nowhere.
  QuantaSum* soaked() { return soaked_.empty() ? nullptr : soaked_.data(); }
  /// Wets the ground with what has soaked in since the survey. What it has no room for comes back.
  Springs wet(Terrain& terrain, Scheduler const& scheduler);

 private:
  /// Water on a cell and around it now, quanta.
  QuantaSum most_around(Grid const& grid, int x, int y) const;

  std::vector<float> shares_;
  LandVector<QuantaSum> here_;    ///< water that runs over a cell now
  LandVector<QuantaSum> soaked_;  ///< since the survey
};

}  // namespace barchan::water
