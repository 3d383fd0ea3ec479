#include "measure/fourier.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace barchan {
namespace {

using Complex = std::complex<double>;

// std::complex's own product checks for NaN on every call.
Complex product(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

bool is_power_of_two(std::size_t n) { return (n & (n - 1)) == 0; }

void radix_two(std::vector<Complex>& a) {
  const std::size_t n = a.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(a[i], a[j]);
  }
  std::vector<Complex> turns(n / 2);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    turns[i] = std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n));
  }
  for (std::size_t length = 2; length <= n; length <<= 1) {
    const std::size_t stride = n / length;
    for (std::size_t start = 0; start < n; start += length) {
      for (std::size_t k = 0; k < length / 2; ++k) {
        const Complex even = a[start + k];
        const Complex odd = product(a[start + k + length / 2], turns[k * stride]);
        a[start + k] = even + odd;
        a[start + k + length / 2] = even - odd;
      }
    }
  }
}

// Any length as a convolution with a chirp, itself done by powers of two.
void bluestein(std::vector<Complex>& a) {
  const std::size_t n = a.size();
  std::size_t padded = 1;
  while (padded < 2 * n) padded <<= 1;
  std::vector<Complex> chirp(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t square = (i * i) % (2 * n);
    chirp[i] = std::polar(1.0, -std::numbers::pi * static_cast<double>(square) / static_cast<double>(n));
  }
  std::vector<Complex> signal(padded), kernel(padded);
  for (std::size_t i = 0; i < n; ++i) signal[i] = product(a[i], chirp[i]);
  kernel[0] = std::conj(chirp[0]);
  for (std::size_t i = 1; i < n; ++i) kernel[i] = kernel[padded - i] = std::conj(chirp[i]);
  radix_two(signal);
  radix_two(kernel);
  for (std::size_t i = 0; i < padded; ++i) signal[i] = std::conj(product(signal[i], kernel[i]));
  radix_two(signal);
  const double scale = 1.0 / static_cast<double>(padded);
  for (std::size_t i = 0; i < n; ++i) a[i] = product(std::conj(signal[i]) * scale, chirp[i]);
}

void transform_line(std::vector<Complex>& line) {
  if (line.size() < 2) return;
  if (is_power_of_two(line.size())) {
    radix_two(line);
  } else {
    bluestein(line);
  }
}

}  // namespace

void transform(Spectrum& spectrum) {
  const auto width = static_cast<std::size_t>(spectrum.width);
  const auto height = static_cast<std::size_t>(spectrum.height);
  std::vector<Complex> line(width);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) line[x] = spectrum.values[y * width + x];
    transform_line(line);
    for (std::size_t x = 0; x < width; ++x) spectrum.values[y * width + x] = line[x];
  }
  line.resize(height);
  for (std::size_t x = 0; x < width; ++x) {
    for (std::size_t y = 0; y < height; ++y) line[y] = spectrum.values[y * width + x];
    transform_line(line);
    for (std::size_t y = 0; y < height; ++y) spectrum.values[y * width + x] = line[y];
  }
}

void inverse_transform(Spectrum& spectrum) {
  for (Complex& value : spectrum.values) value = std::conj(value);
  transform(spectrum);
  const double scale = 1.0 / static_cast<double>(spectrum.values.size());
  for (Complex& value : spectrum.values) value = std::conj(value) * scale;
}

}  // namespace barchan
