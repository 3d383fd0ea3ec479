// Orientation, spacing, noise and movement: measures of the whole pattern.
#include <bit>
#include <stdexcept>

#include "measure/elevation_map.hpp"
#include "measure/fourier.hpp"

namespace barchan {
namespace {

constexpr double kNoiseFrequency = 0.25;  // cycles per cell: a wavelength of four cells
constexpr double kLagStep = 0.5;          // cells between the lags at which the autocorrelation is sampled
constexpr double kLeastCosine = 1e-6;     // of a direction; keeps the range of a lag finite

// Transform of the elevation minus its mean, optionally windowed, padded with zeros to the given size.
Spectrum spectrum_of(ElevationMap const& map, bool windowed, int width, int height) {
  const double mean = mean_of(map.metres);
  std::vector<double> values(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int y = 0; y < map.grid.height; ++y) {
    const double across = windowed ? hann(y, map.grid.height) : 1.0;
    for (int x = 0; x < map.grid.width; ++x) {
      const double weight = windowed ? across * hann(x, map.grid.width) : 1.0;
      values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
          (map.metres[map.grid.index(x, y)] - mean) * weight;
    }
  }
  return transformed(values, width, height);
}

double signed_frequency(int i, int n) { return static_cast<double>(i <= n / 2 ? i : i - n) / static_cast<double>(n); }

// Real circular correlation sum_p a(p) b(p + lag) of two transforms, as a periodic map of lags.
ElevationMap correlation(Spectrum const& a, Spectrum b) {
  for (std::size_t i = 0; i < b.values.size(); ++i) b.values[i] = product(std::conj(a.values[i]), b.values[i]);
  inverse_transform(b);
  ElevationMap lags{Grid{a.width, a.height, 1.0f, Boundary::periodic}, std::vector<double>(b.values.size())};
  for (std::size_t i = 0; i < lags.metres.size(); ++i) lags.metres[i] = b.values[i].real();
  return lags;
}

// Size, a power of two, at which lags up to half of `n` cells do not wrap.
int padded(int n) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(n + n / 2 + 1))); }

// Offset of the vertex of the quadratic surface through a peak and its eight neighbours, within half a cell. Crests
// make oblique peaks, which two separate parabolas would misplace.
Vector2 paraboloid_top(ElevationMap const& map, int x, int y) {
  const double gx = 0.5 * (map.at(x + 1, y) - map.at(x - 1, y));
  const double gy = 0.5 * (map.at(x, y + 1) - map.at(x, y - 1));
  const double xx = map.at(x + 1, y) - 2.0 * map.at(x, y) + map.at(x - 1, y);
  const double yy = map.at(x, y + 1) - 2.0 * map.at(x, y) + map.at(x, y - 1);
  const double xy = 0.25 * (map.at(x + 1, y + 1) - map.at(x + 1, y - 1) - map.at(x - 1, y + 1) + map.at(x - 1, y - 1));
  const double determinant = xx * yy - xy * xy;
  if (!(determinant > 0.0) || xx >= 0.0) return {};
  const double dx = -(yy * gx - xy * gy) / determinant, dy = -(xx * gy - xy * gx) / determinant;
  return {std::clamp(dx, -0.5, 0.5), std::clamp(dy, -0.5, 0.5)};
}

}  // namespace

CrestOrientation crest_orientation(ElevationMap const& map) {
  const ElevationMap smooth = box_smoothed(box_smoothed(map));
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for_each_cell(smooth.grid, [&](int x, int y) {
    const double gx = smooth.at(x + 1, y) - smooth.at(x - 1, y);
    const double gy = smooth.at(x, y + 1) - smooth.at(x, y - 1);
    xx += gx * gx;
    xy += gx * gy;
    yy += gy * gy;
  });
  const double trace = xx + yy;
  if (!(trace > 0.0)) return {};
  double crest = std::fmod(degrees(0.5 * std::atan2(2.0 * xy, xx - yy)) + 90.0, 180.0);
  if (crest < 0.0) crest += 180.0;
  return {crest, std::sqrt((xx - yy) * (xx - yy) + 4.0 * xy * xy) / trace};
}

double axial_difference(double a_degrees, double b_degrees) {
  double turned = std::fmod(a_degrees - b_degrees + 90.0, 180.0);
  if (turned < 0.0) turned += 180.0;
  return turned - 90.0;
}

// Mean product of the elevations over all pairs of cells that a lag connects.
ElevationMap autocorrelation(ElevationMap const& map) {
  const ElevationMap smooth = box_smoothed(box_smoothed(map));
  const bool periodic = map.grid.periodic();
  const int width = periodic ? map.grid.width : padded(map.grid.width);
  const int height = periodic ? map.grid.height : padded(map.grid.height);
  const Spectrum spectrum = spectrum_of(smooth, false, width, height);
  ElevationMap lags = correlation(spectrum, spectrum);
  if (periodic) return lags;
  for_each_cell(lags.grid, [&](int x, int y) {
    const int rows = map.grid.height - std::min(y, height - y);
    const int columns = map.grid.width - std::min(x, width - x);
    lags.metres[lags.grid.index(x, y)] /= std::max(1.0, static_cast<double>(rows) * columns);
  });
  return lags;
}

double spacing_in(ElevationMap const& lags, Grid const& grid, double direction_degrees) {
  const Vector2 along = direction_vector(direction_degrees);
  const double reach = std::min(grid.width / std::max(std::abs(along.x), kLeastCosine),
                                grid.height / std::max(std::abs(along.y), kLeastCosine));
  const int count = static_cast<int>(0.5 * reach / kLagStep);
  std::vector<double> curve(static_cast<std::size_t>(std::max(count, 0)) + 1);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const double lag = static_cast<double>(i) * kLagStep;
    curve[i] = lags.sample(along.x * lag, along.y * lag);
  }
  std::size_t i = 0;
  while (i < curve.size() && curve[i] > 0.0) ++i;
  for (++i; i + 1 < curve.size(); ++i) {
    if (curve[i] > 0.0 && curve[i] >= curve[i - 1] && curve[i] > curve[i + 1]) {
      const double top = parabola_top(curve[i - 1], curve[i], curve[i + 1]);
      return (static_cast<double>(i) + top) * kLagStep * static_cast<double>(grid.cell_size);
    }
  }
  return 0.0;
}

double spacing(ElevationMap const& map, double direction_degrees) {
  return spacing_in(autocorrelation(map), map.grid, direction_degrees);
}

double slope_noise_share(ElevationMap const& map) {
  const int width = map.grid.width, height = map.grid.height;
  const Spectrum spectrum = spectrum_of(map, true, width, height);
  double all = 0.0, noise = 0.0;
  for_each_cell(map.grid, [&](int x, int y) {
    const double fx = signed_frequency(x, width), fy = signed_frequency(y, height);
    const double squared = fx * fx + fy * fy;
    const double power = std::norm(spectrum.values[map.grid.index(x, y)]) * squared;
    all += power;
    if (squared > kNoiseFrequency * kNoiseFrequency) noise += power;
  });
  return all > 0.0 ? noise / all : 0.0;
}

double Shift::along(double direction_degrees) const {
  return glm::dot(Vector2(x, y), direction_vector(direction_degrees));
}

Shift pattern_shift(ElevationMap const& before, ElevationMap const& after, double most_metres, Shift const& expected) {
  if (!(before.grid == after.grid)) throw std::invalid_argument("expected two maps on the same grid");
  const Grid& grid = before.grid;
  const bool windowed = !grid.periodic();
  const Spectrum first = spectrum_of(before, windowed, grid.width, grid.height);
  const Spectrum second = spectrum_of(after, windowed, grid.width, grid.height);
  double power_before = 0.0, power_after = 0.0;
  for (auto const& value : first.values) power_before += std::norm(value);
  for (auto const& value : second.values) power_after += std::norm(value);
  if (!(power_before > 0.0) || !(power_after > 0.0)) return {};

  const ElevationMap lags = correlation(first, second);
  const double cell = static_cast<double>(grid.cell_size);
  const double most = most_metres / cell, middle_x = expected.x / cell, middle_y = expected.y / cell;
  const int reach_x = std::min(static_cast<int>(most), grid.width / 2);
  const int reach_y = std::min(static_cast<int>(most), grid.height / 2);
  const int start_x = static_cast<int>(std::lround(middle_x)), start_y = static_cast<int>(std::lround(middle_y));
  int best_x = start_x, best_y = start_y;
  for (int y = start_y - reach_y; y <= start_y + reach_y; ++y) {
    for (int x = start_x - reach_x; x <= start_x + reach_x; ++x) {
      if (std::hypot(x - middle_x, y - middle_y) > most) continue;
      if (lags.at(x, y) > lags.at(best_x, best_y)) {
        best_x = x;
        best_y = y;
      }
    }
  }
  const double top = lags.at(best_x, best_y);
  const Vector2 offset = paraboloid_top(lags, best_x, best_y);
  const double normal = std::sqrt(power_before * power_after) / static_cast<double>(grid.cells());
  return {(best_x + offset.x) * cell, (best_y + offset.y) * cell, top / normal};
}

}  // namespace barchan
