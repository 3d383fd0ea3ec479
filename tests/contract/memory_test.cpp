// Memory of a land: a process that is off uses none.
#include <malloc.h>

#include <string>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::contract_memory_test {
namespace {

constexpr int kSide = 1024;
constexpr double kCells = kSide * kSide;
constexpr double kOfNoCells = 2.0;  // bytes per cell: buffers of rows and threads, and data of the scenario

double bytes_a_cell() {
  struct mallinfo2 const info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd) / kCells;
}

WorldSetup rough_sand() {
  WorldSetup setup;
  setup.grid = {.width = kSide, .height = kSide, .cell_size = 1.0f, .boundary = Boundary::periodic};
  setup.base.assign(setup.grid.cells(), 0);
  for (std::uint32_t i = 0; i < setup.grid.cells(); ++i) {
    const auto words = random_words(1, 0, RandomStream::scenario, i);
    setup.sand.push_back(to_quanta(4.0 + 0.1 * static_cast<double>(to_signed_unit(words[0]))));
  }
  // Weathering acts only when enough time has passed.
  setup.parameters = {{"wind_particles", "enabled", 0.0}, {"weathering", "years_per_second", 10.0}};
  return setup;
}

/// Memory limits of a land with one process.
struct Cost {
  std::string process;
  double most;  ///< bytes per cell, including the land
  double left;  ///< bytes per cell that stay when it is off: plants, water, recent slides
};
class Memory : public ::testing::TestWithParam<Cost> {};

TEST_P(Memory, OfACellIsBoundedAndGivenBack) {
  Cost const& cost = GetParam();
  const double before = bytes_a_cell();
  if (before == 0.0) GTEST_SKIP() << "this heap tells nothing of itself";
  World world(rough_sand(), make_processes(), 1);
  const auto steps = [&](double enabled) {
    world.apply(SetParameter{cost.process, "enabled", enabled});
    for (int i = 0; i < 3; ++i) EXPECT_EQ(checked_step(world), 0u);
    return bytes_a_cell() - before;
  };
  const double land = steps(0.0);
  const double on = steps(1.0);
  const double off = steps(0.0);
  RecordProperty("land", std::to_string(land));
  RecordProperty("on", std::to_string(on));
  EXPECT_LE(land, 20.0);
  EXPECT_GT(on, land) << "it does something";
  EXPECT_LE(on, cost.most + kOfNoCells);
  EXPECT_LE(off, land + cost.left + kOfNoCells) << "switched off";
}

INSTANTIATE_TEST_SUITE_P(Each, Memory,
                         ::testing::Values(Cost{"wind_particles", 80.0, 4.0}, Cost{"slab_dunes", 76.0, 4.0},
                                           Cost{"water_particles", 84.0, 18.0}, Cost{"vegetation", 36.0, 4.0},
                                           Cost{"weathering", 32.0, 0.0}, Cost{"groundwater", 60.0, 24.0}),
                         [](auto const& row) { return row.param.process; });

}  // namespace
}  // namespace barchan::test::contract_memory_test
