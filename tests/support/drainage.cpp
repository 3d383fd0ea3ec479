#include "support/drainage.hpp"

#include "processes/process.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

#include "base/random.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan::test {

namespace {

constexpr double kTwoPi = 6.283185307179586;

double gradient_noise(double x, double y, std::uint32_t octave, std::uint64_t seed) {
  const double x0 = std::floor(x);
  const double y0 = std::floor(y);
  const auto corner = [&](int i, int j) {
    const auto id = static_cast<std::uint32_t>(static_cast<int>(x0) + i) * 65537u +
                    static_cast<std::uint32_t>(static_cast<int>(y0) + j);
    const double angle = kTwoPi * to_unit(random_words(seed, octave, RandomStream::scenario, id)[0]);
    return std::cos(angle) * (x - x0 - i) + std::sin(angle) * (y - y0 - j);
  };
  const auto ease = [](double t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); };
  return std::lerp(std::lerp(corner(0, 0), corner(1, 0), ease(x - x0)),
                   std::lerp(corner(0, 1), corner(1, 1), ease(x - x0)), ease(y - y0));
}

/// Calls `visit(neighbour, distance in cells)` for the eight neighbours inside the land.
template <class Visit>
void for_neighbours(int cell, int side, Visit visit) {
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int x = cell % side + dx;
      const int y = cell / side + dy;
      if ((dx != 0 || dy != 0) && x >= 0 && y >= 0 && x < side && y < side) {
        visit(y * side + x, dx != 0 && dy != 0 ? std::sqrt(2.0) : 1.0);
      }
    }
  }
}

/// Priority flood; `rise` is added from cell to cell so that even lakes drain.
std::vector<double> flooded(std::vector<double> const& heights, int side, double rise) {
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  std::vector<double> level(heights.size(), -1.0);
  std::vector<bool> seen(heights.size(), false);
  for (int i = 0; i < side * side; ++i) {
    const int x = i % side;
    const int y = i / side;
    if (x > 0 && y > 0 && x + 1 < side && y + 1 < side) continue;
    open.emplace(heights[static_cast<std::size_t>(i)], i);
    seen[static_cast<std::size_t>(i)] = true;
  }
  while (!open.empty()) {
    const auto [height, cell] = open.top();
    open.pop();
    level[static_cast<std::size_t>(cell)] = height;
    for_neighbours(cell, side, [&, from = height](int neighbour, double) {
      const auto n = static_cast<std::size_t>(neighbour);
      if (seen[n]) return;
      seen[n] = true;
      open.emplace(std::max(heights[n], from + rise), neighbour);
    });
  }
  return level;
}

}  // namespace

std::vector<double> fractal_noise(int side, double wavelength, std::uint64_t seed) {
  std::vector<double> values(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), 0.0);
  double amplitude = 1.0;
  for (std::uint32_t octave = 0; wavelength >= 2.0; ++octave, wavelength *= 0.5, amplitude *= 0.5) {
    for (int i = 0; i < side * side; ++i) {
      values[static_cast<std::size_t>(i)] +=
          amplitude * gradient_noise((i % side) / wavelength, (i / side) / wavelength, octave, seed);
    }
  }
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double base = *low;
  const double range = *high - base;
  for (double& value : values) value = (value - base) / range;
  return values;
}

WorldSetup rock_land(int side, float cell_size, double relief, std::vector<double> const& shape, std::uint64_t seed) {
  WorldSetup setup;
  setup.grid = {side, side, cell_size, Boundary::open};
  setup.seed = seed;
  setup.base.resize(shape.size());
  setup.sand.assign(shape.size(), 0);
  std::transform(shape.begin(), shape.end(), setup.base.begin(), [&](double h) { return to_quanta(h * relief); });
  return setup;
}

std::vector<double> heights(World const& world) {
  std::vector<double> metres(world.grid().cells());
  const auto elevations = world.terrain().columns.elevations();
  std::transform(elevations.begin(), elevations.end(), metres.begin(), [](Quanta q) { return to_metres(q); });
  return metres;
}

std::vector<double> filled(std::vector<double> const& heights, int side) { return flooded(heights, side, 0.0); }

Pits pits_of(std::vector<double> const& heights, int side) {
  const std::vector<double> level = filled(heights, side);
  Pits pits;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    pits.volume += level[i] - heights[i];
    if (level[i] > heights[i]) pits.share += 1.0 / static_cast<double>(heights.size());
  }
  return pits;
}

Streams streams_of(std::vector<double> const& heights, int side) {
  constexpr double kRise = 1e-7;  // m per cell across filled lakes
  const std::size_t cells = heights.size();
  Streams streams{.area = std::vector<double>(cells, 1.0),
                  .length = std::vector<double>(cells, 1.0),
                  .level = flooded(heights, side, kRise),
                  .next = std::vector<int>(cells, -1),
                  .distance = std::vector<double>(cells, 0.0)};
  std::vector<int> order(cells);
  std::iota(order.begin(), order.end(), 0);
  const auto at = [&](int i) { return streams.level[static_cast<std::size_t>(i)]; };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return at(a) > at(b); });
  for (const int cell : order) {
    const auto from = static_cast<std::size_t>(cell);
    double steepest = 0.0;
    for_neighbours(cell, side, [&](int neighbour, double distance) {
      const double slope = (at(cell) - at(neighbour)) / distance;
      if (slope <= steepest) return;
      steepest = slope;
      streams.next[from] = neighbour;
      streams.distance[from] = distance;
    });
    if (streams.next[from] < 0) continue;
    const auto to = static_cast<std::size_t>(streams.next[from]);
    streams.area[to] += streams.area[from];
    streams.length[to] = std::max(streams.length[to], streams.length[from] + streams.distance[from]);
  }
  return streams;
}

std::vector<double> drainage_area(std::vector<double> const& heights, int side) {
  return streams_of(heights, side).area;
}

double rank_correlation(std::vector<double> const& a, std::vector<double> const& b) {
  const auto ranks = [](std::vector<double> const& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return values[i] < values[j]; });
    std::vector<double> rank(values.size());
    for (std::size_t first = 0; first < order.size();) {
      std::size_t last = first;
      while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
      for (std::size_t k = first; k < last; ++k) rank[order[k]] = 0.5 * static_cast<double>(first + last - 1);
      first = last;
    }
    return rank;
  };
  const std::vector<double> ra = ranks(a);
  const std::vector<double> rb = ranks(b);
  const double mean = 0.5 * static_cast<double>(a.size() - 1);
  double ab = 0.0;
  double aa = 0.0;
  double bb = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (ra[i] - mean) * (rb[i] - mean);
    aa += (ra[i] - mean) * (ra[i] - mean);
    bb += (rb[i] - mean) * (rb[i] - mean);
  }
  return ab / std::sqrt(aa * bb);
}

double droplets_born(World const& world) {
  double born = 0.0;
  for (auto const& process : world.processes()) {
    if (process->info().id != "water_particles") continue;
    born += static_cast<double>(process->counters().flights);
  }
  return born;
}

void rain_until(World& world, double count) {
  constexpr int kBetweenCounts = 16;
  while (droplets_born(world) < count) {
    for (int i = 0; i < kBetweenCounts; ++i) world.step();
  }
}

}  // namespace barchan::test
