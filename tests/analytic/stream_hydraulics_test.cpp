// Depth and speed of streams by Manning's law, one depth for all readers, and bed load by Meyer-Peter & Müller.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "processes/water_particles/hydraulics.hpp"
#include "support/lake_country.hpp"
#include "support/lands.hpp"
#include "world/gauge.hpp"
#include "world/streams.hpp"
#include "world/terrain_view.hpp"
#include "world/world.hpp"

namespace barchan::test::stream_hydraulics_test {

namespace {

constexpr double kPi = 3.14159265358979;

/// Depth and speed in a wide channel by Manning's law.
struct Manning {
  double depth, speed;
  Manning(double q, double slope, double n)
      : depth(std::pow(q * n / std::sqrt(slope), 0.6)), speed(std::pow(depth, 2.0 / 3.0) * std::sqrt(slope) / n) {}
};

/// A bare rock plane down which a river runs.
struct Plane {
  double discharge = 3.0, slope = 0.03, roughness = 0.035;
  double turned = 0.0;  ///< direction of the fall, degrees
  float cell_size = 1.0f;
  double width = 0.03;  ///< the parameter `width`
};

World river_on(Plane const& plane) {
  WorldSetup setup;
  setup.grid = {.width = 96, .height = 64, .cell_size = plane.cell_size, .boundary = Boundary::open};
  const double radians = plane.turned * kPi / 180.0;
  for_each_cell(setup.grid, [&](int x, int y) {
    const double along = x * std::cos(radians) + y * std::sin(radians);
    setup.base.push_back(to_quanta(100.0 - plane.slope * static_cast<double>(plane.cell_size) * along));
  });
  setup.sand.assign(setup.grid.cells(), 0);
  setup.sources.push_back({.x = 0.06f, .y = 0.4f, .discharge = static_cast<float>(plane.discharge)});
  setup.parameters = {{"world", "time_step", 0.5},
                      {"water_particles", "population", 4096.0},
                      {"water_particles", "rain", 0.0},
                      {"water_particles", "evaporation", 0.0},
                      {"water_particles", "lifetime", 2000.0},
                      {"water_particles", "memory", 60.0},
                      {"water_particles", "erodibility", 0.0},
                      {"water_particles", "width", plane.width},
                      {"water_particles", "manning", plane.roughness}};
  World world = make_world(std::move(setup), "water_particles");
  const double crossing = 96.0 * static_cast<double>(plane.cell_size);  // s at 1 m/s
  run(world, static_cast<int>((crossing + 300.0) / 0.5));
  EXPECT_EQ(unsound(world), "");
  return world;
}

/// The strongest cell of a column of cells.
std::size_t strongest(World const& world, int x) {
  const std::vector<float> discharge = world.field("discharge").value();
  std::size_t cell = world.grid().index(x, 0);
  for (int y = 0; y < world.grid().height; ++y) {
    const std::size_t other = world.grid().index(x, y);
    if (discharge[other] > discharge[cell]) cell = other;
  }
  return cell;
}

void expect_manning(Plane const& plane, double tolerance) {
  const World world = river_on(plane);
  const std::vector<float> depth = world.field("stream_depth").value(), speed = world.field("stream_speed").value();
  const Manning law(std::sqrt(plane.discharge) / 5.0, plane.slope, plane.roughness);  // 5 sqrt(Q) m wide
  double depths = 0.0, speeds = 0.0;
  constexpr int kFirst = 40, kLast = 60;
  for (int x = kFirst; x < kLast; ++x) {
    depths += static_cast<double>(depth[strongest(world, x)]) / (kLast - kFirst);
    speeds += static_cast<double>(speed[strongest(world, x)]) / (kLast - kFirst);
  }
  std::printf(
      "Q %.1f m3/s, S %.3f, n %.3f, %.0f degrees, cells of %.1f m, width %.2f: %.3f m (%.3f), %.2f m/s (%.2f)\n",
      plane.discharge, plane.slope, plane.roughness, plane.turned, static_cast<double>(plane.cell_size), plane.width,
      depths, law.depth, speeds, law.speed);
  EXPECT_NEAR(depths / law.depth, 1.0, tolerance);
  EXPECT_NEAR(speeds / law.speed, 1.0, tolerance);
}

TEST(StreamHydraulics, ManningsLawIsThatOfTheHandbook) {
  // By hand: q = sqrt(Q) / 5, h = (q n / sqrt(S))^0.6, v = q / h with S = 0.03 and n = 0.035.
  for (auto const& [discharge, depth, speed] :
       {std::tuple{0.3f, 0.1016f, 1.078f}, {3.0f, 0.2028f, 1.708f}, {30.0f, 0.4046f, 2.707f}}) {
    const float q = std::sqrt(discharge) / 5.0f;
    const float h = water::manning_depth(q, 0.03f, 0.035f);
    EXPECT_NEAR(h, depth, 0.0002f);
    EXPECT_NEAR(water::manning_speed(h, 0.03f, 0.035f), speed, 0.002f);
    EXPECT_NEAR(h * water::manning_speed(h, 0.03f, 0.035f), q, 1e-4f * q);
  }
  EXPECT_TRUE(std::isfinite(water::manning_depth(0.0f, 0.0f, 0.035f)));
  EXPECT_TRUE(std::isfinite(water::manning_depth(1.0f, -1.0f, 0.035f)));
}

TEST(StreamHydraulics, SpeedAndDepthFollowTheDischarge) {
  for (const double discharge : {0.3, 3.0, 30.0}) expect_manning({.discharge = discharge}, 0.05);
}

TEST(StreamHydraulics, SpeedAndDepthFollowSlopeAndRoughness) {
  for (const double slope : {0.005, 0.1, 0.3}) expect_manning({.slope = slope}, 0.05);
  for (const double roughness : {0.02, 0.1}) expect_manning({.roughness = roughness}, 0.05);
  expect_manning({.turned = 30.0}, 0.1);
}

TEST(StreamHydraulics, CellsAreNoWidthOfAStream) {
  expect_manning({.cell_size = 5.0f}, 0.05);
  expect_manning({.cell_size = 20.0f}, 0.05);
}

TEST(StreamHydraulics, ARiverWiderThanACellHasTheSameDepthAndSpeed) {
  for (const double discharge : {3.0, 30.0}) {
    expect_manning({.discharge = discharge, .cell_size = 2.0f, .width = 5.0}, 0.15);
  }
}

/// Returns how many cells of the picture hold a stream. Its depth there is that of gauges, fields and the inspector.
int agreeing_cells(World const& world) {
  const std::vector<float> depth = world.field("stream_depth").value(), speed = world.field("stream_speed").value();
  const std::vector<RunningWater> running = running_water(world);
  ViewRequest request;
  request.light = false;
  TerrainView view;
  fill_view(world, request, view);
  int seen = 0;
  for (std::size_t cell = 0; cell < world.grid().cells(); ++cell) {
    EXPECT_TRUE(std::isfinite(depth[cell]) && depth[cell] >= 0.0f);
    EXPECT_TRUE(std::isfinite(speed[cell]) && speed[cell] >= 0.0f);
    const CellWater water = water_at(world.terrain(), running, cell);
    if (!water.stream) continue;
    EXPECT_EQ(water.stream->depth, static_cast<double>(depth[cell]));
    EXPECT_NEAR(water.stream->speed, static_cast<double>(speed[cell]), 1e-5 * (1.0 + water.stream->speed));
    const Gauge gauge{"here",
                      (static_cast<float>(cell % static_cast<std::size_t>(world.grid().width)) + 0.5f) /
                          static_cast<float>(world.grid().width),
                      (static_cast<float>(cell / static_cast<std::size_t>(world.grid().width)) + 0.5f) /
                          static_cast<float>(world.grid().height)};
    if (view.water.depth.empty() || !(view.water.depth[cell] > 0.0f)) continue;
    ++seen;
    EXPECT_EQ(view.water.depth[cell], depth[cell]);
    if (seen % 8 == 1) {
      EXPECT_EQ(read_gauges(world, std::vector{gauge})[0].depth, static_cast<double>(depth[cell]));
    }
  }
  return seen;
}

TEST(StreamHydraulics, GaugeFieldPictureAndInspectorHaveOneDepth) {
  EXPECT_GT(agreeing_cells(lake_country({}, 900)), 30) << "streams, lakes and pools";
  EXPECT_GT(agreeing_cells(river_on({.discharge = 30.0, .cell_size = 2.0f, .width = 5.0})), 500)
      << "a river wider than a cell";
}

/// Volume of bed that moves over it per unit width, m2/s.
float bed_load(float q, float slope, water::Grains const& grains) {
  return q * water::carried_per_water(water::bed_load_of(q, 0.035f, grains), slope);
}

TEST(StreamHydraulics, BedLoadIsThatOfMeyerPeterAndMueller) {
  // By hand: q = 1 m2/s on a slope of 0.01 is (0.035 / 0.1)^0.6 = 0.5327 m deep. On grains of 20 mm the Shields number
  // is 0.5327 x 0.01 / (1.65 x 0.02) = 0.1614, and q_b = 8 x 0.1144^1.5 x sqrt(1.65 x 9.81 x 8e-6) = 3.523e-3 m2/s.
  const water::Grains gravel{.diameter = 0.02f, .excess = 1.65f, .solid = 1.0f};
  EXPECT_NEAR(bed_load(1.0f, 0.01f, gravel), 3.523e-3f, 1e-5f);
  EXPECT_NEAR(water::shields_number(0.5327f, 0.01f, gravel), 0.1614f, 1e-4f);
  // The Shields number reaches 0.047 on a slope of 0.01 (0.047 / 0.1614)^(1 / 0.7) = 0.001716.
  EXPECT_EQ(bed_load(1.0f, 0.00170f, gravel), 0.0f);
  EXPECT_GT(bed_load(1.0f, 0.00173f, gravel), 0.0f);
  EXPECT_EQ(bed_load(1.0f, -0.01f, gravel), 0.0f);
  // A bed of which 40 % is pores loses 1 / 0.6 of the volume of the grains.
  Soil sand = default_soils()[kSand];
  sand.grain_size = 20.0f;
  const water::Grains grains = water::grains_of(sand);
  EXPECT_NEAR(grains.diameter, 0.02f, 1e-8f);
  EXPECT_NEAR(grains.excess, 1.75f, 1e-5f);  // 1650 kg/m3 / 0.6 / 1000 - 1
  EXPECT_NEAR(grains.solid, 0.6f, 1e-6f);
}

/// A straight channel of sand between rock walls, into which a river of 3 m3/s brings sediment.
struct Flume {
  double slope;          ///< of the bed at first
  double load;           ///< of the river, as a fraction of its volume
  double grains = 10.0;  ///< mm
};
constexpr int kFlumeLength = 64, kWalls = 4, kChannel = 5;  ///< cells of 2 m

World world_of(Flume const& flume) {
  WorldSetup setup;
  setup.grid = {.width = kFlumeLength, .height = kChannel + 2 * kWalls, .cell_size = 2.0f, .boundary = Boundary::open};
  for_each_cell(setup.grid, [&](int x, int y) {
    const bool wall = y < kWalls || y >= kWalls + kChannel;
    const double bed = 20.0 + flume.slope * 2.0 * (kFlumeLength - x);
    setup.base.push_back(to_quanta(wall ? 45.0 : bed - 4.0));
    setup.sand.push_back(to_quanta(wall ? 0.0 : 4.0));
  });
  setup.soils[kSand].grain_size = static_cast<float>(flume.grains);
  setup.sources.push_back({.x = 0.01f, .y = 0.5f, .discharge = 3.0f, .load = static_cast<float>(flume.load)});
  setup.parameters = {{"world", "time_step", 2.0},
                      {"water_particles", "population", 1024.0},
                      {"water_particles", "rain", 0.0},
                      {"water_particles", "evaporation", 0.0},
                      {"water_particles", "lifetime", 20000.0},
                      {"water_particles", "erodibility", 0.0},
                      {"water_particles", "minimum_slope", 0.0},
                      {"water_particles", "width", 5.0},
                      {"water_particles", "capacity_law", 1.0}};
  return make_world(std::move(setup), "water_particles");
}

double sand_in(World const& world) {
  double sum = 0.0;
  const std::vector<float> sand = world.field("sediment").value();
  for (int y = kWalls; y < kWalls + kChannel; ++y) {
    for (int x = 0; x < kFlumeLength; ++x) sum += 4.0 * static_cast<double>(sand[world.grid().index(x, y)]);
  }
  return sum;
}

/// Volume that the bed gains in 1000 s, divided by the sediment that comes in.
double kept(Flume const& flume) {
  World world = world_of(flume);
  run(world, 100);
  const double before = sand_in(world);
  run(world, 500);
  EXPECT_EQ(unsound(world), "");
  return (sand_in(world) - before) / (1000.0 * 3.0 * flume.load);
}

TEST(StreamHydraulics, ABedStandsStillUnderTheLoadOfTheLaw) {
  // By hand, for q = sqrt(3) / 5 m2/s and grains of 10 mm: 0.0080 of the water's volume on a slope of 0.012, and 0.0200
  // on one of 0.024.
  for (auto const& [slope, load] : {std::pair{0.012, 0.0080}, {0.024, 0.0200}}) {
    const double law = kept({slope, load}), half = kept({slope, 0.5 * load}), twice = kept({slope, 2.0 * load});
    std::printf("slope %.3f: of the load of the law %.2f stays, of half %.2f, of twice %.2f\n", slope, law, half,
                twice);
    EXPECT_NEAR(law, 0.0, 0.4);
    EXPECT_LT(half, law - 0.3) << "the bed is eroded; exactly, -1";
    EXPECT_NEAR(twice, 0.5, 0.2) << "half of it can be carried on";
  }
}

TEST(StreamHydraulics, GrainsBelowTheThresholdDoNotMove) {
  // The depth is 0.25 m on a slope of 0.012: a Shields number of 0.018 for grains of 100 mm.
  World world = world_of({.slope = 0.012, .load = 0.0, .grains = 100.0});
  const double before = sand_in(world);
  run(world, 300);
  EXPECT_NEAR(sand_in(world), before, 1e-3 * before);
}

}  // namespace

}  // namespace barchan::test::stream_hydraulics_test
