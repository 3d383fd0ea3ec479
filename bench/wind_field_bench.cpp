// The wind field over dunes: its parts alone, ns per cell; one thread unless stated otherwise.
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "wind/wind_field.hpp"

namespace {

using namespace barchan;

/// Dunes 8 m high, 64 cells from crest to crest: bilinear value noise.
Terrain dunes(int side) {
  constexpr int kSpacing = 32;
  constexpr double kHeight = 8.0;
  const auto node = [&](int i, int j) {
    const int n = side / kSpacing;
    const auto id = static_cast<std::uint32_t>((j % n) * n + i % n);
    return static_cast<double>(to_unit(random_words(1, 0, RandomStream::scenario, id)[0]));
  };
  std::vector<Quanta> base;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int i = x / kSpacing;
      const int j = y / kSpacing;
      const double u = static_cast<double>(x % kSpacing) / kSpacing;
      const double v = static_cast<double>(y % kSpacing) / kSpacing;
      const double below = node(i, j) + u * (node(i + 1, j) - node(i, j));
      const double above = node(i, j + 1) + u * (node(i + 1, j + 1) - node(i, j + 1));
      base.push_back(to_quanta(kHeight * (below + v * (above - below))));
    }
  }
  Terrain terrain;
  terrain.grid = {side, side, 1.0f, Boundary::periodic};
  terrain.columns = Columns(terrain.grid, base, std::vector<Quanta>(base.size(), 0));
  return terrain;
}

void report(benchmark::State& state, Terrain const& terrain) {
  state.counters["ns_per_cell"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(terrain.grid.cells()) * 1e-9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void shadow(benchmark::State& state) {
  const Terrain terrain = dunes(static_cast<int>(state.range(0)));
  WindParameters wind;
  wind.direction = static_cast<float>(state.range(1));
  const Scheduler scheduler(1);
  WindField field;
  field.set_prevailing(wind);
  for (auto _ : state) field.renew_shadow(terrain, wind, scheduler);
  report(state, terrain);
}

/// Eight consecutive steps, as in a world; `gusty`: the wind differs in each.
void local(benchmark::State& state) {
  const Terrain terrain = dunes(static_cast<int>(state.range(0)));
  WindParameters wind;
  wind.direction = 30.0f;
  wind.projection = 1.0f;
  wind.gust_swing = state.range(1) != 0 ? 20.0f : 0.0f;
  wind.speed_up = state.range(2) != 0 ? 0.02f : 0.0f;
  const Scheduler scheduler(1);
  WindField field;
  std::uint64_t step = 0;
  for (auto _ : state) {
    field.renew_local(terrain, wind, scheduler, {.seed = 1, .step = step, .time = 0.4 * static_cast<double>(step)});
    ++step;
  }
  report(state, terrain);
}

/// The shear stress alone; the shadow is up to date.
void stress(benchmark::State& state) {
  const Terrain terrain = dunes(static_cast<int>(state.range(0)));
  WindParameters wind;
  wind.direction = 30.0f;
  wind.stress = 4.5f;
  const Scheduler scheduler(1);
  WindField field;
  field.renew(terrain, wind, scheduler);
  for (auto _ : state) field.renew_stress(terrain, wind, scheduler);
  report(state, terrain);
}

}  // namespace

BENCHMARK(stress)->Name("wind_field/stress")->Arg(256)->Arg(512)->Arg(1024)->ArgName("side")->UseRealTime();
BENCHMARK(shadow)
    ->Name("wind_field/shadow")
    ->ArgsProduct({{512, 1024}, {0, 30, 60, 90}})
    ->ArgNames({"side", "degrees"})
    ->UseRealTime();
BENCHMARK(local)
    ->Name("wind_field/local")
    ->ArgsProduct({{512, 1024}, {0, 1}, {0, 1}})
    ->ArgNames({"side", "gusty", "speed_up"})
    ->UseRealTime();
