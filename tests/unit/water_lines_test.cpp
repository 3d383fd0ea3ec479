// Rivers as lines and lakes as polygons.
#include "world/water_lines.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <gtest/gtest.h>
#include <glm/common.hpp>

#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "support/drainage.hpp"
#include "support/flooded_land.hpp"
#include "support/lake_country.hpp"
#include "support/lands.hpp"

namespace barchan::test::water_lines_test {
namespace {

/// Returns whether the place is within an odd number of the rings.
bool covers(std::vector<std::vector<Ring>> const& parts, glm::dvec2 place) {
  bool inside = false;
  for (auto const& part : parts) {
    for (Ring const& ring : part) {
      for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
        glm::dvec2 const &a = ring[i], &b = ring[i + 1];
        if ((a.y > place.y) != (b.y > place.y) && place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)) {
          inside = !inside;
        }
      }
    }
  }
  return inside;
}

bool on_outline(LakeOutline const& lake, glm::dvec2 place) {
  for (auto const& part : lake.parts) {
    for (Ring const& ring : part) {
      for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
        const glm::dvec2 low = glm::min(ring[i], ring[i + 1]) - 1e-6, high = glm::max(ring[i], ring[i + 1]) + 1e-6;
        if (place == glm::clamp(place, low, high)) return true;
      }
    }
  }
  return false;
}

/// Outer rings run anticlockwise, islands clockwise. All rings are closed and pass no corner twice.
void expect_sound(LakeOutline const& lake, double cell_area, int cells) {
  double area = 0.0;
  for (auto const& part : lake.parts) {
    for (std::size_t k = 0; k < part.size(); ++k) {
      Ring const& ring = part[k];
      ASSERT_GE(ring.size(), 5u);
      EXPECT_EQ(ring.front(), ring.back());
      EXPECT_EQ(area_of(ring) > 0.0, k == 0) << "lake " << lake.figures.id << ", ring " << k;
      std::set<std::pair<double, double>> corners;
      for (std::size_t i = 0; i + 1 < ring.size(); ++i) corners.insert({ring[i].x, ring[i].y});
      EXPECT_EQ(corners.size() + 1, ring.size()) << "a ring passes a corner twice";
      area += area_of(ring);
    }
  }
  EXPECT_NEAR(area, cells * cell_area, 1e-9 * area);
  EXPECT_EQ(lake.figures.area, cells * cell_area);
}

Terrain flooded(IntegerLand const& land, Randomness& randomness) {
  Terrain terrain;
  terrain.grid = land.grid;
  terrain.columns = Columns(land.grid, land.elevations, std::vector<Quanta>(land.cells(), 0));
  terrain.lakes = Lakes(land.grid);
  for (int pours = 0; pours < 6; ++pours) {
    const auto cell = static_cast<std::size_t>(random_between(randomness, 0, static_cast<QuantaSum>(land.cells()) - 1));
    pour_and_rest(terrain.lakes, land,
                  {cell, random_between(randomness, 1, static_cast<QuantaSum>(land.cells()) / 3 + 1)});
  }
  return terrain;
}

TEST(WaterLines, OutlinesCoverJustTheCellsOfEachLake) {
  Randomness randomness(3);
  int islands = 0, parted = 0;
  for (int round = 0; round < 60; ++round) {
    const Grid grid{.width = static_cast<int>(random_between(randomness, 3, 40)),
                    .height = static_cast<int>(random_between(randomness, 3, 40)),
                    .cell_size = round % 2 == 0 ? 1.0f : 2.5f,
                    .boundary = static_cast<Boundary>(round % 3)};
    const IntegerLand land = random_land(randomness, grid, round % 4 < 2 ? Texture::noise : Texture::hills, 12);
    const Terrain terrain = flooded(land, randomness);
    const double size = static_cast<double>(grid.cell_size);
    const std::vector<LakeOutline> lakes = lake_outlines(terrain);
    EXPECT_EQ(lakes.size(), static_cast<std::size_t>(terrain.lakes.count()));
    for (LakeOutline const& lake : lakes) {
      expect_sound(lake, size * size, terrain.lakes.lake(lake.figures.id).cells);
      parted += lake.parts.size() > 1 ? 1 : 0;
      for (auto const& part : lake.parts) islands += static_cast<int>(part.size()) - 1;
      for_each_cell(grid, [&](int x, int y) {
        const bool wet = terrain.lakes.id(grid.index(x, y)) == lake.figures.id;
        ASSERT_EQ(covers(lake.parts, (glm::dvec2(x, y) + 0.5) * size), wet) << x << ", " << y;
      });
    }
  }
  EXPECT_GT(islands, 100);
  EXPECT_GT(parted, 30);
}

TEST(WaterLines, ALakeWithAnIslandHasOneHole) {
  const World world = lake_country({}, 900);
  const std::vector<LakeOutline> lakes = lake_outlines(world.terrain());
  const LakeId id = world.terrain().lakes.id(world.grid().index(kLakeX + 5, kLakeY));
  const auto lake = std::find_if(lakes.begin(), lakes.end(), [&](auto const& one) { return one.figures.id == id; });
  ASSERT_NE(lake, lakes.end());
  ASSERT_EQ(lake->parts.size(), 1u);
  EXPECT_EQ(lake->parts[0].size(), 2u);
  EXPECT_FALSE(covers(lake->parts, {2.0 * kLakeX + 1.0, 2.0 * kLakeY + 1.0}));
  EXPECT_GT(lake->depth, 1.0);
  EXPECT_LT(lake->figures.volume, lake->depth * lake->figures.area);
}

/// Each line ends at the place it names, and following the lines comes to an end.
void expect_network(Rivers const& found, Terrain const& terrain) {
  std::map<LakeId, LakeOutline> lakes;
  for (LakeOutline const& lake : lake_outlines(terrain)) lakes[lake.figures.id] = lake;
  const glm::dvec2 size = glm::dvec2(terrain.grid.width, terrain.grid.height) * double{terrain.grid.cell_size};
  const auto on_border = [&](glm::dvec2 at) { return at.x == 0.0 || at.y == 0.0 || at.x == size.x || at.y == size.y; };
  for (River const& river : found.rivers) {
    ASSERT_GE(river.line.size(), 2u);
    for (glm::dvec2 const& place : river.line) EXPECT_EQ(place, glm::clamp(place, glm::dvec2(0.0), size));
    EXPECT_GE(river.width, double{terrain.grid.cell_size});
    const glm::dvec2 last = river.line.back();
    if (river.end == RiverEnd::river) {
      ASSERT_TRUE(river.into >= 1 && river.into <= static_cast<int>(found.rivers.size())) << river.id;
      EXPECT_EQ(found.rivers[static_cast<std::size_t>(river.into) - 1].line.front(), last) << river.id;
    } else if (river.end == RiverEnd::lake) {
      ASSERT_TRUE(lakes.contains(river.into)) << river.id;
      EXPECT_TRUE(on_border(last) || on_outline(lakes[river.into], last)) << river.id;
    } else if (river.end == RiverEnd::sea) {
      EXPECT_EQ(river.into, 0);
      EXPECT_TRUE(terrain.sea.level().has_value()) << river.id;
    } else if (river.end == RiverEnd::edge) {
      EXPECT_EQ(terrain.grid.boundary, Boundary::open);
      EXPECT_TRUE(on_border(last)) << river.id;
    } else if (river.end == RiverEnd::seam) {
      EXPECT_EQ(terrain.grid.boundary, Boundary::periodic);
      EXPECT_TRUE(on_border(last)) << river.id;
      const glm::dvec2 on = found.rivers[static_cast<std::size_t>(river.into) - 1].line.front() - last;
      const bool x = std::abs(on.x) == size.x && std::abs(on.y) < 1e-9,
                 y = std::abs(on.y) == size.y && std::abs(on.x) < 1e-9;
      EXPECT_TRUE(x || y) << river.id << " goes on at the opposite side";
    }
    std::set<int> passed;
    for (River const* at = &river; at->end == RiverEnd::river || at->end == RiverEnd::seam;) {
      ASSERT_TRUE(passed.insert(at->id).second) << "river " << river.id << " runs in a circle";
      at = &found.rivers[static_cast<std::size_t>(at->into) - 1];
    }
  }
}

TEST(WaterLines, ARiverRunsIntoItsLakeAndFromTheLakeToTheEdge) {
  for (const double turned : {0.0, 30.0, 45.0}) {
    const World world = lake_country({.turned = turned}, 1500);
    const Rivers found = find_rivers(world.terrain(), running_water(world));
    expect_network(found, world.terrain());
    int to_lake = 0, to_edge = 0;
    for (River const& river : found.rivers) {
      EXPECT_NE(river.end, RiverEnd::dry) << river.id;
      // Water flows downhill, apart from the depth of the water over a sill.
      const auto ground = [&](glm::dvec2 at) { return double{world.terrain().height_at(glm::vec2(at))}; };
      EXPECT_LT(ground(river.line.back()), ground(river.line.front()) + 0.2) << river.id;
      if (river.line.size() < 8) continue;
      EXPECT_NEAR(river.discharge, 2.0, 0.25) << river.id << " at " << turned << " degrees";
      to_lake += river.end == RiverEnd::lake ? 1 : 0;
      to_edge += river.end == RiverEnd::edge ? 1 : 0;
    }
    EXPECT_EQ(to_lake, 1) << turned;
    EXPECT_EQ(to_edge, 1) << turned;
  }
}

TEST(WaterLines, UnderRainEveryLineRunsIntoALineALakeOrTheEdge) {
  for (const Boundary boundary : {Boundary::open, Boundary::periodic, Boundary::closed}) {
    WorldSetup setup = rock_land(96, 2.0f, 30.0, fractal_noise(96, 48.0, 5), 5);
    setup.grid.boundary = boundary;
    setup.parameters = {{"water_particles", "rain", 6000.0}, {"water_particles", "population", 4000.0}};
    World world = make_world(std::move(setup), "water_particles");
    run(world, 400);
    const Rivers found = find_rivers(world.terrain(), running_water(world));
    expect_network(found, world.terrain());
    EXPECT_GT(found.rivers.size(), 20u);
    for (River const& river : found.rivers) EXPECT_NE(river.end, RiverEnd::dry) << river.id;
    const Rivers few = find_rivers(world.terrain(), running_water(world), 3.0 * found.least_discharge);
    expect_network(few, world.terrain());
    EXPECT_LT(few.rivers.size(), found.rivers.size());
    EXPECT_EQ(few.least_discharge, 3.0 * found.least_discharge);
    // Down to rills, some of which end on dry ground.
    for (const double least : {0.03, 0.01, 0.003, 0.001}) {
      expect_network(find_rivers(world.terrain(), running_water(world), least), world.terrain());
    }
    EXPECT_TRUE(find_rivers(world.terrain(), running_water(world), 1e6).rivers.empty());
  }
}

/// A plain that falls to the east by 1 %, with a wall of water drawn on it.
struct DrawnRivers {
  Terrain terrain;
  std::vector<RunningWater> water;

  explicit DrawnRivers(Boundary boundary, Quanta across = 0) {
    terrain.grid = {.width = 40, .height = 24, .cell_size = 2.0f, .boundary = boundary};
    std::vector<Quanta> ground;
    for_each_cell(terrain.grid, [&](int x, int y) { ground.push_back((40 - x) * 5000 + across * std::abs(y - 12)); });
    terrain.columns = Columns(terrain.grid, ground, std::vector<Quanta>(terrain.grid.cells(), 0));
    terrain.lakes = Lakes(terrain.grid);
    water.resize(terrain.grid.cells());
  }
  void run(int x, int y, glm::vec2 discharge) {
    const std::size_t cell = terrain.grid.index(terrain.grid.resolve_x(x), terrain.grid.resolve_y(y));
    water[cell] = {1.0f, discharge / terrain.grid.cell_size, discharge};
  }
};

TEST(WaterLines, ABroadRiverIsOneLine) {
  DrawnRivers drawn(Boundary::open);
  for (int x = 4; x < 40; ++x) {
    for (int y = 8; y <= 16; ++y) drawn.run(x, y, {y == 12 ? 3.0f : 2.0f, 0.0f});
  }
  const Rivers found = find_rivers(drawn.terrain, drawn.water);
  expect_network(found, drawn.terrain);
  ASSERT_EQ(found.rivers.size(), 1u);
  River const& river = found.rivers[0];
  EXPECT_NEAR(river.discharge, 19.0, 1e-4);
  EXPECT_NEAR(river.width, 18.0, 1e-4);
  EXPECT_EQ(river.end, RiverEnd::edge);
  EXPECT_NEAR(river.line.back().x, 80.0, 1e-9);
  EXPECT_NEAR(river.line[river.line.size() / 2].y, 25.0, 1.0) << "along its strongest cells";
}

TEST(WaterLines, ARiverEndsAtTheShoreAndNotOnTheSeasFloor) {
  DrawnRivers drawn(Boundary::open);
  // The average from the time before the sea came still shows the river up to the edge.
  for (int x = 4; x < 40; ++x) drawn.run(x, 12, {2.0f, 0.0f});
  drawn.terrain.sea.cover(drawn.terrain.grid, drawn.terrain.columns.elevations(), 10 * 5000);
  Rivers found = find_rivers(drawn.terrain, drawn.water);
  expect_network(found, drawn.terrain);
  ASSERT_EQ(found.rivers.size(), 1u);
  EXPECT_EQ(found.rivers[0].end, RiverEnd::sea);
  EXPECT_EQ(river_end_id(found.rivers[0].end), "sea");
  EXPECT_EQ(found.rivers[0].line.back(), glm::dvec2(62.0, 25.0)) << "cell 31 is the first that lies lower";
  drawn.terrain.sea.cover(drawn.terrain.grid, drawn.terrain.columns.elevations(), std::nullopt);
  found = find_rivers(drawn.terrain, drawn.water);
  ASSERT_EQ(found.rivers.size(), 1u);
  EXPECT_EQ(found.rivers[0].end, RiverEnd::edge);
}

/// A wide river in a valley, and on its bank a pool of 3 by 3 cells that is full to its sill at (18, 17).
struct PoolBesideARiver : DrawnRivers {
  PoolBesideARiver() : DrawnRivers(Boundary::open) {
    Grid const& grid = terrain.grid;
    std::vector<Quanta> ground;
    for_each_cell(grid, [&](int x, int y) {
      const bool pool = x >= 15 && x <= 17 && y >= 18 && y <= 20;
      ground.push_back((40 - x + std::abs(y - 12)) * 5000 - (pool ? 100000 : 0));
    });
    terrain.columns = Columns(grid, ground, std::vector<Quanta>(grid.cells(), 0));
    terrain.lakes.pour(std::vector<LakePour>{{grid.index(16, 19), 2000000}}, terrain.columns.elevations());
    terrain.lakes.settle({});
    for (int x = 4; x < 40; ++x) {
      for (int y = 8; y <= 16; ++y) run(x, y, {y == 12 ? 3.0f : 2.0f, 0.0f});
    }
  }
  LakeId pool() const { return terrain.lakes.id(terrain.grid.index(16, 19)); }

  /// Number of lines that come out of the pool and join another.
  int lines_out() const {
    const Rivers found = find_rivers(terrain, water);
    expect_network(found, terrain);
    int count = 0;
    for (LakeOutline const& lake : lake_outlines(terrain)) {
      if (lake.figures.id != pool()) continue;
      for (River const& river : found.rivers) {
        if (on_outline(lake, river.line.front()) && river.end == RiverEnd::river) ++count;
      }
    }
    return count;
  }
};

TEST(WaterLines, ALakeBesideARiverHasALineToWhereItsWaterJoinsIt) {
  PoolBesideARiver land;
  ASSERT_NE(land.pool(), 0);
  ASSERT_EQ(land.terrain.lakes.id(land.terrain.grid.index(18, 17)), 0);
  EXPECT_EQ(land.lines_out(), 0) << "nothing runs over";
  land.run(18, 17, {0.3f, -0.3f});
  EXPECT_EQ(land.lines_out(), 0) << "it is no river";
  land.run(18, 17, {1.5f, -1.5f});
  EXPECT_EQ(land.lines_out(), 1);
  land.run(18, 17, {-1.5f, 1.5f});
  EXPECT_EQ(land.lines_out(), 0) << "it runs back";
  // After a river has entered the pool, a weaker outflow is enough, so that the path of its water is not interrupted.
  land.run(18, 17, {0.3f, -0.3f});
  for (int x = 4; x < 15; ++x) land.run(x, 19, {2.0f, 0.0f});
  EXPECT_EQ(land.lines_out(), 1);
}

TEST(WaterLines, RiversMeetInOnePlaceAndGoOnAsOne) {
  DrawnRivers drawn(Boundary::open, 20);
  for (int x = 2; x < 20; ++x) {
    drawn.run(x, 12 + (20 - x) / 2, {2.0f, -1.0f});
    drawn.run(x, 12 - (20 - x) / 2, {1.0f, 0.5f});
  }
  for (int x = 20; x < 40; ++x) drawn.run(x, 12, {3.0f, 0.0f});
  const Rivers found = find_rivers(drawn.terrain, drawn.water);
  expect_network(found, drawn.terrain);
  ASSERT_EQ(found.rivers.size(), 3u);
  std::vector<double> joining;
  for (River const& river : found.rivers) {
    if (river.end == RiverEnd::river) joining.push_back(river.discharge);
  }
  ASSERT_EQ(joining.size(), 2u);
  std::sort(joining.begin(), joining.end());
  EXPECT_NEAR(joining[0], 1.0, 0.15);
  EXPECT_NEAR(joining[1], 2.0, 0.3);
}

TEST(WaterLines, LinesAreCutAtTheSeamAndGoOnBeyondIt) {
  DrawnRivers drawn(Boundary::periodic);
  drawn.terrain.lakes.pour(std::vector<LakePour>{{drawn.terrain.grid.index(39, 3), 2000000}},
                           drawn.terrain.columns.elevations());
  drawn.terrain.lakes.settle({});
  for (int x = 3; x < 38; ++x) {
    if (drawn.terrain.lakes.id(drawn.terrain.grid.index(x, (x + 4) % 24)) != 0) break;
    drawn.run(x, x + 4, {2.0f, 2.0f});
  }
  const Rivers found = find_rivers(drawn.terrain, drawn.water);
  expect_network(found, drawn.terrain);
  ASSERT_EQ(found.rivers.size(), 2u);
  EXPECT_EQ(found.rivers[0].end, RiverEnd::seam);
  EXPECT_EQ(found.rivers[0].line.back().y, 48.0);
  EXPECT_EQ(found.rivers[1].line.front().y, 0.0);
  EXPECT_NEAR(found.rivers[1].line.front().x, found.rivers[0].line.back().x, 1e-9);
  EXPECT_EQ(found.rivers[1].end, RiverEnd::lake);
}

TEST(WaterLines, WhereTheWaterEndsOnDryGroundTheLineSaysSo) {
  DrawnRivers drawn(Boundary::open);
  for (int x = 2; x < 25; ++x) {
    if (x != 12 && x != 13) drawn.run(x, 12, {2.0f, 0.0f});
  }
  const Rivers found = find_rivers(drawn.terrain, drawn.water);
  expect_network(found, drawn.terrain);
  ASSERT_EQ(found.rivers.size(), 1u) << "a gap of two cells does not part it";
  EXPECT_EQ(found.rivers[0].end, RiverEnd::dry);
  EXPECT_NEAR(found.rivers[0].line.back().x, 49.0, 1e-9);
  EXPECT_EQ(found.rivers[0].into, 0);
}

TEST(WaterLines, RiversThatMeetWhereTheWaterEndsAllEndThere) {
  DrawnRivers drawn(Boundary::open, 20);
  for (int x = 2; x <= 24; ++x) drawn.run(x, 12, {2.0f, 0.0f});
  for (int y = 13; y <= 22; ++y) drawn.run(24, y, {0.0f, -1.0f});
  const Rivers found = find_rivers(drawn.terrain, drawn.water);
  expect_network(found, drawn.terrain);
  ASSERT_EQ(found.rivers.size(), 2u);
  for (River const& river : found.rivers) {
    EXPECT_EQ(river.end, RiverEnd::dry);
    EXPECT_EQ(river.into, 0);
  }
  EXPECT_EQ(found.rivers[0].line.back(), found.rivers[1].line.back());
}

TEST(WaterLines, ShippedLandsHaveSoundNetworks) {
  for (char const* const scenario : {"mountains", "lakes"}) {
    World world = make_world(load_shipped_scenario(scenario));
    run(world, 300);
    for (const double least : {0.0, 0.05}) {
      const Rivers found = find_rivers(world.terrain(), running_water(world), least);
      SCOPED_TRACE(scenario);
      EXPECT_GT(found.rivers.size(), 20u);
      expect_network(found, world.terrain());
    }
    for (LakeOutline const& lake : lake_outlines(world.terrain())) {
      const double cell = static_cast<double>(world.grid().cell_size);
      expect_sound(lake, cell * cell, world.terrain().lakes.lake(lake.figures.id).cells);
    }
  }
}

TEST(WaterLines, ADryLandHasNeither) {
  const DrawnRivers drawn(Boundary::closed);
  EXPECT_TRUE(find_rivers(drawn.terrain, drawn.water).rivers.empty());
  EXPECT_TRUE(lake_outlines(drawn.terrain).empty());
}

}  // namespace
}  // namespace barchan::test::water_lines_test
