/// Slab dunes from a bed of sand: seconds for the first 1000 steps, the sand flux, and the mass balance.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
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

namespace barchan {
namespace {

constexpr int kSteps = 1000;       // as the name of the counter says
constexpr double kTimeStep = 0.4;  // s
constexpr double kSlab = 0.1;      // m lifted from a cell per step
constexpr double kRestSand = 0.6, kRestBare = 0.4;
constexpr double kWind = 30.0;  // degrees: not along an axis of the grid

/// Parameters in which the regimes differ.
struct Regime {
  double hop;                 ///< m
  double thinnest, thickest;  ///< m of sand
};
constexpr Regime kBarchan{5.0, 0.5, 2.0};
constexpr Regime kTransverse{3.0, 3.0, 5.0};

/// A world with slab dunes only; defaults except for these arguments.
WorldSetup desert_setup(Grid const& grid, std::vector<Quanta> sand, double hop, double wind) {
  WorldSetup setup;
  setup.grid = grid;
  setup.base.assign(grid.cells(), 0);
  setup.sand = std::move(sand);
  for (auto const& process : make_processes()) {
    const std::string_view id = process->info().id;
    setup.parameters.push_back({std::string(id), "enabled", id == "slab_dunes" ? 1.0 : 0.0});
  }
  setup.parameters.insert(setup.parameters.end(), {{"world", "time_step", kTimeStep},
                                                   {"wind", "direction", wind},
                                                   {"slab_dunes", "lift_rate", kSlab / kTimeStep},
                                                   {"slab_dunes", "hop_length", hop},
                                                   {"slab_dunes", "deposit_sand", kRestSand},
                                                   {"slab_dunes", "deposit_bare", kRestBare}});
  return setup;
}
World make_desert(Grid const& grid, std::vector<Quanta> sand, double hop, double wind, int threads) {
  return World(desert_setup(grid, std::move(sand), hop, wind), make_processes(), threads);
}

/// Sand with a random thickness per cell.
WorldSetup bed_setup(Regime const& regime, Grid const& grid) {
  std::vector<Quanta> sand(grid.cells());
  for (std::size_t i = 0; i < sand.size(); ++i) {
    const auto words = random_words(1, 0, RandomStream::scenario, static_cast<std::uint32_t>(i));
    const auto share = static_cast<double>(to_unit(words[0]));
    sand[i] = to_quanta(regime.thinnest + (regime.thickest - regime.thinnest) * share);
  }
  return desert_setup(grid, std::move(sand), regime.hop, kWind);
}
/// Periodic.
World make_bed(Regime const& regime, int size, int threads) {
  return World(bed_setup(regime, {size, size, 1.0f, Boundary::periodic}), make_processes(), threads);
}

/// Sand that crosses a line on a flat bed, over slab x hop / rest. The line is the lee edge of an open land without
/// inflow: everything that leaves there was lifted inside, in the same slabs as on the timed bed. The shadow angles are
/// about as steep as sand can stand, so that bumps that grow meanwhile shelter almost nothing.
double flat_flux(double hop) {
  constexpr int kLength = 256, kWidth = 128;
  constexpr int kSettle = 20, kMeasured = 40;
  constexpr double kDepth = 4.0;                           // m
  constexpr double kShadowLow = 30.0, kShadowHigh = 45.0;  // degrees
  const Grid grid{kLength, kWidth, 1.0f, Boundary::open};
  World world = make_desert(grid, std::vector<Quanta>(grid.cells(), to_quanta(kDepth)), hop, 0.0, 1);
  world.apply(SetParameter{"slab_dunes", "inflow", 0.0});
  world.apply(SetParameter{"wind", "shadow_low", kShadowLow});
  world.apply(SetParameter{"wind", "shadow_high", kShadowHigh});
  for (int i = 0; i < kSettle; ++i) world.step();
  const QuantaSum before = world.budget().accounts[kSand].out;
  for (int i = 0; i < kMeasured; ++i) world.step();
  const double crossed = static_cast<double>(world.budget().accounts[kSand].out - before) / kQuantaPerMetre;
  return crossed / (kMeasured * kWidth) / (kSlab * hop / kRestSand);
}

/// On the ground and in the air, quanta.
QuantaSum sand_in(World const& world) {
  const Account account = world.budget().accounts[kSand];
  return account.lying + account.airborne;
}

/// One iteration is the first 1000 steps from the bed.
void desert(benchmark::State& state, Regime const& regime) {
  constexpr double kFluxTolerance = 0.12;
  const double flux = flat_flux(regime.hop);
  QuantaSum before = 0, after = 0;
  double seconds = 0.0;
  for (auto _ : state) {
    state.PauseTiming();
    World world = make_bed(regime, static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
    before = sand_in(world);
    state.ResumeTiming();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kSteps; ++i) world.step();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    after = sand_in(world);
    if (world.health() != 0 || world.budget().error() != 0 || before != after) {
      state.SkipWithError("the books do not close");
      return;
    }
  }
  state.counters["seconds_per_1000_steps"] = seconds / static_cast<double>(state.iterations());
  state.SetLabel(
      fmt::format("flux on a flat bed {:.3f} hs l / ps; sand {} quanta before, {} after", flux, before, after));
  if (std::abs(flux - 1.0) > kFluxTolerance) state.SkipWithError("the flux on a flat bed is not hs l / ps");
}

/// A cone of sand of 10 m on bare rock that its wind has shaped into a barchan.
World make_one_dune(int size, int threads) {
  constexpr double kHeight = 10.0, kSlope = 0.4;  // m, m/m
  const Grid grid{size, size, 1.0f, Boundary::periodic};
  std::vector<Quanta> sand(grid.cells());
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const double away =
          std::sqrt(static_cast<double>((x - size / 2) * (x - size / 2) + (y - size / 2) * (y - size / 2)));
      sand[grid.index(x, y)] = to_quanta(std::max(kHeight - kSlope * away, 0.0));
    }
  }
  return make_desert(grid, std::move(sand), kBarchan.hop, kWind, threads);
}

/// One iteration is a step of a world with a single dune.
void one_dune(benchmark::State& state) {
  constexpr int kBefore = 100;  // steps in which the cone becomes a dune
  World world = make_one_dune(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  for (int i = 0; i < kBefore; ++i) world.step();
  for (auto _ : state) world.step();
  if (world.health() != 0 || world.budget().error() != 0) state.SkipWithError("the books do not close");
  state.SetLabel(fmt::format("hash {:016x}", world.hash()));
}
BENCHMARK(one_dune)
    ->Name("slab_dunes/one_dune")
    ->ArgNames({"", "threads"})
    ->ArgsProduct({{256, 1024, 4096}, {1, 2}})
    ->Iterations(64)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// Conditions that may make a land of barchans cost more.
enum Beside { kEvenWind, kFasterOnHeights, kTurnedByRelief, kWithWalls, kOpenEdges };

World make_bed_beside(Beside beside, int size, int threads) {
  constexpr int kApart = 64, kHalfLength = 12, kHalfWidth = 2;  // cells; walls
  constexpr double kHigh = 6.0;                                 // m
  const Grid grid{size, size, 1.0f, beside == kOpenEdges ? Boundary::open : Boundary::periodic};
  WorldSetup setup = bed_setup(kBarchan, grid);
  if (beside == kFasterOnHeights) setup.parameters.push_back({"wind", "speed_up", 0.05});
  if (beside == kTurnedByRelief) setup.parameters.push_back({"wind", "projection", 0.5});
  if (beside == kWithWalls) {
    for_each_cell(grid, [&](int x, int y) {
      const bool wall =
          std::abs(x % kApart - kApart / 2) < kHalfWidth && std::abs(y % kApart - kApart / 2) < kHalfLength;
      setup.obstacle.push_back(wall ? to_quanta(kHigh) : 0);
    });
  }
  return World(std::move(setup), make_processes(), threads);
}

/// One iteration is a step, after 200 others.
void beside(benchmark::State& state, Beside what) {
  constexpr int kBefore = 200;
  World world = make_bed_beside(what, static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  for (int i = 0; i < kBefore; ++i) world.step();
  for (auto _ : state) world.step();
  if (world.health() != 0 || world.budget().error() != 0) state.SkipWithError("the books do not close");
  state.SetLabel(fmt::format("hash {:016x}", world.hash()));
}
void beside_arguments(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"", "threads"})->ArgsProduct({{512}, {1, 2}})->Iterations(200);
  benchmark->Unit(benchmark::kMillisecond)->UseRealTime();
}
BENCHMARK_CAPTURE(beside, even_wind, kEvenWind)->Name("slab_dunes/beside/even_wind")->Apply(beside_arguments);
BENCHMARK_CAPTURE(beside, faster_on_heights, kFasterOnHeights)
    ->Name("slab_dunes/beside/faster_on_heights")
    ->Apply(beside_arguments);
BENCHMARK_CAPTURE(beside, turned_by_relief, kTurnedByRelief)
    ->Name("slab_dunes/beside/turned_by_relief")
    ->Apply(beside_arguments);
BENCHMARK_CAPTURE(beside, walls, kWithWalls)->Name("slab_dunes/beside/walls")->Apply(beside_arguments);
BENCHMARK_CAPTURE(beside, open_edges, kOpenEdges)->Name("slab_dunes/beside/open_edges")->Apply(beside_arguments);

void arguments(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"", "threads"})->ArgsProduct({{256, 512, 1024}, {1, 2}})->Unit(benchmark::kSecond);
}
BENCHMARK_CAPTURE(desert, barchan, kBarchan)->Name("slab_dunes/barchan")->Apply(arguments);
BENCHMARK_CAPTURE(desert, transverse, kTransverse)->Name("slab_dunes/transverse")->Apply(arguments);

}  // namespace
}  // namespace barchan
