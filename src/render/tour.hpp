/// Tour: a slow flight around a land, alternating between low and high. It never ends and never jumps. Pure code.
#pragma once

#include "render/camera.hpp"

namespace barchan::render {

class Tour {
 public:
  /// Begins at `from`, at rest.
  Tour(Camera const& from, LandShape const& land);

  /// Camera after `seconds` (>= 0). The target lies at the mean height of the land around it.
  Camera at(double seconds, LandShape const& land) const;

 private:
  Camera from_;
  float near_ = 0.0f, far_ = 0.0f;  ///< smallest and largest distance to the target, m
};

}  // namespace barchan::render
