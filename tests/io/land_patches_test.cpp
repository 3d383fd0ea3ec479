// Initial sand: patches cover the given fraction, and random depths are uniform.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "io_support.hpp"
#include "land/composition.hpp"

namespace barchan::test::land_patches_test {
namespace {

LandLayer patches_of(double cover, double radius, double edge) {
  LandLayer layer;
  layer.shape = LayerShape::patches;
  layer.cover = cover;
  layer.radius = radius;
  layer.edge = edge;
  layer.thickness = 2.0;
  return layer;
}

/// Thickness of sand in each cell, m; -1 outside the layer.
std::vector<double> sand_of(LandLayer layer, Grid const& grid, std::uint64_t seed = 1) {
  LandLayer ground;
  ground.shape = LayerShape::uniform;
  ground.thickness = 100.0;
  layer.operation = LayerOperation::replace;
  std::vector<double> metres;
  for (QuantaSum q : compose_land({{ground, layer}, {}, {}}, grid, seed).base) {
    metres.push_back(q == to_quanta(100.0) ? -1.0 : to_metres(q));
  }
  return metres;
}

double covered(std::vector<double> const& sand) {
  return static_cast<double>(std::count_if(sand.begin(), sand.end(), [](double m) { return m >= 0.0; }));
}

TEST(Patches, CoverWhatIsAskedForToOnePatch) {
  for (Boundary boundary : {Boundary::periodic, Boundary::open}) {
    const Grid grid{.width = 150, .height = 110, .cell_size = 2.0f, .boundary = boundary};
    for (double cover : {0.0, 0.07, 0.22, 0.64, 1.0}) {
      for (double radius : {0.1, 3.0, 14.0}) {
        const double cells = covered(sand_of(patches_of(cover, radius, 0.5), grid));
        const double patch = std::max(1.1 * 3.15 * radius * radius / 4.0, 1.0);
        EXPECT_GE(cells, cover * 150 * 110 - 1e-6) << cover << ", radius " << radius;
        EXPECT_LT(cells, cover * 150 * 110 + patch) << cover << ", radius " << radius;
      }
    }
  }
}

TEST(Patches, ReachOverThePeriodicEdgeAndNotOverAnOther) {
  const LandLayer layer = patches_of(1e-6, 15.0, 0.0);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const double round = covered(sand_of(layer, {60, 60, 1.0f, Boundary::periodic}, seed));
    EXPECT_NEAR(round, 3.14159 * 225.0, 12.0) << "seed " << seed;
    EXPECT_LE(covered(sand_of(layer, {60, 60, 1.0f, Boundary::open}, seed)), round) << "seed " << seed;
  }
}

TEST(Patches, AreFlatOrSmooth) {
  const Grid grid{.width = 200, .height = 200, .cell_size = 0.25f, .boundary = Boundary::periodic};
  const auto volume = [&](double edge) {
    double sum = 0.0, highest = 0.0;
    for (double metres : sand_of(patches_of(1e-6, 10.0, edge), grid)) {
      sum += std::max(metres, 0.0) * 0.25 * 0.25;
      highest = std::max(highest, metres);
    }
    EXPECT_NEAR(highest, 2.0, 0.01);
    return sum / (3.14159265 * 100.0 * 2.0);
  };
  // Integrals of 2 r p(r): a smoothstep over the whole radius gives 0.3, one over the outer half 0.25 + 0.325.
  EXPECT_NEAR(volume(0.0), 1.0, 0.005);
  EXPECT_NEAR(volume(1.0), 0.3, 0.003);
  EXPECT_NEAR(volume(0.5), 0.575, 0.005);
}

TEST(Patches, AreTheSameOnesAtAnyCellSizeAndOthersForAnotherSeed) {
  const LandLayer layer = patches_of(0.4, 9.0, 1.0);
  const Grid coarse{.width = 90, .height = 60, .cell_size = 1.5f, .boundary = Boundary::periodic};
  const Grid fine{.width = 270, .height = 180, .cell_size = 0.5f, .boundary = Boundary::periodic};
  const std::vector<double> a = sand_of(layer, coarse);
  const std::vector<double> b = sand_of(layer, fine);
  const std::vector<double> other = sand_of(layer, coarse, 2);
  int same = 0, same_as_other = 0;
  for (int y = 0; y < coarse.height; ++y) {
    for (int x = 0; x < coarse.width; ++x) {
      const double metres = a[coarse.index(x, y)];
      same += std::abs(metres - b[fine.index(3 * x + 1, 3 * y + 1)]) < 1e-4 ? 1 : 0;
      same_as_other += std::abs(metres - other[coarse.index(x, y)]) < 1e-4 ? 1 : 0;
    }
  }
  // There may be one patch more or less, because the number of covered cells differs slightly.
  EXPECT_GE(same, 90 * 60 - 130);
  EXPECT_LT(same_as_other, 90 * 60 / 2);
}

constexpr char kHead[] = "title = \"Sand\"\n[grid]\nwidth = 64\nheight = 64\n[[land.sand]]\n";

TEST(InitialSand, IsDrawnEvenlyBetweenTwoDepths) {
  // U(3, 5) m, the field of Paris et al. 2019.
  const Scenario scenario =
      parse_scenario(std::string(kHead) + "shape = \"white_noise\"\nlevel = 4.0\namplitude = 1.0\n", "test.toml", {});
  const WorldSetup setup = make_world_setup(scenario);
  std::vector<int> bins(8, 0);
  for (Quanta q : setup.sand) {
    const double metres = to_metres(q);
    ASSERT_TRUE(metres >= 3.0 && metres <= 5.0) << metres;
    ++bins[std::min(static_cast<std::size_t>((metres - 3.0) * 4.0), std::size_t{7})];
  }
  for (int count : bins) EXPECT_NEAR(count, 64 * 64 / 8, 5 * 22) << "5 deviations of a binomial";
}

TEST(InitialSand, PatchesAreKeysOfAScenarioAndRefusedWhenWrong) {
  const std::string good = std::string(kHead) + "shape = \"patches\"\n";
  const auto refusal = [&](std::string const& line) {
    return input_error_of([&] { parse_scenario(good + line, "test.toml", {}); });
  };
  const WorldSetup setup =
      make_world_setup(parse_scenario(good + "cover = 0.5\nradius = 4\nthickness = 0.3\nedge = 0\n", "test.toml", {}));
  const auto full = std::count(setup.sand.begin(), setup.sand.end(), to_quanta(static_cast<double>(0.3f)));
  EXPECT_NEAR(static_cast<double>(full), 0.5 * 64 * 64, 50.0);
  EXPECT_EQ(std::count(setup.sand.begin(), setup.sand.end(), 0) + full, 64 * 64) << "flat discs on bare ground";
  EXPECT_TRUE(contains(refusal("cover = 1.5\n"), "test.toml:7:9: 'cover' in [[land.sand]]: expected"))
      << refusal("cover = 1.5\n");
  EXPECT_TRUE(contains(refusal("cover = -0.1\n"), "expected"));
  EXPECT_TRUE(contains(refusal("edge = \"flat\"\n"), "'edge' in [[land.sand]]: expected a number"));
  EXPECT_TRUE(contains(refusal("covr = 0.5\n"), "did you mean 'cover'?"));
  EXPECT_TRUE(contains(refusal("amplitude = 0.5\n"), "amplitude"));
}

}  // namespace
}  // namespace barchan::test::land_patches_test
