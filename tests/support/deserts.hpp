/// Beds of sand for the wind, and statistics over several seeds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "measure/measure.hpp"
#include "world/world.hpp"

namespace barchan::test {

/// A level bed of sand with a little noise, periodic. Lengths in metres.
struct Bed {
  int side = 256;  ///< cells
  float cell_size = 1.0f;
  double thickness = 4.0;
  double noise = 0.1;                ///< amplitude of uniform white noise; rms of band-limited noise is this / sqrt(3)
  double smallest_wavelength = 0.0;  ///< > 0: no waves shorter than this, so that the land is the same at any cell size
  Quanta lift = 0;                   ///< height of the rock below the sand
  std::uint64_t seed = 1;            ///< seed of the noise and of the world
};

/// The land alone, without parameters.
WorldSetup make_bed(Bed const& bed);

/// A bed under one wind: only wind_particles acts. `parameters` are set after the wind's direction.
World make_desert(Bed const& bed, double wind_degrees, std::vector<SetParameter> const& parameters = {});

/// Mean, spread and extremes of a figure over several runs.
struct Statistics {
  double mean = 0.0;
  double deviation = 0.0;  ///< standard deviation of one run (n - 1)
  double least = 0.0, most = 0.0;
};
Statistics statistics(std::vector<double> const& values);
/// Text such as "0.512 sd 0.031 (0.47 .. 0.55)".
std::string to_text(Statistics const& statistics);
/// One readable line of figures: "crest 92.1 (error +2.1) aniso 0.52 rms 1.98 m spacing 48.3 m ...".
std::string to_text(DuneMeasures const& measures);

/// Values of `figure(seed)` for the seeds 1, 2, ... `count`.
std::vector<double> over_seeds(int count, std::function<double(std::uint64_t)> const& figure);

}  // namespace barchan::test
