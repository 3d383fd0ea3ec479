#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "wind/relief.hpp"
#include "wind/wind_field.hpp"
#include "world/terrain_view.hpp"
#include "world/world.hpp"

namespace barchan::wind_projection_test {
namespace {

/// Bare rock whose height is a function of the metres from the middle of the land.
Terrain make_terrain(Grid const& grid, std::function<double(double, double)> const& height) {
  std::vector<Quanta> base;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const double cell = static_cast<double>(grid.cell_size);
      base.push_back(to_quanta(height((x + 0.5 - 0.5 * grid.width) * cell, (y + 0.5 - 0.5 * grid.height) * cell)));
    }
  }
  Terrain terrain;
  terrain.grid = grid;
  terrain.columns = Columns(grid, base, std::vector<Quanta>(grid.cells(), 0));
  return terrain;
}

Terrain hills(Grid const& grid, double relief, int wavelength, std::uint64_t seed) {
  const std::vector<float> noise = test::smooth_noise(grid, wavelength, seed);
  Terrain terrain;
  terrain.grid = grid;
  std::vector<Quanta> base;
  for (float h : noise) base.push_back(to_quanta(static_cast<double>(h) * relief));
  terrain.columns = Columns(grid, base, std::vector<Quanta>(grid.cells(), 0));
  return terrain;
}

double round_hill(double x, double y) { return 30.0 * std::exp(-(x * x + y * y) / (2.0 * 40.0 * 40.0)); }

WindParameters projecting(float degrees, float small = 20.0f, float large = 60.0f) {
  WindParameters wind;
  wind.direction = degrees;
  wind.projection = 1.0f;
  wind.projection_small = small;
  wind.projection_large = large;
  return wind;
}

WindField blowing(Terrain const& terrain, WindParameters const& wind, int threads = 1) {
  WindField field;
  field.renew_local(terrain, wind, Scheduler(threads));
  return field;
}

TEST(WindProjection, OfNoStrengthIsTheUniformWind) {
  const Grid grid{.width = 40, .height = 30};
  const Terrain terrain = hills(grid, 20.0, 10, 1);
  WindField field = blowing(terrain, {});
  EXPECT_TRUE(field.uniform());
  EXPECT_TRUE(field.local().x.empty());
  EXPECT_TRUE(field.relief().empty());
  field.renew_local(terrain, projecting(30.0f), Scheduler(1));
  EXPECT_FALSE(field.uniform());
  field.renew_local(terrain, {}, Scheduler(1));
  EXPECT_TRUE(field.uniform()) << "and it goes when it is switched off";
}

TEST(WindProjection, AFlatLandAndASlopeAreFlowedOverStraight) {
  const Grid grid{.width = 64, .height = 48, .cell_size = 1.0f, .boundary = Boundary::open};
  const WindField flat = blowing(make_terrain(grid, [](double, double) { return 3.0; }), projecting(40.0f));
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    ASSERT_FLOAT_EQ(flat.local().x[i], flat.direction().x);
    ASSERT_FLOAT_EQ(flat.local().y[i], flat.direction().y);
    ASSERT_FLOAT_EQ(flat.local().ratio[i], 1.0f);
  }
  // Straight up a slope, the wind turns to neither side. The tangent of the slope slows it.
  const WindField up = blowing(make_terrain(grid, [](double x, double) { return 0.1 * x; }), projecting(0.0f));
  const std::size_t middle = grid.index(32, 24);
  EXPECT_NEAR(up.local().y[middle], 0.0f, 1e-6f);
  EXPECT_NEAR(up.local().ratio[middle], 0.9f, 0.002f);
  // Along a contour, the wind keeps its direction and speeds up: 1 - 0.1 + (0.2 * 5 + 0.8 * 30) * 0.01.
  const WindField along = blowing(make_terrain(grid, [](double, double y) { return 0.1 * y; }), projecting(0.0f));
  EXPECT_NEAR(along.local().y[middle], 0.0f, 1e-6f);
  EXPECT_NEAR(along.local().ratio[middle], 1.15f, 0.005f);
}

TEST(WindProjection, FlowsAroundAHillOnBothSides) {
  const Grid grid{.width = 256, .height = 256, .cell_size = 1.0f, .boundary = Boundary::open};
  const Terrain terrain = make_terrain(grid, round_hill);
  for (float degrees : {0.0f, 90.0f, 180.0f, 270.0f, 30.0f}) {
    const WindField field = blowing(terrain, projecting(degrees));
    const glm::vec2 u = field.direction();
    const glm::vec2 left{-u.y, u.x};
    const auto turn_at = [&](float along, float across) {
      const glm::vec2 at = glm::vec2{128.0f, 128.0f} + along * u + across * left;
      const std::size_t i = grid.index(static_cast<int>(at.x), static_cast<int>(at.y));
      return field.local().x[i] * left.x + field.local().y[i] * left.y;
    };
    // Upwind of the hill, both sides turn outwards; behind it, they turn back inwards.
    EXPECT_GT(turn_at(-30.0f, 30.0f), 0.1f) << degrees;
    EXPECT_LT(turn_at(-30.0f, -30.0f), -0.1f) << degrees;
    EXPECT_LT(turn_at(30.0f, 30.0f), -0.1f) << degrees;
    EXPECT_GT(turn_at(30.0f, -30.0f), 0.1f) << degrees;
    EXPECT_NEAR(turn_at(-40.0f, 0.0f), 0.0f, 0.03f) << degrees << ": head on there is no side to turn to";
  }
}

TEST(WindProjection, SlowsBeforeAndBehindAHillAndHurriesPastIt) {
  const Grid grid{.width = 256, .height = 256, .cell_size = 1.0f, .boundary = Boundary::open};
  const WindField field = blowing(make_terrain(grid, round_hill), projecting(0.0f));
  const auto ratio = [&](int x, int y) { return field.local().ratio[grid.index(128 + x, 128 + y)]; };
  EXPECT_LT(ratio(-40, 0), 0.85f);
  EXPECT_LT(ratio(40, 0), 0.85f);
  EXPECT_GT(ratio(0, 40), 1.1f);
  EXPECT_GT(ratio(0, -40), 1.1f);
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    ASSERT_GT(field.local().ratio[i], 0.1f - 1e-4f);
    ASSERT_LT(field.local().ratio[i], 2.0f);
    const float length = std::sqrt(field.local().x[i] * field.local().x[i] + field.local().y[i] * field.local().y[i]);
    ASSERT_NEAR(length, 1.0f, 1e-6f);
  }
}

TEST(WindProjection, StrengthGoesFromNoneToFull) {
  const Grid grid{.width = 128, .height = 128, .cell_size = 2.0f, .boundary = Boundary::open};
  const Terrain terrain = make_terrain(grid, round_hill);
  float before = 0.0f;
  for (float strength : {0.05f, 0.25f, 0.5f, 1.0f}) {
    WindParameters wind = projecting(0.0f);
    wind.projection = strength;
    const float turn = blowing(terrain, wind).local().y[grid.index(49, 79)];
    EXPECT_GT(turn, before) << strength;
    before = turn;
  }
  EXPECT_GT(before, 0.1f);
}

/// The land rotated by 90 degrees anticlockwise.
Terrain turned(Terrain const& terrain) {
  Terrain result;
  result.grid = terrain.grid;
  std::swap(result.grid.width, result.grid.height);
  std::vector<Quanta> base(terrain.grid.cells());
  for (int y = 0; y < terrain.grid.height; ++y) {
    for (int x = 0; x < terrain.grid.width; ++x) {
      base[result.grid.index(terrain.grid.height - 1 - y, x)] = terrain.columns.elevation(terrain.grid.index(x, y));
    }
  }
  result.columns = Columns(result.grid, base, std::vector<Quanta>(base.size(), 0));
  return result;
}

TEST(WindProjection, TurnsWithTheLandAndTheWind) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open}) {
    for (auto [width, height] : {std::pair{96, 64}, {101, 67}, {130, 33}}) {
      const Grid grid{.width = width, .height = height, .cell_size = 2.0f, .boundary = boundary};
      const Terrain land = hills(grid, 25.0, 16, 3);
      for (float degrees : {0.0f, 25.0f, 70.0f, 200.0f}) {
        const WindField before = blowing(land, projecting(degrees));
        const Terrain turned_land = turned(land);
        const WindField after = blowing(turned_land, projecting(degrees + 90.0f));
        float most = 0.0f;
        for (int y = 0; y < height; ++y) {
          for (int x = 0; x < width; ++x) {
            const std::size_t i = grid.index(x, y);
            const std::size_t j = turned_land.grid.index(height - 1 - y, x);
            ASSERT_NEAR(after.local().x[j], -before.local().y[i], 1e-5f);
            ASSERT_NEAR(after.local().y[j], before.local().x[i], 1e-5f);
            ASSERT_NEAR(after.local().ratio[j], before.local().ratio[i], 1e-5f);
            most = std::max(most, std::abs(before.local().ratio[i] - 1.0f));
          }
        }
        EXPECT_GT(most, 0.05f) << "the land turns something";
      }
    }
  }
}

TEST(WindProjection, MirrorsWithTheLandAndTheWind) {
  const Grid grid{.width = 101, .height = 66, .cell_size = 2.0f, .boundary = Boundary::open};
  const Terrain land = hills(grid, 25.0, 16, 4);
  std::vector<Quanta> base(grid.cells());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      base[grid.index(grid.width - 1 - x, y)] = land.columns.elevation(grid.index(x, y));
    }
  }
  Terrain mirrored = land;
  mirrored.columns = Columns(grid, base, std::vector<Quanta>(base.size(), 0));
  for (float degrees : {20.0f, 110.0f}) {
    const WindField a = blowing(land, projecting(degrees));
    const WindField b = blowing(mirrored, projecting(180.0f - degrees));
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const std::size_t i = grid.index(x, y);
        const std::size_t j = grid.index(grid.width - 1 - x, y);
        ASSERT_NEAR(b.local().x[j], -a.local().x[i], 1e-5f);
        ASSERT_NEAR(b.local().y[j], a.local().y[i], 1e-5f);
      }
    }
  }
}

TEST(WindProjection, IgnoresTheSeamOfAPeriodicLand) {
  const Grid grid{.width = 96, .height = 80, .cell_size = 1.0f, .boundary = Boundary::periodic};
  const Terrain land = hills(grid, 15.0, 16, 5);
  constexpr int kShift = 48;  // whole cells of the coarse grids
  std::vector<Quanta> base(grid.cells());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      base[grid.index((x + kShift) % grid.width, y)] = land.columns.elevation(grid.index(x, y));
    }
  }
  Terrain shifted = land;
  shifted.columns = Columns(grid, base, std::vector<Quanta>(base.size(), 0));
  const WindField a = blowing(land, projecting(33.0f));
  const WindField b = blowing(shifted, projecting(33.0f));
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t j = grid.index((x + kShift) % grid.width, y);
      ASSERT_NEAR(b.local().x[j], a.local().x[grid.index(x, y)], 1e-5f);
      ASSERT_NEAR(b.local().ratio[j], a.local().ratio[grid.index(x, y)], 1e-5f);
    }
  }
}

TEST(WindProjection, IsTheSameAtAnyHeightAndOnAnyNumberOfThreadsBitForBit) {
  const Grid grid{.width = 150, .height = 131, .cell_size = 1.0f, .boundary = Boundary::periodic};
  const Terrain land = hills(grid, 15.0, 16, 6);
  WindParameters wind = projecting(33.0f);
  wind.speed_up = 0.02f;
  const WindField expected = blowing(land, wind);
  std::vector<Quanta> base(land.columns.elevations().begin(), land.columns.elevations().end());
  for (Quanta& e : base) e += 4000 * kQuantaPerMetre + 17;
  Terrain high = land;
  high.columns = Columns(grid, base, std::vector<Quanta>(base.size(), 0));
  for (WindField const& other : {blowing(land, wind, 2), blowing(land, wind, 7), blowing(high, wind)}) {
    EXPECT_EQ(other.local().x, expected.local().x);
    EXPECT_EQ(other.local().y, expected.local().y);
    EXPECT_EQ(other.local().ratio, expected.local().ratio);
  }
}

TEST(WindProjection, SmoothsWithAGaussianOfTheGivenWidth) {
  // A sine of wavelength w keeps exp(-(2 pi s / w)^2 / 2) of its height along either axis, for any cell size. Three
  // boxes keep 0.012 less of the middle wavelength; differences and means over coarse cells account for the rest.
  constexpr double kPi = 3.14159265358979323846;
  constexpr double kWave = 240.0;
  for (float cell : {0.5f, 1.0f, 2.0f}) {
    for (bool along_x : {true, false}) {
      const Grid grid{.width = along_x ? static_cast<int>(480.0f / cell) : 40,
                      .height = along_x ? 40 : static_cast<int>(480.0f / cell),
                      .cell_size = cell,
                      .boundary = Boundary::periodic};
      const Terrain terrain =
          make_terrain(grid, [&](double x, double y) { return 5.0 * std::sin((along_x ? x : y) * 2.0 * kPi / kWave); });
      for (float deviation : {3.0f, 12.0f, 40.0f}) {
        const SmoothGradient gradient = smooth_gradient(terrain, deviation, Scheduler(1));
        std::vector<float> const& along = along_x ? gradient.x : gradient.y;
        const double steepest = static_cast<double>(*std::max_element(along.begin(), along.end()));
        const double wide = 2.0 * kPi * static_cast<double>(deviation) / kWave;
        EXPECT_NEAR(steepest / (5.0 * 2.0 * kPi / kWave), std::exp(-0.5 * wide * wide), 0.022)
            << "cells of " << cell << " m, deviation " << deviation << " m";
      }
    }
  }
}

TEST(WindProjection, RadiiAreAtMostAQuarterOfTheLand) {
  const Grid grid{.width = 120, .height = 80, .cell_size = 1.0f, .boundary = Boundary::periodic};
  const Terrain terrain = hills(grid, 15.0, 16, 7);
  const WindField wide = blowing(terrain, projecting(10.0f, 500.0f, 2000.0f));
  const WindField quarter = blowing(terrain, projecting(10.0f, 20.0f, 20.0f));
  EXPECT_EQ(wide.local().x, quarter.local().x);
  EXPECT_EQ(wide.local().ratio, quarter.local().ratio);
}

TEST(WindProjection, SmallestLandsAreSafe) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    for (auto [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 50}}) {
      for (float radius : {1.0f, 50.0f, 2000.0f}) {
        const Grid grid{.width = width, .height = height, .cell_size = 1.0f, .boundary = boundary};
        const Terrain terrain = make_terrain(grid, [](double x, double y) { return 500.0 * x + y * y; });
        const WindField field = blowing(terrain, projecting(10.0f, radius, radius));
        for (std::size_t i = 0; i < grid.cells(); ++i) {
          EXPECT_GT(field.local().ratio[i], 0.0f);
          EXPECT_TRUE(std::isfinite(field.local().x[i] + field.local().y[i] + field.local().ratio[i]));
        }
      }
    }
  }
}

TEST(WindProjection, IsRenewedEveryEighthStepAndTurnsWithTheWindBetween) {
  const Grid grid{.width = 64, .height = 64};
  const Terrain land = hills(grid, 15.0, 16, 8);
  const Terrain other = hills(grid, 15.0, 16, 9);
  const Scheduler scheduler(1);
  const WindParameters wind = projecting(0.0f);
  WindField field;
  field.renew_local(land, wind, scheduler, {.step = 3});
  const ReliefTensor first = field.relief();
  const LandVector<float> x = field.local().x;
  field.renew_local(other, wind, scheduler, {.step = 4});
  EXPECT_EQ(field.relief(), first);
  EXPECT_EQ(field.local().x, x);
  field.renew_local(other, projecting(50.0f), scheduler, {.step = 5});
  EXPECT_EQ(field.relief(), first);
  EXPECT_EQ(field.local().x, blowing(land, projecting(50.0f)).local().x) << "the same relief under another wind";
  field.renew_local(other, wind, scheduler, {.step = 8});
  EXPECT_EQ(field.local().x, blowing(other, wind).local().x);
}

TEST(WindSpeedUp, GrowsWithTheHeightAboveTheMeanSurface) {
  const Grid grid{.width = 10, .height = 4, .cell_size = 1.0f, .boundary = Boundary::open};
  // Half of the land is 8 m higher than the other half: 4 m above and below the mean.
  const Terrain terrain = make_terrain(grid, [](double x, double) { return x < 0.0 ? 100.0 : 108.0; });
  WindParameters wind;
  wind.direction = 70.0f;
  wind.speed_up = 0.05f;
  const WindField field = blowing(terrain, wind);
  ASSERT_FALSE(field.uniform());
  EXPECT_NEAR(field.local().ratio[grid.index(1, 1)], 0.8f, 1e-5f);
  EXPECT_NEAR(field.local().ratio[grid.index(8, 1)], 1.2f, 1e-5f);
  EXPECT_EQ(field.local().x[3], field.direction().x);
  EXPECT_EQ(field.local().y[3], field.direction().y);
  wind.speed_up = 0.5f;
  EXPECT_EQ(blowing(terrain, wind).local().ratio[grid.index(1, 1)], 0.1f) << "some wind is left in the deepest hollow";
}

TEST(WindSpeedUp, MultipliesWhatTheProjectionLeaves) {
  const Grid grid{.width = 64, .height = 64};
  const Terrain land = hills(grid, 15.0, 16, 8);
  WindParameters both = projecting(20.0f);
  both.speed_up = 0.02f;
  WindParameters faster = both;
  faster.projection = 0.0f;
  const WindField together = blowing(land, both);
  const WindField a = blowing(land, projecting(20.0f));
  const WindField b = blowing(land, faster);
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    ASSERT_FLOAT_EQ(together.local().ratio[i], a.local().ratio[i] * b.local().ratio[i]);
    ASSERT_EQ(together.local().x[i], a.local().x[i]);
  }
}

WorldSetup projected_setup() {
  WorldSetup setup = test::make_setup({.width = 70, .height = 52});
  for (auto const& [key, value] : {std::pair{"projection", 1.0},
                                   {"projection_small", 6.0},
                                   {"projection_large", 12.0},
                                   {"speed_up", 0.03},
                                   {"winds", 3.0},
                                   {"period", 6.0},
                                   {"gust", 0.3},
                                   {"gust_swing", 20.0}}) {
    setup.parameters.push_back({"wind", key, value});
  }
  return setup;
}

TEST(WindInTheWorld, ResumesBitForBitBetweenTwoRenewals) {
  World whole = test::make_world(projected_setup(), "all");
  for (int before : {1, 3, 8, 13}) {
    while (whole.step_count() < static_cast<std::uint64_t>(before)) whole.step();
    World resumed = World::restore(whole.snapshot(), make_processes(), 2);
    World reference = World::restore(whole.snapshot(), make_processes());
    EXPECT_EQ(resumed.hash(), whole.hash());
    for (int step = 0; step < 10; ++step) {
      resumed.step();
      reference.step();
      ASSERT_EQ(resumed.hash(), reference.hash()) << before << " + " << step;
    }
  }
  World resumed = World::restore(whole.snapshot(), make_processes());
  test::run(resumed, 20);
  test::run(whole, 20);
  EXPECT_EQ(resumed.hash(), whole.hash()) << "and so goes the world that was never interrupted";
  EXPECT_EQ(test::unsound(whole), "");
}

TEST(WindInTheWorld, TheProjectionIsPartOfTheHashAndDamageToItIsRefused) {
  World world = test::make_world(projected_setup(), "all");
  test::run(world, 3);
  ASSERT_FALSE(world.wind().relief().empty());
  WindField field = world.wind();
  Archive writer = Archive::writer();
  field.keep(writer, world.grid());
  const std::vector<std::byte> saved = writer.take();
  field = {};
  Archive reader = Archive::reader(saved);
  field.keep(reader, world.grid());
  EXPECT_EQ(field.relief(), world.wind().relief());
  const auto refused = [&](std::size_t at, float value) {
    std::vector<std::byte> damaged = saved;
    std::memcpy(damaged.data() + at, &value, sizeof value);
    Archive damaged_reader = Archive::reader(damaged);
    EXPECT_THROW(field.keep(damaged_reader, world.grid()), ArchiveError) << value;
  };
  const std::size_t first_value = 2 * sizeof(std::int32_t) + sizeof(std::uint64_t);
  for (float value : {-1.0f, 0.0f, 1e9f, std::nanf("")}) refused(first_value, value);
  refused(0, 7.0f);  // read as an integer, this is a width of billions
}

void expect_arrows_of_the_local_wind(World world) {
  const ViewRequest request{.overlay = {}, .arrows = 10, .light = false};
  TerrainView view;
  for (int step : {0, 1}) {
    // Before the first step, the wind is that over the present land; later it is that of the last step.
    if (step > 0) world.step();
    fill_view(world, request, view);
    EXPECT_EQ(view.arrow_spacing, 7.0f);
    ASSERT_EQ(view.wind_arrows.size(), 10u * 7u);
    const auto speed = *world.field("wind_speed");
    float largest_turn = 0.0f;
    for (WindArrow const& arrow : view.wind_arrows) {
      const std::size_t i = world.grid().index(static_cast<int>(arrow.position.x), static_cast<int>(arrow.position.y));
      EXPECT_NEAR(arrow.direction.x * arrow.direction.x + arrow.direction.y * arrow.direction.y, 1.0f, 1e-5f);
      const float expected = step == 0 ? speed[i] / world.wind().speed() : world.wind().local().ratio[i];
      EXPECT_NEAR(arrow.ratio, expected, 1e-5f);
      const glm::vec2 u = world.wind().direction();
      largest_turn = std::max(largest_turn, std::abs(arrow.direction.x * u.y - arrow.direction.y * u.x));
    }
    EXPECT_GT(largest_turn, 0.02f);
  }
  fill_view(world, {}, view);
  EXPECT_TRUE(view.wind_arrows.empty());
}

TEST(WindInTheWorld, ArrowsShowTheLocalWindOnALattice) {
  expect_arrows_of_the_local_wind(test::make_world(projected_setup(), "all"));
}

TEST(WindInTheWorld, ArrowsShowTheDirectionOfTheStress) {
  World world = test::make_world(projected_setup(), "all");
  world.apply(SetParameter{"wind", "projection", 0.0});
  world.apply(SetParameter{"wind", "speed_up", 0.0});
  world.apply(SetParameter{"wind", "stress", 4.5});
  expect_arrows_of_the_local_wind(std::move(world));
}

TEST(WindInTheWorld, FieldsShowTheLocalWind) {
  World world = test::make_world(projected_setup(), "none");
  const auto speed = *world.field("wind_speed");
  const auto direction = *world.field("wind_direction");
  const auto [slow, fast] = std::minmax_element(speed.begin(), speed.end());
  EXPECT_LT(*slow, world.wind().speed());
  EXPECT_GT(*fast, world.wind().speed());
  const auto [low, high] = std::minmax_element(direction.begin(), direction.end());
  EXPECT_GE(*low, 0.0f);
  EXPECT_LT(*high, 360.0f);
  WorldSetup even = test::make_setup({.width = 9, .height = 5});
  even.parameters.push_back({"wind", "direction", 250.0});
  const World uniform = test::make_world(std::move(even), "none");
  const auto everywhere = *uniform.field("wind_direction");
  for (float value : everywhere) EXPECT_NEAR(value, 250.0f, 1e-4f);
  const auto even_speed = *uniform.field("wind_speed");
  for (float value : even_speed) EXPECT_EQ(value, 10.0f);
}

}  // namespace
}  // namespace barchan::wind_projection_test
