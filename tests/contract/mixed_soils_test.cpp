// All processes together on a land of many soils: mass balance, threads, saving, and the number of layers.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "support/mixed_land.hpp"
#include "world/world.hpp"

namespace barchan::test::mixed_soils_test {
namespace {

const std::vector<std::string> kBoundaries{"periodic", "open", "closed"};

std::size_t layers_of(Columns const& columns, std::size_t cell) {
  return static_cast<std::size_t>(columns.layer_count(cell));
}

TEST(MixedSoils, CloseTheMassBalanceOfEverySoilInEveryBoundary) {
  for (std::string const& boundary : kBoundaries) {
    World world = mixed_world(boundary);
    for (int step = 0; step < 120; ++step) {
      world.step();
      ASSERT_EQ(unsound(world), "") << boundary << ", step " << step;
    }
    const MassBudget budget = world.budget();
    Soils const& soils = world.terrain().soils;
    for (std::size_t soil = 0; soil < soils.size(); ++soil) {
      EXPECT_EQ(budget.accounts[soil].error(), 0) << boundary << ", " << soils[soil].id;
      if (soil == kObstacle || soil == kRock) continue;  // there is no obstacle, and the bedrock is buried
      Account const& account = budget.accounts[soil];
      EXPECT_TRUE(account.lying != account.opening) << soils[soil].id << " is never moved, worn or made";
      EXPECT_TRUE(soils[soil].loose || account.converted < 0) << soils[soil].id << " is not worn";
    }
    EXPECT_EQ(budget.accounts[kWater].error(), 0);
  }
}

TEST(MixedSoils, CloseTheMassBalanceByTheArticleAndWithSingleSlabsToo) {
  for (const int threads : {1, 3}) {
    World world = mixed_world("open", threads);
    world.apply(SetParameter{"wind_particles", "law", 1.0});
    world.apply(SetParameter{"slab_dunes", "transport", 1.0});
    world.apply(SetParameter{"slab_dunes", "echo", 1.0});
    for (int step = 0; step < 60; ++step) {
      world.step();
      ASSERT_EQ(unsound(world), "") << step;
    }
  }
}

TEST(MixedSoils, RainThatIsSwitchedOffRightAfterARestoreDepositsItsLoads) {
  for (std::string const& boundary : kBoundaries) {
    World whole = mixed_world(boundary);
    for (int step = 0; step < 30; ++step) whole.step();
    World resumed = World::restore(whole.snapshot(), make_processes());
    for (World* world : {&whole, &resumed}) {
      world->apply(SetParameter{"water_particles", "enabled", 0.0});
      for (int step = 0; step < 5; ++step) world->step();
    }
    EXPECT_EQ(resumed.hash(), whole.hash()) << boundary;
    EXPECT_EQ(unsound(resumed), "") << boundary;
  }
}

TEST(MixedSoils, GiveOneHashForEveryNumberOfThreads) {
  for (std::string const& boundary : kBoundaries) {
    World one = mixed_world(boundary);
    for (int step = 0; step < 50; ++step) one.step();
    for (const int threads : {2, 3, 7}) {
      World other = mixed_world(boundary, threads);
      for (int step = 0; step < 50; ++step) other.step();
      EXPECT_EQ(other.hash(), one.hash()) << boundary << ", " << threads << " threads";
    }
  }
}

TEST(MixedSoils, GoOnFromASavedWorldAsIfNothingHadBeen) {
  World straight = mixed_world("open");
  for (int step = 0; step < 60; ++step) straight.step();
  World resumed = World::restore(straight.snapshot(), make_processes(), 2);
  EXPECT_EQ(resumed.hash(), straight.hash());
  for (int step = 0; step < 60; ++step) {
    straight.step();
    resumed.step();
    ASSERT_EQ(resumed.hash(), straight.hash()) << step;
  }
}

TEST(MixedSoils, LayDownEverythingWhenProcessesAreSwitchedOff) {
  World world = mixed_world("closed");
  for (int step = 0; step < 60; ++step) world.step();
  for (auto const& process : world.processes()) {
    world.apply(SetParameter{std::string(process->info().id), "enabled", 0.0});
  }
  world.step();
  for (const SoilId account : accounts_of(world.terrain().soils)) {
    EXPECT_EQ(world.budget().accounts[account].airborne, 0) << account_id(world.terrain().soils, account);
  }
  EXPECT_EQ(unsound(world), "");
}

TEST(MixedSoils, KeepTheNumberOfLayersInBounds) {
  World world = mixed_world("periodic");
  Columns const& columns = world.terrain().columns;
  const Quanta depth = columns.mixing_depth();
  std::vector<std::size_t> begun;
  for (std::size_t cell = 0; cell < columns.size(); ++cell) begun.push_back(layers_of(columns, cell));
  std::vector<Quanta> lowest(columns.elevations().begin(), columns.elevations().end());
  const auto kinds = static_cast<std::size_t>(std::ranges::count_if(world.terrain().soils, &Soil::loose));
  for (int step = 0; step < 150; ++step) {
    world.step();
    for (std::size_t cell = 0; cell < columns.size(); ++cell) {
      lowest[cell] = std::min(lowest[cell], columns.elevation(cell));
      const auto risen = static_cast<std::size_t>((columns.elevation(cell) - lowest[cell]) / depth);
      // One layer more for each solid layer, because weathering can make a layer of each.
      ASSERT_LE(layers_of(columns, cell), 2 * begun[cell] + kinds * (2 + risen))
          << "cell " << cell << ", step " << step;
    }
  }
}

}  // namespace
}  // namespace barchan::test::mixed_soils_test
