/// Columns of one soil on rock, as vectors: how full they are, and what becomes of their water in a step.
#pragma once

#include <cstddef>

#include "base/quanta.hpp"

namespace barchan::kernel {

struct SoilColumns {
  Quanta const* elevation;
  Quanta const* cover;   ///< thickness of the soil, >= 0
  Quanta const* stored;  ///< water below the table, quanta of depth
};
struct SoilOfColumns {
  double share;        ///< of pores, > 0
  float conductivity;  ///< m/s
};
/// See groundwater::AquiferRow.
struct WetColumns {
  Quanta* head;
  Quanta* wet;
  Quanta* room;
  float* conductivity;
  float* per_share;
};
/// Finds how full columns are. Returns 2^30 or more where an elevation is as far from the datum or a cover as thick, so
/// that differences may have wrapped around.
Quanta read_columns(SoilColumns const& from, SoilOfColumns const& soil, std::size_t count, WetColumns const& to);

/// The largest of amounts >= 0, or 0.
Quanta largest(Quanta const* amounts, std::size_t count);

/// No amount of these columns may be larger: sums of four are still no overflow.
constexpr Quanta kMostOfAColumn = Quanta{1} << 28;

/// What a step does to every column, quanta of depth.
struct ColumnStep {
  Quanta drizzle;        ///< comes
  Quanta dries;          ///< goes into the air at most
  float field_capacity;  ///< share of the pores above the table whose water does not
  bool drying;           ///< the air takes some, if not in this step
};
struct ColumnWater {
  Quanta const* gain;    ///< by flow
  Quanta const* room;    ///< that fills all pores
  Quanta const* runs;    ///< runs down to the table at most
  Quanta const* stored;  ///< below the table, before
  Quanta* after;         ///< below the table
  Quanta* moisture;      ///< above it
  Quanta* out;           ///< comes to the surface
};
struct ColumnLosses {
  QuantaSum dried = 0;
  bool springs = false;  ///< something came out
  bool rests = true;     ///< no moisture is left to run down or to dry
};
/// A span of time, as quanta of depth that 1 m/s has made before it and by its end.
struct RateSpan {
  double begin, end;
};
/// Whole quanta that rates (m/s) make of a span, `most` or fewer: the same in total however it is cut.
void find_amounts(float const* rates, RateSpan span, Quanta most, std::size_t count, Quanta* amounts);

/// Lets a step pass.
ColumnLosses pass(ColumnWater const& water, ColumnStep const& step, std::size_t count);

/// What keeps full columns full, whatever they lose: `gains` with it, and how much it is.
struct KeptFull {
  Quanta* gains;
  Quanta* lacked;
};
/// Returns the sum of it. Of `water` needs what is there before, gains and room.
QuantaSum keep_full(ColumnWater const& water, std::size_t count, KeptFull const& to);

/// Adds amounts to others.
void add(Quanta const* amounts, std::size_t count, Quanta* to);
/// Adds amounts times `rate`.
void add_rates(Quanta const* amounts, float rate, std::size_t count, float* to);

}  // namespace barchan::kernel
