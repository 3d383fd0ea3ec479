// Effects of rain on a land: the gates of hydraulic erosion (droplets on fractal land, a valley in a tilted plane), on
// a seventh of the area with the same densities of drops and water.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/drainage.hpp"
#include "support/lands.hpp"
#include "support/long_run.hpp"
#include "world/world.hpp"

namespace barchan::test::water_valley_test {

namespace {

/// Side, relief and droplets of a land of 256 cells with a relief of a fifth of its width and 200,000 drops, scaled by
/// area.
constexpr int kSide = 96;
constexpr double kRelief = 19.2;  // m
constexpr double kDroplets = 28125;
constexpr double kPopulation = 1152;
constexpr int kLands = 8;
constexpr double kPi = 3.14159265358979;

WorldSetup under_rain(WorldSetup setup) {
  setup.parameters.push_back({"world", "time_step", 0.4});
  setup.parameters.push_back({"water_particles", "population", kPopulation});
  return setup;
}

World mountains(std::uint64_t land, std::uint64_t seed) {
  return make_world(under_rain(rock_land(kSide, 1.0f, kRelief, fractal_noise(kSide, kSide, land), seed)),
                    "water_particles");
}

double sum(std::vector<double> const& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

std::vector<std::size_t> highest_first(std::vector<double> const& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] > values[b]; });
  return order;
}

/// Fraction of their height that the highest hundredth of the cells keep.
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

struct Spikes {
  int needles = 0;  ///< cells more than a metre above all their neighbours
  int craters = 0;  ///< cells more than a quarter of a metre below all their neighbours
};

Spikes spikes_of(std::vector<double> const& z, int side) {
  Spikes found;
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
      found.needles += here > high + 1.0 ? 1 : 0;
      found.craters += here < low - 0.25 ? 1 : 0;
    }
  }
  return found;
}

}  // namespace

TEST(WaterValleys, MountainsHoldTheGatesOfHydraulicErosion) {
  // At full length, each land runs twice: the large basin of the first drains in only three of four runs.
  const int runs_of_each = how_many(1, 2), runs = kLands * runs_of_each;
  double pits_left = 0.0;
  double pit_cells = 0.0;
  int craters = 0;
  for (int run = 0; run < runs; ++run) {
    SCOPED_TRACE(run);
    World world = mountains(static_cast<std::uint64_t>(1 + run / runs_of_each), static_cast<std::uint64_t>(1 + run));
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
    // A pool behind a bar of sand may remain for a while, but erosion must not make any.
    EXPECT_EQ(spikes_of(after, kSide).needles, 0);
    craters += spikes_of(after, kSide).craters;
    pits_left += pits_of(after, kSide).volume / pits_of(before, kSide).volume / runs;
    pit_cells += pits_of(after, kSide).share / runs;
  }
  EXPECT_LE(craters, runs);
  EXPECT_LE(pits_left, 0.1);
  EXPECT_LE(pit_cells, 0.05);
}

TEST(WaterValleys, IncisionFollowsTheStreams) {
  // A plane of 5 % with noise and all parameters at their defaults. Incision is the initial height minus the final
  // height. Areas are those of the final land, along the steepest of eight descents of its filled surface. The share is
  // the fraction of all positive incision in the twentieth of the cells with the largest areas.
  struct Plane {
    std::uint64_t seed;
    int side;
    double noise, degrees;
  };
  for (Plane const& plane : {Plane{1, 96, 0.1, 0.0}, {2, 96, 0.1, 0.0}, {3, 96, 0.1, 90.0}, {4, 128, 0.1, 180.0}}) {
    SCOPED_TRACE(plane.seed);
    const int cells = plane.side * plane.side;
    const double angle = plane.degrees * kPi / 180.0;
    std::vector<double> shape(static_cast<std::size_t>(cells));
    for (int i = 0; i < cells; ++i) {
      const auto words = random_words(plane.seed, 0, RandomStream::scenario, static_cast<std::uint32_t>(i));
      const double along = (i % plane.side) * std::cos(angle) + (i / plane.side) * std::sin(angle);
      shape[static_cast<std::size_t>(i)] = 10.0 + 0.05 * along + plane.noise * static_cast<double>(to_unit(words[0]));
    }
    const double size = static_cast<double>(cells) / (kSide * kSide);
    WorldSetup setup = rock_land(plane.side, 1.0f, 1.0, shape, plane.seed);
    setup.parameters = {{"world", "time_step", 0.4}, {"water_particles", "population", kPopulation * size}};
    World world = make_world(std::move(setup), "water_particles");
    const std::vector<double> before = heights(world);
    rain_until(world, 0.4 * kDroplets * size);
    const std::vector<double> after = heights(world);
    const std::vector<double> area = drainage_area(after, plane.side);
    std::vector<double> incision(before.size());
    std::transform(before.begin(), before.end(), after.begin(), incision.begin(), std::minus<>());
    EXPECT_GE(rank_correlation(area, incision), 0.4);
    const std::vector<std::size_t> order = highest_first(area);
    double in_streams = 0.0;
    double everywhere = 0.0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const double eroded = std::max(0.0, incision[order[k]]);
      everywhere += eroded;
      if (k < order.size() / 20) in_streams += eroded;
    }
    EXPECT_GE(in_streams, 0.3 * everywhere);
  }
}

/// A land of kTurned cells per side, rotated by 90 degrees anticlockwise.
constexpr int kTurned = 64;
std::vector<double> turned(std::vector<double> const& land) {
  std::vector<double> result(land.size());
  for (int y = 0; y < kTurned; ++y) {
    for (int x = 0; x < kTurned; ++x) {
      result[static_cast<std::size_t>(x * kTurned + kTurned - 1 - y)] = land[static_cast<std::size_t>(y * kTurned + x)];
    }
  }
  return result;
}

std::pair<double, double> middle_of(std::vector<double> const& weights) {
  double x = 0.0;
  double y = 0.0;
  for (int i = 0; i < kTurned * kTurned; ++i) {
    x += weights[static_cast<std::size_t>(i)] * (i % kTurned);
    y += weights[static_cast<std::size_t>(i)] * (i / kTurned);
  }
  return {x / sum(weights), y / sum(weights)};
}

TEST(WaterValleys, ATurnedLandIsCarvedAlike) {
  // Compares a land that is eroded and then rotated with one that is rotated and then eroded, with five seeds each and
  // all defaults: the mean difference of the hypsometric curves relative to the relief, and the mean shift of the
  // centre of the land's volume.
  constexpr double kTurnedRelief = 12.8;  // m
  constexpr int kSeeds = 5;
  const std::vector<double> land = fractal_noise(kTurned, kTurned, 1);
  const auto carved = [&](std::vector<double> const& shape, std::uint64_t seed) {
    World world = make_world(under_rain(rock_land(kTurned, 1.0f, kTurnedRelief, shape, seed)), "water_particles");
    rain_until(world, kDroplets / 2);
    return heights(world);
  };
  double difference = 0.0;
  double drift_x = 0.0;
  double drift_y = 0.0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    std::vector<double> a = turned(carved(land, seed));
    std::vector<double> b = carved(turned(land), seed + kSeeds);
    drift_x += (middle_of(b).first - middle_of(a).first) / kSeeds;
    drift_y += (middle_of(b).second - middle_of(a).second) / kSeeds;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    for (std::size_t i = 0; i < a.size(); ++i) {
      difference += std::abs(a[i] - b[i]) / (kTurnedRelief * kSeeds * static_cast<double>(a.size()));
    }
  }
  RecordProperty("curves", std::to_string(difference));
  RecordProperty("drift", std::to_string(drift_x) + " " + std::to_string(drift_y));
  EXPECT_LE(difference, 0.03);
  EXPECT_LE(std::abs(drift_x), 0.1);
  EXPECT_LE(std::abs(drift_y), 0.1);
}

TEST(WaterValleys, ATurnedDomeIsWornInTheSamePlace) {
  // Compares the centres of erosion on a land that has no hollows and hardly changes, so that chance has little effect
  // (the standard deviation of one run is a fifth of a cell). A brush that is off by half a cell moves this centre by
  // most of a cell, but would hardly move the centre of the whole land.
  constexpr int kSeeds = 20;
  std::vector<double> dome(static_cast<std::size_t>(kTurned) * kTurned);
  for (int i = 0; i < kTurned * kTurned; ++i) {
    const double x = i % kTurned - 24.0;
    const double y = i / kTurned - 36.0;
    dome[static_cast<std::size_t>(i)] = 30.0 - 0.01 * (x * x + y * y);
  }
  const auto worn = [&](std::vector<double> const& shape, std::uint64_t seed) {
    WorldSetup setup = under_rain(rock_land(kTurned, 1.0f, 1.0, shape, seed));
    setup.parameters.push_back({"water_particles", "gathering", 0.0});
    setup.parameters.push_back({"water_particles", "capacity", 0.001});
    setup.parameters.push_back({"water_particles", "erosion", 0.05});
    World world = make_world(std::move(setup), "water_particles");
    rain_until(world, 40000);
    const std::vector<float> lowered = world.field("rain_erosion").value();
    std::vector<double> result(lowered.size());
    std::transform(lowered.begin(), lowered.end(), result.begin(), [](float h) { return std::max(0.0, double{h}); });
    return result;
  };
  double drift_x = 0.0;
  double drift_y = 0.0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto a = middle_of(turned(worn(dome, seed)));
    const auto b = middle_of(worn(turned(dome), seed + kSeeds));
    drift_x += (b.first - a.first) / kSeeds;
    drift_y += (b.second - a.second) / kSeeds;
  }
  RecordProperty("drift", std::to_string(drift_x) + " " + std::to_string(drift_y));
  EXPECT_LE(std::abs(drift_x), 0.1);
  EXPECT_LE(std::abs(drift_y), 0.1);
}

TEST(WaterValleys, ALakeFillsAndItsSillIsCut) {
  // A bowl behind a sill on a slope. Water runs over the sill, sand settles behind it, and the bowl disappears.
  constexpr int kWide = 48;
  std::vector<double> shape(static_cast<std::size_t>(kWide) * kWide);
  for (int i = 0; i < kWide * kWide; ++i) {
    const double x = i % kWide;
    const double y = i / kWide;
    const double from = std::hypot(x - 20.0, y - 24.0);
    shape[static_cast<std::size_t>(i)] = 10.0 + 0.2 * x - std::max(0.0, 3.0 - 0.4 * from);
  }
  WorldSetup setup = under_rain(rock_land(kWide, 1.0f, 1.0, shape, 3));
  World world = make_world(std::move(setup), "water_particles");
  const Pits before = pits_of(heights(world), kWide);
  ASSERT_GT(before.volume, 10.0);
  rain_until(world, 30000);
  EXPECT_LE(pits_of(heights(world), kWide).volume, 0.1 * before.volume);
  EXPECT_EQ(unsound(world), "");
}

/// A bowl with slopes of 25 %. To the east, a row of cells at `sill` metres or lower opens it.
std::vector<double> bowl(int side, double sill) {
  std::vector<double> shape(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  for (int i = 0; i < side * side; ++i) {
    const double x = i % side - side / 2;
    const double y = i / side - side / 2;
    const double height = 0.25 * std::hypot(x, y);
    shape[static_cast<std::size_t>(i)] = x >= 0.0 && y == 0.0 ? std::min(height, sill - 0.05 * x) : height;
  }
  return shape;
}

TEST(WaterValleys, TheBedOfALakeLiesStill) {
  // Sand settles where streams enter standing water, and clear water does not change the bed. If the bowl is open down
  // to its bottom, each of the same cells is eroded or buried.
  constexpr int kWide = 96;
  const auto untouched = [&](double sill, double nearest, double farthest) {
    double cells = 0.0;
    double none = 0.0;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      World world = make_world(under_rain(rock_land(kWide, 1.0f, 1.0, bowl(kWide, sill), seed)), "water_particles");
      // Clear water at first, until the lake is full.
      world.apply(SetParameter{"water_particles", "rain", 200000.0});
      world.apply(SetParameter{"water_particles", "capacity", 0.001});
      world.apply(SetParameter{"water_particles", "erosion", 0.0001});
      run(world, 1500);
      const std::vector<float> before = world.field("rain_erosion").value();
      world.apply(SetParameter{"water_particles", "rain", 40000.0});
      world.apply(SetParameter{"water_particles", "capacity", 1.2});
      world.apply(SetParameter{"water_particles", "erosion", 0.004});
      run(world, 200);
      const std::vector<float> lowered = world.field("rain_erosion").value();
      for (int i = 0; i < kWide * kWide; ++i) {
        const double from = std::hypot(i % kWide - kWide / 2, i / kWide - kWide / 2);
        if (from < nearest || from >= farthest) continue;
        cells += 1.0;
        none += lowered[static_cast<std::size_t>(i)] == before[static_cast<std::size_t>(i)] ? 1.0 : 0.0;
      }
    }
    return none / cells;
  };
  constexpr double kSill = 9.0;  // m: the lake's shore lies 36 m from the middle
  EXPECT_EQ(untouched(kSill, 0.0, 6.0), 1.0);
  EXPECT_LE(untouched(kSill, 26.0, 36.0), 0.15);
  EXPECT_EQ(untouched(0.0, 0.0, 8.0), 0.0);
}

}  // namespace barchan::test::water_valley_test
