/// Fourier transforms of small grids, for measures only.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace barchan {

/// The operator of std::complex checks for NaN on every call.
inline std::complex<double> product(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Unnormalised forward transform of lines of a fixed length (powers of two: radix 2; others: Bluestein 1970).
class LineTransform {
 public:
  explicit LineTransform(std::size_t length);
  /// In place; `line` must have the length of the transform.
  void operator()(std::span<std::complex<double>> line);

 private:
  void radix_two(std::span<std::complex<double>> line) const;

  std::size_t length_;
  std::vector<std::complex<double>> turns_;   // roots of unity of the radix-2 transform, half a circle
  std::vector<std::complex<double>> chirp_;   // empty for a power of two
  std::vector<std::complex<double>> kernel_;  // transform of the chirp
  std::vector<std::complex<double>> signal_;
};

/// A complex grid, row-major, `width` by `height`.
struct Spectrum {
  int width = 0;
  int height = 0;
  std::vector<std::complex<double>> values;
};

/// Unnormalised forward transform of real values, row-major, in both directions; any size.
Spectrum transformed(std::vector<double> const& values, int width, int height);
/// Inverse transform in place, with the factor 1 / (width * height).
void inverse_transform(Spectrum& spectrum);

}  // namespace barchan
