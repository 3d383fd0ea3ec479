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

/// A cell takes in as much water as its uppermost layer conducts (its hydraulic conductivity per second of the
/// groundwater's clock) until its pores are full. Each droplet loses the same fraction of its water: the infiltration
/// over the average amount of running water, limited where the water present now would overfill the pores.
class Soaking {
 public:
  /// Computes what soaks in during `dt` seconds. Computes nothing if groundwater is off.
  void survey(Terrain const& terrain, Flow const* flow, std::span<Droplet const> droplets, float dt,
              Scheduler const& scheduler);
  /// Fraction of the running water that soaks in, per cell; null: none.
  float const* shares() const { return shares_.empty() ? nullptr : shares_.data(); }
  /// Where droplets add the water that has soaked in, per cell; null: nowhere.
  QuantaSum* soaked() { return soaked_.empty() ? nullptr : soaked_.data(); }
  /// Adds the water that has soaked in to the ground. Returns what did not fit into the pores.
  Springs wet(Terrain& terrain, Scheduler const& scheduler);

 private:
  /// Running water on a cell and its neighbours now, quanta.
  QuantaSum most_around(Grid const& grid, int x, int y) const;

  std::vector<float> shares_;
  LandVector<QuantaSum> here_;    ///< running water on each cell now
  LandVector<QuantaSum> soaked_;  ///< water that has soaked in since the survey
};

}  // namespace barchan::water
