// Ground, obstacles, water and plants as separate nodes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include "export/mesh_scene.hpp"
#include "mesh_support.hpp"

namespace barchan::test::mesh_scene_test {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

LandSurface flat_land(int width, int height, float elevation = 10.0f) {
  LandSurface land;
  land.ground = {.width = width, .height = height, .spacing_x = 1.0, .spacing_y = 1.0, .values = {}};
  land.ground.values.assign(land.ground.samples(), elevation);
  return land;
}

Mesh const* mesh_named(MeshScene const& scene, std::string const& name) {
  const auto node = std::ranges::find(scene.nodes, name, &MeshNode::name);
  return node == scene.nodes.end() ? nullptr : &node->mesh;
}

/// A corner of each triangle with the normal of the triangle.
template <class Visit>
void for_triangles(Mesh const& mesh, Visit const& visit) {
  for (std::size_t corner = 0; corner < mesh.indices.size(); corner += 3) {
    std::array<glm::vec3, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) corners[i] = mesh.positions[mesh.indices[corner + i]];
    visit(corners, glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
  }
}

/// Area of the triangles that face in a direction, m2.
double area_towards(Mesh const& mesh, glm::vec3 const& direction) {
  double area = 0.0;
  for_triangles(mesh, [&](auto const&, glm::vec3 const& twice_area) {
    const float along = glm::dot(twice_area, direction);
    if (along > 0.99f * glm::length(twice_area)) area += 0.5 * static_cast<double>(along);
  });
  return area;
}

void expect_sound(Mesh const& mesh) {
  ASSERT_EQ(mesh.normals.size(), mesh.positions.size());
  ASSERT_EQ(mesh.uvs.size(), mesh.positions.size());
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    EXPECT_TRUE(std::isfinite(glm::length(mesh.positions[i])));
    EXPECT_NEAR(glm::length(mesh.normals[i]), 1.0f, 1e-5f);
    EXPECT_TRUE(mesh.uvs[i].x >= 0.0f && mesh.uvs[i].x <= 1.0f && mesh.uvs[i].y >= 0.0f && mesh.uvs[i].y <= 1.0f);
  }
  for (const std::uint32_t index : mesh.indices) ASSERT_LT(index, mesh.positions.size());
}

TEST(MeshScene, HasOnlyNodesWithTriangles) {
  LandSurface land = flat_land(8, 8);
  EXPECT_EQ(scene_of(land, {}).nodes.size(), 1u);
  land.obstacle_top.assign(64, kNone);
  land.water_level.assign(64, kNone);
  land.plants.assign(64, 0.0f);
  EXPECT_EQ(scene_of(land, {}).nodes.size(), 1u);
  for (auto const& [width, height] : {std::pair{1, 1}, std::pair{1, 8}, std::pair{8, 1}}) {
    LandSurface line = flat_land(width, height);
    line.obstacle_top.assign(line.ground.samples(), 20.0f);
    line.water_level = line.obstacle_top;
    line.plants.assign(line.ground.samples(), 1.0f);
    EXPECT_TRUE(scene_of(line, {}).nodes.empty());
  }
}

TEST(MeshScene, RefusesListsOfWrongLength) {
  for (auto const member : {&LandSurface::obstacle_top, &LandSurface::water_level, &LandSurface::plants}) {
    LandSurface land = flat_land(8, 8);
    (land.*member).assign(63, 0.0f);
    EXPECT_THROW(scene_of(land, {}), std::invalid_argument);
  }
}

TEST(MeshScene, TextureCoversGround) {
  SceneStyle style;
  style.ground_texture.file = "land.png";
  const MeshScene scene = scene_of(flat_land(8, 8), style);
  EXPECT_EQ(scene.nodes[0].material.texture.file, "land.png");
  EXPECT_EQ(scene.nodes[0].material.color, glm::vec4(1.0f));
}

TEST(MeshObstacles, BlockHasRoofAndFourWallsToBelowTheGround) {
  LandSurface land = flat_land(12, 10);
  land.obstacle_top.assign(120, kNone);
  for (int row = 2; row < 5; ++row) {
    for (int column = 3; column < 9; ++column) land.obstacle_top[land.ground.index(column, row)] = 14.0f;
  }
  land.ground.values[land.ground.index(2, 2)] = 9.0f;  // a pit beside a wall
  const MeshScene scene = scene_of(land, {});
  Mesh const* const mesh = mesh_named(scene, "obstacles");
  ASSERT_NE(mesh, nullptr);
  expect_sound(*mesh);
  EXPECT_NEAR(area_towards(*mesh, {0, 0, 1}), 6.0 * 3.0, 1e-4);
  EXPECT_NEAR(area_towards(*mesh, {1, 0, 0}), 3.0 * 4.0, 1e-4);
  EXPECT_NEAR(area_towards(*mesh, {0, -1, 0}), 6.0 * 4.0, 1e-4);
  EXPECT_NEAR(area_towards(*mesh, {0, 1, 0}), 6.0 * 4.0 + 0.5, 1e-4);  // the wall reaches into the pit
  EXPECT_NEAR(area_towards(*mesh, {-1, 0, 0}), 3.0 * 4.0 + 1.5, 1e-4);
  for (glm::vec3 const& position : mesh->positions) {  // the block lies at columns 3 to 9, rows 2 to 5
    EXPECT_TRUE(position.x >= -3.0f && position.x <= 3.0f && position.y >= 0.0f && position.y <= 3.0f);
  }
}

TEST(MeshObstacles, WallsBetweenRoofsOfDifferentHeightShowOnce) {
  LandSurface land = flat_land(10, 10);
  land.obstacle_top.assign(100, kNone);
  land.obstacle_top[land.ground.index(4, 4)] = 15.0f;
  land.obstacle_top[land.ground.index(5, 4)] = 12.0f;
  const MeshScene scene = scene_of(land, {});
  Mesh const& mesh = *mesh_named(scene, "obstacles");
  EXPECT_NEAR(area_towards(mesh, {1, 0, 0}), 3.0 + 2.0, 1e-4);
  EXPECT_NEAR(area_towards(mesh, {-1, 0, 0}), 5.0, 1e-4);
}

TEST(MeshObstacles, BuriedObstaclesDoNotShow) {
  LandSurface land = flat_land(10, 10);
  land.obstacle_top.assign(100, 9.0f);
  EXPECT_EQ(mesh_named(scene_of(land, {}), "obstacles"), nullptr);
}

TEST(MeshObstacles, LargeFlatRoofsAreSimplified) {
  LandSurface land = flat_land(60, 60);
  land.obstacle_top.assign(3600, 20.0f);
  const MeshScene scene = scene_of(land, {});
  Mesh const& mesh = *mesh_named(scene, "obstacles");
  EXPECT_NEAR(area_towards(mesh, {0, 0, 1}), 59.0 * 59.0, 1e-2);
  for (glm::vec3 const& position : mesh.positions) EXPECT_LE(std::abs(position.x), 29.5f);  // where the ground ends
  constexpr std::size_t kEdge = 4 * 60;
  EXPECT_LT(mesh.triangles(), 2 * kEdge + 2 * kEdge);  // walls, and a roof with little but its border
}

/// A round lake with level 10 in a bowl.
LandSurface lake_land(int side) {
  LandSurface land = flat_land(side, side);
  land.water_level.assign(land.ground.samples(), kNone);
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const double distance = std::hypot(column - 0.5 * side, row - 0.5 * side);
      const std::size_t cell = land.ground.index(column, row);
      land.ground.values[cell] = static_cast<float>(10.0 + 0.3 * (distance - 0.3 * side));
      if (land.ground.values[cell] < 10.0f) land.water_level[cell] = 10.0f;
    }
  }
  return land;
}

/// Height of the mesh above or below a point, m; NaN: none.
double height_of(Mesh const& mesh, glm::vec2 const& point) {
  double height = std::nan("");
  for_triangles(mesh, [&](std::array<glm::vec3, 3> const& corners, glm::vec3 const& normal) {
    const auto side = [&](std::size_t i) {
      const glm::vec2 a(corners[i]), b(corners[(i + 1) % 3]);
      return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
    };
    if (side(0) < 0.0f || side(1) < 0.0f || side(2) < 0.0f) return;
    const glm::vec2 offset = point - glm::vec2(corners[0]);
    height = static_cast<double>(corners[0].z - (normal.x * offset.x + normal.y * offset.y) / normal.z);
  });
  return height;
}

TEST(MeshWater, LakeMeetsItsShoreWithoutGaps) {
  const LandSurface land = lake_land(60);
  const MeshScene scene = scene_of(land, {});
  Mesh const* const water = mesh_named(scene, "water");
  ASSERT_NE(water, nullptr);
  expect_sound(*water);
  // Along the whole border of the water the surface is not above the ground.
  for (auto const& edge : border_edges(*water)) {
    glm::vec3 const& position = water->positions[edge[0]];
    const int column = static_cast<int>(std::lround(position.x + 30.0 - 0.5));
    const int row = static_cast<int>(std::lround(30.0 - position.y - 0.5));
    EXPECT_LT(position.z, land.ground.values[land.ground.index(column, row)]);
  }
  // Wherever the ground lies below the level, water covers it.
  for (int row = 1; row < 59; ++row) {
    for (int column = 1; column < 59; ++column) {
      if (!(land.ground.values[land.ground.index(column, row)] < 10.0f)) continue;
      const glm::vec2 point(static_cast<float>(column) + 0.5f - 30.0f, 29.5f - static_cast<float>(row));
      EXPECT_NEAR(height_of(*water, point), 10.0, 0.011);
    }
  }
}

TEST(MeshWater, FlatLakesTakeFewTriangles) {
  const LandSurface land = lake_land(160);
  const auto wet = static_cast<std::size_t>(std::ranges::count(land.water_level, 10.0f));
  const MeshScene scene = scene_of(land, {});
  Mesh const& water = *mesh_named(scene, "water");
  EXPECT_LT(water.triangles(), wet / 4);
}

TEST(MeshWater, FallsBelowLowDryGround) {
  LandSurface land = flat_land(9, 9);
  land.water_level.assign(81, kNone);
  land.water_level[land.ground.index(4, 4)] = 10.5f;  // water on its way over a flat land
  const MeshScene scene = scene_of(land, {});
  Mesh const& water = *mesh_named(scene, "water");
  EXPECT_EQ(water.triangles(), 8u);
  const auto highest = std::ranges::max_element(water.positions, {}, &glm::vec3::z);
  EXPECT_EQ(*highest, glm::vec3(0.0f, 0.0f, 10.5f));
  for (glm::vec3 const& position : water.positions) EXPECT_TRUE(position == *highest || position.z < 10.0f);
}

TEST(MeshWater, IsLevelUpToWallsInIt) {
  LandSurface land = flat_land(9, 9);
  land.water_level.assign(81, 12.0f);
  land.obstacle_top.assign(81, kNone);
  land.obstacle_top[land.ground.index(4, 4)] = 15.0f;
  land.water_level[land.ground.index(4, 4)] = kNone;
  const MeshScene scene = scene_of(land, {});
  for (glm::vec3 const& position : mesh_named(scene, "water")->positions) EXPECT_EQ(position.z, 12.0f);
}

TEST(MeshPlants, CoverTheLandAsFarAsItIsCovered) {
  LandSurface land = flat_land(50, 40);
  land.plants.assign(2000, 0.0f);
  for (int row = 0; row < 40; ++row) {
    for (int column = 0; column < 25; ++column) land.plants[land.ground.index(column, row)] = 0.2f;
  }
  const MeshScene scene = scene_of(land, {});
  Mesh const* const plants = mesh_named(scene, "plants");
  ASSERT_NE(plants, nullptr);
  expect_sound(*plants);
  constexpr double kRadius = 0.6 * 0.5, kPi = 3.14159265;
  const double wanted = 0.2 * 1000.0 / (kPi * kRadius * kRadius);
  EXPECT_NEAR(static_cast<double>(plants->triangles()) / 5.0, wanted, 0.1 * wanted);
  for (std::size_t apex = 0; apex < plants->positions.size(); apex += 6) {
    EXPECT_LT(plants->positions[apex].x, 0.0f);  // the western half
    EXPECT_GT(plants->positions[apex].z, 10.0f);
    EXPECT_LT(plants->positions[apex].z, 10.7f);
  }
}

TEST(MeshPlants, NumberIsBoundedAndPlacesAreRepeatable) {
  LandSurface land = flat_land(300, 300);
  land.plants.assign(90'000, 1.0f);
  SceneStyle style;
  style.most_plant_triangles = 10'000;
  const MeshScene scene = scene_of(land, style), again = scene_of(land, style);
  Mesh const& plants = *mesh_named(scene, "plants");
  EXPECT_LE(plants.triangles(), 10'000u);
  EXPECT_GT(plants.triangles(), 8'000u);
  EXPECT_EQ(plants.positions, mesh_named(again, "plants")->positions);
  style.seed = 2;
  EXPECT_NE(plants.positions, mesh_named(scene_of(land, style), "plants")->positions);
  // No part of the land is left out.
  for (const float corner : {-120.0f, 120.0f}) {
    EXPECT_TRUE(std::ranges::any_of(plants.positions, [&](glm::vec3 const& position) {
      return glm::distance(glm::vec2(position), glm::vec2(corner, -120.0f)) < 30.0f;
    }));
  }
}

TEST(MeshPlants, GrowNeitherInWaterNorOnObstacles) {
  LandSurface land = flat_land(20, 20);
  land.plants.assign(400, 1.0f);
  land.water_level.assign(400, 12.0f);
  land.obstacle_top.assign(400, kNone);
  EXPECT_EQ(mesh_named(scene_of(land, {}), "plants"), nullptr);
  land.water_level.clear();
  land.obstacle_top.assign(400, 12.0f);
  EXPECT_EQ(mesh_named(scene_of(land, {}), "plants"), nullptr);
}

}  // namespace
}  // namespace barchan::test::mesh_scene_test
