/// Grid: size, cell size and boundary condition of a world.
#pragma once

#include <cstddef>
#include <cstdint>

namespace barchan {

/// Cells per segment. Disturbed cells of a row are marked and processed in segments.
inline constexpr int kSegment = 16;
/// Bits that mark the first and the last cell of a segment.
inline constexpr std::uint8_t kWestEnd = 1, kEastEnd = 2;
/// Cells per stretch. Changes and sparse contents are recorded in stretches.
inline constexpr int kStretch = 64;
static_assert(kStretch % kSegment == 0);

/// Boundary condition at all four edges, the same for all processes.
enum class Boundary : std::int32_t {
  periodic,  ///< matter that leaves on one side enters on the opposite side
  open,      ///< matter that leaves is recorded as outflow; wind brings in its inflow load
  closed,    ///< walls: the load is deposited at the wall
};

/// Row-major grid of square cells. Cell (0, 0) is the south-west corner; x runs east, y north. Cell (x, y) covers [x,
/// x+1) by [y, y+1) times `cell_size` metres.
struct Grid {
  int width = 1;           ///< cells along x, 1 to kMaximumSide
  int height = 1;          ///< cells along y, 1 to kMaximumSide
  float cell_size = 1.0f;  ///< metres, > 0
  Boundary boundary = Boundary::periodic;

  static constexpr int kMaximumSide = 16384;

  std::size_t cells() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
  bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
  /// Returns whether a cell is one of the outermost cells. A periodic land has such cells too.
  bool on_edge(int x, int y) const { return x == 0 || y == 0 || x == width - 1 || y == height - 1; }
  bool on_edge(std::size_t cell) const {
    const auto columns = static_cast<std::size_t>(width);
    return on_edge(static_cast<int>(cell % columns), static_cast<int>(cell / columns));
  }
  bool periodic() const { return boundary == Boundary::periodic; }

  /// Coordinate under the boundary condition: wrapped on a periodic land, otherwise clamped to the edge.
  int resolve_x(int x) const { return resolve(x, width); }
  int resolve_y(int y) const { return resolve(y, height); }

  bool operator==(Grid const&) const = default;

 private:
  int resolve(int i, int n) const {
    if (i >= 0 && i < n) return i;
    if (periodic()) return ((i % n) + n) % n;
    return i < 0 ? 0 : n - 1;
  }
};

/// Number of stretches per row. The last stretch may be shorter.
inline int stretches_of(Grid const& grid) { return (grid.width + kStretch - 1) / kStretch; }

/// Consecutive cells of a row.
struct CellRun {
  std::size_t first, count;
};

/// Calls `visit(x, y)` for each cell, row by row from the south-west corner.
template <class Visit>
void for_each_cell(Grid const& grid, Visit&& visit) {
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) visit(x, y);
  }
}

}  // namespace barchan
