// Cameras: geometry, motion by the user, never below the ground.
#include "render/camera.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "render/copy_warp.hpp"
#include "render/synthetic_land.hpp"

namespace barchan::render::camera_test {
namespace {

constexpr float kAspect = 16.0f / 9.0f;

glm::vec2 project(Camera const& camera, glm::vec3 point, float extent) {
  const glm::vec4 clip = camera.projection_matrix(kAspect, extent) * camera.view_matrix() * glm::vec4(point, 1.0f);
  return glm::vec2(clip) / clip.w;
}

float height_above(LandShape const& land, Camera const& camera) {
  const glm::vec3 eye = camera.eye();
  return eye.z - land.height_at({eye.x, eye.y});
}

TEST(Camera, LooksNorthFromTheSouth) {
  const Camera camera{.azimuth = 90.0f, .elevation = 30.0f, .distance = 10.0f, .target = {1.0f, 2.0f, 3.0f}};
  const glm::vec3 eye = camera.eye();
  EXPECT_NEAR(eye.x, 1.0f, 1e-4);
  EXPECT_NEAR(eye.y, 2.0f - 10.0f * std::cos(0.5235988f), 1e-4);
  EXPECT_NEAR(eye.z, 3.0f + 5.0f, 1e-4);
  EXPECT_NEAR(camera.right().x, 1.0f, 1e-6);
  EXPECT_GT(camera.up().z, 0.0f);
}

TEST(Camera, RaysAgreeWithTheProjection) {
  const Camera camera{.azimuth = 37.0f, .elevation = 21.0f, .distance = 80.0f, .target = {50.0f, 60.0f, 4.0f}};
  for (const glm::vec2 point : {glm::vec2(0.0f), glm::vec2(-0.9f, 0.4f), glm::vec2(0.7f, -0.8f)}) {
    const Ray ray = camera.ray(point, kAspect);
    const glm::vec2 back = project(camera, ray.origin + 55.0f * ray.direction, 256.0f);
    EXPECT_NEAR(back.x, point.x, 1e-3);
    EXPECT_NEAR(back.y, point.y, 1e-3);
  }
}

TEST(Camera, TopViewHasNorthUpAndHoldsTheWholeLand) {
  const TerrainView view = test::transverse_dunes(128);
  const LandShape land(view, true);
  const Camera camera = top_view(land);
  EXPECT_GT(camera.up().y, 0.999f);
  for (const glm::vec3 corner : {glm::vec3(0.0f), glm::vec3(128.0f, 128.0f, 0.0f)}) {
    const glm::vec2 at = project(camera, corner, land.extent());
    EXPECT_LE(std::abs(at.x), 1.0f);
    EXPECT_LE(std::abs(at.y), 1.0f);
  }
}

TEST(Camera, FrameAllHoldsTheWholeLand) {
  const TerrainView view = test::transverse_dunes(128);
  const LandShape land(view, false);
  for (float azimuth = 0.0f; azimuth < 360.0f; azimuth += 45.0f) {
    const Camera camera = frame_all(land, {.azimuth = azimuth});
    for (int i = 0; i < 4; ++i) {
      const glm::vec2 at = project(camera, {(i & 1) * 128.0f, (i >> 1) * 128.0f, land.minimum()}, land.extent());
      EXPECT_LE(std::abs(at.x), 1.0f) << azimuth;
      EXPECT_LE(std::abs(at.y), 1.0f) << azimuth;
    }
  }
}

TEST(Camera, HomeViewHasTheHorizonInTheUpperThirdAndWindFromTheLeft) {
  const TerrainView view = test::transverse_dunes(256);
  const LandShape land(view, true);
  for (const glm::vec2 wind : {glm::vec2(1.0f, 0.0f), glm::vec2(0.0f, -1.0f), glm::normalize(glm::vec2(1.0f, 2.0f))}) {
    const Camera camera = test::home_view(land, wind);
    const glm::vec3 ahead = camera.forward();
    const glm::vec3 far = camera.eye() + 1.0e5f * glm::normalize(glm::vec3(ahead.x, ahead.y, 0.0f));
    const float horizon = project(camera, far, land.extent()).y;
    EXPECT_GT(horizon, 1.0f / 3.0f - 0.05f);
    EXPECT_LT(horizon, 0.75f);
    EXPECT_GT(glm::dot(camera.right(), glm::vec3(wind, 0.0f)), 0.85f);
    EXPECT_GT(height_above(land, camera), 0.4f);
  }
}

TEST(LandShape, PicksThePointUnderTheRay) {
  const TerrainView view = test::transverse_dunes(128);
  const LandShape land(view, true);
  const Camera camera{.azimuth = 70.0f, .elevation = 25.0f, .distance = 90.0f, .target = {64.0f, 64.0f, 6.0f}};
  int hits = 0;
  for (float x = -0.9f; x < 1.0f; x += 0.3f) {
    for (float y = -0.9f; y < 0.4f; y += 0.3f) {
      const Ray ray = camera.ray({x, y}, kAspect);
      const auto point = land.pick(ray, 4000.0f);
      if (!point) continue;
      ++hits;
      EXPECT_NEAR(point->z, land.height_at({point->x, point->y}), 0.01f);
      // No part of the land is in front of it.
      const float distance = glm::distance(ray.origin, *point);
      for (float along = 0.0f; along < distance - 1.0f; along += 0.37f) {
        const glm::vec3 p = ray.origin + along * ray.direction;
        EXPECT_GT(p.z, land.height_at({p.x, p.y}) - 0.05f);
      }
    }
  }
  EXPECT_GT(hits, 20);
  EXPECT_FALSE(land.pick({{0.0f, 0.0f, 100.0f}, {0.0f, 0.0f, 1.0f}}, 1000.0f));
}

TEST(LandShape, EndsAtItsEdgesUnlessRepeated) {
  const TerrainView view = test::transverse_dunes(64);
  const LandShape once(view, false), repeated(view, true);
  const Ray beside{{-10.0f, 32.0f, 100.0f}, {0.0f, 0.0f, -1.0f}};
  EXPECT_FALSE(once.pick(beside, 1000.0f));
  ASSERT_TRUE(repeated.pick(beside, 1000.0f));
  const glm::vec2 there = repeated.place_at({-10.0f, 32.0f}) + glm::vec2(64.0f, 0.0f);
  EXPECT_NEAR(repeated.height_at({-10.0f, 32.0f}), once.height_at(there), 1e-4);
  EXPECT_FALSE(once.cell_at({-0.5f, 3.0f}));
  EXPECT_EQ(repeated.cell_at({-0.5f, 3.2f}), repeated.cell_at({63.5f, 3.2f})) << "not copy_warp yet";
}

TEST(LandShape, CopiesGoAstrayAndTheLandDoesNot) {
  const TerrainView view = test::transverse_dunes(64);
  const LandShape once(view, false), repeated(view, true);
  float most = 0.0f;
  for (float y = -400.0f; y < 400.0f; y += 3.7f) {
    for (float x = -400.0f; x < 400.0f; x += 3.7f) {
      const glm::vec2 at(x, y), place = repeated.place_at(at);
      EXPECT_EQ(once.place_at(at), at);
      if (once.contains(at)) {
        ASSERT_EQ(place, at);
      }
      most = std::max(most, glm::distance(place, at));
      // The map is stretched by at most two fifths, and never torn or folded.
      for (const glm::vec2 step : {glm::vec2(0.1f, 0.0f), glm::vec2(0.0f, 0.1f)}) {
        ASSERT_LT(glm::distance(repeated.place_at(at + step) - place, step), 0.04f) << x << " " << y;
      }
    }
  }
  EXPECT_GT(most, 10.0f) << "m, of 64: copies stand in rows";
}

TEST(CameraRig, FollowsItsGoalTheSameWayAtAnyFrameRate) {
  const LandShape land;
  const Camera start{.distance = 100.0f};
  CameraRig slow(start), fast(start);
  for (CameraRig* rig : {&slow, &fast}) {
    rig->orbit({200.0f, 60.0f}, 720.0f);
    rig->zoom(3.0f, std::nullopt);
  }
  for (int i = 0; i < 10; ++i) slow.update(0.05f, land);
  for (int i = 0; i < 100; ++i) fast.update(0.005f, land);
  EXPECT_NEAR(slow.camera().azimuth, fast.camera().azimuth, 0.01f);
  EXPECT_NEAR(slow.camera().distance, fast.camera().distance, 0.01f);
  EXPECT_NE(slow.camera().azimuth, start.azimuth);
}

TEST(CameraRig, NeverJumps) {
  const TerrainView view = test::transverse_dunes(128);
  const LandShape land(view, true);
  CameraRig rig(test::home_view(land, {1.0f, 0.0f}));
  rig.orbit({700.0f, -200.0f}, 720.0f);
  for (int i = 0; i < 120; ++i) {
    const Camera before = rig.camera();
    rig.update(1.0f / 60.0f, land);
    EXPECT_LT(std::abs(rig.camera().azimuth - before.azimuth), 25.0f);
    EXPECT_LT(std::abs(rig.camera().elevation - before.elevation), 12.0f);
  }
}

TEST(CameraRig, ZoomsToTheCursor) {
  const TerrainView view = test::transverse_dunes(128);
  const LandShape land(view, true);
  CameraRig rig({.azimuth = 90.0f, .elevation = 40.0f, .distance = 120.0f, .target = {64.0f, 64.0f, 5.0f}});
  const auto cursor = land.pick(rig.camera().ray({0.5f, -0.3f}, kAspect), 1000.0f);
  ASSERT_TRUE(cursor);
  rig.zoom(4.0f, cursor);
  const glm::vec2 after = project(rig.goal(), *cursor, land.extent());
  EXPECT_NEAR(after.x, 0.5f, 0.01f);
  EXPECT_NEAR(after.y, -0.3f, 0.01f);
  EXPECT_LT(rig.goal().distance, 80.0f);
}

TEST(CameraRig, LookingTurnsTheHeadNotTheEye) {
  CameraRig rig({.azimuth = 20.0f, .elevation = 10.0f, .distance = 50.0f, .target = {1.0f, 2.0f, 3.0f}});
  const glm::vec3 eye = rig.goal().eye();
  rig.look({120.0f, -40.0f}, 720.0f);
  EXPECT_LT(glm::distance(eye, rig.goal().eye()), 1e-3f);
  EXPECT_NE(rig.goal().azimuth, 20.0f);
}

TEST(LandShape, OfAnOpenLandGoesOnMirroredUnlessItIsABlock) {
  const TerrainView view = test::rocky_land(64, Boundary::open);
  const LandShape block(view, false), land(view, true);
  for (const glm::vec2 at : {glm::vec2(-9.0f, 20.0f), glm::vec2(70.0f, 81.0f), glm::vec2(30.0f, 300.0f)}) {
    const glm::vec2 place = land_place(at, view.grid);
    const glm::vec2 folded = 64.0f - glm::abs(glm::mod(place, 128.0f) - 64.0f);
    EXPECT_NEAR(land.height_at(at), block.height_at(folded), 1.0e-3f);
    EXPECT_FALSE(land.cell_at(at)) << "the surroundings are no cells";
  }
  EXPECT_EQ(block.height_at({-9.0f, 20.5f}), block.height_at({0.0f, 20.5f}));
  EXPECT_EQ(land.height_at({31.0f, 22.0f}), block.height_at({31.0f, 22.0f}));
}

TEST(CameraRig, StaysAboveTheGroundWhateverTheHandDoes) {
  for (int kind = 0; kind < 4; ++kind) {
    const bool repeat = kind % 2 == 0;
    const TerrainView view = kind < 2 ? test::transverse_dunes(128) : test::rocky_land(128, Boundary::open);
    const LandShape land(view, repeat);
    CameraRig rig(test::home_view(land, {1.0f, 0.0f}));
    std::mt19937 random(7);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    for (int i = 0; i < 600; ++i) {
      const glm::vec2 drag(300.0f * unit(random), 300.0f * unit(random));
      switch (random() % 5) {
        case 0:
          rig.orbit(drag, 720.0f);
          break;
        case 1:
          rig.pan(drag, 720.0f);
          break;
        case 2:
          rig.zoom(3.0f * unit(random), land.pick(rig.camera().ray({unit(random), unit(random)}, kAspect), 1000.0f));
          break;
        case 3:
          rig.fly({unit(random), unit(random), unit(random)}, 0.3f);
          break;
        default:
          rig.look(drag, 720.0f);
          break;
      }
      rig.update(1.0f / 30.0f, land);
      ASSERT_GT(height_above(land, rig.camera()), 0.3f) << "after " << i << " moves on land " << kind;
      ASSERT_TRUE(std::isfinite(rig.camera().azimuth) && std::isfinite(rig.camera().distance));
      ASSERT_LE(rig.camera().distance, 8.1f * land.extent());
    }
  }
}

}  // namespace
}  // namespace barchan::render::camera_test
