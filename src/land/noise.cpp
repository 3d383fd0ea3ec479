#include "land/noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/gtc/noise.hpp>
#include <glm/vec3.hpp>

#include "base/disc.hpp"
#include "base/random.hpp"

namespace barchan {

namespace {

/// GLM's permutation repeats after this many lattice cells.
constexpr double kNoisePeriod = 289.0;
/// Octaves are rotated by atan(4/3) against each other, so that their lattices do not align. On a periodic land this is
/// not possible.
constexpr double kTurnCosine = 0.6;
constexpr double kTurnSine = 0.8;

std::array<std::uint32_t, 4> words_of(NoiseSeed const& seed, std::uint32_t entity) {
  return random_words(seed.seed, seed.layer, RandomStream::scenario, entity, seed.list);
}

/// Uniform number in [0, 1) with all 32 bits.
double unit(std::uint32_t word) { return static_cast<double>(word) * (1.0 / 4294967296.0); }

constexpr float kNone = -1.0f;  // m; between the patches

}  // namespace

FractalNoise::FractalNoise(LandLayer const& layer, Grid const& grid, NoiseSeed seed)
    : basis_(layer.basis), stretch_(layer.stretch) {
  const double cell_size = static_cast<double>(grid.cell_size);
  const double land_width = grid.width * cell_size;
  const double land_height = grid.height * cell_size;
  double amplitude = layer.amplitude;
  double wavelength = layer.wavelength;
  double cosine = 1.0, sine = 0.0;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(layer.octaves); ++i) {
    const auto words = words_of(seed, i);
    Octave octave{};
    octave.amplitude = amplitude;
    octave.slice = unit(words[0]) * kNoisePeriod;
    if (grid.periodic()) {
      octave.period_x = std::max(1.0, std::floor(land_width / wavelength + 0.5));
      octave.period_y = std::max(1.0, std::floor(land_height / wavelength + 0.5));
      octave.per_metre_x = octave.period_x / land_width;
      octave.per_metre_y = octave.period_y / land_height;
      octave.offset_x = unit(words[1]) * octave.period_x;
      octave.offset_y = unit(words[2]) * octave.period_y;
    } else {
      octave.per_metre_x = octave.per_metre_y = 1.0 / wavelength;
      octave.cosine = cosine;
      octave.sine = sine;
      octave.offset_x = unit(words[1]) * kNoisePeriod;
      octave.offset_y = unit(words[2]) * kNoisePeriod;
    }
    octaves_.push_back(octave);
    amplitude *= layer.gain;
    wavelength /= layer.lacunarity;
    const double turned = kTurnCosine * cosine - kTurnSine * sine;
    sine = kTurnCosine * sine + kTurnSine * cosine;
    cosine = turned;
  }
}

double FractalNoise::at(double x, double y) const {
  y *= stretch_;
  double sum = 0.0;
  for (Octave const& octave : octaves_) {
    const double u = octave.cosine * x - octave.sine * y;
    const double v = octave.sine * x + octave.cosine * y;
    const glm::dvec3 p(u * octave.per_metre_x + octave.offset_x, v * octave.per_metre_y + octave.offset_y,
                       octave.slice);
    double value = 0.0;
    if (basis_ == NoiseBasis::simplex) {
      value = glm::simplex(p);
    } else if (octave.period_x > 0.0) {
      value = glm::perlin(p, glm::dvec3(octave.period_x, octave.period_y, kNoisePeriod));
    } else {
      value = glm::perlin(p);
    }
    if (basis_ == NoiseBasis::ridged) value = 1.0 - 2.0 * std::abs(value);
    sum += octave.amplitude * value;
  }
  return sum;
}

WhiteNoise::WhiteNoise(LandLayer const& layer, Grid const& grid, NoiseSeed seed)
    : grid_(grid), seed_(seed), amplitude_(layer.amplitude), band_limited_(layer.smallest_wavelength > 0.0) {
  if (!band_limited_) return;
  const double cell_size = static_cast<double>(grid.cell_size);
  const double land_width = grid.width * cell_size;
  const double land_height = grid.height * cell_size;
  const double spacing = 0.5 * layer.smallest_wavelength;
  per_metre_x_ = per_metre_y_ = 1.0 / spacing;
  columns_ = static_cast<std::int64_t>(std::max(1.0, std::floor(land_width / spacing)));
  rows_ = static_cast<std::int64_t>(std::max(1.0, std::floor(land_height / spacing)));
  if (grid.periodic()) {
    per_metre_x_ = static_cast<double>(columns_) / land_width;
    per_metre_y_ = static_cast<double>(rows_) / land_height;
  }
  // The mean square of the cubic B-spline's weights over one lattice cell is 151/315 along each axis.
  constexpr double kSplineLoss = 151.0 / 315.0;
  amplitude_ /= kSplineLoss;
}

double WhiteNoise::lattice_value(std::int64_t i, std::int64_t j) const {
  // Splines reach one node beyond the near edge and two beyond the far one.
  constexpr std::int64_t kMargin = 4;
  if (grid_.periodic()) {
    i = ((i % columns_) + columns_) % columns_;
    j = ((j % rows_) + rows_) % rows_;
  }
  const std::int64_t node = (j + kMargin) * (columns_ + 2 * kMargin) + i + kMargin;
  return 2.0 * unit(words_of(seed_, static_cast<std::uint32_t>(node))[0]) - 1.0;
}

double WhiteNoise::at(int cell_x, int cell_y) const {
  if (!band_limited_) {
    const auto cell = static_cast<std::uint32_t>(grid_.index(cell_x, cell_y));
    return amplitude_ * (2.0 * unit(words_of(seed_, cell)[0]) - 1.0);
  }
  const double u = (cell_x + 0.5) * static_cast<double>(grid_.cell_size) * per_metre_x_;
  const double v = (cell_y + 0.5) * static_cast<double>(grid_.cell_size) * per_metre_y_;
  const double column = std::floor(u);
  const double row = std::floor(v);
  const auto weights = [](double t) {
    const double s = 1.0 - t;
    return std::array<double, 4>{s * s * s / 6.0, (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
                                 (3.0 * s * s * s - 6.0 * s * s + 4.0) / 6.0, t * t * t / 6.0};
  };
  const auto wx = weights(u - column);
  const auto wy = weights(v - row);
  double sum = 0.0;
  for (std::size_t j = 0; j < 4; ++j) {
    for (std::size_t i = 0; i < 4; ++i) {
      sum += wx[i] * wy[j] *
             lattice_value(static_cast<std::int64_t>(column) + static_cast<std::int64_t>(i) - 1,
                           static_cast<std::int64_t>(row) + static_cast<std::int64_t>(j) - 1);
    }
  }
  return amplitude_ * sum;
}

Patches::Patches(LandLayer const& layer, Grid const& grid, NoiseSeed seed) : thickness_(grid.cells(), kNone) {
  const double wanted = layer.cover * static_cast<double>(grid.cells());
  const double radius = layer.radius / static_cast<double>(grid.cell_size);
  double covered = 0.0;
  for (std::uint32_t disc = 0; covered < wanted && disc < std::numeric_limits<std::uint32_t>::max(); ++disc) {
    const auto words = words_of(seed, disc);
    const double x = unit(words[0]) * grid.width;
    const double y = unit(words[1]) * grid.height;
    for_each_cell_of_disc(grid, x, y, radius, [&](std::size_t cell, double square) {
      if (thickness_[cell] < 0.0f) covered += 1.0;
      const auto metres = static_cast<float>(layer.thickness * fade(std::sqrt(square), layer.edge));
      thickness_[cell] = std::max(thickness_[cell], metres);
    });
  }
}

}  // namespace barchan
