/// One step of a particle by the law that the particle-based wind erosion article of 2020 printed, its faults mended.
///
/// Heights, and so upward speeds, are in units of 80 cells; times and widths in cells. Per step dt, w the wind, n the
/// normal:
///   on the ground  v += dt n x (n x v), a friction along the ground
///   in the air     v.z -= gravity dt
///   always         v += drag dt (w - v)
///   contact        lift dt suspension |v| depth, depth: how far the particle has run into the ground
///   bare rock      wear dt abrasion |v| depth (load + 0.01)
///   in the air     load decays at the rate suspension, half to the cell left, half to the cell entered
///   plants         prevent their share of lift and wear; among them the load decays over 2 m besides
#pragma once

#include <cstddef>

#include "barchan/land/terrain.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"
#include "processes/wind_particles/state.hpp"

namespace barchan {

/// What a particle has done in one step, and what it wants of the land.
struct ArticleStep {
  std::size_t cell;      ///< where it was: sand is lifted there, rock worn
  std::size_t next;      ///< where it is now; the edge cell where it has left the land
  Quanta lift = 0;       ///< wished for
  Quanta wear = 0;       ///< base turned into sand
  Quanta behind = 0;     ///< laid down on `cell`; the load no longer holds it
  Quanta ahead = 0;      ///< laid down on `next`; the load no longer holds it
  bool touched = false;  ///< it was on the ground
  bool left = false;     ///< it has passed an edge
  bool over = false;     ///< its flight has ended
};

/// Moves particle `i`. `abrasion`: the rate times the hardness of the ground in its cell. Changes nothing else.
ArticleStep fly_by_article(Terrain const& terrain, kernel::FlightRule const& rule, float abrasion,
                           WindParticleState& particles, std::size_t i);

}  // namespace barchan
