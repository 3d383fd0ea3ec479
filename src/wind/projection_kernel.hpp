/// Inner loops of the local wind: its projection on the relief and its shear stress.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// Linear interpolation between two rows: `a` at `t` = 0, `b` at 1.
void blend_between(float const* a, float const* b, float t, std::size_t count, float* out);

/// A position between two columns of a coarse row.
struct BetweenColumns {
  std::int32_t left, right;
  float t;  ///< 0 at `left`, 1 at `right`
};

/// A coarse row of the wind's components, as fractions of the prevailing speed.
struct CoarseRow {
  float const *x, *y;
};
/// A row of the local wind: unit vectors, and their length before normalisation.
struct LocalRow {
  float *x, *y, *ratio;
};
/// Interpolates `count` cells of the local wind.
void local_wind_row(BetweenColumns const* places, std::size_t count, CoarseRow coarse, LocalRow local);

/// Positions of `count` cells on a coarse row, and the largest stress that any of them gets.
struct StressCells {
  BetweenColumns const* places;
  std::size_t count;
  float most;
};
/// A coarse row of the relative perturbations of the stress, along the wind and across it, to the left.
struct CoarseStress {
  float const *along, *across;
};
/// A row of the local wind, unit vectors, and of the stress relative to that on flat ground.
struct StressRow {
  float *x, *y, *stress;
};
/// Interpolates the stress and turns the wind into its direction.
void stress_row(StressCells cells, CoarseStress coarse, StressRow local);

/// Speed-up of the wind over high ground.
struct SpeedUp {
  Quanta origin;    ///< the lowest point of the land
  float mean;       ///< m, height of the mean surface above `origin`
  float per_metre;  ///< 1/m
  float least;      ///< fraction of the speed that remains in the deepest hollow
};
/// Computes 1 + `per_metre` times the metres above the mean surface, at least `least`, and multiplies it by
/// `projected`, which may be null.
void speed_up_row(SpeedUp rule, Quanta const* elevation, std::size_t count, float const* projected, float* ratio);

}  // namespace barchan::kernel
