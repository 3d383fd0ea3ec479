// Previews are made on a thread of their own.
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "ui/land_previewer.hpp"

namespace barchan_test::land_previewer_test {
namespace {

using barchan::NewLand;
using barchan::ui::LandPreviewer;

NewLand land_of_relief(float metres) {
  NewLand land;
  land.numbers.width = land.numbers.height = 64;
  land.numbers.relief = metres;
  return land;
}

/// Waits until `done()`, at most 20 s. Returns whether it is.
template <class Done>
bool await(Done const& done) {
  for (int tries = 0; tries < 2000 && !done(); ++tries) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return done();
}

TEST(LandPreviewer, MakesTheLastLandThatWasAskedForWithoutWaiting) {
  LandPreviewer previews;
  for (int metres = 1; metres <= 40; ++metres) previews.ask(land_of_relief(static_cast<float>(metres)));
  ASSERT_TRUE(await([&] { return previews.ready(); }));
  const auto expected = barchan::preview_of(land_of_relief(40.0f));
  EXPECT_EQ(previews.preview()->highest, expected.highest);
  EXPECT_EQ(previews.preview()->picture->rgb, expected.picture->rgb);
}

TEST(LandPreviewer, MakesScenariosOneByOneAndForgetsThoseThatAreDropped) {
  LandPreviewer previews;
  EXPECT_FALSE(previews.scenario("dunes")) << "a frame does not wait";
  ASSERT_TRUE(await([&] { return previews.scenario("dunes") != nullptr; }));
  EXPECT_FALSE(previews.scenario("erg"));
  previews.drop_scenarios();
  EXPECT_TRUE(previews.scenario("dunes")) << "what has been made stays";
  previews.set_wait(true);
  EXPECT_TRUE(previews.scenario("butte"));
}

TEST(LandPreviewer, SaysWhyAHeightMapCannotBeRead) {
  LandPreviewer previews;
  previews.ask_for_map("/nowhere/hill.png");
  std::optional<barchan::ui::MapNews> news;
  ASSERT_TRUE(await([&] { return news || (news = previews.take_map()); }));
  ASSERT_TRUE(std::holds_alternative<std::string>(news->facts));
  EXPECT_NE(std::get<std::string>(news->facts).find("/nowhere/hill.png"), std::string::npos);
  EXPECT_FALSE(previews.take_map()) << "once";
}

}  // namespace
}  // namespace barchan_test::land_previewer_test
