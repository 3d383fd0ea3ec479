/// Flow across one edge: arithmetic shared by the kernels of gravity.
#pragma once

#include <cstddef>

#include "base/kernel_math.hpp"
#include "gravity/edges.hpp"

namespace barchan::kernel {

using gravity::EdgeFlows;
using gravity::EdgeRule;
using gravity::kDiagonal;
using gravity::kInverseDiagonal;
using gravity::RowPair;

/// Quanta that a cell keeps for the rounding of its eight flows.
inline constexpr float kReserve = 8.0f;
/// Relative bound of the rounding error of float sums of requested outflow.
inline constexpr float kSafety = 1.0f - 1.0f / 1048576.0f;

/// Drop from a cell to each of its eight neighbours, quanta.
struct Drops {
  float west, east, south, north;
  float south_west, south_east, north_west, north_east;
};
inline Drops drops_of(RowTriple<Quanta> surface, std::ptrdiff_t i) {
  const Quanta h = surface.row[i];
  const auto drop = [h](Quanta low) { return static_cast<float>(difference(h, low)); };
  return {drop(surface.row[i - 1]),   drop(surface.row[i + 1]),   drop(surface.south[i]),
          drop(surface.north[i]),     drop(surface.south[i - 1]), drop(surface.south[i + 1]),
          drop(surface.north[i - 1]), drop(surface.north[i + 1])};
}
/// The steeper of the two drops, as the drop to an axis neighbour.
inline float steepest(float axis, float diagonal) { return larger(axis, diagonal * kInverseDiagonal); }
inline float deepest_axis(Drops const& d) { return larger(larger(d.west, d.east), larger(d.south, d.north)); }
inline float deepest_diagonal(Drops const& d) {
  return larger(larger(d.south_west, d.south_east), larger(d.north_west, d.north_east));
}
/// Total outflow that a cell requests: the sum, over all drops, of a fraction of the excess over the limit.
inline float wish_over(Drops const& d, float limit, float limit_diagonal, EdgeRule const& r) {
  const auto axis = [limit](float drop) { return positive(drop - limit); };
  const auto diagonal = [limit_diagonal](float drop) { return positive(drop - limit_diagonal); };
  return (axis(d.west) + axis(d.east)) * r.share_axis + axis(d.south) * r.share_south + axis(d.north) * r.share_north +
         (diagonal(d.south_west) + diagonal(d.south_east)) * r.share_south_diagonal +
         (diagonal(d.north_west) + diagonal(d.north_east)) * r.share_north_diagonal;
}

/// Upper bound of `wish_over` from the deepest drops along an axis and along a diagonal. It treats all drops as that
/// deep.
inline float wish_at_most(float axis, float diagonal, float limit, float limit_diagonal, EdgeRule const& r) {
  constexpr float kRounding = 1.0f + 1e-5f;
  return (positive(axis - limit) * (4.0f * r.share_axis) +
          positive(diagonal - limit_diagonal) * (2.0f * r.share_axis)) *
         kRounding;
}

/// A limit multiplied by the cell's own slope strength (null: 1).
template <bool kUneven>
[[gnu::always_inline]] inline float limit_of(float limit, float const* strength, std::ptrdiff_t i) {
  if constexpr (kUneven) return limit * strength[i];
  return limit;
}

/// The cell at one end of an edge.
struct EdgeEnd {
  Quanta elevation;
  float grant;  ///< fraction of the requested outflow that the cell can afford
};

/// Gain of cell `here` from cell `other` in whole quanta; negative if `here` gives. Both cells compute the same amount
/// from the same numbers in the same order. It is 0 where the slope is below the limit.
inline Quanta gain(EdgeEnd here, EdgeEnd other, float limit, float share, float dither) {
  const Quanta rise = difference(other.elevation, here.elevation);
  const float grant = rise > 0 ? other.grant : here.grant;
  const auto high = static_cast<float>(rise);
  const float steep = rise > 0 ? high : -high;
  const auto amount = static_cast<Quanta>(positive(steep - limit) * share * grant + dither);
  return rise > 0 ? amount : -amount;
}

/// Net gain of a cell from its eight neighbours.
inline Quanta net_flow(EdgeFlows const& flows, EdgeFlows const& south, std::ptrdiff_t i) {
  return flows.east[i] - flows.east[i - 1] + flows.north[i] + flows.north_east[i] + flows.north_west[i] -
         south.north[i] - south.north_east[i - 1] - south.north_west[i + 1];
}

}  // namespace barchan::kernel
