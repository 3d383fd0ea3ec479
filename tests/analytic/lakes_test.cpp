/// Lakes against slow oracles on lands whose integer elevations have many ties. More than enough water leaves the
/// surface of a priority flood. Ten tenths give the same result as one pour. After any changes of the ground, the water
/// lies as if it had just been poured.
#include <string>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "base/scheduler.hpp"
#include "land/columns.hpp"
#include "support/flooded_land.hpp"
#include "support/long_run.hpp"

namespace barchan::lakes_test {
namespace {

using test::IntegerLand;
using test::random_between;
using test::Randomness;
using test::Texture;

IntegerLand land_number(int number, Boundary boundary, Randomness& randomness) {
  int side = static_cast<int>(random_between(randomness, 10, 60));
  if (number % 10 == 0) side = static_cast<int>(random_between(randomness, 80, 160));
  if (number % 50 == 0) side = 300;
  const int other = number % 3 == 0 ? static_cast<int>(random_between(randomness, 10, side)) : side;
  constexpr Quanta kRelief[]{5, 40, 5000};
  const Texture texture = number % 4 < 2 ? Texture::noise : Texture::hills;
  return random_land(randomness, {.width = side, .height = other, .cell_size = 1.0f, .boundary = boundary}, texture,
                     kRelief[number / 4 % 3]);
}

std::string name_of(int number) { return "land " + std::to_string(number); }

/// More water than any lake of a land can hold.
QuantaSum enough_for(IntegerLand const& land) { return QuantaSum{20000} * static_cast<QuantaSum>(land.cells()); }

struct Filling {
  QuantaSum poured = 0, left = 0;
};

/// Pours enough into each hollow that is still dry, and compares all water with a flooded surface.
Filling fill_up(Lakes& lakes, IntegerLand const& land, std::vector<Quanta> const& surface) {
  Filling filling;
  for (std::size_t cell = 0; cell < land.cells(); ++cell) {
    if (surface[cell] == land.elevations[cell] || lakes.id(cell) != 0) continue;
    filling.left += pour_and_rest(lakes, land, {cell, enough_for(land)});
    filling.poured += enough_for(land);
  }
  for (std::size_t cell = 0; cell < land.cells(); ++cell) {
    EXPECT_EQ(land.elevations[cell] + lakes.depth(cell), surface[cell]) << "cell " << cell;
  }
  return filling;
}

TEST(Lakes, MoreThanEnoughWaterLeavesAPriorityFlood) {
  const int lands = test::how_many(100, 1000);
  for (int number = 0; number < lands; ++number) {
    SCOPED_TRACE(name_of(number));
    Randomness randomness(static_cast<std::uint64_t>(number));
    const IntegerLand land = land_number(number, Boundary::open, randomness);
    const std::vector<Quanta> surface = test::priority_flood(land);
    Lakes lakes(land.grid);
    const QuantaSum enough = enough_for(land);
    QuantaSum poured = 0, left = 0;
    for (std::size_t cell = 0; cell < land.cells(); ++cell) {
      if (surface[cell] == land.elevations[cell] || random_between(randomness, 0, 6) > 0) continue;
      const LakePour pour{cell, enough};
      left += lakes.pour({&pour, 1}, land.elevations);
      poured += enough;
      if (cell % 16 == 0) left += run_to_rest(lakes, land);
    }
    left += run_to_rest(lakes, land);
    const Filling filling = fill_up(lakes, land, surface);
    ASSERT_EQ(lakes.held() + left + filling.left, poured + filling.poured);
    ASSERT_EQ(lakes.fault(), "");
    // A second run changes nothing.
    const Lakes before = lakes;
    lakes.follow(land.elevations);
    ASSERT_EQ(run_to_rest(lakes, land), 0);
    ASSERT_TRUE(lakes == before);
  }
}

TEST(Lakes, LeaveOverNoEdgeThatIsClosedAndGoOnSoAfterSaving) {
  const int lands = test::how_many(100, 1000);
  for (int number = 0; number < lands; ++number) {
    SCOPED_TRACE(name_of(number));
    Randomness randomness(static_cast<std::uint64_t>(number) + 20000);
    IntegerLand land = land_number(number, Boundary::open, randomness);
    const QuantaSum share = random_between(randomness, 1, 9);
    for (std::size_t cell = 0; cell < land.cells(); ++cell) {
      if (land.grid.on_edge(cell) && random_between(randomness, 0, 9) < share) land.closed.push_back(cell);
    }
    Lakes lakes(land.grid);
    // Some lands close these edges before there is water, others only afterwards.
    if (number % 2 == 0) lakes.close(land.closed);
    const QuantaSum enough = enough_for(land);
    QuantaSum left = pour_and_rest(lakes, land, {land.cells() / 2, enough});
    lakes.close(land.closed);
    left += run_to_rest(lakes, land);
    const std::vector<Quanta> surface = test::priority_flood(land);
    const Filling filling = fill_up(lakes, land, surface);
    ASSERT_EQ(lakes.held() + left + filling.left, enough + filling.poured);
    ASSERT_EQ(lakes.fault(), "");

    Archive saved = Archive::writer();
    lakes.keep(saved, land.elevations);
    const std::vector<std::byte> bytes = saved.take();
    Archive reader = Archive::reader(bytes);
    Lakes restored(land.grid);
    restored.keep(reader, land.elevations);
    ASSERT_TRUE(restored == lakes);
    // Closed cells that are under water stay closed. All others open.
    std::vector<std::size_t> wet;
    std::ranges::copy_if(land.closed, std::back_inserter(wet), [&](std::size_t cell) { return lakes.id(cell) != 0; });
    for (Lakes* opened : {&lakes, &restored}) {
      opened->close({});
      run_to_rest(*opened, land);
      ASSERT_EQ(opened->fault(), "");
      for (const std::size_t cell : wet) ASSERT_NE(opened->id(cell), 0) << "cell " << cell;
    }
    ASSERT_TRUE(restored == lakes);
  }
}

TEST(Lakes, TenTenthsAreOnePour) {
  const int lands = test::how_many(90, 1000);
  for (int number = 0; number < lands; ++number) {
    SCOPED_TRACE(name_of(number));
    Randomness randomness(static_cast<std::uint64_t>(number) + 10000);
    const IntegerLand land = land_number(number, static_cast<Boundary>(number % 3), randomness);
    Lakes once(land.grid), tenths(land.grid);
    test::ScratchLakes scratch(land);
    const bool small = land.cells() <= 2500;
    QuantaSum left_once = 0, left_tenths = 0, poured = 0;
    for (int k = 0; k < 12; ++k) {
      const auto cell =
          static_cast<std::size_t>(random_between(randomness, 0, static_cast<QuantaSum>(land.cells()) - 1));
      const QuantaSum part =
          random_between(randomness, 1, static_cast<QuantaSum>(land.cells()) * (k % 3 == 0 ? 50 : 2));
      left_once += pour_and_rest(once, land, {cell, 10 * part});
      for (int i = 0; i < 10; ++i) left_tenths += pour_and_rest(tenths, land, {cell, part});
      if (small) scratch.pour(cell, 10 * part);
      poured += 10 * part;
    }
    ASSERT_EQ(once.held() + left_once, poured);
    ASSERT_EQ(once.fault(), "");
    ASSERT_EQ(tenths.fault(), "");
    ASSERT_EQ(left_once, left_tenths);
    ASSERT_EQ(depths(once, land), depths(tenths, land));
    if (small) {
      ASSERT_EQ(left_once, scratch.left());
      ASSERT_EQ(depths(once, land), scratch.depths());
    }
  }
}

/// Raises and lowers cells in and around the water.
void change(IntegerLand& land, Lakes const& lakes, Quanta relief, int count, Randomness& randomness) {
  std::vector<std::size_t> wet;
  for (std::size_t cell = 0; cell < land.cells(); ++cell) {
    if (lakes.id(cell) != 0) wet.push_back(cell);
  }
  for (int i = 0; i < count; ++i) {
    auto cell = static_cast<std::size_t>(random_between(randomness, 0, static_cast<QuantaSum>(land.cells()) - 1));
    if (!wet.empty() && i % 4 != 3) cell = wet[randomness() % wet.size()];
    if (i % 2 != 0) {
      const std::vector<std::size_t> around = land.neighbours(cell);
      cell = around[randomness() % around.size()];
    }
    const Quanta most = randomness() % 4 == 0 ? relief * 3 : relief / 4 + 1;
    land.elevations[cell] += static_cast<Quanta>(random_between(randomness, -most, most));
  }
}

TEST(Lakes, AfterAnyChangesOfTheGroundTheWaterStandsAsIfPouredAgain) {
  const int lands = test::how_many(10, 400);
  int differ = 0, batches = 0;
  for (int number = 0; number < lands; ++number) {
    SCOPED_TRACE(name_of(number));
    Randomness randomness(static_cast<std::uint64_t>(number) + 20000);
    const Quanta relief = number % 2 == 0 ? 3000 : 6;
    const Grid grid{.width = static_cast<int>(random_between(randomness, 12, 70)),
                    .height = static_cast<int>(random_between(randomness, 12, 70)),
                    .cell_size = 1.0f,
                    .boundary = static_cast<Boundary>(number % 3)};
    IntegerLand land = random_land(randomness, grid, number % 4 < 2 ? Texture::noise : Texture::hills, relief);
    Lakes lakes(grid);
    QuantaSum poured = 0, left = 0;
    const auto rain = [&](QuantaSum most) {
      const QuantaSum amount = random_between(randomness, 1, most);
      const auto cell =
          static_cast<std::size_t>(random_between(randomness, 0, static_cast<QuantaSum>(land.cells()) - 1));
      poured += amount;
      left += pour_and_rest(lakes, land, {cell, amount});
    };
    for (int i = 0; i < 30; ++i) rain(relief * static_cast<QuantaSum>(land.cells()) / 20 + 1);
    for (int batch = 0; batch < 25; ++batch) {
      change(land, lakes, relief, batch % 5 == 4 ? 60 : 10, randomness);
      lakes.look(Columns(land.grid, land.elevations, std::vector<Quanta>(land.cells())), Scheduler(2));
      lakes.heed();
      rain(relief * 3);
      ASSERT_EQ(lakes.held() + left, poured);
      ASSERT_EQ(lakes.fault(), "") << "batch " << batch;
      const auto [depth, ran_off] = poured_anew(lakes, land);
      ++batches;
      if (ran_off != 0 || depth != depths(lakes, land)) ++differ;
    }
  }
  EXPECT_EQ(differ, 0) << "of " << batches << " batches";
}

}  // namespace
}  // namespace barchan::lakes_test
