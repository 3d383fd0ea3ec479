// Limits of this machine, for comparison with profiles: bytes per second between memory and cores, arithmetic, and the
// latency of an unpredictable memory lookup.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/scheduler.hpp"

namespace {

constexpr int kMany = 1 << 24;  ///< floats: more than any cache holds
constexpr int kFew = 1 << 11;   ///< floats that fit into the first-level cache
constexpr int kGrain = 1 << 16;

#if defined(__x86_64__) && defined(__OPTIMIZE__)
#define BARCHAN_BENCH_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define BARCHAN_BENCH_CLONES
#endif

BARCHAN_BENCH_CLONES
void add(float const* a, float const* b, float* sum, int count) {
#pragma GCC ivdep
  for (int i = 0; i < count; ++i) sum[i] = a[i] + b[i];
}

constexpr int kRounds = 16;

/// One multiplication and one addition per number and round.
BARCHAN_BENCH_CLONES
void polynomial(float* values, int count) {
#pragma GCC ivdep
  for (int i = 0; i < count; ++i) {
    float x = values[i];
#pragma GCC unroll 16
    for (int k = 0; k < kRounds; ++k) x = x * 0.999f + 0.001f;
    values[i] = x;
  }
}

void bandwidth(benchmark::State& state) {
  const barchan::Scheduler scheduler(static_cast<int>(state.range(0)));
  const std::vector<float> a(kMany, 1.0f), b(kMany, 2.0f);
  std::vector<float> sum(kMany);
  for (auto _ : state) {
    scheduler.for_ranges(kMany, kGrain, [&](int first, int last) {
      add(a.data() + first, b.data() + first, sum.data() + first, last - first);
    });
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * 3 * kMany * std::int64_t{sizeof(float)});
}

void arithmetic(benchmark::State& state) {
  constexpr int kTimes = 1024;
  const int threads = static_cast<int>(state.range(0));
  const barchan::Scheduler scheduler(threads);
  std::vector<std::vector<float>> values(static_cast<std::size_t>(threads), std::vector<float>(kFew, 0.5f));
  for (auto _ : state) {
    scheduler.for_ranges(threads, 1, [&](int first, int last) {
      for (int t = first; t < last; ++t) {
        for (int i = 0; i < kTimes; ++i) polynomial(values[static_cast<std::size_t>(t)].data(), kFew);
      }
    });
    benchmark::ClobberMemory();
  }
  const double operations = 2.0 * kFew * kRounds * kTimes * threads;
  state.counters["operations_per_second"] =
      benchmark::Counter(operations * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// Each lookup yields the position of the next.
void latency(benchmark::State& state) {
  constexpr std::size_t kLookups = 1 << 20;
  const auto cells = static_cast<std::size_t>(state.range(0)) / sizeof(std::uint32_t);
  std::vector<std::uint32_t> order(cells), next(cells);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::shuffle(order, std::mt19937(1));
  for (std::size_t i = 0; i < cells; ++i) next[order[i]] = order[(i + 1) % cells];
  std::uint32_t at = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < kLookups; ++i) at = next[at];
    benchmark::DoNotOptimize(at);
  }
  state.counters["seconds_a_lookup"] = benchmark::Counter(static_cast<double>(state.iterations()) * kLookups,
                                                          benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(bandwidth)->Name("machine/bandwidth")->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();
BENCHMARK(arithmetic)->Name("machine/arithmetic")->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();
BENCHMARK(latency)->Name("machine/latency")->ArgName("bytes")->Arg(1 << 15)->Arg(1 << 20)->Arg(1 << 26);

}  // namespace
