/// The land as a droplet meets it: slopes between cell centres, and how fast water runs on them.
#pragma once

#include <cmath>

namespace barchan::water {

/// Added to a slope before its root is taken, so that level ground needs no case of its own.
inline constexpr float kLevel = 1e-6f;

/// The square between four cell centres, folded along its lower diagonal, so that a valley one cell wide is open along
/// its diagonals too. Corners in metres above the south-west one; (tx, ty) is a place in it, 0 .. 1.
struct Fold {
  float east, north, both;
  float tx, ty;

  // Without branches, for loops that become vectors.
  bool up() const { return both <= east + north; }  ///< along the diagonal from the south-west
  bool in_first() const {
    const bool rises = up();
    return (rises & (tx >= ty)) | (!rises & (tx + ty <= 1.0f));
  }
  float slope_x() const { return in_first() ? east : both - north; }  ///< m a cell
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

/// Terminal speed of turbulent water on a slope a metre of slope: the horizontal part of gravity along it balances
/// friction times the square of the speed.
inline float mobility(float pull, float steepness) {
  return std::sqrt(pull / ((steepness + kLevel) * (1.0f + steepness * steepness)));
}

}  // namespace barchan::water
