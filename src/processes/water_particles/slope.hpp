/// Slope of the land at a droplet, interpolated between cell centres, and the speed of water on it.
#pragma once

#include <cmath>

namespace barchan::water {

/// Added to a slope before its square root is taken, so that level ground needs no special case.
inline constexpr float kLevel = 1e-6f;

/// The square between four cell centres, folded along its lower diagonal, so that a valley one cell wide is open
/// diagonally too. The corners are in metres above the south-west one; (tx, ty) is the position, 0 to 1.
struct Fold {
  float east, north, both;
  float tx, ty;

  // No branches, so that loops vectorise.
  bool up() const { return both <= east + north; }  ///< folded along the diagonal from the south-west
  bool in_first() const {
    const bool rises = up();
    return (rises & (tx >= ty)) | (!rises & (tx + ty <= 1.0f));
  }
  float slope_x() const { return in_first() ? east : both - north; }  ///< m per cell
  float slope_y() const { return in_first() != up() ? north : both - east; }
  float height() const {
    const float x = slope_x();
    const float y = slope_y();
    const float from_origin = tx * x + ty * y;
    const float from_far = both - (1.0f - tx) * x - (1.0f - ty) * y;
    const bool near = in_first();
    const bool rises = up();
    return (rises | near) ? from_origin : from_far;
  }
};

/// Terminal speed of turbulent water divided by the slope. The horizontal part of gravity along the slope balances
/// friction, which is proportional to the square of the speed.
inline float mobility(float pull, float steepness) {
  return std::sqrt(pull / ((steepness + kLevel) * (1.0f + steepness * steepness)));
}

}  // namespace barchan::water
