#include "land/columns.hpp"
#include "base/archive.hpp"
#include "base/random.hpp"
#include "land/terrain.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace barchan::columns_test {
namespace {

constexpr Grid kGrid{.width = 20, .height = 3};

/// Bare rock in cell 0, sand elsewhere, an obstacle of 300 under the sand of cell 5.
Columns make_columns() {
  std::vector<Quanta> base(kGrid.cells(), 1000);
  std::vector<Quanta> sand(kGrid.cells(), 500);
  std::vector<Quanta> obstacle(kGrid.cells(), 0);
  sand[0] = 0;
  obstacle[5] = 300;
  return {kGrid, base, sand, obstacle};
}

TEST(Columns, ShowTheStackThatTheyWereMadeOf) {
  const Columns columns = make_columns();
  EXPECT_EQ(columns.size(), kGrid.cells());
  EXPECT_EQ(columns.layer_count(0), 1);
  EXPECT_EQ(columns.top(0).soil, kRock);
  EXPECT_EQ(columns.top(0).thickness, 1000);
  EXPECT_EQ(columns.layer_count(4), 2);
  EXPECT_EQ(columns.layer(4, 1).soil, kRock);
  EXPECT_EQ(columns.layer(4, 1).thickness, 1000);
  EXPECT_EQ(columns.layer_count(5), 3);
  EXPECT_EQ(columns.layer(5, 0).soil, kSand);
  EXPECT_EQ(columns.layer(5, 0).thickness, 500);
  EXPECT_EQ(columns.layer(5, 1).soil, kObstacle);
  EXPECT_EQ(columns.layer(5, 1).thickness, 300);
  EXPECT_EQ(columns.layer(5, 2).soil, kRock);
  EXPECT_EQ(columns.layer(5, 2).thickness, 700);
  EXPECT_EQ(columns.base_soil(5), kObstacle);
  EXPECT_EQ(columns.base_soil(4), kRock);
  EXPECT_EQ(columns.elevation(5), 1500);
  EXPECT_EQ(columns.base(5), 1000);
}

TEST(Columns, RefuseTablesOfTheWrongSizeAndContent) {
  const std::vector<Quanta> quanta(kGrid.cells(), 0);
  const std::vector<Quanta> few(kGrid.cells() - 1, 0);
  EXPECT_THROW(Columns(kGrid, few, quanta), std::invalid_argument);
  EXPECT_THROW(Columns(kGrid, quanta, few), std::invalid_argument);
  EXPECT_THROW(Columns(kGrid, quanta, quanta, few), std::invalid_argument);
  std::vector<Quanta> negative = quanta;
  negative[7] = -1;
  EXPECT_THROW(Columns(kGrid, quanta, negative), std::invalid_argument);
  EXPECT_THROW(Columns(kGrid, quanta, quanta, negative), std::invalid_argument);
  EXPECT_NO_THROW(Columns(kGrid, negative, quanta)) << "the base may lie below the datum";
  std::vector<Quanta> deep = quanta;
  deep[3] = std::numeric_limits<Quanta>::min();
  std::vector<Quanta> thick = quanta;
  thick[3] = 1;
  EXPECT_THROW(Columns(kGrid, deep, quanta, thick), std::invalid_argument) << "its foot is out of range";
}

TEST(Columns, ErodeTakesWhatIsThereAndNoMore) {
  Columns columns = make_columns();
  EXPECT_EQ(columns.erode(1, 200), 200);
  EXPECT_EQ(columns.sediment(1), 300);
  EXPECT_EQ(columns.elevation(1), 1300);
  EXPECT_EQ(columns.erode(1, 1000), 300);
  EXPECT_EQ(columns.sediment(1), 0);
  EXPECT_EQ(columns.erode(1, 1), 0);
  EXPECT_EQ(columns.erode(0, 50), 0) << "rock is not loose";
  EXPECT_EQ(columns.elevation(0), 1000);
}

TEST(Columns, DepositLiesOnTop) {
  Columns columns = make_columns();
  columns.deposit(0, kSand, 70);
  EXPECT_EQ(columns.sediment(0), 70);
  EXPECT_EQ(columns.elevation(0), 1070);
  EXPECT_EQ(columns.base(0), 1000);
  EXPECT_THROW(columns.deposit(0, kRock, 1), std::invalid_argument);
}

TEST(Columns, AbrasionTurnsBaseIntoSandInPlaceAndRecordsIt) {
  Columns columns = make_columns();
  Ledger ledger;
  EXPECT_EQ(columns.abrade(0, 40, default_soils(), ledger), 40);
  EXPECT_EQ(columns.abrade(5, 15, default_soils(), ledger), 15);
  EXPECT_EQ(columns.elevation(0), 1000) << "the surface stays where it is";
  EXPECT_EQ(columns.base(0), 960);
  EXPECT_EQ(columns.sediment(0), 40);
  const MassBudget booked = ledger.booked();
  EXPECT_EQ(booked.accounts[kRock].converted, -40);
  EXPECT_EQ(booked.accounts[kObstacle].converted, -15);
  EXPECT_EQ(booked.accounts[kSand].converted, 55);
}

TEST(Columns, AbrasionTakesTheObstacleFirstAndThenTheRockUnderIt) {
  Columns columns = make_columns();
  Ledger ledger;
  columns.abrade(5, 320, default_soils(), ledger);
  EXPECT_EQ(columns.obstacle(5), 0);
  EXPECT_EQ(columns.base_soil(5), kRock);
  EXPECT_EQ(columns.base(5), 680);
  EXPECT_EQ(columns.elevation(5), 1500);
  const MassBudget booked = ledger.booked();
  EXPECT_EQ(booked.accounts[kObstacle].converted, -300);
  EXPECT_EQ(booked.accounts[kRock].converted, -20);
  EXPECT_EQ(booked.accounts[kSand].converted, 320);
}

/// Bedrock, 300 of gravel (3), 100 of clay (4, solid), 50 of sand, 20 of gravel on top.
Columns make_layered_columns() {
  Columns columns = make_columns();
  columns.set_soils(kGrid, soil_bit(kSand) | soil_bit(3), 0);
  for (const Layer layer : {Layer{3, 300}, Layer{4, 100}, Layer{kSand, 50}, Layer{3, 20}}) columns.lay(0, layer);
  return columns;
}

std::vector<Layer> layers_of(Columns const& columns, std::size_t cell) {
  std::vector<Layer> layers;
  for (int k = 0; k < columns.layer_count(cell); ++k) layers.push_back(columns.layer(cell, k));
  return layers;
}

TEST(Columns, WeatheringTurnsTheTopOfTheBaseUnderAllThatIsLoose) {
  using Layers = std::vector<Layer>;
  Columns columns = make_layered_columns();
  Ledger ledger;
  EXPECT_EQ(columns.weather(0, 30, kSand, ledger), 30);
  EXPECT_EQ(layers_of(columns, 0), (Layers{{3, 20}, {kSand, 80}, {4, 70}, {3, 300}, {kRock, 1000}}));
  EXPECT_EQ(columns.base(0), 1370);
  EXPECT_EQ(columns.weather(0, 40, 3, ledger), 40);
  EXPECT_EQ(layers_of(columns, 0), (Layers{{3, 20}, {kSand, 80}, {3, 40}, {4, 30}, {3, 300}, {kRock, 1000}}));
  EXPECT_EQ(columns.weather(0, 200, 3, ledger), 30) << "no more than the layer has";
  EXPECT_EQ(layers_of(columns, 0), (Layers{{3, 20}, {kSand, 80}, {3, 370}, {kRock, 1000}})) << "like joins like";
  EXPECT_EQ(columns.weather(0, 7, kSand, ledger), 7);
  EXPECT_EQ(layers_of(columns, 0), (Layers{{3, 20}, {kSand, 80}, {3, 370}, {kSand, 7}, {kRock, 993}}));
  EXPECT_EQ(columns.weather(0, 0, kSand, ledger), 0);
  EXPECT_THROW(columns.weather(0, 1, 4, ledger), std::invalid_argument);
  EXPECT_EQ(columns.elevation(0), 1470) << "the surface stays where it is";
  const MassBudget booked = ledger.booked();
  EXPECT_EQ(booked.accounts[4].converted, -100);
  EXPECT_EQ(booked.accounts[kRock].converted, -7);
  EXPECT_EQ(booked.accounts[kSand].converted, 37);
  EXPECT_EQ(booked.accounts[3].converted, 70);
}

TEST(Columns, WeatheringOfBareGroundMakesACover) {
  using Layers = std::vector<Layer>;
  Columns columns = make_columns();
  Ledger ledger;
  EXPECT_EQ(columns.weather(0, 40, kSand, ledger), 40);
  EXPECT_EQ(layers_of(columns, 0), (Layers{{kSand, 40}, {kRock, 960}}));
  EXPECT_EQ(columns.weather(5, 310, kSand, ledger), 300) << "an obstacle on the rock";
  EXPECT_EQ(layers_of(columns, 5), (Layers{{kSand, 800}, {kRock, 700}}));
  EXPECT_EQ(columns.ground_soil(5), kRock);
}

TEST(Columns, AnObstacleLiftsTheSandOnItAndLowersItWhenItGoes) {
  const Columns before = make_columns();
  Columns columns = before;
  Ledger ledger;
  const std::vector<ObstacleChange> placed{{5, 50}, {6, 80}, {0, 20}};
  columns.change_obstacles(kGrid, placed, ledger);
  EXPECT_EQ(columns.obstacle(5), 350);
  EXPECT_EQ(columns.obstacle(6), 80);
  EXPECT_EQ(columns.base(6), 1080);
  EXPECT_EQ(columns.sediment(6), 500);
  EXPECT_EQ(columns.elevation(6), 1580);
  EXPECT_EQ(columns.top(0).soil, kObstacle);
  EXPECT_EQ(ledger.booked().accounts[kObstacle].in, 150);
  EXPECT_EQ(columns.count().lying[kObstacle], 450);
  EXPECT_EQ(columns.count().lying[kRock], before.count().lying[kRock]);
  const std::vector<ObstacleChange> taken{{5, -50}, {6, -80}, {0, -20}};
  columns.change_obstacles(kGrid, taken, ledger);
  EXPECT_EQ(ledger.booked().accounts[kObstacle].out, 150);
  EXPECT_EQ(columns, before);
  columns.change_obstacles(kGrid, std::vector<ObstacleChange>{{5, -300}}, ledger);
  EXPECT_EQ(columns.strata().count(), 0u) << "a land without obstacles pays nothing for them";
  EXPECT_EQ(columns.elevation(5), 1200);
}

TEST(Columns, ObstaclesForWhichThereIsNoRoomAreRefusedAndNothingChanges) {
  Columns columns = make_columns();
  const Columns before = columns;
  Ledger ledger;
  constexpr Quanta kMetre = kQuantaPerMetre;
  const auto refused = [&](std::vector<ObstacleChange> const& changes, std::string const& word) {
    try {
      columns.change_obstacles(kGrid, changes, ledger);
      ADD_FAILURE() << "accepted: " << word;
    } catch (std::invalid_argument const& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
    EXPECT_EQ(columns, before);
    EXPECT_EQ(ledger.booked().accounts[kObstacle].in, 0);
  };
  refused({{1, 10}, {5, -301}}, "found a thinner one in cell");
  refused({{1, 10}, {2, 8001 * kMetre}}, "within 8000 m of the datum");
  // The western and the eastern edge of a periodic land are neighbours.
  std::vector<Quanta> base(kGrid.cells(), 0);
  base[kGrid.index(19, 1)] = -4000 * kMetre;
  columns = Columns(kGrid, base, std::vector<Quanta>(kGrid.cells(), 0));
  const Columns deep = columns;
  EXPECT_THROW(columns.change_obstacles(kGrid, std::vector<ObstacleChange>{{kGrid.index(0, 0), 4001 * kMetre}}, ledger),
               std::invalid_argument);
  EXPECT_EQ(columns, deep);
  EXPECT_NO_THROW(
      columns.change_obstacles(kGrid, std::vector<ObstacleChange>{{kGrid.index(0, 0), 3999 * kMetre}}, ledger));
}

TEST(Columns, RandomMovesCloseTheMassBalance) {
  Columns columns = make_columns();
  Ledger ledger;
  MassBudget opening;
  columns.count_lying(opening);
  for (std::size_t i = 0; i < kAccountCount; ++i) ledger.open(static_cast<SoilId>(i), opening.accounts[i].lying);
  const Soils soils = default_soils();
  QuantaSum held = 0;
  for (std::uint32_t i = 0; i < 20000; ++i) {
    const auto w = random_words(3, 0, RandomStream::scenario, i);
    const std::size_t a = w[0] % columns.size();
    const std::size_t b = w[1] % columns.size();
    const auto amount = static_cast<Quanta>(w[2] % 300);
    switch (w[3] % 8) {
      case 0:
        held += columns.erode(a, amount);
        break;
      case 1:
        if (held >= amount) {
          columns.deposit(a, kSand, amount);
          held -= amount;
        }
        break;
      case 2:
        columns.deposit(b, kSand, columns.erode(a, amount));
        break;
      case 3:
        columns.abrade(a, amount, soils, ledger);
        break;
      case 7:
        columns.weather(a, amount, kSand, ledger);
        break;
      case 4:
        columns.change_obstacles(kGrid, std::vector<ObstacleChange>{{a, amount}}, ledger);
        break;
      case 5:
        columns.change_obstacles(kGrid, std::vector<ObstacleChange>{{a, -columns.obstacle(a)}}, ledger);
        break;
      default:
        ledger.book_out(kSand, columns.erode(a, amount));
        break;
    }
  }
  EXPECT_FALSE(columns.count().negative);
  MassBudget budget = ledger.booked();
  columns.count_lying(budget);
  budget.accounts[kSand].airborne += held;
  EXPECT_EQ(budget.error(), 0);
  EXPECT_GT(budget.accounts[kSand].out, 0);
  EXPECT_GT(budget.accounts[kSand].converted, 0);
  for (const SoilId soil : {kRock, kObstacle}) EXPECT_LT(budget.accounts[soil].converted, 0);
  EXPECT_GT(budget.accounts[kObstacle].in, 0);
  EXPECT_GT(budget.accounts[kObstacle].out, 0);
}

TEST(Columns, ExchangeAddsEachDeltaToSandAndSurface) {
  Columns columns = make_columns();
  const std::vector<Quanta> delta{5, -6, 0, 7};
  columns.exchange(kSand, 10, delta);
  for (std::size_t i = 0; i < delta.size(); ++i) {
    EXPECT_EQ(columns.sediment(10 + i), 500 + delta[i]);
    EXPECT_EQ(columns.elevation(10 + i), 1500 + delta[i]);
  }
  EXPECT_EQ(columns.sediment(9), 500);
  EXPECT_EQ(columns.sediment(14), 500);
}

TEST(Columns, CountGroundSumsEachSoilOverItsCells) {
  const Columns columns = make_columns();
  MassBudget budget;
  columns.count_lying(budget);
  const auto cells = static_cast<QuantaSum>(kGrid.cells());
  EXPECT_EQ(budget.accounts[kSand].lying, (cells - 1) * 500);
  EXPECT_EQ(budget.accounts[kObstacle].lying, 300);
  EXPECT_EQ(budget.accounts[kRock].lying, cells * 1000 - 300);
  EXPECT_EQ(budget.accounts[kWater].lying, 0);
}

TEST(Columns, EveryMoveDisturbsItsSegmentAndNoOther) {
  const auto disturbed_after = [](auto&& move) {
    Columns columns = make_columns();
    columns.set_disturbed(std::vector<std::uint8_t>(columns.disturbed().size(), 0));
    move(columns);
    std::vector<int> marks;
    for (std::size_t i = 0; i < columns.disturbed().size(); ++i) {
      if (columns.disturbed()[i]) marks.push_back(static_cast<int>(i));
    }
    return marks;
  };
  // Rows of 20 cells have two segments: cells 0-15 and 16-19.
  EXPECT_EQ(make_columns().segments_per_row(), 2);
  Ledger ledger;
  EXPECT_EQ(disturbed_after([](Columns& c) { c.erode(1, 1); }), (std::vector<int>{0}));
  EXPECT_EQ(disturbed_after([](Columns& c) { c.deposit(19, kSand, 1); }), (std::vector<int>{1}));
  EXPECT_EQ(disturbed_after([&](Columns& c) { c.abrade(39, 1, default_soils(), ledger); }), (std::vector<int>{3}));
  EXPECT_EQ(disturbed_after([](Columns& c) { c.disturb(40); }), (std::vector<int>{4}));
  const std::vector<ObstacleChange> change{{2, 9}, {59, 9}};
  EXPECT_EQ(disturbed_after([&](Columns& c) { c.change_obstacles(kGrid, change, ledger); }), (std::vector<int>{0, 5}));
  EXPECT_EQ(disturbed_after([](Columns& c) { c.disturb_all(); }).size(), 6u);
}

TEST(Columns, TellAtWhichEndsSegmentsAreDisturbed) {
  const auto ends_after = [](auto&& move) {
    Columns columns = make_columns();
    columns.forget_disturbed();
    move(columns);
    return std::vector<std::uint8_t>(columns.disturbed_ends().begin(), columns.disturbed_ends().begin() + 2);
  };
  const std::array<std::uint8_t, 20> ends_of{
      kWestEnd, 0, 0, 0, 0, 0,        0,        0, 0, 0,
      0,        0, 0, 0, 0, kEastEnd, kWestEnd, 0, 0, kEastEnd};  // the last cell of a row is also an end
  for (std::size_t x = 0; x < ends_of.size(); ++x) {
    std::vector<std::uint8_t> expected(2, 0);
    expected[x / kSegment] = ends_of[x];
    EXPECT_EQ(ends_after([&](Columns& c) { c.disturb(x); }), expected) << x;
    // Cell by cell, in whole rows, and from one cell onwards.
    for (const std::size_t first : {std::size_t{0}, x}) {
      std::vector<Quanta> change(20 - first, 0);
      change[x - first] = 5;
      EXPECT_EQ(ends_after([&](Columns& c) { c.exchange(kSand, first, change); }), expected) << x << ' ' << first;
    }
  }
}

TEST(Columns, ANewLandIsDisturbedEverywhere) {
  const Columns columns = make_columns();
  EXPECT_TRUE(std::all_of(columns.disturbed().begin(), columns.disturbed().end(), [](auto mark) { return mark != 0; }));
}

TEST(Columns, TellWhenTheRangeEnds) {
  const auto with_base = [](Quanta elevation) {
    std::vector<Quanta> base(kGrid.cells(), elevation / 2);
    base[4] = elevation;
    return Columns(kGrid, base, std::vector<Quanta>(kGrid.cells(), 0));
  };
  EXPECT_FALSE(with_base(kRangeEnd - 1).count().near_range_end);
  EXPECT_TRUE(with_base(kRangeEnd).count().near_range_end);
  EXPECT_FALSE(with_base(-kRangeEnd + 1).count().near_range_end);
  EXPECT_TRUE(with_base(-kRangeEnd).count().near_range_end);
  EXPECT_THROW(with_base(kRangeEnd + 1), std::invalid_argument);
  EXPECT_THROW(with_base(-kRangeEnd - 1), std::invalid_argument);
}

/// Sand of 1 m on a base at this elevation.
Columns high_land(Quanta base) {
  return {kGrid, std::vector<Quanta>(kGrid.cells(), base), std::vector<Quanta>(kGrid.cells(), kQuantaPerMetre)};
}

/// Amount of `soil` that take_spilled() records.
QuantaSum spilled(Columns& columns, SoilId soil = kSand) {
  Ledger ledger;
  const bool any = columns.take_spilled(ledger);
  EXPECT_EQ(any, ledger.booked().accounts[soil].out != 0);
  return ledger.booked().accounts[soil].out;
}

TEST(Columns, ADepositAboveTheRangeLeavesTheLand) {
  constexpr Quanta kRoom = 5, kDeposit = 1000;
  Columns columns = high_land(kRangeEnd - kQuantaPerMetre - kRoom);
  columns.deposit(4, kSand, kDeposit);
  EXPECT_EQ(columns.elevation(4), kRangeEnd);
  EXPECT_EQ(columns.available(4), kQuantaPerMetre + kRoom);
  EXPECT_EQ(spilled(columns), kDeposit - kRoom);
  columns.deposit(4, kSand, QuantaSum{1} << 40);
  EXPECT_EQ(columns.elevation(4), kRangeEnd);
  EXPECT_EQ(spilled(columns), QuantaSum{1} << 40);
  EXPECT_EQ(spilled(columns), 0) << "it is recorded once";
}

TEST(Columns, WhatLeavesAboveTheRangeIsRecordedUnderItsOwnSoil) {
  constexpr SoilId kGravel = 3;
  constexpr std::array<Quanta, 2> kChange{10, 20};
  Columns columns = high_land(kRangeEnd - kQuantaPerMetre);
  columns.set_soils(kGrid, soil_bit(kSand) | soil_bit(kGravel), 0);
  columns.deposit(4, kGravel, 1000);
  columns.exchange(kGravel, 0, kChange);
  Ledger ledger;
  EXPECT_TRUE(columns.take_spilled(ledger));
  EXPECT_EQ(ledger.booked().accounts[kGravel].out, 1030);
  EXPECT_EQ(ledger.booked().accounts[kSand].out, 0);
}

TEST(Columns, AnExchangeAboveTheRangeLeavesTheLand) {
  constexpr Quanta kRoom = 5;
  Columns columns = high_land(kRangeEnd - kQuantaPerMetre - kRoom);
  constexpr std::array kChange{kRoom, kRoom + 1, -7, std::numeric_limits<Quanta>::max(), 0};
  columns.exchange(kSand, 0, kChange);
  QuantaSum gone = 0;
  for (std::size_t i = 0; i < kChange.size(); ++i) {
    const Quanta fits = std::min(kChange[i], kRoom);
    gone += kChange[i] - fits;
    EXPECT_EQ(columns.available(i), kQuantaPerMetre + fits) << i;
    EXPECT_EQ(columns.elevation(i), kRangeEnd - kRoom + fits) << i;
  }
  EXPECT_GT(gone, 0);
  EXPECT_EQ(spilled(columns), gone);
}

TEST(Columns, LooseSoilIsNoDeeperThanTheRange) {
  Columns columns = high_land(-kRangeEnd);
  columns.deposit(4, kSand, QuantaSum{4} * kRangeEnd);
  EXPECT_EQ(columns.available(4), kRangeEnd);
  EXPECT_EQ(columns.elevation(4), 0);
  EXPECT_EQ(spilled(columns), QuantaSum{3} * kRangeEnd + kQuantaPerMetre);
}

TEST(Columns, BedrockIsNotWornBelowTheRange) {
  const Soils soils = default_soils();
  Ledger ledger;
  Columns columns = high_land(-kRangeEnd + 3);
  EXPECT_EQ(columns.abrade(4, 10, soils, ledger), 3);
  EXPECT_EQ(columns.abrade(4, 10, soils, ledger), 0);
  EXPECT_EQ(columns.base(4), -kRangeEnd);
  EXPECT_EQ(columns.weather(5, 10, kSand, ledger), 3);
  EXPECT_EQ(columns.weather(5, 10, kSand, ledger), 0);
  EXPECT_EQ(columns.base(5), -kRangeEnd);
}

TEST(Columns, LooseSoilOnWornBedrockIsNoDeeperThanTheRange) {
  Ledger ledger;
  const std::vector<Quanta> none(kGrid.cells(), 0);
  Columns columns(kGrid, none, none);
  EXPECT_EQ(columns.weather(4, kRangeEnd, kSand, ledger), kRangeEnd);
  columns.deposit(4, kSand, 100);
  EXPECT_EQ(columns.sediment(4), kRangeEnd);
  EXPECT_EQ(spilled(columns), 100);
}

TEST(Columns, LooseSoilOnSavedBedrockIsNoDeeperThanTheRange) {
  constexpr SoilId kGravel = 3;
  const SoilSet loose = soil_bit(kSand) | soil_bit(kGravel);
  const std::vector<Quanta> none(kGrid.cells(), 0);
  Columns columns(kGrid, std::vector<Quanta>(kGrid.cells(), -kRangeEnd), none);
  columns.set_soils(kGrid, loose, 0);
  columns.make_room_for_layers(kGrid);
  for (std::size_t cell = 0; cell < columns.size(); ++cell) {
    columns.lay(cell, {kGravel, kRangeEnd - 1});
    columns.lay(cell, {kSand, 1});
  }
  Archive writer = Archive::writer();
  columns.keep(writer, kGrid, 4);
  const std::vector<std::byte> bytes = writer.take();
  Columns saved;
  saved.set_soils(kGrid, loose, 0);
  Archive reader = Archive::reader(bytes);
  saved.keep(reader, kGrid, 4);
  saved.deposit(4, kSand, 100);
  EXPECT_EQ(saved.sediment(4), kRangeEnd);
  EXPECT_EQ(spilled(saved), 100);
}

TEST(Columns, DebrisThatSwellsStaysWithinTheRange) {
  constexpr Quanta kRoom = 6;
  Soils soils = default_soils();
  soils[kSand].density = 0.5f * soils[kRock].density;
  Ledger ledger;
  ledger.conserve(Conserved::mass, soils);
  const std::vector<Quanta> none(kGrid.cells(), 0);
  Columns high(kGrid, std::vector<Quanta>(kGrid.cells(), kRangeEnd - kRoom), none);
  EXPECT_GT(high.weather(4, 100, kSand, ledger), 0);
  EXPECT_GT(high.abrade(5, 100, soils, ledger), 0);
  for (const std::size_t cell : {4u, 5u}) {
    EXPECT_GT(high.elevation(cell), kRangeEnd - kRoom);
    EXPECT_LE(high.elevation(cell), kRangeEnd);
  }
  Columns deep(kGrid, std::vector<Quanta>(kGrid.cells(), kQuantaPerMetre - kRangeEnd),
               std::vector<Quanta>(kGrid.cells(), kRangeEnd - kRoom));
  EXPECT_GT(deep.weather(4, 100, kSand, ledger), 0);
  EXPECT_LE(deep.sediment(4), kRangeEnd);
}

TEST(Ledger, ErrorIsTheSumOfMagnitudesSoThatErrorsNeverCancel) {
  Ledger ledger;
  ledger.open(kSand, 10);
  ledger.open(kRock, 5);
  MassBudget budget = ledger.booked();
  budget.accounts[kSand].lying = 9;
  budget.accounts[kRock].lying = 6;
  EXPECT_EQ(budget.error(), 2);
  budget.accounts[kSand].airborne = 1;
  budget.accounts[kRock].lying = 5;
  EXPECT_EQ(budget.error(), 0);
}

TEST(Ledger, ComesBackFromAnArchive) {
  Ledger ledger;
  ledger.open(kSand, 100);
  ledger.book_in(kWater, 7);
  ledger.book_out(kSand, 3);
  ledger.convert(kRock, kSand, 11, 11);
  Archive writer = Archive::writer();
  ledger.keep(writer);
  const std::vector<std::byte> bytes = writer.take();
  Ledger other;
  Archive reader = Archive::reader(bytes);
  other.keep(reader);
  const MassBudget a = ledger.booked();
  const MassBudget b = other.booked();
  for (std::size_t i = 0; i < kAccountCount; ++i) {
    EXPECT_EQ(a.accounts[i].opening, b.accounts[i].opening);
    EXPECT_EQ(a.accounts[i].in, b.accounts[i].in);
    EXPECT_EQ(a.accounts[i].out, b.accounts[i].out);
    EXPECT_EQ(a.accounts[i].converted, b.accounts[i].converted);
  }
  EXPECT_EQ(b.accounts[kSand].out, 3);
}

}  // namespace
}  // namespace barchan::columns_test
