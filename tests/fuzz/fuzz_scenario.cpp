#include <algorithm>
#include <span>

#include "support.hpp"

namespace barchan::fuzz {

namespace {

bool sound(std::span<Quanta const> thickness) {
  return std::ranges::all_of(thickness, [](Quanta one) { return one >= 0; });
}

}  // namespace

void scenario(Bytes bytes) {
  expect_result_or_input_error([&] {
    const Scenario scenario = parse_scenario(text_of(bytes), "fuzz.toml", "/nowhere");
    if (scenario.grid.cells() > kMaximumCells) return;
    const WorldSetup setup = make_world_setup(scenario);
    require(setup.base.size() == scenario.grid.cells(), "every cell has bedrock");
    require(sound(setup.sand) && sound(setup.obstacle), "no thickness is negative");
    for (SoilLayer const& layer : setup.layers) {
      require(layer.soil < setup.soils.size(), "every layer has a soil");
      require(sound(layer.thickness), "no thickness is negative");
    }
    if (setup.timeline.empty() && setup.layers.empty()) return;
    // Whatever the time line places and removes, the mass balance closes.
    World world = make_world(scenario);
    for (TimedCommand const& timed : setup.timeline) {
      try {
        world.apply(timed.command);
      } catch (std::invalid_argument const&) {  // there is no space
      }
    }
    require(world.budget().error() == 0, "the mass balance closes");
  });
}

}  // namespace barchan::fuzz
