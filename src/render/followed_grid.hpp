/// FollowedGrid: a grid that follows those of the views over some steps, so that nothing blinks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "world/terrain_view.hpp"

namespace barchan::render {

/// A grid of which a view shows a mean over the last steps. Slabs of sand that come and go within a few steps would
/// blink otherwise. What changes by more, such as an edit, is shown at once.
class FollowedGrid {
 public:
  /// Begins another view. Its values are shown at once if `exact`, or if no step lies between it and the last view, as
  /// after an edit. So is each change by more than `jump`.
  void begin(TerrainView const& view, bool exact, float jump);
  /// Takes in the values `now` of the cells from `first` on, each cell once per view, and returns what is shown there.
  std::span<float const> follow(std::span<float const> now, std::size_t first);

  /// What is shown of all cells, row-major.
  std::span<float const> shown() const { return shown_; }
  /// Weight of the last view in what is shown, 0 to 1.
  float share() const { return share_; }

 private:
  std::vector<float> shown_;
  std::uint64_t step_ = 0;
  std::uint64_t seed_ = 0;
  float share_ = 1.0f;  ///< weight of the view
  float jump_ = 0.0f;
};

}  // namespace barchan::render
