// Columns of many soils: invariants under any sequence of moves.
#include "land/columns.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "base/random.hpp"
#include "land/terrain.hpp"

namespace barchan::unit_layers_test {
namespace {

constexpr Grid kGrid{.width = 20, .height = 3};
constexpr Quanta kMixing = 5000;
constexpr SoilId kGravel = 3, kSnow = 4, kCap = 5;

Soils many_soils() {
  Soils soils = default_soils();
  for (auto const* id : {"gravel", "snow", "cap"}) {
    Soil soil = soils[kSand];
    soil.id = id;
    soil.loose = soil.id != "cap";
    const auto itself = static_cast<SoilId>(soils.size());
    soil.abrades = soil.cascades = soil.transports = soil.weathers = soil.loose ? itself : kGravel;
    soils.push_back(soil);
  }
  return soils;
}

std::vector<Layer> layers_of(Columns const& columns, std::size_t cell) {
  std::vector<Layer> layers;
  columns.for_each_layer(cell, [&](Layer layer) {
    layers.push_back(layer);
    return true;
  });
  return layers;
}

/// Rock under a cap, gravel, snow and sand, each of which is missing in some cells.
Columns make_columns() {
  Columns columns(kGrid, std::vector<Quanta>(kGrid.cells(), 1000), std::vector<Quanta>(kGrid.cells(), 0));
  columns.set_soils(kGrid, loose_soils(many_soils()), kMixing);
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    for (const auto& [soil, every] : {std::pair{kGravel, 3u}, {kCap, 2u}, {kGravel, 5u}, {kSnow, 4u}, {kSand, 2u}}) {
      if (cell % every == 0) columns.lay(cell, {soil, 3000});
    }
  }
  return columns;
}

/// Conditions that hold for all columns: sums, order, and agreement of the plain arrays with the layers.
void expect_sound(Columns const& columns) {
  std::array<QuantaSum, kMostSoils> sums{};
  for (std::size_t cell = 0; cell < columns.size(); ++cell) {
    const std::vector<Layer> layers = layers_of(columns, cell);
    QuantaSum height = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      sums[layers[i].soil] += layers[i].thickness;
      height += layers[i].thickness;
      const bool last = i + 1 == layers.size();
      EXPECT_TRUE(last || layers[i].thickness > 0) << layers[i].thickness;
      EXPECT_TRUE(i + 2 >= layers.size() || layers[i].soil != layers[i + 1].soil) << "two layers of one soil";
    }
    EXPECT_EQ(height, columns.elevation(cell));
    EXPECT_EQ(layers.back().soil, kRock);
    const bool loose_top = columns.is_loose(layers.front().soil);
    EXPECT_EQ(columns.available(cell), loose_top ? layers.front().thickness : 0)
        << "the uppermost loose layer is cover";
    EXPECT_TRUE(!loose_top || columns.cover_soil(cell) == layers.front().soil);
    const std::size_t under = loose_top ? 1 : 0;
    EXPECT_EQ(columns.ground_soil(cell), layers[under].soil);
    Quanta sediment = 0;
    std::size_t i = 0;
    while (columns.is_loose(layers[i].soil)) sediment += layers[i++].thickness;
    EXPECT_EQ(columns.sediment(cell), sediment);
    EXPECT_EQ(columns.base_soil(cell), layers[i].soil);
    EXPECT_EQ(columns.layer_count(cell), static_cast<int>(layers.size()));
  }
  EXPECT_EQ(columns.count().lying, sums);
}

TEST(Layers, AreLaidInAnyOrderAndMergeWithTheirOwn) {
  Columns columns = make_columns();
  expect_sound(columns);
  EXPECT_EQ(layers_of(columns, 0),
            (std::vector<Layer>{
                {kSand, 3000}, {kSnow, 3000}, {kGravel, 3000}, {kCap, 3000}, {kGravel, 3000}, {kRock, 1000}}));
  EXPECT_EQ(layers_of(columns, 15), (std::vector<Layer>{{kGravel, 6000}, {kRock, 1000}}));
  EXPECT_EQ(columns.erode(0, 10000), 3000) << "no more than the cover at a time";
  EXPECT_EQ(columns.cover_soil(0), kSnow);
  expect_sound(columns);
}

TEST(Layers, ADepositJoinsItsOwnLayerOnlyWithinTheMixingDepth) {
  Columns columns = make_columns();
  columns.deposit(0, kSnow, 10);  // the old layer is 3000 below the surface
  EXPECT_EQ(layers_of(columns, 0)[1], (Layer{kSnow, 3010}));
  columns.deposit(0, kGravel, 10);  // the old layer is 6010 below the surface
  EXPECT_EQ(layers_of(columns, 0)[0], (Layer{kGravel, 10}));
  columns.deposit(2, kGravel, 7);  // the gravel is under the cap
  EXPECT_EQ(columns.top(2), (Layer{kGravel, 7}));
  expect_sound(columns);
}

TEST(Layers, WearGoesThroughOneSolidLayerAfterAnotherAndStopsAtLooseGround) {
  const Soils soils = many_soils();
  Ledger ledger;
  Columns columns = make_columns();
  EXPECT_EQ(columns.abrade(0, 100, soils, ledger), 0) << "snow lies between";
  for (const std::size_t cell : {14u, 18u}) columns.erode(cell, 3000);
  EXPECT_EQ(columns.abrade(14, 3500, soils, ledger), 3500) << "the cap, then rock";
  EXPECT_EQ(ledger.booked().accounts[kCap].converted, -3000);
  EXPECT_EQ(ledger.booked().accounts[kRock].converted, -500);
  EXPECT_EQ(ledger.booked().accounts[kGravel].converted, 3000);
  EXPECT_EQ(columns.abrade(18, 9000, soils, ledger), 3000) << "gravel under the cap";
  expect_sound(columns);
}

TEST(Layers, AThickLayerRisesThroughAFilmAndNothingElseChanges) {
  Columns columns = make_columns();
  const ColumnsCount before = columns.count();
  columns.deposit(4, kGravel, 30);
  const Quanta surface = columns.elevation(4);
  EXPECT_FALSE(columns.overturn(4, 20)) << "thick enough";
  EXPECT_TRUE(columns.overturn(4, 1000));
  EXPECT_EQ(columns.top(4), (Layer{kSand, 3000}));
  EXPECT_EQ(columns.layer(4, 1), (Layer{kGravel, 30}));
  EXPECT_EQ(columns.elevation(4), surface);
  EXPECT_EQ(columns.count().lying[kGravel], before.lying[kGravel] + 30);
  expect_sound(columns);
}

TEST(Layers, FilmsDoNotPileUpUnderALayerThatRisesAgainAndAgain) {
  Columns columns = make_columns();
  columns.lay(4, {kSand, 50000});
  const int before = columns.layer_count(4);
  const ColumnsCount begun = columns.count();
  for (int i = 0; i < 500; ++i) {
    columns.deposit(4, kGravel, 7);
    if (i % 3 == 0) columns.deposit(4, kSnow, 5);
    EXPECT_TRUE(columns.overturn(4, 1000)) << i;
    EXPECT_EQ(columns.top(4).soil, kSand) << i;
  }
  EXPECT_LE(columns.layer_count(4), before + 1);
  EXPECT_EQ(columns.count().lying[kGravel], begun.lying[kGravel] + 3500);
  EXPECT_EQ(columns.count().lying[kSnow], begun.lying[kSnow] + 5 * 167);
  expect_sound(columns);
}

TEST(Layers, AnObstacleStandsOnTheBaseUnderEverythingLoose) {
  Columns columns = make_columns();
  const Columns before = columns;
  Ledger ledger;
  columns.change_obstacles(kGrid, std::vector<ObstacleChange>{{0, 400}, {7, 90}}, ledger);
  EXPECT_EQ(columns.obstacle(0), 400);
  EXPECT_EQ(columns.base_soil(0), kObstacle);
  EXPECT_EQ(columns.elevation(0), before.elevation(0) + 400);
  expect_sound(columns);
  columns.change_obstacles(kGrid, std::vector<ObstacleChange>{{0, -400}, {7, -90}}, ledger);
  columns.set_disturbed(before.disturbed());
  EXPECT_EQ(columns, before);
}

/// A random move of a random amount, chosen by `words`. Material that it takes is added to `held`.
void random_move(Columns& columns, std::array<std::uint32_t, 4> words, Ledger& ledger, std::array<QuantaSum, 8>& held) {
  static const Soils kSoils = many_soils();
  constexpr std::array kLoose{kSand, kGravel, kSnow};
  const std::size_t cell = words[0] % columns.size();
  const SoilId soil = kLoose[words[1] % kLoose.size()];
  const auto amount = static_cast<Quanta>(words[2] % 900 + 1);
  const auto change = [&](Quanta by) {
    std::array<Quanta, 2> row{by, 0};
    columns.exchange(soil, cell, std::span(row).first(1));
    held[soil] -= by;
  };
  switch (words[3] % 6) {
    case 0: {
      const SoilId taken = columns.cover_soil(cell);
      held[taken] += columns.erode(cell, amount);
      break;
    }
    case 1:
      if (held[soil] >= amount) change(amount);
      break;
    case 2:
      if (columns.available(cell) > 0 && columns.cover_soil(cell) == soil) {
        change(-std::min(amount, columns.available(cell)));
      }
      break;
    case 3:
      columns.abrade(cell, amount, kSoils, ledger);
      break;
    case 4:
      columns.overturn(cell, amount);
      break;
    default:
      columns.change_obstacles(
          kGrid, std::vector<ObstacleChange>{{cell, columns.obstacle(cell) > 0 ? -columns.obstacle(cell) : amount}},
          ledger);
      break;
  }
}

TEST(Layers, AnyMovesKeepTheMassBalanceOfEverySoil) {
  Columns columns = make_columns();
  Ledger ledger;
  std::array<QuantaSum, 8> held{};
  MassBudget opening;
  columns.count_lying(opening);
  for (const SoilId account : accounts_of(many_soils())) ledger.open(account, opening.accounts[account].lying);
  for (std::uint32_t i = 0; i < 30000; ++i) {
    random_move(columns, random_words(5, 0, RandomStream::scenario, i), ledger, held);
    if (i % 1000 == 0) expect_sound(columns);
  }
  expect_sound(columns);
  EXPECT_FALSE(columns.count().negative);
  MassBudget budget = ledger.booked();
  columns.count_lying(budget);
  for (std::size_t soil = 0; soil < held.size(); ++soil) budget.accounts[soil].airborne += held[soil];
  EXPECT_EQ(budget.error(), 0);
  for (const SoilId soil : {kRock, kCap}) EXPECT_LT(budget.accounts[soil].converted, 0);
}

TEST(Layers, StayFewHoweverManyThinDepositsFall) {
  constexpr std::array kLoose{kSand, kGravel, kSnow};
  Columns columns = make_columns();
  std::vector<std::size_t> begun;
  std::vector<Quanta> lowest(columns.elevations().begin(), columns.elevations().end());
  for (std::size_t cell = 0; cell < columns.size(); ++cell) begun.push_back(layers_of(columns, cell).size());
  for (std::uint32_t i = 0; i < 60000; ++i) {
    const auto w = random_words(9, 0, RandomStream::scenario, i);
    const std::size_t cell = w[0] % columns.size();
    const auto amount = static_cast<Quanta>(w[2] % 200);
    if (w[3] % 2 == 0) {
      columns.deposit(cell, kLoose[w[1] % 3], amount);
    } else {
      columns.erode(cell, amount);
    }
    lowest[cell] = std::min(lowest[cell], columns.elevation(cell));
    const auto deposited = static_cast<std::size_t>((columns.elevation(cell) - lowest[cell]) / kMixing);
    ASSERT_LE(layers_of(columns, cell).size(), begun[cell] + kLoose.size() * (2 + deposited)) << "move " << i;
  }
}

TEST(Layers, ComeBackFromAnArchiveWhateverTheOrderOfTheirPool) {
  Columns columns = make_columns();
  Ledger ledger;
  std::array<QuantaSum, 8> held{};
  const auto bytes_of = [](Columns& of) {
    Archive writer = Archive::writer();
    of.keep(writer, kGrid, many_soils().size());
    return writer.take();
  };
  for (std::uint32_t i = 0; i < 5000; ++i) {
    random_move(columns, random_words(6, 0, RandomStream::scenario, i), ledger, held);
  }
  const std::vector<std::byte> bytes = bytes_of(columns);
  Columns other;
  other.set_soils(kGrid, loose_soils(many_soils()), kMixing);
  Archive reader = Archive::reader(bytes);
  other.keep(reader, kGrid, many_soils().size());
  EXPECT_EQ(other, columns);
  EXPECT_EQ(bytes_of(other), bytes);
  std::array<QuantaSum, 8> held_there = held;
  Ledger ledger_there = ledger;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const auto words = random_words(7, 0, RandomStream::scenario, i);
    random_move(columns, words, ledger, held);
    random_move(other, words, ledger_there, held_there);
  }
  EXPECT_EQ(bytes_of(other), bytes_of(columns));
}

}  // namespace
}  // namespace barchan::unit_layers_test
