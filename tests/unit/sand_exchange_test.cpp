/// Exchange between movers and land: few movers leave the same land as many do, and cost only as much as they touch.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/wind_particles/averages.hpp"
#include "processes/wind_particles/exchange.hpp"

namespace barchan::test::sand_exchange_test {
namespace {

constexpr Quanta kSandDepth = 1000;
constexpr std::size_t kFew = 40, kMany = 1 << 20;  // number of movers that is announced to the exchange

Terrain make_terrain() {
  Terrain terrain;
  terrain.grid = {150, 130, 1.0f, Boundary::periodic};
  const std::size_t cells = terrain.grid.cells();
  terrain.columns = Columns(terrain.grid, std::vector<Quanta>(cells, 0), std::vector<Quanta>(cells, kSandDepth));
  return terrain;
}

/// State after a step of two rounds of forty movers, several of which want the same sand.
struct Outcome {
  std::vector<Quanta> elevations, gains;
  std::vector<std::uint8_t> disturbed;
  std::vector<float> path;
  QuantaSum granted = 0;

  bool operator==(Outcome const&) const = default;
};

struct Wish {
  std::size_t cell;
  Quanta amount;
};

class Movers {
 public:
  /// `expected`: number of movers announced as few for the land, so that the exchange shares out trade by trade; 0: not
  /// announced.
  explicit Movers(std::size_t told, std::size_t expected = 0) : told_(told), expected_(expected) {
    exchange_.prepare(terrain_.grid);
  }

  void step(std::uint64_t number) {
    exchange_.begin(terrain_, told_, scheduler_);
    if (expected_ > 0) exchange_.expect(expected_);
    for (std::uint32_t round = 0; round < 2; ++round) exchange_round(number, round);
    gains_.assign(terrain_.grid.cells(), 0);
    const SandExchange::EachRun average = averages_.add(exchange_, 0.25f);
    exchange_.apply(terrain_, ledger_, scheduler_, [&](std::size_t first, std::span<Quanta const> gains) {
      average(first, gains);
      std::ranges::copy(gains, gains_.begin() + static_cast<std::ptrdiff_t>(first));
    });
  }
  std::size_t cells_looked_at() const {
    std::size_t sum = 0;
    exchange_.for_touched(scheduler_, [&](std::size_t, std::size_t count) { sum += count; });
    return sum;
  }
  Outcome outcome() const {
    const auto elevations = terrain_.columns.elevations();
    const auto disturbed = terrain_.columns.disturbed();
    Outcome found{.elevations = {elevations.begin(), elevations.end()},
                  .gains = gains_,
                  .disturbed = {disturbed.begin(), disturbed.end()},
                  .path = std::vector<float>(terrain_.grid.cells()),
                  .granted = granted_};
    averages_.read_path(found.path);
    return found;
  }

 private:
  void exchange_round(std::uint64_t step, std::uint32_t round) {
    std::vector<Wish> wishes;
    std::vector<std::int32_t> cells, visits;
    std::vector<Quanta> lifts, deposits;
    for (std::uint32_t i = 0; i < kFew; ++i) {
      const auto words = random_words(1, step, RandomStream::scenario, i, round);
      const std::size_t cell = words[0] % 25 * 641 + step % 7;
      wishes.push_back({cell, static_cast<Quanta>(words[1] % 300)});
      const auto deposit = static_cast<Quanta>(words[2] % 100);
      // Every fourth mover trades alone, like one that ends its flight.
      if (expected_ > 0 && i % 4 != 0) {
        cells.push_back(static_cast<std::int32_t>(cell));
        lifts.push_back(wishes.back().amount);
        deposits.push_back(deposit);
        visits.push_back(words[3] % 2 == 0 ? kernel::kVisited : 0);
        continue;
      }
      exchange_.trade(cell, wishes.back().amount, deposit);
      if (words[3] % 2 == 0) exchange_.visit(cell);
    }
    exchange_.trade({0, cells.size(), cells.data(), lifts.data(), deposits.data(), visits.data()}, false);
    exchange_.look(terrain_);
    for (Wish const& wish : wishes) granted_ += exchange_.grant(wish.cell, wish.amount);
    exchange_.share_out(terrain_, scheduler_);
  }

  std::size_t told_, expected_;
  Scheduler scheduler_;
  Terrain terrain_ = make_terrain();
  Ledger ledger_;
  SandExchange exchange_;
  WindAverages averages_;
  std::vector<Quanta> gains_;  ///< of the last step
  QuantaSum granted_ = 0;
};

TEST(SandExchange, LeavesTheSameLandBehindForFewAndForMany) {
  Movers few(kFew), many(kMany), sparse(kMany, kFew);
  for (std::uint64_t step = 0; step < 30; ++step) {
    for (Movers* movers : {&few, &many, &sparse}) movers->step(step);
    ASSERT_EQ(few.outcome(), many.outcome()) << step;
    ASSERT_EQ(sparse.outcome(), many.outcome()) << step;
  }
  EXPECT_GT(few.outcome().granted, 0);
}

TEST(SandExchange, LooksOnlyAtTheCellsThatFewMoversTouch) {
  Movers few(kFew);
  for (std::uint64_t step = 0; step < 30; ++step) {
    few.step(step);
    EXPECT_LE(few.cells_looked_at(), 25u) << "there are as many places where they trade";
    EXPECT_GT(few.cells_looked_at(), 10u);
  }
}

TEST(WindAverages, FadeInCellsWhereNothingHappens) {
  const Terrain terrain = make_terrain();
  const Scheduler scheduler;
  SandExchange exchange;
  exchange.prepare(terrain.grid);
  WindAverages averages;

  std::vector<float> path(terrain.grid.cells());
  double once = 0.0, often = 0.0;  // values by the definition
  const double rate = 1.0 - std::exp(-0.25 / 20.0);
  for (int step = 0; step < 4000; ++step) {  // long enough for the scale to start again
    exchange.begin(terrain, kFew, scheduler);
    const bool visit_once = step % 2000 == 0, visit_often = step % 3 == 0;
    if (visit_once) exchange.visit(7);
    if (visit_often) exchange.visit(300);
    const SandExchange::EachRun average = averages.add(exchange, 0.25f);
    exchange.for_touched(scheduler,
                         [&](std::size_t first, std::size_t count) { average(first, std::vector<Quanta>(count, 0)); });
    once += rate * ((visit_once ? 1.0 : 0.0) - once);
    often += rate * ((visit_often ? 1.0 : 0.0) - often);
    if (step % 97 != 0) continue;
    averages.read_path(path);
    ASSERT_NEAR(static_cast<double>(path[7]), once, 1e-2 * once) << step;
    ASSERT_NEAR(static_cast<double>(path[300]), often, 1e-2 * often) << step;
    ASSERT_EQ(path[8], 0.0f);
  }
}

}  // namespace
}  // namespace barchan::test::sand_exchange_test
