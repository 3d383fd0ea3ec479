// All measures of a dune field together, and the kind that follows from them.
#include <array>
#include <stdexcept>

#include "measure/elevation_map.hpp"

namespace barchan {
namespace {

// docs/measure.md gives the reasons.
constexpr double kDirected = 0.3;                // anisotropy from which crests have a direction
constexpr double kSheetRelief = 0.07;            // rms slope: a height of 1/32 of the spacing
constexpr double kNoise = 0.8;                   // fraction of the slope's power below 4 cells that is noise
constexpr double kSheetCover = 0.5;              // fraction of the land under thin sand up to which it is still a sheet
constexpr double kThinSand = 0.01;               // m
constexpr double kStarFaces = 0.35;              // smallest maximum of m_3 to m_6 of a star
constexpr double kStarDrift = 0.1;               // largest m_1 of a star; migrating dunes have more
constexpr double kStarDriftShare = 0.25;         // largest ratio of m_1 to that maximum
constexpr double kSteady = 0.3;                  // steadiness of winds above which there is no star
constexpr double kCancelled = 0.1;               // largest steadiness of winds that count as cancelling
constexpr double kNetworkFaces = 0.2;            // smallest maximum of m_3 to m_6 of merged arms
constexpr double kNetworkPairs = 0.4;            // largest m_2 of those; parallel ridges have more
constexpr std::size_t kStarOrder = 3;            // smallest number of directions of a star
constexpr double kSeparateCover = 0.45;          // largest cover of separate dunes
constexpr double kCompact = 3.0;                 // largest elongation of a barchan
constexpr double kHornShare = 0.05;              // of its width: how far a horn reaches downwind
constexpr double kHornedArea = 0.5;              // fraction of the dunes' area that has a horn
constexpr double kAlong = 30.0, kAcross = 60.0;  // degrees between crest and wind

bool are_compact(SeparateDunes const& separate) {
  return !separate.dunes.empty() && separate.cover <= kSeparateCover && separate.elongation <= kCompact;
}

// A transect crosses most round dunes beside their tops, so their height is that of their thickest sand.
double height_of(SeparateDunes const& separate) {
  double area = 0.0, sum = 0.0;
  for (SeparateDune const& dune : separate.dunes) {
    area += dune.area;
    sum += dune.area * dune.height;
  }
  return area > 0.0 ? sum / area : 0.0;
}

// Rms slope of the cells with sand, so that bare ground between dunes does not count. Four passes remove most cell
// noise.
double relief_of(ElevationMap const& surface, ElevationMap const& sand, double threshold) {
  const ElevationMap smooth = box_smoothed(box_smoothed(box_smoothed(box_smoothed(surface))));
  double sum = 0.0, cells = 0.0;
  for_each_cell(smooth.grid, [&](int x, int y) {
    if (sand.metres[sand.grid.index(x, y)] <= threshold) return;
    const Vector2 g = horn_gradient(smooth, x, y);
    sum += g.x * g.x + g.y * g.y;
    cells += 1.0;
  });
  return cells > 0.0 ? std::sqrt(sum / cells) : 0.0;
}

double sandy_share(ElevationMap const& sand) {
  const auto sandy = std::count_if(sand.metres.begin(), sand.metres.end(), [](double h) { return h > kThinSand; });
  return sand.metres.empty() ? 0.0 : static_cast<double>(sandy) / static_cast<double>(sand.metres.size());
}

bool cancelled(std::optional<double> steadiness) { return steadiness && *steadiness <= kCancelled; }

bool is_star(DuneSurvey const& s, std::optional<double> steadiness) {
  if (steadiness && *steadiness > kSteady) return false;
  std::array<double, 6> const& m = s.faces.m;
  const double most = *std::max_element(m.begin() + kStarOrder - 1, m.end());
  if (s.faces.cells == 0 || m[0] > std::min(kStarDrift, kStarDriftShare * most)) return false;
  // Under winds that are known to cancel, merged arms are stars too.
  if (cancelled(steadiness) && most >= kNetworkFaces && m[1] <= kNetworkPairs) return true;
  return s.measures.crest.anisotropy < kDirected && most >= kStarFaces && m[1] < most;
}

bool is_barchan(SeparateDunes const& separate, Grid const& grid) {
  const double side = std::min(grid.width, grid.height) * static_cast<double>(grid.cell_size);
  double all = 0.0, horned = 0.0;
  for (SeparateDune const& dune : separate.dunes) {
    if (dune.width >= side) return false;  // a ridge across the whole land
    all += dune.area;
    if (std::max(dune.horn_left, dune.horn_right) >= kHornShare * dune.width) horned += dune.area;
  }
  return are_compact(separate) && horned >= kHornedArea * all;
}

DuneClass classified(DuneSurvey const& s, Grid const& grid, double sandy, SurveyRule const& rule) {
  if (s.separate.dunes.empty()) return sandy >= kSheetCover ? DuneClass::sheet : DuneClass::none;
  if (s.relief < kSheetRelief || s.measures.slope_noise_share > kNoise) return DuneClass::sheet;
  if (is_star(s, rule.steadiness)) return DuneClass::star;
  if (is_barchan(s.separate, grid)) return DuneClass::barchan;
  if (s.measures.crest.anisotropy < kDirected || cancelled(rule.steadiness)) return DuneClass::mixed;
  const double angle = std::abs(axial_difference(s.measures.crest.degrees, rule.wind_degrees));
  if (angle >= kAcross) return DuneClass::transverse;
  return angle <= kAlong ? DuneClass::linear : DuneClass::oblique;
}

}  // namespace

std::string_view dune_class_name(DuneClass dune_class) {
  static constexpr std::array<std::string_view, 8> kNames{"none",    "sheet",  "barchan", "transverse",
                                                          "oblique", "linear", "star",    "mixed"};
  return kNames.at(static_cast<std::size_t>(dune_class));
}

DuneMeasures measure_dunes_with(ElevationMap const& lags, ElevationMap const& map, double wind_degrees,
                                double repose_slope) {
  DuneMeasures m;
  m.crest = crest_orientation(map);
  m.crest_error_degrees = axial_difference(m.crest.degrees, wind_degrees + 90.0);
  m.rms_height = rms_height(map);
  m.spacing = spacing_in(lags, map.grid, wind_degrees);
  m.slope_noise_share = slope_noise_share(map);
  m.lee = lee_slopes(map, wind_degrees);
  m.stoss = stoss_slopes(map, wind_degrees);
  m.profile = wind_profile(map, wind_degrees);
  SlipFaceRule rule;
  rule.repose_slope = repose_slope;
  for (SlipFace const& face : slip_faces(map, wind_degrees, rule)) {
    ++m.slip_faces;
    m.crescents += static_cast<std::size_t>(face.crescents);
  }
  if (!map.metres.empty()) {
    m.highest = *std::max_element(map.metres.begin(), map.metres.end());
    m.lowest = *std::min_element(map.metres.begin(), map.metres.end());
  }
  return m;
}

DuneMeasures measure_dunes(ElevationMap const& map, double wind_degrees, double repose_slope) {
  return measure_dunes_with(autocorrelation(map), map, wind_degrees, repose_slope);
}

DuneSurvey survey_dunes(ElevationMap const& surface, ElevationMap const& sand, SurveyRule const& rule) {
  if (!(surface.grid == sand.grid)) throw std::invalid_argument("expected surface and sand on the same grid");
  DuneSurvey s;
  const ElevationMap lags = autocorrelation(surface);
  s.measures = measure_dunes_with(lags, surface, rule.wind_degrees, rule.repose_slope);
  double direction = rule.wind_degrees;
  if (s.measures.crest.anisotropy >= kDirected) {
    // The normal of the crests that is closer to the wind.
    direction += axial_difference(s.measures.crest.degrees + 90.0, rule.wind_degrees);
  }
  s.spacing = spacings_with(lags, surface, direction);
  s.separate = separate_dunes(sand, rule.wind_degrees, rule.dunes);
  s.height = are_compact(s.separate) ? height_of(s.separate) : wind_profile(surface, direction).height;
  s.faces = face_azimuths(surface);
  s.relief = relief_of(surface, sand, rule.dunes.threshold);
  s.dune_class = classified(s, sand.grid, sandy_share(sand), rule);
  return s;
}

double reach_of_migration(DuneSurvey const& survey, Grid const& grid) {
  if (survey.spacing.median > 0.0) return 0.5 * survey.spacing.median;
  return 0.25 * std::min(grid.width, grid.height) * static_cast<double>(grid.cell_size);
}

}  // namespace barchan
