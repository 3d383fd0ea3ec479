/// Lands that rain can carve, and hydrological measures of them.
#pragma once

#include <cstdint>
#include <vector>

#include "world/world.hpp"

namespace barchan::test {

/// Fractal noise: octaves of gradient noise whose amplitude halves as the wavelength does, scaled to [0, 1].
std::vector<double> fractal_noise(int side, double wavelength, std::uint64_t seed);

/// A square land of bare rock with an open edge. Its elevations are `relief` metres times `shape`.
WorldSetup rock_land(int side, float cell_size, double relief, std::vector<double> const& shape, std::uint64_t seed);

/// Elevations in metres above the datum, row-major.
std::vector<double> heights(World const& world);

/// Surface with all pits filled to their spill (priority flood, Barnes, Lehman & Mulla 2014).
std::vector<double> filled(std::vector<double> const& heights, int side);

struct Pits {
  double volume = 0.0;  ///< sum of the depths of all cells (filled minus original surface), m
  double share = 0.0;   ///< fraction of the cells that lie in pits
};
Pits pits_of(std::vector<double> const& heights, int side);

/// Streams along the steepest of eight descents of the filled surface.
struct Streams {
  std::vector<double> area;      ///< number of cells that drain through a cell, including itself
  std::vector<double> length;    ///< of the longest stream that ends in a cell, in cells, including itself
  std::vector<double> level;     ///< elevation of the filled surface, m, which falls along every stream
  std::vector<int> next;         ///< cell into which a cell drains; -1 at the edge
  std::vector<double> distance;  ///< to that cell, in cells
};
Streams streams_of(std::vector<double> const& heights, int side);
/// The areas of `streams_of`.
std::vector<double> drainage_area(std::vector<double> const& heights, int side);

/// Rank correlation (Spearman) of two samples of the same size.
double rank_correlation(std::vector<double> const& a, std::vector<double> const& b);

/// Number of droplets created so far.
double droplets_born(World const& world);

/// Runs the world until `count` droplets have been created.
void rain_until(World& world, double count);

}  // namespace barchan::test
