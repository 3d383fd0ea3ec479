/// Wind particles: particle steps per second, in a field of dunes and by the original article's law.
#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "io/scenario.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan {
namespace {

constexpr int kSettleSteps = 200;  // steps before timing starts: particles and land are then in steady exchange

struct Counts {
  std::uint64_t steps = 0, flights = 0;
};

Counts counts(World const& world) {
  Counts sum;
  for (auto const& process : world.processes()) {
    sum.steps += process->counters().particle_steps;
    sum.flights += process->counters().flights;
  }
  return sum;
}

/// Four metres of sand with white noise of 0.1 m, periodic.
World make_bed(int size, int population, int threads) {
  WorldSetup setup;
  setup.grid = {.width = size, .height = size, .cell_size = 1.0f, .boundary = Boundary::periodic};
  setup.base.assign(setup.grid.cells(), 0);
  setup.sand.resize(setup.grid.cells());
  for (std::size_t i = 0; i < setup.sand.size(); ++i) {
    const auto words = random_words(1, 0, RandomStream::scenario, static_cast<std::uint32_t>(i));
    setup.sand[i] = to_quanta(4.0 + 0.1 * static_cast<double>(to_signed_unit(words[0])));
  }
  setup.parameters = {{"wind_particles", "population", static_cast<double>(population)}};
  return World(std::move(setup), make_processes(), threads);
}

/// One iteration is one step of the world: all particles move and exchange sand, and the land settles.
void population(benchmark::State& state) {
  constexpr int kPopulation = 16384;
  World world = make_bed(static_cast<int>(state.range(0)), kPopulation, static_cast<int>(state.range(1)));
  for (int i = 0; i < kSettleSteps; ++i) world.step();
  const Counts before = counts(world);
  for (auto _ : state) world.step();
  state.counters["particle_steps_per_second"] =
      benchmark::Counter(static_cast<double>(counts(world).steps - before.steps), benchmark::Counter::kIsRate);
  if (world.budget().error() != 0) state.SkipWithError("the budget does not close");
}

constexpr std::uint64_t kFlights = 250;
constexpr std::uint64_t kSampledFlights = 2 * kFlights;

/// The article's land with `size` cells per side: one wave over the land and the same 80 m of height for any size.
World make_article(int size) {
  Scenario scenario = load_shipped_scenario("article");
  scenario.grid.width = scenario.grid.height = size;
  for (LandLayer& layer : scenario.land.sand) layer.wavelength = static_cast<double>(size);
  return make_world(scenario);
}

/// Flies until `flights` more particles have ended.
void fly(World& world, std::uint64_t flights) {
  const std::uint64_t goal = counts(world).flights + flights;
  while (counts(world).flights < goal) world.step();
}

/// One iteration is the time in which 250 particles end. It is measured on the fresh land, once the particles that
/// began inside it are gone and short and long lives end as often as they begin.
void article(benchmark::State& state) {
  World world = make_article(static_cast<int>(state.range(0)));
  fly(world, kSampledFlights);
  const Counts young = counts(world);
  fly(world, kSampledFlights);
  const Counts before = counts(world);
  for (auto _ : state) fly(world, kFlights);
  state.counters["steps_per_life"] =
      static_cast<double>(before.steps - young.steps) / static_cast<double>(before.flights - young.flights);
  state.counters["particle_steps_per_second"] =
      benchmark::Counter(static_cast<double>(counts(world).steps - before.steps), benchmark::Counter::kIsRate);
  if (world.budget().error() != 0) state.SkipWithError("the budget does not close");
}

BENCHMARK(population)
    ->Name("wind_particles/population")
    ->ArgNames({"", "threads"})
    ->ArgsProduct({{256, 512, 1024}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(article)
    ->Name("wind_particles/article")
    ->Arg(128)
    ->Arg(256)
    ->Arg(512)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace barchan
