// Masks: what they do to processes and brushes, and what they leave as it is.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/archive.hpp"
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

namespace barchan::test::mask_test {
namespace {

using namespace masks;

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
  EXPECT_NE(error(mask("a", {layer(MaskSource::height, {.low = 2.0f, .high = 1.0f})}))
                .find("low: expected at most the value of high, 1, found 2"),
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
