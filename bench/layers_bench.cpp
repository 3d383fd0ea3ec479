/// Lands of many layers: the cost of particle lives on a land from a soil file, the cost of a step of shipped lands,
/// and their memory.
#include <malloc.h>

#include <array>
#include <cmath>
#include <string>

#include <benchmark/benchmark.h>

#include "io/scenario.hpp"
#include "io/soil_file.hpp"
#include "io/soil_scenario.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "world/world.hpp"

namespace barchan {
namespace {

/// Hills of rock alone, and with sand in the hollows: the initial lands of SoilMachine.
constexpr std::string_view kStoneFile = R"(WORLD {
SEED 1
SCALE 80
SIZEX 256
SIZEY 256
}
SOIL Stone {
TRANSPORTS Stone
ERODES Stone
ABRADES Stone
CASCADES Stone
DENSITY 0.95
EQUILIBRIUM 0.1
FRICTION 0.15
MAXDIFF 0.01
SETTLING 0.1
}
LAYER Stone {
BIAS 0.5
SCALE 0.8
OCTAVES 8
LACUNARITY 2
GAIN 0.5
}
)";
constexpr std::string_view kGritFile = R"(SOIL Grit {
TRANSPORTS Grit
ERODES Grit
ABRADES Grit
CASCADES Grit
DENSITY 0.4
POROSITY 0.8
EQUILIBRIUM 0.1
FRICTION 0.1
MAXDIFF 0.005
SETTLING 0.05
SUSPENSION 0.01
}
LAYER Grit {
SCALE 0.4
OCTAVES 6
LACUNARITY 2
GAIN 0.4
FREQUENCY 2
}
)";

constexpr int kSettleSteps = 60;  ///< until as many particles end as begin
constexpr double kLives = 250.0;

enum Movers : std::int64_t { kWind, kRain, kBoth };

World world_of_soil_file(bool sandy, Movers movers) {
  std::string text(kStoneFile);
  if (sandy) text += kGritFile;
  Scenario scenario = scenario_from_soils(parse_soil_file(text, "bench.soil"), "bench.soil");
  // Uses the populations of other worlds in place of the file's.
  std::erase_if(scenario.parameters, [](SetParameter const& set) { return set.key == "population"; });
  scenario.parameters.push_back({"wind_particles", "enabled", movers != kRain ? 1.0 : 0.0});
  scenario.parameters.push_back({"water_particles", "enabled", movers != kWind ? 1.0 : 0.0});
  WorldOptions options;
  options.threads = 1;
  return make_world(scenario, options);
}

struct Lives {
  double wind = 0.0, rain = 0.0;
};

/// Lives since the world began: flights of wind particles, and drops; as many end as begin.
Lives lives_of(World const& world) {
  Lives lives;
  for (auto const& process : world.processes()) {
    if (process->info().id == "wind_particles") lives.wind = static_cast<double>(process->counters().flights);
    if (process->info().id == "water_particles") lives.rain = static_cast<double>(process->counters().flights);
  }
  return lives;
}

std::size_t bytes_in_use() { return mallinfo2().uordblks + mallinfo2().hblkhd; }

/// One iteration is a step of the world on one thread. `s_for_250` is the processor time in which 250 wind particles or
/// 250 drops end.
void lives(benchmark::State& state) {
  const auto movers = static_cast<Movers>(state.range(1));
  const std::size_t bytes = bytes_in_use();
  World world = world_of_soil_file(state.range(0) != 0, movers);
  for (int i = 0; i < kSettleSteps; ++i) world.step();
  const Lives before = lives_of(world);
  for (auto _ : state) world.step();
  const Lives after = lives_of(world);
  const double ended = movers == kWind ? after.wind - before.wind : after.rain - before.rain;
  // An inverted rate: seconds per group of lives.
  if (movers != kBoth) {
    state.counters["s_for_250"] =
        benchmark::Counter(ended / kLives, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  }
  state.counters["MB"] = static_cast<double>(bytes_in_use() - bytes) / 1e6;
  if (world.budget().error() != 0) state.SkipWithError("the budget does not close");
}

constexpr std::array<char const*, 7> kShipped{
    "badlands_rain", "butte", "canyon_strata", "dust_storm", "rock_gravel_pebbles_sand", "scree", "snow_over_rock"};

/// One iteration is a step of a shipped land.
void shipped(benchmark::State& state, char const* name) {
  const std::size_t bytes = bytes_in_use();
  WorldOptions options;
  options.threads = static_cast<int>(state.range(0));
  World world = make_world(load_shipped_scenario(name), options);
  for (int i = 0; i < 100; ++i) world.step();
  for (auto _ : state) world.step();
  Columns const& columns = world.terrain().columns;
  double layers = 0.0;
  for (std::size_t cell = 0; cell < columns.size(); ++cell) layers += columns.layer_count(cell);
  state.counters["layers"] = layers / static_cast<double>(columns.size());
  state.counters["MB"] = static_cast<double>(bytes_in_use() - bytes) / 1e6;
  if (world.budget().error() != 0) state.SkipWithError("the budget does not close");
}

/// A column of `range` layers, each of a different soil than its neighbours: bytes per cell and per section.
void memory(benchmark::State& state) {
  const Grid grid{.width = 256, .height = 256, .cell_size = 1.0f, .boundary = Boundary::closed};
  for (auto _ : state) {
    const std::size_t bytes = bytes_in_use();
    const std::vector<Quanta> nothing(grid.cells(), 0);
    Columns columns(grid, nothing, nothing);
    columns.set_soils(grid, soil_bit(kSand) | soil_bit(kObstacle), to_quanta(0.02));
    const std::size_t bare = bytes_in_use() - bytes;
    const auto layers = static_cast<int>(state.range(0));
    for (std::size_t cell = 0; cell < columns.size(); ++cell) {
      for (int k = 0; k < layers; ++k) columns.lay(cell, {k % 2 == 0 ? kSand : kObstacle, to_quanta(0.1)});
    }
    const std::size_t all = bytes_in_use() - bytes;
    const auto cells = static_cast<double>(grid.cells());
    state.counters["bytes_a_cell"] = static_cast<double>(bare) / cells;
    state.counters["bytes_a_section"] = static_cast<double>(all - bare) / cells / std::max(layers - 1, 1);
  }
}

void register_shipped() {
  for (char const* name : kShipped) {
    benchmark::RegisterBenchmark((std::string("layers/step/") + name).c_str(), shipped, name)
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
}

[[maybe_unused]] const bool kRegistered = (register_shipped(), true);

BENCHMARK(lives)
    ->Name("layers/soil_file")
    ->ArgNames({"sandy", "movers"})
    ->ArgsProduct({{0, 1}, {kWind, kRain, kBoth}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(memory)->Name("layers/memory")->Arg(2)->Arg(10)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace barchan
