/// The inner loops of the cascade, over a run of cells in one row.
#pragma once

#include <cstddef>

#include "barchan/quanta.hpp"

namespace barchan::kernel {

/// How much passes between neighbours. Limits in quanta; shares of the excess per sweep. A share of 0 is a wall.
struct CascadeRule {
  float limit_axis, limit_diagonal;
  float share_axis;                      ///< to the neighbours left and right
  float share_south, share_south_diagonal;
  float share_north, share_north_diagonal;
  float dither;                          ///< 0 <= dither < 1, added before an amount is cut to whole quanta
};

/// Three rows of one array, `row` in the middle.
template <class T>
struct RowTriple {
  T const* south;
  T const* row;
  T const* north;
};

/// Writes the grant of cells [first, last), which all have both neighbours in their row; returns whether any is a donor.
bool cascade_grants(CascadeRule rule, RowTriple<Quanta> elevation, Quanta const* loose, float* grant, std::size_t first,
                    std::size_t last);

/// Writes the net change of cells [first, last); returns whether any is not zero.
bool cascade_changes(CascadeRule rule, RowTriple<Quanta> elevation, RowTriple<float> grant, Quanta* change,
                     std::size_t first, std::size_t last);

/// The same for one cell at the end of a row, whose neighbours stand at columns `left` and `right`; a negative
/// column is a wall.
bool cascade_grant_at_end(CascadeRule rule, RowTriple<Quanta> elevation, Quanta const* loose, float* grant,
                          std::ptrdiff_t cell, std::ptrdiff_t left, std::ptrdiff_t right);
bool cascade_change_at_end(CascadeRule rule, RowTriple<Quanta> elevation, RowTriple<float> grant, Quanta* change,
                           std::ptrdiff_t cell, std::ptrdiff_t left, std::ptrdiff_t right);

}  // namespace barchan::kernel
