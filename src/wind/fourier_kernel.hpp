/// Inner loops of the Fourier transforms from which the shear stress is computed.
#pragma once

#include <cstddef>

namespace barchan::kernel {

/// Row of complex numbers: one element each of `count` lines that are transformed together.
struct ComplexRow {
  float *re, *im;
};
/// Root of unity that an element is multiplied by.
struct Root {
  float re, im;
};

/// Step of a transform with decimation in frequency: `a` becomes a + b, and `b` becomes (a - b) `root`.
void split_rows(Root root, std::size_t count, ComplexRow a, ComplexRow b);
/// Step of a transform with decimation in time: with t = b `root`, `a` becomes a + t, and `b` becomes a - t.
void join_rows(Root root, std::size_t count, ComplexRow a, ComplexRow b);

/// Law of the stress for one row of a spectrum, all of whose elements have the same wave number along x.
struct StressLaw {
  float along, shift;    ///< coefficients A and B
  float wind_x, wind_y;  ///< unit vector towards which the wind blows
  float wave_x;          ///< wave number along x, rad/m
  float weight;          ///< factor of all elements
};
/// Replaces the spectrum of the relief by that of the stress. The inverse transform then has the relative perturbation
/// of the stress along the wind as its real part, and that across the wind, to the left, as its imaginary part.
/// `wave_y`: wave numbers along y, rad/m; `weight_y`: factor of each.
void respond_row(StressLaw law, float const* wave_y, float const* weight_y, std::size_t count, ComplexRow row);

}  // namespace barchan::kernel
