/// Cells of a disc, under the boundary condition.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/grid.hpp"

namespace barchan {

/// Indices of the cells along one axis whose centres lie within `reach` of `centre`. On a periodic axis each cell
/// occurs once, at its nearest image.
struct CellRange {
  int first, last;
};
inline CellRange cells_within(double centre, double reach, int size, bool periodic) {
  double first = std::ceil(centre - reach - 0.5);
  double last = std::floor(centre + reach - 0.5);
  const double nearest = periodic ? std::ceil(centre - 0.5 * size - 0.5) : 0.0;
  first = std::clamp(first, nearest, nearest + size);
  last = std::clamp(last, nearest - 1.0, nearest + size - 1.0);
  return {static_cast<int>(first), static_cast<int>(last)};
}

/// Effect at `distance` from the middle of a disc, a fraction of its radius: 1 inside, falling smoothly to 0 over the
/// fraction `edge` of the radius.
inline double fade(double distance, double edge) {
  if (1.0 - distance >= edge) return 1.0;
  const double t = (1.0 - distance) / edge;
  return t * t * (3.0 - 2.0 * t);
}

/// Calls `visit(cell, square)` for each cell whose centre lies within `radius` of (x, y). Lengths are in cells. If
/// there is no such cell, visits the cell at (x, y). `square` is the squared distance over the squared radius, 0 to 1.
template <class Visit>
void for_each_cell_of_disc(Grid const& grid, double x, double y, double radius, Visit&& visit) {
  const double reach = radius * radius;
  bool empty = true;
  const CellRange rows = cells_within(y, radius, grid.height, grid.periodic());
  for (int row = rows.first; row <= rows.last; ++row) {
    const double dy = row + 0.5 - y;
    const double left = reach - dy * dy;
    if (left < 0.0) continue;
    const CellRange columns = cells_within(x, std::sqrt(left), grid.width, grid.periodic());
    const int wrapped_row = grid.resolve_y(row);
    for (int column = columns.first; column <= columns.last; ++column) {
      const double dx = column + 0.5 - x;
      visit(grid.index(grid.resolve_x(column), wrapped_row), std::min((dx * dx + dy * dy) / reach, 1.0));
      empty = false;
    }
  }
  if (!empty) return;
  visit(grid.index(std::clamp(static_cast<int>(x), 0, grid.width - 1),
                   std::clamp(static_cast<int>(y), 0, grid.height - 1)),
        0.0);
}

}  // namespace barchan
