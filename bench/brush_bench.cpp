/// Brush: time of one dab on a land of 1024 x 1024 cells, by action, material and radius in cells.
#include <string>

#include <benchmark/benchmark.h>

#include "io/scenario.hpp"
#include "processes/process.hpp"
#include "world/command.hpp"
#include "world/world.hpp"

namespace barchan {
namespace {

constexpr int kSide = 1024, kDabs = 20;

void stroke(benchmark::State& state, BrushAction action, std::string const& material) {
  Scenario land = load_shipped_scenario("dunes");
  land.grid.width = land.grid.height = kSide;
  World world = make_world(land, {});
  BrushStroke stroke{.brush = {.action = action, .radius = static_cast<float>(state.range(0)), .amount = 0.01f},
                     .material = material};
  for (int i = 0; i < kDabs; ++i) stroke.points.push_back({0.3f + 0.02f * static_cast<float>(i), 0.5f});
  for (auto _ : state) world.apply(stroke);
  state.counters["ms_per_dab"] =
      benchmark::Counter(1e3 / kDabs, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(stroke, raise_sand, BrushAction::raise, "sand")->Arg(50)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stroke, raise_rock, BrushAction::raise, "rock")->Arg(50)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stroke, smooth_ground, BrushAction::smooth, "ground")
    ->Arg(50)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stroke, roughen_ground, BrushAction::roughen, "ground")
    ->Arg(50)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace barchan
