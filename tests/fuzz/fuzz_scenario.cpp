// Fuzzes scenario files, up to the composed land.
#include "fuzz_support.hpp"
#include "world/world.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const auto bytes = barchan::fuzz::as_bytes(data, size);
  const std::string_view text(reinterpret_cast<char const*>(bytes.data()), bytes.size());
  barchan::fuzz::expect_result_or_input_error([&] {
    const barchan::Scenario scenario = barchan::parse_scenario(text, "fuzz.toml", "/nowhere");
    if (scenario.grid.cells() > barchan::fuzz::kMaximumCells) return;
    const barchan::WorldSetup setup = barchan::make_world_setup(scenario);
    barchan::fuzz::require(setup.base.size() == scenario.grid.cells());
    for (barchan::Quanta thickness : setup.sand) barchan::fuzz::require(thickness >= 0);
    for (barchan::Quanta thickness : setup.obstacle) barchan::fuzz::require(thickness >= 0);
    for (barchan::SoilLayer const& layer : setup.layers) {
      barchan::fuzz::require(layer.soil < setup.soils.size());
      for (barchan::Quanta thickness : layer.thickness) barchan::fuzz::require(thickness >= 0);
    }
    if (setup.timeline.empty() && setup.layers.empty()) return;
    // Whatever the time line places and removes, the mass balance is exact.
    barchan::World world = barchan::make_world(scenario);
    for (barchan::TimedCommand const& timed : setup.timeline) {
      try {
        world.apply(timed.command);
      } catch (std::invalid_argument const&) {  // there is no space
      }
    }
    barchan::fuzz::require(world.budget().error() == 0);
  });
  return 0;
}
