/// Groundwater: the cost of a step of the flow on 1024 x 1024 cells of one soil, of two layers and with a lake.
/// Counters: median and minimum over the steps, milliseconds of wall time.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan {
namespace {

constexpr int kSide = 1024;
constexpr int kStepsOfAWorld = 25;  ///< steps of the world per step of the groundwater
const Grid kGrid{.width = kSide, .height = kSide, .cell_size = 2.0f, .boundary = Boundary::open};

enum Kind { kOneSoil, kTwoLayers, kWithLake };

/// A round basin in the middle of the land, surrounded by hills.
double rim(int x, int y) { return 6.0 * std::min(std::hypot(x - kSide / 2, y - kSide / 2) / 200.0, 1.0); }

/// Pours a lake of 100,000 cells into the basin and lets the water that spills between hollows come to rest.
void fill_lake(Terrain& terrain) {
  const auto ground = terrain.columns.elevations();
  std::vector<LakePour> pours{{kGrid.index(kSide / 2, kSide / 2), QuantaSum{190000} * kQuantaPerMetre}};
  do {
    terrain.lakes.pour(pours, ground);
    pours.clear();
    for (LakeOutflow const& outflow : terrain.lakes.settle(LakeStep{}).outflows) {
      if (outflow.beyond != LakeOutflow::kOutside) pours.push_back({outflow.beyond, outflow.amount});
    }
  } while (!pours.empty() || !terrain.lakes.at_rest());
}

/// Sand over hills of rock, saturated up to one elevation; springs come out in its hollows.
Terrain compose(Kind kind) {
  WorldSetup setup;
  setup.grid = kGrid;
  std::vector<Quanta> silt;
  for_each_cell(kGrid, [&](int x, int y) {
    const double hills = 4.0 * std::sin(0.021 * x) * std::cos(0.017 * y) + 0.5 * std::sin(0.2 * x);
    setup.base.push_back(to_quanta(kind == kWithLake ? rim(x, y) + 0.1 * hills : hills));
    setup.sand.push_back(to_quanta(4.0 + std::sin(0.09 * y)));
    silt.push_back(to_quanta(2.0));
  });
  if (kind == kTwoLayers) {
    setup.soils.push_back(setup.soils[kSand]);
    setup.soils.back().id = setup.soils.back().name = "silt";
    setup.soils.back().conductivity *= 0.1f;
    setup.layers.push_back({static_cast<SoilId>(setup.soils.size() - 1), silt});
  }
  std::vector<double> table;  // at most the ground, since higher values would make lakes
  for (std::size_t i = 0; i < kGrid.cells(); ++i) {
    const Quanta below = kind == kTwoLayers ? setup.base[i] + silt[i] : setup.base[i];
    table.push_back(std::min(5.0, to_metres(below + setup.sand[i])));
  }
  setup.cell_layers.lay(CellLayer::water_table, table);
  Terrain terrain = World(std::move(setup), {}).terrain();
  if (kind == kWithLake) fill_lake(terrain);
  return terrain;
}

/// A land and its groundwater under drizzle.
class Land {
 public:
  Land(Kind kind, int threads) : scheduler_(threads), terrain_(compose(kind)) {
    auto processes = make_processes();
    const auto is_ground_water = [](auto const& process) { return process->info().id == "groundwater"; };
    process_ = std::move(*std::ranges::find_if(processes, is_ground_water));
    const ParameterGroup group = process_->parameters();
    for (auto const& [key, value] : {std::pair("enabled", 1.0), std::pair("clock", 1.0), std::pair("recharge", 50.0)}) {
      group.set(*group.find(key), value);
    }
    process_->prepare(terrain_);
  }

  /// One step of the flow, in which the world takes all its steps; the flow waits in all but one.
  void step() {
    for (int i = 0; i < kStepsOfAWorld; ++i) {
      process_->step(terrain_, {.dt = 0.4f, .wind = wind_, .scheduler = scheduler_, .ledger = ledger_});
    }
  }
  QuantaSum water() const { return terrain_.water_in_the_ground() + terrain_.lakes.held(); }
  QuantaSum came() const {
    const MassBudget booked = ledger_.booked();
    return booked.accounts[kWater].in - booked.accounts[kWater].out;
  }
  int lake_cells() const {
    int cells = 0;
    for (LakeId id : terrain_.lakes.all()) cells += terrain_.lakes.lake(id).cells;
    return cells;
  }

 private:
  Scheduler scheduler_;
  Terrain terrain_;
  WindField wind_;
  Ledger ledger_;
  std::unique_ptr<Process> process_;
};

void step(benchmark::State& state, Kind kind) {
  Land land(kind, static_cast<int>(state.range(0)));
  for (int i = 0; i < 4; ++i) land.step();
  const QuantaSum before = land.water() - land.came();
  std::vector<double> times;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    land.step();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    state.SetIterationTime(passed.count());
    times.push_back(1e3 * passed.count());
  }
  std::ranges::sort(times);
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["least_ms"] = times.front();
  state.counters["lake_cells"] = land.lake_cells();
  if (land.water() - land.came() != before) state.SkipWithError("water is made or lost");
}

void settings(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("threads")->Arg(1)->Arg(2)->UseManualTime()->Iterations(60)->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(step, one_soil, kOneSoil)->Name("groundwater/one_soil")->Apply(settings);
BENCHMARK_CAPTURE(step, two_layers, kTwoLayers)->Name("groundwater/two_layers")->Apply(settings);
BENCHMARK_CAPTURE(step, with_lake, kWithLake)->Name("groundwater/with_lake")->Apply(settings);

}  // namespace
}  // namespace barchan
