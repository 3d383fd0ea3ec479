/// Resampling keeps means, bounds and straight lines.
#include "export/resample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "base/scheduler.hpp"
#include "export/export_map.hpp"
#include "support/lake_country.hpp"
#include "world/world.hpp"

namespace barchan {
namespace {

SampleGrid noise(int width, int height, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(0.0f, 1.0f);
  SampleGrid grid{width, height, 2.0, 2.0, {}};
  for (std::size_t i = 0; i < grid.samples(); ++i) grid.values.push_back(value(random));
  return grid;
}

double mean(SampleGrid const& grid) {
  return std::accumulate(grid.values.begin(), grid.values.end(), 0.0) / static_cast<double>(grid.samples());
}

struct Sizes {
  int width, height, to_width, to_height;
};
constexpr std::array kSizes{Sizes{64, 64, 127, 127}, Sizes{512, 512, 505, 505}, Sizes{100, 37, 33, 65},
                            Sizes{1, 500, 33, 505},  Sizes{7, 5, 1, 1},         Sizes{3, 3, 257, 129}};

TEST(Resample, KeepsTheMeanForAllSizesAndStyles) {
  const Scheduler scheduler(2);
  for (Sizes const& size : kSizes) {
    for (const bool periodic : {false, true}) {
      for (const bool bounded : {false, true}) {
        const SampleGrid source = noise(size.width, size.height, 7);
        const SampleGrid target = resampled(source, size.to_width, size.to_height, {periodic, bounded}, scheduler);
        ASSERT_EQ(target.values.size(), target.samples());
        EXPECT_NEAR(mean(target), mean(source), 1e-6) << size.width << " to " << size.to_width;
        EXPECT_DOUBLE_EQ(target.spacing_x * target.width, source.spacing_x * source.width);
        EXPECT_DOUBLE_EQ(target.spacing_y * target.height, source.spacing_y * source.height);
      }
    }
  }
}

TEST(Resample, StaysWithinTheBoundsOfFractions) {
  const Scheduler scheduler;
  for (Sizes const& size : kSizes) {
    SampleGrid source = noise(size.width, size.height, 3);
    for (float& value : source.values) value = value > 0.5f ? 1.0f : 0.0f;
    const SampleGrid target = resampled(source, size.to_width, size.to_height, {false, true}, scheduler);
    const auto [low, high] = std::ranges::minmax(target.values);
    EXPECT_GE(low, -1e-6f);
    EXPECT_LE(high, 1.0f + 1e-6f);
  }
}

TEST(Resample, ReturnsTheSameValuesForTheSameSize) {
  const SampleGrid source = noise(40, 30, 1);
  EXPECT_EQ(resampled(source, 40, 30, {}, Scheduler()).values, source.values);
}

TEST(Resample, KeepsAPlaneAwayFromTheEdges) {
  SampleGrid source{60, 60, 1.0, 1.0, {}};
  for (int row = 0; row < 60; ++row) {
    for (int column = 0; column < 60; ++column) {
      source.values.push_back(static_cast<float>(0.3 * column - 0.7 * row + 100.0));
    }
  }
  const SampleGrid target = resampled(source, 131, 97, {}, Scheduler());
  for (int row = 10; row < 87; ++row) {
    for (int column = 10; column < 121; ++column) {
      const double x = (column + 0.5) * 60.0 / 131.0 - 0.5, y = (row + 0.5) * 60.0 / 97.0 - 0.5;
      EXPECT_NEAR(static_cast<double>(target.values[target.index(column, row)]), 0.3 * x - 0.7 * y + 100.0, 1e-4);
    }
  }
}

TEST(Resample, GivesTheSameValuesOnAnyNumberOfThreads) {
  const SampleGrid source = noise(200, 150, 5);
  const SampleGrid one = resampled(source, 333, 77, {true, false}, Scheduler(1));
  for (const int threads : {2, 3, 7}) {
    EXPECT_EQ(resampled(source, 333, 77, {true, false}, Scheduler(threads)).values, one.values);
  }
}

TEST(Resample, ContinuesAPeriodicLandAtItsOppositeEdge) {
  SampleGrid source = noise(50, 20, 9);
  SampleGrid turned = source;
  for (int row = 0; row < 20; ++row) {
    const auto first = turned.values.begin() + row * 50;
    std::rotate(first, first + 10, first + 50);
  }
  const SampleGrid a = resampled(source, 100, 40, {true, false}, Scheduler());
  const SampleGrid b = resampled(turned, 100, 40, {true, false}, Scheduler());
  for (int column = 0; column < 100; ++column) {
    EXPECT_NEAR(a.values[a.index((column + 20) % 100, 11)], b.values[b.index(column, 11)], 1e-5f);
  }
}

// Between two directions or two numbers of things there is no mean.
TEST(ScalarMap, IsStepwiseForEveryDirectionAndNumber) {
  const World world = test::lake_country({}, 1);
  int directions = 0;
  for (FieldRow const& row : world.fields()) {
    const bool number = row.id == "lake" || row.id == "layers" || row.id.ends_with("_soil");
    const bool direction = row.unit == "deg";
    directions += direction ? 1 : 0;
    EXPECT_EQ(scalar_map(world, row.id).numbers, number || direction) << row.id;
  }
  EXPECT_GE(directions, 2);
}

}  // namespace
}  // namespace barchan
