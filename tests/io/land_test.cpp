// Lands: shapes have their geometric heights; noise is seamless and the same for every cell size.
#include "io/scenario.hpp"
#include "land/composition.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "io_support.hpp"

namespace barchan::test::land_test {
namespace {

Grid grid_of(int width, int height, float cell_size = 1.0f, Boundary boundary = Boundary::open) {
  return {width, height, cell_size, boundary};
}

LandLayer layer_of(LayerShape shape) {
  LandLayer layer;
  layer.shape = shape;
  return layer;
}

/// Heights of a land of base layers, in metres.
std::vector<double> base_of(std::vector<LandLayer> layers, Grid const& grid, std::uint64_t seed = 1) {
  const ComposedLand composed = compose_land({std::move(layers), {}, {}}, grid, seed);
  std::vector<double> heights;
  for (QuantaSum q : composed.base) heights.push_back(to_metres(q));
  return heights;
}

TEST(LandShapes, StandWhereGeometryPutsThem) {
  const Grid grid = grid_of(41, 41);  // the centre lies in the middle of cell (20, 20)
  LandLayer pyramid = layer_of(LayerShape::pyramid);
  pyramid.height = 10.0;
  pyramid.width = 20.0;
  std::vector<double> z = base_of({pyramid}, grid);
  EXPECT_DOUBLE_EQ(z[grid.index(20, 20)], 10.0);
  EXPECT_DOUBLE_EQ(z[grid.index(25, 20)], 5.0);
  EXPECT_DOUBLE_EQ(z[grid.index(25, 25)], 5.0) << "the edge along the diagonal";
  EXPECT_DOUBLE_EQ(z[grid.index(31, 20)], 0.0);

  LandLayer cone = layer_of(LayerShape::cone);
  cone.height = 8.0;
  cone.radius = 10.0;
  z = base_of({cone}, grid);
  EXPECT_NEAR(z[grid.index(23, 24)], 4.0, 1e-5) << "5 m from the centre";

  LandLayer dome = layer_of(LayerShape::dome);
  dome.height = 16.0;
  dome.radius = 10.0;
  z = base_of({dome}, grid);
  EXPECT_NEAR(z[grid.index(20, 25)], 16.0 * 0.75 * 0.75, 1e-5);

  LandLayer bowl = layer_of(LayerShape::bowl);
  bowl.depth = 4.0;
  bowl.radius = 10.0;
  bowl.level = 7.0;
  z = base_of({bowl}, grid);
  EXPECT_NEAR(z[grid.index(20, 20)], 3.0, 1e-5);
  EXPECT_NEAR(z[grid.index(20, 15)], 4.0, 1e-5);
  EXPECT_EQ(z[grid.index(0, 0)], 0.0) << "the level belongs to the shape alone";

  LandLayer plane = layer_of(LayerShape::plane);
  plane.slope = 45.0;
  plane.azimuth = 90.0;
  z = base_of({plane}, grid);
  EXPECT_NEAR(z[grid.index(3, 30)], 10.0, 1e-5);
  EXPECT_NEAR(z[grid.index(9, 10)], -10.0, 1e-5);

  LandLayer ramp = layer_of(LayerShape::ramp);
  ramp.height = 6.0;
  ramp.length = 12.0;
  ramp.azimuth = 180.0;  // rises towards the west
  z = base_of({ramp}, grid);
  EXPECT_NEAR(z[grid.index(0, 5)], 6.0, 1e-5);
  EXPECT_NEAR(z[grid.index(20, 5)], 3.0, 1e-5);
  EXPECT_NEAR(z[grid.index(23, 5)], 1.5, 1e-5);
  EXPECT_NEAR(z[grid.index(40, 5)], 0.0, 1e-5);

  LandLayer wall = layer_of(LayerShape::wall);
  wall.height = 3.0;
  wall.length = 11.0;
  wall.width = 3.0;
  wall.azimuth = 90.0;
  z = base_of({wall}, grid);
  EXPECT_NEAR(std::accumulate(z.begin(), z.end(), 0.0), 3.0 * 11 * 3, 1e-3);
  EXPECT_EQ(z[grid.index(20, 25)], 3.0);
  EXPECT_EQ(z[grid.index(25, 20)], 0.0);
}

TEST(LandShapes, ReachOverThePeriodicEdge) {
  const Grid grid = grid_of(40, 40, 1.0f, Boundary::periodic);
  LandLayer corner = layer_of(LayerShape::cone);
  corner.x = corner.y = 0.0;
  LandLayer middle = corner;
  middle.x = middle.y = 0.5;
  const std::vector<double> a = base_of({corner}, grid);
  const std::vector<double> b = base_of({middle}, grid);
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 40; ++x) {
      ASSERT_NEAR(a[grid.index(x, y)], b[grid.index((x + 20) % 40, (y + 20) % 40)], 1e-5);
    }
  }
}

TEST(LandLayers, MeetByTheirOperation) {
  const Grid grid = grid_of(4, 1);
  LandLayer ground = layer_of(LayerShape::uniform);
  ground.thickness = 5.0;
  LandLayer other = ground;
  other.thickness = 3.0;
  const auto with = [&](LayerOperation operation) {
    other.operation = operation;
    return base_of({ground, other}, grid)[0];
  };
  EXPECT_EQ(with(LayerOperation::add), 8.0);
  EXPECT_EQ(with(LayerOperation::max), 5.0);
  EXPECT_EQ(with(LayerOperation::min), 3.0);
  EXPECT_EQ(with(LayerOperation::replace), 3.0);
}

TEST(LandLayers, ObstaclesOwnWhatTheyRaiseAndSandIsNeverNegative) {
  const Grid grid = grid_of(21, 21);
  Composition land;
  LandLayer block = layer_of(LayerShape::wall);
  block.length = block.width = 5.0;
  block.soil = kObstacle;
  land.base = {layer_of(LayerShape::uniform), block};
  LandLayer sand = layer_of(LayerShape::white_noise);
  sand.amplitude = 2.0;
  land.sand = {sand};
  const ComposedLand composed = compose_land(land, grid, 3);
  const auto owned = [&](QuantaSum thickness) { return thickness == block.height * kQuantaPerMetre; };
  EXPECT_EQ(std::count_if(composed.obstacle.begin(), composed.obstacle.end(), owned), 25);
  EXPECT_TRUE(owned(composed.obstacle[grid.index(10, 10)]));
  EXPECT_GE(*std::min_element(composed.sand.begin(), composed.sand.end()), 0);
  EXPECT_GT(*std::max_element(composed.sand.begin(), composed.sand.end()), 0);
}

TEST(Noise, IsAPureFunctionOfTheSeed) {
  const Grid grid = grid_of(32, 32, 2.0f, Boundary::periodic);
  const std::vector<LandLayer> layers{layer_of(LayerShape::noise), layer_of(LayerShape::white_noise)};
  EXPECT_EQ(base_of(layers, grid, 5), base_of(layers, grid, 5));
  EXPECT_NE(base_of(layers, grid, 5), base_of(layers, grid, 6));
  const std::vector<LandLayer> one{layers[0]};
  std::vector<LandLayer> two{layers[0], layers[0]};
  two[0].amplitude = 0.0;
  EXPECT_NE(base_of(one, grid), base_of(two, grid)) << "each layer has random numbers of its own";
}

TEST(Noise, HasNoSeamWhenPeriodic) {
  for (const NoiseBasis basis : {NoiseBasis::perlin, NoiseBasis::ridged}) {
    const Grid grid = grid_of(96, 60, 1.0f, Boundary::periodic);
    LandLayer noise = layer_of(LayerShape::noise);
    noise.basis = basis;
    noise.wavelength = 25.0;  // divides neither side
    noise.octaves = 3;
    const std::vector<double> z = base_of({noise}, grid);
    double inside = 0.0, across = 0.0;
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const double step_x = std::abs(z[grid.index((x + 1) % grid.width, y)] - z[grid.index(x, y)]);
        const double step_y = std::abs(z[grid.index(x, (y + 1) % grid.height)] - z[grid.index(x, y)]);
        (x + 1 == grid.width ? across : inside) = std::max(x + 1 == grid.width ? across : inside, step_x);
        (y + 1 == grid.height ? across : inside) = std::max(y + 1 == grid.height ? across : inside, step_y);
      }
    }
    EXPECT_LE(across, 1.05 * inside);
    EXPECT_GT(across, 0.05 * inside);
  }
}

class SameLandAtAnyCellSize : public testing::TestWithParam<Boundary> {};

TEST_P(SameLandAtAnyCellSize, ForNoiseAndBandLimitedNoise) {
  LandLayer noise = layer_of(LayerShape::noise);
  noise.wavelength = 20.0;
  LandLayer smooth = layer_of(LayerShape::white_noise);
  smooth.smallest_wavelength = 8.0;
  // If a cell is divided into thirds, the middle third has the same centre as the whole cell.
  const Grid coarse = grid_of(64, 48, 1.5f, GetParam());
  const Grid fine = grid_of(192, 144, 0.5f, GetParam());
  for (LandLayer const& layer : {noise, smooth}) {
    const std::vector<double> a = base_of({layer}, coarse);
    const std::vector<double> b = base_of({layer}, fine);
    for (int y = 0; y < coarse.height; ++y) {
      for (int x = 0; x < coarse.width; ++x) {
        ASSERT_NEAR(a[coarse.index(x, y)], b[fine.index(3 * x + 1, 3 * y + 1)], 1e-5);
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Boundaries, SameLandAtAnyCellSize, testing::Values(Boundary::periodic, Boundary::open));

TEST(Noise, BandLimitedNoiseHasNoShortWavesAndTheSameMeanSquare) {
  const Grid grid = grid_of(256, 64, 1.0f, Boundary::periodic);
  LandLayer layer = layer_of(LayerShape::white_noise);
  layer.amplitude = 1.0;
  const auto mean_square = [](std::vector<double> const& z) {
    return std::inner_product(z.begin(), z.end(), z.begin(), 0.0) / static_cast<double>(z.size());
  };
  EXPECT_NEAR(mean_square(base_of({layer}, grid)), 1.0 / 3.0, 0.02);
  layer.smallest_wavelength = 8.0;
  const std::vector<double> z = base_of({layer}, grid);
  EXPECT_NEAR(mean_square(z), 1.0 / 3.0, 0.06);
  // Power along x, for each wave.
  double below = 0.0, all = 0.0;
  for (int wave = 1; wave <= grid.width / 2; ++wave) {
    for (int y = 0; y < grid.height; y += 8) {
      double re = 0.0, im = 0.0;
      for (int x = 0; x < grid.width; ++x) {
        const double phase = 2.0 * M_PI * wave * x / grid.width;
        re += z[grid.index(x, y)] * std::cos(phase);
        im += z[grid.index(x, y)] * std::sin(phase);
      }
      all += re * re + im * im;
      if (grid.width / wave < 6) below += re * re + im * im;
    }
  }
  EXPECT_LT(below / all, 0.01);
}

/// A land of rock and sand, raised by `level` metres.
Scenario lifted(double level) {
  Scenario scenario;
  scenario.info.id = "lifted";
  scenario.grid = grid_of(48, 40, 1.0f, Boundary::periodic);
  LandLayer rock = layer_of(LayerShape::noise);
  rock.amplitude = 6.0;
  rock.level = level;
  LandLayer sand = layer_of(LayerShape::white_noise);
  sand.level = 0.5;
  scenario.land = {{rock}, {sand}, {}};
  scenario.parameters = {{"wind_particles", "population", 600.0}};
  return scenario;
}

TEST(Datum, TheSameLandHigherGivesTheSameSandBitForBit) {
  World low = make_world(lifted(0.0));
  World high = make_world(lifted(4000.0));      // within the range: the datum is unchanged
  World highest = make_world(lifted(8100.25));  // outside the range: a datum is chosen
  EXPECT_EQ(high.terrain().datum, 0.0);
  EXPECT_NEAR(highest.terrain().datum, 8100.0, 20.0);
  for (int step = 0; step < 40; ++step) {
    low.step();
    high.step();
    highest.step();
  }
  EXPECT_EQ(*low.field("sediment"), *high.field("sediment"));
  EXPECT_EQ(*low.field("sediment"), *highest.field("sediment"));
  EXPECT_NEAR(static_cast<double>((*highest.field("elevation"))[7]),
              static_cast<double>((*low.field("elevation"))[7]) + 8100.25, 0.001);
}

TEST(Datum, WhatNeverFitsIsRefusedWithItsFigures) {
  Scenario tall = lifted(0.0);
  LandLayer ramp = layer_of(LayerShape::uniform);
  ramp.thickness = 12000.0;
  LandLayer pit = layer_of(LayerShape::bowl);
  pit.depth = 12000.0;
  tall.land.base = {ramp, pit, pit};
  EXPECT_TRUE(
      contains(input_error_of([&] { make_world_setup(tall); }), "expected elevations within 8000 m of the datum"));
  Scenario deep = lifted(0.0);
  deep.land.sand[0].level = 9000.0;
  EXPECT_TRUE(
      contains(input_error_of([&] { make_world_setup(deep); }), "expected a thickness of at most 8000 m, found 900"));
  Scenario wrong = lifted(8100.0);
  wrong.datum = 0.0;
  EXPECT_TRUE(contains(input_error_of([&] { make_world_setup(wrong); }), "leave datum out of [grid]"));
}

TEST(Memory, ALandLargerThanTheMachineIsRefusedBeforeItIsMade) {
  Scenario scenario = lifted(0.0);
  scenario.grid.width = scenario.grid.height = Grid::kMaximumSide;
  constexpr double kBytes = 16384.0 * 16384.0 * 190.0;
  if (static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGE_SIZE)) > kBytes) {
    GTEST_SKIP() << "this machine could hold it";
  }
  EXPECT_TRUE(
      contains(input_error_of([&] { make_world_setup(scenario); }), "(16384 x 16384 cells): needs 47.5 GiB of memory"));
}

}  // namespace
}  // namespace barchan::test::land_test
