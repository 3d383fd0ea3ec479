/// Rules of plants against their equations: growth, burial, spreading and seeds; and their effect on airborne sand for
/// any cell size.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include <gtest/gtest.h>

#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/slab_dunes/parameters.hpp"
#include "processes/slab_dunes/shelter.hpp"
#include "support/columns_test_access.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan::test::vegetation_test {
namespace {

/// Still, level sand with the same cover everywhere. Only plants act.
World make_meadow(float cover, std::vector<SetParameter> parameters, int side = 24, float cell_size = 1.0f) {
  WorldSetup setup = make_bed({.side = side, .cell_size = cell_size, .thickness = 1.0, .noise = 0.0});
  setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), cover);
  setup.parameters = {{"vegetation", "seeds", 0.0}, {"vegetation", "growth", 0.05}, {"vegetation", "density", 0.8}};
  setup.parameters.insert(setup.parameters.end(), parameters.begin(), parameters.end());
  return make_world(std::move(setup), "vegetation");
}

double mean_cover(World const& world) {
  LandVector<float> const& cover = world.terrain().cell_layers.real(CellLayer::plants);
  return std::accumulate(cover.begin(), cover.end(), 0.0) / static_cast<double>(cover.size());
}

TEST(Plants, GrowAsTheLogisticEquationSaysAtAnyTimeStep) {
  for (double step : {0.02, 0.4, 2.0}) {
    World world = make_meadow(0.1f, {{"world", "time_step", step}});
    run(world, static_cast<int>(std::lround(40.0 / step)));
    const double exact = 0.8 / (1.0 + (0.8 / 0.1 - 1.0) * std::exp(-0.05 * 40.0));
    EXPECT_NEAR(mean_cover(world), exact, 2e-4) << step << " s";
  }
}

TEST(Plants, WitherWhereTheyCannotRoot) {
  WorldSetup setup = make_bed({.side = 8, .thickness = 0.0, .noise = 0.0});
  setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), 0.5f);
  setup.parameters = {{"vegetation", "seeds", 0.0}, {"vegetation", "growth", 0.05}};
  World world = make_world(std::move(setup), "vegetation");
  run(world, 100);
  EXPECT_NEAR(mean_cover(world), 0.5 * std::exp(-0.05 * 40.0), 1e-3);
}

/// Cover after one minute on ground that rises by `rate` m/s.
double cover_under_burial(double rate, double optimum) {
  World world = make_meadow(0.4f, {{"vegetation", "optimum", optimum}, {"vegetation", "endurance", 0.02}}, 8);
  Columns& columns = ColumnsTestAccess::columns(world);
  const Quanta each = to_quanta(rate * 0.4);
  for (int step = 0; step < 150; ++step) {
    for (std::size_t cell = 0; cell < columns.size(); ++cell) ColumnsTestAccess::add_sand(columns, cell, each);
    world.step();
  }
  return mean_cover(world);
}

TEST(Plants, DieWhereTheyAreBuriedFasterThanTheyGrow) {
  const double still = cover_under_burial(0.0, 0.0);
  const double slow = cover_under_burial(0.008, 0.0);
  const double fast = cover_under_burial(0.05, 0.0);
  std::printf("cover after 60 s: %.3f still, %.3f under 8 mm/s, %.4f under 50 mm/s\n", still, slow, fast);
  EXPECT_GT(still, 0.7);
  EXPECT_LT(slow, still - 0.1);
  EXPECT_GT(slow, 0.3) << "slow sand is outgrown";
  EXPECT_LT(fast, 0.02);
}

TEST(Plants, OfDunesGrowBestUnderAsMuchSandAsTheyLike) {
  const double still = cover_under_burial(0.0, 0.01);
  const double liked = cover_under_burial(0.01, 0.01);
  const double much = cover_under_burial(0.05, 0.01);
  std::printf("dune grass after 60 s: %.3f still, %.3f under 10 mm/s, %.3f under 50 mm/s\n", still, liked, much);
  EXPECT_GT(liked, still + 0.1);
  EXPECT_GT(liked, much + 0.1);
}

/// Radius of the stand into which one bush has grown, m.
double stand_radius(float cell_size, double time_step) {
  const int side = static_cast<int>(60.0f / cell_size);
  WorldSetup setup = make_bed({.side = side, .cell_size = cell_size, .thickness = 1.0, .noise = 0.0});
  setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), 0.0f);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double dx = (x + 0.5) * static_cast<double>(cell_size) - 30.0;
      const double dy = (y + 0.5) * static_cast<double>(cell_size) - 30.0;
      if (dx * dx + dy * dy < 16.0) setup.cell_layers.real(CellLayer::plants)[setup.grid.index(x, y)] = 0.8f;
    }
  }
  setup.parameters = {{"vegetation", "seeds", 0.0},
                      {"vegetation", "growth", 0.05},
                      {"vegetation", "density", 0.8},
                      {"vegetation", "spread", 0.4},
                      {"world", "time_step", time_step}};
  World world = make_world(std::move(setup), "vegetation");
  run(world, static_cast<int>(std::lround(60.0 / time_step)));
  LandVector<float> const& cover = world.terrain().cell_layers.real(CellLayer::plants);
  const auto green = std::count_if(cover.begin(), cover.end(), [](float c) { return c > 0.4f; });
  return std::sqrt(static_cast<double>(green) / M_PI) * static_cast<double>(cell_size);
}

TEST(Plants, CreepAsFastWhateverTheCellsAndTheTimeStep) {
  const double radius = stand_radius(1.0f, 0.4);
  std::printf("radius after a minute: %.2f m; cells of 0.5 m %.2f; sixteenth steps %.2f\n", radius,
              stand_radius(0.5f, 0.1), stand_radius(1.0f, 0.025));
  EXPECT_GT(radius, 8.0);
  EXPECT_NEAR(stand_radius(0.5f, 0.1), radius, 0.3);
  EXPECT_NEAR(stand_radius(1.0f, 0.025), radius, 0.1);
}

TEST(Plants, GiveTheSameTotalsInSixteenthSteps) {
  const auto total = [](double time_step) {
    double sum = 0.0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      WorldSetup setup = make_bed({.side = 96, .thickness = 1.0, .noise = 0.0, .seed = seed});
      setup.parameters = {
          {"vegetation", "growth", 0.02}, {"vegetation", "seeds", 0.01}, {"world", "time_step", time_step}};
      World world = make_world(std::move(setup), "vegetation");
      run(world, static_cast<int>(std::lround(80.0 / time_step)));
      sum += mean_cover(world);
    }
    return sum / 4;
  };
  const double whole = total(0.4);
  const double sixteenth = total(0.025);
  std::printf("mean cover %.4f, in sixteenth steps %.4f\n", whole, sixteenth);
  EXPECT_GT(whole, 0.05);
  EXPECT_NEAR(sixteenth / whole, 1.0, 0.02);
}

TEST(Plants, TellTheRateAtWhichTheGroundRisesAtAnyTimeStep) {
  constexpr double kRate = 0.004;  // m/s
  for (double step : {0.02, 0.4, 2.0}) {
    World world = make_meadow(0.4f, {{"world", "time_step", step}}, 8);
    Columns& columns = ColumnsTestAccess::columns(world);
    for (int i = 0; i < static_cast<int>(std::lround(80.0 / step)); ++i) {
      for (std::size_t cell = 0; cell < columns.size(); ++cell) {
        ColumnsTestAccess::add_sand(columns, cell, to_quanta(kRate * step));
      }
      world.step();
    }
    // The ground rises in steps, and the last of them may not have been averaged yet.
    EXPECT_NEAR(static_cast<double>((*world.field("burial"))[0]) / kRate, 1.0, 0.15) << step << " s";
  }
}

/// Bare, level sand on which seeds come up but hardly grow. Only plants act.
WorldSetup sown_land(int side, float cell_size = 1.0f) {
  WorldSetup setup = make_bed({.side = side, .cell_size = cell_size, .thickness = 1.0, .noise = 0.0});
  setup.parameters = {{"vegetation", "seeds", 0.01}, {"vegetation", "growth", 0.001}, {"vegetation", "spread", 0.0}};
  return setup;
}

TEST(Seeds, ComeUpAsDenselyInCellsOfAnySize) {
  constexpr double kSeedling = 0.1;  // m2
  for (int cell : {1, 2, 4}) {
    World world = make_world(sown_land(96 / cell, static_cast<float>(cell)), "vegetation");
    run(world, 100);
    const double expected = 0.01 * 40.0 * kSeedling;
    EXPECT_NEAR(mean_cover(world) / expected, 1.0, 0.1) << cell << " m";
  }
}

TEST(Seeds, ComeUpWhereRootsFindSandAndWater) {
  constexpr int kSide = 32;
  WorldSetup setup = sown_land(kSide);
  LandVector<float>& water = setup.cell_layers.real(CellLayer::root_water);
  water.assign(setup.grid.cells(), 1.0f);
  const auto is_rocky = [](std::size_t cell) { return cell % kSide < 10; };
  const auto is_dry = [](std::size_t cell) { return cell % kSide >= 20; };
  for (std::size_t cell = 0; cell < setup.grid.cells(); ++cell) {
    setup.sand[cell] = to_quanta(is_rocky(cell) ? 0.04 : 0.06);
    if (is_dry(cell)) water[cell] = 0.0f;
  }
  World world = make_world(std::move(setup), "vegetation");
  run(world, 100);
  LandVector<float> const& cover = world.terrain().cell_layers.real(CellLayer::plants);
  int green = 0;
  for (std::size_t cell = 0; cell < cover.size(); ++cell) {
    if (is_rocky(cell) || is_dry(cell)) {
      EXPECT_EQ(cover[cell], 0.0f) << cell % kSide;
    } else if (cover[cell] > 0.0f) {
      ++green;
    }
  }
  EXPECT_GT(green, 50);
}

TEST(Seeds, FillNoStandAboveItsDensity) {
  WorldSetup setup = sown_land(32);
  setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), 0.45f);
  setup.parameters.push_back({"vegetation", "density", 0.5});
  World world = make_world(std::move(setup), "vegetation");
  run(world, 400);
  LandVector<float> const& cover = world.terrain().cell_layers.real(CellLayer::plants);
  EXPECT_EQ(*std::ranges::max_element(cover), 0.5f);
}

TEST(Seeds, ComeUpWhenTheyAreSwitchedOnOnALandAtRest) {
  WorldSetup setup = sown_land(32);
  setup.parameters.push_back({"vegetation", "seeds", 0.0});
  World world = make_world(std::move(setup), "vegetation");
  run(world, 30);
  EXPECT_EQ(mean_cover(world), 0.0);
  world.apply(SetParameter{"vegetation", "seeds", 0.01});
  run(world, 30);
  EXPECT_GT(mean_cover(world), 0.005);
}

/// Sand that passes a hedge one hop wide, as a fraction of the sand that passes without it.
double passed_share(float cell_size, double time_step, float cover, Transport transport) {
  const auto flux_behind = [&](float hedge) {
    const int columns = static_cast<int>(100.0f / cell_size);
    const int rows = static_cast<int>(24.0f / cell_size);
    WorldSetup setup;
    setup.grid = {columns, rows, cell_size, Boundary::open};
    setup.base.assign(setup.grid.cells(), 0);
    setup.sand.assign(setup.grid.cells(), 0);
    setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), 0.0f);
    for (int i = 0; i < static_cast<int>(setup.grid.cells()); ++i) {
      const double metres = (i % columns + 0.5) * static_cast<double>(cell_size);
      if (metres < 30.0) setup.sand[static_cast<std::size_t>(i)] = to_quanta(2.0);
      if (metres > 60.0 && metres < 65.0)
        setup.cell_layers.real(CellLayer::plants)[static_cast<std::size_t>(i)] = hedge;
    }
    setup.parameters = {{"world", "time_step", time_step},
                        {"slab_dunes", "inflow", 0.0},
                        {"slab_dunes", "transport", static_cast<double>(transport)},
                        {"slab_dunes", "deposit_bare", 0.02},
                        {"slab_dunes", "lift_rate", 0.02},
                        {"wind", "shadow_low", 30.0},
                        {"wind", "shadow_high", 45.0}};
    World world = make_world(std::move(setup), "slab_dunes");
    run(world, static_cast<int>(std::lround(40.0 / time_step)));
    const std::vector<float> flux = *world.field("slab_flux");
    double sum = 0.0;
    for (int i = 0; i < static_cast<int>(flux.size()); ++i) {
      const double metres = (i % columns + 0.5) * static_cast<double>(cell_size);
      if (metres > 72.0 && metres < 92.0) sum += static_cast<double>(flux[static_cast<std::size_t>(i)]);
    }
    return sum;
  };
  return flux_behind(cover) / flux_behind(0.0f);
}

TEST(PlantsInTheWind, CatchTheirShareOfAHopWhateverTheCellsAndTheTimeStep) {
  // A tenth passes, and a small part of the caught sand is lifted again.
  for (Transport transport : {Transport::field, Transport::events}) {
    const double one = passed_share(1.0f, 0.4, 0.9f, transport);
    const double fine = passed_share(0.5f, 0.4, 0.9f, transport);
    const double quick = passed_share(1.0f, 0.1, 0.9f, transport);
    std::printf("a tenth should pass: %.3f; cells of 0.5 m %.3f; time step 0.1 s %.3f\n", one, fine, quick);
    EXPECT_NEAR(one, 0.13, 0.05);
    EXPECT_NEAR(fine, one, 0.03);
    EXPECT_NEAR(quick, one, 0.03);
    EXPECT_LT(passed_share(1.0f, 0.4, 1.0f, transport), 0.1) << "only what slides off the mound behind it";
  }
}

TEST(PlantsInTheWind, TrapsOfAHopMultiplyToWhatTheCoverLeavesOpen) {
  WorldSetup setup = make_bed({.side = 8, .thickness = 0.0, .noise = 0.0});
  setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), 0.0f);
  for (std::size_t i = 0; i < setup.cell_layers.real(CellLayer::plants).size(); ++i)
    setup.cell_layers.real(CellLayer::plants)[i] = static_cast<float>(i) / 63.0f;
  const World world = make_world(std::move(setup), "none");
  WindField wind;
  wind.renew(world.terrain(), {}, Scheduler(1));
  Ledger ledger;
  const Scheduler scheduler(1);
  const StepContext context{.wind = wind, .scheduler = scheduler, .ledger = ledger};
  ShelterMaps maps;
  for (int steps : {1, 2, 5, 10, 40}) {
    const SlabPlan plan{.hops_per_chance = 1.0f / static_cast<float>(steps)};
    const SlabShelter shelter = maps.renew(world.terrain(), context, plan, nullptr, nullptr);
    for (std::size_t i = 0; i < shelter.trap.size(); ++i) {
      const double cover = static_cast<double>(world.terrain().cell_layers.real(CellLayer::plants)[i]);
      EXPECT_NEAR(std::pow(1.0 - static_cast<double>(shelter.trap[i]), steps), 1.0 - cover, 0.003) << steps;
      EXPECT_NEAR(static_cast<double>(shelter.hold[i]), cover, 1e-6);
    }
  }
}

TEST(PlantsInTheWind, HoldTheirShareOfTheSand) {
  const auto lost = [](float cover) {
    WorldSetup setup = make_bed({.side = 40, .thickness = 3.0, .noise = 0.0});
    setup.grid.boundary = Boundary::open;
    setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), cover);
    setup.parameters = {{"slab_dunes", "inflow", 0.0}, {"slab_dunes", "lift_rate", 0.02}};
    World world = make_world(std::move(setup), "slab_dunes");
    run(world, 40);
    return to_metres(world.budget().accounts[kSand].out);
  };
  const double bare = lost(0.0f);
  std::printf("sand lost: bare %.2f, half covered %.3f of it, wholly %.4f\n", bare, lost(0.5f) / bare,
              lost(1.0f) / bare);
  EXPECT_GT(bare, 1.0);
  EXPECT_LT(lost(0.5f), 0.5 * bare);
  EXPECT_EQ(lost(1.0f), 0.0);
}

}  // namespace
}  // namespace barchan::test::vegetation_test
