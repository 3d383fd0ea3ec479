/// The inner loops of the article's law: one step of a block of particles over land that does not change.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"

namespace barchan::kernel {

/// Particles that follow the article's law, the data that they read from the land, and the result of one step. Cells
/// are indices into the land.
struct ArticleBlock {
  std::size_t count;
  ParticleArrays particles;  ///< starting at the block's first particle

  // Input: the land before the move.
  std::int32_t cell[kFlightBlock];  ///< cell of the particle, in which it lifts sand and wears rock
  Quanta east_rise[kFlightBlock];   ///< rise from the western to the eastern neighbour
  Quanta north_rise[kFlightBlock];  ///< rise from the southern to the northern neighbour
  float abrasion[kFlightBlock];     ///< abrasion rate times hardness of the ground
  Quanta cover[kFlightBlock];       ///< thickness of the cover
  Quanta dry_cover[kFlightBlock];   ///< part of the cover that is dry, so that wind can lift it
  float guarded[kFlightBlock];      ///< fraction of wear that shelter prevents
  float held[kFlightBlock];         ///< fraction of lift that shelter prevents
  // After the move.
  std::int32_t far_x[kFlightBlock];  ///< column and row of the particle's new cell, not wrapped
  std::int32_t far_y[kFlightBlock];
  float upward[kFlightBlock];       ///< vertical speed, height units per second
  std::int32_t next[kFlightBlock];  ///< new cell; the edge cell if the particle has left the land
  std::int32_t ends[kFlightBlock];  ///< 1: leaving the land ends the flight
  Quanta rise[kFlightBlock];        ///< rise from the old cell to the new one
  float trapped[kFlightBlock];      ///< rate at which shelter catches sand; 1: that of full shadow

  // Output: actions of the particle, and its requests to the land.
  std::int32_t touched[kFlightBlock];  ///< 1: it was on the ground
  Quanta lift[kFlightBlock];           ///< quanta wanted
  Quanta wear[kFlightBlock];           ///< quanta of base turned into sand
  /// Quanta deposited, half in the old and half in the new cell; already subtracted from the load.
  Quanta laid_down[kFlightBlock];
  std::int32_t over[kFlightBlock];  ///< 1: the flight has ended
};

/// Computes the velocity from ground, gravity and drag, and then the new position. The new cell is written to `far_x`
/// and `far_y`; `cell_x` and `cell_y` are not changed.
void move_by_article(FlightRule const& rule, ArticleBlock& block);
/// Computes the height above the new ground, and the exchange with it.
void exchange_by_article(FlightRule const& rule, ArticleBlock& block);

}  // namespace barchan::kernel
