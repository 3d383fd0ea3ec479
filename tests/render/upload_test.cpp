// A large land is sent in pieces, a few megabytes a frame, and is then the same as one that was sent at once.
#include <algorithm>
#include <cmath>

#include "render/picture_fixture.hpp"

namespace barchan {
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
  for (; !in_pieces.upload(after, settings, kPiece); ++frames) {
    most = std::max(most, in_pieces.stats().sent);
    all += in_pieces.stats().sent;
    if (frames == 2) {
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

TEST_F(Upload, OnlyRowsThatHaveChangedAreSent) {
  Renderer renderer;
  RenderSettings settings;
  settings.still = true;
  renderer.upload(dunes(0), settings);
  renderer.upload(dunes(0), settings);
  EXPECT_EQ(renderer.stats().sent, 0u);
  renderer.upload(dunes(40, kSide * 7 / 8), settings);
  EXPECT_GT(renderer.stats().sent, 0u);
  EXPECT_LE(renderer.stats().sent, kGrid / 8);
}

TEST_F(Upload, AnotherViewInBetweenBeginsAnew) {
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
}  // namespace barchan
