/// Layers as drawn: rows of columns and free faces, against the columns themselves.
#include "world/strata_view.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"

namespace barchan::test::strata_view_test {
namespace {

constexpr std::uint32_t kSoils = 7;

/// A land on which every cell has up to six random layers, solid except for sand. Cells are so small that no layer is a
/// film.
Terrain random_land(Boundary boundary) {
  Terrain terrain;
  terrain.grid = {.width = 30, .height = 20, .cell_size = 1e-6f, .boundary = boundary};
  terrain.soils.resize(kSoils);
  const std::size_t cells = terrain.grid.cells();
  terrain.columns = Columns(terrain.grid, std::vector<Quanta>(cells, 5), std::vector<Quanta>(cells, 0));
  terrain.columns.set_soils(terrain.grid, soil_bit(kSand), 10);
  terrain.columns.make_room_for_layers(terrain.grid);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto index = static_cast<std::uint32_t>(cell);
    for (std::uint32_t k = 0; k < random_words(1, 0, RandomStream::scenario, index)[0] % 7; ++k) {
      const auto words = random_words(1, 1 + k, RandomStream::scenario, index);
      terrain.columns.lay(cell, {static_cast<SoilId>(words[0] % kSoils), static_cast<Quanta>(words[1] % 12)});
    }
  }
  return terrain;
}

TEST(StrataView, FacesHoldWhatStandsOpenAboutEachCell) {
  for (const Boundary boundary : {Boundary::open, Boundary::periodic}) {
    const Terrain terrain = random_land(boundary);
    Columns const& columns = terrain.columns;
    FaceBands faces;
    fill_faces(terrain, faces);
    ASSERT_EQ(faces.cells.size(), columns.size());
    int shown = 0;
    for (int y = 0; y < terrain.grid.height; ++y) {
      for (int x = 0; x < terrain.grid.width; ++x) {
        const std::size_t cell = terrain.grid.index(x, y);
        std::size_t highest = cell;
        Quanta low = columns.elevation(cell);
        for (int k = 0; k < 9; ++k) {
          const int nx = terrain.grid.resolve_x(x + k % 3 - 1), ny = terrain.grid.resolve_y(y + k / 3 - 1);
          const std::size_t other = terrain.grid.index(nx, ny);
          if (columns.elevation(other) > columns.elevation(highest)) highest = other;
          low = std::min(low, columns.elevation(other));
        }
        FaceBands::Range const& range = faces.cells[cell];
        if (columns.elevation(highest) - columns.elevation(cell) == columns.elevation(cell) - low) {
          EXPECT_EQ(range.count, 0.0f) << "an even slope shows its cover";
          continue;
        }
        auto band = faces.bands.begin() + static_cast<std::ptrdiff_t>(range.first);
        for (Quanta z = columns.elevation(highest) - 1; z >= low; --z, ++shown) {
          const SoilId soil = soil_at(columns, z >= columns.elevation(cell) ? highest : cell, z);
          if (range.count == 0.0f) {
            ASSERT_TRUE(soil == kSand || soil == columns.base_soil(cell)) << x << ", " << y << " at " << z;
            continue;
          }
          while (static_cast<double>(band->bottom) > to_metres(z) + 1e-9) ++band;
          ASSERT_LT(band - faces.bands.begin(), static_cast<std::ptrdiff_t>(range.first + range.count));
          ASSERT_EQ(static_cast<SoilId>(band->soil), soil) << x << ", " << y << " at " << z;
        }
      }
    }
    EXPECT_GT(shown, 4000);
  }
}

TEST(StrataView, LandsOfSandOnRockHaveNoFaces) {
  Terrain terrain = random_land(Boundary::open);
  terrain.soils = default_soils();
  FaceBands faces;
  fill_faces(terrain, faces);
  EXPECT_TRUE(faces.cells.empty());
}

TEST(StrataView, RowsAreTheColumnsAtTheEdgesAndAlongTheSlice) {
  const Terrain terrain = random_land(Boundary::open);
  const Slice slice{Slice::Across::x, 0.51f};
  EXPECT_EQ(slice.cell(terrain.grid), 15);
  EXPECT_EQ((Slice{Slice::Across::y, 1.0f}.cell(terrain.grid)), 19);
  const auto check = [&](Edge edge, Slice cut, int x, int y, int dx, int dy) {
    const ColumnRow row = row_of_columns(terrain, edge, cut);
    ASSERT_EQ(row.size(), static_cast<std::size_t>(dx != 0 ? 30 : 20));
    for (std::size_t i = 0; i < row.size(); ++i) {
      const int step = static_cast<int>(i);
      const std::size_t cell = terrain.grid.index(x + step * dx, y + step * dy);
      ASSERT_EQ(static_cast<int>(row.column(i).size()), terrain.columns.layer_count(cell));
      for (int k = 0; k < terrain.columns.layer_count(cell); ++k) {
        ASSERT_EQ(row.column(i)[static_cast<std::size_t>(k)], terrain.columns.layer(cell, k));
      }
    }
  };
  check(kSouth, {}, 0, 0, 1, 0);
  check(kEast, {}, 29, 0, 0, 1);
  check(kNorth, {}, 0, 19, 1, 0);
  check(kWest, {}, 0, 0, 0, 1);
  check(kSliceRow, slice, 15, 0, 0, 1);
  check(kSliceRow, {Slice::Across::y, 0.0f}, 0, 0, 1, 0);
  EXPECT_EQ(row_of_columns(terrain, kSliceRow, {}).size(), 0u);
}

}  // namespace
}  // namespace barchan::test::strata_view_test
