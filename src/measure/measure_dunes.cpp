// All measures of a dune field at once.
#include <array>
#include <charconv>

#include "measure/elevation_map.hpp"

namespace barchan {
namespace {

std::string fixed(double value, int decimals) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
  return end.ec == std::errc{} ? std::string(text.data(), end.ptr) : std::string("?");
}

}  // namespace

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

std::string to_text(DuneMeasures const& m) {
  const std::string sign = m.crest_error_degrees < 0.0 ? "" : "+";
  return "crest " + fixed(m.crest.degrees, 1) + " (error " + sign + fixed(m.crest_error_degrees, 1) + ") aniso " +
         fixed(m.crest.anisotropy, 2) + " rms " + fixed(m.rms_height, 2) + " m spacing " + fixed(m.spacing, 1) +
         " m noise " + fixed(m.slope_noise_share, 3) + " lee p50/p90 " + fixed(m.lee.p50_degrees, 1) + "/" +
         fixed(m.lee.p90_degrees, 1) + " stoss p50/p90 " + fixed(m.stoss.p50_degrees, 1) + "/" +
         fixed(m.stoss.p90_degrees, 1) + " profile stoss " + fixed(degrees(std::atan(m.profile.stoss_slope)), 1) +
         " lee " + fixed(degrees(std::atan(m.profile.lee_slope)), 1) + " ratio " + fixed(m.profile.lee_to_stoss, 2) +
         " turn " + fixed(m.profile.turn_cells, 2) + " cells height " + fixed(m.profile.height, 2) + " m slip faces " +
         std::to_string(m.slip_faces) + " crescents " + std::to_string(m.crescents) + " range " + fixed(m.lowest, 2) +
         " .. " + fixed(m.highest, 2) + " m";
}

}  // namespace barchan
