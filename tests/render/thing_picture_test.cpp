// Palms, people, doors and windows in the picture.
#include <algorithm>
#include <cmath>
#include <optional>

#include "render/copy_warp.hpp"
#include "render/houses.hpp"
#include "render/picture_fixture.hpp"
#include "render/thing_layer.hpp"

namespace barchan::render::thing_picture_test {
namespace {

class ThingPicture : public test::LandPicture {
 protected:
  static RenderSettings plain() {
    RenderSettings settings;
    settings.show_dust = false;
    settings.clouds = 0.0f;
    settings.ripples = false;
    settings.quality = RenderQuality::light;
    settings.sun = {180.0f, 89.0f};
    return settings;
  }
};

constexpr int kSide = 360;        // pixels
constexpr float kStill = 2.0f;    // fineness of a picture that is saved
constexpr float kMiddle = 32.0f;  // m

TerrainView sand_of(float thickness) {
  TerrainView view = test::level_sand(64, 64, Boundary::open);
  view.elevation.assign(view.grid.cells(), thickness);
  view.sediment.assign(view.grid.cells(), thickness);
  view.elevation_minimum = view.elevation_maximum = thickness;
  return view;
}

/// A house of 12 x 8 m whose roof is 6 m above firm ground, with sand of thickness `sand` beside it.
TerrainView house_under(float sand) {
  TerrainView view = sand_of(sand);
  for (int y = 28; y < 36; ++y) {
    for (int x = 26; x < 38; ++x) {
      const std::size_t cell = view.grid.index(x, y);
      view.base_soil[cell] = kObstacle;
      view.elevation[cell] = 6.0f;
      view.sediment[cell] = 0.0f;
    }
  }
  view.elevation_maximum = 6.0f;
  return view;
}

glm::vec2 projected(Camera const& camera, glm::vec3 place) {
  const glm::vec4 clip = camera.projection_matrix(1.0f, 64.0f) * camera.view_matrix() * glm::vec4(place, 1.0f);
  return (glm::vec2(clip.x, -clip.y) / clip.w * 0.5f + 0.5f) * static_cast<float>(kSide);
}

/// First and last row in which two pictures differ.
std::optional<glm::ivec2> rows_that_differ(Image const& a, Image const& b) {
  constexpr int kSeen = 12;  // of 255
  std::optional<glm::ivec2> rows;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      int most = 0;
      for (int i = 0; i < 3; ++i) most = std::max(most, std::abs(a.pixel(x, y)[i] - b.pixel(x, y)[i]));
      if (most < kSeen) continue;
      if (!rows) rows = glm::ivec2(y);
      rows->y = y;
    }
  }
  return rows;
}

/// Returns whether any pixel nearby differs.
bool differ_near(Image const& a, Image const& b, glm::vec2 at) {
  constexpr int kClose = 8, kSeen = 12;
  for (int y = -kClose; y <= kClose; ++y) {
    for (int x = -kClose; x <= kClose; ++x) {
      const glm::ivec2 place = glm::ivec2(at) + glm::ivec2(x, y);
      if (std::abs(a.pixel(place.x, place.y)[1] - b.pixel(place.x, place.y)[1]) > kSeen) return true;
    }
  }
  return false;
}

TEST(ThingFaces, AreFewerAndAsLargeWhereFewAreAskedFor) {
  for (const ThingKind kind : {ThingKind::palm, ThingKind::person}) {
    const Things things{{kind, 0.5f, 0.5f, 8.0f, 2.0f}};
    const glm::vec2 land(64.0f, 64.0f);
    const std::vector<ThingCorner> few = thing_faces(things, land, ThingDetail::few);
    const std::vector<ThingCorner> full = thing_faces(things, land, ThingDetail::full);
    EXPECT_LT(few.size(), 7 * full.size() / 10);
    const auto highest = [](std::vector<ThingCorner> const& faces) {
      return std::ranges::max(faces, {}, [](ThingCorner const& corner) { return corner.offset.z; }).offset.z;
    };
    EXPECT_NEAR(highest(few), highest(full), 0.5f);
    EXPECT_EQ(few.size() % 3, 0u);
  }
}

TEST_F(ThingPicture, APersonIsAsTallAsTheProjectionSays) {
  const TerrainView view = sand_of(2.0f);
  const Camera camera{.azimuth = 90.0f, .elevation = 4.0f, .distance = 9.0f, .target = {kMiddle, kMiddle, 3.0f}};
  Renderer renderer;
  const Image without = draw(renderer, view, camera, plain(), kSide, kSide);
  renderer.place({{ThingKind::person, 0.5f, 0.5f, kPersonHeight, 2.0f}});
  const auto rows = rows_that_differ(without, draw(renderer, view, camera, plain(), kSide, kSide));
  ASSERT_TRUE(rows);
  EXPECT_NEAR(static_cast<float>(rows->x), projected(camera, {kMiddle, kMiddle, 2.0f + kPersonHeight}).y, 2.0f);
  EXPECT_NEAR(static_cast<float>(rows->y + 1), projected(camera, {kMiddle, kMiddle, 2.0f}).y, 3.0f);
}

TEST_F(ThingPicture, SandBuriesAPalm) {
  const Things palm{{ThingKind::palm, 0.5f, 0.5f, 8.0f, 2.0f}};
  Renderer renderer;
  for (const float sand : {2.0f, 6.0f, 11.0f}) {
    const TerrainView view = sand_of(sand);
    const Camera camera{.azimuth = 90.0f, .elevation = 15.0f, .distance = 30.0f, .target = {kMiddle, kMiddle, sand}};
    renderer.place({});
    const Image without = draw(renderer, view, camera, plain(), kSide, kSide);
    renderer.place(palm);
    const auto rows = rows_that_differ(without, draw(renderer, view, camera, plain(), kSide, kSide));
    EXPECT_EQ(rows.has_value(), sand < 10.0f) << sand;
  }
}

TEST_F(ThingPicture, APalmStandsInABlockWhereItIsAndInCopiesOfALandBesides) {
  TerrainView view = sand_of(2.0f);
  view.grid.boundary = Boundary::periodic;
  const Camera camera{.azimuth = 90.0f, .elevation = 30.0f, .distance = 130.0f, .target = {50.0f, kMiddle, 2.0f}};
  RenderSettings settings = plain();
  Renderer renderer;
  const auto far_from_each_other = [](glm::vec2 a, glm::vec2 b) { return glm::distance(a, b) > 40.0f; };
  const glm::vec2 own = projected(camera, {12.8f, kMiddle, 6.0f});
  const glm::vec2 beside = projected(camera, glm::vec3(seen_at({12.8f + 64.0f, kMiddle}, view.grid), 6.0f));
  ASSERT_TRUE(far_from_each_other(own, beside));
  for (const bool goes_on : {false, true}) {
    settings.repeat_world = goes_on;
    const auto picture = [&](Things const& things) {
      Framebuffer framebuffer(kSide, kSide);
      renderer.place(things);
      renderer.upload(view, settings);
      renderer.draw(camera, settings, {kSide, kSide, framebuffer.id(), 1.0, kStill});
      return read_pixels(framebuffer.id(), kSide, kSide);
    };
    const Image without = picture({}), with = picture({{ThingKind::palm, 0.2f, 0.5f, 8.0f, 2.0f}});
    const auto seen_near = [&](glm::vec2 at) { return differ_near(with, without, at); };
    EXPECT_TRUE(seen_near(own)) << goes_on;
    EXPECT_EQ(seen_near(beside), goes_on);
  }
}

TEST_F(ThingPicture, ADoorIsSeenOnAHouseAndNotThroughTheSandBeforeIt) {
  const Camera camera{.azimuth = 90.0f, .elevation = 20.0f, .distance = 26.0f, .target = {kMiddle, 28.0f, 2.0f}};
  const glm::ivec2 door(projected(camera, {kMiddle, 28.0f, 1.0f})),
      wall(projected(camera, {kMiddle + 1.2f, 28.0f, 1.0f}));
  for (const float sand : {0.0f, 3.0f}) {
    Renderer renderer;
    const Image image = draw(renderer, house_under(sand), camera, plain(), kSide, kSide);
    const float ratio = test::luminance(image.pixel(door.x, door.y)) / test::luminance(image.pixel(wall.x, wall.y));
    if (sand > 0.0f) {
      EXPECT_NEAR(ratio, 1.0f, 0.15f);
    } else {
      EXPECT_LT(ratio, 0.6f);
    }
  }
}

TEST(Houses, AHouseHasOneDoorOfAMetreByTwoOnItsFloor) {
  for (const float sand : {0.0f, 1.0f}) {
    int doors = 0;
    for (SolidCorner const& corner : house_faces(house_under(sand))) {
      EXPECT_GE(corner.position.z, 0.0f);
      EXPECT_LT(corner.position.z, 6.0f + kParapet + 1e-3f);
      EXPECT_TRUE(corner.opening.z == 0.0f || corner.normal.z != 0.0f || corner.position.z < 6.0f) << "above the roof";
      if (corner.opening.z != static_cast<float>(Opening::door)) continue;
      ++doors;
      EXPECT_LE(corner.position.z, 2.2f);
      EXPECT_EQ(std::abs(corner.normal.y), 1.0f) << "on a long side";
    }
    EXPECT_EQ(doors, 6) << "corners, of one door";
  }
}

TEST(Houses, AParapetOfItsThicknessSurroundsTheRoof) {
  const TerrainView view = house_under(0.0f);
  glm::vec2 low(1.0e6f), high(-1.0e6f), inner_low(1.0e6f), inner_high(-1.0e6f), roof_low(1.0e6f), roof_high(-1.0e6f);
  for (SolidCorner const& corner : house_faces(view)) {
    if (corner.position.z < 6.0f + 0.5f * kParapet) continue;
    const glm::vec2 place(corner.position);
    low = glm::min(low, place);
    high = glm::max(high, place);
    // Inner faces look at the middle of the roof.
    if (corner.normal.z != 0.0f || glm::dot(glm::vec2(corner.normal), place - glm::vec2(kMiddle)) >= 0.0f) continue;
    inner_low = glm::min(inner_low, place);
    inner_high = glm::max(inner_high, place);
  }
  for (int y = 0; y < view.grid.height; ++y) {
    for (int x = 0; x < view.grid.width; ++x) {
      if (view.base_soil[view.grid.index(x, y)] != kObstacle) continue;
      roof_low = glm::min(roof_low, glm::vec2(x, y) * view.grid.cell_size);
      roof_high = glm::max(roof_high, glm::vec2(x + 1, y + 1) * view.grid.cell_size);
    }
  }
  for (const glm::vec2 off : {roof_low - low, high - roof_high}) {
    EXPECT_GE(off.x, 0.0f);
    EXPECT_GE(off.y, 0.0f);
    EXPECT_LT(glm::max(off.x, off.y), 0.06f) << "flush with the walls";
  }
  EXPECT_LT(inner_low.x, roof_low.x + 0.1f) << "from corner to corner";
  EXPECT_GT(inner_high.y, roof_high.y - 0.1f);
}

TEST(Houses, TowersAndLowWallsHaveNone) {
  TerrainView tower = sand_of(0.0f), low = sand_of(0.0f);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      const std::size_t cell = tower.grid.index(x, y);
      const float from = std::hypot(static_cast<float>(x) - 31.5f, static_cast<float>(y) - 31.5f);
      if (from <= 7.0f) tower.base_soil[cell] = kObstacle, tower.elevation[cell] = 12.0f;
      if (x > 20 && x < 32 && y > 20 && y < 28) low.base_soil[cell] = kObstacle, low.elevation[cell] = 2.0f;
    }
  }
  EXPECT_TRUE(house_faces(tower).empty());
  EXPECT_TRUE(house_faces(low).empty());
  EXPECT_TRUE(house_faces(sand_of(1.0f)).empty());
}

/// A body of `width` x `length` cells of `cell` m, 12 m high.
TerrainView body_of(int width, int length, float cell) {
  TerrainView view = sand_of(0.0f);
  view.grid.cell_size = cell;
  for (int y = 4; y < 4 + length; ++y) {
    for (int x = 20; x < 20 + width; ++x) {
      view.base_soil[view.grid.index(x, y)] = kObstacle;
      view.elevation[view.grid.index(x, y)] = 12.0f;
    }
  }
  return view;
}

TEST(Houses, LongThinWallsHaveNoneHoweverHigh) {
  EXPECT_FALSE(house_faces(body_of(5, 20, 1.0f)).empty()) << "a long house";
  EXPECT_TRUE(house_faces(body_of(5, 50, 1.0f)).empty()) << "the wall of echo_wall";
  EXPECT_TRUE(house_faces(body_of(5, 16, 0.5f)).empty()) << "2.5 m wide";
}

}  // namespace
}  // namespace barchan::render::thing_picture_test
