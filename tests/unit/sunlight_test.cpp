// The sun: its position, what it lights behind a wall, and the sky.
#include "world/sunlight.hpp"
#include "base/scheduler.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace barchan::sunlight_test {
namespace {

/// A wall of 10 m along y on a level land of 1 m cells.
constexpr int kWall = 32;
const Grid kGrid{96, 8, 1.0f, Boundary::open};

std::vector<Quanta> walled_land() {
  std::vector<Quanta> elevation(kGrid.cells(), 0);
  for (int y = 0; y < kGrid.height; ++y) elevation[kGrid.index(kWall, y)] = to_quanta(10.0);
  return elevation;
}

TEST(Sunlight, TheSunStandsWhereItsAnglesSay) {
  EXPECT_LT(glm::distance(Sun{90.0f, 0.0f}.direction(), glm::vec3(0.0f, 1.0f, 0.0f)), 1.0e-6f);
  EXPECT_LT(glm::distance(Sun{17.0f, 90.0f}.direction(), glm::vec3(0.0f, 0.0f, 1.0f)), 1.0e-6f);
  EXPECT_NEAR(glm::length(Sun{200.0f, 33.0f}.direction()), 1.0f, 1.0e-6f);
}

TEST(Sunlight, AWallThrowsAShadowAsLongAsItsHeightAt45Degrees) {
  const std::vector<Quanta> elevation = walled_land();
  const Scheduler scheduler(1);
  const std::vector<float> lit = Sunlight(kGrid, elevation, scheduler).sun({180.0f, 45.0f});
  for (int x = 0; x < kGrid.width; ++x) {
    const float seen = lit[kGrid.index(x, 4)];
    if (x > kWall && x <= kWall + 9) {
      EXPECT_EQ(seen, 0.0f) << x;
    }
    if (x <= kWall || x >= kWall + 11) {
      EXPECT_EQ(seen, 1.0f) << x;
    }
  }
}

TEST(Sunlight, TheShadeOfAWallSinksWithTheWayFromIt) {
  const std::vector<Quanta> elevation = walled_land();
  const Scheduler scheduler(1);
  const Sunlight light(kGrid, elevation, scheduler);
  for (const float degrees : {20.0f, 30.0f, 50.0f}) {
    const Sun sun{180.0f, degrees};
    const auto [seen, shade] = light.sun_and_shade(sun);
    EXPECT_EQ(seen, light.sun(sun));
    // The lower edge of the sun is hidden for the longest time.
    const float fall = std::tan(glm::radians(degrees - 1.2f));
    for (int x = kWall + 1; x < kGrid.width; ++x) {
      const float left = 10.0f - fall * static_cast<float>(x - kWall);
      EXPECT_NEAR(shade[kGrid.index(x, 4)], std::max(left, 0.0f), 0.02f) << x << " at " << degrees << " degrees";
    }
    for (int x = 0; x <= kWall; ++x) EXPECT_EQ(shade[kGrid.index(x, 4)], 0.0f) << x;
  }
}

TEST(Sunlight, OverheadNothingLiesInShadow) {
  const std::vector<Quanta> elevation = walled_land();
  const Scheduler scheduler(1);
  const std::vector<float> lit = Sunlight(kGrid, elevation, scheduler).sun({180.0f, 90.0f});
  EXPECT_EQ(std::count(lit.begin(), lit.end(), 1.0f), static_cast<std::ptrdiff_t>(lit.size()));
}

TEST(Sunlight, ALevelLandSeesAllOfTheSky) {
  const std::vector<Quanta> level(kGrid.cells(), to_quanta(3.0));
  const Scheduler scheduler(1);
  for (float seen : Sunlight(kGrid, level, scheduler).sky()) EXPECT_EQ(seen, 1.0f);
}

TEST(Sunlight, WallsHideTheSkyAndViewsThatRenewItComeToTheSame) {
  const std::vector<Quanta> elevation = walled_land();
  const Scheduler scheduler(1);
  const Sunlight light(kGrid, elevation, scheduler);
  const std::vector<float> sky = light.sky();
  EXPECT_EQ(sky[kGrid.index(kWall, 4)], 1.0f);
  EXPECT_LE(sky[kGrid.index(kWall + 1, 4)], 0.5f);
  EXPECT_GT(sky[kGrid.index(90, 4)], sky[kGrid.index(kWall + 1, 4)] + 0.2f);
  std::vector<float> renewed(kGrid.cells(), 1.0f);
  for (std::uint64_t turn = 0; turn < 200; ++turn) light.renew_sky(renewed, turn);
  for (std::size_t i = 0; i < sky.size(); ++i) EXPECT_NEAR(renewed[i], sky[i], 0.2f) << i;
}

}  // namespace
}  // namespace barchan::sunlight_test
