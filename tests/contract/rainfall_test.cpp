// Rain that varies in space and time: storms, maps and elevation.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "processes/water_particles/births.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::contract_rainfall_test {

namespace {

constexpr double kMetresASecond = 1.0 / 3.6e6;  // of 1 mm/h

/// Depth of rain from storms from 0 to `end` in steps of `step`, m.
double fallen(std::vector<PlacedStorm> const& storms, double end, double step) {
  const Rainfall rainfall{.storms = storms};
  double sum = 0.0;
  const int steps = static_cast<int>(std::lround(end / step));
  for (int i = 0; i < steps; ++i) sum += rainfall.rate(i * step, step) * step;
  return sum;
}

TEST(Storms, LetFallWhatTheirCourseHoldsWhateverTheStep) {
  for (const float peak : {0.0f, 0.4f, 1.0f}) {
    const Storm storm{.start = 0.0f, .duration = 60.0f, .rain = 6000.0f, .peak = peak};
    const double whole = 0.5 * 60.0 * 6000.0 * kMetresASecond;
    for (const double step : {0.3, 1.0, 7.0, 140.0}) {
      EXPECT_NEAR(fallen({{20.0, storm}}, 140.0, step), whole, 1e-12) << peak << ", " << step;
    }
    // While the storm grows, the fraction that has fallen is proportional to the square of the time; while it fades,
    // the fraction that is left is.
    const double rise = 60.0 * static_cast<double>(peak), half = 0.5 * (60.0 + rise);
    EXPECT_NEAR(fallen({{0.0, storm}}, rise, std::max(rise, 1.0)), whole * static_cast<double>(peak), 1e-12);
    EXPECT_NEAR(fallen({{0.0, storm}}, half, half), whole * (1.0 - 0.25 * (1.0 - static_cast<double>(peak))), 1e-12);
  }
  const Storm block{.duration = 60.0f, .rain = 6000.0f, .course = StormCourse::block};
  EXPECT_NEAR(fallen({{10.0, block}}, 40.0, 0.5), 30.0 * 6000.0 * kMetresASecond, 1e-12);
}

TEST(Storms, ThatComeAgainAreDryInBetween) {
  const Storm storm{.duration = 5.0f, .rain = 3600.0f, .course = StormCourse::block, .every = 20.0f};
  const Rainfall rainfall{.storms = {{10.0, storm}}};
  for (const double time : {0.0, 9.0, 15.0, 29.0, 35.0, 20009.0}) EXPECT_EQ(rainfall.rate(time, 1.0), 0.0) << time;
  for (const double time : {10.0, 14.0, 30.0, 34.0, 20010.0})
    EXPECT_NEAR(rainfall.rate(time, 1.0), 1e-3, 1e-12) << time;
  // Three storms in one step.
  EXPECT_NEAR(rainfall.rate(0.0, 60.0) * 60.0, 3 * 5.0 * 1e-3, 1e-12);
  // Two simultaneous storms add up.
  const Rainfall two{.storms = {{10.0, storm}, {12.0, storm}}};
  EXPECT_NEAR(two.rate(12.0, 1.0), 2e-3, 1e-12);
}

/// Rock hills on which only rain acts, without steady rain.
World dry_hills(int threads = 1) {
  WorldSetup setup = make_setup({48, 40, 1.0f, Boundary::open}, {.rock_relief = 8.0, .obstacle = false});
  setup.parameters = {{"water_particles", "rain", 0.0}, {"water_particles", "population", 500}};
  return make_world(std::move(setup), "water_particles", threads);
}

TEST(Storms, BringTheirWaterAndTheMassBalanceCloses) {
  World world = dry_hills();
  run(world, 10);
  world.apply(PlaceStorm{{.start = 4.0f, .duration = 40.0f, .rain = 9000.0f, .every = 80.0f}});
  const auto brought = [&] { return to_metres(world.budget().accounts[kWater].in) / (48.0 * 40.0); };
  const double start = world.time() + 4.0, whole = 0.5 * 40.0 * 9000.0 * kMetresASecond;
  const auto run_to = [&](double time) {
    while (world.time() < time) {
      world.step();
      ASSERT_EQ(unsound(world), "");
      ASSERT_EQ(world.budget().accounts[kWater].error(), 0);
    }
  };
  run_to(start);
  EXPECT_EQ(brought(), 0.0);
  run_to(start + 16.0);
  EXPECT_NEAR(brought(), 0.4 * whole, 0.03 * whole);
  run_to(start + 80.0);
  EXPECT_NEAR(brought(), whole, 0.01 * whole);
  run_to(start + 160.0);
  EXPECT_NEAR(brought(), 2.0 * whole, 0.02 * whole);
  world.apply(RemoveStorms{});
  run_to(start + 240.0);
  EXPECT_NEAR(brought(), 2.0 * whole, 0.02 * whole);
}

TEST(Storms, OneHashOnAnyThreadsAndAfterSaving) {
  const auto begin = [](int threads) {
    World world = dry_hills(threads);
    world.apply(PlaceStorm{{.start = 2.0f, .duration = 30.0f, .rain = 20000.0f, .every = 50.0f}});
    return world;
  };
  World one = begin(1);
  run(one, 40);  // until it rains
  World resumed = World::restore(one.snapshot(), make_processes(), 2);
  EXPECT_EQ(resumed.terrain().rainfall.storms, one.terrain().rainfall.storms);
  for (int step = 0; step < 160; ++step) {
    one.step();
    resumed.step();
    ASSERT_EQ(resumed.hash(), one.hash()) << step;
  }
  for (const int threads : {2, 3}) {
    World other = begin(threads);
    run(other, 200);
    EXPECT_EQ(other.hash(), one.hash()) << threads << " threads";
  }
  // A storm that is still to come is part of the state.
  World dry = dry_hills(), waiting = dry_hills();
  waiting.apply(PlaceStorm{{.start = 1000.0f}});
  EXPECT_NE(dry.hash(), waiting.hash());
}

TEST(Storms, ThatCannotBeAreRefusedAndNothingChanges) {
  World world = dry_hills();
  const std::uint64_t before = world.hash();
  for (Storm const& storm : {Storm{.start = -1.0f}, Storm{.duration = 0.0f}, Storm{.rain = NAN},
                             Storm{.duration = 100.0f, .every = 99.0f}}) {
    EXPECT_THROW(world.apply(PlaceStorm{storm}), std::invalid_argument);
  }
  EXPECT_EQ(world.hash(), before);
  for (std::size_t i = 0; i < kMostStorms; ++i) world.apply(PlaceStorm{});
  EXPECT_THROW(world.apply(PlaceStorm{}), std::invalid_argument);
}

/// Fraction of the rain that each cell gets, found with evenly spaced random words.
std::vector<double> shares_of(water::RainTable const& table, std::size_t cells) {
  constexpr std::uint64_t kWords = 1 << 18;
  std::vector<double> shares(cells, 0.0);
  for (std::uint64_t i = 0; i < kWords; ++i) shares[table.cell(i << 46 | std::uint64_t{1} << 45)] += 1.0 / kWords;
  return shares;
}

Terrain ramp(int width, int height, double rise) {
  Terrain terrain;
  terrain.grid = {width, height, 1.0f, Boundary::open};
  std::vector<Quanta> base(terrain.grid.cells()), sand(terrain.grid.cells(), 0);
  for (std::size_t i = 0; i < base.size(); ++i) {
    base[i] = to_quanta(5.0 + rise * static_cast<double>(i % static_cast<std::size_t>(width)));
  }
  terrain.columns = Columns(terrain.grid, base, sand, {});
  return terrain;
}

TEST(RainMaps, EachCellHasItsShareExactly) {
  Terrain terrain = ramp(5, 3, 0.0);
  const std::vector<float> map{0, 1, 2, 3, 0, 5, 6, 7, 8, 9, 0, 0, 0.5f, 1e-3f, 0};
  terrain.rainfall.rain_by({"map", 5, 3, map});
  water::RainTable table;
  table.follow(terrain, 0.0f, 17);
  const std::vector<double> shares = shares_of(table, map.size());
  double sum = 0.0;
  for (const float share : map) sum += static_cast<double>(share);
  for (std::size_t i = 0; i < map.size(); ++i) {
    EXPECT_NEAR(shares[i], static_cast<double>(map[i]) / sum, 1e-5) << i;
    if (map[i] == 0.0f) {
      EXPECT_EQ(shares[i], 0.0) << i;
    }
  }
  EXPECT_EQ(table.cell(0), 1u);
  EXPECT_EQ(table.cell(~std::uint64_t{0}), 13u);
}

TEST(RainMaps, DropsFallByTheMapAndAnywhereInACell) {
  Terrain terrain = ramp(4, 4, 0.0);
  std::vector<float> map(16, 0.0f);
  map[2] = 1.0f, map[9] = 3.0f;
  terrain.rainfall.rain_by({"map", 4, 4, map});
  water::Births births;
  births.prepare();
  births.rain(terrain, 40.0, 0.0f, 0);
  const water::BirthPlan plan = births.plan(terrain, {.seed = 3, .step = 0, .round = 0}, {kQuantaPerMetre / 64, 0.1f});
  ASSERT_EQ(plan.drops, 40u * 16u * 64u);
  double first = 0.0, x = 0.0, y = 0.0;
  for (water::Birth const& birth : plan.births) {
    const std::size_t cell = terrain.grid.index(birth.droplet.place.x, birth.droplet.place.y);
    ASSERT_TRUE(cell == 2 || cell == 9) << cell;
    first += cell == 2 ? 1.0 : 0.0;
    x += static_cast<double>(birth.droplet.place.offset_x);
    y += static_cast<double>(birth.droplet.place.offset_y);
  }
  const auto drops = static_cast<double>(plan.drops);  // 40,960: four standard errors each
  EXPECT_NEAR(first / drops, 0.25, 4.0 * 0.433 / std::sqrt(drops));
  EXPECT_NEAR(x / drops, 0.5, 4.0 * 0.289 / std::sqrt(drops));
  EXPECT_NEAR(y / drops, 0.5, 4.0 * 0.289 / std::sqrt(drops));
}

TEST(Sills, KeepWaterUntilItMakesADropOrNoneHasComeForLong) {
  const Terrain terrain = ramp(4, 4, 0.0);
  constexpr water::DropRule kDrop{.size = 1000, .river = 0.1f};
  water::Births births;
  births.prepare();
  const auto plan = [&](std::uint64_t step) {
    return births.plan(terrain, {.seed = 3, .step = step, .round = 0}, kDrop);
  };
  births.spill({{5, 6, 600}, {9, 10, 300}, {5, 1, 999}, {9, 10, 50}});
  EXPECT_TRUE(plan(0).births.empty());
  EXPECT_EQ(births.waiting(), 1949);

  births.spill({{9, 10, 100}, {5, 6, 400}});
  const water::BirthPlan first = plan(1);
  ASSERT_EQ(first.births.size(), 1u);
  EXPECT_EQ(first.births[0].droplet.volume, 1000);
  EXPECT_EQ(first.births[0].outlet.x, 1);
  EXPECT_EQ(first.births[0].outlet.y, 1);
  EXPECT_EQ(first.births[0].outlet.east, 1);
  EXPECT_EQ(first.births[0].outlet.north, 0);
  EXPECT_EQ(births.waiting(), 1449);

  // One of the two supplies that are left gets another quantum and therefore waits longer.
  QuantaSum given_up = 0;
  for (std::uint64_t step = 2; step < water::Births::kMostIdle; ++step) EXPECT_TRUE(plan(step).given_up.empty());
  births.spill({{9, 10, 1}});
  for (std::uint64_t step = 0; step < 3; ++step) {
    for (LakePour const& pour : plan(step).given_up) {
      EXPECT_EQ(pour, (LakePour{5, 999}));
      given_up += pour.amount;
    }
  }
  EXPECT_EQ(given_up, 999);
  EXPECT_EQ(births.waiting(), 451);
  const std::vector<LakeOutflow> stopped = births.stop();
  EXPECT_EQ(stopped, (std::vector<LakeOutflow>{{9, 10, 451}}));
  EXPECT_EQ(births.waiting(), 0);
}

TEST(RainByHeight, GrowsEvenlyAboveTheLowestGroundAndFollowsTheLandPartByPart) {
  Terrain terrain = ramp(5, 2, 50.0);  // rises to 200 m
  water::RainTable table;
  table.follow(terrain, 100.0f, 0);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_NEAR(shares_of(table, 10)[i], (1.0 + 0.5 * static_cast<double>(i % 5)) / 20.0, 1e-5) << i;
  }
  // All columns except the first are raised. The table notices this when its renewal is due.
  Terrain changed = ramp(5, 2, 150.0);
  changed.rainfall = terrain.rainfall;
  table.follow(changed, 100.0f, water::kRainRenewal - 1);
  EXPECT_NEAR(shares_of(table, 10)[4], 3.0 / 20.0, 1e-5);
  table.follow(changed, 100.0f, water::kRainRenewal);
  EXPECT_NEAR(shares_of(table, 10)[4], 7.0 / 40.0, 1e-5);
  // Map and elevation have a combined effect.
  std::vector<float> map(10, 0.0f);
  map[0] = 1.0f, map[4] = 1.0f;
  changed.rainfall.rain_by({"map", 5, 2, map});
  table.follow(changed, 100.0f, water::kRainRenewal + 1);
  EXPECT_NEAR(shares_of(table, 10)[4], 7.0 / 8.0, 1e-5);
  changed.rainfall.rain_by({});
  table.follow(changed, 0.0f, water::kRainRenewal + 2);
  EXPECT_TRUE(table.even());
}

/// Hills with rain only on the western half, and more of it at higher elevations.
World half_wet_hills(int threads = 1) {
  World world = dry_hills(threads);
  RainMap map{"half.png", 48, 40, std::vector<float>(48 * 40, 0.0f)};
  for (std::size_t i = 0; i < map.shares.size(); ++i) map.shares[i] = i % 48 < 24 ? 1.0f : 0.0f;
  world.apply(SetRainMap{map});
  world.apply(SetParameter{"water_particles", "rain", 9000.0});
  world.apply(SetParameter{"water_particles", "rain_gradient", 500.0});
  return world;
}

TEST(RainMaps, KeepTheMassBalanceAndOneHashOnAnyThreadsAndAfterSaving) {
  World one = half_wet_hills();
  for (int step = 0; step < 100; ++step) {
    one.step();
    ASSERT_EQ(unsound(one), "") << step;
    ASSERT_EQ(one.budget().accounts[kWater].error(), 0) << step;
  }
  const double fallen = to_metres(one.budget().accounts[kWater].in) / (48.0 * 40.0);
  EXPECT_NEAR(fallen, 9000.0 * kMetresASecond * one.time(), 0.01 * fallen);
  World resumed = World::restore(one.snapshot(), make_processes(), 2);
  EXPECT_EQ(resumed.terrain().rainfall.map, one.terrain().rainfall.map);
  for (int step = 100; step < 200; ++step) {
    one.step();
    resumed.step();
    ASSERT_EQ(resumed.hash(), one.hash()) << step;
  }
  for (const int threads : {2, 3}) {
    World other = half_wet_hills(threads);
    run(other, 200);
    EXPECT_EQ(other.hash(), one.hash()) << threads << " threads";
  }
  World other = half_wet_hills();
  other.apply(SetRainMap{});
  EXPECT_NE(other.hash(), half_wet_hills().hash());
}

TEST(RainMaps, EvenRainDrawsAsIfThereWereNone) {
  World even = dry_hills(), back = dry_hills();
  for (World* world : {&even, &back}) world->apply(SetParameter{"water_particles", "rain", 9000.0});
  back.apply(SetRainMap{{"map", 48, 40, std::vector<float>(48 * 40, 2.0f)}});
  back.apply(SetRainMap{});
  run(even, 60);
  run(back, 60);
  EXPECT_TRUE(same_land(even, back));
}

TEST(RainMaps, ThatCannotBeAreRefusedAndNothingChanges) {
  World world = half_wet_hills();
  const std::uint64_t before = world.hash();
  const auto refused = [&](RainMap const& map) -> std::string {
    try {
      world.apply(SetRainMap{map});
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return "taken";
  };
  EXPECT_EQ(
      refused({"a.png", 40, 48, std::vector<float>(48 * 40, 1.0f)}),
      "a.png: expected a rain map of the same size as the land, 48 x 40 cells, found 40 x 48; cut or resample it");
  std::vector<float> shares(48 * 40, 1.0f);
  shares[50] = -2.0f;
  EXPECT_NE(refused({"b.png", 48, 40, shares}).find("found -2.0"), std::string::npos);
  EXPECT_NE(refused({"b.png", 48, 40, shares}).find("column 2, row 38"), std::string::npos);
  shares[50] = NAN;
  EXPECT_NE(refused({"b.png", 48, 40, shares}).find("of 0 or more, found nan"), std::string::npos);
  EXPECT_NE(refused({"c.png", 48, 40, std::vector<float>(48 * 40, 0.0f)}).find("found 0 in all"), std::string::npos);
  EXPECT_NE(refused({"d.png", 48, 40, {}}).find("found 0 values for 48 x 40"), std::string::npos);
  EXPECT_EQ(world.hash(), before);
}

}  // namespace

}  // namespace barchan::test::contract_rainfall_test
