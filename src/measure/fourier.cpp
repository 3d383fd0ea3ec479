#include "measure/fourier.hpp"

#include <algorithm>
#include <bit>
#include <numbers>
#include <utility>

namespace barchan {
namespace {

using Complex = std::complex<double>;

// Columns transformed together: a single column would fetch a cache line per value.
constexpr std::size_t kColumns = 8;

}  // namespace

LineTransform::LineTransform(std::size_t length) : length_(length) {
  const std::size_t size = length < 2 || std::has_single_bit(length) ? length : std::bit_ceil(2 * length);
  turns_.resize(size / 2);
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    turns_[i] = std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(size));
  }
  if (size == length) return;
  // A transform of any length is a convolution with a chirp. Transforms whose length is a power of two compute it.
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

void LineTransform::radix_two(std::span<Complex> a) const {
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

void LineTransform::operator()(std::span<Complex> line) {
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

namespace {

// Transforms the columns before `end` in place.
void transform_columns(Spectrum& spectrum, std::size_t end) {
  const auto width = static_cast<std::size_t>(spectrum.width);
  const auto height = static_cast<std::size_t>(spectrum.height);
  LineTransform transform(height);
  std::vector<std::vector<Complex>> columns(kColumns, std::vector<Complex>(height));
  for (std::size_t begin = 0; begin < end; begin += kColumns) {
    const std::size_t count = std::min(kColumns, end - begin);
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t i = 0; i < count; ++i) columns[i][y] = spectrum.values[y * width + begin + i];
    }
    for (std::size_t i = 0; i < count; ++i) transform(columns[i]);
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t i = 0; i < count; ++i) spectrum.values[y * width + begin + i] = columns[i][y];
    }
  }
}

}  // namespace

// Two real rows share one complex transform (an odd last one is paired with itself). Half of the columns follow from
// the other half.
Spectrum transformed(std::vector<double> const& values, int width, int height) {
  Spectrum spectrum{width, height, std::vector<Complex>(values.size())};
  const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height);
  LineTransform transform(w);
  std::vector<Complex> pair(w);
  for (std::size_t y = 0; y < h; y += 2) {
    const std::size_t other = std::min(y + 1, h - 1);
    for (std::size_t x = 0; x < w; ++x) pair[x] = {values[y * w + x], values[other * w + x]};
    transform(pair);
    for (std::size_t x = 0; x < w; ++x) {
      const Complex here = pair[x], mirror = std::conj(pair[(w - x) % w]);
      const Complex difference = here - mirror;
      spectrum.values[y * w + x] = 0.5 * (here + mirror);
      spectrum.values[other * w + x] = {0.5 * difference.imag(), -0.5 * difference.real()};
    }
  }
  transform_columns(spectrum, w / 2 + 1);
  for (std::size_t y = 0; y < h; ++y) {
    for (std::size_t x = w / 2 + 1; x < w; ++x) {
      spectrum.values[y * w + x] = std::conj(spectrum.values[(h - y) % h * w + (w - x)]);
    }
  }
  return spectrum;
}

// The forward transform of the conjugate is the conjugate of the inverse.
void inverse_transform(Spectrum& spectrum) {
  const auto width = static_cast<std::size_t>(spectrum.width);
  for (Complex& value : spectrum.values) value = std::conj(value);
  LineTransform transform(width);
  std::vector<Complex> row(width);
  for (auto begin = spectrum.values.begin(); begin != spectrum.values.end();) {
    const auto end = begin + spectrum.width;
    std::copy(begin, end, row.begin());
    transform(row);
    begin = std::copy(row.begin(), row.end(), begin);
  }
  transform_columns(spectrum, width);
  const double scale = 1.0 / static_cast<double>(spectrum.values.size());
  for (Complex& value : spectrum.values) value = std::conj(value) * scale;
}

}  // namespace barchan
