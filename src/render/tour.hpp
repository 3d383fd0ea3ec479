/// Tour: a slow flight around a land, low over it and high above it by turns. It never ends and never jumps. Pure code.
#pragma once

#include "render/camera.hpp"

namespace barchan::render {

class Tour {
 public:
  /// Begins where `from` stands, with its own speed of nothing.
  Tour(Camera const& from, LandShape const& land);

  /// After so many seconds, >= 0. The target lies on the mean height of the land around it, which `land` tells.
  Camera at(double seconds, LandShape const& land) const;

 private:
  Camera from_;
  float near_ = 0.0f, far_ = 0.0f;  ///< m, distances to the target between which it swings
};

}  // namespace barchan::render
