// Droplets in steady state on fractal rock: one world, wall time.
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace {

using namespace barchan;

constexpr double kReliefShare = 0.2;  ///< of the width
constexpr int kWarmUp = 200;          ///< steps until births and deaths balance

/// Smooth random hills: octaves of bilinear value noise, longest wave half the side.
std::vector<Quanta> hills(int side) {
  std::vector<double> metres(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), 0.0);
  double amplitude = kReliefShare * side / 2.0;
  for (int spacing = side / 2; spacing >= 2; spacing /= 2, amplitude /= 2.0) {
    const auto node = [&](int i, int j) {
      const auto id = static_cast<std::uint32_t>(j * side + i);
      return static_cast<double>(
          to_unit(random_words(1, static_cast<std::uint64_t>(spacing), RandomStream::scenario, id)[0]));
    };
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        const int i = x / spacing;
        const int j = y / spacing;
        const double u = static_cast<double>(x % spacing) / spacing;
        const double v = static_cast<double>(y % spacing) / spacing;
        metres[static_cast<std::size_t>(y * side + x)] +=
            amplitude *
            std::lerp(std::lerp(node(i, j), node(i + 1, j), u), std::lerp(node(i, j + 1), node(i + 1, j + 1), u), v);
      }
    }
  }
  std::vector<Quanta> base(metres.size());
  for (std::size_t i = 0; i < base.size(); ++i) base[i] = to_quanta(metres[i]);
  return base;
}

void water_particles(benchmark::State& state) {
  const int side = static_cast<int>(state.range(0));
  WorldSetup setup;
  setup.grid = {side, side, 1.0f, Boundary::open};
  setup.base = hills(side);
  setup.sand.assign(setup.base.size(), 0);
  setup.parameters = {
      {"wind_particles", "enabled", 0.0}, {"water_particles", "enabled", 1.0}, {"world", "time_step", 0.4}};
  World world(std::move(setup), make_processes(), static_cast<int>(state.range(1)));
  for (int i = 0; i < kWarmUp; ++i) world.step();
  Process const* process = nullptr;
  for (auto const& candidate : world.processes()) {
    if (candidate->info().id == "water_particles") process = candidate.get();
  }
  const double steps_before = static_cast<double>(process->counters().particle_steps);
  const double drops_before = static_cast<double>(process->counters().flights);
  for (auto _ : state) world.step();
  const double steps = static_cast<double>(process->counters().particle_steps) - steps_before;
  state.counters["droplet_steps_per_second"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
  const double drops = static_cast<double>(process->counters().flights) - drops_before;
  state.counters["steps_per_drop"] = steps / drops;
  state.counters["drops_per_second"] = benchmark::Counter(drops, benchmark::Counter::kIsRate);
}

/// A desert of wind particles without water; `known`: whether water is among the processes at all.
void desert_without_water(benchmark::State& state, bool known) {
  const int side = static_cast<int>(state.range(0));
  WorldSetup setup;
  setup.grid = {side, side, 1.0f, Boundary::periodic};
  setup.base.assign(setup.grid.cells(), 0);
  for (Quanta height : hills(side)) setup.sand.push_back(to_quanta(4.0) + height / 50);
  std::vector<std::unique_ptr<Process>> processes = make_processes();
  if (!known) {
    std::erase_if(processes, [](auto const& process) {
      return process->info().id == "water_particles" || process->info().id == "groundwater";
    });
  }
  World world(std::move(setup), std::move(processes), static_cast<int>(state.range(1)));
  for (int i = 0; i < kWarmUp; ++i) world.step();
  for (auto _ : state) world.step();
}

void desert_arguments(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"", "threads"})->ArgsProduct({{256, 512}, {1, 2}})->UseRealTime()->Unit(benchmark::kMillisecond);
}

/// The first step of a world whose lakes are full and whose streams flow, less the making of the world.
void antecedent(benchmark::State& state) {
  const int side = static_cast<int>(state.range(0));
  for (auto _ : state) {
    state.PauseTiming();
    WorldSetup setup;
    setup.grid = {side, side, 1.0f, Boundary::open};
    setup.base = hills(side);
    setup.sand.assign(setup.base.size(), 0);
    setup.parameters = {{"wind_particles", "enabled", 0.0},
                        {"water_particles", "enabled", 1.0},
                        {"water_particles", "antecedent", 10000.0},
                        {"world", "time_step", 0.4}};
    World world(std::move(setup), make_processes(), static_cast<int>(state.range(1)));
    state.ResumeTiming();
    world.step();
  }
}

BENCHMARK(antecedent)
    ->Name("water_particles/antecedent")
    ->ArgNames({"", "threads"})
    ->ArgsProduct({{256, 1024}, {1, 2}})
    ->UseRealTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

BENCHMARK_CAPTURE(desert_without_water, off, true)->Name("without_water/off")->Apply(desert_arguments);
BENCHMARK_CAPTURE(desert_without_water, unknown, false)->Name("without_water/unknown")->Apply(desert_arguments);

BENCHMARK(water_particles)
    ->ArgNames({"", "threads"})
    ->ArgsProduct({{256, 512, 1024}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
