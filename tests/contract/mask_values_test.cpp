// Masks: their values.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "contract/mask_land.hpp"
#include "land/brush.hpp"
#include "land/mask_work.hpp"
#include "land/terrain.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/command.hpp"
#include "world/fields.hpp"
#include "world/world.hpp"

namespace barchan::test::mask_values_test {
namespace {

using namespace masks;

/// Values of a mask that has just been added to a land.
std::vector<float> values_of(World& world, std::vector<MaskLayer> layers) {
  world.apply(mask("probe", std::move(layers)));
  return *world.field("mask.probe");
}

TEST(Mask, IsOneEverywhereWithoutLayers) {
  World world = land();
  for (const float value : values_of(world, {})) ASSERT_EQ(value, 1.0f);
}

TEST(Mask, FollowsHeightAndSlope) {
  World world = land();
  Terrain const& terrain = world.terrain();
  const std::vector<float> high =
      values_of(world, {layer(MaskSource::height, {.low = 3.0f, .high = 5.0f, .fade = 2.0f})});
  const std::vector<float> steep = values_of(world, {layer(MaskSource::slope, {.low = 10.0f, .high = 90.0f})});
  for_each_cell(kGrid, [&](int x, int y) {
    const std::size_t cell = kGrid.index(x, y);
    const double height = to_metres(terrain.columns.elevation(cell)) + terrain.datum;
    const double off = std::max({3.0 - height, height - 5.0, 0.0});
    ASSERT_NEAR(high[cell], std::max(1.0 - off / 2.0, 0.0), 1e-5) << x << ", " << y;
    const auto at = [&](int dx, int dy) {
      return to_metres(terrain.columns.elevation(kGrid.index(kGrid.resolve_x(x + dx), kGrid.resolve_y(y + dy))));
    };
    const double slope = std::atan(std::hypot(at(1, 0) - at(-1, 0), at(0, 1) - at(0, -1)) / 2.0) * 180.0 / M_PI;
    if (std::abs(slope - 10.0) < 1e-6) return;
    ASSERT_EQ(steep[cell], slope > 10.0 ? 1.0f : 0.0f) << x << ", " << y;
  });
}

TEST(Mask, FindsSlopesThatFaceADirection) {
  WorldSetup setup =
      make_setup({64, 64, 1.0f, Boundary::closed}, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false});
  // A plane that falls to the north-east.
  for_each_cell(setup.grid, [&](int x, int y) { setup.base[setup.grid.index(x, y)] = -(x + y) * kQuantaPerMetre / 4; });
  World world = make_world(std::move(setup), "none");
  const std::vector<float> there = values_of(world, {layer(MaskSource::aspect, {.direction = 45.0f, .width = 10.0f})});
  const std::vector<float> beside =
      values_of(world, {layer(MaskSource::aspect, {.fade = 20.0f, .direction = 15.0f, .width = 20.0f})});
  const std::vector<float> away = values_of(world, {layer(MaskSource::aspect, {.direction = 225.0f, .width = 90.0f})});
  const std::size_t middle = world.grid().index(32, 32);
  EXPECT_EQ(there[middle], 1.0f);
  EXPECT_NEAR(beside[middle], 0.5, 1e-4);
  EXPECT_EQ(away[middle], 0.0f);
}

TEST(Mask, TellsRidgesFromHollows) {
  WorldSetup setup = make_setup({64, 64}, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false});
  for_each_cell(setup.grid, [&](int x, int y) {
    setup.base[setup.grid.index(x, y)] = to_quanta(4.0 * std::cos(2.0 * M_PI * x / 64.0));
  });
  World world = make_world(std::move(setup), "none");
  const std::vector<float> ridges =
      values_of(world, {layer(MaskSource::curvature, {.low = 10.0f, .high = 20000.0f, .radius = 4.0f})});
  EXPECT_EQ(ridges[world.grid().index(0, 10)], 1.0f);
  EXPECT_EQ(ridges[world.grid().index(32, 10)], 0.0f);
}

TEST(Mask, MeasuresTheSoilAtTheSurface) {
  World world = land();
  Columns const& columns = world.terrain().columns;
  const std::vector<float> sand =
      values_of(world, {layer(MaskSource::soil, {.low = 1.0f, .high = 20000.0f, .fade = 0.5f}, "sand")});
  const std::vector<float> rock =
      values_of(world, {layer(MaskSource::soil, {.low = 0.001f, .high = 20000.0f}, "rock")});
  int bare = 0;
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    const double depth = to_metres(columns.sediment(cell));
    ASSERT_NEAR(sand[cell], std::clamp(1.0 - (1.0 - depth) / 0.5, 0.0, 1.0), 1e-5) << cell;
    const bool shows = columns.bare(cell) && columns.ground_soil(cell) == kRock;
    ASSERT_EQ(rock[cell], shows ? 1.0f : 0.0f) << cell;
    bare += shows ? 1 : 0;
  }
  EXPECT_GT(bare, 0);
}

TEST(Mask, MeasuresDistancesAsTheCrowFlies) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::closed}) {
    const Grid grid{.width = 40, .height = 30, .cell_size = 2.0f, .boundary = boundary};
    WorldSetup setup = make_setup(grid, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false});
    for (const std::size_t cell : {grid.index(3, 4), grid.index(30, 25), grid.index(39, 0)})
      setup.sand[cell] = kQuantaPerMetre;
    World world = make_world(std::move(setup), "none");
    const std::vector<float> near =
        values_of(world, {layer(MaskSource::distance, {.low = 0.0f, .high = 0.0f, .fade = 100.0f}, "sand")});
    for_each_cell(grid, [&](int x, int y) {
      double least = 1e9;
      for_each_cell(grid, [&](int sx, int sy) {
        if (world.terrain().columns.sediment(grid.index(sx, sy)) == 0) return;
        int dx = std::abs(sx - x), dy = std::abs(sy - y);
        if (grid.periodic()) {
          dx = std::min(dx, grid.width - dx);
          dy = std::min(dy, grid.height - dy);
        }
        least = std::min(least, 2.0 * std::hypot(dx, dy));
      });
      ASSERT_NEAR(near[grid.index(x, y)], 1.0 - least / 100.0, 1e-5) << x << ", " << y;
    });
    for (const float value : values_of(world, {layer(MaskSource::distance, {.high = 20000.0f}, "water")})) {
      ASSERT_EQ(value, 0.0f);  // there is no water
    }
  }
}

TEST(Mask, IsWetUnderLakes) {
  World world = land("water_particles");
  world.apply(SetParameter{"water_particles", "rain", 0.0});
  const auto elevations = world.terrain().columns.elevations();
  const auto lowest = static_cast<std::size_t>(std::ranges::min_element(elevations) - elevations.begin());
  const auto x = static_cast<float>(lowest % kGrid.width) + 0.5f, y = static_cast<float>(lowest / kGrid.width) + 0.5f;
  const BrushStroke pour{
      .brush = {.radius = 6.0f, .amount = 3.0f}, .material = "water", .points = {{x / kGrid.width, y / kGrid.height}}};
  world.apply(pour);
  run(world, 5);
  const std::vector<float> wet = values_of(world, {layer(MaskSource::wetness)});
  int count = 0;
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    ASSERT_EQ(wet[cell], world.terrain().standing_water(cell) > 0 ? 1.0f : 0.0f);
    count += wet[cell] > 0.0f ? 1 : 0;
  }
  EXPECT_GT(count, 10);
}

TEST(Mask, CombinesItsLayersInOrder) {
  World world = land();
  const auto fill = [](float value, MaskCombine how) {
    return layer(MaskSource::fill, {.combine = how, .value = value});
  };
  const auto only = [&](std::vector<MaskLayer> layers) { return values_of(world, std::move(layers)).front(); };
  const MaskLayer half = fill(0.5f, MaskCombine::multiply);
  EXPECT_FLOAT_EQ(only({half}), 0.5f);
  EXPECT_FLOAT_EQ(only({half, half}), 0.25f);
  EXPECT_FLOAT_EQ(only({half, fill(0.2f, MaskCombine::add)}), 0.7f);
  EXPECT_FLOAT_EQ(only({half, fill(0.9f, MaskCombine::add)}), 1.0f);
  EXPECT_FLOAT_EQ(only({half, fill(0.2f, MaskCombine::subtract)}), 0.3f);
  EXPECT_FLOAT_EQ(only({half, fill(0.2f, MaskCombine::minimum)}), 0.2f);
  EXPECT_FLOAT_EQ(only({half, fill(0.8f, MaskCombine::maximum)}), 0.8f);
  EXPECT_FLOAT_EQ(only({fill(0.2f, MaskCombine::multiply), layer(MaskSource::invert)}), 0.8f);
  EXPECT_FLOAT_EQ(only({fill(0.3f, MaskCombine::multiply), layer(MaskSource::levels, {.low = 0.2f, .high = 0.4f})}),
                  0.5f);
}

TEST(Mask, ReadsOtherMasks) {
  World world = land();
  world.apply(mask("one", {west(kGrid)}));
  world.apply(mask("two", {layer(MaskSource::mask, {}, "one"), layer(MaskSource::invert)}));
  const std::vector<float> one = *world.field("mask.one"), two = *world.field("mask.two");
  for (std::size_t cell = 0; cell < one.size(); ++cell) ASSERT_EQ(two[cell], 1.0f - one[cell]);
  EXPECT_THROW(world.apply(RemoveMask{"one"}), std::invalid_argument);
  EXPECT_THROW(world.apply(mask("one", {layer(MaskSource::mask, {}, "two")})), std::invalid_argument);
  world.apply(RemoveMask{"two"});
  world.apply(RemoveMask{"one"});
  EXPECT_TRUE(world.terrain().masks.list().empty());
}

TEST(Mask, BlursWithoutChangingItsMean) {
  World world = land();
  const std::vector<float> sharp = values_of(world, {west(kGrid)});
  const std::vector<float> soft = values_of(world, {west(kGrid), layer(MaskSource::blur, {.radius = 9.0f})});
  const auto mean = [](std::vector<float> const& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  EXPECT_NEAR(mean(sharp), mean(soft), 1e-5);
  EXPECT_NEAR(soft[kGrid.index(kGrid.width / 2, 5)], 0.5, 0.1);
  EXPECT_EQ(soft[kGrid.index(kGrid.width / 4, 5)], 1.0f);
}

TEST(Mask, IsTheSameOnAnyNumberOfThreads) {
  const std::vector<MaskLayer> layers{
      layer(MaskSource::noise, {.low = 0.3f, .high = 0.7f, .wavelength = 20.0f}),
      layer(MaskSource::slope, {.combine = MaskCombine::add, .low = 5.0f, .high = 60.0f, .fade = 9.0f}),
      layer(MaskSource::distance, {.high = 4.0f, .fade = 30.0f}, "rock"), layer(MaskSource::blur, {.radius = 5.0f})};
  World one = land();
  const std::vector<float> expected = values_of(one, layers);
  EXPECT_GT(*std::ranges::max_element(expected), *std::ranges::min_element(expected) + 0.2f);
  for (const int threads : {2, 3, 7}) {
    World world = land("none", kGrid, threads);
    EXPECT_EQ(values_of(world, layers), expected) << threads;
  }
}

}  // namespace
}  // namespace barchan::test::mask_values_test
