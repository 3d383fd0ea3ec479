// Masks: their values, what they do to processes and brushes, and what they leave as it is.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "base/scheduler.hpp"
#include "land/brush.hpp"
#include "land/mask_work.hpp"
#include "land/terrain.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/command.hpp"
#include "world/fields.hpp"
#include "world/world.hpp"

namespace barchan::test::mask_test {
namespace {

constexpr Grid kGrid{.width = 96, .height = 64};

World land(std::string_view process = "none", Grid const& grid = kGrid, int threads = 1) {
  return make_world(make_setup(grid, {.rock_relief = 8.0}), process, threads);
}

MaskLayer layer(MaskSource source, MaskNumbers numbers = {}, std::string of = {}) {
  numbers.source = source;
  return {.numbers = numbers, .of = std::move(of)};
}

/// A layer with the values that `value(x, y)` gives.
template <class Value>
MaskLayer raster(Grid const& grid, Value const& value) {
  MaskLayer layer = usual_mask_layer(MaskSource::raster);
  layer.raster = {grid.width, grid.height, {}};
  for_each_cell(grid, [&](int x, int y) { layer.raster.values.push_back(value(x, y)); });
  return layer;
}

/// 1 in the western half of a land and 0 in the eastern half.
MaskLayer west(Grid const& grid) {
  return raster(grid, [&](int x, int) { return x < grid.width / 2 ? 1.0f : 0.0f; });
}

SetMask mask(std::string id, std::vector<MaskLayer> layers, std::vector<std::string> multiplies = {}) {
  return {{.id = std::move(id), .multiplies = std::move(multiplies), .layers = std::move(layers)}};
}

/// Values of a mask that has just been added to a land.
std::vector<float> values_of(World& world, std::vector<MaskLayer> layers) {
  world.apply(mask("probe", std::move(layers)));
  return *world.field("mask.probe");
}

/// All parameters that masks can multiply.
std::vector<std::string> maskable(World const& world) {
  std::vector<std::string> names;
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) {
      if (row.masked) names.push_back(std::string(group.id) + "." + std::string(row.key));
    }
  }
  return names;
}

/// Returns whether all layers and plants of a cell are the same in two lands.
bool same_cell(World const& a, World const& b, std::size_t cell) {
  const auto layers_of = [cell](World const& world) {
    std::vector<std::pair<SoilId, Quanta>> layers;
    Columns const& columns = world.terrain().columns;
    columns.for_each_layer(cell, [&](Layer layer) {
      layers.emplace_back(layer.soil, layer.thickness);
      return true;
    });
    layers.emplace_back(SoilId{0}, columns.elevation(cell));
    return layers;
  };
  const auto plants_of = [cell](World const& world) {
    auto const& plants = world.terrain().cell_layers.real(CellLayer::plants);
    return plants.empty() ? 0.0f : plants[cell];
  };
  return layers_of(a) == layers_of(b) && plants_of(a) == plants_of(b);
}

// -- values -----------------------------------------------------------------------------------------------------------

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

// -- processes --------------------------------------------------------------------------------------------------------

TEST(Mask, OfOneEverywhereChangesNothing) {
  for (std::string const& process : process_ids()) {
    World without = land(process), with = land(process);
    with.apply(mask("all", {layer(MaskSource::fill)}, maskable(with)));
    with.apply(mask("also", {layer(MaskSource::height, {.low = -9999.0f, .high = 9999.0f})}, maskable(with)));
    run(without, 40);
    run(with, 40);
    EXPECT_EQ(with.hash(), without.hash()) << process;
  }
}

TEST(Mask, OfZeroEverywhereEqualsSwitchingOff) {
  for (std::string const& process : process_ids()) {
    const std::string whole = process + ".enabled";
    World off = land("none"), masked = land(process);
    const auto known = maskable(masked);
    if (std::ranges::find(known, whole) == known.end()) continue;
    masked.apply(mask("nothing", {layer(MaskSource::fill, {.value = 0.0f})}, {whole}));
    run(off, 40);
    run(masked, 40);
    EXPECT_TRUE(same_land(masked, off)) << process;
    EXPECT_EQ(masked.budget().error(), 0) << process;
  }
}

/// A process changes the part of the land where its mask is 1, and nothing where it is 0. Gravity carries sand across
/// the border, so cells near it do not count.
void expect_masked_part_untouched(std::string const& process, std::string const& parameter, Boundary boundary,
                                  int steps) {
  const Grid grid{.width = 96, .height = 64, .boundary = boundary};
  World off = land("none", grid), masked = land(process, grid);
  masked.apply(mask("west", {west(grid)}, {parameter}));
  run(off, steps);
  run(masked, steps);
  constexpr int kMargin = 12;
  int changed = 0;
  for_each_cell(grid, [&](int x, int y) {
    const std::size_t cell = grid.index(x, y);
    const bool same = same_cell(masked, off, cell);
    if (x < grid.width / 2) changed += same ? 0 : 1;
    if (x < grid.width / 2 + kMargin || x >= grid.width - kMargin) return;
    ASSERT_TRUE(same) << process << " at " << x << ", " << y;
  });
  EXPECT_GT(changed, 0) << process;
  EXPECT_EQ(masked.budget().error(), 0) << process;
}

TEST(Mask, OfZeroLeavesTheMaskedPartAsItIs) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::closed}) {
    for (std::string const& process : process_ids()) {
      World probe = land(process);
      const auto known = maskable(probe);
      const std::string whole = process + ".enabled";
      if (std::ranges::find(known, whole) != known.end()) expect_masked_part_untouched(process, whole, boundary, 30);
    }
    expect_masked_part_untouched("wind_particles", "wind.speed", boundary, 30);
    expect_masked_part_untouched("slab_dunes", "wind.speed", boundary, 30);
    expect_masked_part_untouched("weathering", "weathering.rate", boundary, 30);
    expect_masked_part_untouched("uplift", "uplift.rate", boundary, 30);
  }
}

TEST(Mask, OfAHalfHalvesUplift) {
  const Grid grid{.width = 32, .height = 32};
  const auto risen = [&](float value) {
    WorldSetup setup = make_setup(grid, {.rock_relief = 0.0, .sand_thickness = 0.0, .obstacle = false});
    setup.parameters.push_back({"uplift", "rate", 100.0});
    World world = make_world(std::move(setup), "uplift");
    const Quanta before = world.terrain().columns.elevation(5);
    world.apply(mask("part", {layer(MaskSource::fill, {.value = value})}, {"uplift.rate"}));
    run(world, 100);
    return to_metres(world.terrain().columns.elevation(5) - before);
  };
  EXPECT_NEAR(risen(0.5f) / risen(1.0f), 0.5, 0.001);
}

TEST(Mask, ThinsRainOut) {
  const Grid grid{.width = 64, .height = 64, .boundary = Boundary::open};
  const auto rained = [&](std::vector<MaskLayer> layers) {
    World world = make_world(make_setup(grid), "water_particles");
    world.apply(mask("rain", std::move(layers), {"water_particles.rain"}));
    run(world, 60);
    EXPECT_EQ(world.budget().error(), 0);
    return static_cast<double>(world.budget().accounts[kWater].in);
  };
  const double all = rained({});
  ASSERT_GT(all, 0.0);
  EXPECT_NEAR(rained({west(grid)}) / all, 0.5, 0.03);
  EXPECT_NEAR(rained({layer(MaskSource::fill, {.value = 0.25f})}) / all, 0.25, 0.03);
}

TEST(Mask, ReducesRechargeAndEvaporation) {
  const Grid grid{.width = 32, .height = 32, .boundary = Boundary::closed};
  const auto water = [&](std::vector<SetMask> const& masks) {
    WorldSetup setup = make_setup(grid, {.rock_relief = 0.0, .obstacle = false});
    for (auto const& [key, value] : {std::pair("recharge", 40.0), std::pair("evaporation", 15.0)}) {
      setup.parameters.push_back({"groundwater", key, value});
    }
    setup.parameters.push_back({"groundwater", "clock", 86400.0});
    World world = make_world(std::move(setup), "groundwater");
    for (SetMask const& one : masks) world.apply(one);
    run(world, 20);
    EXPECT_EQ(world.budget().error(), 0);
    return world;
  };
  const auto account = [](World const& world) { return world.budget().accounts[kWater]; };
  const World all = water({}), less = water({mask("rain", {west(grid)}, {"groundwater.recharge"})}),
              kept = water({mask("sun", {west(grid)}, {"groundwater.evaporation"})});
  ASSERT_GT(account(all).in, 0);
  EXPECT_EQ(2 * account(less).in, account(all).in);
  EXPECT_EQ(account(kept).in, account(all).in);
  ASSERT_GT(account(all).out, 0);
  EXPECT_EQ(2 * account(kept).out, account(all).out);
}

TEST(Mask, KeepsEveryPromiseWhileTheLandMoves) {
  const auto build = [](int threads) {
    World world = land("all", {.width = 80, .height = 56, .boundary = Boundary::open}, threads);
    world.apply(mask("shore", {layer(MaskSource::distance, {.high = 6.0f, .fade = 12.0f}, "rock")},
                     {"water_particles.rain", "weathering.rate", "vegetation.seeds"}));
    world.apply(mask("dunes",
                     {layer(MaskSource::soil, {.low = 0.5f, .high = 20000.0f, .fade = 1.0f}, "sand"),
                      layer(MaskSource::blur, {.radius = 3.0f})},
                     {"wind.speed", "water_particles.erosion", "uplift.enabled"}));
    world.apply(
        mask("hole", {west(world.grid())},
             {"wind_particles.enabled", "slab_dunes.enabled", "water_particles.enabled", "sand_supply.enabled"}));
    return world;
  };
  World world = build(1);
  for (int i = 0; i < 50; ++i) ASSERT_EQ(checked_step(world), 0u) << i;
  EXPECT_EQ(unsound(world), "");
  const std::uint64_t expected = world.hash();
  for (const int threads : {2, 3, 7}) {
    World other = build(threads);
    run(other, 50);
    EXPECT_EQ(other.hash(), expected) << threads;
  }
  World begun = build(2);
  run(begun, 21);
  World resumed = World::restore(begun.snapshot(), make_processes(), 3);
  run(resumed, 29);
  EXPECT_EQ(resumed.hash(), expected);
}

TEST(Mask, RefusesWhatCannotBe) {
  World world = land();
  const auto error = [&](SetMask const& command) {
    try {
      world.apply(command);
    } catch (std::invalid_argument const& refused) {
      return std::string(refused.what());
    }
    return std::string();
  };
  EXPECT_NE(error(mask("Town", {})).find("lower-case"), std::string::npos);
  EXPECT_NE(error(mask("a", {}, {"wind.gust"})).find("wind.speed"), std::string::npos);
  EXPECT_NE(error(mask("a", {}, {"wind.speed", "wind.speed"})).find("twice"), std::string::npos);
  EXPECT_NE(error(mask("a", {layer(MaskSource::height, {.low = 2.0f, .high = 1.0f})})).find("at most high"),
            std::string::npos);
  EXPECT_NE(error(mask("a", {layer(MaskSource::soil, {}, "gold")})).find("'gold'"), std::string::npos);
  EXPECT_NE(error(mask("a", {layer(MaskSource::slope, {}, "sand")})).find("leave it out"), std::string::npos);
  EXPECT_NE(error(mask("a", {layer(MaskSource::blur, {.radius = NAN})})).find("radius"), std::string::npos);
  EXPECT_NE(error(mask("a", {raster({10, 10}, [](int, int) { return 1.0f; })})).find("96 x 64"), std::string::npos);
  EXPECT_NE(error(mask("a", {raster(kGrid, [](int, int) { return NAN; })})).find("from 0 to 1"), std::string::npos);
  EXPECT_NE(error(mask("a", std::vector<MaskLayer>(17, layer(MaskSource::invert)))).find("at most 16 layers"),
            std::string::npos);
  for (std::size_t i = 0; i < kMostMasks; ++i) EXPECT_EQ(error(mask("m" + std::to_string(i), {})), "");
  EXPECT_NE(error(mask("a", {})).find("remove one first"), std::string::npos);
  EXPECT_EQ(world.terrain().masks.list().size(), kMostMasks);
}

// -- brushes ----------------------------------------------------------------------------------------------------------

// A saved world may have been damaged or forged.
TEST(Mask, RefusesSavedMasksThatTheLandCouldNotHave) {
  const Grid small{.width = 8, .height = 6}, large{.width = 16, .height = 6};
  const Soils soils = default_soils();
  const auto save_and_read = [&](std::vector<MaskRecipe> const& recipes) {
    Masks masks;
    for (MaskRecipe const& recipe : recipes) masks.put(recipe).values.assign(small.cells(), 0.5f);
    Archive writer = Archive::writer();
    masks.keep(writer, soils, small);
    const std::vector<std::byte> bytes = writer.take();
    Archive reader = Archive::reader(bytes);
    Masks read;
    read.keep(reader, soils, small);
  };
  const auto ones = [](Grid const& grid) { return raster(grid, [](int, int) { return 1.0f; }); };
  EXPECT_NO_THROW(save_and_read({{.id = "town", .layers = {ones(small)}}}));
  EXPECT_THROW(save_and_read({{.id = "town", .layers = {ones(large)}}}), ArchiveError);
  EXPECT_THROW(save_and_read({{.id = "town", .layers = {layer(MaskSource::soil, {}, "mud")}}}), ArchiveError);
  EXPECT_THROW(save_and_read({{.id = "town", .layers = {layer(MaskSource::mask, {}, "city")}}}), ArchiveError);
  const std::vector<MaskLayer> many(kMostMaskLayers + 1, layer(MaskSource::invert));
  EXPECT_THROW(save_and_read({{.id = "town", .layers = many}}), ArchiveError);
  const std::vector<std::string> parameters(kMostMultiplied + 1, "wind.speed");
  EXPECT_THROW(save_and_read({{.id = "town", .multiplies = parameters}}), ArchiveError);
}

TEST(Mask, IsPaintedAndThenStaysAsItIs) {
  World world = land("all");
  world.apply(mask("town", {layer(MaskSource::fill, {.value = 0.0f})}, {"wind.speed"}));
  const BrushStroke paint{.brush = {.radius = 10.0f, .falloff = 0.0f, .strength = 0.75f},
                          .material = "mask:town",
                          .points = {{0.5f, 0.5f}}};
  world.apply(paint);
  const std::vector<float> values = *world.field("mask.town");
  EXPECT_EQ(values[kGrid.index(48, 32)], 0.75f);
  EXPECT_EQ(values[kGrid.index(5, 5)], 0.0f);
  run(world, 40);
  EXPECT_EQ(*world.field("mask.town"), values);
  EXPECT_EQ(world.budget().error(), 0);
  // What it multiplies can change without losing what was painted.
  MaskRecipe recipe = world.terrain().masks.list().front().recipe;
  EXPECT_FALSE(recipe.follows);
  recipe.multiplies = {"uplift.rate"};
  world.apply(SetMask{recipe});
  EXPECT_EQ(*world.field("mask.town"), values);
  recipe.follows = true;
  world.apply(SetMask{recipe});
  const std::vector<float> again = *world.field("mask.town");
  EXPECT_EQ(again, std::vector<float>(again.size(), 0.0f));
}

TEST(Mask, LimitsABrush) {
  World world = land();
  const World before = land();
  world.apply(mask("west", {west(kGrid)}));
  BrushStroke raise{.brush = {.radius = 20.0f, .falloff = 0.0f, .amount = 2.0f},
                    .material = "sand",
                    .within = "west",
                    .points = {{0.5f, 0.5f}}};
  world.apply(raise);
  raise.brush.action = BrushAction::flatten;
  raise.brush.strength = 1.0f;
  raise.brush.level = 30.0f;
  raise.material = "rock";
  world.apply(raise);
  bool changed = false;
  for_each_cell(kGrid, [&](int x, int y) {
    const bool same = same_cell(world, before, kGrid.index(x, y));
    if (x < kGrid.width / 2) {
      changed |= !same;
    } else {
      ASSERT_TRUE(same) << x << ", " << y;
    }
  });
  EXPECT_TRUE(changed);
  EXPECT_EQ(world.budget().error(), 0);
  raise.within = "nowhere";
  EXPECT_THROW(world.apply(raise), std::invalid_argument);
}

TEST(Mask, HasAFieldWhileItExists) {
  World world = land();
  const auto listed = [&] {
    return std::ranges::any_of(world.fields(), [](FieldRow const& row) { return row.id == "mask.town"; });
  };
  EXPECT_FALSE(listed());
  world.apply(mask("town", {west(kGrid)}));
  EXPECT_TRUE(listed());
  const World copy = World::restore(world.snapshot(), make_processes());
  EXPECT_EQ(*copy.field("mask.town"), *world.field("mask.town"));
  world.apply(RemoveMask{"town"});
  EXPECT_FALSE(listed());
  EXPECT_FALSE(world.field("mask.town").has_value());
}

}  // namespace
}  // namespace barchan::test::mask_test
