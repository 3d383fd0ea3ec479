/// History: size of a checkpoint and the time to take, code and load it; share of the time of steps that checkpoints
/// take; time to rewind. Worlds run 600 steps before they are measured.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "history/history.hpp"
#include "io/scenario.hpp"
#include "io/world_history.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"

namespace barchan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kSteps = 600, kThreads = 2;
constexpr std::size_t kMostInFile = std::size_t{64} << 20;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

World begin(std::string const& scenario, int side) {
  Scenario land = load_shipped_scenario(scenario);
  if (side > 0) land.grid.width = land.grid.height = side;
  WorldOptions options;
  options.threads = kThreads;
  return make_world(land, options);
}

/// A checkpoint one second of steps after its key.
void checkpoint(benchmark::State& state, std::string const& scenario, int side) {
  World world = begin(scenario, side);
  const int steps = world.grid().cells() > (1u << 20) ? kSteps / 20 : kSteps;
  for (int i = 0; i < steps; ++i) world.step();
  const auto key = std::make_shared<Snapshot>(world.snapshot());
  for (int i = 0; i < steps / 10; ++i) world.step();
  double taking = 0.0, coding = 0.0, loading = 0.0;
  std::size_t bytes = 0, plain = 0;
  for (auto _ : state) {
    auto begun = Clock::now();
    Snapshot::Bytes taken = world.snapshot();
    taking += seconds_since(begun);
    plain = taken.size();
    Snapshot snapshot(std::move(taken), key);
    begun = Clock::now();
    snapshot.encode();
    coding += seconds_since(begun);
    bytes = snapshot.size();
    begun = Clock::now();
    benchmark::DoNotOptimize(World::restore(snapshot.bytes(), make_processes(), kThreads).step_count());
    loading += seconds_since(begun);
  }
  const auto rounds = static_cast<double>(state.iterations());
  state.counters["MB_plain"] = static_cast<double>(plain) / 1e6;
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
  state.counters["take_ms"] = 1e3 * taking / rounds;
  state.counters["code_ms"] = 1e3 * coding / rounds;
  state.counters["load_ms"] = 1e3 * loading / rounds;
}

/// Steps one directly after the other: memory, cost of a step with and without history, time of a rewind, and how long
/// an automatic save holds up the simulation (`give_ms`) and writing it takes beside (`write_ms`).
void session(benchmark::State& state, std::string const& scenario, int side, int steps) {
  for (auto _ : state) {
    World alone = begin(scenario, side);
    auto begun = Clock::now();
    for (int i = 0; i < steps; ++i) alone.step();
    const double without = seconds_since(begun);
    History history(begin(scenario, side), {.make_processes = make_processes, .threads = kThreads});
    begun = Clock::now();
    for (int i = 0; i < steps; ++i) history.step();
    const double with = seconds_since(begun);
    history.wait();
    double longest = 0.0;
    for (int i = 1; i < 20; ++i) {
      begun = Clock::now();
      history.rewind(static_cast<std::uint64_t>(steps * (i * 7 % 20) / 20));
      history.arrive();
      longest = std::max(longest, seconds_since(begun));
    }
    history.go_to_end();
    history.arrive();
    begun = Clock::now();
    HistoryRecord record = history.record();
    const Snapshot::Bytes snapshot = history.world().snapshot();
    state.counters["give_ms"] = 1e3 * seconds_since(begun);
    begun = Clock::now();
    SavedWorldInfo info;
    info.history = encode_history(std::move(record), kMostInFile);
    benchmark::DoNotOptimize(encode_world(snapshot, info).size());
    state.counters["write_ms"] = 1e3 * seconds_since(begun);
    state.counters["overhead_percent"] = 100.0 * (with / without - 1.0);
    state.counters["checkpoints"] = static_cast<double>(history.checkpoints().all().size());
    state.counters["MB"] = static_cast<double>(history.checkpoints().size()) / 1e6;
    state.counters["longest_rewind_ms"] = 1e3 * longest;
  }
}

BENCHMARK_CAPTURE(checkpoint, dunes_256, "dunes", 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(checkpoint, dunes_1024, "dunes", 1024)->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK_CAPTURE(checkpoint, dunes_4096, "dunes", 4096)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(checkpoint, everything, "everything", 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(session, dunes_256, "dunes", 0, 12000)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(session, dunes_1024, "dunes", 1024, 600)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(session, dunes_4096, "dunes", 4096, 30)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(session, everything, "everything", 0, 600)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
}  // namespace barchan
