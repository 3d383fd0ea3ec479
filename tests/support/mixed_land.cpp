#include "support/mixed_land.hpp"

#include <fmt/format.h>

namespace barchan::test {

Scenario mixed_land(std::string const& boundary, int width, int height) {
  return parse_scenario(fmt::format(R"(title = "Many soils"
seed = 5
[grid]
width = {}
height = {}
boundary = "{}"
[soils.gravel]
suspension = 0.0
repose_slope = 0.75
cascades = "pebbles"
[soils.pebbles]
suspension = 0.0
repose_slope = 0.55
[soils.dust]
suspension = 1.5
settling_speed = 0.3
repose_slope = 0.4
[soils.cap]
loose = false
hardness = 10.0
abrades = "gravel"
transports = "gravel"
weathers = "gravel"
[soils.shale]
loose = false
hardness = 0.3
abrades = "dust"
transports = "dust"
weathers = "pebbles"
[[land.base]]
shape = "uniform"
thickness = 2.0
[[land.layer]]
soil = "shale"
shape = "uniform"
thickness = 3.0
[[land.layer]]
soil = "gravel"
shape = "patches"
thickness = 0.5
radius = 6.0
cover = 0.4
[[land.layer]]
soil = "cap"
shape = "patches"
thickness = 1.0
radius = 9.0
cover = 0.5
[[land.layer]]
soil = "dust"
shape = "noise"
amplitude = 0.6
wavelength = 30.0
[[land.sand]]
shape = "white_noise"
level = 0.2
amplitude = 0.2
[wind]
speed = 12.0
[gravity]
static_excess = 3.0
[wind_particles]
enabled = true
population = 1500
abrasion = 0.01
[slab_dunes]
enabled = true
abrasion = 0.001
[water_particles]
enabled = true
population = 400
[weathering]
enabled = true
years_per_second = 20.0
[vegetation]
enabled = true
)",
                                    width, height, boundary),
                        "mixed.toml", {});
}

World mixed_world(std::string const& boundary, int threads) {
  WorldOptions options;
  options.threads = threads;
  return make_world(mixed_land(boundary), options);
}

}  // namespace barchan::test
