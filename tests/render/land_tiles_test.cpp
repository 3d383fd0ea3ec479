// Chunks of the land: fine nearby, coarser outwards, without cracks, and only those in view.
#include "render/land_tiles.hpp"

#include <cmath>
#include <map>
#include <utility>

#include <gtest/gtest.h>
#include <glm/vector_relational.hpp>

#include "render/camera.hpp"

namespace barchan::render::land_tiles_test {
namespace {

TilingRequest request_from(Camera const& camera, Grid const& grid, Beyond beyond, int detail = 128) {
  const float extent = static_cast<float>(std::max(grid.width, grid.height)) * grid.cell_size;
  return {.grid = grid,
          .height_range = {0.0f, 10.0f},
          .beyond = beyond,
          .detail = detail,
          .eye = camera.eye(),
          .view_projection = camera.projection_matrix(16.0f / 9.0f, extent) * camera.view_matrix(),
          .reach = 6.0f * extent};
}

std::map<std::pair<int, int>, LandChunk> by_place(std::vector<LandLevel> const& levels) {
  std::map<std::pair<int, int>, LandChunk> chunks;
  for (LandLevel const& level : levels) {
    for (LandChunk const& chunk : level.chunks) {
      chunks[{static_cast<int>(chunk.placement.x), static_cast<int>(chunk.placement.y)}] = chunk;
    }
  }
  return chunks;
}

TEST(LandTiles, NeighboursAgreeOnTheirSharedEdge) {
  const Grid grid{256, 256, 1.0f, Boundary::periodic};
  const Camera camera{.azimuth = 90.0f, .elevation = 9.0f, .distance = 115.0f, .target = {128.0f, 128.0f, 5.0f}};
  const auto chunks = by_place(tile_land(request_from(camera, grid, Beyond::copies)));
  ASSERT_GT(chunks.size(), 50u);
  int steps = 0;
  for (auto const& [place, chunk] : chunks) {
    const std::pair<int, int> around[] = {{place.first - 1, place.second},
                                          {place.first + 1, place.second},
                                          {place.first, place.second - 1},
                                          {place.first, place.second + 1}};
    for (int side = 0; side < 4; ++side) {
      const auto other = chunks.find(around[side]);
      if (other == chunks.end()) continue;
      const float mine = chunk.level.y, theirs = other->second.level.y;
      EXPECT_EQ(chunk.coarser[side], theirs < mine ? theirs : 0.0f);
      if (theirs != mine) ++steps;
    }
  }
  EXPECT_GT(steps, 0) << "the test saw no change of fineness";
}

TEST(LandTiles, TellTheirNeighboursMipWhereTheMeshIsFinerThanTheGrid) {
  const Grid grid{176, 176, 1.0f, Boundary::periodic};
  const Camera camera{.azimuth = 90.0f, .elevation = 9.0f, .distance = 115.0f, .target = {88.0f, 88.0f, 5.0f}};
  const auto chunks = by_place(tile_land(request_from(camera, grid, Beyond::copies, 256)));
  int steps = 0;
  for (auto const& [place, chunk] : chunks) {
    const auto north = chunks.find({place.first, place.second + 1});
    if (north == chunks.end() || chunk.coarser.w <= 0.0f) continue;
    // The same formula as in land.vert.
    EXPECT_NEAR(chunk.level.x + std::log2(chunk.level.y / chunk.coarser.w), north->second.level.x, 1.0e-5f);
    ++steps;
  }
  EXPECT_GT(steps, 0);
}

TEST(LandTiles, AreAsFineAsAskedNearByAndCoarserOutward) {
  const Grid grid{256, 256, 1.0f, Boundary::periodic};
  const Camera camera{.azimuth = 90.0f, .elevation = 9.0f, .distance = 115.0f, .target = {128.0f, 128.0f, 5.0f}};
  const auto levels = tile_land(request_from(camera, grid, Beyond::copies));
  ASSERT_GT(levels.size(), 2u);
  EXPECT_EQ(levels.front().cells * 4, 128);
  std::size_t triangles = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (i > 0) {
      EXPECT_LT(levels[i].cells, levels[i - 1].cells);
    }
    triangles += 2u * static_cast<unsigned>(levels[i].cells * levels[i].cells) * levels[i].chunks.size();
  }
  EXPECT_LT(triangles, 60000u) << "more than a software renderer can bear";
}

TEST(LandTiles, LeaveOutWhatLiesBehind) {
  const Grid grid{256, 256, 1.0f, Boundary::periodic};
  const Camera camera{.azimuth = 90.0f, .elevation = 5.0f, .distance = 50.0f, .target = {128.0f, 128.0f, 5.0f}};
  for (LandLevel const& level : tile_land(request_from(camera, grid, Beyond::copies))) {
    for (LandChunk const& chunk : level.chunks)
      EXPECT_GT((chunk.placement.y + 1.0f) * chunk.placement.w, camera.eye().y - 64.0f);
  }
}

TEST(LandTiles, ALandThatEndsIsWholeAndEvenlyFine) {
  const Grid grid{200, 100, 2.0f, Boundary::open};
  const LandShape land;
  const Camera camera{.azimuth = 45.0f, .elevation = 50.0f, .distance = 900.0f, .target = {200.0f, 100.0f, 0.0f}};
  const auto levels = tile_land(request_from(camera, grid, Beyond::nothing));
  ASSERT_EQ(levels.size(), 1u);
  float area = 0.0f;
  for (LandChunk const& chunk : levels[0].chunks) area += chunk.placement.z * chunk.placement.w;
  EXPECT_NEAR(area, 400.0f * 200.0f, 1.0f);
}

TEST(LandTiles, GoOnToTheHorizonWithoutHoles) {
  const Grid grid{256, 192, 1.0f, Boundary::open};
  const Camera camera{.azimuth = 90.0f, .elevation = 30.0f, .distance = 300.0f, .target = {128.0f, 96.0f, 5.0f}};
  TilingRequest request = request_from(camera, grid, Beyond::copies);
  request.view_projection = glm::mat4(0.0f);
  request.view_projection[3][3] = 1.0f;  // everything is in view
  const auto levels = tile_land(request);
  const auto covers = [](LandChunk const& chunk, glm::vec2 at) {
    const glm::vec2 size(chunk.placement.z, chunk.placement.w), low = glm::vec2(chunk.placement) * size;
    return glm::all(glm::greaterThanEqual(at, low)) && glm::all(glm::lessThanEqual(at, low + size));
  };
  const glm::vec2 eye(camera.eye());
  for (float x = -0.7f; x < 0.7f; x += 0.03f) {
    for (float y = -0.7f; y < 0.7f; y += 0.03f) {
      const glm::vec2 at = eye + request.reach * glm::vec2(x, y);
      int found = 0;
      for (LandLevel const& level : levels) {
        for (LandChunk const& chunk : level.chunks) found += covers(chunk, at) ? 1 : 0;
      }
      EXPECT_EQ(found, 1) << at.x << ", " << at.y;
    }
  }
  std::size_t triangles = 0;
  for (LandLevel const& level : levels) {
    triangles += 2u * static_cast<unsigned>(level.cells * level.cells) * level.chunks.size();
  }
  EXPECT_LT(triangles, 200000u) << "more than a software renderer can bear";
}

TEST(LandTiles, BearExtremeShapes) {
  for (auto const& [width, height] : {std::pair{1, 1}, {1, 4096}, {16384, 16}, {3, 200}}) {
    const Grid grid{width, height, 1.0f, Boundary::periodic};
    const Camera camera{.elevation = 20.0f,
                        .distance = 20.0f,
                        .target = {0.5f * static_cast<float>(width), 0.5f * static_cast<float>(height), 0.0f}};
    const auto levels = tile_land(request_from(camera, grid, Beyond::copies));
    std::size_t chunks = 0;
    for (LandLevel const& level : levels) chunks += level.chunks.size();
    EXPECT_GT(chunks, 0u);
    EXPECT_LT(chunks, 20000u);
  }
}

TEST(LandTiles, DetailFollowsTheKindOfRenderer) {
  EXPECT_EQ(choose_detail(0, true, 1.0f), 128);
  EXPECT_EQ(choose_detail(0, true, 0.3f), 64) << "few pixels need few faces";
  EXPECT_GE(choose_detail(0, false, 0.3f), 256);
  EXPECT_EQ(choose_detail(300, true, 0.3f), 512);
  EXPECT_EQ(choose_detail(1 << 20, false, 1.0f), 2048);
}

}  // namespace
}  // namespace barchan::render::land_tiles_test
