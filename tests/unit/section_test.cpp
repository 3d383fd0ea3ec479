/// Views into columns: the soil at a depth, the layers that a cliff exposes, and sections.
#include "land/section.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "land/terrain.hpp"

namespace barchan::test::section_test {
namespace {

constexpr SoilId kMostIds = 7;
constexpr SoilSet kLoose = soil_bit(kSand) | soil_bit(3) | soil_bit(5);

/// A land on which every cell has up to eight random layers. Some layers are thinner than the steps to their
/// neighbours.
Columns random_stacks(Grid const& grid, std::uint64_t seed) {
  std::vector<Quanta> base;
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    const auto words = random_words(seed, 0, RandomStream::scenario, static_cast<std::uint32_t>(cell));
    base.push_back(static_cast<Quanta>(words[0] % 60) - 30);
  }
  Columns columns(grid, base, std::vector<Quanta>(grid.cells(), 0));
  columns.set_soils(grid, kLoose, 10);
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    const auto words = random_words(seed, 1, RandomStream::scenario, static_cast<std::uint32_t>(cell));
    for (std::uint32_t k = 0; k < words[0] % 9; ++k) {
      const auto layer = random_words(seed, 2 + k, RandomStream::scenario, static_cast<std::uint32_t>(cell));
      columns.lay(cell, {static_cast<SoilId>(layer[0] % kMostIds), static_cast<Quanta>(layer[1] % 12)});
    }
  }
  return columns;
}

/// The soil of each quantum of a column from `foot` up, written out layer by layer.
std::vector<SoilId> quanta_above(Columns const& columns, std::size_t cell, Quanta foot) {
  std::vector<SoilId> from_the_top;
  for (int k = 0; k + 1 < columns.layer_count(cell); ++k) {
    const Layer layer = columns.layer(cell, k);
    from_the_top.insert(from_the_top.end(), static_cast<std::size_t>(layer.thickness), layer.soil);
  }
  const Quanta surface = columns.elevation(cell);
  if (surface <= foot) return {};
  from_the_top.resize(static_cast<std::size_t>(surface - foot), kRock);
  return {from_the_top.rbegin(), from_the_top.rend()};
}

TEST(Section, LooksIntoTenThousandStacksAsAScanDoes) {
  constexpr Grid kGrid{.width = 100, .height = 100};
  const Columns columns = random_stacks(kGrid, 7);
  int shown = 0;
  for (std::size_t cell = 0; cell < kGrid.cells(); ++cell) {
    const std::vector<SoilId> all = quanta_above(columns, cell, -50);
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(soil_at(columns, cell, static_cast<Quanta>(i) - 50), all[i]) << cell << " at " << i;
    }
    EXPECT_EQ(soil_at(columns, cell, columns.elevation(cell) + 3), columns.top(cell).soil);
    const int x = static_cast<int>(cell % 100);
    const int y = static_cast<int>(cell / 100);
    for (const std::size_t neighbour :
         {kGrid.index(kGrid.resolve_x(x + 1), y), kGrid.index(x, kGrid.resolve_y(y - 1))}) {
      const std::vector<Band> bands = exposed(columns, cell, neighbour);
      const std::vector<SoilId> scan = quanta_above(columns, cell, columns.elevation(neighbour));
      std::vector<SoilId> found;
      Quanta top = columns.elevation(cell);
      for (Band const& band : bands) {
        ASSERT_EQ(band.top, top) << "bands follow each other from the surface down";
        ASSERT_GT(band.top, band.bottom);
        found.insert(found.end(), static_cast<std::size_t>(band.top - band.bottom), band.soil);
        top = band.bottom;
      }
      ASSERT_EQ(std::vector<SoilId>(found.rbegin(), found.rend()), scan) << cell;
      shown += static_cast<int>(bands.size());
    }
  }
  EXPECT_GT(shown, 10000) << "the cliffs of these stacks show many bands";
}

Terrain small_land(Boundary boundary) {
  Terrain terrain;
  terrain.grid = {.width = 6, .height = 4, .cell_size = 2.0f, .boundary = boundary};
  terrain.datum = 100.0;
  std::vector<Quanta> base, sand;
  for (int i = 0; i < 24; ++i) {
    base.push_back(i * kQuantaPerMetre);
    sand.push_back(i % 2 == 0 ? kQuantaPerMetre / 2 : 0);
  }
  terrain.columns = Columns(terrain.grid, base, sand);
  return terrain;
}

std::vector<std::size_t> cells_of(Section const& section) {
  std::vector<std::size_t> cells;
  for (SectionColumn const& column : section.columns) cells.push_back(column.cell);
  return cells;
}

TEST(Section, FollowsALineCellByCell) {
  const Terrain terrain = small_land(Boundary::open);
  const Section along = cut(terrain, {1.0, 3.0}, {12.0, 3.0});
  EXPECT_EQ(cells_of(along), (std::vector<std::size_t>{6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(along.length, 11.0);
  EXPECT_EQ(along.columns[0].begin, 0.0);
  EXPECT_EQ(along.columns[0].end, 1.0);
  EXPECT_EQ(along.columns[5].end, 11.0);
  EXPECT_EQ(along.columns[1].middle, glm::dvec2(3.0, 3.0));
  EXPECT_EQ(along.columns[2].layers, (std::vector<Layer>{{kSand, kQuantaPerMetre / 2}, {kRock, 8 * kQuantaPerMetre}}));
  EXPECT_EQ(along.columns[2].surface, 8 * kQuantaPerMetre + kQuantaPerMetre / 2);

  // Through corners, back again, and along an oblique line.
  EXPECT_EQ(cells_of(cut(terrain, {0.0, 0.0}, {6.0, 6.0})), (std::vector<std::size_t>{0, 7, 14}));
  EXPECT_EQ(cells_of(cut(terrain, {6.0, 6.0}, {0.0, 0.0})), (std::vector<std::size_t>{14, 7, 0}));
  // (0.5, 0.5) to (7.5, 4.5) m: x = 2 at y = 1.36, y = 2 at x = 3.125, x = 4, x = 6 at y = 3.64, y = 4 at x = 6.625.
  EXPECT_EQ(cells_of(cut(terrain, {0.5, 0.5}, {7.5, 4.5})), (std::vector<std::size_t>{0, 1, 7, 8, 9, 15}));
}

TEST(Section, HasEveryMetreOfItsLineOnce) {
  const Terrain terrain = small_land(Boundary::periodic);
  for (std::uint32_t i = 0; i < 500; ++i) {
    const auto words = random_words(5, 0, RandomStream::scenario, i);
    const auto at = [&](int k, double side) { return side * (3.0 * static_cast<double>(to_unit(words[k])) - 1.0); };
    const glm::dvec2 from(at(0, 12.0), at(1, 8.0)), to(at(2, 12.0), at(3, 8.0));
    const Section section = cut(terrain, from, to);
    double passed = 0.0;
    for (SectionColumn const& column : section.columns) {
      EXPECT_NEAR(column.begin, passed, 1e-9);
      EXPECT_GT(column.end, column.begin);
      passed = column.end;
      const int x = terrain.grid.resolve_x(static_cast<int>(std::floor(column.middle.x / 2.0)));
      const int y = terrain.grid.resolve_y(static_cast<int>(std::floor(column.middle.y / 2.0)));
      EXPECT_EQ(column.cell, terrain.grid.index(x, y));
      EXPECT_LE(column.end - column.begin, 2.0 * 1.4142136) << "no longer than a cell's diagonal";
    }
    EXPECT_NEAR(passed, section.length, 1e-9);
  }
}

TEST(Section, RefusesWhatIsNoLineOnTheLand) {
  const Terrain open = small_land(Boundary::open);
  const Terrain periodic = small_land(Boundary::periodic);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(cut(open, {1.0, 1.0}, {1.0, 1.0}), std::invalid_argument);
  EXPECT_THROW(cut(open, {1.0, 1.0}, {12.5, 1.0}), std::invalid_argument);
  EXPECT_THROW(cut(open, {-0.1, 1.0}, {2.0, 1.0}), std::invalid_argument);
  EXPECT_THROW(cut(open, {nan, 1.0}, {2.0, 1.0}), std::invalid_argument);
  EXPECT_THROW(cut(periodic, {1.0, 1.0}, {1.0, nan}), std::invalid_argument);
  EXPECT_THROW(cut(periodic, {1.0, 1.0}, {24.5, 1.0}), std::invalid_argument);
  EXPECT_EQ(cells_of(cut(periodic, {11.0, 1.0}, {15.0, 1.0})), (std::vector<std::size_t>{5, 0, 1}));
}

TEST(Section, IsWrittenAsCsv) {
  Terrain terrain = small_land(Boundary::open);
  terrain.soils[kSand].id = "sand, \"fine\"";
  const std::string text = section_csv(cut(terrain, {3.0, 1.0}, {5.0, 1.0}), terrain.soils, 4.0);
  EXPECT_EQ(text,
            "distance_m,x,y,top_m,bottom_m,soil\n"
            "0.500000,3.500000,1.000000,101.000000,97.000000,rock\n"
            "1.500000,4.500000,1.000000,102.500000,102.000000,\"sand, \"\"fine\"\"\"\n"
            "1.500000,4.500000,1.000000,102.000000,97.000000,rock\n");
}

}  // namespace
}  // namespace barchan::test::section_test
