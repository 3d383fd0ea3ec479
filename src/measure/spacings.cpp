// Spacing by up-crossings and by the peak of the spectrum, and the median of three methods.
#include <bit>

#include "measure/elevation_map.hpp"
#include "measure/fourier.hpp"

namespace barchan {
namespace {

using Complex = std::complex<double>;

constexpr double kPlane = 1e-6;  // m: a line that varies less has no waves, only rounding errors

bool is_plane(std::span<double const> line) {
  const auto [low, high] = std::minmax_element(line.begin(), line.end());
  return *high - *low < kPlane;
}

// Up-crossings of a transect, and the distance in cells over which they were counted.
struct Crossings {
  double intervals = 0.0;
  double cells = 0.0;
};

Crossings up_crossings(std::span<double const> line, bool closed) {
  if (is_plane(line)) return {};
  const double mean = mean_of(line);
  const std::size_t steps = closed ? line.size() : line.size() - 1;
  double first = 0.0, last = 0.0, count = 0.0;
  for (std::size_t i = 0; i < steps; ++i) {
    const double here = line[i] - mean, next = line[(i + 1) % line.size()] - mean;
    if (here > 0.0 || next <= 0.0) continue;
    const double at = static_cast<double>(i) - here / (next - here);
    if (count == 0.0) first = at;
    last = at;
    count += 1.0;
  }
  if (closed) return {count, count > 0.0 ? static_cast<double>(line.size()) : 0.0};
  return count > 1.0 ? Crossings{count - 1.0, last - first} : Crossings{};
}

double middle_of(Spacings const& s) {
  std::vector<double> found;
  for (double metres : {s.autocorrelation, s.crossings, s.spectrum}) {
    if (metres > 0.0) found.push_back(metres);
  }
  return percentile(std::move(found), 0.5);
}

double crossings_spacing(Transects const& across, double cell_size) {
  Crossings all;
  for (std::size_t i = 0; i < across.lines; ++i) {
    const Crossings one = up_crossings(across.line(i), across.closed);
    all.intervals += one.intervals;
    all.cells += one.cells;
  }
  return all.intervals > 0.0 ? all.cells / all.intervals * cell_size : 0.0;
}

// Adds the power of a line at each frequency from 0 to 1/2 cycles per cell to `power`. Two real lines share one
// transform.
void add_power(std::span<Complex const> pair, std::span<double> power) {
  const std::size_t n = pair.size();
  for (std::size_t k = 0; k < power.size(); ++k) {
    power[k] += 0.5 * (std::norm(pair[k]) + std::norm(pair[(n - k) % n]));
  }
}

double spectrum_spacing(Transects const& across, double cell_size) {
  const std::size_t samples = across.samples;
  if (samples < 4) return 0.0;
  // Padded to at least twice the length, so that the parabola finds the vertex of the peak that the window broadens.
  const std::size_t size = across.closed ? samples : std::bit_ceil(2 * samples);
  std::vector<double> window(samples, 1.0);
  for (std::size_t i = 0; i < samples && !across.closed; ++i) {
    window[i] = hann(static_cast<int>(i), static_cast<int>(samples));
  }
  std::vector<double> power(size / 2 + 1);
  LineTransform transform(size);
  std::vector<Complex> pair(size);
  for (std::size_t i = 0; i < across.lines; i += 2) {
    std::fill(pair.begin(), pair.end(), Complex{});
    const std::span<double const> one = across.line(i), other = across.line(std::min(i + 1, across.lines - 1));
    if (is_plane(one) && is_plane(other)) continue;
    const double mean_one = mean_of(one), mean_other = mean_of(other);
    for (std::size_t j = 0; j < samples; ++j) {
      pair[j] = {window[j] * (one[j] - mean_one), window[j] * (other[j] - mean_other)};
    }
    transform(pair);
    add_power(pair, power);
  }
  // Lower frequencies contain what remains of the mean of a windowed line.
  const std::size_t least = across.closed ? 1 : 2 * size / samples;
  std::size_t best = 0;
  for (std::size_t k = least; k + 1 < power.size(); ++k) {
    if (power[k] > 0.0 && (best == 0 || power[k] > power[best])) best = k;
  }
  if (best == 0) return 0.0;
  const double top = parabola_top(power[best - 1], power[best], power[best + 1]);
  return static_cast<double>(size) / (static_cast<double>(best) + top) * cell_size;
}

}  // namespace

double spacing_by_crossings(ElevationMap const& map, double direction_degrees) {
  return crossings_spacing(transects(box_smoothed(box_smoothed(map)), direction_degrees),
                           static_cast<double>(map.grid.cell_size));
}

double spacing_by_spectrum(ElevationMap const& map, double direction_degrees) {
  return spectrum_spacing(transects(map, direction_degrees), static_cast<double>(map.grid.cell_size));
}

Spacings spacings(ElevationMap const& map, double direction_degrees) {
  return spacings_with(autocorrelation(map), map, direction_degrees);
}

Spacings spacings_with(ElevationMap const& lags, ElevationMap const& map, double direction_degrees) {
  Spacings s;
  s.direction_degrees = direction_degrees;
  s.autocorrelation = spacing_in(lags, map.grid, direction_degrees);
  s.crossings = spacing_by_crossings(map, direction_degrees);
  s.spectrum = spacing_by_spectrum(map, direction_degrees);
  s.median = middle_of(s);
  return s;
}

}  // namespace barchan
