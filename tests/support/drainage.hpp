/// Lands that rain can carve, and hydrological measures of them.
#pragma once

#include <cstdint>
#include <vector>

#include "world/world.hpp"

namespace barchan::test {

/// Fractal noise: octaves of gradient noise whose amplitude halves as the wavelength does, scaled to [0, 1].
std::vector<double> fractal_noise(int side, double wavelength, std::uint64_t seed);

/// A square land of bare rock with an open edge whose heights are `relief` metres times `shape`.
WorldSetup rock_land(int side, float cell_size, double relief, std::vector<double> const& shape, std::uint64_t seed);

/// Metres above the datum, row-major.
std::vector<double> heights(World const& world);

/// Surface with all pits filled to their spill (priority flood, Barnes, Lehman & Mulla 2014).
std::vector<double> filled(std::vector<double> const& heights, int side);

struct Pits {
  double volume = 0.0;  ///< sum of filled less surface, m over a cell
  double share = 0.0;   ///< of the cells
};
Pits pits_of(std::vector<double> const& heights, int side);

/// Cells that drain through each cell along the steepest of eight descents of the filled surface, itself included.
std::vector<double> drainage_area(std::vector<double> const& heights, int side);

/// Rank correlation (Spearman) of two samples of one size.
double rank_correlation(std::vector<double> const& a, std::vector<double> const& b);

/// Droplets born so far.
double droplets_born(World const& world);

/// Steps until `count` droplets have been born.
void rain_until(World& world, double count);

}  // namespace barchan::test
