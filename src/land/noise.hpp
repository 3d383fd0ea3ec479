/// Random parts of a land: noise and patches, in metres. They are pure functions of a seed, use arithmetic alone (no
/// libm) and have no seams on a periodic land.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/grid.hpp"
#include "land/composition.hpp"

namespace barchan {

/// Identifies the random numbers of one layer.
struct NoiseSeed {
  std::uint64_t seed = 0;
  std::uint32_t layer = 0;  ///< index in its list
  std::uint32_t list = 0;   ///< 0: base; 1: sand; from 2 on: cell layers; much higher numbers: soil layers
};

/// Octaves of GLM's gradient noise.
class FractalNoise {
 public:
  FractalNoise(LandLayer const& layer, Grid const& grid, NoiseSeed seed);
  /// Value in m at a point in metres.
  double at(double x, double y) const;

 private:
  struct Octave {
    double amplitude;
    double per_metre_x, per_metre_y;  ///< lattice cells per metre
    double period_x, period_y;        ///< lattice cells around the world; 0: not periodic
    double offset_x, offset_y, slice;
    double cosine = 1.0, sine = 0.0;  ///< rotation of the lattice
  };
  NoiseBasis basis_;
  double stretch_;
  std::vector<Octave> octaves_;
};

/// Uniform random values: one per cell, or on a lattice that is interpolated by cubic splines. The spacing of the
/// lattice is half the smallest wavelength. The amplitude is scaled so that both kinds have the same mean square.
class WhiteNoise {
 public:
  WhiteNoise(LandLayer const& layer, Grid const& grid, NoiseSeed seed);
  /// Value in m of cell (cell_x, cell_y).
  double at(int cell_x, int cell_y) const;

 private:
  double lattice_value(std::int64_t i, std::int64_t j) const;

  Grid grid_;
  NoiseSeed seed_;
  double amplitude_;
  bool band_limited_;
  std::int64_t columns_ = 0, rows_ = 0;  ///< lattice cells across the land
  double per_metre_x_ = 0.0, per_metre_y_ = 0.0;
};

/// Discs at random places that cover a given fraction of the land. Discs are drawn until `cover` is reached. They are
/// drawn in fractions of the land, so that they are the same for every cell size. Where discs overlap, the thicker one
/// counts.
class Patches {
 public:
  Patches(LandLayer const& layer, Grid const& grid, NoiseSeed seed);
  /// Thickness in m; empty between the patches.
  std::optional<double> at(std::size_t cell) const {
    if (thickness_[cell] < 0.0f) return std::nullopt;
    return static_cast<double>(thickness_[cell]);
  }

 private:
  std::vector<float> thickness_;  ///< m, negative between the patches
};

}  // namespace barchan
