// Walls and houses in the picture: upright solids over the cells that they stand on.
#include <algorithm>
#include <cmath>
#include <set>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "render/houses.hpp"
#include "render/picture_fixture.hpp"
#include "render/solid_layer.hpp"

namespace barchan::render::solid_picture_test {
namespace {

using test::linear;

class SolidPicture : public test::LandPicture {};

constexpr int kSide = 360;  // pixels
constexpr int kWest = 29, kEast = 38, kSouth = 27, kNorth = 33;
constexpr float kRoof = 9.0f, kGround = 2.0f;  // m

/// A house on 2 m of sand.
TerrainView house_on_sand(float on_roof = 0.0f) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  view.elevation.assign(view.grid.cells(), kGround);
  view.sediment.assign(view.grid.cells(), kGround);
  for (int y = kSouth; y < kNorth; ++y) {
    for (int x = kWest; x < kEast; ++x) {
      const std::size_t cell = view.grid.index(x, y);
      view.base_soil[cell] = kObstacle;
      view.elevation[cell] = kRoof + on_roof;
      view.sediment[cell] = on_roof;
    }
  }
  view.elevation_minimum = kGround;
  view.elevation_maximum = kRoof + on_roof;
  return view;
}

/// Stone is greyer than sand, under any light.
bool is_stone(Image const& image, int x, int y) {
  const auto warmth = [&](std::uint8_t const* pixel) { return linear(pixel[0]) / linear(pixel[2]); };
  return warmth(image.pixel(x, y)) < 0.85f * warmth(image.pixel(kSide / 16, kSide / 16));
}

glm::vec2 projected(Camera const& camera, glm::vec3 place) {
  const glm::vec4 clip = camera.projection_matrix(1.0f, 64.0f) * camera.view_matrix() * glm::vec4(place, 1.0f);
  return (glm::vec2(clip.x, -clip.y) / clip.w * 0.5f + 0.5f) * static_cast<float>(kSide);
}

TEST_F(SolidPicture, TheEdgesOfARoofLieWithinAPixelOfTheFootprintsProjection) {
  RenderSettings settings;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.ripples = false;
  settings.sun = {200.0f, 60.0f};
  const TerrainView view = house_on_sand();
  const Camera camera{.azimuth = 90.0f, .elevation = 89.9f, .distance = 40.0f, .target = {33.0f, 30.0f, kRoof}};
  // The parapet around the roof is what is seen from above.
  const float top = kRoof + kParapet;
  const glm::vec2 low = projected(camera, {kWest, kNorth, top}), high = projected(camera, {kEast, kSouth, top});
  for (const RenderQuality quality : {RenderQuality::light, RenderQuality::full}) {
    for (const int detail : {16, 32, 128}) {
      settings.quality = quality;
      settings.detail = detail;
      Renderer renderer;
      const Image image = draw(renderer, view, camera, settings, kSide, kSide);
      for (int step = 1; step < 20; ++step) {
        const glm::ivec2 at(glm::mix(low, high, 0.05f * static_cast<float>(step)));
        int west = 0, east = kSide - 1, north = 0, south = kSide - 1;
        while (west < east && !is_stone(image, west, at.y)) ++west;
        while (west < east && !is_stone(image, east, at.y)) --east;
        while (north < south && !is_stone(image, at.x, north)) ++north;
        while (north < south && !is_stone(image, at.x, south)) --south;
        EXPECT_NEAR(static_cast<float>(west), low.x, 1.01f) << detail << ", row " << at.y;
        EXPECT_NEAR(static_cast<float>(east + 1), high.x, 1.01f) << detail << ", row " << at.y;
        EXPECT_NEAR(static_cast<float>(north), low.y, 1.01f) << detail << ", column " << at.x;
        EXPECT_NEAR(static_cast<float>(south + 1), high.y, 1.01f) << detail << ", column " << at.x;
      }
    }
  }
}

TEST_F(SolidPicture, AWallRisesOutOfTheShadeOfAnother) {
  // The sun is in the west, at 45 degrees. The shade of one wall reaches up to 2 m on the other.
  constexpr float kBetween = 5.0f, kShading = 7.0f, kShadeLine = kShading - kBetween;
  TerrainView view = house_on_sand();
  for (int y = 10; y < 50; ++y) {
    const std::size_t cell = view.grid.index(kWest - 1 - static_cast<int>(kBetween), y);
    view.base_soil[cell] = kObstacle;
    view.elevation[cell] = kGround + kShading;
    view.sediment[cell] = 0.0f;
  }
  test::light_view(view, 180.0f, 45.0f);
  RenderSettings settings;
  settings.show_dust = false;
  settings.clouds = 0.0f;
  settings.sun = {180.0f, 45.0f};
  settings.quality = RenderQuality::full;
  const float middle = 0.5f * (kSouth + kNorth);
  const Camera camera{
      .azimuth = 0.0f, .elevation = 60.0f, .distance = 30.0f, .target = {static_cast<float>(kWest), middle, 4.0f}};
  Renderer renderer;
  const Image image = draw(renderer, view, camera, settings, kSide, kSide);
  const auto light_at = [&](float above) {
    float sum = 0.0f;
    for (float y = middle - 2.0f; y < middle + 2.0f; y += 0.05f) {
      const glm::ivec2 at(projected(camera, {static_cast<float>(kWest), y, kGround + above}));
      sum += linear(image.pixel(at.x, at.y)[0]);
    }
    return sum;
  };
  const float sunny = light_at(kShadeLine + 3.0f);
  EXPECT_LT(light_at(kShadeLine - 1.0f), 0.5f * sunny) << "below the shade's edge";
  EXPECT_GT(light_at(kShadeLine + 1.5f), 0.8f * sunny) << "above it";
}

TEST(SolidFaces, StandUprightOverTheCellsOfTheFootprint) {
  const std::vector<SolidCorner> faces = solid_faces(house_on_sand());
  // A roof of 54 cells and 30 sides, two triangles each.
  ASSERT_EQ(faces.size(), 6u * (54u + 30u));
  for (std::size_t i = 0; i < faces.size(); i += 3) {
    const glm::vec3 normal = glm::normalize(
        glm::cross(faces[i + 1].position - faces[i].position, faces[i + 2].position - faces[i].position));
    EXPECT_NEAR(glm::distance(normal, faces[i].normal), 0.0f, 1.0e-4f) << "corner " << i;
    const bool side = faces[i].normal.z == 0.0f;
    for (std::size_t k = i; k < i + 3; ++k) {
      const glm::vec3 at = faces[k].position;
      EXPECT_TRUE(at.x >= kWest && at.x <= kEast && at.y >= kSouth && at.y <= kNorth);
      if (side) {
        const float off = std::abs(faces[i].normal.x) > 0.5f ? at.x : at.y;
        EXPECT_TRUE(off == kWest || off == kEast || off == kSouth || off == kNorth) << off;
      } else {
        EXPECT_EQ(at.z, kRoof);
      }
    }
  }
}

TEST(SolidFaces, LeaveTheGroundUnderThemAndTheSandOnThem) {
  const TerrainView bare = house_on_sand(), buried = house_on_sand(0.5f);
  const std::size_t inside = bare.grid.index(33, 30);
  EXPECT_FLOAT_EQ(heights_without_solids(bare)[inside], kGround);
  EXPECT_FLOAT_EQ(heights_without_solids(buried)[inside], kRoof + 0.5f);
  EXPECT_EQ(heights_without_solids(test::level_sand(8, 8, Boundary::periodic)),
            test::level_sand(8, 8, Boundary::periodic).elevation);
  EXPECT_TRUE(solid_faces(test::level_sand(8, 8, Boundary::periodic)).empty());
}

}  // namespace
}  // namespace barchan::render::solid_picture_test
