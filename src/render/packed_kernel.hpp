/// Inner loops of PackedMaps, over the cells of one row.
#pragma once

#include <cstddef>
#include <cstdint>

namespace barchan::kernel {

/// Four half-precision floats: red in the lowest bits, alpha in the highest.
using HalfTexel = std::uint64_t;

/// A row of a grid and its neighbours in the south and in the north.
struct NeighbourRows {
  float const* south;
  float const* here;
  float const* north;
};
/// Writes south + 2 here + north.
void weigh_rows(NeighbourRows rows, std::size_t count, float* sum);
/// Writes north - south.
void rise_between(NeighbourRows rows, std::size_t count, float* rise);

/// Inputs of a row of the surface map. The sums are those of weigh_rows(); they and `rise` must have one more cell on
/// both sides.
struct SurfaceRow {
  float const* height_sum;  ///< m
  float const* rise;        ///< m
  float const* sand;        ///< m
  float const* sun_sum;     ///< of the visibility of the sun
  float const* beyond;      ///< visibility of the sun over the ground beyond the edges
  float const* shade_sum;   ///< of the height up to which the shadow reaches, m
  float per_metre;          ///< 1 / cell size
};
/// Writes slope in x, slope in y, sand and the visibility of the sun.
void pack_surface(SurfaceRow const& row, std::size_t count, HalfTexel* texels);

/// Inputs of a row of the cover map, under the same conditions.
struct CoverRow {
  float const* height_sum;  ///< m
  float const* height;      ///< m
  float const* sky;         ///< visibility of the sky
  float const* dust;        ///< fraction of full dust
  float const* turn;        ///< sine of the turn of the local wind
  float per_metre;          ///< 1 / cell size
};
/// Writes the visibility of the sky, dust, hollowness and turn.
void pack_cover(CoverRow const& row, std::size_t count, HalfTexel* texels);

}  // namespace barchan::kernel
