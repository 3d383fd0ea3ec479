/// Fourier transforms of small grids, for measures only.
#pragma once

#include <complex>
#include <vector>

namespace barchan {

/// A complex grid, row-major, `width` by `height`.
struct Spectrum {
  int width = 0;
  int height = 0;
  std::vector<std::complex<double>> values;
};

/// Unnormalised forward transform in both directions, any size (power of two: radix 2; else Bluestein 1970).
void transform(Spectrum& spectrum);
/// The inverse, with the factor 1 / (width * height).
void inverse_transform(Spectrum& spectrum);

}  // namespace barchan
