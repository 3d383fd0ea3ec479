#include "measure/fourier.hpp"

#include <cmath>
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

// Columns transformed together: a column alone would fetch a cache line for each of its values.
constexpr std::size_t kColumns = 8;

}  // namespace

LineTransform::LineTransform(std::size_t length) : length_(length) {
  std::size_t size = length;
  if (!is_power_of_two(length)) {
    size = 1;
    while (size < 2 * length) size <<= 1;
  }
  turns_.resize(size / 2);
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    turns_[i] = std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(size));
  }
  if (size == length) return;
  // Any length as a convolution with a chirp, itself done by powers of two.
  chirp_.resize(length);
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t square = (i * i) % (2 * length);
    chirp_[i] = std::polar(1.0, -std::numbers::pi * static_cast<double>(square) / static_cast<double>(length));
  }
  kernel_.resize(size);
  kernel_[0] = std::conj(chirp_[0]);
  for (std::size_t i = 1; i < length; ++i) kernel_[i] = kernel_[size - i] = std::conj(chirp_[i]);
  radix_two(kernel_);
}

void LineTransform::radix_two(std::vector<Complex>& a) const {
  const std::size_t n = a.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(a[i], a[j]);
  }
  for (std::size_t length = 2; length <= n; length <<= 1) {
    const std::size_t stride = n / length;
    for (std::size_t start = 0; start < n; start += length) {
      for (std::size_t k = 0; k < length / 2; ++k) {
        const Complex even = a[start + k];
        const Complex odd = product(a[start + k + length / 2], turns_[k * stride]);
        a[start + k] = even + odd;
        a[start + k + length / 2] = even - odd;
      }
    }
  }
}

void LineTransform::operator()(std::vector<Complex>& line) {
  if (length_ < 2) return;
  if (chirp_.empty()) {
    radix_two(line);
    return;
  }
  signal_.assign(kernel_.size(), Complex{});
  for (std::size_t i = 0; i < length_; ++i) signal_[i] = product(line[i], chirp_[i]);
  radix_two(signal_);
  for (std::size_t i = 0; i < signal_.size(); ++i) signal_[i] = std::conj(product(signal_[i], kernel_[i]));
  radix_two(signal_);
  const double scale = 1.0 / static_cast<double>(signal_.size());
  for (std::size_t i = 0; i < length_; ++i) line[i] = product(std::conj(signal_[i]) * scale, chirp_[i]);
}

void transform(Spectrum& spectrum) {
  const auto width = static_cast<std::size_t>(spectrum.width);
  const auto height = static_cast<std::size_t>(spectrum.height);
  LineTransform row_transform(width), column_transform(height);
  std::vector<Complex> row(width);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) row[x] = spectrum.values[y * width + x];
    row_transform(row);
    for (std::size_t x = 0; x < width; ++x) spectrum.values[y * width + x] = row[x];
  }
  std::vector<std::vector<Complex>> columns(kColumns, std::vector<Complex>(height));
  for (std::size_t begin = 0; begin < width; begin += kColumns) {
    const std::size_t count = std::min(kColumns, width - begin);
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t i = 0; i < count; ++i) columns[i][y] = spectrum.values[y * width + begin + i];
    }
    for (std::size_t i = 0; i < count; ++i) column_transform(columns[i]);
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t i = 0; i < count; ++i) spectrum.values[y * width + begin + i] = columns[i][y];
    }
  }
}

void inverse_transform(Spectrum& spectrum) {
  for (Complex& value : spectrum.values) value = std::conj(value);
  transform(spectrum);
  const double scale = 1.0 / static_cast<double>(spectrum.values.size());
  for (Complex& value : spectrum.values) value = std::conj(value) * scale;
}

}  // namespace barchan
