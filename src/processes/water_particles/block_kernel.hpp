/// The physics of a round: droplets in blocks, in loops that only compute between loops that only gather.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/grid.hpp"
#include "processes/water_particles/droplet.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan::water {

inline constexpr std::size_t kBlock = 64;  ///< droplets
inline constexpr std::size_t kWidestVector = 16;
inline constexpr auto kPerMetre = static_cast<float>(kQuantaPerMetre);
inline constexpr float kLeast = 1e-30f;  ///< keeps 0 / 0 away

// Plain arrays: through std::array the compiler does not find the vectors.
template <class T>
using Lane = T[kBlock];

/// Who draws, and when.
struct Draw {
  std::uint64_t seed = 0, step = 0;
  std::uint32_t round = 0;
};

/// Uniform random numbers of a block's slots for one round.
struct BlockDraws {
  Lane<float> exchange{}, water{}, rest{};
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

/// Sections of the channels in which droplets run, and how these go with them; width 0: in none.
struct BlockSections {
  Lane<float> width{}, offset{};     ///< m; of the droplet from the middle, positive to the left
  Lane<float> along_x{}, along_y{};  ///< unit vector downstream
  Lane<float> known{};               ///< 1: of the cell, 0: what the droplet has come from
  Lane<float> fall{};                ///< m/m, slope of the section
  Lane<float> curvature{}, slope{};  ///< 1/m, m/m
  Lane<float> rise{};                ///< m of the ground above the mean of the bed
  Lane<float> lane{}, bend{};        ///< of the droplets
  Lane<float> shift_x{}, shift_y{};  ///< cells, towards the droplet's lane
  Lane<float> per_depth{};           ///< 1 over the depth of the water, 1/quanta
  Lane<float> undercut{};            ///< quanta that they would take from banks if all around were bank
  Lane<float> pressure{};            ///< excess of the speed at the bank on their side, >= 0
  Lane<float> swiftness{};           ///< speed against the mean of the section
};

/// Droplets that move and exchange with the ground in this round.
struct Block {
  std::size_t count = 0;
  Lane<std::int32_t> slot{};
  Lane<std::uint32_t> cell{};
  BlockPlaces before, after;
  Lane<float> velocity_x{}, velocity_y{};
  Lane<float> volume{}, load{}, age{};
  Lane<float> exchange_phase{}, water_phase{};
  Lane<float> flow_x{}, flow_y{};
  Lane<float> pull{};         ///< m2/s2: gravity over friction
  Lane<std::int32_t> held{};  ///< 1: the edge is closed to them
  Lane<float> depth{};        ///< of standing water, quanta; 0: none
  Lane<Quanta> available[kCorners]{};
  BlockSections sections;
  // How they move.
  Lane<float> way_x{}, way_y{}, hop{};  ///< cells
  Lane<float> speed{};                  ///< m/s
  Lane<float> discharge{};              ///< m2/s
  Lane<float> drop{};                   ///< m, down along the way
  Lane<Quanta> ground{};                ///< elevation where they have come
  Lane<Quanta> floor{};                 ///< elevation below which they do not dig
  Lane<std::int32_t> inside{};          ///< 0: has left through an open edge
  // What they exchange.
  Lane<std::int32_t> taking{};      ///< 1: they take up, 0: they lay down
  Lane<float> wanted{};             ///< quanta that they would take up if all were sand
  Lane<Quanta> laid{};              ///< laid down
  Lane<Quanta> lost{};              ///< water that evaporates
  Lane<float> tilt_x{}, tilt_y{};   ///< of the water's surface, quanta a cell
  Lane<Quanta> counts[kCorners]{};  ///< taken from or laid down in the four cells
  Lane<Quanta> rest{};              ///< laid down in the own cell besides

  /// Droplets that the loops compute: whole vectors, the last of them with lanes that nobody reads.
  std::size_t padded() const { return (count + kWidestVector - 1) / kWidestVector * kWidestVector; }
};

/// Draws for up to kBlock slots.
void draw_block(Draw const& draw, std::span<std::uint32_t const> slots, BlockDraws& draws);

/// Finds the corners of places and where the places lie between them. Grids of two cells a side at least.
void locate(Grid const& grid, int segments_per_row, std::size_t count, BlockPlaces& places);

/// What the channels ask of the droplets that run in them: where to keep to, how fast to be.
void follow_channels(Rule const& rule, Block& block);

/// What the droplets keep of the channels for the cells to come, after the look ahead.
void remember_channels(Rule const& rule, Block& block);

/// Moves the droplets of a block from `before` to `after`.
void run_block(Rule const& rule, Grid const& grid, Block& block);

/// How far it falls along their way, and the bed ahead of them.
void look_ahead(Quanta base_level, Block& block);

/// What the droplets want to take up or lay down along the way, and what water they lose.
void exchange_block(Rule const& rule, Block& block);

/// Shares it among the four cells around each, in whole quanta.
void share_block(BedRule const& rule, Block& block);

}  // namespace barchan::water
