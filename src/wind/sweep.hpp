/// Sweep: goes over the land along parallel rays, row after row of those that lie across their way.
///
/// The one frame of all sweeps: which rows these are, where a ray goes from one to the next, the turning of columns of
/// the grid into rows, the way around a periodic land, and the bands that threads work on, each with a lead-in of rows
/// from which rays reach into it.
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

/// Where the rows of a sweep lie. They are counted along the way of the rays; on a periodic land there are rows before
/// the first and after the last.
struct SweepFrame {
  SweepFrame(Grid const& grid, glm::vec2 towards);

  bool transposed;  ///< rows of the sweep are columns of the grid
  bool reversed;    ///< it goes from the last row of the grid to the first
  bool periodic;
  int rows, columns;
  float shift;   ///< columns by which a ray moves per row, -1 .. 1
  float length;  ///< m along a ray per row

  /// Row of the grid (its column where they are transposed) that is number `row` of the sweep.
  int grid_row(int row) const {
    const int wrapped = ((row % rows) + rows) % rows;
    return reversed ? rows - 1 - wrapped : wrapped;
  }
  glm::ivec2 cell(int row, int column) const {
    return transposed ? glm::ivec2(grid_row(row), column) : glm::ivec2(column, grid_row(row));
  }
};

/// Values a cell that a sweep finds at most.
inline constexpr std::size_t kMostSwept = 4;

/// One row of a sweep, and what is to be filled in for it.
struct SweepRow {
  int number;            ///< below 0 in the lead-in of a periodic land
  bool wanted;           ///< false in the lead-in: what is filled in goes nowhere
  float const* heights;  ///< m above the lowest point of the land, one a column
  std::array<float*, kMostSwept> found;
};

/// What is done with the rows of one band, in their order.
using RowVisitor = std::function<void(SweepRow const&)>;

/// Bands are cut by the land alone, never by the number of threads.
struct SweepBands {
  int lead;   ///< rows of lead-in; bands are so long that this is at most half as much work again
  int least;  ///< rows of a band
};

class Sweep {
 public:
  /// `towards`: unit vector along which the rays travel. The elevations must outlive the sweep.
  Sweep(Grid const& grid, std::span<Quanta const> elevation, glm::vec2 towards);

  SweepFrame const& frame() const { return frame_; }
  float relief() const { return relief_; }  ///< m from the lowest point to the highest

  /// Calls `begin` for each band and what it returns for each row. What is found goes to `maps`, row-major, one value a
  /// cell, at most kMostSwept of them; an empty one is not wanted.
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
