/// The physics of a round. Droplets are handled in blocks: loops that only gather alternate with loops that only
/// compute, so that the compiler can vectorise the latter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/grid.hpp"
#include "processes/water_particles/droplet.hpp"
#include "processes/water_particles/rule.hpp"

namespace barchan::water {

inline constexpr std::size_t kBlock = 64;  ///< droplets per block
inline constexpr std::size_t kWidestVector = 16;
inline constexpr auto kPerMetre = static_cast<float>(kQuantaPerMetre);
inline constexpr float kLeast = 1e-30f;  ///< avoids 0 / 0

// Plain arrays, because compilers do not vectorise loops through std::array here.
template <class T>
using Lane = T[kBlock];

/// Identifies the random numbers of a round.
struct Draw {
  std::uint64_t seed = 0, step = 0;
  std::uint32_t round = 0;
};

/// Uniform random numbers of a block's slots for one round.
struct BlockDraws {
  Lane<float> exchange{}, water{}, rest{};
};

/// The places of a block's droplets, and the four cells around each.
struct BlockPlaces {
  Lane<std::int32_t> x{}, y{};              ///< cell
  Lane<float> offset_x{}, offset_y{};       ///< position within the cell, [0, 1)
  Lane<float> tx{}, ty{};                   ///< position between the centres of the four cells, [0, 1]
  Lane<std::uint32_t> corner[kCorners]{};   ///< indices of cells
  Lane<std::uint32_t> segment[kCorners]{};  ///< indices of their segments
  Lane<Quanta> elevation[kCorners]{};
};

/// The channel sections in which the droplets of a block run, and how the droplets respond. A width of 0 means that the
/// droplet is not in a channel.
struct BlockSections {
  Lane<float> width{}, offset{};     ///< m; offset of the droplet from the middle, positive to the left
  Lane<float> along_x{}, along_y{};  ///< unit vector downstream
  Lane<float> known{};               ///< 1: the section is that of the cell; 0: it is remembered by the droplet
  Lane<float> fall{};                ///< slope of the section, m/m
  Lane<float> curvature{}, slope{};  ///< curvature of the section, 1/m; averaged slope of the droplet, m/m
  Lane<float> rise{};                ///< height of the ground above the mean bed, m
  Lane<float> lane{}, bend{};        ///< see Droplet::lane and Droplet::bend
  Lane<float> shift_x{}, shift_y{};  ///< displacement towards the droplet's lane, cells
  Lane<float> per_depth{};           ///< 1 / depth of the water, 1/quanta
  Lane<float> undercut{};            ///< quanta that would be taken if every cell under the brush were bank
  Lane<float> pressure{};            ///< excess of the speed at the bank on the droplet's side, >= 0
  Lane<float> swiftness{};           ///< ratio of the droplet's speed to the mean speed of the section
};

/// Droplets that move and exchange sediment with the ground together in a round.
struct Block {
  std::size_t count = 0;
  Lane<std::int32_t> slot{};
  Lane<std::uint32_t> cell{};
  BlockPlaces before, after;
  Lane<float> velocity_x{}, velocity_y{};
  Lane<float> volume{}, load{}, age{};
  Lane<float> exchange_phase{}, water_phase{};
  Lane<float> flow_x{}, flow_y{};
  Lane<float> pull{};         ///< gravity over friction, m2/s2
  Lane<std::int32_t> held{};  ///< 1: it cannot leave over the edge of the land
  Lane<float> depth{};        ///< depth of standing water, quanta; 0: none
  Lane<Quanta> available[kCorners]{};
  BlockSections sections;
  // Motion.
  Lane<float> way_x{}, way_y{}, hop{};  ///< displacement and its length, cells
  Lane<float> speed{};                  ///< m/s
  Lane<float> discharge{};              ///< discharge per unit width, m2/s
  Lane<float> drop{};                   ///< descent along the path, m
  Lane<Quanta> ground{};                ///< elevation of the ground where it arrives
  Lane<Quanta> floor{};                 ///< elevation below which it does not erode
  Lane<std::int32_t> inside{};          ///< 0: it has left over an open edge
  // Exchange with the ground.
  Lane<float> shields{}, bed_load{};  ///< see BedLoad
  Lane<float> carried{};              ///< sediment per volume of water; negative: the rule gives the capacity
  Lane<std::int32_t> taking{};        ///< 1: it entrains sediment; 0: it deposits
  Lane<float> wanted{};               ///< quanta that it would entrain from a bed of sand
  Lane<Quanta> laid{};                ///< quanta that it deposits
  Lane<Quanta> lost{};                ///< quanta of water that evaporate
  Lane<float> tilt_x{}, tilt_y{};     ///< slope of the water surface, quanta per cell
  Lane<Quanta> counts[kCorners]{};    ///< quanta entrained from or deposited in each of the four cells
  Lane<Quanta> rest{};                ///< additional quanta that it deposits in its own cell

  /// Number of lanes that the loops compute: `count` rounded up to whole vectors. The lanes beyond `count` are unused.
  std::size_t padded() const { return (count + kWidestVector - 1) / kWidestVector * kWidestVector; }
};

/// Draws random numbers for at most kBlock slots.
void draw_block(Draw const& draw, std::span<std::uint32_t const> slots, BlockDraws& draws);

/// Finds the four cells around each place and the position between their centres. The grid must be at least 2 x 2.
void locate(Grid const& grid, int segments_per_row, std::size_t count, BlockPlaces& places);

/// Computes, for each droplet in a channel, the direction in which it moves across the section and the speed that it
/// should have.
void follow_channels(Rule const& rule, Block& block);

/// Updates the channel data that droplets remember for use in cells without a section. Call it after look_ahead().
void remember_channels(Rule const& rule, Block& block);

/// Moves the droplets of a block from `before` to `after`.
void run_block(Rule const& rule, Grid const& grid, Block& block);

/// Computes the descent of the ground along each path, and the elevation of the bed ahead.
void look_ahead(Quanta base_level, Block& block);

/// Computes `carried` from the law of bed load.
void carry_bed_load(float cell_size, Block& block);

/// Computes how much each droplet wants to entrain or deposit along its path, and how much of its water evaporates.
void exchange_block(Rule const& rule, Block& block);

/// Distributes that amount over the four cells around each droplet, in whole quanta.
void share_block(BedRule const& rule, Block& block);

}  // namespace barchan::water
