#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/direction.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"
#include "wind/shadow.hpp"
#include "wind/wind_field.hpp"

namespace barchan::sweep_shadow_test {
namespace {

constexpr float kTanLow = 0.176f;   // 10 degrees
constexpr float kTanHigh = 0.268f;  // 15 degrees

std::vector<Quanta> hills(Grid const& grid, double relief, int wavelength, std::uint64_t seed) {
  std::vector<Quanta> elevation;
  for (float h : test::smooth_noise(grid, wavelength, seed))
    elevation.push_back(to_quanta(static_cast<double>(h) * relief));
  return elevation;
}

std::vector<float> sweep(Grid const& grid, std::vector<Quanta> const& elevation, double degrees, int threads = 1) {
  const Scheduler scheduler(threads);
  std::vector<float> shadow(grid.cells());
  sweep_shadow(grid, elevation, {unit_vector(degrees), kTanLow, kTanHigh}, scheduler, {.shadow = shadow});
  return shadow;
}

/// The definition, cell by cell: goes upwind from row to row, interpolates heights along each row, and keeps the
/// highest of the lines that descend from there at the two angles. Beyond the first row, the land continues at the same
/// height.
float marched_shadow(Grid const& grid, std::vector<Quanta> const& elevation, int x, int y, glm::vec2 towards) {
  const bool along_x = std::abs(towards.x) > std::abs(towards.y);
  const float major = along_x ? towards.x : towards.y;
  const int back = major > 0.0f ? -1 : 1;
  const float shift = (along_x ? towards.y : towards.x) / std::abs(major);
  const float length = grid.cell_size * std::sqrt(1.0f + shift * shift);
  const auto height_at = [&](int row, int column) {
    const std::size_t i = along_x ? grid.index(grid.resolve_x(row), grid.resolve_y(column))
                                  : grid.index(grid.resolve_x(column), grid.resolve_y(row));
    return static_cast<float>(to_metres(elevation[i]));
  };
  const int row = along_x ? x : y;
  const int column = along_x ? y : x;
  const int rows = along_x ? grid.width : grid.height;
  const int rows_behind = back < 0 ? row : rows - 1 - row;
  const int most = grid.periodic() ? 4 * rows : rows_behind + 1;
  const float here = height_at(row, column);
  float low = -1e9f;
  float high = -1e9f;
  for (int k = 1; k <= most; ++k) {
    const float at = static_cast<float>(column) - static_cast<float>(k) * shift;
    const int left = static_cast<int>(std::floor(at));
    const float share = at - static_cast<float>(left);
    const float h = height_at(row + back * k, left) * (1.0f - share) + height_at(row + back * k, left + 1) * share;
    low = std::max(low, h - static_cast<float>(k) * kTanLow * length);
    high = std::max(high, h - static_cast<float>(k) * kTanHigh * length);
  }
  return std::clamp((low - here) / std::max(low - high, 1e-6f), 0.0f, 1.0f);
}

struct Difference {
  double mean = 0.0;
  double largest = 0.0;
  double shaded = 0.0;  ///< fraction of the cells in shadow, which shows whether the comparison means anything
};

Difference compare(Grid const& grid, std::vector<Quanta> const& elevation, double degrees) {
  const std::vector<float> shadow = sweep(grid, elevation, degrees);
  Difference difference;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const float expected = marched_shadow(grid, elevation, x, y, unit_vector(degrees));
      const double d = std::abs(static_cast<double>(shadow[grid.index(x, y)] - expected));
      difference.mean += d / static_cast<double>(grid.cells());
      difference.largest = std::max(difference.largest, d);
      difference.shaded += expected > 0.5f ? 1.0 / static_cast<double>(grid.cells()) : 0.0;
    }
  }
  return difference;
}

TEST(SweepShadow, EqualsARayMarchAlongAxesAndDiagonals) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open}) {
    const Grid grid{.width = 48, .height = 48, .cell_size = 1.0f, .boundary = boundary};
    const std::vector<Quanta> elevation = hills(grid, 9.0, 8, 4);
    for (double degrees = 0.0; degrees < 360.0; degrees += 45.0) {
      if (boundary == Boundary::open && degrees / 90.0 != std::floor(degrees / 90.0)) continue;
      const Difference difference = compare(grid, elevation, degrees);
      EXPECT_LT(difference.largest, 1e-3) << degrees;
      EXPECT_GT(difference.shaded, 0.05) << degrees;
    }
  }
}

TEST(SweepShadow, StaysCloseToARayMarchAtEveryAzimuth) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open}) {
    const Grid grid{.width = 64, .height = 48, .cell_size = 0.5f, .boundary = boundary};
    const std::vector<Quanta> elevation = hills(grid, 7.0, 16, 5);
    for (double degrees : {7.0, 15.0, 22.5, 30.0, 61.0, 100.0, 157.5, 200.0, 247.0, 300.0, 349.0}) {
      const Difference difference = compare(grid, elevation, degrees);
      EXPECT_LT(difference.mean, 0.03) << degrees;
      EXPECT_GT(difference.shaded, 0.05) << degrees;
    }
  }
}

TEST(SweepShadow, StaysCloseToARayMarchOnCellsOfAnySize) {
  // The same hills in metres, 40 m from crest to crest, on cells of 0.5, 1 and 2 m, with both signs of each wind.
  for (Boundary boundary : {Boundary::periodic, Boundary::open}) {
    for (float cell : {0.5f, 1.0f, 2.0f}) {
      const Grid grid{.width = static_cast<int>(80.0f / cell),
                      .height = static_cast<int>(40.0f / cell),
                      .cell_size = cell,
                      .boundary = boundary};
      const std::vector<Quanta> elevation = hills(grid, 14.0, static_cast<int>(20.0f / cell), 12);
      for (double degrees : {18.0, 33.0, 52.0, 70.0}) {
        for (double half_turn : {0.0, 180.0}) {
          const Difference difference = compare(grid, elevation, degrees + half_turn);
          EXPECT_LT(difference.mean, 0.035) << degrees + half_turn << ", cells of " << cell;
          EXPECT_GT(difference.shaded, 0.05) << degrees + half_turn << ", cells of " << cell;
        }
      }
    }
  }
}

/// Lengths of the shadow and the bubble behind the crest of a straight ridge across the wind, m.
struct Wake {
  float shadow = 0.0f, bubble = 0.0f;
};

Wake wake_of_a_ridge(Boundary boundary, double degrees, double height, float cell, double crest_at) {
  constexpr int kAlong = 420;
  // On a periodic land, a ridge across an oblique wind would continue as infinitely many ridges. So the wind blows
  // along an axis there.
  const Grid grid{
      .width = kAlong, .height = boundary == Boundary::periodic ? 24 : kAlong, .cell_size = cell, .boundary = boundary};
  const glm::vec2 u = unit_vector(degrees);
  const glm::vec2 middle{0.5f * static_cast<float>(grid.width), 0.5f * static_cast<float>(grid.height)};
  const auto along = [&](int x, int y) {
    const glm::vec2 at = glm::vec2{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f} - middle;
    const float distance = (at.x * u.x + at.y * u.y - static_cast<float>(crest_at - 0.5) * kAlong) * cell;
    if (boundary != Boundary::periodic) return distance;
    const float length = kAlong * cell;
    return distance - length * std::floor(distance / length + 0.5f);
  };
  // A wall 6 m thick.
  Terrain terrain;
  terrain.grid = grid;
  std::vector<Quanta> base;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const float d = along(x, y);
      base.push_back(d <= 0.0f && d > -6.0f ? to_quanta(height) : 0);
    }
  }
  terrain.columns = Columns(grid, base, std::vector<Quanta>(base.size(), 0));
  WindParameters wind;
  wind.direction = static_cast<float>(degrees);
  WindField field;
  field.renew(terrain, wind, Scheduler(1));
  Wake wake;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const float d = along(x, y);
      const float across = (static_cast<float>(x) - middle.x) * -u.y + (static_cast<float>(y) - middle.y) * u.x;
      if (d <= 0.0f || std::abs(across) > 4.0f) continue;
      const std::size_t i = grid.index(x, y);
      if (field.shadow()[i] > 0.05f) wake.shadow = std::max(wake.shadow, d);
      if (field.bubble()[i] > 0.05f) wake.bubble = std::max(wake.bubble, d);
    }
  }
  return wake;
}

TEST(SweepShadow, WakesOfTallRidgesAreNotCutShort) {
  for (auto [height, cell] : {std::pair{10.0, 0.5f}, {10.0, 1.0f}, {10.0, 2.0f}, {40.0, 1.0f}, {40.0, 2.0f}}) {
    const double length = height / std::tan(10.0 * 3.14159265358979323846 / 180.0);
    for (double degrees : {0.0, 25.0, 60.0, 115.0, 180.0, 205.0, 330.0}) {
      const Wake wake = wake_of_a_ridge(Boundary::open, degrees, height, cell, 0.3);
      EXPECT_NEAR(wake.bubble, length, 0.02 * length + 2.0 * static_cast<double>(cell))
          << height << " m, cells of " << cell << " m, towards " << degrees;
      EXPECT_NEAR(wake.shadow, length, 0.05 * length + 2.0 * static_cast<double>(cell))
          << height << " m, cells of " << cell << " m, towards " << degrees;
    }
    // The wake of a ridge in front of the seam continues behind the seam.
    for (double degrees : {0.0, 180.0}) {
      const Wake wake = wake_of_a_ridge(Boundary::periodic, degrees, height, cell, 0.9);
      EXPECT_NEAR(wake.bubble, std::min(length, 0.5 * 420.0 * static_cast<double>(cell)),
                  0.02 * length + 2.0 * static_cast<double>(cell))
          << height << " m, cells of " << cell << " m, towards " << degrees << ", across the seam";
    }
  }
}

TEST(SweepShadow, AFlatLandHasNone) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    const Grid grid{.width = 19, .height = 7, .cell_size = 2.0f, .boundary = boundary};
    const std::vector<Quanta> elevation(grid.cells(), 12345);
    for (double degrees : {0.0, 33.0, 90.0, 222.0}) {
      for (float shadow : sweep(grid, elevation, degrees)) EXPECT_EQ(shadow, 0.0f);
    }
  }
}

TEST(SweepShadow, TheWakeOfAWallIsAsLongAsItsHeightOverTheTangent) {
  const Grid grid{.width = 200, .height = 5, .cell_size = 0.5f, .boundary = Boundary::open};
  std::vector<Quanta> elevation(grid.cells(), 0);
  constexpr int kWall = 40;
  constexpr float kHeight = 4.0f;
  for (int y = 0; y < grid.height; ++y) elevation[grid.index(kWall, y)] = to_quanta(kHeight);
  const std::vector<float> shadow = sweep(grid, elevation, 0.0);
  float before = 1.0f;
  for (int x = 0; x < grid.width; ++x) {
    const float distance = static_cast<float>(x - kWall) * grid.cell_size;
    const float value = shadow[grid.index(x, 2)];
    if (distance <= 0.0f || distance > kHeight / kTanLow + 0.01f) {
      EXPECT_EQ(value, 0.0f) << distance;
    } else if (distance < kHeight / kTanHigh) {
      EXPECT_FLOAT_EQ(value, 1.0f) << distance;
    } else {
      EXPECT_GT(value, 0.0f) << distance;
      EXPECT_LE(value, before) << distance;
      before = value;
    }
  }
}

/// The land rotated by 90 degrees anticlockwise.
template <class T>
std::vector<T> turned(Grid const& grid, std::vector<T> const& values) {
  const Grid other{.width = grid.height, .height = grid.width};
  std::vector<T> result(values.size());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) result[other.index(grid.height - 1 - y, x)] = values[grid.index(x, y)];
  }
  return result;
}

TEST(SweepShadow, TurnsWithTheLandAndTheWind) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open}) {
    Grid grid{.width = 40, .height = 28, .cell_size = 1.0f, .boundary = boundary};
    std::vector<Quanta> elevation = hills(grid, 8.0, 7, 6);
    for (double degrees : {0.0, 15.0, 22.5, 30.0, 60.0, 77.0}) {
      Grid land = grid;
      std::vector<Quanta> heights = elevation;
      std::vector<float> expected = sweep(land, heights, degrees);
      for (int quarter = 1; quarter <= 3; ++quarter) {
        expected = turned(land, expected);
        heights = turned(land, heights);
        std::swap(land.width, land.height);
        const std::vector<float> shadow = sweep(land, heights, degrees + 90.0 * quarter);
        for (std::size_t i = 0; i < shadow.size(); ++i) ASSERT_NEAR(shadow[i], expected[i], 1e-5f) << degrees;
      }
    }
  }
}

TEST(SweepShadow, MirrorsWithTheLandAndTheWind) {
  const Grid grid{.width = 40, .height = 28, .cell_size = 1.0f, .boundary = Boundary::periodic};
  const std::vector<Quanta> elevation = hills(grid, 8.0, 7, 8);
  const auto mirrored = [&]<class T>(std::vector<T> const& values) {
    std::vector<T> result(values.size());
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) result[grid.index(grid.width - 1 - x, y)] = values[grid.index(x, y)];
    }
    return result;
  };
  for (double degrees : {0.0, 15.0, 30.0, 45.0, 60.0, 110.0, 200.0}) {
    const std::vector<float> expected = mirrored(sweep(grid, elevation, degrees));
    const std::vector<float> shadow = sweep(grid, mirrored(elevation), 180.0 - degrees);
    for (std::size_t i = 0; i < shadow.size(); ++i) ASSERT_NEAR(shadow[i], expected[i], 1e-5f) << degrees;
  }
}

TEST(SweepShadow, OnlyHeightDifferencesMatterBitForBit) {
  const Grid grid{.width = 50, .height = 33, .cell_size = 1.0f, .boundary = Boundary::periodic};
  const std::vector<Quanta> elevation = hills(grid, 8.0, 7, 9);
  for (Quanta lift : {4000 * kQuantaPerMetre, -4000 * kQuantaPerMetre, 1}) {
    std::vector<Quanta> lifted = elevation;
    for (Quanta& e : lifted) e += lift;
    for (double degrees : {0.0, 20.0, 200.0}) EXPECT_EQ(sweep(grid, lifted, degrees), sweep(grid, elevation, degrees));
  }
}

TEST(SweepShadow, IsTheSameAtAnotherScaleBitForBit) {
  const Grid grid{.width = 50, .height = 33, .cell_size = 1.0f, .boundary = Boundary::periodic};
  Grid doubled = grid;
  doubled.cell_size = 2.0f;
  const std::vector<Quanta> elevation = hills(grid, 8.0, 7, 10);
  std::vector<Quanta> twice = elevation;
  for (Quanta& e : twice) e *= 2;
  for (double degrees : {0.0, 20.0, 200.0}) {
    const std::vector<float> a = sweep(grid, elevation, degrees);
    const std::vector<float> b = sweep(doubled, twice, degrees);
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-5f);
  }
}

TEST(SweepShadow, IsTheSameOnAnyNumberOfThreads) {
  const Grid grid{.width = 70, .height = 600, .cell_size = 1.0f, .boundary = Boundary::periodic};
  const std::vector<Quanta> elevation = hills(grid, 30.0, 20, 11);
  for (double degrees : {70.0, 10.0, 290.0}) {
    const std::vector<float> expected = sweep(grid, elevation, degrees, 1);
    for (int threads : {2, 3, 7}) EXPECT_EQ(sweep(grid, elevation, degrees, threads), expected) << threads;
  }
}

TEST(SweepShadow, SmallestGridsAreSafe) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    for (auto [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}, {2, 2}}) {
      const Grid grid{.width = width, .height = height, .cell_size = 1.0f, .boundary = boundary};
      std::vector<Quanta> elevation(grid.cells(), 0);
      elevation[0] = 5 * kQuantaPerMetre;
      for (double degrees = 0.0; degrees < 360.0; degrees += 30.0) {
        for (float shadow : sweep(grid, elevation, degrees)) {
          EXPECT_GE(shadow, 0.0f);
          EXPECT_LE(shadow, 1.0f);
        }
      }
    }
  }
}

}  // namespace
}  // namespace barchan::sweep_shadow_test
