// A large land is sent in pieces of a few megabytes per frame. The result is the same as if it had been sent at once.
#include <algorithm>
#include <cmath>

#include "base/land_vector.hpp"
#include "render/picture_fixture.hpp"

namespace barchan::render::upload_test {
namespace {

class Upload : public test::LandPicture {};

constexpr int kSide = 1024;
constexpr std::size_t kGrid = sizeof(float) * kSide * kSide;  // bytes
constexpr SendBudget kPiece{.sent = 1'000'000, .looked = 8'000'000};

/// Dunes whose crests have moved by `shift` cells in the rows from `first` on.
TerrainView dunes(int shift, int first = 0) {
  TerrainView view = test::level_sand(kSide, kSide, Boundary::open);
  view.step = static_cast<std::uint64_t>(shift);
  view.dust.assign(view.grid.cells(), 0.002f);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const int moved = x - (y >= first ? shift : 0);
      view.elevation[view.grid.index(x, y)] = 6.0f + 5.0f * std::sin(6.2831853f * static_cast<float>(moved) / 128.0f);
    }
  }
  view.elevation_minimum = 1.0f;
  view.elevation_maximum = 11.0f;
  return view;
}

/// The same land with everything that a land can have: coloured soils, muddy water, houses, plants, coloured dust and
/// bands on faces. Their pattern is shifted by `shift` cells.
TerrainView rich_land(int shift) {
  TerrainView view = dunes(shift);
  const std::size_t cells = view.grid.cells();
  view.colors.loose.resize(cells);
  view.colors.base.resize(cells);
  view.dust_colors.resize(cells);
  view.water.level.assign(cells, kNoWater);
  view.water.depth.assign(cells, 0.0f);
  view.water.mud.assign(cells, 0.3f);
  view.water.mud_colors.resize(cells);
  view.base_soil.assign(cells, kRock);
  view.faces.cells.resize(cells);
  view.faces.bands = {{-100.0f, static_cast<float>(kRock)}, {-100.0f, static_cast<float>(kSand)}};
  LandVector<float>& plants = view.cell_layers.real(CellLayer::plants);
  plants.assign(cells, 0.0f);
  for (std::size_t i = 0; i < cells; ++i) {
    const int x = (static_cast<int>(i % kSide) + shift) % kSide, y = static_cast<int>(i / kSide);
    const float share = static_cast<float>(x / 64 % 2);
    view.colors.loose[i] = {0.5f, 0.2f + 0.3f * share, 0.2f, 1.0f};
    view.colors.base[i] = {0.3f, 0.3f, 0.2f + 0.3f * share, 1.0f};
    for (std::size_t c = 0; c < 3; ++c) view.dust_colors[i][c] = view.dust[i] * (0.3f + 0.2f * share);
    view.water.mud_colors[i] = {0.4f, 0.2f + 0.2f * share, 0.1f, 1.0f};
    view.faces.cells[i] = {share, 1.0f};
    if (view.elevation[i] < 3.0f && x < 512) {
      view.water.level[i] = 3.0f;
      view.water.depth[i] = 3.0f - view.elevation[i];
    }
    plants[i] = x > 512 && x < 640 ? 0.5f : 0.0f;
    if (x % 200 < 12 && y % 200 < 12) {
      view.base_soil[i] = kObstacle;
      view.sediment[i] = 0.0f;
      view.elevation[i] = 20.0f;
    }
  }
  return view;
}

Image picture_of(Renderer& renderer, RenderSettings const& settings) {
  const Camera camera{.azimuth = 60.0f, .elevation = 20.0f, .distance = 900.0f, .target = {512.0f, 512.0f, 6.0f}};
  const Framebuffer framebuffer(160, 90);
  renderer.draw(camera, settings, {160, 90, framebuffer.id(), 1.0});
  return read_pixels(framebuffer.id(), 160, 90);
}

TEST_F(Upload, ALandInPiecesIsTheSameInTheEndAndNoFrameSendsMore) {
  const TerrainView before = dunes(0), after = dunes(40);
  RenderSettings settings;
  settings.still = true;
  Renderer at_once, in_pieces;
  at_once.upload(before, settings);
  at_once.upload(after, settings);
  EXPECT_TRUE(in_pieces.upload(before, settings, kPiece)) << "the first is sent at once";
  EXPECT_GE(at_once.stats().sent, kGrid);
  std::size_t most = 0, all = 0;
  int frames = 1;
  while (!in_pieces.upload(after, settings, kPiece)) {
    if (in_pieces.stats().sent == 0 && frames == 1) continue;  // its parts are being made
    ++frames;
    most = std::max(most, in_pieces.stats().sent);
    all += in_pieces.stats().sent;
    if (frames == 3) {
      EXPECT_NE(picture_of(in_pieces, settings).rgb, picture_of(at_once, settings).rgb);
    }
    ASSERT_LT(frames, 100);
  }
  all += in_pieces.stats().sent;
  EXPECT_LE(most, kPiece.sent);
  EXPECT_EQ(all, at_once.stats().sent);
  EXPECT_GE(frames, 4);
  EXPECT_EQ(picture_of(in_pieces, settings).rgb, picture_of(at_once, settings).rgb);
}

TEST_F(Upload, AllThatALandMayHaveIsSentInPiecesToo) {
  const TerrainView before = rich_land(0), after = rich_land(40);
  RenderSettings settings;
  settings.still = true;
  Renderer at_once, in_pieces;
  at_once.upload(before, settings);
  in_pieces.upload(before, settings);
  const Image first = picture_of(at_once, settings);
  at_once.upload(after, settings);
  const std::size_t due = at_once.stats().sent;
  EXPECT_GE(due, 22 * kGrid) << "four grids of four values, two of two (the packed maps), and two of one";
  std::size_t all = 0;
  while (!in_pieces.upload(after, settings, kPiece)) {
    EXPECT_LE(in_pieces.stats().sent, kPiece.sent);
    all += in_pieces.stats().sent;
  }
  all += in_pieces.stats().sent;
  EXPECT_EQ(all, due);
  const Image last = picture_of(in_pieces, settings);
  EXPECT_EQ(last.rgb, picture_of(at_once, settings).rgb);
  EXPECT_NE(last.rgb, first.rgb);
}

TEST_F(Upload, WaterThatComesAndGoesIsSentInPiecesToo) {
  const TerrainView dry = dunes(0), wet = rich_land(0);
  RenderSettings settings;
  settings.still = true;
  Renderer renderer, fresh;
  for (TerrainView const* view : {&dry, &wet, &dry}) {
    while (!renderer.upload(*view, settings, kPiece)) EXPECT_LE(renderer.stats().sent, kPiece.sent);
    fresh.upload(*view, settings);
    EXPECT_EQ(picture_of(renderer, settings).rgb, picture_of(fresh, settings).rgb);
  }
}

TEST_F(Upload, OnlyRowsThatHaveChangedAreSent) {
  Renderer renderer;
  RenderSettings settings;
  settings.still = true;
  renderer.upload(dunes(0), settings);
  renderer.upload(dunes(0), settings);
  EXPECT_EQ(renderer.stats().sent, 0u);
  renderer.upload(dunes(40, kSide * 7 / 8), settings);
  EXPECT_GT(renderer.stats().sent, 0u);
  EXPECT_LE(renderer.stats().sent, kGrid * 9 / 10)
      << "a little more than an eighth of the heights and of the packed maps, and half of the map of the sun beyond";
}

TEST_F(Upload, AnotherViewInBetweenBeginsAgain) {
  RenderSettings settings;
  settings.still = true;
  const TerrainView first = dunes(0), half = dunes(40), last = dunes(80);
  Renderer renderer, fresh;
  renderer.upload(first, settings);
  EXPECT_FALSE(renderer.upload(half, settings, kPiece));
  EXPECT_TRUE(renderer.upload(last, settings));
  fresh.upload(last, settings);
  EXPECT_EQ(picture_of(renderer, settings).rgb, picture_of(fresh, settings).rgb);
}

}  // namespace
}  // namespace barchan::render::upload_test
