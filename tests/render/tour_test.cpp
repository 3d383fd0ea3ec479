// The tour: it begins at the user's camera position, stays over the land, and never jumps.
#include "render/tour.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "render/synthetic_land.hpp"

namespace barchan::render::tour_test {
namespace {

constexpr double kFrame = 1.0 / 30.0;  // s

class TourOver : public testing::TestWithParam<bool> {
 protected:
  TerrainView view_ = test::transverse_dunes(128);
  LandShape land_{view_, GetParam()};
  Camera from_{.azimuth = 300.0f, .elevation = 55.0f, .distance = 20.0f, .target = {10.0f, 120.0f, 4.0f}};
};

TEST_P(TourOver, BeginsWhereTheCameraStands) {
  const Camera camera = Tour(from_, land_).at(0.0, land_);
  EXPECT_EQ(camera, from_);
}

TEST_P(TourOver, NeitherJumpsNorStopsInAnHour) {
  const Tour tour(from_, land_);
  CameraRig rig(from_);
  glm::vec3 eye = rig.camera().eye();
  float fastest = 0.0f;
  glm::vec3 was_at = eye;
  int frames = 0;
  for (double seconds = 0.0; seconds < 3600.0; seconds += kFrame) {
    rig.move_to(tour.at(seconds, land_));
    rig.update(static_cast<float>(kFrame), land_);
    const glm::vec3 now = rig.camera().eye();
    ASSERT_TRUE(std::isfinite(now.x + now.y + now.z));
    ASSERT_GT(now.z, land_.height_at(glm::vec2(now)));
    const float speed = glm::distance(now, eye) / static_cast<float>(kFrame);
    fastest = std::max(fastest, speed);
    eye = now;
    if (++frames % 300 != 0) continue;
    EXPECT_GT(glm::distance(now, was_at), 0.01f * land_.extent()) << "m in ten seconds, after " << seconds;
    was_at = now;
  }
  EXPECT_LT(fastest, 0.2f * land_.extent()) << "m/s";
}

TEST_P(TourOver, GoesAroundTheLandLowAndHigh) {
  const Tour tour(from_, land_);
  float lowest = 90.0f, highest = 0.0f, turned = 0.0f, before = from_.azimuth;
  for (double seconds = 40.0; seconds < 340.0; seconds += 1.0) {
    const Camera camera = tour.at(seconds, land_);
    lowest = std::min(lowest, camera.elevation);
    highest = std::max(highest, camera.elevation);
    turned += std::remainder(camera.azimuth - before, 360.0f);
    before = camera.azimuth;
    EXPECT_TRUE(land_.contains(glm::vec2(camera.target)));
  }
  EXPECT_LT(lowest, 10.0f);
  EXPECT_GT(highest, 30.0f);
  EXPECT_GT(turned, 700.0f);
}

INSTANTIATE_TEST_SUITE_P(Lands, TourOver, testing::Bool(),
                         [](testing::TestParamInfo<bool> const& item) { return item.param ? "GoesOn" : "Ends"; });

}  // namespace
}  // namespace barchan::render::tour_test
