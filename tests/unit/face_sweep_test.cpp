// Steep faces downwind, against geometry.
#include "eddies/faces.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "base/direction.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan::face_sweep_test {
namespace {

struct Frame {
  Grid grid;
  double degrees;
  // Distances downwind of the middle of the land and to its left, m.
  double along(int x, int y) const { return east(x) * cosine() + north(y) * sine(); }
  double across(int x, int y) const { return north(y) * cosine() - east(x) * sine(); }

 private:
  double cosine() const { return std::cos(degrees / 180.0 * std::numbers::pi); }
  double sine() const { return std::sin(degrees / 180.0 * std::numbers::pi); }
  double east(int x) const { return (x + 0.5 - 0.5 * grid.width) * static_cast<double>(grid.cell_size); }
  double north(int y) const { return (y + 0.5 - 0.5 * grid.height) * static_cast<double>(grid.cell_size); }
};

Terrain land(Frame const& frame, std::function<double(double, double)> const& height, double sand = 0.0) {
  Grid const& grid = frame.grid;
  std::vector<Quanta> base;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) base.push_back(to_quanta(height(frame.along(x, y), frame.across(x, y))));
  }
  const std::vector<Quanta> loose(grid.cells(), to_quanta(sand));
  Terrain terrain;
  terrain.grid = grid;
  terrain.columns = Columns(grid, base, loose);
  return terrain;
}

FacesAhead faces_of(Terrain const& terrain, double degrees, float reach, int threads = 1) {
  FacesAhead faces;
  faces.renew(terrain, unit_vector(degrees), {.slope = 1.428f, .reach = reach, .tallest = 60.0f}, Scheduler(threads));
  return faces;
}

TEST(FaceSweep, MeasuresDistanceHeightAndNormalOfAWallAtEveryAzimuth) {
  for (float cell : {0.5f, 1.0f, 2.0f}) {
    for (double degrees : {0.0, 15.0, 30.0, 45.0, 90.0, 135.0, 200.0, 247.0, 337.5}) {
      const int side = static_cast<int>(100.0f / cell);
      const Frame frame{{side, side, cell, Boundary::open}, degrees};
      const Terrain terrain = land(frame, [](double along, double across) {
        return along >= 15.0 && along < 20.0 && std::abs(across) < 25.0 ? 8.0 : 0.0;
      });
      const FacesAhead faces = faces_of(terrain, degrees, 30.0f);
      int seen = 0;
      for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
          const double before = 15.0 - frame.along(x, y);
          const std::size_t at = frame.grid.index(x, y);
          const double size = static_cast<double>(cell);
          if (std::abs(frame.across(x, y)) < 25.0 - 4.5 * size && before > 2.0 * size && before < 28.0) {
            ++seen;
            EXPECT_NEAR(static_cast<double>(faces.distance[at]), before, 1.5 * size) << degrees << " " << x << " " << y;
            EXPECT_NEAR(static_cast<double>(faces.rise[at]), 8.0, 0.01);
            const glm::vec2 wind = unit_vector(degrees);
            EXPECT_LT(faces.normal_x[at] * wind.x + faces.normal_y[at] * wind.y, -0.94f) << degrees;
          }
          const bool aside = std::abs(frame.across(x, y)) > 25.0 + 2.0 * size;
          if (aside || before > 30.0 + 2.0 * size || before < -5.0 - 2.0 * size) {
            EXPECT_EQ(faces.distance[at], FacesAhead::kNone) << degrees << " " << x << " " << y;
          }
        }
      }
      EXPECT_GT(seen, 100) << degrees;
    }
  }
}

TEST(FaceSweep, KnowsTheWholeRiseOfAFaceOfManyCells) {
  for (float cell : {0.5f, 1.0f}) {
    for (double slope : {60.0, 70.0}) {
      for (double degrees : {0.0, 30.0, 200.0}) {
        const int side = static_cast<int>(80.0f / cell);
        const Frame frame{{side, side, cell, Boundary::open}, degrees};
        const double run = 12.0 / std::tan(slope / 180.0 * std::numbers::pi);
        const Terrain terrain =
            land(frame, [run](double along, double) { return 12.0 * std::clamp((along - 5.0) / run, 0.0, 1.0); });
        const FacesAhead faces = faces_of(terrain, degrees, 20.0f);
        int seen = 0;
        for (int y = 0; y < side; ++y) {
          for (int x = 0; x < side; ++x) {
            const double before = 5.0 - frame.along(x, y);
            if (before < 1.0 || before > 15.0 || std::abs(frame.across(x, y)) > 20.0) continue;
            ++seen;
            EXPECT_NEAR(static_cast<double>(faces.rise[frame.grid.index(x, y)]), 12.0, 0.6) << slope << " " << degrees;
          }
        }
        EXPECT_GT(seen, 100);
      }
    }
  }
}

TEST(FaceSweep, SlopesBelowTheLimitAreNoFaces) {
  for (double degrees : {0.0, 30.0, 45.0, 200.0}) {
    const Frame frame{{80, 80, 1.0f, Boundary::open}, degrees};
    for (double slope : {40.0, 50.0}) {
      const double run = 12.0 / std::tan(slope / 180.0 * std::numbers::pi);
      const Terrain terrain =
          land(frame, [run](double along, double) { return 12.0 * std::clamp(along / run, 0.0, 1.0); });
      const FacesAhead faces = faces_of(terrain, degrees, 20.0f);
      for (float distance : faces.distance) ASSERT_EQ(distance, FacesAhead::kNone) << slope << " " << degrees;
    }
  }
}

TEST(FaceSweep, ALedgeDoesNotPartAFace) {
  const Frame frame{{64, 8, 1.0f, Boundary::open}, 0.0};
  const Terrain terrain = land(frame, [](double along, double) {
    return along > 8.0 ? 10.0 : along > 6.0 ? 5.0 : 0.0;
  });
  const FacesAhead faces = faces_of(terrain, 0.0, 20.0f);
  const std::size_t before = frame.grid.index(32, 4);  // 5.5 m upwind of the lower step
  EXPECT_NEAR(static_cast<double>(faces.rise[before]), 10.0, 0.01);
  EXPECT_NEAR(static_cast<double>(faces.distance[before]), 5.5, 0.6);
}

TEST(FaceSweep, SeesAcrossAPeriodicSeamAndNotAcrossAnEdge) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    const Frame frame{{40, 30, 1.0f, boundary}, 0.0};
    const Terrain terrain = land(frame, [](double along, double) { return along < -18.0 ? 8.0 : 0.0; });
    const FacesAhead faces = faces_of(terrain, 0.0, 20.0f);
    const float distance = faces.distance[frame.grid.index(35, 15)];
    if (boundary == Boundary::periodic) {
      EXPECT_NEAR(static_cast<double>(distance), 4.5, 0.01);
    } else {
      EXPECT_EQ(distance, FacesAhead::kNone);
    }
  }
}

TEST(FaceSweep, IsTheSameForAnyNumberOfThreads) {
  const Frame frame{{300, 290, 1.0f, Boundary::periodic}, 30.0};
  const Terrain terrain = land(frame, [](double along, double across) {
    return std::fmod(std::abs(along) + 0.3 * std::abs(across), 40.0) < 6.0 ? 9.0 : 0.0;
  });
  for (double degrees : {0.0, 30.0, 123.0, 290.0}) {
    const FacesAhead one = faces_of(terrain, degrees, 20.0f);
    for (int threads : {2, 3, 7}) {
      const FacesAhead many = faces_of(terrain, degrees, 20.0f, threads);
      EXPECT_EQ(one.distance, many.distance);
      EXPECT_EQ(one.rise, many.rise);
      EXPECT_EQ(one.normal_x, many.normal_x);
      EXPECT_EQ(one.normal_y, many.normal_y);
    }
  }
}

TEST(FaceSweep, SteepGroundIsTheSolidGroundAlone) {
  const Frame frame{{40, 40, 1.0f, Boundary::periodic}, 0.0};
  const Scheduler scheduler(1);
  const auto ramp = [](double rise) {
    return [rise](double along, double) { return rise * (20.0 - std::abs(along)); };
  };
  EXPECT_FALSE(SteepGround().look(land(frame, ramp(0.9)), 1.428f, scheduler));
  EXPECT_TRUE(SteepGround().look(land(frame, ramp(1.5)), 1.428f, scheduler));
  // Even the thickest sand does not count as steep ground.
  Terrain heaped = land(frame, ramp(0.0));
  heaped.columns.deposit(frame.grid.index(20, 20), kSand, to_quanta(30.0));
  EXPECT_FALSE(SteepGround().look(heaped, 1.428f, scheduler));
}

}  // namespace
}  // namespace barchan::face_sweep_test
