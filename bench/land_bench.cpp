// Cost of a step by the size of the land: one process on rough sand (plants, rain, groundwater and weathering in still
// air), all of them in still air, and a land at rest. Nanoseconds of wall time per cell and step, in total and for each
// part of the step.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "base/random.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace {

using namespace barchan;

constexpr int kWarmUp = 10;  ///< steps
constexpr int kSteps = 50;   ///< slow processes have at least two updates in them
constexpr int kUntilRest = 1500;

/// Live bytes of the heap; 0 where the system does not report them.
double heap_bytes() {
#if defined(__GLIBC__)
  struct mallinfo2 const info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
#else
  return 0.0;
#endif
}

WorldSetup rough_sand(int side) {
  WorldSetup setup;
  setup.grid = {.width = side, .height = side, .cell_size = 1.0f, .boundary = Boundary::periodic};
  setup.base.assign(setup.grid.cells(), 0);
  setup.sand.reserve(setup.grid.cells());
  for (std::uint32_t i = 0; i < setup.grid.cells(); ++i) {
    const auto words = random_words(1, 0, RandomStream::scenario, i);
    setup.sand.push_back(to_quanta(2.0 + 0.1 * static_cast<double>(to_signed_unit(words[0]))));
  }
  return setup;
}

/// Sums the time of each part of a step.
class Parts : public StepObserver {
 public:
  void part_begins(std::string_view) override { begun_ = Clock::now(); }
  void part_ends(std::string_view part) override {
    seconds_[std::string(part)] += std::chrono::duration<double>(Clock::now() - begun_).count();
  }
  std::map<std::string, double> const& seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begun_;
  std::map<std::string, double> seconds_;
};

void land(benchmark::State& state, std::vector<std::string> const& processes) {
  const int side = static_cast<int>(state.range(0));
  const double before = heap_bytes();  // the world releases the setup
  WorldSetup setup = rough_sand(side);
  const bool carried = processes.size() == 1 && (processes[0] == "wind_particles" || processes[0] == "slab_dunes");
  setup.parameters = {{"wind_particles", "enabled", 0.0}};
  if (!carried) setup.parameters.push_back({"wind", "speed", 0.0});
  for (std::string const& process : processes) setup.parameters.push_back({process, "enabled", 1.0});
  World world(std::move(setup), make_processes(), static_cast<int>(state.range(1)));
  for (int i = 0; i < kWarmUp; ++i) world.step();
  Parts parts;
  for (auto _ : state) world.step(&parts);
  const double cells = static_cast<double>(side) * side;
  const double each = 1e9 / (cells * static_cast<double>(state.iterations()));
  double all = 0.0;
  for (auto const& [part, seconds] : parts.seconds()) {
    all += seconds;
    if (each * seconds >= 0.01) state.counters[part] = each * seconds;
  }
  state.counters["ns_a_cell"] = each * all;
  state.counters["bytes_a_cell"] = (heap_bytes() - before) / cells;
  state.SetLabel(fmt::format("hash {:016x}", world.hash()));
}

void settings(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"", "threads"})->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(kSteps);
  for (const int side : {256, 512, 1024, 2048, 4096}) {
    for (const int threads : {1, 2}) benchmark->Args({side, threads});
  }
}

BENCHMARK_CAPTURE(land, nothing, {})->Apply(settings);
BENCHMARK_CAPTURE(land, wind_particles, {"wind_particles"})->Apply(settings);
BENCHMARK_CAPTURE(land, slab_dunes, {"slab_dunes"})->Apply(settings);
BENCHMARK_CAPTURE(land, water_particles, {"water_particles"})->Apply(settings);
BENCHMARK_CAPTURE(land, groundwater, {"groundwater"})->Apply(settings);
BENCHMARK_CAPTURE(land, vegetation, {"vegetation"})->Apply(settings);
BENCHMARK_CAPTURE(land, weathering, {"weathering"})->Apply(settings);
BENCHMARK_CAPTURE(land, uplift, {"uplift"})->Apply(settings);
BENCHMARK_CAPTURE(land, all_in_still_air,
                  {"wind_particles", "slab_dunes", "water_particles", "groundwater", "vegetation", "weathering"})
    ->Apply(settings);

/// Sand that is steeper than its angle of repose everywhere slides in one sweep per step; no process is on.
void settling(benchmark::State& state) {
  const int side = static_cast<int>(state.range(0));
  WorldSetup setup;
  setup.grid = {side, side, 1.0f, Boundary::periodic};
  setup.base.assign(setup.grid.cells(), 0);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double ridges = std::sin(0.2 * x) + std::sin(0.2 * y + 0.05 * x);
      setup.sand.push_back(to_quanta(30.0 + 10.0 * ridges));
    }
  }
  setup.parameters = {{"wind_particles", "enabled", 0.0}, {"world", "time_step", 0.4}, {"gravity", "settling", 0.25}};
  World world(std::move(setup), make_processes(), static_cast<int>(state.range(1)));
  for (int i = 0; i < kWarmUp; ++i) world.step();
  for (auto _ : state) world.step();
  const double steps = static_cast<double>(state.iterations()) * side * side;
  state.counters["s_a_cell"] = benchmark::Counter(steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(settling)
    ->Name("gravity/settling")
    ->ArgNames({"", "threads"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(kSteps)
    ->ArgsProduct({{256, 1024}, {1}});

/// Everything that can move or change something is on, and nothing can: deep sand under dense plants, a level water
/// table, no wind and no rain. Measures one step of many, after plants and slopes have come to rest.
void land_at_rest(benchmark::State& state) {
  WorldSetup setup = rough_sand(static_cast<int>(state.range(0)));
  for (Quanta& sand : setup.sand) sand += to_quanta(2.0);
  setup.cell_layers.real(CellLayer::water_table).assign(setup.grid.cells(), 0.5f);
  setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), 0.5f);
  setup.parameters = {
      {"wind", "speed", 0.0},        {"water_particles", "rain", 0.0},      {"groundwater", "recharge", 0.0},
      {"groundwater", "roots", 5.0}, {"groundwater", "transpiration", 0.0}, {"vegetation", "growth", 1.0}};
  for (char const* process :
       {"wind_particles", "slab_dunes", "water_particles", "groundwater", "vegetation", "weathering"}) {
    setup.parameters.push_back({process, "enabled", 1.0});
  }
  World world(std::move(setup), make_processes(), static_cast<int>(state.range(1)));
  for (int i = 0; i < kUntilRest; ++i) world.step();
  for (auto _ : state) world.step();
  state.SetLabel(fmt::format("hash {:016x}", world.hash()));
}

BENCHMARK(land_at_rest)
    ->ArgNames({"", "threads"})
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime()
    ->Iterations(5000)
    ->Args({256, 1})
    ->Args({1024, 1})
    ->Args({1024, 2})
    ->Args({4096, 2});

}  // namespace
