/// Shelter by plants and by the recirculation eddy upwind of walls and cliffs. Like the wind shadow, both keep sand on
/// the ground.
#pragma once

#include <span>
#include <vector>

#include "base/scheduler.hpp"
#include "eddies/eddy.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"

namespace barchan {

/// The eddy is that of the slab dunes (eddies/eddy). It prevents half of the lift in its belt and all lift directly
/// upwind of a face. Flying sand settles there like slabs that hop 5 m in a wind of 10 m/s. The eddy does not affect
/// wear, because flying sand strikes the wall.
class WindShelter {
 public:
  void prepare();
  /// Reads the plants, the masks and, if `echo`, the faces across the wind. The spans below are valid until the next
  /// call.
  void renew(Terrain const& terrain, StepContext const& context, bool echo);
  /// Reads the masks alone, as is enough for depositing sand.
  void find_porch(Terrain const& terrain);
  /// Throws back the sand at the feet of faces.
  void clear_strip(Terrain& terrain, StepContext const& context);

  // One value per cell. guard(), hold() and trap() are empty if there is no shelter.
  std::span<float const> guard() const { return guard_; }  ///< fraction of wear that is prevented
  std::span<float const> hold() const { return hold_; }    ///< fraction of lift and creep that is prevented
  /// The same as hold() for creep, but 1 where the ground is damp. Lift does not need such a value, because damp sand
  /// is not available to it.
  std::span<float const> creep_hold(Terrain const& terrain, Scheduler const& scheduler);
  /// Rate at which flying sand beyond the capacity falls, relative to full shadow; may exceed 1.
  std::span<float const> trap() const { return trap_; }
  /// Where sand comes to rest that would rest on ground that masks exclude.
  Porch const& porch() const { return porch_; }

 private:
  void look_for_faces(Terrain const& terrain, StepContext const& context);
  void add_eddy(Terrain const& terrain, StepContext const& context, float hop);
  /// Reduces wind and wear by the masks.
  void add_masks(Terrain const& terrain, StepContext const& context);
  /// Copies the three spans into maps that can be changed.
  void open_maps(Grid const& grid);

  ReverseEddy eddy_;
  bool eddies_ = false;  ///< whether the land has faces
  std::span<float const> guard_{}, hold_{}, trap_{};
  std::vector<float> no_plants_, guard_map_, hold_map_, trap_map_, creep_map_;
  std::vector<Quanta> change_;
  Porch porch_;
};

}  // namespace barchan
