/// Soaking: infiltration of running water.
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

/// A cell absorbs water at the rate that its uppermost layer conducts (its hydraulic conductivity per second of the
/// groundwater's clock) until its pores are full. Each droplet over the cell loses the same fraction of its water: the
/// infiltration divided by the average amount of running water. The fraction is reduced if the current water would
/// overfill the pores.
class Soaking {
 public:
  /// Computes the fractions of water that soak in during `dt` seconds. Does nothing if groundwater is off.
  void survey(Terrain const& terrain, Flow const* flow, std::span<Droplet const> droplets, float dt,
              Scheduler const& scheduler);
  /// Fraction of the running water that soaks in, per cell; null: none.
  float const* shares() const { return shares_.empty() ? nullptr : shares_.data(); }
  /// The sums to which droplets add the water that has soaked in, per cell; null: none soaks in.
  QuantaSum* soaked() { return soaked_.empty() ? nullptr : soaked_.data(); }
  /// Adds to the ground the water that has soaked in. Returns the water that did not fit into the pores.
  Springs wet(Terrain& terrain, Scheduler const& scheduler);

 private:
  /// Largest amount of running water that is now on a cell or one of its neighbours, quanta.
  QuantaSum most_around(Grid const& grid, int x, int y) const;

  std::vector<float> shares_;
  LandVector<QuantaSum> here_;    ///< running water on each cell now
  LandVector<QuantaSum> soaked_;  ///< water that has soaked in since the survey
};

}  // namespace barchan::water
