// Flow between columns of several layers: the summary of the layers around the heads gives the same result as all
// layers.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "land/pores.hpp"
#include "land/terrain.hpp"
#include "processes/groundwater/aquifer.hpp"
#include "processes/groundwater/edges.hpp"
#include "processes/process.hpp"
#include "world/world.hpp"

namespace barchan::groundwater::ground_layers_test {
namespace {

constexpr int kSide = 48;
constexpr double kMostConductivity = 2.5e-3;  // m/s

/// Sand over `soils` soils, the third of which has no pores. In many columns, some of them are missing. Water fills a
/// random part of the pores.
Terrain layered_land(unsigned seed, int soils = 4) {
  std::mt19937 random(seed);
  const auto to = [&](double most) { return std::uniform_real_distribution<double>(0.0, most)(random); };
  WorldSetup setup;
  setup.grid = {.width = kSide, .height = kSide, .cell_size = 2.0f, .boundary = Boundary::periodic};
  for (int i = 0; i < soils; ++i) {
    setup.soils.push_back(setup.soils[kSand]);
    Soil& soil = setup.soils.back();
    soil.id = soil.name = "soil" + std::to_string(i);
    soil.conductivity = static_cast<float>(kMostConductivity * std::exp(-to(6.0)));
    soil.porosity = i == 2 ? 0.0f : static_cast<float>(0.1 + to(0.4));
    setup.layers.push_back({static_cast<SoilId>(setup.soils.size() - 1), {}});
  }
  for (std::size_t i = 0; i < setup.grid.cells(); ++i) {
    setup.base.push_back(to_quanta(to(0.3)));
    setup.sand.push_back(to(1.0) < 0.3 ? 0 : to_quanta(to(3.0)));
    for (auto& layer : setup.layers) layer.thickness.push_back(to(1.0) < 0.4 ? 0 : to_quanta(to(2.0)));
  }
  Terrain terrain = World(std::move(setup), {}).terrain();
  const Pores pores(terrain.soils);
  auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  for (std::size_t i = 0; i < terrain.grid.cells(); ++i) {
    const double share = std::clamp(to(1.4) - 0.2, 0.0, 1.0);
    stored.push_back(static_cast<Quanta>(share * pores.room(terrain.columns, i)));
  }
  return terrain;
}

/// Water that flows, including the remainder below one quantum, m.
double flow_of(Quanta whole, std::uint32_t rest) { return to_metres(whole) + rest * 0x1p-32 / kQuantaPerMetre; }

/// Conductivity for percolation, m/s: the harmonic mean between the surface and the water table, or that of the
/// uppermost layer.
double lets_down(PoreLayers const& layers, Quanta table) {
  double resistance = 0.0;
  for (PoreLayer const& layer : layers) {
    resistance += to_metres(std::max(layer.top - std::max(layer.bottom, table), 0)) / layer.conductivity;
  }
  const double way = to_metres(layers.front().top - table);
  return way > 0.0 ? way / resistance : layers.front().conductivity;
}

TEST(GroundLayers, ColumnsAreReadAsTheirPartsSay) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Terrain terrain = layered_land(seed);
    const Pores pores(terrain.soils);
    auto const& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
    PoreLayers layers;
    for (std::size_t i = 0; i < terrain.grid.cells(); ++i) {
      const Pores::Column column = pores.read(terrain.columns, i, stored[i], layers);
      ASSERT_EQ(column.bottom, pores.bottom(terrain.columns, i));
      ASSERT_EQ(column.room, pores.room(terrain.columns, i));
      // Each layer contains whole quanta.
      const Quanta below = pores.below(terrain.columns, i, column.table);
      ASSERT_NEAR(below, stored[i], static_cast<double>(layers.size()) + 1.0) << i;
      ASSERT_NEAR(column.transmissivity, transmissivity(layers, column.table), 1e-12);
      const auto change = [&](Quanta by) { return transmissivity(layers, column.table + by) - column.transmissivity; };
      ASSERT_NEAR(change(-column.below), -column.at_table * to_metres(column.below), 1e-12);
      ASSERT_NEAR(change(column.above), column.at_table * to_metres(column.above), 1e-12);
      ASSERT_TRUE(!column.uppermost || std::abs(change(column.above + 1000) - change(column.above)) < 1e-12) << i;
    }
  }
}

TEST(GroundLayers, WhatIsKeptOfThemFollowsWhatChanges) {
  Terrain terrain = layered_land(11);
  Columns& columns = terrain.columns;
  std::mt19937 random(12);
  Sections kept(columns, terrain.grid);
  const Scheduler scheduler;
  int changed = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::size_t cell = random() % terrain.grid.cells();
    const auto soil = static_cast<SoilId>(kSand + random() % 2);
    const int before = columns.layer_count(cell);
    if (random() % 2 == 0) {
      columns.lay(cell, {soil, to_quanta(0.5)});
    } else {
      const std::array<Quanta, 1> all{-columns.available_thicknesses()[cell]};
      columns.exchange_covers(cell, all);
    }
    changed += columns.layer_count(cell) != before ? 1 : 0;
    if (i % 5 != 0) continue;
    kept.follow(columns, terrain.grid, scheduler);
    const Sections read(columns, terrain.grid);
    for (int y = 0; y < kSide; ++y) ASSERT_TRUE(std::ranges::equal(kept.row(y), read.row(y))) << y;
  }
  EXPECT_GT(changed, 500);
}

TEST(GroundLayers, RowsAreReadAsTheirColumns) {
  // Numbers of layers that are vectorised, and smaller and larger ones.
  for (const int soils : {1, 2, 4, 12}) {
    const Terrain terrain = layered_land(static_cast<unsigned>(soils), soils);
    const Pores pores(terrain.soils);
    const Sections sections(terrain.columns, terrain.grid);
    const Aquifer ground(terrain, sections, false);
    AquiferRow row;
    PoreLayers layers;
    int deep = 0;
    for (std::size_t i = 0; i < terrain.grid.cells(); ++i) {
      const std::size_t x = i % kSide;
      if (x == 0) ground.read(static_cast<int>(i) / kSide, row);
      const Quanta stored = terrain.cell_layers.quanta(CellLayer::ground_water)[i];
      const Pores::Column column = pores.read(terrain.columns, i, stored, layers);
      ASSERT_EQ(row.head[x], column.table) << i;
      ASSERT_EQ(row.wet[x], column.table - column.bottom) << i;
      ASSERT_EQ(row.room[x], column.room) << i;
      ASSERT_EQ(row.conductivity[x], static_cast<float>(column.conductivity)) << i;
      ASSERT_EQ(row.per_share[x], static_cast<float>(1.0 / column.share)) << i;
      const double carried = column.transmissivity * kQuantaPerMetre;
      ASSERT_NEAR(row.at_head.transmissivity[x], carried, 1e-6 * carried) << i;
      if (!layers.empty()) {
        ASSERT_NEAR(row.down[x], lets_down(layers, column.table), 1e-6 * row.down[x]) << i;
      }
      ASSERT_EQ(row.at_head.conductivity[x], static_cast<float>(column.at_table)) << i;
      ASSERT_EQ(row.at_head.below[x], column.below) << i;
      ASSERT_EQ(row.at_head.above[x], column.uppermost ? column.above : ~column.above) << i;
      deep += column.uppermost ? 0 : 1;
    }
    EXPECT_GT(deep, kSide * kSide / 8) << "the table lies below the first layer often enough";
  }
}

TEST(GroundLayers, FlowIsWhatGoingThroughThemSays) {
  for (const unsigned seed : {4u, 5u, 6u}) {
    const Terrain terrain = layered_land(seed);
    const Sections sections(terrain.columns, terrain.grid);
    const Aquifer ground(terrain, sections, false);
    AquiferRow here, there;
    int flowing = 0;
    for (int y = 0; y < kSide; ++y) {
      ground.read(y, here);
      ground.read((y + 1) % kSide, there);
      const std::vector<std::uint32_t> none(kSide);
      std::vector<std::uint32_t> rests(kSide);
      std::vector<Quanta> flows(kSide);
      const double seconds = 1e4;
      EdgeWork work;
      find_flows({ground, here, there, work}, seconds, {none.data(), rests.data()}, flows.data());
      for (std::size_t x = 0; x < kSide; ++x) {
        if (here.conductivity[x] >= 0.0f && there.conductivity[x] >= 0.0f) continue;
        const Place south{here, x}, north{there, x};
        const double fall = to_metres(QuantaSum{here.head[x]} - there.head[x]);
        PoreLayers below, above;
        ground.read_layers(south, below);
        ground.read_layers(north, above);
        const LayeredColumn from{south, below}, to{north, above};
        const double through = fall >= 0.0 ? transmissivity(from, to) : transmissivity(to, from);
        const double law = through * fall * seconds / 4.0;
        const double rounded = 1e-5 * std::abs(law) + std::abs(fall) * seconds * kMostConductivity / kQuantaPerMetre;
        ASSERT_NEAR(flow_of(flows[x], rests[x]), law, rounded) << x << " of row " << y;
        flowing += law != 0.0 ? 1 : 0;
      }
    }
    EXPECT_GT(flowing, kSide * kSide / 2) << "water flows over most edges";
  }
}

}  // namespace
}  // namespace barchan::groundwater::ground_layers_test
