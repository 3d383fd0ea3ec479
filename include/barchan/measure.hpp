/// Measures of dunes: what tells a desert from noise, taken from a grid of elevations. Pure functions; no state.
///
/// Directions are in degrees anticlockwise from east. A wind direction is the way the wind blows towards; a crest
/// direction is axial (modulo 180). Slopes are tangents unless a name ends in `_degrees`. Lengths are in metres, or in
/// cells where the name says so. Sources: structure tensor after Bigun & Granlund 1987; gradient after Horn 1981;
/// shift by cross-correlation.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "barchan/grid.hpp"
#include "barchan/terrain.hpp"

namespace barchan {

/// A surface to be measured: row-major elevations in metres with the size, cell size and periodicity of `grid`.
struct ElevationMap {
  Grid grid;
  std::vector<double> metres;

  /// Elevation of a cell under the boundary rule (wrapped or clamped).
  double at(int x, int y) const { return metres[grid.index(grid.resolve_x(x), grid.resolve_y(y))]; }
  /// Bilinear elevation at fractional cell coordinates (cell centres at whole numbers).
  double sample(double x, double y) const;
};

/// Each throws std::invalid_argument when the sizes disagree.
ElevationMap elevation_map(Grid const& grid, std::span<float const> metres);
ElevationMap elevation_map(Grid const& grid, std::span<double const> metres);
/// The surface of a land, metres above its datum.
ElevationMap elevation_map(Terrain const& terrain);

/// One pass of a 3 x 3 mean under the boundary rule.
ElevationMap box_smoothed(ElevationMap const& map);

// -- crests ----------------------------------------------------------------------------------------------------------
struct CrestOrientation {
  double degrees = 0.0;     ///< mean crest line, 0 .. 180
  double anisotropy = 0.0;  ///< 0 none .. 1 all crests parallel
};
/// Structure tensor of central differences, after two passes of a 3 x 3 mean (cell noise has no direction).
CrestOrientation crest_orientation(ElevationMap const& map);

/// Signed axial difference a - b of two lines in degrees, -90 <= d < 90.
double axial_difference(double a_degrees, double b_degrees);

/// Root of the mean square of the elevation about its mean, m.
double rms_height(ElevationMap const& map);

/// Wavelength along `direction_degrees`, m: lag of the first positive maximum of the autocorrelation after its first
/// zero, to a fraction of a cell, of the surface after two passes of a 3 x 3 mean. 0 when there is none within half of
/// the shorter side. Not periodic: each lag is normalised by its overlap.
double spacing(ElevationMap const& map, double direction_degrees);

// -- crispness -------------------------------------------------------------------------------------------------------
/// Share of the slope's power below four cells' wavelength: of the sum over all wave vectors k of k^2 |H(k)|^2, the
/// part with radial wavelength < 4 cells, where H is the discrete Fourier transform of the elevation less its mean
/// under a two-dimensional (product) Hann window. 0 .. 1; 0 for flat ground, 0.05 for sharp ridges (stoss 11 degrees,
/// lee 33) 48 cells apart, 0.963 for white noise.
double slope_noise_share(ElevationMap const& map);

/// Percentiles of the slope over the cells that face down the wind (lee) or against it (stoss), in degrees.
struct FaceSlopes {
  double p50_degrees = 0.0;
  double p90_degrees = 0.0;
  std::size_t cells = 0;  ///< how many cells the percentiles stand for
};
/// Cells whose Horn gradient g meets g.w < -0.7 |g| (w the unit wind) and that are steeper than `minimum_degrees`.
FaceSlopes lee_slopes(ElevationMap const& map, double wind_degrees, double minimum_degrees = 20.0);
/// Cells with g.w > 0.7 |g| that are steeper than `minimum_degrees`.
FaceSlopes stoss_slopes(ElevationMap const& map, double wind_degrees, double minimum_degrees = 2.0);

/// Dunes as met along the wind. On transects one cell apart, sampled each cell, a dune is a trough, a crest and a
/// trough that differ by at least the rms height of the map. All figures are medians over the dunes met.
struct WindProfile {
  std::size_t dunes = 0;      ///< dunes met by all transects
  double height = 0.0;        ///< m, crest above the mean of its two troughs
  double stoss_slope = 0.0;   ///< tangent, mean over the rise from a quarter to three quarters of the height
  double lee_slope = 0.0;     ///< tangent (positive), the same on the way down
  double lee_to_stoss = 0.0;  ///< lee_slope / stoss_slope; 0 without dunes
  /// Cells over which the profile turns from stoss to lee slope: (stoss + lee slope) / (largest turn within one cell),
  /// sought from three quarters of the height before to three quarters after the crest. A corner between two planes is
  /// 1 where it falls on a sample and 2 where it falls midway; a corner under one 3-cell mean is 3.
  double turn_cells = 0.0;
};
WindProfile wind_profile(ElevationMap const& map, double wind_degrees);

// -- slip faces ------------------------------------------------------------------------------------------------------
/// A connected patch (8 neighbours, across the seam of a periodic map) of cells that face down the wind and stand
/// steeper than a given angle.
struct SlipFace {
  std::size_t cells = 0;
  double x = 0.0, y = 0.0;    ///< centroid, cell coordinates inside the grid
  double width_cells = 0.0;   ///< extent across the wind
  double mean_degrees = 0.0;  ///< mean slope
  /// Arcs of its foot that are hollow down the wind: on both sides it runs at least 3 cells downwind of the middle.
  int crescents = 0;
};
struct SlipFaceRule {
  double repose_slope = 0.65;      ///< tangent of the angle of repose
  double share_of_repose = 0.9;    ///< of the *angle*: cells must be steeper than this share of it
  std::size_t minimum_cells = 20;  ///< smaller patches do not count
  double horn_cells = 3.0;         ///< how far both horns must lie downwind of the middle
};
std::vector<SlipFace> slip_faces(ElevationMap const& map, double wind_degrees, SlipFaceRule const& rule = {});

// -- movement --------------------------------------------------------------------------------------------------------
/// How far the pattern moved, m.
struct Shift {
  double x = 0.0, y = 0.0;
  double correlation = 0.0;  ///< of the two surfaces at that shift, -1 .. 1

  double along(double direction_degrees) const;
};
/// Peak of the circular cross-correlation within `most_metres` (of crests this must stay below half the spacing), with
/// a parabola through its neighbours. A map that is not periodic is put under a Hann window first.
/// Throws std::invalid_argument when the two grids differ.
Shift pattern_shift(ElevationMap const& before, ElevationMap const& after, double most_metres);

// -- all at once -----------------------------------------------------------------------------------------------------
struct DuneMeasures {
  CrestOrientation crest;
  double crest_error_degrees = 0.0;  ///< signed, crest less the normal of the wind
  double rms_height = 0.0;           ///< m
  double spacing = 0.0;              ///< m along the wind
  double slope_noise_share = 0.0;
  FaceSlopes lee, stoss;
  WindProfile profile;
  std::size_t slip_faces = 0;          ///< of 20 or more cells
  std::size_t crescents = 0;           ///< arcs with both horns downwind
  double highest = 0.0, lowest = 0.0;  ///< m
};
DuneMeasures measure_dunes(ElevationMap const& map, double wind_degrees, double repose_slope = 0.65);

/// One line of figures for people: "crest 92.1 (error +2.1) aniso 0.52 rms 1.98 m spacing 48.3 m ...".
std::string to_text(DuneMeasures const& measures);

}  // namespace barchan
