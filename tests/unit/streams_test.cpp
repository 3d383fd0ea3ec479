// Water at a place, as an inspector shows it and as a gauge reads it.
#include "world/streams.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "support/lake_country.hpp"
#include "world/terrain_view.hpp"

namespace barchan::test::streams_test {
namespace {

/// Running water given in m3/s through cells of 2 m, 1 m deep.
struct DrawnWater {
  Grid grid{.width = 24, .height = 16, .cell_size = 2.0f, .boundary = Boundary::open};
  std::vector<RunningWater> water = std::vector<RunningWater>(grid.cells());

  void run(int x, int y, glm::vec2 discharge) {
    water[grid.index(x, y)] = {1.0f, discharge / grid.cell_size, discharge};
  }
  Stream across(int x, int y) const { return stream_across(grid, water, grid.index(x, y)).value(); }
};

TEST(Streams, AWholeStreamIsSummedFromBankToBank) {
  DrawnWater drawn;
  for (int x = 0; x < 24; ++x) {
    for (auto const& [y, discharge] : {std::pair{6, 1.0f}, {7, 4.0f}, {8, 2.0f}}) drawn.run(x, y, {discharge, 0.0f});
    drawn.run(x, 9, {0.01f, 0.0f});  // a film on the bank
    drawn.run(x, 5, {-3.0f, 0.0f});  // another river, in the opposite direction
  }
  for (const int y : {6, 7, 8}) {
    EXPECT_NEAR(drawn.across(12, y).discharge, 7.0, 1e-5) << y;
    EXPECT_NEAR(drawn.across(12, y).width, 6.0, 1e-5) << y;
  }
  EXPECT_NEAR(drawn.across(12, 9).discharge, 0.01, 1e-6) << "the film is not the river beside it";
  EXPECT_NEAR(drawn.across(12, 5).discharge, 3.0, 1e-5);
}

TEST(Streams, ARiverThatRunsASlantHasItsDischargeToo) {
  // A band of 0.5 m3/s per metre of width towards 30 degrees. Through a column of cells, 0.5 cos 30 flows per metre.
  DrawnWater drawn;
  const glm::vec2 way{std::cos(0.5235988f), std::sin(0.5235988f)};
  const float half = 3.0f;  // m, half its width
  for_each_cell(drawn.grid, [&](int x, int y) {
    const float across = (static_cast<float>(y) - 8.0f) * 2.0f * way.x - (static_cast<float>(x) - 12.0f) * 2.0f * way.y;
    if (std::abs(across) <= half) drawn.run(x, y, 0.5f * 2.0f * way);
  });
  EXPECT_NEAR(drawn.across(12, 8).discharge, 0.5 * 6.0, 0.6);
  EXPECT_NEAR(drawn.across(12, 8).width, 6.0, 1.2);
}

TEST(Streams, ASheetHasNoBanksAndIsNoGreatRiver) {
  DrawnWater drawn;
  for_each_cell(drawn.grid, [&](int x, int y) { drawn.run(x, y, {0.02f, 0.0f}); });
  EXPECT_LT(drawn.across(12, 8).discharge, 0.1);
  EXPECT_GE(drawn.across(12, 8).discharge, 0.02);
}

TEST(Streams, ARiverGoesOnOverTheSeamAndIsCountedOnce) {
  DrawnWater drawn;
  drawn.grid.boundary = Boundary::periodic;
  for (int x = 0; x < 24; ++x) {
    drawn.run(x, 15, {2.0f, 0.0f});
    drawn.run(x, 0, {3.0f, 0.0f});
  }
  EXPECT_NEAR(drawn.across(5, 0).discharge, 5.0, 1e-5);
  EXPECT_NEAR(drawn.across(5, 15).discharge, 5.0, 1e-5);
  drawn.grid.boundary = Boundary::open;
  EXPECT_NEAR(drawn.across(5, 0).discharge, 3.0, 1e-5);
  drawn.grid = {.width = 1, .height = 1, .cell_size = 2.0f, .boundary = Boundary::periodic};
  EXPECT_NEAR(drawn.across(0, 0).discharge, 3.0, 1e-5) << "the land is one cell";
}

TEST(Streams, DryGroundAndFilmsHaveNone) {
  DrawnWater drawn;
  drawn.water[3] = {0.5f * kThinnestStream, {1.0f, 0.0f}, {0.001f, 0.0f}};
  EXPECT_FALSE(stream_in(drawn.grid, drawn.water, 3).has_value());
  EXPECT_FALSE(stream_across(drawn.grid, drawn.water, 4).has_value());
}

TEST(Streams, InspectorAgreesWithTheFieldsInEveryCell) {
  const World world = lake_country({}, 900);
  Terrain const& terrain = world.terrain();
  const auto discharge = *world.field("discharge"), depth = *world.field("stream_depth"),
             speed = *world.field("stream_speed"), lake_depth = *world.field("lake_depth"),
             level = *world.field("lake_level");
  const auto running = running_water(world);
  ViewRequest request;
  request.light = false;
  TerrainView view;
  int lakes = 0, streams = 0, dry = 0;
  for (std::size_t cell = 0; cell < world.grid().cells(); ++cell) {
    const CellWater water = water_at(terrain, running, cell);
    ASSERT_EQ(water.lake.has_value(), terrain.lakes.id(cell) != 0);
    ASSERT_FALSE(water.lake && water.stream);
    if (water.lake) {
      ++lakes;
      ASSERT_EQ(water.lake->id, terrain.lakes.id(cell));
      ASSERT_NEAR(water.lake_depth, static_cast<double>(lake_depth[cell]), 1e-6);
      ASSERT_NEAR(water.lake->level, static_cast<double>(level[cell]), 1e-5);
    } else if (water.stream) {
      ++streams;
      ASSERT_NEAR(water.stream->discharge, static_cast<double>(discharge[cell]), 1e-5);
      ASSERT_EQ(water.stream->depth, static_cast<double>(depth[cell]));
      ASSERT_NEAR(water.stream->speed, static_cast<double>(speed[cell]), 1e-5);
    } else {
      ++dry;
      ASSERT_LT(depth[cell], kThinnestStream);
    }
    if (cell % 97 != 0) continue;
    request.cell = cell;
    fill_view(world, request, view);
    ASSERT_EQ(view.column->water.lake.has_value(), water.lake.has_value());
    ASSERT_EQ(view.column->water.stream.has_value(), water.stream.has_value());
  }
  EXPECT_GT(lakes, 100);
  EXPECT_GT(streams, 30);
  EXPECT_GT(dry, 1000);
}

TEST(Streams, ALakesVolumeIsTheSumOfItsDepths) {
  const World world = lake_country({}, 900);
  Terrain const& terrain = world.terrain();
  const std::size_t cell = world.grid().index(kLakeX + 6, kLakeY);
  const CellWater water = water_at(terrain, running_water(world), cell);
  ASSERT_TRUE(water.lake.has_value());
  double volume = 0.0;
  int cells = 0;
  for (std::size_t i = 0; i < world.grid().cells(); ++i) {
    if (terrain.lakes.id(i) != water.lake->id) continue;
    volume += to_metres(terrain.lakes.depth(i)) * 4.0;
    ++cells;
  }
  EXPECT_NEAR(water.lake->volume, volume, 0.001 * volume);
  EXPECT_EQ(water.lake->area, cells * 4.0);
}

TEST(Streams, TheWholeStreamCarriesWhatItsSourceGives) {
  for (const double turned : {0.0, 30.0, 45.0}) {
    const World world = lake_country({.turned = turned}, 900);
    const auto water = running_water(world);
    const double radians = turned * std::acos(-1.0) / 180.0;
    double sum = 0.0;
    int places = 0;
    for (int back = 16; back <= 26; ++back, ++places) {
      // The strongest cell near the line of the valley.
      const int x = kLakeX - static_cast<int>(std::lround(back * std::cos(radians)));
      const int y = kLakeY - static_cast<int>(std::lround(back * std::sin(radians)));
      double most = 0.0;
      std::size_t cell = world.grid().index(x, y);
      for (int dy = -2; dy <= 2; ++dy) {
        const std::size_t near = world.grid().index(x, world.grid().resolve_y(y + dy));
        const auto stream = stream_in(world.grid(), water, near);
        if (stream && stream->discharge > most) {
          most = stream->discharge;
          cell = near;
        }
      }
      const auto stream = stream_across(world.grid(), water, cell);
      ASSERT_TRUE(stream.has_value()) << turned << " degrees, " << back;
      sum += stream->discharge;
    }
    EXPECT_NEAR(sum / places, 2.0, 0.2) << turned << " degrees";
  }
}

TEST(Streams, ASectionHasTheWaterOfEachOfItsColumns) {
  const World world = lake_country({}, 900);
  Terrain const& terrain = world.terrain();
  const auto depth = *world.field("stream_depth");
  const Section dry = cut(terrain, {1.0, 65.0}, {127.0, 65.0});
  const Section wet = with_water(dry, terrain, running_water(world));
  int lakes = 0, streams = 0;
  for (std::size_t i = 0; i < wet.columns.size(); ++i) {
    SectionColumn const& column = wet.columns[i];
    EXPECT_EQ(dry.columns[i].water(), 0.0);
    EXPECT_EQ(column.lake, to_metres(terrain.lakes.depth(column.cell)));
    if (column.stream > 0.0) {
      EXPECT_EQ(column.stream, static_cast<double>(depth[column.cell]));
    }
    lakes += column.lake > 0.0 ? 1 : 0;
    streams += column.stream > 0.0 ? 1 : 0;
  }
  EXPECT_GT(lakes, 8);
  EXPECT_GT(streams, 15);
  // In the table, water lies on the ground. Everything else is the same as without water.
  const std::string table = section_csv(wet, terrain.soils, 1.0), without = section_csv(dry, terrain.soils, 1.0);
  const auto count = [](std::string const& text, std::string const& word) {
    int found = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count(table, ",water\n"), lakes + streams);
  EXPECT_EQ(count(without, ",water\n"), 0);
  EXPECT_EQ(count(table, ",rock\n"), count(without, ",rock\n"));
}

}  // namespace
}  // namespace barchan::test::streams_test
