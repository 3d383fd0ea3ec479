// The shear stress of the wind over relief, and the Fourier transform from which it is computed.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "base/math.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "wind/fourier.hpp"
#include "wind/relief.hpp"
#include "wind/shear_stress.hpp"
#include "wind/wind_field.hpp"

namespace barchan::shear_stress_test {
namespace {

constexpr double kA = 4.0, kB = 1.5;
constexpr double kSmoothing = 2.0;  // m, deviation of the Gaussian

Terrain rock(Grid const& grid, std::function<double(double, double)> const& height) {
  std::vector<Quanta> base;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const double cell = static_cast<double>(grid.cell_size);
      base.push_back(to_quanta(height((x + 0.5) * cell, (y + 0.5) * cell)));
    }
  }
  Terrain terrain;
  terrain.grid = grid;
  terrain.columns = Columns(grid, base, std::vector<Quanta>(grid.cells(), 0));
  return terrain;
}

WindParameters stressed(float degrees, double a = kA, double b = kB) {
  WindParameters wind;
  wind.direction = degrees;
  wind.stress = static_cast<float>(a);
  wind.stress_shift = static_cast<float>(b);
  return wind;
}

WindField blowing(Terrain const& terrain, WindParameters const& wind, int threads = 1) {
  WindField field;
  field.renew(terrain, wind, Scheduler(threads));
  return field;
}

/// Tangent of the angle by which the local wind of a cell turns to the left of the prevailing wind.
double turn_at(WindField const& field, std::size_t cell) {
  const glm::vec2 u = field.direction();
  const double x = static_cast<double>(field.local().x[cell]), y = static_cast<double>(field.local().y[cell]);
  const double along = x * static_cast<double>(u.x) + y * static_cast<double>(u.y);
  return (y * static_cast<double>(u.x) - x * static_cast<double>(u.y)) / along;
}

TEST(Fourier, IsTheSumOverAllElements) {
  constexpr int kRows = 16, kColumns = 3;
  const Scheduler scheduler(1);
  ComplexPlane plane;
  plane.resize(kRows, kColumns);
  for (int i = 0; i < kRows * kColumns; ++i) {
    plane.re[static_cast<std::size_t>(i)] = static_cast<float>((i * 7 + 3) % 11);
    plane.im[static_cast<std::size_t>(i)] = static_cast<float>((i * 5 + 1) % 13);
  }
  const ComplexPlane before = plane;
  const ColumnTransform transform(kRows);
  transform.forward(plane, scheduler);
  for (int c = 0; c < kColumns; ++c) {
    for (int k = 0; k < kRows; ++k) {
      std::complex<double> sum = 0.0;
      for (int y = 0; y < kRows; ++y) {
        const auto i = static_cast<std::size_t>(y * kColumns + c);
        const std::complex<double> value(static_cast<double>(before.re[i]), static_cast<double>(before.im[i]));
        sum += value * std::polar(1.0, -2.0 * math::kPi * k * y / kRows);
      }
      const auto at = static_cast<std::size_t>(transform.reversed(k) * kColumns + c);
      EXPECT_NEAR(static_cast<double>(plane.re[at]), sum.real(), 1e-4) << c << ", " << k;
      EXPECT_NEAR(static_cast<double>(plane.im[at]), sum.imag(), 1e-4) << c << ", " << k;
    }
  }
  transform.inverse(plane, scheduler);
  for (std::size_t i = 0; i < plane.re.size(); ++i) {
    EXPECT_NEAR(plane.re[i] / static_cast<float>(kRows), before.re[i], 1e-5f);
    EXPECT_NEAR(plane.im[i] / static_cast<float>(kRows), before.im[i], 1e-5f);
  }
}

TEST(Fourier, TransposesPlanesOfAnySides) {
  for (auto const& [rows, columns] : {std::pair{1, 1}, {1, 8}, {32, 2}, {64, 16}}) {
    ComplexPlane plane, turned;
    plane.resize(rows, columns);
    for (std::size_t i = 0; i < plane.re.size(); ++i) {
      plane.re[i] = static_cast<float>(i);
      plane.im[i] = -static_cast<float>(i);
    }
    transpose(plane, turned, Scheduler(2));
    ASSERT_EQ(turned.rows, columns);
    ASSERT_EQ(turned.columns, rows);
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        EXPECT_EQ(*turned.row(x, y).re, static_cast<float>(y * columns + x));
        EXPECT_EQ(*turned.row(x, y).im, -static_cast<float>(y * columns + x));
      }
    }
  }
}

TEST(ShearStress, OverASineFollowsJacksonAndHunt) {
  const Grid grid{.width = 192, .height = 128, .cell_size = 1.0f, .boundary = Boundary::periodic};
  constexpr double kHeight = 0.5;  // m; slopes of at most 0.1, so that there is no shadow
  for (const double wind : {0.0, 35.0, 90.0, 200.0}) {
    const double ex = std::cos(wind * math::kPi / 180.0), ey = std::sin(wind * math::kPi / 180.0);
    for (auto const& [waves_x, waves_y] : {std::pair{6, 0}, {0, 4}, {3, 4}, {4, -2}}) {
      const double kx = 2.0 * math::kPi * waves_x / 192.0, ky = 2.0 * math::kPi * waves_y / 128.0;
      const double k = std::hypot(kx, ky), with = kx * ex + ky * ey, left = ky * ex - kx * ey;
      const Terrain terrain = rock(grid, [&](double x, double y) { return kHeight * std::sin(kx * x + ky * y); });
      const WindField field = blowing(terrain, stressed(static_cast<float>(wind)));
      const double weight = kHeight * std::exp(-0.5 * k * k * kSmoothing * kSmoothing);
      for (int y = 0; y < grid.height; y += 5) {
        for (int x = 0; x < grid.width; x += 3) {
          const double phase = kx * (x + 0.5) + ky * (y + 0.5);
          const double along = weight * (kA * with * with / k * std::sin(phase) + kB * with * std::cos(phase));
          const double across = weight * kA * with * left / k * std::sin(phase);
          const std::size_t cell = grid.index(x, y);
          const double largest = weight * (kA + kB) * k;
          ASSERT_NEAR(static_cast<double>(field.stress()[cell]), 1.0 + along, 0.04 * largest) << wind << ", " << x;
          ASSERT_NEAR(turn_at(field, cell), across / (1.0 + along), 0.05 * largest) << wind << ", " << x << ", " << y;
        }
      }
    }
  }
}

TEST(ShearStress, FlatGroundHasTheStressOne) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    const Grid grid{.width = 50, .height = 37, .cell_size = 1.5f, .boundary = boundary};
    const WindField field = blowing(rock(grid, [](double, double) { return 812.0; }), stressed(25.0f));
    for (std::size_t i = 0; i < grid.cells(); ++i) {
      ASSERT_EQ(field.stress()[i], 1.0f);
      ASSERT_FLOAT_EQ(field.local().x[i], field.direction().x);
      ASSERT_FLOAT_EQ(field.local().y[i], field.direction().y);
      ASSERT_EQ(field.local().ratio[i], 1.0f);
    }
  }
}

TEST(ShearStress, IsOffAtZeroAndGoesWhenItIsSwitchedOff) {
  const Grid grid{.width = 64, .height = 64};
  const Terrain terrain = rock(grid, [](double x, double) { return std::sin(0.2 * x); });
  WindField field = blowing(terrain, stressed(0.0f, 0.0));
  EXPECT_TRUE(field.stress().empty());
  EXPECT_TRUE(field.uniform());
  EXPECT_TRUE(field.even());
  field.renew(terrain, stressed(0.0f), Scheduler(1));
  EXPECT_EQ(field.stress().size(), grid.cells());
  EXPECT_FALSE(field.even());
  field.renew(terrain, stressed(0.0f, 0.0), Scheduler(1));
  EXPECT_TRUE(field.stress().empty());
  EXPECT_TRUE(field.uniform());
}

TEST(ShearStress, IsLargestUpwindOfTheTopAndWeakAtTheFoot) {
  const Grid grid{.width = 256, .height = 128, .cell_size = 1.0f, .boundary = Boundary::periodic};
  const auto hill = [](double x, double y) {
    return 4.0 * std::exp(-((x - 128.0) * (x - 128.0) + (y - 64.0) * (y - 64.0)) / (2.0 * 20.0 * 20.0));
  };
  const WindField field = blowing(rock(grid, hill), stressed(0.0f));
  const auto at = [&](int x, int y) { return field.stress()[grid.index(x, y)]; };
  int windiest = 0;
  for (int x = 0; x < grid.width; ++x) {
    if (at(x, 64) > at(windiest, 64)) windiest = x;
  }
  EXPECT_LT(windiest, 127);
  EXPECT_GT(windiest, 100);
  EXPECT_GT(at(windiest, 64), 1.4f);
  EXPECT_LT(at(90, 64), 1.0f) << "the foot upwind";
  EXPECT_GT(turn_at(field, grid.index(108, 84)), 0.0) << "around the hill, left of it";
  EXPECT_LT(turn_at(field, grid.index(108, 43)), 0.0) << "around the hill, right of it";
}

TEST(ShearStress, DoesNotDependOnTheLevelOfTheLandOrTheNumberOfThreads) {
  const Grid grid{.width = 90, .height = 70, .cell_size = 2.0f, .boundary = Boundary::open};
  const auto land = [](double lift) {
    return [lift](double x, double y) { return lift + 5.0 * std::sin(0.06 * x) * std::cos(0.05 * y + 0.02 * x); };
  };
  const WindField one = blowing(rock(grid, land(0.0)), stressed(50.0f));
  const WindField high = blowing(rock(grid, land(512.0)), stressed(50.0f));
  EXPECT_EQ(one.stress(), high.stress());
  EXPECT_EQ(one.local().x, high.local().x);
  for (const int threads : {2, 3, 7}) {
    const WindField more = blowing(rock(grid, land(0.0)), stressed(50.0f), threads);
    EXPECT_EQ(one.stress(), more.stress()) << threads;
    EXPECT_EQ(one.local().y, more.local().y) << threads;
  }
}

TEST(ShearStress, TurnsWithTheLandAndTheWind) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open}) {
    const Grid grid{.width = 60, .height = 44, .cell_size = 1.0f, .boundary = boundary};
    const Grid upright{.width = 44, .height = 60, .cell_size = 1.0f, .boundary = boundary};
    const auto height = [](double x, double y) {
      return 2.0 * std::sin(2.0 * math::kPi * x / 30.0) * std::cos(2.0 * math::kPi * (y / 22.0 + x / 60.0));
    };
    const WindField field = blowing(rock(grid, height), stressed(20.0f));
    // The point (x, y) moves to (44 - y, x).
    const WindField turned =
        blowing(rock(upright, [&](double x, double y) { return height(y, 44.0 - x); }), stressed(110.0f));
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const std::size_t cell = grid.index(x, y), to = upright.index(grid.height - 1 - y, x);
        ASSERT_NEAR(field.stress()[cell], turned.stress()[to], 2e-4f);
        ASSERT_NEAR(field.local().x[cell], turned.local().y[to], 2e-4f);
        ASSERT_NEAR(field.local().y[cell], -turned.local().x[to], 2e-4f);
      }
    }
  }
}

TEST(ShearStress, StaysWithinItsBoundsOnAnyLand) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    for (auto const& [width, height] : {std::pair{1, 1}, {1, 40}, {40, 1}, {3, 500}, {64, 33}}) {
      for (const float cell : {0.1f, 1.0f, 30.0f}) {
        const Grid grid{.width = width, .height = height, .cell_size = cell, .boundary = boundary};
        const Terrain terrain = rock(grid, [](double x, double y) { return std::fmod(37.0 * x + 91.0 * y, 400.0); });
        WindParameters wind = stressed(70.0f, 10.0, 5.0);
        wind.projection = 0.7f;
        const WindField field = blowing(terrain, wind);
        for (std::size_t i = 0; i < grid.cells(); ++i) {
          ASSERT_GE(field.stress()[i], 0.0f);
          ASSERT_LE(field.stress()[i], ShearStress::kMost);
          ASSERT_NEAR(std::hypot(field.local().x[i], field.local().y[i]), 1.0f, 1e-5f);
        }
      }
    }
  }
}

TEST(ShearStress, AddsToTheProjectionWithoutPilingUp) {
  const Grid grid{.width = 64, .height = 64};
  const Terrain terrain = rock(grid, [](double x, double y) { return 3.0 * std::sin(0.2 * x) * std::sin(0.1 * y); });
  WindParameters wind = stressed(30.0f);
  wind.projection = 1.0f;
  wind.projection_small = 10.0f;
  wind.speed_up = 0.05f;
  const WindField once = blowing(terrain, wind);
  WindField thrice = once;
  for (std::uint64_t step = 1; step < 3; ++step) thrice.renew(terrain, wind, Scheduler(1), {.step = step});
  EXPECT_EQ(once.local().x, thrice.local().x);
  EXPECT_EQ(once.local().ratio, thrice.local().ratio);
  EXPECT_EQ(once.stress(), thrice.stress());
  // Without the projection, nothing of it remains.
  thrice.renew(terrain, stressed(30.0f), Scheduler(1), {.step = 3});
  const WindField fresh = blowing(terrain, stressed(30.0f));
  EXPECT_EQ(fresh.local().x, thrice.local().x);
  EXPECT_EQ(fresh.local().ratio, thrice.local().ratio);
}

TEST(ShearStress, IsComputedOnSidesThatArePowersOfTwo) {
  const auto side = [](int cells, float cell) {
    return ShearStress::grid_of({.width = cells, .height = 1, .cell_size = cell}).width;
  };
  EXPECT_EQ(side(256, 1.0f), 128);
  EXPECT_EQ(side(257, 1.0f), 256);
  EXPECT_EQ(side(256, 0.5f), 64);
  EXPECT_EQ(side(100, 10.0f), 128);
  EXPECT_EQ(side(1, 1.0f), 1);
  EXPECT_EQ(side(16384, 2.0f), 2048) << "no more, whatever the land";
}

}  // namespace
}  // namespace barchan::shear_stress_test
