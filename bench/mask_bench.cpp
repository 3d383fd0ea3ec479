/// Masks: time to compute a mask of one layer on a land of 1024 x 1024 cells with two threads.
#include <benchmark/benchmark.h>

#include "io/scenario.hpp"
#include "land/mask.hpp"
#include "processes/process.hpp"
#include "world/command.hpp"
#include "world/world.hpp"

namespace barchan {
namespace {

constexpr int kSide = 1024;

void mask(benchmark::State& state, MaskSource source) {
  Scenario land = load_shipped_scenario("dunes");
  land.grid.width = land.grid.height = kSide;
  World world = make_world(land, {.seed = {}, .parameters = {}, .threads = 2});
  MaskLayer layer = usual_mask_layer(source);
  if (source == MaskSource::distance) layer.of = "rock";
  SetMask command{{.id = "probe", .multiplies = {}, .layers = {layer}}};
  for (auto _ : state) world.apply(command);
}

/// A step of the land without masks, and with one that follows the sand and multiplies the wind.
void masked_step(benchmark::State& state, bool masked) {
  World world = make_world(load_shipped_scenario("dunes"), {.seed = {}, .parameters = {}, .threads = 2});
  if (masked) {
    world.apply(SetMask{{.id = "slopes",
                         .multiplies = {"wind.speed"},
                         .layers = {usual_mask_layer(MaskSource::slope), usual_mask_layer(MaskSource::invert)}}});
  }
  for (int i = 0; i < 64; ++i) world.step();
  for (auto _ : state) world.step();
}

BENCHMARK_CAPTURE(mask, slope, MaskSource::slope)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mask, height, MaskSource::height)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mask, curvature, MaskSource::curvature)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mask, soil, MaskSource::soil)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mask, distance, MaskSource::distance)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mask, noise, MaskSource::noise)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(masked_step, without, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(masked_step, with, true)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace barchan
