/// Sweep: visits the land along parallel rays, one row after another across their direction.
///
/// All sweeps share this frame: the order of rows, the shift of a ray from one row to the next, the transposition of
/// grid columns into rows, wrapping on a periodic land, and the bands that threads work on. Each band has a lead-in of
/// rows whose rays reach into it.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "base/scheduler.hpp"

namespace barchan {

/// Geometry of the rows of a sweep, numbered along the rays. On a periodic land there are rows before the first and
/// after the last.
struct SweepFrame {
  SweepFrame(Grid const& grid, glm::vec2 towards);

  bool transposed;  ///< rows of the sweep are columns of the grid
  bool reversed;    ///< the sweep goes from the last row of the grid to the first
  bool periodic;
  int rows, columns;
  float shift;   ///< columns by which a ray shifts per row, -1 to 1
  float length;  ///< m along a ray per row

  /// Grid row (grid column if transposed) of row `row` of the sweep.
  int grid_row(int row) const {
    const int wrapped = ((row % rows) + rows) % rows;
    return reversed ? rows - 1 - wrapped : wrapped;
  }
  glm::ivec2 cell(int row, int column) const {
    return transposed ? glm::ivec2(grid_row(row), column) : glm::ivec2(column, grid_row(row));
  }
};

/// Most values per cell that a sweep may compute.
inline constexpr std::size_t kMostSwept = 4;

/// One row of a sweep, and the output for it.
struct SweepRow {
  int number;            ///< negative in the lead-in of a periodic land
  bool wanted;           ///< false in the lead-in, whose output is discarded
  float const* heights;  ///< m above the lowest point of the land, one per column
  std::array<float*, kMostSwept> found;
};

/// Processes the rows of one band in order.
using RowVisitor = std::function<void(SweepRow const&)>;

/// Sizes of bands. They depend on the land alone, never on the number of threads.
struct SweepBands {
  int lead;   ///< rows of lead-in; bands are long enough that the lead-in adds at most half the work
  int least;  ///< fewest rows of a band
};

class Sweep {
 public:
  /// `towards`: unit vector along which the rays travel. The elevations must outlive the sweep.
  Sweep(Grid const& grid, std::span<Quanta const> elevation, glm::vec2 towards);

  SweepFrame const& frame() const { return frame_; }
  float relief() const { return relief_; }  ///< m from the lowest point to the highest

  /// Calls `begin` for each band, and the visitor it returns for each row. Results go to `maps`, row-major, one value
  /// per cell, at most kMostSwept maps. Empty maps are not computed.
  void run(SweepBands bands, std::span<std::span<float> const> maps, Scheduler const& scheduler,
           std::function<RowVisitor()> const& begin) const;

 private:
  class Band;

  SweepFrame frame_;
  std::span<Quanta const> elevation_;
  Quanta lowest_;
  float relief_;
};

}  // namespace barchan
