// Recent slides: how they fade, and that everything that slides is recorded.
#include "land/slides.hpp"

#include <cmath>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"

namespace barchan::slides_test {
namespace {

constexpr Grid kGrid{8, 4, 1.0f, Boundary::open};

float rate_of(Slides const& slides, std::size_t cell) {
  std::vector<float> rates(kGrid.cells());
  slides.read(rates);
  return rates[cell];
}

TEST(Slides, FadeToAnEthInTheirMemory) {
  for (const float dt : {0.02f, 0.4f, 2.0f}) {
    Slides slides(kGrid);
    const std::vector<Quanta> change{kQuantaPerMetre, -kQuantaPerMetre / 2};
    slides.add(10, change);
    EXPECT_FLOAT_EQ(rate_of(slides, 10), 1.0f / Slides::kMemory);
    EXPECT_FLOAT_EQ(rate_of(slides, 11), 0.5f / Slides::kMemory);
    EXPECT_EQ(rate_of(slides, 9), 0.0f);
    for (int i = 0; i < std::lround(Slides::kMemory / dt); ++i) slides.fade(dt);
    EXPECT_NEAR(rate_of(slides, 10), std::exp(-1.0f) / Slides::kMemory, 2e-3f * std::exp(-1.0f) / Slides::kMemory);
  }
}

TEST(Slides, OfASteadyRateAreThatRateForEver) {
  constexpr float kDt = 0.1f, kRate = 0.01f;  // s, m/s
  Slides slides(kGrid);
  const std::vector<Quanta> change{to_quanta(double{kRate * kDt})};
  for (int i = 0; i < 20000; ++i) {  // the weights are scaled down nine times
    slides.fade(kDt);
    slides.add(3, change);
    if (i <= 4000) continue;
    ASSERT_NEAR(rate_of(slides, 3), kRate, 0.01f * kRate) << i;
  }
}

TEST(Slides, ThatAreOverHoldNothing) {
  Slides slides(kGrid);
  EXPECT_TRUE(slides.empty());
  slides.add(0, std::vector<Quanta>{100});
  EXPECT_FALSE(slides.empty());
  for (int i = 0; i < 1000; ++i) slides.fade(1.0f);
  EXPECT_TRUE(slides.empty());
}

TEST(Slides, ThatNoLandHasAreRefused) {
  Slides slides(kGrid);
  slides.add(0, std::vector<Quanta>{100});
  Archive writer = Archive::writer(1024);
  slides.keep(writer);
  const std::vector<std::byte> bytes = writer.take();
  const auto read = [&](Slides into) {
    Archive reader = Archive::reader(bytes);
    into.keep(reader);
    return into;
  };
  EXPECT_EQ(read(Slides(kGrid)), slides);
  EXPECT_THROW(read(Slides(Grid{7, 4, 1.0f, Boundary::open})), ArchiveError);
  EXPECT_THROW(read(Slides(Grid{9, 4, 1.0f, Boundary::open})), ArchiveError);
}

TEST(Slides, AreWhatSlopesDoToALand) {
  // Nothing else moves, so a cell has slid if and only if its height has changed.
  WorldSetup setup = test::make_setup({96, 80, 1.0f, Boundary::periodic}, {.sand_thickness = 6.0, .obstacle = false});
  setup.parameters.push_back({"gravity", "repose_slope", 0.2});
  World world = test::make_world(setup, "none", 2);
  const auto before = world.terrain().columns.elevations();
  const std::vector<Quanta> was(before.begin(), before.end());
  test::run(world, 1);
  const std::vector<float> rates = world.field("slides").value();
  int slid = 0;
  for (std::size_t i = 0; i < was.size(); ++i) {
    EXPECT_EQ(rates[i] > 0.0f, world.terrain().columns.elevation(i) != was[i]) << i;
    slid += rates[i] > 0.0f ? 1 : 0;
  }
  EXPECT_GT(slid, 100);
  EXPECT_LT(slid, static_cast<int>(was.size()));
  test::run(world, 3000);
  EXPECT_TRUE(world.terrain().slides.empty());
}

}  // namespace
}  // namespace barchan::slides_test
