// Every slider at the top of the panel changes its quantity in the direction that its tooltip states: minimum, default
// and maximum differ by at least a fifth and by three standard deviations over four seeds.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test::sliders_test {
namespace {

constexpr int kSeeds = 4;

using Figure = std::function<double(double value, std::uint64_t seed)>;

struct SliderRange {
  double minimum, standard, maximum;
};

SliderRange range_of(std::string const& group, std::string const& key) {
  World world = make_world(make_bed({.side = 8}), "none");
  for (ParameterGroup const& candidate : world.parameter_groups()) {
    if (candidate.id != group) continue;
    if (ParameterRow const* row = candidate.find(key)) return {row->minimum, row->default_value, row->maximum};
  }
  ADD_FAILURE() << "no slider " << group << "." << key;
  return {0.0, 0.0, 0.0};
}

void expect_rising(std::string const& name, SliderRange const& range, Figure const& figure) {
  std::array<Statistics, 3> found;
  const std::array<double, 3> values{range.minimum, range.standard, range.maximum};
  for (std::size_t i = 0; i < values.size(); ++i) {
    found[i] = statistics(over_seeds(kSeeds, [&](std::uint64_t seed) { return figure(values[i], seed); }));
    std::printf("%s at %g: %s\n", name.c_str(), values[i], to_text(found[i]).c_str());
    testing::Test::RecordProperty(name + "_" + std::to_string(i), to_text(found[i]));
  }
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double gain = found[i].mean - found[i - 1].mean;
    EXPECT_GE(gain, 0.2 * std::abs(found[i - 1].mean)) << name << " from " << values[i - 1] << " to " << values[i];
    EXPECT_GE(gain, 3.0 * std::max(found[i].deviation, found[i - 1].deviation))
        << name << " from " << values[i - 1] << " to " << values[i];
  }
}

constexpr int kSide = 128;
constexpr double kSeconds = 40.0;

int steps_for(World const& world, double seconds) {
  return static_cast<int>(std::lround(seconds / world.parameter("world", "time_step")));
}

// Particles for a bed of side `kSide`, with the density of the default population on the default land.
std::vector<SetParameter> with_density(std::vector<SetParameter> parameters) {
  const double population = range_of("wind_particles", "population").standard;
  parameters.push_back({"wind_particles", "population", population * kSide * kSide / (256.0 * 256.0)});
  return parameters;
}

World small_desert(SetParameter const& slider, std::uint64_t seed) {
  return make_desert({.side = kSide, .seed = seed}, 0.0, with_density({slider}));
}

// Sum of all deposits of the wind particles so far, m3.
double sand_laid_down(World const& world) {
  QuantaSum sum = 0;
  for (auto const& process : world.processes()) {
    if (process->info().id == "wind_particles") sum += process->counters().laid_down;
  }
  const auto cell = static_cast<double>(world.grid().cell_size);
  return to_metres(sum) * cell * cell;
}

TEST(Sliders, SuspensionMovesSand) {
  expect_rising("sand_laid_down_m3", range_of("wind_particles", "suspension"), [](double value, std::uint64_t seed) {
    World world = small_desert({"wind_particles", "suspension", value}, seed);
    run(world, steps_for(world, 10.0));  // until the wind carries its full load
    const double before = sand_laid_down(world);
    run(world, steps_for(world, kSeconds));
    return sand_laid_down(world) - before;
  });
}

TEST(Sliders, RoughnessSteepensWhatStands) {
  expect_rising("steepest_slope", range_of("gravity", "repose_slope"), [](double value, std::uint64_t seed) {
    WorldSetup setup = make_bed({.side = 64, .thickness = 1.0, .seed = seed});
    setup.grid.boundary = Boundary::closed;
    for (int y = 27; y < 37; ++y) {
      for (int x = 27; x < 37; ++x) setup.sand[setup.grid.index(x, y)] += to_quanta(20.0);
    }
    setup.parameters = {{"gravity", "repose_slope", value}, {"world", "time_step", 1.0}, {"gravity", "settling", 4.0}};
    World world = make_world(std::move(setup), "none");
    run(world, 500);
    const ElevationMap map = elevation_map(world.terrain());
    double steepest = 0.0;
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 63; ++x) steepest = std::max(steepest, std::abs(map.at(x + 1, y) - map.at(x, y)));
    }
    return steepest;
  });
}

TEST(Sliders, SettlingSpeedsSlumping) {
  expect_rising("slumped_m3", range_of("gravity", "settling"), [](double value, std::uint64_t seed) {
    WorldSetup setup = make_bed({.side = 64, .thickness = 1.0, .seed = seed});
    for (int y = 0; y < 64; ++y) {
      for (int x = 16; x < 48; ++x) setup.sand[setup.grid.index(x, y)] += to_quanta(15.0);
    }
    setup.parameters = {{"gravity", "settling", value}};
    World world = make_world(std::move(setup), "none");
    const ElevationMap before = elevation_map(world.terrain());
    run(world, steps_for(world, 4.0));
    const ElevationMap after = elevation_map(world.terrain());
    double moved = 0.0;
    for (std::size_t i = 0; i < before.metres.size(); ++i) moved += std::max(0.0, after.metres[i] - before.metres[i]);
    return moved;
  });
}

TEST(Sliders, AbrasionMakesNewSand) {
  expect_rising("new_sand_m3", range_of("wind_particles", "abrasion"), [](double value, std::uint64_t seed) {
    LandOptions options;
    options.sand_thickness = 0.5;
    options.obstacle = false;
    options.seed = seed;
    WorldSetup setup = make_setup({kSide, kSide, 1.0f, Boundary::periodic}, options);
    setup.parameters = with_density({{"wind_particles", "abrasion", value}});
    World world = make_world(std::move(setup), "wind_particles");
    run(world, steps_for(world, kSeconds));
    EXPECT_EQ(world.budget().error(), 0);
    return to_metres(world.budget().accounts[kSand].converted);
  });
}

TEST(Sliders, WindSpeedMakesLargerDunes) {
  expect_rising("rms_m", range_of("wind", "speed"), [](double value, std::uint64_t seed) {
    World world = small_desert({"wind", "speed", value}, seed);
    run(world, steps_for(world, kSeconds));
    return rms_height(elevation_map(world.terrain()));
  });
}

TEST(Sliders, WindSpeedMovesCrestsFaster) {
  expect_rising("migration_m_per_s", range_of("wind", "speed"), [](double value, std::uint64_t seed) {
    // Sharp ridges 32 m apart, so that all winds begin with the same dunes.
    constexpr double kSpacing = 32.0, kStoss = 0.25, kLee = 0.6;
    WorldSetup setup = make_bed({.side = kSide, .thickness = 2.0, .seed = seed});
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        const double u = std::fmod(x + 3.0 * std::sin(0.05 * y), kSpacing);
        setup.sand[setup.grid.index(x, y)] += to_quanta(std::max(0.0, std::min(kStoss * u, kLee * (kSpacing - u))));
      }
    }
    setup.parameters = with_density({{"wind", "speed", value}});
    World world = make_world(std::move(setup), "wind_particles");
    // A stronger wind blows for a shorter time, so that no crest moves by half a spacing.
    const double seconds = value > 10.0 ? 4.0 : 24.0;
    run(world, steps_for(world, seconds));
    const ElevationMap before = elevation_map(world.terrain());
    run(world, steps_for(world, seconds));
    const Shift shift = pattern_shift(before, elevation_map(world.terrain()), 0.5 * kSpacing);
    return shift.along(0.0) / seconds;
  });
}

TEST(Sliders, WindDirectionTurnsCrests) {
  expect_rising("crest_normal", {20.0, 80.0, 140.0}, [](double value, std::uint64_t seed) {
    World world = small_desert({"wind", "direction", value}, seed);
    run(world, steps_for(world, kSeconds));
    return value + axial_difference(crest_orientation(elevation_map(world.terrain())).degrees, value + 90.0);
  });
}

TEST(Sliders, WindDirectionTurnsStandingCrests) {
  constexpr double kTurn = 60.0;
  const Statistics error = statistics(over_seeds(kSeeds, [](std::uint64_t seed) {
    World world = small_desert({"wind", "direction", 0.0}, seed);
    run(world, steps_for(world, 0.5 * kSeconds));
    world.apply(SetParameter{"wind", "direction", kTurn});
    run(world, steps_for(world, 2.0 * kSeconds));
    return axial_difference(crest_orientation(elevation_map(world.terrain())).degrees, kTurn + 90.0);
  }));
  std::printf("wind turned by %g: crest error %s\n", kTurn, to_text(error).c_str());
  RecordProperty("crest_error", to_text(error));
  EXPECT_LE(std::abs(error.mean), 0.5 * kTurn);
}

}  // namespace
}  // namespace barchan::test::sliders_test
