/// Droplets in blocks: loops that only gather between loops that only compute, for brushes of one cell away from rims.
#pragma once

#include <cstddef>
#include <cstdint>

#include "processes/water_particles/droplet_kernel.hpp"

namespace barchan::water {

inline constexpr std::size_t kBlock = 64;   ///< droplets
inline constexpr std::size_t kCorners = 4;  ///< south-west, south-east, north-west, north-east
inline constexpr std::size_t kWidestVector = 16;

// Plain arrays: through std::array the compiler does not find the vectors.
template <class T>
using Lane = T[kBlock];

/// Uniform random numbers of a block's slots for one round.
struct BlockDraws {
  Lane<float> exchange{}, water{}, rest{}, crossing{};
};

/// Places and the four cells around them; what follows from the cells' heights.
struct BlockPlaces {
  Lane<std::int32_t> x{}, y{};              ///< cell
  Lane<float> offset_x{}, offset_y{};       ///< place within it
  Lane<float> tx{}, ty{};                   ///< place between the centres of the corners
  Lane<std::uint32_t> corner[kCorners]{};   ///< indices of cells
  Lane<std::uint32_t> segment[kCorners]{};  ///< indices of their segments
  Lane<Quanta> elevation[kCorners]{};
};

/// Droplets that run on over dry land, away from walls and open edges.
struct Block {
  std::size_t count = 0;
  Lane<std::int32_t> slot{};
  Lane<std::uint32_t> cell{};
  BlockPlaces before, after;
  Lane<float> velocity_x{}, velocity_y{};
  Lane<float> volume{}, load{}, age{};
  Lane<float> exchange_phase{}, water_phase{};
  Lane<float> flow_x{}, flow_y{};
  Lane<Quanta> loose[kCorners]{};
  // What the loops work out.
  Lane<float> way_x{}, way_y{}, hop{}, discharge{}, fall_beyond{};
  Lane<std::int32_t> inside{};  ///< 0: has left through an open edge
  Lane<std::int32_t> taking{};  ///< 1: the counts are taken, 0: laid down
  Lane<Quanta> counts[kCorners]{};
  Lane<Quanta> rest{};  ///< laid down in the own cell besides
  Lane<Quanta> lost{};  ///< water that evaporates

  /// Droplets that the loops compute: whole vectors, the last of them with lanes that nobody reads.
  std::size_t padded() const { return (count + kWidestVector - 1) / kWidestVector * kWidestVector; }
};

/// Numbers for the slots from `first` on.
void draw_block(Draw const& draw, std::uint32_t first, BlockDraws& draws);

/// Finds the corners of places and where the places lie between them. Grids of two cells a side at least.
void locate(Grid const& grid, int segments_per_row, std::size_t count, BlockPlaces& places);

/// Moves the droplets of a block from `before` to `after`.
void run_block(Rule const& rule, Grid const& grid, Block& block);

/// What the droplets take or lay down along the way, in whole quanta, and what water they lose.
void exchange_block(Rule const& rule, Quanta base_level, Block& block);

}  // namespace barchan::water
