/// Shelter: what keeps sand down besides the wind shadow: plants, and the reverse eddy before walls and cliffs.
#pragma once

#include <span>
#include <vector>

#include "base/scheduler.hpp"
#include "eddies/eddy.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"

namespace barchan {

/// The eddy is that of the slab dunes (eddies/eddy): half of the lift is held back in its belt and all of it before a
/// face, and what flies there comes to rest as slabs would that hop 5 m in a wind of 10 m/s. Nothing of it acts on
/// wear: what flies strikes a wall.
class WindShelter {
 public:
  void prepare();
  /// Looks at plants and, with `echo`, at the faces in the way of the wind. The spans live until the next call.
  void renew(Terrain const& terrain, StepContext const& context, bool echo);
  /// Throws back what lies at the feet of faces.
  void clear_strip(Terrain& terrain, StepContext const& context);

  // One value a cell, all three empty where nothing shelters.
  std::span<float const> plants() const { return plants_; }  ///< share of the ground under plants
  std::span<float const> hold() const { return hold_; }      ///< share of lift and creep that is prevented
  /// The same, and all of it where the ground is damp: of creep, as what is damp is no sand to lift.
  std::span<float const> creep_hold(Terrain const& terrain, Scheduler const& scheduler);
  /// Share of what flies by, beyond what the wind can carry there, that falls as in the full shadow; above 1: faster.
  std::span<float const> trap() const { return trap_; }

 private:
  void add_eddy(Terrain const& terrain, StepContext const& context, float hop);

  ReverseEddy eddy_;
  bool eddies_ = false;  ///< the land has faces
  std::span<float const> plants_{}, hold_{}, trap_{};
  std::vector<float> no_plants_, hold_map_, trap_map_, creep_map_;
  std::vector<Quanta> change_;
};

}  // namespace barchan
