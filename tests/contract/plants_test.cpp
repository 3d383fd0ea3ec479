/// Plants shelter the ground from everything that moves it: nothing is entrained under the densest plants, about half
/// under half that density, and airborne sand is deposited among them.
#include <algorithm>
#include <iterator>
#include <numeric>

#include <gtest/gtest.h>

#include "base/land_vector.hpp"
#include "contract/process_test.hpp"
#include "land/terrain.hpp"
#include "support/deserts.hpp"
#include "world/world.hpp"

namespace barchan::test::plants_test {
namespace {

constexpr int kSide = 64;

/// A process that moves sand, with one setting.
struct Mover {
  std::string name, process, key;
  double value;
};
void PrintTo(Mover const& mover, std::ostream* out) { *out << mover.name; }
std::string name_of_mover(testing::TestParamInfo<Mover> const& info) { return info.param.name; }

class PlantsShelter : public testing::TestWithParam<Mover> {
 protected:
  /// A rough slope of `sand` metres on rock, falling to the east, under plants of this density from column `first` on.
  static World land(double sand, float density, int first = 0) {
    const bool water = GetParam().process == "water_particles";
    // For water, the slope has no hollows in which it would come to rest.
    WorldSetup setup = make_bed({.side = kSide, .thickness = 4.0, .noise = water ? 0.05 : 0.2});
    setup.grid.boundary = Boundary::open;
    for (std::size_t i = 0; i < setup.sand.size(); ++i) {
      const Quanta height = setup.sand[i] + (water ? static_cast<Quanta>(kSide - i % kSide) * kQuantaPerMetre / 8 : 0);
      setup.sand[i] = to_quanta(sand);
      setup.base[i] = height;
    }
    if (density > 0.0f) {
      LandVector<float>& plants = setup.cell_layers.real(CellLayer::plants);
      for (std::size_t i = 0; i < setup.grid.cells(); ++i) {
        plants.push_back(static_cast<int>(i % kSide) < first ? 0.0f : density);
      }
    }
    setup.parameters = {{"wind", "direction", 0.0},           {"wind_particles", "population", 6000.0},
                        {"wind_particles", "inflow", 0.0},    {"wind_particles", "reptation", 0.0},
                        {"slab_dunes", "inflow", 0.0},        {"slab_dunes", "echo", 0.0},
                        {"slab_dunes", "reptation", 0.0},     {"water_particles", "erodibility", 1.0},
                        {"water_particles", "gathering", 0.0}};
    setup.parameters.push_back({GetParam().process, GetParam().key, GetParam().value});
    return make_world(std::move(setup), GetParam().process);
  }
  /// Amount entrained so far: the current load plus everything deposited.
  static QuantaSum taken(World const& world) {
    QuantaSum sum = 0;
    for (auto const& process : world.processes()) sum += process->counters().laid_down;
    for (std::size_t soil = 0; soil < kWater; ++soil) sum += world.budget().accounts[soil].airborne;
    return sum;
  }
};

TEST_P(PlantsShelter, NothingIsTakenFromUnderThem) {
  for (double sand : {1.0, 0.0}) {  // loose ground, and bare rock that is worn
    World world = land(sand, 1.0f);
    Columns const before = world.terrain().columns;
    run(world, 40);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_GE(world.terrain().columns.sediment(i), before.sediment(i)) << "cell " << i;
      ASSERT_EQ(world.terrain().columns.base(i), before.base(i)) << "cell " << i;
    }
    EXPECT_EQ(taken(world), 0);
    EXPECT_EQ(unsound(world), "");
    World open = land(sand, 0.0f);
    run(open, 40);
    EXPECT_NE(open.terrain().columns, before) << "without plants it moves";
  }
}

TEST_P(PlantsShelter, HalfOfThemKeepsHalf) {
  World bare = land(1.0, 0.0f);
  World half = land(1.0, 0.5f);
  for (World* world : {&bare, &half}) run(*world, GetParam().process == "water_particles" ? 20 : 1);
  const double share = static_cast<double>(taken(half)) / static_cast<double>(taken(bare));
  RecordProperty("share", std::to_string(share));
  // Plants also slow the water: friction is multiplied by 1 + 15 v. Entrainment grows with the square of the speed,
  // once through the path length and once through the capacity.
  const double slower = GetParam().process == "water_particles" ? 1.0 + 15.0 * 0.5 : 1.0;
  EXPECT_NEAR(share * slower, 0.5, 0.06);
}

TEST_P(PlantsShelter, WhatFliesStaysInThem) {
  if (GetParam().process == "water_particles") return;  // water carries its load as far as it runs
  World world = land(1.0, 1.0f, kSide / 2);
  Columns const before = world.terrain().columns;
  run(world, 300);
  const auto gained = [&](int first, int last) {
    QuantaSum sum = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const int x = static_cast<int>(i % kSide);
      if (x >= first && x < last) sum += world.terrain().columns.sediment(i) - before.sediment(i);
    }
    return sum;
  };
  EXPECT_GT(gained(kSide / 2, kSide / 2 + 16), 10 * kQuantaPerMetre) << "it comes to rest";
  // Single quanta, whose deposit rounds down to zero, fly on.
  EXPECT_LT(gained(kSide / 2 + 28, kSide), gained(kSide / 2, kSide) / 10000) << "and none gets through";
  EXPECT_EQ(unsound(world), "");
}

INSTANTIATE_TEST_SUITE_P(, PlantsShelter,
                         testing::Values(Mover{"wind_particles", "wind_particles", "abrasion", 0.05},
                                         Mover{"article", "wind_particles", "law", 1.0},
                                         Mover{"field", "slab_dunes", "abrasion", 0.01},
                                         Mover{"events", "slab_dunes", "transport", 1.0},
                                         Mover{"water_particles", "water_particles", "population", 4000.0}),
                         name_of_mover);

class PlantsContract : public ProcessContract {};

TEST_P(PlantsContract, MassBalanceClosesAndThreadsChangeNothing) {
  for (Boundary boundary : kBoundaries) {
    const auto world = [&](int threads) {
      WorldSetup setup = make_setup({.width = 48, .height = 36, .boundary = boundary});
      const std::vector<float> noise = smooth_noise(setup.grid, 8, 7);
      setup.cell_layers.real(CellLayer::plants).assign(noise.begin(), noise.end());
      World made = make_world(std::move(setup), GetParam(), threads);
      run(made, 15);
      EXPECT_EQ(unsound(made), "");
      return made;
    };
    const std::uint64_t hash = world(1).hash();
    EXPECT_EQ(world(2).hash(), hash);
    EXPECT_EQ(world(7).hash(), hash);
  }
}

INSTANTIATE_TEST_SUITE_P(, PlantsContract, testing::ValuesIn(each_process_and_all()), name_of_process);

TEST(PlantsSlowWater, AStreamAmongThemIsSlower) {
  const auto speed = [](float density) {
    WorldSetup setup = make_bed({.side = kSide, .thickness = 0.0, .noise = 0.0});
    setup.grid.boundary = Boundary::open;
    for (std::size_t i = 0; i < setup.base.size(); ++i) {
      setup.base[i] = static_cast<Quanta>(kSide - i % kSide) * kQuantaPerMetre / 8;
    }
    if (density > 0.0f) setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), density);
    setup.parameters = {{"water_particles", "population", 500.0}, {"water_particles", "erodibility", 0.0}};
    World world = make_world(std::move(setup), "water_particles");
    run(world, 30);
    double sum = 0.0;
    std::vector<ParticleTrace> traces;
    for (auto const& process : world.processes()) {
      if (Carrier const* const carrier = process->carrier().any()) {
        std::ranges::copy(carrier->trace_particles(world.terrain(), 500), std::back_inserter(traces));
      }
    }
    for (ParticleTrace const& trace : traces) sum += static_cast<double>(trace.velocity.x);
    return sum / static_cast<double>(traces.size());
  };
  // On a slope the speed is inversely proportional to the root of the friction, which is 16 times as large, apart from
  // the start of a run.
  EXPECT_NEAR(speed(1.0f) / speed(0.0f), 0.25, 0.06);
}

}  // namespace
}  // namespace barchan::test::plants_test
