// Slides of many soils: each at its own angle, through layers, over other soils.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "gravity/edges.hpp"
#include "gravity/gravity.hpp"
#include "land/terrain.hpp"
#include "support/lands.hpp"

namespace barchan::layers_gravity_test {
namespace {

constexpr SoilId kGravel = 3, kDust = 4, kPebbles = 5;
constexpr Grid kGrid{.width = 61, .height = 61, .cell_size = 1.0f, .boundary = Boundary::closed};

Soils soils_of_slopes(float gravel, float dust) {
  Soils soils = default_soils();
  for (const float slope : {gravel, dust, 0.5f}) test::add_soil(soils, slope);
  return soils;
}

/// Bare rock on which layers can be laid.
Terrain bare_land(Soils soils, Grid const& grid = kGrid) {
  Terrain terrain;
  terrain.grid = grid;
  terrain.soils = std::move(soils);
  const std::vector<Quanta> nothing(grid.cells(), 0);
  terrain.columns = Columns(grid, nothing, nothing);
  terrain.columns.set_soils(grid, loose_soils(terrain.soils), to_quanta(0.02));
  return terrain;
}

void lay_heap(Terrain& terrain, SoilId soil, double height, int radius) {
  Grid const& grid = terrain.grid;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const int dx = x - grid.width / 2, dy = y - grid.height / 2;
      if (dx * dx + dy * dy <= radius * radius) terrain.columns.lay(grid.index(x, y), {soil, to_quanta(height)});
    }
  }
}

Ledger settle(Terrain& terrain, int steps) {
  Gravity settling;
  Ledger ledger;
  settling.prepare(terrain);
  terrain.columns.disturb_all();
  const Scheduler scheduler(2);
  for (int step = 0; step < steps; ++step) {
    settling.relax(terrain, 3.2f, 1.0f, {static_cast<std::uint64_t>(step), scheduler, ledger});
  }
  return ledger;
}

/// The steepest slope down from a cell with a cover of `soil` that is thicker than a centimetre.
double steepest(Terrain const& terrain, SoilId soil) {
  Grid const& grid = terrain.grid;
  double found = 0.0;
  for (int y = 1; y + 1 < grid.height; ++y) {
    for (int x = 1; x + 1 < grid.width; ++x) {
      const std::size_t cell = grid.index(x, y);
      if (terrain.columns.cover_soil(cell) != soil || terrain.columns.available(cell) < to_quanta(0.01)) continue;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (dx == 0 && dy == 0) continue;
          const double drop =
              to_metres(terrain.columns.elevation(cell) - terrain.columns.elevation(grid.index(x + dx, y + dy)));
          found = std::max(found, drop / (std::hypot(dx, dy) * static_cast<double>(grid.cell_size)));
        }
      }
    }
  }
  return found;
}

TEST(LayersGravity, EverySoilComesToRestAtItsOwnAngle) {
  for (const SoilId soil : {kGravel, kDust}) {
    Terrain terrain = bare_land(soils_of_slopes(0.9f, 0.35f));
    lay_heap(terrain, soil, 8.0, 5);
    const QuantaSum before = terrain.columns.count().lying[soil];
    settle(terrain, 1500);
    const auto slope = static_cast<double>(terrain.soils[soil].repose_slope);
    EXPECT_LE(steepest(terrain, soil), slope + 0.002);
    EXPECT_GE(steepest(terrain, soil), 0.97 * slope);
    EXPECT_EQ(terrain.columns.count().lying[soil], before);
  }
}

TEST(LayersGravity, ASteepSoilOnAFlatOneSlidesWithIt) {
  Terrain terrain = bare_land(soils_of_slopes(0.9f, 0.35f));
  lay_heap(terrain, kDust, 6.0, 5);
  lay_heap(terrain, kGravel, 2.0, 5);
  const ColumnsCount before = terrain.columns.count();
  settle(terrain, 3000);
  EXPECT_EQ(terrain.columns.count().lying, before.lying);
  EXPECT_LE(steepest(terrain, kDust), 0.355);
  EXPECT_LE(steepest(terrain, kGravel), 0.905);
}

TEST(LayersGravity, AFilmOfASteepSoilHoldsNothingUp) {
  Terrain terrain = bare_land(soils_of_slopes(3.0f, 0.35f));
  lay_heap(terrain, kDust, 6.0, 6);
  lay_heap(terrain, kGravel, 0.001, 6);
  settle(terrain, 3000);
  const Quanta top = terrain.columns.elevation(kGrid.index(30, 30));
  EXPECT_LT(to_metres(top), 4.6) << "the dust stands as its film does";
  EXPECT_LE(steepest(terrain, kDust), 0.355);
}

TEST(LayersGravity, ASliverDoesNotDamWhatLiesUnderIt) {
  Terrain with = bare_land(soils_of_slopes(0.36f, 0.35f)), without = with;
  for (Terrain* terrain : {&with, &without}) lay_heap(*terrain, kDust, 6.0, 6);
  lay_heap(with, kGravel, 6.0 / kQuantaPerMetre, 6);
  for (Terrain* terrain : {&with, &without}) settle(*terrain, 3000);
  for (const int x : {20, 25, 30, 35}) {
    const std::size_t cell = kGrid.index(x, 30);
    EXPECT_NEAR(to_metres(with.columns.elevation(cell)), to_metres(without.columns.elevation(cell)), 0.02) << x;
  }
}

TEST(LayersGravity, ThinSandLeavesSteepRockBareAndTheRockUntouched) {
  Terrain terrain = bare_land(soils_of_slopes(0.9f, 0.35f));
  std::vector<Quanta> rock(kGrid.cells());
  for (int y = 0; y < kGrid.height; ++y) {
    for (int x = 0; x < kGrid.width; ++x) rock[kGrid.index(x, y)] = to_quanta(1.5 * std::max(0, 30 - x));
  }
  terrain.columns = Columns(kGrid, rock, std::vector<Quanta>(kGrid.cells(), 0));
  terrain.columns.set_soils(kGrid, loose_soils(terrain.soils), to_quanta(0.02));
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) terrain.columns.lay(cell, {kDust, to_quanta(0.05)});
  settle(terrain, 3000);
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    ASSERT_EQ(terrain.columns.base(cell), rock[cell]);
    const std::size_t x = cell % 61;
    EXPECT_TRUE(x >= 20 || terrain.columns.sediment(cell) < 16) << x;
  }
}

TEST(LayersGravity, WhatSlidesBecomesWhatItsRowSays) {
  Soils soils = soils_of_slopes(0.5f, 0.35f);
  soils[kGravel].cascades = kPebbles;
  Terrain terrain = bare_land(std::move(soils));
  lay_heap(terrain, kGravel, 8.0, 5);
  const QuantaSum gravel = terrain.columns.count().lying[kGravel];
  const Ledger ledger = settle(terrain, 1000);
  const ColumnsCount after = terrain.columns.count();
  EXPECT_GT(after.lying[kPebbles], gravel / 4);
  EXPECT_EQ(after.lying[kPebbles] + after.lying[kGravel], gravel);
  EXPECT_EQ(ledger.booked().accounts[kPebbles].converted, after.lying[kPebbles]);
  EXPECT_EQ(ledger.booked().accounts[kGravel].converted, -after.lying[kPebbles]);
}

TEST(LayersGravity, SlidesWithAStaticExcessKeepTheirOwnAnglesToo) {
  Soils soils = soils_of_slopes(0.8f, 0.35f);
  for (const SoilId soil : {kGravel, kDust}) soils[soil].static_slope = soils[soil].repose_slope + 0.1f;
  for (const SoilId soil : {kGravel, kDust}) {
    Terrain terrain = bare_land(soils);
    lay_heap(terrain, soil, 8.0, 5);
    settle(terrain, 200);
    EXPECT_LE(steepest(terrain, soil), static_cast<double>(soils[soil].static_slope) + 0.002);
    EXPECT_GE(steepest(terrain, soil), 0.95 * static_cast<double>(soils[soil].repose_slope));
  }
}

}  // namespace
}  // namespace barchan::layers_gravity_test
