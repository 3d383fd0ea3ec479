/// Lakes: the cost of a step at rest, rising, falling, over changing ground, and for thousands of puddles in the rain.
/// Counters: median and maximum over the steps, microseconds.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/lakes.hpp"

namespace barchan {
namespace {

constexpr int kSide = 512;
constexpr Quanta kMillimetre = kQuantaPerMetre / 1000;
const Grid kGrid{.width = kSide, .height = kSide, .cell_size = 1.0f, .boundary = Boundary::open};
constexpr LakeStep kStep{.seconds = 0.4};

using Ground = std::vector<Quanta>;

/// Adds bilinear value noise: octaves from `wavelength` cells down to one, each `gain` times the one before.
void add_noise(Ground& ground, double metres, int wavelength, double gain, Grid const& grid = kGrid) {
  std::mt19937_64 random(5);
  const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53 * 2.0 - 1.0; };
  for (int length = wavelength; length >= 1; length /= 2, metres *= gain) {
    const int knots = std::max(grid.width, grid.height) / length + 2;
    std::vector<double> value(static_cast<std::size_t>(knots * knots));
    for (double& v : value) v = unit();
    for_each_cell(grid, [&](int x, int y) {
      const int i = x / length, j = y / length;
      const double a = double(x % length) / length, b = double(y % length) / length;
      const auto knot = [&](int k, int l) { return value[static_cast<std::size_t>((j + l) * knots + i + k)]; };
      const double south = std::lerp(knot(0, 0), knot(1, 0), a), north = std::lerp(knot(0, 1), knot(1, 1), a);
      ground[grid.index(x, y)] += to_quanta(metres * std::lerp(south, north, b));
    });
  }
}

/// A rough bowl with a lake of 10^5 cells in its middle.
struct Bowl {
  Ground ground = Ground(kGrid.cells(), 0);
  Lakes lakes{kGrid};
  std::size_t middle = kGrid.index(kSide / 2, kSide / 2);

  Bowl() {
    for_each_cell(kGrid, [&](int x, int y) {
      ground[kGrid.index(x, y)] = to_quanta(0.06 * std::hypot(x - kSide / 2, y - kSide / 2));
    });
    add_noise(ground, 1.0, 64, 0.6);
    while (lake().cells < 100000) {
      pour(100 * kQuantaPerMetre * QuantaSum{20});
      while (!lakes.at_rest()) run_on(LakeStep{});
    }
  }
  /// Outflow comes to rest where it falls.
  void run_on(LakeStep const& step) {
    std::vector<LakePour> pours;
    for (LakeOutflow const& outflow : lakes.settle(step).outflows) {
      if (outflow.beyond != LakeOutflow::kOutside) pours.push_back({outflow.beyond, outflow.amount});
    }
    lakes.pour(pours, ground);
  }
  LakeView lake() const { return lakes.lake(lakes.id(middle)); }
  void pour(QuantaSum amount) {
    const LakePour pour{middle, amount};
    lakes.pour({&pour, 1}, ground);
  }
};

/// Times of steps in microseconds, and the counters derived from them.
class Steps {
 public:
  explicit Steps(benchmark::State& state) : state_(state) {}
  template <class Body>
  void time(Body&& body) {
    const double begin = now();
    body();
    const double passed = now() - begin;
    state_.SetIterationTime(passed);
    times_.push_back(passed * 1e6);
  }
  void report(Lakes const& lakes) {
    std::sort(times_.begin(), times_.end());
    state_.counters["median_us"] = times_[times_.size() / 2];
    state_.counters["worst_us"] = times_.back();
    state_.counters["lakes"] = lakes.count();
    int largest = 0;
    for (LakeId id : lakes.all()) largest = std::max(largest, lakes.lake(id).cells);
    state_.counters["cells"] = largest;
    if (lakes.held() != lakes.book().held()) state_.SkipWithError("water is made or lost");
  }

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  benchmark::State& state_;
  std::vector<double> times_;
};

void at_rest(benchmark::State& state) {
  Bowl bowl;
  Steps steps(state);
  for (auto _ : state) steps.time([&] { bowl.lakes.settle(kStep); });
  steps.report(bowl.lakes);
}

void rising(benchmark::State& state) {
  Bowl bowl;
  Steps steps(state);
  for (auto _ : state) {
    bowl.pour(QuantaSum{bowl.lake().cells} * kMillimetre);
    steps.time([&] { bowl.run_on(kStep); });
  }
  steps.report(bowl.lakes);
}

/// Falls by evaporation. A lake pays evaporation every 16 steps, which are timed as one.
void falling(benchmark::State& state) {
  Bowl bowl;
  Steps steps(state);
  for (auto _ : state) {
    const LakeStep dry{.seconds = 0.4, .evaporation = kMillimetre / 16.0};
    steps.time([&] {
      for (int i = 0; i < 16; ++i) bowl.lakes.settle(dry);
    });
  }
  steps.report(bowl.lakes);
}

/// 30,000 cells per step change by up to `range` quanta, up in one cell and down in the next.
void eroded(benchmark::State& state) {
  Bowl bowl;
  Steps steps(state);
  std::mt19937_64 random(9);
  for (auto _ : state) {
    for (int k = 0; k < 15000; ++k) {
      const auto cell = static_cast<std::size_t>(kSide + random() % (kSide * (kSide - 2)));
      const auto change = static_cast<Quanta>(random() % static_cast<std::uint64_t>(state.range(0)));
      bowl.ground[cell] += change;
      bowl.ground[cell + 1] -= change;
    }
    steps.time([&] {
      bowl.lakes.follow(bowl.ground);
      bowl.lakes.settle(kStep);
    });
  }
  steps.report(bowl.lakes);
}

/// A gentle slope full of hollows.
struct Hollows {
  Ground ground = Ground(kGrid.cells(), 0);
  Lakes lakes{kGrid};
  std::mt19937_64 random{4};

  Hollows() {
    for_each_cell(kGrid, [&](int x, int y) {
      ground[kGrid.index(x, y)] = to_quanta(0.01 * x) + static_cast<Quanta>(random() % 4000);
    });
    add_noise(ground, 0.1, 8, 0.5);
  }
  std::vector<LakePour> rain() {
    std::vector<LakePour> pours(16000);
    for (LakePour& pour : pours) pour = {static_cast<std::size_t>(random() % kGrid.cells()), 4 * kMillimetre};
    return pours;
  }
  void step(std::vector<LakePour> const& pours) {
    lakes.pour(pours, ground);
    lakes.settle(kStep);
  }
};

void puddles_in_rain(benchmark::State& state) {
  Hollows hollows;
  for (int i = 0; i < 60; ++i) {
    hollows.step(hollows.rain());
  }
  Steps steps(state);
  for (auto _ : state) {
    const std::vector<LakePour> pours = hollows.rain();
    steps.time([&] { hollows.step(pours); });
  }
  steps.report(hollows.lakes);
}

void puddles_at_rest(benchmark::State& state) {
  Hollows hollows;
  for (int i = 0; i < 60; ++i) {
    hollows.step(hollows.rain());
  }
  for (int i = 0; i < 2000; ++i) hollows.lakes.settle(kStep);
  Steps steps(state);
  for (auto _ : state) steps.time([&] { hollows.lakes.settle(kStep); });
  steps.report(hollows.lakes);
}

/// Fills every hollow of hills of 1024 x 1024 cells with open edges to its brim, from the first drop on. The water is
/// poured into every cell (`rain`) or only into the cells from which no neighbour is lower (otherwise).
void filling(benchmark::State& state, bool rain) {
  const Grid grid{.width = 1024, .height = 1024, .cell_size = 1.0f, .boundary = Boundary::open};
  Ground ground(grid.cells(), 0);
  add_noise(ground, 40.0, 512, 0.5, grid);
  std::vector<LakePour> pours;
  for_each_cell(grid, [&](int x, int y) {
    const std::size_t cell = grid.index(x, y);
    bool lowest = !grid.on_edge(cell);
    for (int k = 0; lowest && k < 9; ++k) lowest = ground[grid.index(x + k % 3 - 1, y + k / 3 - 1)] >= ground[cell];
    const QuantaSum metres = rain ? 5 : 5000;
    if (rain || lowest) pours.push_back({cell, metres * kQuantaPerMetre});
  });
  double filled = 0.0;
  for (auto _ : state) {
    Lakes lakes(grid);
    lakes.pour(pours, ground);
    while (!lakes.at_rest()) {
      std::vector<LakePour> more;
      for (LakeOutflow const& outflow : lakes.settle(LakeStep{}).outflows) {
        if (outflow.beyond != LakeOutflow::kOutside) more.push_back({outflow.beyond, outflow.amount});
      }
      lakes.pour(more, ground);
    }
    filled = static_cast<double>(lakes.held()) / static_cast<double>(kQuantaPerMetre);
    if (lakes.held() != lakes.book().held()) state.SkipWithError("water is made or lost");
    state.counters["lakes"] = lakes.count();
  }
  state.counters["m3"] = filled;
}

BENCHMARK_CAPTURE(filling, rain, true)->Name("lakes/filling/rain")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(filling, hollows, false)->Name("lakes/filling/hollows")->Unit(benchmark::kMillisecond);
BENCHMARK(at_rest)->Name("lakes/at_rest")->UseManualTime()->Iterations(2000)->Unit(benchmark::kMicrosecond);
BENCHMARK(rising)->Name("lakes/rising_1mm")->UseManualTime()->Iterations(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK(falling)->Name("lakes/falling_1mm")->UseManualTime()->Iterations(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK(eroded)
    ->Name("lakes/eroded")
    ->Arg(20)
    ->Arg(300)
    ->UseManualTime()
    ->Iterations(200)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(puddles_in_rain)
    ->Name("lakes/puddles_in_rain")
    ->UseManualTime()
    ->Iterations(300)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(puddles_at_rest)
    ->Name("lakes/puddles_at_rest")
    ->UseManualTime()
    ->Iterations(2000)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace barchan
