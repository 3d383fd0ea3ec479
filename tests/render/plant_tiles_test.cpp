// Plants are created tile by tile, where they are visible.
#include "render/plant_tiles.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "render/copy_warp.hpp"

namespace barchan::render::plant_tiles_test {
namespace {

constexpr float kPixel = 0.001f;

PlantSight sight_at(glm::vec2 target, float height, bool at_once = true) {
  const glm::vec3 eye(target.x - 2.0f * height, target.y, height), looked_at(target, 0.0f);
  return {eye, glm::normalize(looked_at - eye), looked_at, kPixel, at_once};
}

std::vector<glm::vec4> sorted(std::vector<glm::vec4> plants) {
  std::ranges::sort(plants, [](glm::vec4 const& a, glm::vec4 const& b) {
    return std::tuple(a.x, a.y, a.z, a.w) < std::tuple(b.x, b.y, b.z, b.w);
  });
  return plants;
}

TEST(PlantTiles, OfDenseCoverHoldMoreThanOfThin) {
  const Grid grid{70, 50, 1.0f, Boundary::open};
  std::size_t last = 0;
  for (const float density : {0.02f, 0.1f, 0.3f, 0.9f}) {
    PlantTiles tiles;
    tiles.set(grid, std::vector<float>(grid.cells(), density));
    const std::size_t count = tiles.seen(sight_at({60.0f, 25.0f}, 30.0f)).size();
    EXPECT_EQ(count == 0, density < 0.03f);
    EXPECT_GE(count, last);
    last = count;
  }
  EXPECT_GT(last, 5000u);
}

TEST(PlantTiles, AreTheSameWhetherMadeAtOnceOrOverSeveralPictures) {
  for (const Boundary boundary : {Boundary::open, Boundary::periodic}) {
    const Grid grid{600, 500, 1.0f, boundary};
    PlantTiles at_once, slowly;
    at_once.set(grid, std::vector<float>(grid.cells(), 0.8f));
    slowly.set(grid, std::vector<float>(grid.cells(), 0.8f));
    const glm::vec2 target(450.0f, 60.0f);
    const std::vector<glm::vec4> all = sorted(at_once.seen(sight_at(target, 40.0f)));
    EXPECT_TRUE(at_once.whole());
    std::size_t last = 0;
    int pictures = 0;
    do {
      const std::size_t count = slowly.seen(sight_at(target, 40.0f, false)).size();
      EXPECT_GE(count, last);
      last = count;
      ASSERT_LT(++pictures, 100);
    } while (!slowly.whole());
    EXPECT_GT(pictures, 3);
    EXPECT_EQ(sorted(slowly.seen(sight_at(target, 40.0f, false))), all);
  }
}

TEST(PlantTiles, KeepTheirPlantsPlacesWhileTheseGrow) {
  const Grid grid{96, 96, 1.0f, Boundary::periodic};
  PlantTiles tiles;
  tiles.set(grid, std::vector<float>(grid.cells(), 0.4f));
  const auto places = [&] {
    std::vector<std::pair<float, float>> found;
    for (glm::vec4 const& plant : tiles.seen(sight_at({48.0f, 48.0f}, 20.0f))) found.emplace_back(plant.x, plant.y);
    std::ranges::sort(found);
    return found;
  };
  const auto before = places();
  tiles.set(grid, std::vector<float>(grid.cells(), 0.5f));
  const auto after = places();
  EXPECT_GT(after.size(), before.size());
  EXPECT_TRUE(std::ranges::includes(after, before));
}

TEST(PlantTiles, StandInCopiesOfALandWhereTheseAreSeen) {
  const Grid grid{96, 64, 1.0f, Boundary::periodic};
  const glm::vec2 land(96.0f, 64.0f);
  PlantTiles tiles;
  tiles.set(grid, std::vector<float>(grid.cells(), 0.6f));
  PlantSight sight = sight_at({48.0f, 32.0f}, 30.0f);
  const std::vector<glm::vec4> own = tiles.seen(sight);
  for (glm::vec4 const& plant : own) {
    EXPECT_TRUE(plant.x >= 0.0f && plant.x <= land.x && plant.y >= 0.0f && plant.y <= land.y) << "out of the block";
  }
  sight.copies = true;
  const std::vector<glm::vec4> all = tiles.seen(sight);
  EXPECT_GT(all.size(), 2 * own.size());
  // Each is a plant of the land, with the same height and form, at the place of the land that is shown there.
  PlantSight close = sight_at({48.0f, 32.0f}, 30.0f);
  close.pixel = 1e-5f;
  close.eye = {48.0f, 32.0f, 500.0f};
  close.forward = {0.0f, 0.0f, -1.0f};
  const std::vector<glm::vec4> planted = sorted(tiles.seen(close));
  std::size_t beyond = 0;
  for (glm::vec4 const& plant : all) {
    const glm::vec2 place = land_place(glm::vec2(plant), grid), home = place - land * glm::floor(place / land);
    const bool found = std::ranges::any_of(planted, [&](glm::vec4 const& other) {
      return other.w == plant.w && other.z == plant.z && glm::distance(glm::vec2(other), home) < 0.05f;
    });
    EXPECT_TRUE(found) << plant.x << " " << plant.y;
    beyond += plant.x < 0.0f || plant.x > land.x ? 1 : 0;
  }
  EXPECT_GT(beyond, all.size() / 4);
}

TEST(PlantTiles, FarAwayAreNotMade) {
  const Grid grid{4096, 64, 1.0f, Boundary::open};
  PlantTiles tiles;
  tiles.set(grid, std::vector<float>(grid.cells(), 0.8f));
  for (glm::vec4 const& plant : tiles.seen(sight_at({60.0f, 32.0f}, 20.0f))) EXPECT_LT(plant.x, 1200.0f);
  tiles.set(grid, {});
  EXPECT_TRUE(tiles.empty());
  EXPECT_TRUE(tiles.seen(sight_at({60.0f, 32.0f}, 20.0f)).empty());
}

}  // namespace
}  // namespace barchan::render::plant_tiles_test
