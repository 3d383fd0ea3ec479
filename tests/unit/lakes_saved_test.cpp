/// Lakes that are saved in any state continue unchanged. Neither the order of pours nor the earlier history has an
/// effect. Lands of odd sizes keep their mass balance.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "support/flooded_land.hpp"
#include "support/long_run.hpp"

namespace barchan::lakes_saved_test {
namespace {

using test::IntegerLand;
using test::random_between;

std::vector<std::byte> saved(Lakes& lakes, IntegerLand const& land) {
  Archive archive = Archive::writer();
  lakes.keep(archive, land.elevations);
  return archive.take();
}

Lakes read_back(std::vector<std::byte> const& bytes, IntegerLand const& land) {
  Archive archive = Archive::reader(bytes);
  Lakes lakes(land.grid);
  lakes.keep(archive, land.elevations);
  archive.finish();
  return lakes;
}

/// Random rain, evaporation, soaking and changes of the ground.
class Weather {
 public:
  Weather(IntegerLand& land, std::uint64_t seed) : land_(land), randomness_(seed) {}

  void draw() {
    pours_.clear();
    for (int i = 0; i < 6; ++i) pours_.push_back({cell(), random_between(randomness_, 1, 300)});
    step_ = {.seconds = 0.4 * static_cast<double>(random_between(randomness_, 1, 50)),
             .evaporation = 0.31 * static_cast<double>(random_between(randomness_, 0, 9)),
             .soaks = 10};
  }
  void erode() {
    for (int i = 0; i < 12; ++i)
      land_.elevations[cell()] += static_cast<Quanta>(random_between(randomness_, -300, 300));
  }
  /// Water that spilled in the previous step is poured together with the rain.
  void step(Lakes& lakes, std::vector<LakePour>& on_its_way) const {
    lakes.follow(land_.elevations);
    on_its_way.insert(on_its_way.end(), pours_.begin(), pours_.end());
    lakes.pour(on_its_way, land_.elevations);
    on_its_way.clear();
    for (LakeOutflow const& outflow : lakes.settle(step_).outflows) {
      if (outflow.beyond != LakeOutflow::kOutside) on_its_way.push_back({outflow.beyond, outflow.amount});
    }
  }
  test::Randomness& randomness() { return randomness_; }

 private:
  std::size_t cell() { return static_cast<std::size_t>(randomness_() % land_.cells()); }

  IntegerLand& land_;
  test::Randomness randomness_;
  std::vector<LakePour> pours_;
  LakeStep step_;
};

class LakesSaved : public testing::TestWithParam<Boundary> {};

TEST_P(LakesSaved, GoOnToTheSameBits) {
  const int rounds = test::how_many(12, 250);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    test::Randomness randomness(seed);
    const Grid grid{.width = 53, .height = 34, .cell_size = 0.5f, .boundary = GetParam()};
    IntegerLand land = random_land(randomness, grid, seed % 2 == 0 ? test::Texture::hills : test::Texture::noise, 4000);
    Weather weather(land, seed + 100);
    Lakes lakes(grid);
    std::vector<LakePour> on_its_way;
    for (int round = 0; round < rounds; ++round) {
      for (int step = 0; step < 5; ++step) {
        weather.draw();
        weather.erode();
        weather.step(lakes, on_its_way);
      }
      // The ground has changed, but the lakes do not know yet.
      weather.erode();
      const std::vector<std::byte> bytes = saved(lakes, land);
      Lakes again = read_back(bytes, land);
      ASSERT_TRUE(again == lakes);
      ASSERT_EQ(again.fault(), "");
      std::vector<LakePour> on_its_way_again = on_its_way;
      for (int step = 0; step < 20; ++step) {
        weather.draw();
        weather.erode();
        weather.step(lakes, on_its_way);
        weather.step(again, on_its_way_again);
        ASSERT_EQ(on_its_way, on_its_way_again);
        ASSERT_TRUE(again == lakes) << "step " << step;
      }
      ASSERT_EQ(saved(again, land), saved(lakes, land));
      ASSERT_EQ(lakes.fault(), "");
    }
    EXPECT_GT(lakes.count(), 1);
    EXPECT_GT(lakes.book().evaporated, 0);
    EXPECT_GT(lakes.book().soaked, 0);
    EXPECT_GT(lakes.book().spilled, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, LakesSaved, testing::Values(Boundary::open, Boundary::closed, Boundary::periodic),
                         [](auto const& boundary) { return "boundary_" + std::to_string(int(boundary.param)); });

TEST(LakesOrder, OfPoursMakesNoDifference) {
  test::Randomness randomness(3);
  const IntegerLand land =
      random_land(randomness, {.width = 90, .height = 70, .cell_size = 1.0f, .boundary = Boundary::open},
                  test::Texture::noise, 900);
  Lakes forth(land.grid), back(land.grid);
  for (int step = 0; step < 20; ++step) {
    std::vector<LakePour> pours;
    for (int i = 0; i < 200; ++i) {
      pours.push_back({static_cast<std::size_t>(randomness() % land.cells()), random_between(randomness, 1, 500)});
    }
    forth.pour(pours, land.elevations);
    std::reverse(pours.begin(), pours.end());
    back.pour(pours, land.elevations);
    ASSERT_EQ(forth.settle({.seconds = 3.0}).outflows, back.settle({.seconds = 3.0}).outflows);
    ASSERT_TRUE(forth == back);
  }
}

TEST(LakesOrder, ManyPoursRunWhereFewRun) {
  // Pours of nothing change only the number of pours, on which the search for the lowest ground depends.
  for (const Boundary boundary : {Boundary::open, Boundary::closed, Boundary::periodic}) {
    for (const test::Texture texture : {test::Texture::noise, test::Texture::hills}) {
      test::Randomness randomness(11);
      const IntegerLand land =
          random_land(randomness, {.width = 90, .height = 70, .cell_size = 1.0f, .boundary = boundary}, texture, 900);
      Lakes few(land.grid), many(land.grid);
      for (int step = 0; step < 20; ++step) {
        std::vector<LakePour> pours;
        for (int i = 0; i < 300; ++i) {
          pours.push_back({static_cast<std::size_t>(randomness() % land.cells()), random_between(randomness, 1, 500)});
        }
        std::vector<LakePour> padded(land.cells());
        std::ranges::copy(pours, padded.begin() + 1000);
        ASSERT_EQ(many.pour(padded, land.elevations), few.pour(pours, land.elevations));
        ASSERT_TRUE(many == few);
        ASSERT_EQ(many.settle({.seconds = 3.0}).outflows, few.settle({.seconds = 3.0}).outflows);
        ASSERT_TRUE(many == few);
      }
      EXPECT_GT(many.count(), 0);
    }
  }
}

TEST(LakesOddLands, KeepTheirMassBalance) {
  for (int width = 1; width <= 5; ++width) {
    for (int height = 1; height <= 5; ++height) {
      for (const Boundary boundary : {Boundary::open, Boundary::closed, Boundary::periodic}) {
        test::Randomness randomness(static_cast<std::uint64_t>(width * 8 + height));
        const Grid grid{.width = width, .height = height, .cell_size = 1.0f, .boundary = boundary};
        IntegerLand land = random_land(randomness, grid, test::Texture::noise, 30);
        Weather weather(land, 5);
        Lakes lakes(grid);
        std::vector<LakePour> on_its_way;
        for (int step = 0; step < 100; ++step) {
          weather.draw();
          if (step % 3 == 0) weather.erode();
          weather.step(lakes, on_its_way);
          ASSERT_EQ(lakes.fault(), "") << width << " x " << height << ", step " << step;
        }
      }
    }
  }
}

TEST(LakesOddLands, WithoutWaterHoldNothing) {
  IntegerLand land{{.width = 4, .height = 3, .cell_size = 1.0f, .boundary = Boundary::open},
                   std::vector<Quanta>(12, 0)};
  Lakes lakes(land.grid);
  lakes.follow(land.elevations);
  const LakePour none{5, 0};
  lakes.pour({&none, 1}, land.elevations);
  EXPECT_TRUE(lakes.ids().empty());
  EXPECT_TRUE(lakes.settle({}).outflows.empty());
  // Water on an open edge leaves the land.
  const LakePour edge{0, 9};
  EXPECT_EQ(lakes.pour({&edge, 1}, land.elevations), 9);
  EXPECT_EQ(lakes.held(), 0);
  EXPECT_EQ(lakes.book().left, 9);
}

TEST(LakesSavedBadly, AreRefused) {
  IntegerLand land{{.width = 3, .height = 1, .cell_size = 1.0f, .boundary = Boundary::closed}, {0, 50, 0}};
  Lakes lakes(land.grid);
  pour_and_rest(lakes, land, {0, 20});
  const std::vector<std::byte> good = saved(lakes, land);
  EXPECT_TRUE(read_back(good, land) == lakes);
  // After any change of a single byte, the data is refused or the lakes are sound.
  int refused = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::vector<std::byte> bad = good;
    bad[i] ^= std::byte{0xff};
    try {
      const Lakes read = read_back(bad, land);
      EXPECT_EQ(read.held(), read.book().held());
    } catch (ArchiveError const&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 40);
}

TEST(LakesSavedBadly, AreRefusedWhereAnEdgeIsClosedThatIsNone) {
  const auto closing = [](Boundary boundary, std::vector<std::size_t> const& cells) {
    const IntegerLand land{{.width = 3, .height = 3, .cell_size = 1.0f, .boundary = boundary},
                           std::vector<Quanta>(9, 0)};
    Lakes lakes(land.grid);
    lakes.close(cells);
    EXPECT_TRUE(read_back(saved(lakes, land), land) == lakes);
  };
  EXPECT_NO_THROW(closing(Boundary::open, {0, 5, 8}));
  EXPECT_THROW(closing(Boundary::open, {0, 4}), ArchiveError);
  EXPECT_THROW(closing(Boundary::open, {5, 5}), ArchiveError);
  EXPECT_THROW(closing(Boundary::closed, {0}), ArchiveError);
}

}  // namespace
}  // namespace barchan::lakes_saved_test
