/// Export: time to write heights, six maps and a mesh of a land of 1009 x 1009 cells with two threads, and the parts of
/// it.
#include <filesystem>
#include <string>

#include <benchmark/benchmark.h>

#include "export/exporter.hpp"
#include "io/scenario.hpp"
#include "processes/process.hpp"
#include "world/world.hpp"

namespace barchan {
namespace {

constexpr int kSide = 1009;

void export_to_folder(benchmark::State& state, ExportOrder const& order) {
  Scenario land = load_shipped_scenario("dunes");
  land.grid.width = land.grid.height = kSide;
  World world = make_world(land, {.seed = {}, .parameters = {}, .threads = 2});
  for (int i = 0; i < 16; ++i) world.step();
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "barchan_export_bench";
  const ExportPlan plan = plan_export(world, order, "bench");
  for (auto _ : state) export_world(world, order, plan, {folder}, {});
  std::filesystem::remove_all(folder);
}

ExportOrder order_of(std::string const& heights, std::string const& maps, std::string const& meshes,
                     std::string const& lods) {
  ExportOrder order = with_option({}, "height_formats", heights);
  order = with_option(order, "maps", maps);
  order = with_option(order, "meshes", meshes);
  return with_option(order, "lods", lods);
}

std::string const kMaps = "slope,curvature,occlusion,wind_shadow,sediment,cover:sand";
BENCHMARK_CAPTURE(export_to_folder, heights, order_of("png16", "none", "none", "0"))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_to_folder, six_maps, order_of("none", kMaps, "none", "0"))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_to_folder, mesh, order_of("none", "none", "glb", "0"))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_to_folder, coarse_mesh, order_of("none", "none", "glb", "0.1"))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_to_folder, everything, order_of("png16", kMaps, "glb", "0"))->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace barchan
