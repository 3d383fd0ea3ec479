/// Vectorised loops over columns of one soil on rock. They compute how full the columns are and how a step changes
/// their water.
#pragma once

#include <cstddef>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// The input of read_columns(): one entry per column.
struct SoilColumns {
  Quanta const* elevation;
  Quanta const* cover;   ///< thickness of the soil, >= 0
  Quanta const* stored;  ///< water below the water table, quanta of depth
};
/// The single soil of the columns.
struct SoilOfColumns {
  double share;        ///< porosity, > 0
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
/// Computes how full columns are. Returns the largest magnitude of an elevation or thickness; at 2^30 or more,
/// differences may have wrapped around.
Quanta read_columns(SoilColumns const& from, SoilOfColumns const& soil, std::size_t count, WetColumns const& to);

/// The largest of non-negative amounts, or 0 if there are none.
Quanta largest(Quanta const* amounts, std::size_t count);

/// Largest amount allowed in a column here, so that sums of four do not overflow.
constexpr Quanta kMostOfAColumn = Quanta{1} << 28;

/// Constants of a step that are the same for all columns; amounts in quanta of depth.
struct ColumnStep {
  Quanta drizzle;        ///< recharge
  Quanta dries;          ///< evaporation, at most
  float field_capacity;  ///< fraction of the pores above the water table whose water does not percolate
  bool drying;           ///< evaporation is on, even if it takes nothing in this step
};
/// The water of columns in a step, one entry per column, quanta of depth. The members from `after` on are results.
struct ColumnWater {
  Quanta const* gain;    ///< by flow from neighbours
  Quanta const* room;    ///< pore volume
  Quanta const* runs;    ///< percolation, at most
  Quanta const* stored;  ///< water below the water table before the step
  Quanta* after;         ///< water below the water table after the step
  Quanta* moisture;      ///< water above the water table
  Quanta* out;           ///< water that comes to the surface
};
/// Result of pass().
struct ColumnLosses {
  QuantaSum dried = 0;
  bool springs = false;  ///< water came to the surface
  bool rests = true;     ///< no moisture is left to percolate or evaporate
};
/// A time span. Its beginning and end are given as the quanta of depth that a rate of 1 m/s yields until then.
struct RateSpan {
  double begin, end;
};
/// Whole quanta that rates (m/s) yield over a span, at most `most`. The total does not depend on how time is divided.
void find_amounts(float const* rates, RateSpan span, Quanta most, std::size_t count, Quanta* amounts);

/// Applies a step to columns.
ColumnLosses pass(ColumnWater const& water, ColumnStep const& step, std::size_t count);

/// Extra water that keeps full columns full, however much they lose: `gains` includes it, and `lacked` is its amount.
struct KeptFull {
  Quanta* gains;
  Quanta* lacked;
};
/// Computes the extra water and returns its total. Reads only the members `stored`, `gain` and `room` of `water`.
QuantaSum keep_full(ColumnWater const& water, std::size_t count, KeptFull const& to);

/// Adds amounts to others.
void add(Quanta const* amounts, std::size_t count, Quanta* to);
/// Adds amounts multiplied by `rate`.
void add_rates(Quanta const* amounts, float rate, std::size_t count, float* to);

}  // namespace barchan::kernel
