/// The inner loops of the article's law: one step of a block of particles over a land that does not change.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"

namespace barchan::kernel {

/// Particles that fly by the article's law, what they find on the land, and what comes of one step. Cells are indices
/// of the land.
struct ArticleBlock {
  std::size_t count;
  ParticleArrays particles;  ///< from the block's first particle on

  // What is found before the move.
  std::int32_t cell[kFlightBlock];  ///< where the particle is: sand is lifted there, rock worn
  Quanta east_rise[kFlightBlock];   ///< from the cell west of it up to the one east of it
  Quanta north_rise[kFlightBlock];  ///< from the one south up to the one north
  float abrasion[kFlightBlock];     ///< the rate times the hardness of the ground there
  Quanta cover[kFlightBlock];       ///< what lies there on the base
  Quanta dry_cover[kFlightBlock];   ///< of it, what wind can lift
  float plants_here[kFlightBlock];  ///< share of the ground there under plants
  // After it.
  std::int32_t far_x[kFlightBlock];  ///< column and row, not wrapped, into which the particle has moved
  std::int32_t far_y[kFlightBlock];
  float upward[kFlightBlock];       ///< its upward speed, height units a second
  std::int32_t next[kFlightBlock];  ///< where it is now; the edge cell where it has left the land
  std::int32_t ends[kFlightBlock];  ///< 1 where that ends its flight
  Quanta rise[kFlightBlock];        ///< from the old cell up to the new one
  float plants_there[kFlightBlock];

  // What it has done, and what it wants of the land.
  std::int32_t touched[kFlightBlock];  ///< 1: it was on the ground
  Quanta lift[kFlightBlock];           ///< wished for
  Quanta wear[kFlightBlock];           ///< base turned into sand
  Quanta laid_down[kFlightBlock];      ///< half of it in the old cell, half in the new one; the load no longer holds it
  std::int32_t over[kFlightBlock];     ///< 1: its flight has ended
};

/// Velocity from ground, gravity and drag; then the move to `far_x`, `far_y`. `cell_x` and `cell_y` are left alone.
void move_by_article(FlightRule const& rule, ArticleBlock& block);
/// Height over the new ground, and what is exchanged.
void exchange_by_article(FlightRule const& rule, ArticleBlock& block);

}  // namespace barchan::kernel
