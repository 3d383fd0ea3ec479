// The measures of dunes on surfaces with known answers.
#include "measure/measure.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include <gtest/gtest.h>

#include "support/deserts.hpp"
#include "unit/measure_surfaces.hpp"

namespace barchan::measure_test {
namespace {

using test::kPi;
using test::kRadian;
using test::made;
using test::noise;
using test::square;

// Straight ridges with plane flanks, periodic on a square of `side` cells: `nx` and `ny` waves across it.
ElevationMap sharp_ridges(Grid const& grid, int nx, int ny, double stoss_degrees, double lee_degrees) {
  const double length = grid.width * double{grid.cell_size};
  const double wave = length / std::hypot(nx, ny);
  const double up = std::tan(stoss_degrees * kRadian), down = std::tan(lee_degrees * kRadian);
  const double rise_share = down / (up + down);
  return made(grid, [=](double x, double y) {
    double phase = (nx * x + ny * y) / length;
    phase -= std::floor(phase);
    return phase < rise_share ? up * phase * wave : down * (1.0 - phase) * wave;
  });
}

double direction_of(int nx, int ny) { return std::atan2(ny, nx) / kRadian; }

struct Wave {
  int nx, ny;
};
class SineCrests : public testing::TestWithParam<Wave> {};

TEST_P(SineCrests, OrientationAndSpacingAreThoseOfTheWave) {
  const int nx = GetParam().nx, ny = GetParam().ny;
  const Grid grid = square(256, 0.5f);
  const double length = 128.0;
  const ElevationMap map =
      made(grid, [=](double x, double y) { return std::sin(2.0 * kPi * (nx * x + ny * y) / length); });
  const double along = direction_of(nx, ny);
  const CrestOrientation crest = crest_orientation(map);
  EXPECT_NEAR(axial_difference(crest.degrees, along + 90.0), 0.0, 2.0);
  EXPECT_GT(crest.anisotropy, 0.98);
  const double wave = length / std::hypot(nx, ny);
  EXPECT_NEAR(spacing(map, along), wave, 0.03 * wave);
  EXPECT_NEAR(spacing(map, along + 180.0), wave, 0.03 * wave);
  EXPECT_NEAR(spacing(map, along + 45.0), wave * std::numbers::sqrt2, 0.03 * wave * std::numbers::sqrt2);
  EXPECT_NEAR(rms_height(map), 1.0 / std::numbers::sqrt2, 1e-6);
}
INSTANTIATE_TEST_SUITE_P(Angles, SineCrests,
                         testing::Values(Wave{5, 0}, Wave{0, 6}, Wave{5, 2}, Wave{3, 5}, Wave{-4, 3}, Wave{-5, -4}));

TEST(Measure, SpacingNeedsNoPeriodicLand) {
  const Grid grid{300, 200, 1.0f, Boundary::open};
  const double direction = 25.0;
  const ElevationMap map = made(grid, [=](double x, double y) {
    return std::sin(2.0 * kPi * (x * std::cos(direction * kRadian) + y * std::sin(direction * kRadian)) / 31.0);
  });
  EXPECT_NEAR(spacing(map, direction), 31.0, 0.03 * 31.0);
}

TEST(Measure, AxialDifferenceIsSignedAndModulo180) {
  EXPECT_DOUBLE_EQ(axial_difference(100.0, 90.0), 10.0);
  EXPECT_DOUBLE_EQ(axial_difference(2.0, 178.0), 4.0);
  EXPECT_DOUBLE_EQ(axial_difference(178.0, 2.0), -4.0);
  EXPECT_DOUBLE_EQ(axial_difference(20.0, 290.0), -90.0);
  EXPECT_DOUBLE_EQ(axial_difference(45.0, 225.0), 0.0);
}

TEST(Measure, ConeHasNoDirection) {
  const ElevationMap map = made(square(129, 1.0f, Boundary::closed), [](double x, double y) {
    return std::max(0.0, 20.0 - 0.5 * std::hypot(x - 64.0, y - 64.0));
  });
  EXPECT_LT(crest_orientation(map).anisotropy, 0.01);
  const FaceSlopes lee = lee_slopes(map, 33.0);
  EXPECT_NEAR(lee.p50_degrees, std::atan(0.5) / kRadian, 0.2);
  EXPECT_NEAR(stoss_slopes(map, 33.0).p90_degrees, std::atan(0.5) / kRadian, 0.3);
  // A quarter of a disc with a radius of 40 cells faces down any wind.
  EXPECT_NEAR(static_cast<double>(lee.cells), 0.25 * kPi * 1600.0, 80.0);
}

TEST(Measure, PlaneGroundMeasuresNothing) {
  const ElevationMap flat = made(square(64), [](double, double) { return 3.0; });
  const DuneMeasures m = measure_dunes(flat, 10.0);
  EXPECT_EQ(m.crest.anisotropy, 0.0);
  EXPECT_EQ(m.rms_height, 0.0);
  EXPECT_EQ(m.spacing, 0.0);
  EXPECT_EQ(m.slope_noise_share, 0.0);
  EXPECT_EQ(m.profile.dunes, 0u);
  EXPECT_EQ(m.slip_faces, 0u);
  EXPECT_FALSE(test::to_text(m).empty());
}

TEST(Measure, NoiseShareTellsNoiseFromForm) {
  const Grid grid = square(256);
  // White noise has a power of slopes proportional to |k|^2 on the square of wave vectors. Noise is the part outside
  // the circle of radius 1/4.
  const double inside = kPi * std::pow(0.25, 4) / 2.0, all = 1.0 / 6.0;
  EXPECT_NEAR(slope_noise_share(noise(grid, 0.1)), 1.0 - inside / all, 0.01);
  const ElevationMap smooth = made(grid, [](double x, double y) { return std::sin(2.0 * kPi * (x + 2.0 * y) / 64.0); });
  EXPECT_LT(slope_noise_share(smooth), 1e-3);
  // A wave of 3.5 cells counts as noise, one of 4.5 cells as form.
  EXPECT_GT(slope_noise_share(made(grid, [](double x, double) { return std::sin(2.0 * kPi * x / 3.5); })), 0.99);
  EXPECT_LT(slope_noise_share(made(grid, [](double x, double) { return std::sin(2.0 * kPi * x / 4.5); })), 0.01);
}

TEST(Measure, NoiseShareOfIdealSharpDunes) {
  // The noise of sharp corners decreases with the spacing, here 48 and 40 cells, in both of which every corner lies on
  // a sample. If most corners lie between two samples, less of it is measured.
  EXPECT_NEAR(slope_noise_share(sharp_ridges(square(240), 5, 0, 11.0, 33.0)), 0.050, 0.002);
  EXPECT_NEAR(slope_noise_share(sharp_ridges(square(240), 6, 0, 11.0, 33.0)), 0.0555, 0.002);
  EXPECT_NEAR(slope_noise_share(sharp_ridges(square(256), 5, 0, 11.0, 33.0)), 0.019, 0.003);
  EXPECT_NEAR(slope_noise_share(sharp_ridges(square(256), 4, 3, 11.0, 33.0)), 0.032, 0.003);
}

TEST(Measure, NoiseShareDoesNotDependOnThePowerOfTwo) {
  const double power_of_two = slope_noise_share(noise(square(128), 1.0));
  EXPECT_NEAR(slope_noise_share(noise({135, 121, 1.0f, Boundary::open}, 1.0)), power_of_two, 0.02);
}

TEST(Measure, ProfileOfSharpDunesAtAnyAngle) {
  for (const Wave wave : {Wave{5, 0}, Wave{5, 2}, Wave{3, -4}, Wave{-4, -1}}) {
    const ElevationMap map = sharp_ridges(square(256), wave.nx, wave.ny, 11.0, 33.0);
    const WindProfile profile = wind_profile(map, direction_of(wave.nx, wave.ny));
    EXPECT_NEAR(std::atan(profile.stoss_slope) / kRadian, 11.0, 0.5);
    EXPECT_NEAR(std::atan(profile.lee_slope) / kRadian, 33.0, 1.5);
    EXPECT_NEAR(profile.lee_to_stoss, std::tan(33.0 * kRadian) / std::tan(11.0 * kRadian), 0.25);
    EXPECT_GE(profile.turn_cells, 0.95);
    EXPECT_LE(profile.turn_cells, 2.1);
    EXPECT_GT(profile.dunes, 200u);
    // Under the opposite wind the faces are exchanged.
    EXPECT_LT(wind_profile(map, direction_of(wave.nx, wave.ny) + 180.0).lee_to_stoss, 0.5);
  }
}

TEST(Measure, BlurWidensTheTurnAndLowersTheNoise) {
  const ElevationMap sharp = sharp_ridges(square(256), 5, 1, 11.0, 33.0);
  const ElevationMap blurred = box_smoothed(box_smoothed(box_smoothed(sharp)));
  const double along = direction_of(5, 1);
  EXPECT_GT(wind_profile(blurred, along).turn_cells, 3.0);
  EXPECT_LT(wind_profile(sharp, along).turn_cells, 2.1);
  EXPECT_LT(slope_noise_share(blurred), 0.2 * slope_noise_share(sharp));
}

TEST(Measure, LoneDuneOnAFloorIsMet) {
  const ElevationMap map = made(square(128, 2.0f, Boundary::open), [](double x, double) {
    const double up = 0.2 * (x - 60.0), down = 0.6 * (160.0 - x);
    return std::max(0.0, std::min(up, down));
  });
  const WindProfile profile = wind_profile(map, 0.0);
  EXPECT_NEAR(profile.stoss_slope, 0.2, 0.01);
  EXPECT_NEAR(profile.lee_slope, 0.6, 0.03);
  EXPECT_NEAR(profile.height, 15.0, 0.5);
}

TEST(Measure, SlipFacesAreCountedAcrossTheSeam) {
  // Six ridges; the seam of the periodic map runs through the middle of a lee face.
  const Grid grid = square(240);
  const ElevationMap map = made(grid, [](double x, double) {
    double phase = (x + 6.0) / 40.0;
    phase -= std::floor(phase);
    return phase < 0.75 ? 0.2 * phase * 40.0 : 0.6 * (1.0 - phase) * 40.0;
  });
  const std::vector<SlipFace> faces = slip_faces(map, 0.0, {.repose_slope = 0.6});
  ASSERT_EQ(faces.size(), 6u);
  for (SlipFace const& face : faces) {
    EXPECT_EQ(face.crescents, 0);
    EXPECT_NEAR(face.mean_degrees, std::atan(0.6) / kRadian, 1.0);
    EXPECT_NEAR(static_cast<double>(face.cells), 240.0 * 9.0, 240.0);
    EXPECT_DOUBLE_EQ(face.width_cells, 240.0);
  }
  EXPECT_TRUE(slip_faces(map, 180.0, {.repose_slope = 0.6}).empty());
  EXPECT_TRUE(slip_faces(map, 0.0, {.repose_slope = 0.8}).empty());
}

// A barchan: a cone of sand whose lee is cut by a slip face that is curved with the given radius.
ElevationMap crescent(double wind_degrees, double hollow) {
  return made(square(128), [=](double x, double y) {
    const double cx = x - 64.0, cy = y - 64.0;
    const double c = std::cos(wind_degrees * kRadian), s = std::sin(wind_degrees * kRadian);
    const double down = cx * c + cy * s, across = cy * c - cx * s;
    const double body = std::max(0.0, 8.0 - 0.2 * std::hypot(down, across));
    const double face = 0.65 * (hollow * across * across / 40.0 + 12.0 - down);
    return std::max(0.0, std::min(body, face));
  });
}

TEST(Measure, CrescentsHaveBothHornsDownwind) {
  for (double wind : {0.0, 30.0, 200.0}) {
    const auto count = [&](double hollow) {
      int crescents = 0;
      for (SlipFace const& face : slip_faces(crescent(wind, hollow), wind)) crescents += face.crescents;
      return crescents;
    };
    EXPECT_EQ(count(1.0), 1) << wind;   // horns downwind
    EXPECT_EQ(count(0.0), 0) << wind;   // straight
    EXPECT_EQ(count(-1.0), 0) << wind;  // horns upwind: a parabolic dune
  }
}

TEST(Measure, ShiftIsFoundToAFractionOfACell) {
  const auto dunes = [](double sx, double sy) {
    return [=](double x, double y) {
      const double u = 2.0 * kPi * (x - sx) / 256.0, v = 2.0 * kPi * (y - sy) / 256.0;
      return std::sin(5.0 * u + 2.0 * v) + 0.7 * std::sin(3.0 * v - u) + 0.3 * std::cos(7.0 * u - 4.0 * v);
    };
  };
  const Grid grid = square(128, 2.0f);
  const Shift shift = pattern_shift(made(grid, dunes(0.0, 0.0)), made(grid, dunes(7.3, -3.1)), 20.0);
  EXPECT_NEAR(shift.x, 7.3, 0.3);
  EXPECT_NEAR(shift.y, -3.1, 0.3);
  EXPECT_GT(shift.correlation, 0.97);
  EXPECT_NEAR(shift.along(90.0), -3.1, 0.3);
  EXPECT_NEAR(shift.along(180.0), -7.3, 0.3);
  const Shift none = pattern_shift(made(grid, dunes(0.0, 0.0)), made(grid, dunes(0.0, 0.0)), 20.0);
  EXPECT_NEAR(none.x, 0.0, 1e-9);
  EXPECT_NEAR(none.correlation, 1.0, 1e-9);
}

TEST(Measure, SizesMustAgree) {
  const std::vector<float> three(3);
  EXPECT_THROW(elevation_map(square(2), std::span<float const>(three)), std::invalid_argument);
  const ElevationMap a = noise(square(8), 1.0), b = noise(square(9), 1.0);
  EXPECT_THROW(pattern_shift(a, b, 2.0), std::invalid_argument);
}

TEST(Measure, SmallestGridsAreMeasured) {
  for (const Grid grid : {Grid{1, 1, 1.0f, Boundary::periodic}, Grid{1, 9, 1.0f, Boundary::open},
                          Grid{9, 1, 1.0f, Boundary::closed}, Grid{2, 3, 1.0f, Boundary::periodic}}) {
    const DuneMeasures m = measure_dunes(noise(grid, 1.0), 70.0);
    EXPECT_TRUE(std::isfinite(m.crest.degrees) && std::isfinite(m.spacing) && std::isfinite(m.slope_noise_share));
    EXPECT_TRUE(std::isfinite(m.profile.turn_cells) && std::isfinite(m.lee.p90_degrees));
  }
}

}  // namespace
}  // namespace barchan::measure_test
