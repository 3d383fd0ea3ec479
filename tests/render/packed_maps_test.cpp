// The packed maps, which hold what the shading of the ground needs to know about each cell.
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <glm/gtc/packing.hpp>

#include "render/half.hpp"
#include "render/packed_maps.hpp"

namespace barchan::render::packed_maps_test {
namespace {

using Map = std::vector<kernel::HalfTexel>;

glm::vec4 unpacked(kernel::HalfTexel texel) { return glm::unpackHalf4x16(texel); }

/// Computes the maps in pieces of `piece` rows.
struct Packed {
  Map surface, cover;

  explicit Packed(PackedInput const& input, int piece = 1000) {
    PackedMaps maps;
    maps.begin(input);
    const auto in_pieces = [piece](int rows, auto const& compute) {
      for (int first = 0; first < rows; first += piece) compute(first, std::min(first + piece, rows));
    };
    for (int stage = 0; !input.dust.empty() && stage < PackedMaps::kDustStages; ++stage) {
      in_pieces(maps.stage_size(stage).y, [&](int first, int last) { maps.compute_stage(stage, first, last); });
    }
    in_pieces(input.grid.height, [&](int first, int last) {
      const auto rows = maps.surface(first, last);
      surface.insert(surface.end(), rows.begin(), rows.end());
    });
    in_pieces(input.grid.height, [&](int first, int last) {
      const auto rows = maps.cover(first, last);
      cover.insert(cover.end(), rows.begin(), rows.end());
    });
  }
};

std::vector<float> random_cells(Grid const& grid, float low, float high, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(grid.cells());
  for (float& value : values) {
    value = low + (high - low) * static_cast<float>(random()) / static_cast<float>(std::mt19937::max());
  }
  return values;
}

/// A land with everything, of any size.
struct RichLand {
  explicit RichLand(Grid const& of)
      : grid(of),
        heights(random_cells(grid, -50.0f, 50.0f, 1)),
        sand(random_cells(grid, 0.0f, 9.0f, 2)),
        sun(random_cells(grid, 0.0f, 1.0f, 3)),
        sky(random_cells(grid, 0.3f, 1.0f, 4)),
        shade(random_cells(grid, 0.0f, 0.5f * grid.cell_size, 5)),
        turn(random_cells(grid, -0.9f, 0.9f, 6)),
        dust(random_cells(grid, 0.0f, 1.0f, 7)) {
    beyond = {{7, 5}, 1.5f, 0.1f, random_cells({7, 5, 1.0f}, 0.0f, 1.0f, 8)};
  }

  PackedInput input() const { return {grid, heights, sand, sun, sky, shade, turn, dust, {0.6f, 0.8f}, &beyond}; }

  Grid grid;
  std::vector<float> heights, sand, sun, sky, shade, turn, dust;
  SunBeyond beyond;
};

TEST(PackedMaps, HalvesAreRoundedToTheNearest) {
  for (int bits = 0; bits < 0x7c00; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = glm::unpackHalf1x16(half);
    ASSERT_EQ(kernel::value_of_half(half), value);
    ASSERT_EQ(kernel::half_bits(value), half);
    ASSERT_EQ(kernel::half_bits(-value), half | 0x8000);
    if (bits + 1 == 0x7c00) break;
    const float next = glm::unpackHalf1x16(static_cast<std::uint16_t>(bits + 1));
    const float middle = 0.5f * (value + next);
    ASSERT_EQ(kernel::half_bits(std::nextafter(middle, value)), half);
    ASSERT_EQ(kernel::half_bits(std::nextafter(middle, next)), half + 1);
    ASSERT_EQ(kernel::half_bits(middle), half + half % 2) << "a tie goes to the even half";
  }
  EXPECT_EQ(kernel::value_of_half(static_cast<std::uint16_t>(kernel::half_bits(1.0e9f))), 65504.0f);
}

TEST(PackedMaps, APlaneHasItsSlopeUpToTheEdges) {
  const Grid grid{13, 9, 2.0f, Boundary::open};
  std::vector<float> heights(grid.cells());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      heights[grid.index(x, y)] = 0.5f * static_cast<float>(x) - 0.25f * static_cast<float>(y);
    }
  }
  const Packed maps({.grid = grid, .heights = heights});
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    ASSERT_EQ(unpacked(maps.surface[i]), glm::vec4(0.25f, -0.125f, 0.0f, 1.0f)) << "cell " << i;
    ASSERT_EQ(unpacked(maps.cover[i]), glm::vec4(1.0f, 0.0f, 0.0f, 0.0f)) << "cell " << i;
  }
}

TEST(PackedMaps, SlopesAndHollowsAreThoseOfNineCells) {
  RichLand land({24, 17, 3.0f, Boundary::periodic});
  land.shade.assign(land.grid.cells(), 100.0f);
  const Packed maps(land.input());
  const Grid grid = land.grid;
  constexpr float kWeights[3] = {1.0f, 2.0f, 1.0f};
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      float slope_x = 0.0f, slope_y = 0.0f, mean = 0.0f, sun = 0.0f;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const std::size_t cell = grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy));
          const float wx = kWeights[dx + 1], wy = kWeights[dy + 1];
          slope_x += static_cast<float>(dx) * wy * land.heights[cell] / (8.0f * grid.cell_size);
          slope_y += static_cast<float>(dy) * wx * land.heights[cell] / (8.0f * grid.cell_size);
          mean += wx * wy / 16.0f * land.heights[cell];
          sun += wx * wy / 16.0f * land.sun[cell];
        }
      }
      const std::size_t cell = grid.index(x, y);
      const glm::vec4 surface = unpacked(maps.surface[cell]), cover = unpacked(maps.cover[cell]);
      EXPECT_NEAR(surface.x, slope_x, 0.01f);
      EXPECT_NEAR(surface.y, slope_y, 0.01f);
      EXPECT_NEAR(surface.z, land.sand[cell], 0.004f);
      EXPECT_LE(surface.w, sun + 1.0e-3f) << "ground beyond the edges may add shade";
      EXPECT_NEAR(cover.x, land.sky[cell], 1.0e-3f);
      EXPECT_NEAR(cover.z, 6.0f * (mean - land.heights[cell]) / grid.cell_size, 0.05f);
      EXPECT_NEAR(cover.w, land.turn[cell], 1.0e-3f);
    }
  }
}

TEST(PackedMaps, PiecesOfAnySizeGiveTheSameMaps) {
  for (const Boundary boundary : {Boundary::open, Boundary::periodic}) {
    for (auto const& [width, height] : {std::pair(37, 22), {1, 9}, {9, 1}, {1, 1}, {2, 2}, {64, 3}}) {
      const RichLand land({width, height, 1.5f, boundary});
      const Packed whole(land.input());
      for (const int piece : {1, 3, 8}) {
        const Packed maps(land.input(), piece);
        EXPECT_EQ(maps.surface, whole.surface) << width << "x" << height << " by " << piece;
        EXPECT_EQ(maps.cover, whole.cover) << width << "x" << height << " by " << piece;
      }
    }
  }
}

TEST(PackedMaps, GroundBeyondTheEdgesAndHighShadowsShade) {
  const Grid grid{8, 8, 1.0f, Boundary::open};
  const std::vector<float> heights(grid.cells(), 3.0f), sun(grid.cells(), 0.9f);
  const auto visible = [&](float beyond, float shade) {
    const SunBeyond around{{4, 4}, 2.0f, 0.05f, std::vector<float>(16, beyond)};
    const std::vector<float> shades(grid.cells(), shade);
    const Packed maps({.grid = grid, .heights = heights, .sun = sun, .shade = shades, .beyond = &around});
    return unpacked(maps.surface[grid.index(4, 4)]).w;
  };
  EXPECT_NEAR(visible(1.0f, 5.0f), 0.9f, 1.0e-3f);
  EXPECT_NEAR(visible(0.2f, 5.0f), 0.25f, 1.0e-3f) << "the map beyond the edges and its error";
  EXPECT_NEAR(visible(0.2f, 0.05f), 1.0f, 1.0e-3f) << "a shadow that hardly reaches above the ground";
  EXPECT_NEAR(visible(0.2f, 0.225f), 0.5f, 1.0e-2f);
}

TEST(PackedMaps, DustTrailsDownwindAndIsKept) {
  const Grid grid{64, 48, 1.0f, Boundary::periodic};
  std::vector<float> heights(grid.cells(), 0.0f), dust(grid.cells(), 0.0f);
  for (int y = 23; y <= 24; ++y) {
    for (int x = 31; x <= 32; ++x) dust[grid.index(x, y)] = 1.0f;
  }
  const auto centre_of = [&](glm::vec2 wind, std::span<float const> turn) {
    const Packed maps({.grid = grid, .heights = heights, .turn = turn, .dust = dust, .wind = wind});
    glm::vec2 centre(0.0f);
    float sum = 0.0f;
    for (std::size_t i = 0; i < grid.cells(); ++i) {
      const float here = unpacked(maps.cover[i]).y;
      centre += here * glm::vec2(static_cast<float>(i % 64) - 31.5f, static_cast<float>(i / 64) - 23.5f);
      sum += here;
    }
    EXPECT_NEAR(sum, 4.0f, 0.02f);
    return centre / sum;
  };
  const float mean = 0.26f * 2.5f + 0.22f * 5.5f + 0.18f * 10.0f;  // cells
  const glm::vec2 east = centre_of({1.0f, 0.0f}, {});
  EXPECT_NEAR(east.x, mean, 0.1f);
  EXPECT_NEAR(east.y, 0.0f, 0.1f);
  const std::vector<float> turned(grid.cells(), 1.0f);  // by 90 degrees to the left
  const glm::vec2 north = centre_of({1.0f, 0.0f}, turned);
  EXPECT_NEAR(north.x, 0.0f, 0.1f);
  EXPECT_NEAR(north.y, mean, 0.1f);
}

}  // namespace
}  // namespace barchan::render::packed_maps_test
