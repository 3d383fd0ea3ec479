/// Surfaces whose measures are known.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "measure/measure.hpp"

namespace barchan::test {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kRadian = kPi / 180.0;

/// A map of `height(x, y)`, x and y in metres with cell (0, 0) at the origin.
inline ElevationMap made(Grid const& grid, std::function<double(double, double)> const& height) {
  ElevationMap map{grid, std::vector<double>(grid.cells())};
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      map.metres[grid.index(x, y)] = height(x * double{grid.cell_size}, y * double{grid.cell_size});
    }
  }
  return map;
}

inline Grid square(int side, float cell_size = 1.0f, Boundary boundary = Boundary::periodic) {
  return {side, side, cell_size, boundary};
}

/// White noise, -amplitude to amplitude.
inline ElevationMap noise(Grid const& grid, double amplitude) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-amplitude, amplitude);
  return made(grid, [&](double, double) { return uniform(generator); });
}

/// A sine wave that travels along `degrees`, about `level`.
inline std::function<double(double, double)> sine(double degrees, double wavelength, double amplitude,
                                                  double level = 0.0) {
  return [=](double x, double y) {
    const double along = x * std::cos(degrees * kRadian) + y * std::sin(degrees * kRadian);
    return level + amplitude * std::sin(2.0 * kPi * along / wavelength);
  };
}

/// A barchan in the frame of its wind: a disc of radius `outer` around (0, 0) minus a disc of radius `inner` around
/// (distance, 0). Its stoss rises from the rim with the slope `stoss`, and its lee falls to the hollow with the slope
/// `lee`. Contours at a height z are parts of discs with radii outer - z / stoss and inner + z / lee, which gives all
/// its measures.
struct Barchan {
  double outer = 30.0, inner = 24.0, distance = 30.0;  // m
  double stoss = 0.2, lee = 0.6;                       // tangents

  double height_at(double down, double across) const {
    const double rise = stoss * (outer - std::hypot(down, across));
    const double fall = lee * (std::hypot(down - distance, across) - inner);
    return std::max(0.0, std::min(rise, fall));
  }
  double outer_at(double z) const { return outer - z / stoss; }
  double inner_at(double z) const { return inner + z / lee; }
  double width(double z) const { return 2.0 * outer_at(z); }
  double length(double z) const { return outer_at(z) + distance - inner_at(z); }
  /// Distance by which the tips reach beyond the lee on the axis.
  double horn(double z) const {
    const double r = outer_at(z), s = inner_at(z);
    return (distance * distance + r * r - s * s) / (2.0 * distance) - (distance - s);
  }
  /// Height at which the rising and the falling slope meet on the axis.
  double height() const { return stoss * (outer - (stoss * outer - lee * (distance - inner)) / (stoss + lee)); }
};

/// Adds the barchan to the map, with its disc around (x, y) m, under a wind towards `degrees`. It may cross the seams
/// of the grid.
inline ElevationMap with_barchan(ElevationMap map, Barchan const& dune, double x, double y, double degrees) {
  const Grid& grid = map.grid;
  const double cell = double{grid.cell_size}, c = std::cos(degrees * kRadian), s = std::sin(degrees * kRadian);
  const double lx = grid.width * cell, ly = grid.height * cell;
  for (int j = 0; j < grid.height; ++j) {
    for (int i = 0; i < grid.width; ++i) {
      double px = i * cell - x, py = j * cell - y;
      px -= lx * std::round(px / lx);
      py -= ly * std::round(py / ly);
      double& height = map.metres[grid.index(i, j)];
      height = std::max(height, dune.height_at(px * c + py * s, py * c - px * s));
    }
  }
  return map;
}

inline ElevationMap bare(Grid const& grid) {
  return made(grid, [](double, double) { return 0.0; });
}

}  // namespace barchan::test
