/// Patches: discs at random places, until a share of the land lies in one.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "barchan/land/composition.hpp"
#include "land/noise.hpp"

namespace barchan {

/// Discs are drawn in shares of the land, one after the other, so that any cell size has the same ones; the last is
/// the first with which `cover` is reached. Where they meet, the thicker one counts.
class Patches {
 public:
  Patches(LandLayer const& layer, Grid const& grid, NoiseSeed seed);
  /// m, nothing between the patches.
  std::optional<double> at(std::size_t cell) const {
    if (thickness_[cell] < 0.0f) return std::nullopt;
    return static_cast<double>(thickness_[cell]);
  }

 private:
  std::vector<float> thickness_;  ///< m, below zero between the patches
};

}  // namespace barchan
