// The Fourier transforms of the measures against their definition.
#include <complex>
#include <numbers>

#include <gtest/gtest.h>

#include "measure/fourier.hpp"
#include "unit/measure_surfaces.hpp"

namespace barchan::measure_fourier_test {
namespace {

using Complex = std::complex<double>;

Complex turn(double share) { return std::polar(1.0, -2.0 * std::numbers::pi * share); }

TEST(MeasureFourier, IsTheSumItStandsFor) {
  for (const auto& [width, height] : {std::pair{8, 4}, {7, 5}, {1, 6}, {6, 1}, {2, 3}, {12, 9}, {1, 1}}) {
    const ElevationMap map = test::noise({width, height, 1.0f, Boundary::periodic}, 1.0);
    const Spectrum spectrum = transformed(map.metres, width, height);
    for (int v = 0; v < height; ++v) {
      for (int u = 0; u < width; ++u) {
        Complex sum;
        for (int y = 0; y < height; ++y) {
          for (int x = 0; x < width; ++x) {
            sum += map.metres[map.grid.index(x, y)] * turn(static_cast<double>(u * x) / width) *
                   turn(static_cast<double>(v * y) / height);
          }
        }
        EXPECT_LT(std::abs(spectrum.values[map.grid.index(u, v)] - sum), 1e-12) << width << " " << height;
      }
    }
    Spectrum back = spectrum;
    inverse_transform(back);
    for (std::size_t i = 0; i < back.values.size(); ++i) {
      EXPECT_LT(std::abs(back.values[i] - map.metres[i]), 1e-12) << width << " " << height;
    }
  }
}

TEST(MeasureFourier, LinesOfAnyLength) {
  for (const std::size_t n : {1u, 2u, 3u, 16u, 45u}) {
    std::vector<Complex> line(n), sums(n);
    for (std::size_t i = 0; i < n; ++i)
      line[i] = {std::sin(3.0 + static_cast<double>(i * i)), static_cast<double>(i % 4)};
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i)
        sums[k] += line[i] * turn(static_cast<double>(k * i) / static_cast<double>(n));
    }
    LineTransform transform(n);
    transform(line);
    for (std::size_t k = 0; k < n; ++k) EXPECT_LT(std::abs(line[k] - sums[k]), 1e-10) << n;
  }
}

}  // namespace
}  // namespace barchan::measure_fourier_test
