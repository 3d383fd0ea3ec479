#include "io/read_water.hpp"
#include "support.hpp"

void barchan::fuzz::rain_map(Bytes bytes) {
  expect_result_or_input_error([&] {
    const Raster raster = decode_any(bytes);
    const SetRainMap command = rain_map_of(raster, "fuzz");
    if (raster.cells() > kMaximumCells) return;
    World world = make_world(small_scenario(raster.width, raster.height));
    try_command(world, command);
  });
}
