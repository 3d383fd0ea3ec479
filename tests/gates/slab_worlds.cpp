#include "gates/slab_worlds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/random.hpp"
#include "land/terrain.hpp"
#include "picture/relief.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::gates {

WorldSetup sand_on_rock(Grid const& grid, Thickness const& sand, std::uint64_t seed) {
  WorldSetup setup;
  setup.grid = grid;
  setup.seed = seed;
  setup.base.assign(grid.cells(), 0);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) setup.sand.push_back(to_quanta(std::max(0.0, sand(x, y))));
  }
  return setup;
}

WorldSetup random_bed(Grid const& grid, double low, double high, std::uint64_t seed) {
  return sand_on_rock(
      grid,
      [&](int x, int y) {
        const auto cell = static_cast<std::uint32_t>(grid.index(x, y));
        return low +
               (high - low) * static_cast<double>(to_unit(random_words(seed, 0, RandomStream::scenario, cell)[0]));
      },
      seed);
}

World slab_world(WorldSetup setup, Setting const& setting, std::vector<SetParameter> const& parameters, int threads) {
  setup.parameters.push_back({"slab_dunes", "transport", setting.transport == Transport::field ? 0.0 : 1.0});
  setup.parameters.insert(setup.parameters.end(), parameters.begin(), parameters.end());
  return test::make_world(std::move(setup), "slab_dunes", threads);
}

SetParameter wind_towards(double degrees) { return {"wind", "direction", std::fmod(degrees + 360.0, 360.0)}; }

std::vector<SetParameter> parameters_of(Rose const& rose) {
  return {wind_towards(rose.rotation),
          {"wind", "winds", 2.0},
          {"wind", "divergence", rose.divergence},
          {"wind", "ratio", rose.ratio},
          {"wind", "period", (rose.ratio + 1.0) * rose.spell * kTimeStep}};
}

namespace {

constexpr double kRadian = std::numbers::pi / 180.0;

}  // namespace

double crest_of(Rose const& rose) {
  const double angle = rose.divergence * kRadian, sign = rose.divergence < 90.0 ? 1.0 : -1.0;
  return 90.0 + std::atan2(sign * std::sin(angle), rose.ratio + sign * std::cos(angle)) / kRadian;
}

double crest_of(Rose const& rose, double flux_up) {
  const auto moved = [&](double crest) {
    const auto across = [&](double degrees) {
      const double sine = std::abs(std::sin(degrees * kRadian));
      return sine * (1.0 + flux_up * sine);
    };
    return rose.ratio * across(crest) + across(crest - rose.divergence);
  };
  // Climbs from the maximum of the rule.
  constexpr double kStep = 0.01;  // degrees
  double crest = crest_of(rose);
  for (const double step : {kStep, -kStep}) {
    while (moved(crest + step) > moved(crest)) crest += step;
  }
  return crest;
}

double second_crest_of(Rose const& rose) {
  const auto moved = [&](double crest) {
    return rose.ratio * std::abs(std::sin(crest * kRadian)) + std::abs(std::sin((rose.divergence - crest) * kRadian));
  };
  const double angle = rose.divergence * kRadian, sign = rose.divergence < 90.0 ? -1.0 : 1.0;
  const double other = 90.0 + std::atan2(sign * std::sin(angle), rose.ratio + sign * std::cos(angle)) / kRadian;
  return moved(other) / moved(crest_of(rose));
}

void run_steps(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
}

double largest_excess(Terrain const& terrain) {
  Grid const& grid = terrain.grid;
  const double talus = static_cast<double>(terrain.soils[kSand].repose_slope) * static_cast<double>(grid.cell_size);
  double largest = -kAny;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const std::size_t here = grid.index(x, y);
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (dx == 0 && dy == 0) continue;
          const std::size_t there = grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy));
          const double drop = to_metres(terrain.columns.elevation(here) - terrain.columns.elevation(there));
          largest =
              std::max(largest, std::min(drop - talus * std::hypot(dx, dy), to_metres(terrain.columns.sediment(here))));
        }
      }
    }
  }
  return largest;
}

Line fit_line(std::vector<double> const& x, std::vector<double> const& y) {
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  const double slope = xy / xx;
  return {slope, mean_y - slope * mean_x, yy > 0.0 ? xy * xy / (xx * yy) : 1.0};
}

std::vector<double> profile_along_x(World const& world) {
  const ElevationMap map = elevation_map(world.terrain());
  std::vector<double> profile(static_cast<std::size_t>(map.grid.width));
  for (int y = 0; y < map.grid.height; ++y) {
    for (int x = 0; x < map.grid.width; ++x) profile[static_cast<std::size_t>(x)] += map.at(x, y) / map.grid.height;
  }
  return profile;
}

double ring_centre(std::vector<double> const& profile, double cell) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  double c = 0.0, s = 0.0;
  const auto n = static_cast<double>(profile.size());
  for (std::size_t i = 0; i < profile.size(); ++i) {
    const double angle = kTurn * (static_cast<double>(i) + 0.5) / n;
    c += profile[i] * std::cos(angle);
    s += profile[i] * std::sin(angle);
  }
  return std::atan2(s, c) / kTurn * n * cell;
}

Picture relief_of(World const& world, double wind_degrees) {
  // The light comes from in front of the dunes and from one side, so that slip faces stand out.
  const auto azimuth = static_cast<float>(std::fmod(wind_degrees + 140.0 + 360.0, 360.0));
  return draw_relief(world, {.sun = {azimuth, 0.0f}, .longest_side = kPictureSide});
}

}  // namespace barchan::gates
