/// The inner loops of sand in flight as a field: rows of quanta that the wind shifts, lays down and lifts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"
#include "processes/slab_dunes/rest.hpp"

namespace barchan::kernel {

/// What one transport sub-step does to every cell.
struct AirborneRule {
  RestChances rest{};        ///< in one sub-step, in the prevailing wind
  float inverse_sand_depth;  ///< 1 / thickness (quanta) of sand that hides the ground
};

/// Whole quanta of `air` that a share stands for, never more than there are; a whole share is all of it, exactly.
inline Quanta part(Quanta air, float share) {
  const auto moved = static_cast<Quanta>(static_cast<float>(air) * share);
  return share < 1.0f && moved < air ? moved : air;
}

/// Share of a cell's sand in the air that moves to its neighbours along one axis, a value a cell.
struct AxisShares {
  float const* forward;   ///< to the next cell
  float const* backward;  ///< to the one before
};

/// Splits a direction into the shares that leave forward and backward, `count` cells.
void split_shares(float const* direction, float reach, std::size_t count, float* forward, float* backward);

/// Moves sand along a row. `air` and the shares reach one cell further on both sides; `out` holds `count` cells.
void shift_along(Quanta const* air, AxisShares shares, std::size_t count, Quanta* out);

/// One row of sand in the air and what of it leaves north (forward) and south (backward).
struct AirRow {
  Quanta const* air;
  AxisShares shares;
};
/// Moves sand across rows: what stays in `row`, what comes from the rows south and north of it.
void shift_across(AirRow south, AirRow row, AirRow north, std::size_t count, Quanta* out);

inline constexpr std::size_t kChancesPerDraw = 8;
/// Sixteen-bit random numbers for `count` cells of a row.
struct ChanceKey {
  std::uint64_t seed, step;
  std::uint32_t row;
};
/// Draws for every cell of a row of `count` whose number leaves a rest from `first` to before `last` when divided by
/// the eighth part of `chance_count(count)`: one draw serves eight of them.
void draw_chances(ChanceKey key, std::size_t count, std::size_t first, std::size_t last, std::uint16_t* chances);
/// Entries that `chances` must hold.
std::size_t chance_count(std::size_t count);

/// What a row of cells looks like to the sand above it.
struct GroundRow {
  Quanta const* available;  ///< what may be taken of the soil at the beginning of the step
  Quanta const* cover;      ///< and of any soil
  float const* trap;        ///< probability with which sheltered ground stops sand, 0 open .. 1 full
  float const* hold;        ///< share of the lift that shelter prevents, 0 open .. 1 full
  float const* ratio;       ///< local wind over the prevailing one
  std::uint16_t const* chances;
};
/// Sand that is still on its first way and rests only in shelter, and sand that may rest anywhere.
struct AirCells {
  Quanta* rising;  ///< null where none is left
  Quanta* falling;
};
/// Where the sand of a row of cells comes from, and where it is; the same cells where it has been shifted before.
struct AirWay {
  Quanta const* rising;  ///< null where none is left
  Quanta const* falling;
  AirCells to;
};
/// What a row of cells gains in a sub-step.
struct CellGains {
  Quanta* passed;  ///< sand that flew over it
  Quanta* change;  ///< sand that came to rest
};
/// Counts the sand that arrives as passed and lays down all of a cell's falling sand by chance, and all its sand surely
/// in full shelter. Returns the sum of what comes to rest.
QuantaSum arrive(AirborneRule const& rule, GroundRow ground, std::size_t count, AirWay air, CellGains gains);
/// All sand of some cells.
QuantaSum sum_of(Quanta const* air, std::size_t count);
/// Adds the rising sand to the falling.
void begin_to_fall(AirCells air, std::size_t count);
/// Lifts sand from the ground into `air`: `most` quanta in the open wind, and never more than is there. `change`, what
/// the ground gained since `available` was measured, loses it.
void lift(float most, GroundRow ground, std::size_t count, Quanta* air, Quanta* change);

/// One row of cells over which impacts push sand, or the row of their partners.
struct CreepRow {
  Quanta const *elevation, *available;
  Quanta const* air;  ///< sand that flies past
};

/// Grains that impacts push downhill, between a cell and its next in one direction; positive: towards the next one.
/// `strength` is per quantum in the air and quantum of difference; at most a quarter of the donor's sand moves.
void reptate(float strength, CreepRow row, CreepRow next, std::size_t count, Quanta* flow);

}  // namespace barchan::kernel
