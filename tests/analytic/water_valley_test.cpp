// What rain must make of a land: the gates of hydraulic erosion (VALIDATION H1, H2), at a seventh of the area.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "barchan/random.hpp"
#include "support/drainage.hpp"
#include "support/lands.hpp"

namespace barchan::test {

namespace {

/// Side, relief and droplets of 256 cells, a fifth of the width and 200,000 drops, scaled by area.
constexpr int kSide = 96;
constexpr double kRelief = 19.2;  // m
constexpr double kDroplets = 28125;
constexpr double kPopulation = 1152;
constexpr int kLands = 4;

WorldSetup under_rain(WorldSetup setup) {
  setup.parameters.push_back({"world", "time_step", 0.4});
  setup.parameters.push_back({"water_particles", "population", kPopulation});
  return setup;
}

World mountains(std::uint64_t seed) {
  return make_world(under_rain(rock_land(kSide, 1.0f, kRelief, fractal_noise(kSide, kSide, seed), seed)),
                    "water_particles");
}

double sum(std::vector<double> const& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

std::vector<std::size_t> highest_first(std::vector<double> const& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] > values[b]; });
  return order;
}

/// Share of their height that the highest hundredth of the cells keep.
double kept_by_ridges(std::vector<double> const& before, std::vector<double> const& after) {
  const std::vector<std::size_t> order = highest_first(before);
  double was = 0.0;
  double is = 0.0;
  for (std::size_t k = 0; k < order.size() / 100; ++k) {
    was += before[order[k]];
    is += after[order[k]];
  }
  return is / was;
}

/// Cells that stand more than a metre above all their neighbours, or more than a quarter of one below them.
int needles_and_craters(std::vector<double> const& z, int side) {
  int found = 0;
  for (int y = 1; y + 1 < side; ++y) {
    for (int x = 1; x + 1 < side; ++x) {
      double low = 1e9;
      double high = -1e9;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (dx == 0 && dy == 0) continue;
          const double neighbour = z[static_cast<std::size_t>((y + dy) * side + x + dx)];
          low = std::min(low, neighbour);
          high = std::max(high, neighbour);
        }
      }
      const double here = z[static_cast<std::size_t>(y * side + x)];
      found += here > high + 1.0 || here < low - 0.25 ? 1 : 0;
    }
  }
  return found;
}

}  // namespace

TEST(WaterValleys, FourMountainsHoldTheGatesOfHydraulicErosion) {
  double pits_left = 0.0;
  double pit_cells = 0.0;
  for (std::uint64_t seed = 1; seed <= kLands; ++seed) {
    SCOPED_TRACE(seed);
    World world = mountains(seed);
    const std::vector<double> before = heights(world);
    rain_until(world, kDroplets);
    const std::vector<double> after = heights(world);
    EXPECT_EQ(unsound(world), "");
    EXPECT_LE(*std::max_element(after.begin(), after.end()), *std::max_element(before.begin(), before.end()));
    EXPECT_GE(*std::min_element(after.begin(), after.end()), *std::min_element(before.begin(), before.end()));
    const auto energy = [](std::vector<double> const& z) {
      return std::inner_product(z.begin(), z.end(), z.begin(), 0.0);
    };
    EXPECT_LT(energy(after), energy(before));
    double eroded = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) eroded += std::max(0.0, before[i] - after[i]);
    EXPECT_GE(eroded, 0.01 * sum(before));
    EXPECT_GE(kept_by_ridges(before, after), 0.9);
    EXPECT_EQ(needles_and_craters(after, kSide), 0);
    pits_left += pits_of(after, kSide).volume / pits_of(before, kSide).volume / kLands;
    pit_cells += pits_of(after, kSide).share / kLands;
  }
  EXPECT_LE(pits_left, 0.1);
  EXPECT_LE(pit_cells, 0.05);
}

TEST(WaterValleys, IncisionFollowsTheStreams) {
  // A plane of 5 % with 0.1 m of noise: water gathers and digs where it has gathered.
  std::vector<double> shape(static_cast<std::size_t>(kSide) * kSide);
  for (int i = 0; i < kSide * kSide; ++i) {
    const auto words = random_words(5, 0, RandomStream::scenario, static_cast<std::uint32_t>(i));
    shape[static_cast<std::size_t>(i)] = 0.05 * (i % kSide) + 0.1 * static_cast<double>(to_unit(words[0]));
  }
  WorldSetup setup = under_rain(rock_land(kSide, 1.0f, 1.0, shape, 5));
  setup.parameters.push_back({"water_particles", "gathering", 1.0});     // streams alone,
  setup.parameters.push_back({"water_particles", "evaporation", 0.01});  // that reach the foot of the plane
  World world = make_world(std::move(setup), "water_particles");
  const std::vector<double> before = heights(world);
  rain_until(world, kDroplets);
  const std::vector<double> after = heights(world);
  const std::vector<double> area = drainage_area(after, kSide);
  std::vector<double> incision(before.size());
  std::transform(before.begin(), before.end(), after.begin(), incision.begin(), std::minus<>());
  EXPECT_GE(rank_correlation(area, incision), 0.4);
  // The twentieth with the largest area gives more than its share; a brush four cells wide spreads what a stream of
  // one cell takes, so the share stays below that of a law on the cells themselves.
  const std::vector<std::size_t> order = highest_first(area);
  double in_streams = 0.0;
  double everywhere = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double eroded = std::max(0.0, incision[order[k]]);
    everywhere += eroded;
    if (k < order.size() / 20) in_streams += eroded;
  }
  EXPECT_GE(in_streams, 1.5 * 0.05 * everywhere);
}

TEST(WaterValleys, ADomeIsWornEvenly) {
  // A brush, a deposit or a slope that leans to one side of the cell moves the middle of what is worn away.
  constexpr int kWide = 64;
  std::vector<double> dome(static_cast<std::size_t>(kWide) * kWide);
  for (int i = 0; i < kWide * kWide; ++i) {
    const double x = i % kWide - 0.5 * (kWide - 1);
    const double y = i / kWide - 0.5 * (kWide - 1);
    dome[static_cast<std::size_t>(i)] = 20.0 - 0.01 * (x * x + y * y);
  }
  WorldSetup setup = under_rain(rock_land(kWide, 1.0f, 1.0, dome, 3));
  setup.parameters.push_back({"water_particles", "gathering", 0.0});
  setup.parameters.push_back({"water_particles", "capacity", 0.02});
  World world = make_world(std::move(setup), "water_particles");
  rain_until(world, 20000);
  const std::vector<float> lowered = world.field("rain_erosion").value();
  double x = 0.0;
  double y = 0.0;
  double volume = 0.0;
  for (int i = 0; i < kWide * kWide; ++i) {
    const double worn = static_cast<double>(lowered[static_cast<std::size_t>(i)]);
    x += worn * (i % kWide - 0.5 * (kWide - 1));
    y += worn * (i / kWide - 0.5 * (kWide - 1));
    volume += worn;
  }
  EXPECT_GT(volume, 0.0);
  EXPECT_NEAR(x / volume, 0.0, 0.4);
  EXPECT_NEAR(y / volume, 0.0, 0.4);
}

TEST(WaterValleys, ATurnedLandIsCarvedAlike) {
  constexpr int kSmall = 48;
  constexpr double kSmallRelief = 9.6;  // m
  constexpr int kPairs = 3;
  double difference = 0.0;
  for (std::uint64_t seed = 1; seed <= kPairs; ++seed) {
    const std::vector<double> shape = fractal_noise(kSmall, kSmall, seed);
    std::vector<double> turned(shape.size());  // by 90 degrees anticlockwise
    for (int y = 0; y < kSmall; ++y) {
      for (int x = 0; x < kSmall; ++x) {
        turned[static_cast<std::size_t>(x * kSmall + kSmall - 1 - y)] = shape[static_cast<std::size_t>(y * kSmall + x)];
      }
    }
    const auto sorted_heights = [&](std::vector<double> const& z) {
      WorldSetup setup = under_rain(rock_land(kSmall, 1.0f, kSmallRelief, z, seed));
      setup.parameters.push_back({"water_particles", "population", kPopulation / 4});
      World world = make_world(std::move(setup), "water_particles");
      rain_until(world, kDroplets / 4);
      std::vector<double> result = heights(world);
      std::sort(result.begin(), result.end());
      return result;
    };
    const std::vector<double> a = sorted_heights(shape);
    const std::vector<double> b = sorted_heights(turned);
    for (std::size_t i = 0; i < a.size(); ++i) {
      difference += std::abs(a[i] - b[i]) / (kSmallRelief * kPairs * static_cast<double>(a.size()));
    }
  }
  EXPECT_LE(difference, 0.03);
}

}  // namespace barchan::test
