/// Measures of dunes, computed from a grid of elevations. Pure functions; no state.
///
/// Directions are in degrees anticlockwise from east. A wind direction is the direction the wind blows towards; a crest
/// direction is axial (modulo 180). Slopes are tangents unless a name ends in `_degrees`. Lengths are in metres, or in
/// cells where the name says so. Sources: structure tensor after Bigun & Granlund 1987; gradient after Horn 1981; shift
/// by cross-correlation.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/grid.hpp"

namespace barchan {

struct Terrain;

/// A surface to measure: row-major elevations in metres, with the size, cell size and periodicity of `grid`.
struct ElevationMap {
  Grid grid;
  std::vector<double> metres;

  /// Elevation of a cell under the boundary condition (wrapped or clamped).
  double at(int x, int y) const { return metres[grid.index(grid.resolve_x(x), grid.resolve_y(y))]; }
  /// Bilinear elevation at fractional cell coordinates (cell centres at whole numbers).
  double sample(double x, double y) const;
};

/// Throws std::invalid_argument if the sizes differ.
ElevationMap elevation_map(Grid const& grid, std::span<float const> metres);
/// The surface of a land, metres above its datum.
ElevationMap elevation_map(Terrain const& terrain);
/// Thickness of a land's sand, m.
ElevationMap sand_map(Terrain const& terrain);

/// One pass of a 3 x 3 mean under the boundary condition.
ElevationMap box_smoothed(ElevationMap const& map);

// -- crests ----------------------------------------------------------------------------------------------------------
struct CrestOrientation {
  double degrees = 0.0;     ///< mean crest line, 0 to 180
  double anisotropy = 0.0;  ///< 0 no common direction, 1 all crests parallel
};
/// Structure tensor of central differences, after two passes of a 3 x 3 mean (cell noise has no direction).
CrestOrientation crest_orientation(ElevationMap const& map);

/// Signed axial difference a - b of two lines in degrees, -90 <= d < 90.
double axial_difference(double a_degrees, double b_degrees);

/// Root mean square of the elevation about its mean, m.
double rms_height(ElevationMap const& map);

/// Wavelength along `direction_degrees`, m: lag of the first positive maximum of the autocorrelation after its first
/// zero, after two passes of a 3 x 3 mean; resolved to a fraction of a cell. 0 if there is none within half of the
/// land's extent in that direction. On a map that is not periodic, each lag is normalised by its overlap.
double spacing(ElevationMap const& map, double direction_degrees);

/// Wavelength along `direction_degrees`, m: mean distance between up-crossings of the mean of each transect, after two
/// passes of a 3 x 3 mean. A closed row counts with its whole length. 0 if no transect has enough crossings.
double spacing_by_crossings(ElevationMap const& map, double direction_degrees);
/// Wavelength along `direction_degrees`, m: peak of the mean power spectrum of the transects, refined by a parabola.
/// Transects that are not closed get a Hann window. 0 for plane ground.
double spacing_by_spectrum(ElevationMap const& map, double direction_degrees);

/// Spacing by three methods, m; 0 where a method finds none.
struct Spacings {
  double direction_degrees = 0.0;  ///< along which the spacing is measured
  double autocorrelation = 0.0, crossings = 0.0, spectrum = 0.0;
  double median = 0.0;  ///< median over the methods that found a spacing: the value to show
};
Spacings spacings(ElevationMap const& map, double direction_degrees);

// -- crispness -------------------------------------------------------------------------------------------------------
/// Fraction of the slope's power at wavelengths below four cells: of the sum over all wave vectors k of k^2 |H(k)|^2,
/// the part with radial wavelength < 4 cells. H is the discrete Fourier transform of the elevation minus its mean under
/// a two-dimensional (product) Hann window. 0 to 1: 0 for flat ground, 0.05 for sharp ridges (stoss 11 degrees, lee 33)
/// 48 cells apart, 0.963 for white noise.
double slope_noise_share(ElevationMap const& map);

/// Percentiles of the slope, in degrees, over the cells that face downwind (lee) or upwind (stoss).
struct FaceSlopes {
  double p50_degrees = 0.0;
  double p90_degrees = 0.0;
  std::size_t cells = 0;  ///< number of cells in the percentiles
};
/// Cells with g.w < -0.7 |g| that are steeper than `minimum_degrees`; g is the Horn gradient, w the unit wind vector.
FaceSlopes lee_slopes(ElevationMap const& map, double wind_degrees, double minimum_degrees = 20.0);
/// Cells with g.w > 0.7 |g| that are steeper than `minimum_degrees`.
FaceSlopes stoss_slopes(ElevationMap const& map, double wind_degrees, double minimum_degrees = 2.0);

/// Dunes along the wind. On transects one cell apart, sampled at each cell, a dune is a trough, a crest and a trough;
/// crest and troughs differ in height by at least the rms height of the map. All values are medians over these dunes.
struct WindProfile {
  std::size_t dunes = 0;      ///< dunes on all transects
  double height = 0.0;        ///< m, crest above the mean of its two troughs
  double stoss_slope = 0.0;   ///< tangent, mean over the rise from a quarter to three quarters of the height
  double lee_slope = 0.0;     ///< tangent (positive), same on the descent
  double lee_to_stoss = 0.0;  ///< lee_slope / stoss_slope; 0 without dunes
  /// Cells over which the profile turns from stoss to lee slope: (stoss + lee slope) / (largest turn within one cell),
  /// searched from three quarters of the height upwind of the crest to three quarters downwind of it. A corner between
  /// two planes gives 1 if it falls on a sample and 2 if it falls midway between two; a corner after one 3-cell mean
  /// gives 3.
  double turn_cells = 0.0;
};
WindProfile wind_profile(ElevationMap const& map, double wind_degrees);

// -- slip faces ------------------------------------------------------------------------------------------------------
/// A connected patch (8 neighbours, across the edges of a periodic map) of cells that face downwind and are steeper
/// than a given angle.
struct SlipFace {
  std::size_t cells = 0;
  double x = 0.0, y = 0.0;    ///< centroid, cell coordinates inside the grid
  double width_cells = 0.0;   ///< extent across the wind
  double mean_degrees = 0.0;  ///< mean slope
  /// Arcs of its foot that are concave downwind: on both sides the foot reaches at least 3 cells farther downwind than
  /// in the middle.
  int crescents = 0;
};
struct SlipFaceRule {
  double repose_slope = 0.65;      ///< tangent of the angle of repose
  double share_of_repose = 0.9;    ///< cells must be steeper than this fraction of the *angle* of repose
  std::size_t minimum_cells = 20;  ///< smaller patches are ignored
  double horn_cells = 3.0;         ///< distance that both horns must reach downwind of the middle
};
std::vector<SlipFace> slip_faces(ElevationMap const& map, double wind_degrees, SlipFaceRule const& rule = {});

/// Directions in which steep ground faces: m_k = |sum e^(i k phi)| / n over the cells steeper than a tangent of 0.5,
/// where phi is the azimuth down the slope. One wind makes m_1 large, two opposite faces m_2, a star of three winds
/// m_3.
struct FaceAzimuths {
  std::array<double, 6> m{};  ///< m[k - 1], 0 to 1; 0 without steep cells
  std::size_t cells = 0;      ///< n
};
FaceAzimuths face_azimuths(ElevationMap const& map);

// -- separate dunes --------------------------------------------------------------------------------------------------
/// A connected patch (8 neighbours, across the edges of a periodic map) of cells that hold sand. Its axis is the line
/// through its centre of mass along the wind. Left and right are as seen looking downwind.
struct SeparateDune {
  std::size_t cells = 0;
  double area = 0.0;        ///< m2
  double volume = 0.0;      ///< m3 of sand
  double x = 0.0, y = 0.0;  ///< m, centre of mass inside the land, from its south-west corner
  double height = 0.0;      ///< m, thickest sand
  double width = 0.0;       ///< m, extent across the wind
  double length = 0.0;      ///< m, extent along the wind on the axis
  /// m: distance that the outer third on that side reaches downwind beyond the axis; negative if it ends farther
  /// upwind.
  double horn_left = 0.0, horn_right = 0.0;
  double elongation = 1.0;  ///< square root of the ratio of the two principal moments of its area, >= 1
};
struct SeparateDuneRule {
  double threshold = 0.4;          ///< m: a cell belongs if the 3 x 3 mean of its sand is thicker
  std::size_t minimum_cells = 20;  ///< smaller patches are ignored
};
struct SeparateDunes {
  std::vector<SeparateDune> dunes;  ///< largest area first
  double cover = 0.0;               ///< fraction of all cells above the threshold
  double largest_share = 0.0;       ///< area of the largest dune over that of all; 0 without dunes
  double elongation = 0.0;          ///< mean weighted by area; 0 without dunes
};
/// `sand` holds thicknesses in metres.
SeparateDunes separate_dunes(ElevationMap const& sand, double wind_degrees, SeparateDuneRule const& rule = {});

// -- movement --------------------------------------------------------------------------------------------------------
/// Displacement of a pattern, m.
struct Shift {
  double x = 0.0, y = 0.0;
  double correlation = 0.0;  ///< correlation of both surfaces at that shift, -1 to 1

  double along(double direction_degrees) const;
};
/// Peak of the circular cross-correlation within `most_metres` of `expected`, refined by a parabola. For crests
/// `most_metres` must be less than half the spacing. A map that is not periodic gets a Hann window first. Throws
/// std::invalid_argument if the two grids differ.
Shift pattern_shift(ElevationMap const& before, ElevationMap const& after, double most_metres,
                    Shift const& expected = {});
/// Displacement of the centre of mass of all material above the lowest cell, for a single dune or ridge. On a periodic
/// map the mean is circular, so the shift is less than half the land. 0 in a direction in which the mass is too evenly
/// spread to have a centre. `correlation` stays 0. Throws std::invalid_argument if the two grids differ.
Shift centroid_shift(ElevationMap const& before, ElevationMap const& after);

struct TimedMap {
  double time = 0.0;  ///< s
  ElevationMap map;
};
struct Migration {
  bool found = false;        ///< there are two maps at different times, and their patterns correlate by at least 0.5
  double along_wind = 0.0;   ///< m/s, positive downwind
  double across_wind = 0.0;  ///< m/s, positive to the left of the wind
  double seconds = 0.0;      ///< from the first map to the last
  double correlation = 0.0;  ///< correlation of the first map and the last
};
/// Migration from the first map to the last. Maps in between, in order of time, allow it to follow a pattern that moves
/// farther than `most_metres` (half a spacing) in total.
Migration migration(std::span<TimedMap const> maps, double wind_degrees, double most_metres);

// -- all at once -----------------------------------------------------------------------------------------------------
struct DuneMeasures {
  CrestOrientation crest;
  double crest_error_degrees = 0.0;  ///< signed: crest direction minus the normal of the wind
  double rms_height = 0.0;           ///< m
  double spacing = 0.0;              ///< m along the wind
  double slope_noise_share = 0.0;
  FaceSlopes lee, stoss;
  WindProfile profile;
  std::size_t slip_faces = 0;          ///< slip faces with at least 20 cells
  std::size_t crescents = 0;           ///< arcs with both horns downwind
  double highest = 0.0, lowest = 0.0;  ///< m
};
DuneMeasures measure_dunes(ElevationMap const& map, double wind_degrees, double repose_slope = 0.65);

/// Kind of dune field; docs/measure.md has the rule.
enum class DuneClass {
  none,        ///< too little sand
  sheet,       ///< sand without dunes
  barchan,     ///< separate crescents
  transverse,  ///< ridges across the resultant wind
  oblique,     ///< ridges in between
  linear,      ///< ridges along the resultant wind
  star,        ///< mounds whose slip faces point in several directions
  mixed,       ///< none of the above
};
std::string_view dune_class_name(DuneClass dune_class);

struct SurveyRule {
  double wind_degrees = 0.0;         ///< resultant wind
  std::optional<double> steadiness;  ///< steadiness of the winds that shaped the land (ResultantWind), if known
  double repose_slope = 0.65;
  SeparateDuneRule dunes;
};
/// Measures of the kind and the size of a dune field.
struct DuneSurvey {
  DuneMeasures measures;
  Spacings spacing;  ///< across the crests if they have a direction (anisotropy >= 0.3), otherwise along the wind
  /// m: crest above its troughs in the same direction; 0 without dunes. For compact separate dunes (elongation <= 3):
  /// their thickest sand, averaged by area.
  double height = 0.0;
  SeparateDunes separate;
  FaceAzimuths faces;
  double relief = 0.0;  ///< rms slope, as a tangent, of the smoothed surface over the cells that hold sand
  DuneClass dune_class = DuneClass::none;

  /// Whether crests can be compared with a line across the wind. The horns of barchans lie along the wind, and their
  /// mean direction says nothing about the crests.
  bool has_crest_lines() const { return measures.crest.anisotropy > 0.0 && dune_class != DuneClass::barchan; }
};
/// `surface` holds elevations, `sand` thicknesses. Throws std::invalid_argument if the two grids differ.
DuneSurvey survey_dunes(ElevationMap const& surface, ElevationMap const& sand, SurveyRule const& rule = {});

/// Farthest distance that a pattern may move between two maps of one `migration`, m: half its spacing, or a quarter of
/// the land's shorter side if there is none.
double reach_of_migration(DuneSurvey const& survey, Grid const& grid);

/// Sum of the winds of a cycle, each weighted by its duration.
struct ResultantWind {
  double degrees = 0.0;     ///< direction of the first wind if the winds cancel
  double steadiness = 1.0;  ///< length of the sum over the sum of the lengths: 1 for one wind, 0 if the winds cancel
};
/// `winds` successive winds, `divergence_degrees` apart; the first blows `ratio` times as long as each of the others.
ResultantWind resultant_wind(double first_degrees, int winds, double divergence_degrees, double ratio);

/// Mean of the resultants of successive times, each weighted by `seconds`.
class MeanResultant {
 public:
  void add(ResultantWind const& wind, double seconds);
  /// Empty if nothing was added. If all winds were the same, exactly that wind.
  std::optional<ResultantWind> wind() const;

 private:
  std::optional<ResultantWind> first_;
  bool same_ = true;
  double x_ = 0.0, y_ = 0.0;  ///< sum of the vectors times their seconds
  double seconds_ = 0.0;
};

/// Resultant of the winds in the parameters of a World or a TerrainView.
template <class Source>
ResultantWind resultant_wind(Source const& source) {
  const auto wind = [&](std::string_view key) { return source.parameter("wind", key); };
  return resultant_wind(wind("direction"), static_cast<int>(wind("winds")), wind("divergence"), wind("ratio"));
}
/// Rule for the survey of the land of a World or a TerrainView that these winds have shaped. `stepped`: they have
/// blown, so their steadiness is used to determine its kind.
template <class Source>
SurveyRule survey_rule(Source const& source, ResultantWind const& wind, bool stepped) {
  SurveyRule rule;
  rule.wind_degrees = wind.degrees;
  if (stepped) rule.steadiness = wind.steadiness;
  rule.repose_slope = source.parameter("gravity", "repose_slope");
  return rule;
}

}  // namespace barchan
