// Strokes of a brush: what they do to the land, to the mass balance and to the recording.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "land/brush_work.hpp"
#include "land/terrain.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "support/mixed_land.hpp"
#include "world/command.hpp"
#include "world/world.hpp"

namespace barchan::test::brush_test {
namespace {

constexpr Grid kGrid{.width = 64, .height = 48};

World land(Grid const& grid = kGrid, std::string_view process = "none", int threads = 1) {
  return make_world(make_setup(grid, {.rock_relief = 4.0, .obstacle = false}), process, threads);
}

BrushStroke dab(BrushAction action, std::string material, Brush brush = {.radius = 8.0f, .amount = 1.0f}) {
  brush.action = action;
  return {.brush = brush, .material = std::move(material), .points = {{0.5f, 0.5f}}};
}

Account const& account(MassBudget const& budget, SoilId soil) { return budget.accounts[soil]; }
QuantaSum by_hand(World const& world, SoilId soil) { return world.budget().accounts[soil].by_hand; }

/// Elevations in m.
std::vector<double> heights(World const& world) {
  std::vector<double> metres;
  for (const Quanta elevation : world.terrain().columns.elevations()) metres.push_back(to_metres(elevation));
  return metres;
}

TEST(BrushStroke, RaisesSandByItsProfileAndRecordsIt) {
  World world = land();
  const std::vector<double> before = heights(world);
  world.apply(dab(BrushAction::raise, "sand"));
  const std::vector<double> after = heights(world);
  QuantaSum added = 0;
  for (int y = 0; y < kGrid.height; ++y) {
    for (int x = 0; x < kGrid.width; ++x) {
      const std::size_t cell = kGrid.index(x, y);
      const double distance = std::hypot(x + 0.5 - 32.0, y + 0.5 - 24.0) / 8.0, t = std::max(1.0 - distance, 0.0);
      EXPECT_NEAR(after[cell] - before[cell], t * t * (3.0 - 2.0 * t), 1e-5) << x << ", " << y;
      added += world.terrain().columns.elevation(cell) - to_quanta(before[cell]);
    }
  }
  EXPECT_GT(added, 0);
  EXPECT_EQ(by_hand(world, kSand), added);
  EXPECT_EQ(world.budget().error(), 0);
  ASSERT_EQ(world.recording().size(), 1u);
}

TEST(BrushStroke, RaisesRockWithAllThatLiesOnIt) {
  World world = land();
  Columns const before = world.terrain().columns;
  world.apply(dab(BrushAction::raise, "rock"));
  world.apply(dab(BrushAction::lower, "rock", {.radius = 4.0f, .amount = 5.0f}));
  Columns const& after = world.terrain().columns;
  bool higher = false, lower = false;
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    EXPECT_EQ(after.sediment(cell), before.sediment(cell));
    higher |= after.base(cell) > before.base(cell);
    lower |= after.base(cell) < before.base(cell);
  }
  EXPECT_TRUE(higher && lower);
  EXPECT_NE(by_hand(world, kRock), 0);
  EXPECT_EQ(by_hand(world, kSand), 0);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(BrushStroke, TakesNoMoreThanThereIs) {
  World world = land();
  world.apply(dab(BrushAction::lower, "sand", {.radius = 100.0f, .falloff = 0.0f, .amount = 100.0f}));
  Columns const& columns = world.terrain().columns;
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) EXPECT_EQ(columns.sediment(cell), 0) << cell;
  MassBudget const budget = world.budget();
  EXPECT_EQ(account(budget, kSand).by_hand, -account(budget, kSand).opening);
  EXPECT_EQ(budget.error(), 0);
}

TEST(BrushStroke, TakesTheGroundAsItIs) {
  World world = land();
  const std::vector<double> before = heights(world);
  world.apply(dab(BrushAction::lower, "ground", {.radius = 6.0f, .falloff = 0.0f, .amount = 10.0f}));
  const std::vector<double> after = heights(world);
  const std::size_t middle = kGrid.index(32, 24);
  EXPECT_NEAR(before[middle] - after[middle], 10.0, 1e-5);
  EXPECT_LT(by_hand(world, kSand), 0);
  EXPECT_LT(by_hand(world, kRock), 0);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(BrushStroke, SmoothsFlattensAndRoughens) {
  const auto roughness = [](World const& world) {
    double sum = 0.0;
    const std::vector<double> metres = heights(world);
    for (int y = 20; y < 28; ++y) {
      for (int x = 28; x < 36; ++x) {
        const double bend =
            metres[kGrid.index(x - 1, y)] - 2.0 * metres[kGrid.index(x, y)] + metres[kGrid.index(x + 1, y)];
        sum += bend * bend;
      }
    }
    return sum;
  };
  World world = land();
  const double untouched = roughness(world);
  world.apply(dab(BrushAction::roughen, "ground", {.radius = 14.0f, .amount = 0.5f, .detail = 4.0f}));
  const double rough = roughness(world);
  EXPECT_GT(rough, 2.0 * untouched);
  for (int i = 0; i < 5; ++i) world.apply(dab(BrushAction::smooth, "ground", {.radius = 14.0f, .strength = 1.0f}));
  EXPECT_LT(roughness(world), 0.3 * rough);
  world.apply(dab(BrushAction::flatten, "rock", {.radius = 14.0f, .falloff = 0.1f, .strength = 1.0f, .level = 3.0f}));
  EXPECT_NEAR(heights(world)[kGrid.index(32, 24)], 3.0, 1e-5);
  EXPECT_NEAR(heights(world)[kGrid.index(36, 20)], 3.0, 1e-5);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(BrushStroke, BuildsARampBetweenTwoPoints) {
  World world = land();
  BrushStroke stroke = dab(BrushAction::ramp, "rock", {.radius = 5.0f, .falloff = 0.2f, .strength = 1.0f});
  stroke.points = {{0.25f, 0.5f}, {0.75f, 0.5f}};
  stroke.picks_levels = true;
  const std::vector<double> before = heights(world);
  world.apply(stroke);
  const std::vector<double> after = heights(world);
  const double low = before[kGrid.index(16, 24)], high = before[kGrid.index(48, 24)];
  for (int x = 17; x < 48; ++x) {
    EXPECT_NEAR(after[kGrid.index(x, 24)], low + (high - low) * (x + 0.5 - 16.0) / 32.0, 1e-4) << x;
  }
  EXPECT_EQ(after[kGrid.index(32, 2)], before[kGrid.index(32, 2)]);
}

TEST(BrushStroke, GoesAcrossPeriodicEdges) {
  World world = land();
  const std::vector<double> before = heights(world);
  BrushStroke corner = dab(BrushAction::raise, "sand");
  corner.points = {{0.0f, 0.0f}};
  world.apply(corner);
  const std::vector<double> after = heights(world);
  for (auto const& [x, y] : {std::pair{0, 0}, {63, 0}, {0, 47}, {63, 47}}) {
    EXPECT_NEAR(after[kGrid.index(x, y)] - before[kGrid.index(x, y)], 0.977, 0.01) << x << ", " << y;
  }
  // A copy of the land is the land.
  World other = land();
  corner.points = {{1.0f, -1.0f}};
  other.apply(corner);
  EXPECT_EQ(other.terrain().columns, world.terrain().columns);
}

TEST(BrushStroke, PutsSolidSoilsUnderWhatIsLooseAndUnderObstacles) {
  World world = mixed_world("periodic");
  Soils const& soils = world.terrain().soils;
  const auto solid =
      std::ranges::find_if(soils, [&](Soil const& soil) { return !soil.loose && &soil - soils.data() > kObstacle; });
  ASSERT_NE(solid, soils.end());
  world.apply(PlaceObstacle{{.shape = ObstacleShape::cylinder, .height = 4.0f, .radius = 5.0f}, {}});
  Columns const before = world.terrain().columns;
  world.apply(dab(BrushAction::raise, solid->id));
  Columns const& after = world.terrain().columns;
  const std::size_t middle = world.grid().index(30, 22);
  EXPECT_EQ(after.obstacle(middle), before.obstacle(middle)) << "the obstacle stands on the new layer";
  EXPECT_EQ(after.sediment(middle), before.sediment(middle));
  EXPECT_GT(after.elevation(middle), before.elevation(middle));
  world.apply(RemoveObstacles{});
  const SoilId soil = static_cast<SoilId>(solid - soils.begin());
  EXPECT_EQ(world.terrain().columns.base_soil(middle), soil);
  world.apply(dab(BrushAction::lower, solid->id, {.radius = 8.0f, .amount = 100.0f}));
  EXPECT_NE(world.terrain().columns.base_soil(middle), soil);
  EXPECT_EQ(world.budget().error(), 0);
}

TEST(BrushStroke, PoursAndTakesWaterAndPlants) {
  World world = land(kGrid, "water_particles");
  world.apply(SetParameter{"water_particles", "rain", 0.0});
  world.apply(dab(BrushAction::raise, "water", {.radius = 6.0f, .amount = 3.0f}));
  EXPECT_GT(by_hand(world, kWater), 0);
  run(world, 5);
  EXPECT_EQ(world.budget().error(), 0);
  EXPECT_GT(world.terrain().lakes.held(), 0);
  const QuantaSum poured = by_hand(world, kWater);
  world.apply(dab(BrushAction::lower, "water", {.radius = 60.0f, .falloff = 0.0f, .amount = 50.0f}));
  EXPECT_LT(by_hand(world, kWater), poured);
  run(world, 5);
  EXPECT_EQ(world.budget().error(), 0);

  auto const& plants = world.terrain().cell_layers.real(CellLayer::plants);
  world.apply(dab(BrushAction::raise, "plants", {.radius = 6.0f, .falloff = 0.0f, .strength = 0.75f}));
  ASSERT_FALSE(plants.empty());
  EXPECT_FLOAT_EQ(plants[kGrid.index(32, 24)], 0.75f);
  world.apply(dab(BrushAction::raise, "plants", {.radius = 6.0f, .falloff = 0.0f, .strength = 0.75f}));
  EXPECT_FLOAT_EQ(plants[kGrid.index(32, 24)], 1.0f);
  world.apply(dab(BrushAction::lower, "plants", {.radius = 60.0f, .falloff = 0.0f, .strength = 1.0f}));
  EXPECT_TRUE(std::ranges::all_of(plants, [](float share) { return share == 0.0f; }));
}

TEST(BrushStroke, KeepsToTheRangeOfElevations) {
  World world = land();
  World deep = land();
  const BrushStroke up = dab(BrushAction::raise, "sand", {.radius = 3.0f, .falloff = 0.0f, .amount = 100.0f});
  const BrushStroke down = dab(BrushAction::lower, "rock", {.radius = 3.0f, .falloff = 0.0f, .amount = 100.0f});
  for (int i = 0; i < 120; ++i) world.apply(up);
  EXPECT_LE(*std::ranges::max_element(world.terrain().columns.elevations()), 8000 * kQuantaPerMetre);
  EXPECT_EQ(world.budget().error(), 0);
  for (World* each : {&world, &deep}) {
    for (int i = 0; i < 400; ++i) each->apply(down);
    EXPECT_GE(*std::ranges::min_element(each->terrain().columns.elevations()), -8000 * kQuantaPerMetre);
    EXPECT_EQ(each->budget().error(), 0);
    EXPECT_NO_THROW(each->terrain().columns.check_differences(kGrid));
    run(*each, 20);
    EXPECT_EQ(unsound(*each), "");
  }
}

TEST(BrushStroke, MakesNoLayerThickerThanTheRange) {
  World world = mixed_world("periodic");
  const BrushStroke down = dab(BrushAction::lower, "rock", {.radius = 3.0f, .falloff = 0.0f, .amount = 100.0f});
  const BrushStroke up = dab(BrushAction::raise, "cap", {.radius = 3.0f, .falloff = 0.0f, .amount = 100.0f});
  for (int i = 0; i < 90; ++i) world.apply(down);
  for (int i = 0; i < 180; ++i) world.apply(up);
  EXPECT_EQ(world.budget().error(), 0);
  EXPECT_EQ(unsound(world), "");
  EXPECT_EQ(World::restore(world.snapshot(), make_processes()).hash(), world.hash());
}

TEST(BrushPath, SetsTheSameDabsHoweverManyPointsComeAtATime) {
  std::vector<BrushPoint> points;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const auto words = random_words(5, 0, RandomStream::scenario, i);
    points.push_back({to_unit(words[0]), to_unit(words[1]), to_unit(words[2])});
  }
  const std::vector<BrushPoint> all = BrushPath(3.0, 64.0, 48.0).go_on(points);
  BrushPath path(3.0, 64.0, 48.0);
  std::vector<BrushPoint> singly;
  for (BrushPoint const& point : points) std::ranges::copy(path.go_on({&point, 1}), std::back_inserter(singly));
  EXPECT_EQ(singly, all);
  BrushStroke stroke = dab(BrushAction::raise, "sand");
  stroke.points = points;
  stroke.spacing = 3.0f;
  EXPECT_EQ(dabs_of(stroke, kGrid), all);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_LE(std::hypot((all[i].x - all[i - 1].x) * 64.0f, (all[i].y - all[i - 1].y) * 48.0f), 3.001f);
  }
  // A frame rate decides only how many dabs come in one command.
  const auto drawn = [&](std::size_t a_frame) {
    World world = land(kGrid, "all");
    run(world, 3);
    for (std::size_t first = 0; first < all.size(); first += a_frame) {
      BrushStroke part = dab(BrushAction::raise, "sand");
      part.points.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                         all.begin() + static_cast<std::ptrdiff_t>(std::min(first + a_frame, all.size())));
      world.apply(part);
    }
    EXPECT_EQ(world.recording().size(), 1u) << "the parts of a stroke are one command";
    run(world, 3);
    return std::pair{world.hash(), std::vector(world.recording().begin(), world.recording().end())};
  };
  const auto slow = drawn(all.size()), fast = drawn(1), usual = drawn(7);
  EXPECT_EQ(slow, fast);
  EXPECT_EQ(slow, usual);
}

/// A random stroke that is valid for a land.
BrushStroke random_stroke(World const& world, std::uint32_t number) {
  const auto words = random_words(11, world.step_count(), RandomStream::scenario, number);
  const auto more = random_words(12, world.step_count(), RandomStream::scenario, number);
  BrushStroke stroke;
  Soils const& soils = world.terrain().soils;
  std::vector<std::string> materials{"ground", "water", "plants"};
  for (std::size_t i = 0; i < soils.size(); ++i) {
    if (i != kObstacle) materials.push_back(soils[i].id);
  }
  stroke.material = materials[words[0] % materials.size()];
  const bool solid = words[0] % materials.size() != 1 && words[0] % materials.size() != 2;
  stroke.brush.action = static_cast<BrushAction>(words[1] % (solid ? kBrushActionCount : 2));
  stroke.brush.radius = 0.2f + 20.0f * to_unit(words[2]);
  stroke.brush.falloff = to_unit(words[3]);
  stroke.brush.amount = 3.0f * to_unit(more[0]) + 0.001f;
  stroke.brush.strength = to_unit(more[1]);
  stroke.picks_levels = more[2] % 2 == 0;
  stroke.brush.level = 5.0f * to_signed_unit(more[3]);
  for (std::uint32_t i = 0; i < 2 + words[1] % 4; ++i) {
    const auto place = random_words(13, number, RandomStream::scenario, i);
    stroke.points.push_back({1.4f * to_unit(place[0]) - 0.2f, 1.4f * to_unit(place[1]) - 0.2f, to_unit(place[2])});
  }
  stroke.spacing = words[2] % 2 == 0 ? 0.0f : 2.0f;
  return stroke;
}

TEST(BrushStroke, KeepsEveryPromiseInRandomOrder) {
  for (const auto& [boundary, others] : {std::pair("periodic", 2), {"open", 3}, {"closed", 7}}) {
    const auto drawn = [&](int threads) {
      World world = mixed_world(boundary, threads);
      for (std::uint32_t i = 0; i < 120; ++i) {
        world.apply(random_stroke(world, i));
        EXPECT_EQ(world.budget().error(), 0) << i;
        if (i % 3 == 0) world.step();
        EXPECT_EQ(unsound(world), "") << i;
      }
      return world;
    };
    World world = drawn(1);
    EXPECT_EQ(drawn(others).hash(), world.hash()) << others << " threads";
    // Saved, read, and replayed from the recording.
    World read = World::restore(world.snapshot(), make_processes());
    EXPECT_EQ(read.hash(), world.hash());
    EXPECT_EQ(read.budget().accounts[kSand].by_hand, by_hand(world, kSand));
    World again = mixed_world(boundary);
    for (StampedCommand const& stamped : world.recording()) {
      while (again.step_count() < stamped.step) again.step();
      again.apply(stamped.command);
    }
    while (again.step_count() < world.step_count()) again.step();
    EXPECT_EQ(again.hash(), world.hash());
  }
}

TEST(BrushStroke, ReportsWhatItAddsAndTakes) {
  World world = mixed_world("periodic");
  Terrain terrain = world.terrain();
  Ledger ledger;
  AccountSums sum{};
  for (std::uint32_t i = 0; i < 60; ++i) {
    const AccountSums told = apply_stroke(random_stroke(world, i), terrain, ledger);
    for (std::size_t account = 0; account < sum.size(); ++account) sum[account] += told[account];
  }
  const MassBudget booked = ledger.booked();
  for (std::size_t account = 0; account < sum.size(); ++account) {
    EXPECT_EQ(booked.accounts[account].by_hand, sum[account]) << account;
  }
}

TEST(BrushStroke, RefusesWhatNoBrushCanDo) {
  World world = land();
  const std::uint64_t hash = world.hash();
  const auto refusal = [&](BrushStroke const& stroke) -> std::string {
    try {
      world.apply(stroke);
      return "";
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
  };
  const BrushStroke good = dab(BrushAction::raise, "sand");
  BrushStroke bad = good;
  bad.brush.radius = 0.0f;
  EXPECT_EQ(refusal(bad), "stroke: radius: expected a number from 0.01 to 10000 m, found 0");
  bad.brush.radius = std::nanf("");
  EXPECT_NE(refusal(bad), "");
  bad = good;
  bad.brush.radius = 5000.0f;
  EXPECT_NE(refusal(bad).find("expected at most 2048"), std::string::npos) << refusal(bad);
  bad = good;
  bad.material = "marble";
  EXPECT_EQ(refusal(bad),
            "stroke: material: expected ground, water, plants, a mask such as mask:town or a soil of this land other "
            "than obstacle, found 'marble'");
  bad.material = "obstacle";
  EXPECT_NE(refusal(bad), "");
  bad = dab(BrushAction::smooth, "water");
  EXPECT_NE(refusal(bad).find("water can only be raised or lowered"), std::string::npos) << refusal(bad);
  bad = good;
  bad.points = {};
  EXPECT_NE(refusal(bad).find("expected 1 to 100000 points, found 0"), std::string::npos) << refusal(bad);
  bad.points.assign(BrushStroke::kMostDabs + 1, {0.5f, 0.5f});
  EXPECT_NE(refusal(bad), "");
  bad.points = {{3.0f, 0.5f}};
  EXPECT_NE(refusal(bad), "");
  bad.points = {{std::nanf(""), 0.5f}};
  EXPECT_NE(refusal(bad), "");
  bad.points = {{0.0f, 0.0f}, {1.0f, 1.0f}};
  bad.spacing = 0.0001f;
  EXPECT_NE(refusal(bad).find("choose a wider spacing"), std::string::npos) << refusal(bad);
  bad = good;
  // A list of dabs that takes too long, which a file may not contain.
  const Grid large{.width = 1024, .height = 1024};
  bad.brush.radius = 200.0f;
  bad.points.assign(BrushStroke::kMostDabs, {0.5f, 0.5f});
  EXPECT_EQ(stroke_error(bad, world.terrain().soils, &large), "");
  EXPECT_NE(stroke_work_error(bad, large).find("or fewer points"), std::string::npos);
  bad.points.resize(BrushStroke::kMostDabs / 2);
  EXPECT_EQ(stroke_work_error(bad, large), "");
  bad = good;
  bad.stencil.width = 3;
  EXPECT_NE(refusal(bad).find("stencil: expected"), std::string::npos) << refusal(bad);
  EXPECT_EQ(world.hash(), hash);
  EXPECT_TRUE(world.recording().empty());
  // Outside a land without copies, there is nothing to change.
  Grid open = kGrid;
  open.boundary = Boundary::open;
  World beside = land(open);
  const std::uint64_t before = beside.hash();
  BrushStroke far = good;
  far.points = {{2.0f, 2.0f}};
  beside.apply(far);
  EXPECT_EQ(beside.hash(), before);
}

TEST(BrushStroke, FollowsItsStencil) {
  World world = land();
  const std::vector<double> before = heights(world);
  BrushStroke stroke = dab(BrushAction::raise, "rock", {.radius = 10.0f, .falloff = 0.0f, .amount = 1.0f});
  stroke.stencil = {2, 1, {0, 65535}};  // nothing in the west, all in the east
  world.apply(stroke);
  const std::vector<double> after = heights(world);
  EXPECT_NEAR(after[kGrid.index(40, 24)] - before[kGrid.index(40, 24)], 1.0, 1e-4);
  EXPECT_NEAR(after[kGrid.index(24, 24)] - before[kGrid.index(24, 24)], 0.0, 1e-4);
  // A quarter turn anticlockwise brings the east side to the north.
  World turned = land();
  stroke.brush.turn = 90.0f;
  turned.apply(stroke);
  EXPECT_NEAR(heights(turned)[kGrid.index(32, 32)] - before[kGrid.index(32, 32)], 1.0, 1e-4);
  EXPECT_NEAR(heights(turned)[kGrid.index(32, 16)] - before[kGrid.index(32, 16)], 0.0, 1e-4);
}

}  // namespace
}  // namespace barchan::test::brush_test
