// Spacing, separate dunes, their kind and their movement on surfaces with known answers.
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <gtest/gtest.h>

#include "measure/dune_migration.hpp"
#include "measure/measure.hpp"
#include "unit/measure_surfaces.hpp"

namespace barchan::measure_dunes_test {
namespace {

using test::Barchan;
using test::bare;
using test::kPi;
using test::kRadian;
using test::made;
using test::noise;
using test::sine;
using test::square;
using test::with_barchan;

constexpr double kThreshold = 0.4;

void expect_crests(ElevationMap const& map, double along, double wave) {
  const CrestOrientation crest = crest_orientation(map);
  EXPECT_NEAR(axial_difference(crest.degrees, along + 90.0), 0.0, 2.0) << along;
  EXPECT_GT(crest.anisotropy, 0.98) << along;
  const Spacings s = spacings(map, along);
  EXPECT_NEAR(s.autocorrelation, wave, 0.03 * wave) << along;
  EXPECT_NEAR(s.crossings, wave, 0.03 * wave) << along;
  EXPECT_NEAR(s.spectrum, wave, 0.03 * wave) << along;
  EXPECT_NEAR(s.median, wave, 0.03 * wave) << along;
}

TEST(MeasureSpacing, SineCrestsThatCrossTheSeams) {
  // Waves across a periodic land: every crest crosses the western, the southern or both seams.
  for (const auto& [nx, ny] : {std::pair{5, 0}, {0, 6}, {1, 5}, {5, 2}, {4, 4}, {3, 7}, {-4, 3}, {-5, -4}, {9, -11}}) {
    for (const float cell : {0.5f, 2.0f}) {
      const Grid grid{256, 192, cell, Boundary::periodic};
      const double fx = nx / (256.0 * double{cell}), fy = ny / (192.0 * double{cell});
      const double along = std::atan2(fy, fx) / kRadian;
      expect_crests(made(grid, sine(along, 1.0 / std::hypot(fx, fy), 1.0, 3.0)), along, 1.0 / std::hypot(fx, fy));
    }
  }
}

TEST(MeasureSpacing, SineCrestsAtAnyAngleOnAnOpenLand) {
  for (double along = -180.0; along < 180.0; along += 13.0) {
    for (const double wave : {11.0, 24.5}) {
      expect_crests(made({130, 120, 1.0f, Boundary::open}, sine(along, wave, 0.05 * wave)), along, wave);
    }
  }
  for (const double along : {0.0, 90.0, 180.0, 270.0}) {
    expect_crests(made(square(190, 1.0f, Boundary::closed), sine(along, 31.0, 1.0)), along, 31.0);
  }
}

TEST(MeasureSpacing, NoisyRidgesHaveTheSpacingOfTheRidges) {
  ElevationMap map = made(square(256), sine(0.0, 32.0, 2.0));
  const ElevationMap grains = noise(map.grid, 0.3);
  for (std::size_t i = 0; i < map.metres.size(); ++i) map.metres[i] += grains.metres[i];
  EXPECT_NEAR(spacings(map, 0.0).median, 32.0, 1.0);
}

TEST(MeasureSpacing, OneRidgeIsAsFarFromItselfAsTheLandIsLong) {
  const ElevationMap map = made({256, 24, 1.0f, Boundary::periodic},
                                [](double x, double) { return std::max(0.0, 5.0 - std::abs(x - 80.0) * 0.5); });
  EXPECT_DOUBLE_EQ(spacing_by_crossings(map, 0.0), 256.0);
  EXPECT_NEAR(spacing_by_spectrum(map, 0.0), 256.0, 150.0);
  EXPECT_EQ(spacings(map, 90.0).median, 0.0);
}

TEST(MeasureSpacing, PlaneGroundHasNone) {
  const Spacings s = spacings(bare(square(64)), 20.0);
  EXPECT_EQ(s.autocorrelation, 0.0);
  EXPECT_EQ(s.crossings, 0.0);
  EXPECT_EQ(s.spectrum, 0.0);
  EXPECT_EQ(s.median, 0.0);
}

// -- separate dunes ---------------------------------------------------------------------------------------------------
TEST(MeasureSeparateDunes, AConeIsOneRoundDune) {
  const double slope = 0.5, radius = 20.0;
  for (const float cell : {0.5f, 1.0f}) {
    const ElevationMap cone =
        made(square(static_cast<int>(80.0f / cell), cell, Boundary::closed),
             [=](double x, double y) { return std::max(0.0, slope * (radius - std::hypot(x - 40.0, y - 40.0))); });
    const SeparateDunes found = separate_dunes(cone, 57.0);
    ASSERT_EQ(found.dunes.size(), 1u);
    SeparateDune const& dune = found.dunes.front();
    const double rim = radius - kThreshold / slope;
    EXPECT_NEAR(dune.elongation, 1.0, 0.01);
    EXPECT_NEAR(dune.height, slope * radius, 1e-9);
    EXPECT_NEAR(dune.width, 2.0 * rim, 1.5 * double{cell});
    EXPECT_NEAR(dune.length, 2.0 * rim, 1.5 * double{cell});
    EXPECT_NEAR(dune.area, kPi * rim * rim, 0.03 * kPi * rim * rim);
    EXPECT_NEAR(dune.volume, kPi * slope * std::pow(radius, 3) / 3.0, 0.02 * kPi * slope * std::pow(radius, 3) / 3.0);
    EXPECT_NEAR(dune.x, 40.0 + 0.5 * double{cell}, 0.01);
    EXPECT_LT(dune.horn_left, 0.0);
    EXPECT_LT(dune.horn_right, 0.0);
    EXPECT_DOUBLE_EQ(found.largest_share, 1.0);
    EXPECT_NEAR(found.cover, dune.area / 6400.0, 1e-9);
  }
}

class MadeBarchan : public testing::TestWithParam<double> {};

TEST_P(MadeBarchan, HasItsWidthLengthHeightAndBothHornsDownwind) {
  const double wind = GetParam(), cell = 0.5;
  const Barchan barchan;
  // In the middle of the land, and across both seams.
  for (const double at : {48.0, 3.0}) {
    const ElevationMap sand = with_barchan(bare(square(192, 0.5f)), barchan, at, at, wind);
    const SeparateDunes found = separate_dunes(sand, wind);
    ASSERT_EQ(found.dunes.size(), 1u);
    SeparateDune const& dune = found.dunes.front();
    EXPECT_NEAR(dune.height, barchan.height(), 0.1);
    EXPECT_NEAR(dune.width, barchan.width(kThreshold), 3.0 * cell);
    EXPECT_NEAR(dune.length, barchan.length(kThreshold), 3.0 * cell);
    EXPECT_NEAR(dune.horn_left, barchan.horn(kThreshold), 4.0 * cell);
    EXPECT_NEAR(dune.horn_right, barchan.horn(kThreshold), 4.0 * cell);
    EXPECT_NEAR(dune.horn_left, dune.horn_right, 2.0 * cell);
    double volume = 0.0;
    for (const double metres : sand.metres) volume += metres > kThreshold ? metres * cell * cell : 0.0;
    EXPECT_NEAR(dune.volume, volume, 0.01 * volume);
    // The centre of mass is upwind of the middle of the disc, on the axis.
    const double turn = (wind + 180.0) * kRadian;
    double dx = dune.x - 0.5 * cell - at, dy = dune.y - 0.5 * cell - at;
    dx -= 96.0 * std::round(dx / 96.0);
    dy -= 96.0 * std::round(dy / 96.0);
    EXPECT_NEAR(std::cos(turn) * dy - std::sin(turn) * dx, 0.0, 0.1);
    EXPECT_GT(std::cos(turn) * dx + std::sin(turn) * dy, 1.0);
    // Under the opposite wind, the horns trail behind.
    EXPECT_LT(separate_dunes(sand, wind + 180.0).dunes.front().horn_left, 0.0);
  }
}
INSTANTIATE_TEST_SUITE_P(Winds, MadeBarchan, testing::Values(0.0, 30.0, 45.0, 90.0, 200.0, 337.5));

TEST(MeasureSeparateDunes, LeftAndRightHornsAreThoseOfWhoLooksDownTheWind) {
  // The outer part of the sand to the right of the axis is missing.
  for (const double wind : {0.0, 30.0, 200.0}) {
    const Barchan barchan;
    const double c = std::cos(wind * kRadian), s = std::sin(wind * kRadian);
    const ElevationMap sand = made(square(192, 0.5f, Boundary::open), [&](double x, double y) {
      const double px = x - 48.0, py = y - 48.0, down = px * c + py * s, across = py * c - px * s;
      return across < -15.0 && down > 2.0 ? 0.0 : barchan.height_at(down, across);
    });
    const SeparateDune dune = separate_dunes(sand, wind).dunes.front();
    EXPECT_GT(dune.horn_left, dune.horn_right + 3.0) << wind;
  }
}

TEST(MeasureSeparateDunes, AreSortedAndSmallOnesLeftOut) {
  ElevationMap sand = bare(square(120));
  const auto block = [&](int x0, int y0, int width, int height) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x)
        sand.metres[sand.grid.index(sand.grid.resolve_x(x0 + x), sand.grid.resolve_y(y0 + y))] = 3.0;
    }
  };
  block(10, 10, 6, 6);
  block(60, 60, 20, 10);
  block(115, 40, 12, 10);  // across the seam
  block(90, 100, 1, 2);    // smaller than 20 cells even when smoothed
  const SeparateDunes found = separate_dunes(sand, 0.0);
  ASSERT_EQ(found.dunes.size(), 3u);
  EXPECT_GT(found.dunes[0].area, found.dunes[1].area);
  EXPECT_GT(found.dunes[1].area, found.dunes[2].area);
  EXPECT_NEAR(found.dunes[1].x, 1.0, 0.01);
  const double total = found.dunes[0].area + found.dunes[1].area + found.dunes[2].area;
  EXPECT_NEAR(found.largest_share, found.dunes[0].area / total, 1e-12);
  // A block of 20 x 10 cells, and the ring of cells that its edges lift above the threshold.
  EXPECT_NEAR(found.dunes[0].elongation, 22.0 / 12.0, 0.01);
  EXPECT_GT(found.cover, total / (120.0 * 120.0));
  EXPECT_TRUE(separate_dunes(sand, 0.0, {.threshold = 3.5, .minimum_cells = 20}).dunes.empty());
}

// -- kinds ------------------------------------------------------------------------------------------------------------
DuneClass class_of(ElevationMap const& map, double wind) {
  SurveyRule rule;
  rule.wind_degrees = wind;
  return survey_dunes(map, map, rule).dune_class;
}

// Barchans of several sizes, far enough apart to be separate, under a wind along `wind`.
ElevationMap crescents(double wind) {
  ElevationMap map = bare(square(256));
  int i = 0;
  for (const auto& [x, y] :
       {std::pair{40, 30}, {130, 60}, {220, 20}, {70, 120}, {180, 130}, {20, 200}, {110, 210}, {215, 220}}) {
    const double size = 0.5 + 0.1 * (i++ % 4);
    const Barchan dune{.outer = 30.0 * size, .inner = 24.0 * size, .distance = 30.0 * size};
    map = with_barchan(std::move(map), dune, x, y, wind);
  }
  return map;
}

// Three arms, each of which is a ridge with slopes of 0.6 that descends outwards.
ElevationMap star(double turned) {
  return made(square(160, 1.0f, Boundary::open), [=](double x, double y) {
    double height = 0.0;
    for (int arm = 0; arm < 3; ++arm) {
      const double angle = (turned + 120.0 * arm) * kRadian;
      const double u = (x - 80.0) * std::cos(angle) + (y - 80.0) * std::sin(angle);
      const double v = (y - 80.0) * std::cos(angle) - (x - 80.0) * std::sin(angle);
      height = std::max(height, u > 0.0 ? 15.0 - 0.25 * u - 0.6 * std::abs(v) : 15.0 - 0.6 * std::hypot(u, v));
    }
    return height;
  });
}

// A pyramid of `sides` faces, the first of which descends towards `turned`.
ElevationMap pyramid(int sides, double turned) {
  return made(square(128, 1.0f, Boundary::open), [=](double x, double y) {
    double furthest = 0.0;
    for (int k = 0; k < sides; ++k) {
      const double angle = (turned + 360.0 * k / sides) * kRadian;
      furthest = std::max(furthest, (x - 64.0) * std::cos(angle) + (y - 64.0) * std::sin(angle));
    }
    return std::max(0.0, 15.0 - 0.6 * furthest);
  });
}

TEST(MeasureClass, SheetsAreSheets) {
  const auto level = [](double metres) { return made(square(96), [=](double, double) { return metres; }); };
  EXPECT_EQ(class_of(level(3.0), 10.0), DuneClass::sheet);
  EXPECT_EQ(class_of(level(0.2), 10.0), DuneClass::sheet);
  EXPECT_EQ(class_of(level(0.0), 10.0), DuneClass::none);
  ElevationMap rough = noise(square(128), 1.0);
  for (double& metres : rough.metres) metres += 4.0;
  EXPECT_EQ(class_of(rough, 10.0), DuneClass::sheet);
  EXPECT_EQ(class_of(made(square(128), sine(30.0, 64.0, 0.5, 3.0)), 10.0), DuneClass::sheet) << "a swell of a metre";
}

TEST(MeasureClass, RidgesGoByTheirAngleToTheWind) {
  for (const auto& [nx, ny] : {std::pair{6, 0}, {4, 3}, {-2, 5}, {0, -6}}) {
    const double normal = std::atan2(ny, nx) / kRadian;
    const ElevationMap ridges = made(square(128), sine(normal, 128.0 / std::hypot(nx, ny), 1.5, 3.0));
    for (const double off : {0.0, 20.0, -25.0, 180.0}) {
      EXPECT_EQ(class_of(ridges, normal + off), DuneClass::transverse) << normal << " " << off;
      EXPECT_EQ(class_of(ridges, normal + 90.0 + off), DuneClass::linear) << normal << " " << off;
    }
    EXPECT_EQ(class_of(ridges, normal + 45.0), DuneClass::oblique);
  }
}

TEST(MeasureClass, SeparateRidgesAreRidges) {
  // On a bare floor: troughs without sand.
  const ElevationMap ridges =
      made(square(192), [](double x, double) { return std::max(0.0, 3.0 * std::sin(kPi * x / 24.0)); });
  EXPECT_EQ(class_of(ridges, 0.0), DuneClass::transverse);
  EXPECT_EQ(class_of(ridges, 90.0), DuneClass::linear);
}

TEST(MeasureClass, ScatteredCrescentsAreBarchans) {
  for (const double wind : {0.0, 30.0, 200.0}) {
    const ElevationMap map = crescents(wind);
    EXPECT_EQ(class_of(map, wind), DuneClass::barchan) << wind;
    EXPECT_EQ(separate_dunes(map, wind).dunes.size(), 8u) << wind;
    EXPECT_NE(class_of(map, wind + 180.0), DuneClass::barchan) << "parabolic dunes";
  }
  EXPECT_EQ(class_of(with_barchan(bare(square(128)), Barchan{}, 64.0, 64.0, 75.0), 75.0), DuneClass::barchan);
}

TEST(MeasureClass, StarsLookSeveralWays) {
  for (const double turned : {0.0, 17.0, 45.0}) {
    EXPECT_EQ(class_of(star(turned), 40.0), DuneClass::star) << turned;
    const FaceAzimuths three = face_azimuths(pyramid(3, turned));
    EXPECT_GT(three.m[2], 0.9);
    EXPECT_LT(three.m[0], 0.1);
    EXPECT_LT(three.m[3], 0.2);
    EXPECT_EQ(class_of(pyramid(3, turned), 40.0), DuneClass::star) << turned;
    EXPECT_GT(face_azimuths(pyramid(5, turned)).m[4], 0.9);
  }
}

TEST(MeasureClass, WindsThatAreKnownDecideWhatStarsCanBe) {
  SurveyRule rule;
  rule.steadiness = 0.4;
  EXPECT_NE(survey_dunes(star(0.0), star(0.0), rule).dune_class, DuneClass::star);
  rule.steadiness = 0.0;
  EXPECT_EQ(survey_dunes(star(0.0), star(0.0), rule).dune_class, DuneClass::star);
  // These ridges have no resultant wind relative to which they could be transverse or longitudinal.
  const ElevationMap ridges = made(square(96), sine(0.0, 24.0, 2.0, 3.0));
  EXPECT_EQ(survey_dunes(ridges, ridges, rule).dune_class, DuneClass::mixed);
}

TEST(MeasureClass, ConesAndEggBoxesAreNothingOfTheKind) {
  const ElevationMap cone =
      made(square(96), [](double x, double y) { return std::max(0.0, 0.6 * (25.0 - std::hypot(x - 48.0, y - 48.0))); });
  EXPECT_EQ(class_of(cone, 0.0), DuneClass::mixed);
  const FaceAzimuths faces = face_azimuths(cone);
  for (const double m : faces.m) EXPECT_LT(m, 0.1);
  const ElevationMap box = made(square(128), [](double x, double y) {
    return 3.0 + std::sin(2.0 * kPi * x / 32.0) * std::sin(2.0 * kPi * y / 32.0);
  });
  EXPECT_EQ(class_of(box, 0.0), DuneClass::mixed);
}

TEST(MeasureClass, OppositeFacesCancelInOddTurnsOnly) {
  const ElevationMap ridges = made(square(120), [](double x, double) {
    const double phase = std::fmod(x, 40.0);
    return 0.6 * std::min(phase, 40.0 - phase);
  });
  const FaceAzimuths faces = face_azimuths(ridges);
  EXPECT_NEAR(faces.m[0], 0.0, 0.01);
  EXPECT_NEAR(faces.m[1], 1.0, 0.01);
  EXPECT_NEAR(faces.m[2], 0.0, 0.01);
  EXPECT_EQ(face_azimuths(bare(square(20))).cells, 0u);
}

TEST(MeasureSurvey, HeightAndSpacingAreTakenAcrossTheCrests) {
  // Ridges 25 degrees away from the normal of the wind, and ridges along the wind.
  for (const double off : {25.0, 90.0}) {
    const double normal = std::atan2(3, 4) / kRadian;
    SurveyRule rule;
    rule.wind_degrees = normal + off;
    const ElevationMap map = made(square(256), sine(normal, 256.0 / 5.0, 2.0, 4.0));
    const DuneSurvey s = survey_dunes(map, map, rule);
    EXPECT_NEAR(s.spacing.median, 51.2, 1.5);
    EXPECT_NEAR(s.height, 4.0, 0.1);
    EXPECT_NEAR(axial_difference(s.spacing.direction_degrees, normal), 0.0, 1.0);
    EXPECT_NEAR(s.separate.cover, 1.0, 1e-9);
  }
  EXPECT_THROW(survey_dunes(bare(square(8)), bare(square(9))), std::invalid_argument);
}

TEST(MeasureSurvey, SeparateDunesAreAsHighAsTheirTops) {
  const ElevationMap cone =
      made(square(96), [](double x, double y) { return std::max(0.0, 0.5 * (20.0 - std::hypot(x - 48.0, y - 48.0))); });
  const DuneSurvey s = survey_dunes(cone, cone);
  EXPECT_DOUBLE_EQ(s.height, 10.0);
  EXPECT_NEAR(s.measures.lee.p50_degrees, std::atan(0.5) / kRadian, 0.2);
  const ElevationMap barchan = with_barchan(bare(square(128)), Barchan{}, 64.0, 64.0, 0.0);
  EXPECT_NEAR(survey_dunes(barchan, barchan).height, Barchan{}.height(), 0.1);
}

TEST(MeasureSurvey, SmallestGridsAreSurveyed) {
  for (const Grid grid : {Grid{1, 1, 1.0f, Boundary::periodic}, Grid{1, 9, 1.0f, Boundary::open},
                          Grid{9, 1, 1.0f, Boundary::closed}, Grid{2, 3, 1.0f, Boundary::periodic}}) {
    const DuneSurvey s = survey_dunes(noise(grid, 1.0), noise(grid, 1.0),
                                      {.wind_degrees = 70.0, .steadiness = 0.5, .repose_slope = 0.65, .dunes = {}});
    EXPECT_TRUE(std::isfinite(s.spacing.median) && std::isfinite(s.height) && std::isfinite(s.relief));
    EXPECT_TRUE(std::isfinite(s.separate.elongation) && std::isfinite(s.faces.m[0]));
  }
}

// -- movement ---------------------------------------------------------------------------------------------------------
TEST(MeasureMovement, APatternIsFollowedFurtherThanHalfItsSpacing) {
  const Grid grid = square(128, 2.0f);
  const auto dunes = [](double moved_x, double moved_y) {
    return [=](double x, double y) {
      const double u = 2.0 * kPi * (x - moved_x) / 256.0, v = 2.0 * kPi * (y - moved_y) / 256.0;
      return std::sin(8.0 * u) + 0.2 * std::sin(7.0 * u + 2.0 * v) + 0.2 * std::cos(9.0 * u - v);
    };
  };
  // The spacing is 32 m and the speed 0.25 m/s along the wind and 0.05 m/s to its left, which gives 40 m in 160 s.
  const auto at = [&](double seconds) {
    return TimedMap{1000.0 + seconds, made(grid, dunes(0.25 * seconds, 0.05 * seconds))};
  };
  const std::vector<TimedMap> maps{at(0.0), at(20.0), at(40.0), at(80.0), at(160.0)};
  const Migration m = migration(maps, 0.0, 16.0);
  EXPECT_TRUE(m.found);
  EXPECT_NEAR(m.along_wind, 0.25, 0.005);
  EXPECT_NEAR(m.across_wind, 0.05, 0.005);
  EXPECT_DOUBLE_EQ(m.seconds, 160.0);
  EXPECT_GT(m.correlation, 0.99);
  EXPECT_NEAR(migration(maps, 180.0, 16.0).along_wind, -0.25, 0.005);
  // Without the maps in between, the next crest is mistaken for the same one.
  const std::vector<TimedMap> ends{maps.front(), maps.back()};
  EXPECT_NEAR(migration(ends, 0.0, 16.0).along_wind, 0.05, 0.02);
}

/// Ridge across the x axis: a straight stoss side from `toe` up to the crest, and a lee side with the slope `lee`.
ElevationMap ridge_map(double toe, double crest, double lee) {
  constexpr double kHeight = 6.0;
  return made(square(256), [=](double x, double) {
    if (x < toe) return 0.0;
    return x < crest ? kHeight * (x - toe) / (crest - toe) : std::max(kHeight - lee * (x - crest), 0.0);
  });
}

TEST(MeasureMovement, FollowsSlipFacesWhereThereAreSome) {
  // In 100 s the slip face moves by 8 m and the toe of the stoss side by 20 m.
  const std::vector<TimedMap> steep{{0.0, ridge_map(40.0, 100.0, 0.6)}, {100.0, ridge_map(60.0, 108.0, 0.6)}};
  const DuneMigration face = dune_migration(steep, 0.0, 64.0);
  EXPECT_TRUE(face.of_slip_faces);
  EXPECT_NEAR(face.moved.along_wind, 0.08, 0.002);
  EXPECT_NEAR(migration(steep, 0.0, 64.0).along_wind, 0.09, 0.002) << "the sand as a whole";
  // Under a wind from the other side, the slip face faces upwind and does not count.
  EXPECT_FALSE(dune_migration(steep, 180.0, 64.0).of_slip_faces);
  const std::vector<TimedMap> gentle{{0.0, ridge_map(40.0, 100.0, 0.3)}, {100.0, ridge_map(60.0, 108.0, 0.3)}};
  const DuneMigration sand = dune_migration(gentle, 0.0, 64.0);
  EXPECT_FALSE(sand.of_slip_faces);
  EXPECT_EQ(sand.moved.along_wind, migration(gentle, 0.0, 64.0).along_wind);
}

TEST(MeasureMovement, ASlipFaceMapGivesTheSlopeBeyond20Degrees) {
  const ElevationMap faces = slip_face_map(ridge_map(40.0, 100.0, 0.6), 0.0);
  EXPECT_NEAR(faces.at(105, 7), 0.6 - 0.36397, 1e-4);
  EXPECT_EQ(faces.at(70, 7), 0.0);
  EXPECT_EQ(faces.at(150, 7), 0.0);
}

TEST(MeasureMovement, NothingIsFoundWithoutTimeOrPattern) {
  const ElevationMap map = noise(square(32), 1.0);
  EXPECT_FALSE(migration({}, 0.0, 5.0).found);
  const std::vector<TimedMap> at_once{{3.0, map}, {3.0, map}};
  EXPECT_FALSE(migration(at_once, 0.0, 5.0).found);
  ElevationMap other = map;
  std::shuffle(other.metres.begin(), other.metres.end(), std::mt19937(3));
  EXPECT_FALSE(migration(std::vector<TimedMap>{{0.0, map}, {1.0, other}}, 0.0, 5.0).found);
}

TEST(MeasureMovement, ARidgesCentreIsFollowedAcrossTheSeam) {
  const auto ridge = [](double at) {
    return [=](double x, double) {
      double d = std::abs(x - at);
      d = std::min(d, 256.0 - d);
      return 1.0 + std::max(0.0, 6.0 - 0.5 * d);
    };
  };
  for (const double moved : {0.3, 17.25, -40.0}) {
    const Grid grid{256, 24, 1.0f, Boundary::periodic};
    const ElevationMap before = made(grid, ridge(245.0)), after = made(grid, ridge(std::fmod(245.0 + moved, 256.0)));
    const Shift shift = centroid_shift(before, after);
    EXPECT_NEAR(shift.x, moved, 0.01);
    EXPECT_EQ(shift.y, 0.0) << "a ridge has no centre along itself";
    EXPECT_NEAR(pattern_shift(before, after, 60.0).x, moved, 0.1);
  }
  const ElevationMap lone = with_barchan(bare(square(128, 1.0f, Boundary::open)), Barchan{}, 50.0, 60.0, 0.0);
  const ElevationMap later = with_barchan(bare(square(128, 1.0f, Boundary::open)), Barchan{}, 58.5, 63.0, 0.0);
  EXPECT_NEAR(centroid_shift(lone, later).x, 8.5, 0.1);
  EXPECT_NEAR(centroid_shift(lone, later).y, 3.0, 0.1);
  EXPECT_THROW(centroid_shift(lone, bare(square(4))), std::invalid_argument);
}

TEST(MeasureMovement, WindsAreAddedByTheirTime) {
  EXPECT_EQ(resultant_wind(30.0, 1, 120.0, 2.0).degrees, 30.0);
  EXPECT_EQ(resultant_wind(30.0, 1, 120.0, 2.0).steadiness, 1.0);
  // Two winds of equal duration: the resultant is half way between them, with the cosine of half the angle as its
  // length.
  EXPECT_NEAR(resultant_wind(20.0, 2, 120.0, 1.0).degrees, 80.0, 1e-9);
  EXPECT_NEAR(resultant_wind(20.0, 2, 120.0, 1.0).steadiness, 0.5, 1e-9);
  // The first wind blows twice as long: the resultant is 30 degrees from it, with the length sqrt(3) / 3.
  EXPECT_NEAR(resultant_wind(0.0, 2, 120.0, 2.0).degrees, 30.0, 1e-9);
  EXPECT_NEAR(resultant_wind(0.0, 2, 120.0, 2.0).steadiness, std::sqrt(3.0) / 3.0, 1e-9);
  EXPECT_EQ(resultant_wind(17.0, 3, 120.0, 1.0).degrees, 17.0);
  EXPECT_EQ(resultant_wind(17.0, 3, 120.0, 1.0).steadiness, 0.0);
}

TEST(MeasureMovement, WindsOfSuccessiveTimesAreAddedByTheirTime) {
  MeanResultant mean;
  EXPECT_FALSE(mean.wind().has_value());
  for (int i = 0; i < 7; ++i) mean.add({33.3, 0.4}, 0.1);
  EXPECT_EQ(mean.wind()->degrees, 33.3);  // exactly
  EXPECT_EQ(mean.wind()->steadiness, 0.4);

  MeanResultant turned;  // half of the time towards 350 degrees, half of it towards 50
  for (int i = 0; i < 5; ++i) turned.add({350.0, 1.0}, 0.2);
  turned.add({50.0, 1.0}, 1.0);
  EXPECT_NEAR(turned.wind()->degrees, 20.0, 1e-9);
  EXPECT_NEAR(turned.wind()->steadiness, std::sqrt(3.0) / 2.0, 1e-9);

  MeanResultant cancelled;
  cancelled.add({40.0, 1.0}, 3.0);
  cancelled.add({220.0, 1.0}, 3.0);
  EXPECT_EQ(cancelled.wind()->degrees, 40.0);
  EXPECT_EQ(cancelled.wind()->steadiness, 0.0);
}

}  // namespace
}  // namespace barchan::measure_dunes_test
