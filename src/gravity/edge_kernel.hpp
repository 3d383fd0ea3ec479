/// What crosses one edge: the arithmetic that the kernels of gravity share.
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

/// A cell keeps this much for the rounding of its eight amounts.
inline constexpr float kReserve = 8.0f;
/// What float sums of the wishes may be short by, relative.
inline constexpr float kSafety = 1.0f - 1.0f / 1048576.0f;

/// How far each of its eight neighbours lies below a cell, quanta.
struct Drops {
  float west, east, south, north;
  float south_west, south_east, north_west, north_east;
};
inline Drops drops_of(RowTriple<Quanta> surface, std::ptrdiff_t i) {
  const Quanta h = surface.row[i];
  const auto drop = [h](Quanta low) { return static_cast<float>(h - low); };
  return {drop(surface.row[i - 1]),   drop(surface.row[i + 1]),   drop(surface.south[i]),
          drop(surface.north[i]),     drop(surface.south[i - 1]), drop(surface.south[i + 1]),
          drop(surface.north[i - 1]), drop(surface.north[i + 1])};
}
/// The steepest of them as the drop over an edge on an axis.
inline float steepest(float axis, float diagonal) { return larger(axis, diagonal * kInverseDiagonal); }
inline float deepest_axis(Drops const& d) { return larger(larger(d.west, d.east), larger(d.south, d.north)); }
inline float deepest_diagonal(Drops const& d) {
  return larger(larger(d.south_west, d.south_east), larger(d.north_west, d.north_east));
}
/// What a cell would give to all its neighbours together: of each drop the share of what exceeds a limit.
inline float wish_over(Drops const& d, float limit, float limit_diagonal, EdgeRule const& r) {
  const auto axis = [limit](float drop) { return positive(drop - limit); };
  const auto diagonal = [limit_diagonal](float drop) { return positive(drop - limit_diagonal); };
  return (axis(d.west) + axis(d.east)) * r.share_axis + axis(d.south) * r.share_south + axis(d.north) * r.share_north +
         (diagonal(d.south_west) + diagonal(d.south_east)) * r.share_south_diagonal +
         (diagonal(d.north_west) + diagonal(d.north_east)) * r.share_north_diagonal;
}

/// No less than `wish_over`, for the deepest drops over an axis and over a diagonal: as if all were as deep as these.
inline float wish_at_most(float axis, float diagonal, float limit, float limit_diagonal, EdgeRule const& r) {
  constexpr float kRounding = 1.0f + 1e-5f;
  return (positive(axis - limit) * (4.0f * r.share_axis) +
          positive(diagonal - limit_diagonal) * (2.0f * r.share_axis)) *
         kRounding;
}

/// A limit that a cell's own strength of slopes (null: 1) makes larger or smaller.
template <bool kUneven>
[[gnu::always_inline]] inline float limit_of(float limit, float const* strength, std::ptrdiff_t i) {
  if constexpr (kUneven) return limit * strength[i];
  return limit;
}

/// A cell at one end of an edge.
struct EdgeEnd {
  Quanta elevation;
  float grant;  ///< share of its wishes that it can afford
};

/// What cell `here` gains from cell `other` (negative: gives), in whole quanta. Both sides compute the same amount from
/// the same numbers in the same order; it is 0 where nothing stands too high.
inline Quanta gain(EdgeEnd here, EdgeEnd other, float limit, float share, float dither) {
  const Quanta rise = other.elevation - here.elevation;
  const float grant = rise > 0 ? other.grant : here.grant;
  const auto steep = static_cast<float>(rise > 0 ? rise : -rise);
  const auto amount = static_cast<Quanta>(positive(steep - limit) * share * grant + dither);
  return rise > 0 ? amount : -amount;
}

/// What a cell gains from its eight neighbours.
inline Quanta net_flow(EdgeFlows const& flows, EdgeFlows const& south, std::ptrdiff_t i) {
  return flows.east[i] - flows.east[i - 1] + flows.north[i] + flows.north_east[i] + flows.north_west[i] -
         south.north[i] - south.north_east[i - 1] - south.north_west[i + 1];
}

}  // namespace barchan::kernel
