/// What of a land is drawn at random, noise and patches, in metres: pure functions of a seed, from arithmetic alone (no
/// libm), seamless when periodic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/grid.hpp"
#include "land/composition.hpp"

namespace barchan {

/// Names the random numbers of one layer.
struct NoiseSeed {
  std::uint64_t seed = 0;
  std::uint32_t layer = 0;  ///< number in its list
  std::uint32_t list = 0;   ///< 0 base, 1 sand, 2 and on the cell layers, far beyond them layers of soils
};

/// Octaves of gradient noise (GLM's).
class FractalNoise {
 public:
  FractalNoise(LandLayer const& layer, Grid const& grid, NoiseSeed seed);
  /// m, at a point in metres.
  double at(double x, double y) const;

 private:
  struct Octave {
    double amplitude;
    double per_metre_x, per_metre_y;  ///< lattice cells a metre
    double period_x, period_y;        ///< lattice cells round the world, 0: endless
    double offset_x, offset_y, slice;
    double cosine = 1.0, sine = 0.0;  ///< turn of the lattice
  };
  NoiseBasis basis_;
  double stretch_;
  std::vector<Octave> octaves_;
};

/// Uniform random values: one a cell, or on a lattice in metres joined by cubic splines, whose spacing is half the
/// smallest wavelength; scaled so that both have the same mean square.
class WhiteNoise {
 public:
  WhiteNoise(LandLayer const& layer, Grid const& grid, NoiseSeed seed);
  /// m, in cell (cell_x, cell_y).
  double at(int cell_x, int cell_y) const;

 private:
  double lattice_value(std::int64_t i, std::int64_t j) const;

  Grid grid_;
  NoiseSeed seed_;
  double amplitude_;
  bool band_limited_;
  std::int64_t columns_ = 0, rows_ = 0;  ///< lattice cells over the land
  double per_metre_x_ = 0.0, per_metre_y_ = 0.0;
};

/// Discs at random places, until a share of the land lies in one. They are drawn in shares of the land, one after the
/// other, so that any cell size has the same ones; the last is the first with which `cover` is reached. Where they
/// meet, the thicker one counts.
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
