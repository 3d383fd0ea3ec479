/// ComposeRows: which rows of the packed maps are out of date, and which of them the next frame composes.
#pragma once

#include <cstdint>

#include "world/terrain_view.hpp"

namespace barchan::render {

/// While a large land changes, a coarse picture drawn without a graphics card composes only some rows per frame,
/// because composing all of them would take longer than the rest of the frame. All rows are composed at once for a view
/// that shows another land, or the land at quite another time.
class ComposeRows {
 public:
  /// Cells that a frame composes if it does not compose all of them.
  static constexpr int kCellsAtOnce = 1 << 18;
  /// A view that is more steps ahead shows the land at another time.
  static constexpr std::uint64_t kManySteps = 100;

  struct Part {
    int first = 0, count = 0;  ///< rows
    bool completes = false;    ///< the maps are consistent up to their last row, or completely up to date
  };

  /// A view is about to be sent.
  void begin(TerrainView const& view);
  /// Some of that view is sent.
  void send() { whole_ = whole_ || jumps_; }
  /// All rows of maps of this height are out of date.
  void renew(int height) { left_ = height; }
  /// True if no row is out of date.
  bool none() const { return left_ == 0; }
  /// The rows to compose now. `in_parts`: some rows suffice. At least one row must be out of date.
  Part next(Grid const& grid, bool in_parts);

 private:
  int first_ = 0, left_ = 0;
  bool whole_ = true;   ///< the maps show another land
  bool jumps_ = false;  ///< the view that is being sent shows another land than the one before
  Grid grid_{};         ///< of the last view, with its seed and step
  std::uint64_t seed_ = 0, step_ = 0;
};

}  // namespace barchan::render
