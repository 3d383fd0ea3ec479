/// The inner loops of sand in flight as a field: shifting, deposition and lift of rows of quanta.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"
#include "processes/slab_dunes/rest.hpp"

namespace barchan::kernel {

/// Constants of a transport sub-step.
struct AirborneRule {
  RestChances rest{};        ///< per sub-step, in the prevailing wind
  float inverse_sand_depth;  ///< 1 / thickness of sand that hides the ground, 1/quanta
};

/// The fraction `share` of `air` in whole quanta, never more than `air`; with a share of 1, exactly all of it.
inline Quanta part(Quanta air, float share) {
  const auto moved = static_cast<Quanta>(static_cast<float>(air) * share);
  return share < 1.0f && moved < air ? moved : air;
}

/// Fraction of each cell's sand in the air that moves to its neighbours along one axis.
struct AxisShares {
  float const* forward;   ///< to the next cell
  float const* backward;  ///< to the previous cell
};

/// Splits a direction into the fractions that move forward and backward, for `count` cells.
void split_shares(float const* direction, float reach, std::size_t count, float* forward, float* backward);

/// Moves sand along a row. `air` and the shares extend one cell further on both sides; `out` holds `count` cells.
void shift_along(Quanta const* air, AxisShares shares, std::size_t count, Quanta* out);

/// One row of sand in the air, and the fractions that move north (forward) and south (backward).
struct AirRow {
  Quanta const* air;
  AxisShares shares;
};
/// Moves sand across rows: sums what stays in `row` and what comes from the rows south and north of it.
void shift_across(AirRow south, AirRow row, AirRow north, std::size_t count, Quanta* out);

inline constexpr std::size_t kChancesPerDraw = 8;
/// Key of the 16-bit random numbers of a row.
struct ChanceKey {
  std::uint64_t seed, step;
  std::uint32_t row;
};
/// Draws the numbers of the cells whose index, modulo an eighth of `chance_count(count)`, is in the range from `first`
/// up to, but not including, `last`. One draw serves eight cells.
void draw_chances(ChanceKey key, std::size_t count, std::size_t first, std::size_t last, std::uint16_t* chances);
/// Number of entries that `chances` must hold.
std::size_t chance_count(std::size_t count);

/// The properties of the ground that affect the sand above it.
struct GroundRow {
  Quanta const* available;  ///< available sand of the moving soil at the beginning of the step
  Quanta const* cover;      ///< available sand of any soil
  float const* trap;        ///< probability that shelter stops sand; 0: open, 1: full shelter
  float const* hold;        ///< fraction of the lift that shelter prevents; 0: open, 1: full shelter
  float const* ratio;       ///< ratio of the local wind to the prevailing wind
  std::uint16_t const* chances;
};
/// Sand that has not finished its first hop and rests only in shelter, and sand that may rest anywhere.
struct AirCells {
  Quanta* rising;  ///< null if no sand rises any more
  Quanta* falling;
};
/// Source and destination of the sand of a row; the same cells if it has been shifted already.
struct AirWay {
  Quanta const* rising;  ///< null if no sand rises any more
  Quanta const* falling;
  AirCells to;
};
/// Results of a sub-step for a row of cells.
struct CellGains {
  Quanta* passed;  ///< sand that flew over the cell
  Quanta* change;  ///< sand that came to rest
};
/// Counts arriving sand as passed and deposits it at random: either all of a cell's falling sand or none. In full
/// shelter, deposits all sand of the cell. Returns the sum of the sand that comes to rest.
QuantaSum arrive(AirborneRule const& rule, GroundRow ground, std::size_t count, AirWay air, CellGains gains);
/// Sum of the sand over `count` cells.
QuantaSum sum_of(Quanta const* air, std::size_t count);
/// Adds the rising sand to the falling.
void begin_to_fall(AirCells air, std::size_t count);
/// Lifts sand from the ground into `air`: `most` quanta in the open wind, but not more than is available. `change`, the
/// change of the ground since `available` was read, is reduced by it.
void lift(float most, GroundRow ground, std::size_t count, Quanta* air, Quanta* change);

/// Multiplies the lift that `hold` leaves by the power 3/2 of `stress` (Bagnold 1941: the flux of sand grows with the
/// cube of the shear velocity).
void add_stress(float const* stress, std::size_t count, float* hold);

/// A row of cells in which impacts push sand, or the row next to it.
struct CreepRow {
  Quanta const *elevation, *available;
  Quanta const* air;  ///< sand that flies past
};

/// Computes the sand that impacts push downhill between each cell and the next one; positive: towards the next one.
/// `strength` is per quantum in the air and per quantum of height difference. At most a quarter of the giver's sand
/// moves.
void reptate(float strength, CreepRow row, CreepRow next, std::size_t count, Quanta* flow);

}  // namespace barchan::kernel
