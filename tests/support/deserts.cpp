#include "support/deserts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "base/random.hpp"
#include "measure/fourier.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test {
namespace {

// Real waves of random phase and equal amplitude down to the smallest wavelength, scaled to the wanted rms. The waves
// are numbered by their counts across the land, so another cell size draws the same ones.
std::vector<double> band_limited_noise(Bed const& bed) {
  const double length = bed.side * static_cast<double>(bed.cell_size);
  const int most = static_cast<int>(length / bed.smallest_wavelength);
  Spectrum waves{bed.side, bed.side, {}};
  const auto side = static_cast<std::size_t>(bed.side);
  waves.values.resize(side * side);
  double power = 0.0;
  for (int ny = -most; ny <= most; ++ny) {
    for (int nx = -most; nx <= most; ++nx) {
      if ((nx == 0 && ny == 0) || nx * nx + ny * ny > most * most) continue;
      const auto id = static_cast<std::uint32_t>((ny + most) * (2 * most + 1) + nx + most);
      const float turn = to_unit(random_words(bed.seed, 0, RandomStream::scenario, id)[0]);
      const auto x = static_cast<std::size_t>(nx < 0 ? nx + bed.side : nx);
      const auto y = static_cast<std::size_t>(ny < 0 ? ny + bed.side : ny);
      waves.values[y * side + x] = std::polar(1.0, 2.0 * std::numbers::pi * static_cast<double>(turn));
      power += 0.5;
    }
  }
  inverse_transform(waves);
  const double scale = bed.noise / std::numbers::sqrt3 / std::sqrt(power) * static_cast<double>(side * side);
  std::vector<double> noise;
  for (auto const& value : waves.values) noise.push_back(value.real() * scale);
  return noise;
}

}  // namespace

WorldSetup make_bed(Bed const& bed) {
  WorldSetup setup;
  setup.grid = {bed.side, bed.side, bed.cell_size, Boundary::periodic};
  setup.seed = bed.seed;
  setup.base.assign(setup.grid.cells(), bed.lift);
  std::vector<double> noise;
  if (bed.smallest_wavelength > 0.0) noise = band_limited_noise(bed);
  for (std::size_t i = 0; i < setup.grid.cells(); ++i) {
    const double height = noise.empty()
                              ? bed.noise * static_cast<double>(to_signed_unit(random_words(
                                                bed.seed, 0, RandomStream::scenario, static_cast<std::uint32_t>(i))[0]))
                              : noise[i];
    setup.sand.push_back(to_quanta(std::max(0.0, bed.thickness + height)));
  }
  return setup;
}

World make_desert(Bed const& bed, double wind_degrees, std::vector<SetParameter> const& parameters) {
  WorldSetup setup = make_bed(bed);
  setup.parameters.push_back({"wind", "direction", wind_degrees});
  setup.parameters.insert(setup.parameters.end(), parameters.begin(), parameters.end());
  return make_world(std::move(setup), "wind_particles");
}

Statistics statistics(std::vector<double> const& values) {
  Statistics result;
  if (values.empty()) return result;
  const auto count = static_cast<double>(values.size());
  for (double value : values) result.mean += value / count;
  double squares = 0.0;
  for (double value : values) squares += (value - result.mean) * (value - result.mean);
  result.deviation = values.size() > 1 ? std::sqrt(squares / (count - 1.0)) : 0.0;
  result.least = *std::min_element(values.begin(), values.end());
  result.most = *std::max_element(values.begin(), values.end());
  return result;
}

std::string to_text(Statistics const& s) {
  return fmt::format("{:.4g} sd {:.3g} ({:.4g} .. {:.4g})", s.mean, s.deviation, s.least, s.most);
}

std::string to_text(DuneMeasures const& m) {
  const auto angle = [](double tangent) { return std::atan(tangent) * 180.0 / std::numbers::pi; };
  return fmt::format(
      "crest {:.1f} (error {:+.1f}) aniso {:.2f} rms {:.2f} m spacing {:.1f} m noise {:.3f} lee p50/p90 {:.1f}/{:.1f} "
      "stoss p50/p90 {:.1f}/{:.1f} profile stoss {:.1f} lee {:.1f} ratio {:.2f} turn {:.2f} cells height {:.2f} m slip "
      "faces {} crescents {} range {:.2f} .. {:.2f} m",
      m.crest.degrees, m.crest_error_degrees, m.crest.anisotropy, m.rms_height, m.spacing, m.slope_noise_share,
      m.lee.p50_degrees, m.lee.p90_degrees, m.stoss.p50_degrees, m.stoss.p90_degrees, angle(m.profile.stoss_slope),
      angle(m.profile.lee_slope), m.profile.lee_to_stoss, m.profile.turn_cells, m.profile.height, m.slip_faces,
      m.crescents, m.lowest, m.highest);
}

std::vector<double> over_seeds(int count, std::function<double(std::uint64_t)> const& figure) {
  std::vector<double> values;
  for (int seed = 1; seed <= count; ++seed) values.push_back(figure(static_cast<std::uint64_t>(seed)));
  return values;
}

}  // namespace barchan::test
