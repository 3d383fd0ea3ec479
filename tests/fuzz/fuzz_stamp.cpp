#include "io/read_obstacles.hpp"
#include "support.hpp"

void barchan::fuzz::stamp(Bytes bytes) {
  expect_result_or_input_error([&] {
    const Stamp relief = stamp_of(decode_any(bytes));
    require(relief.shares.size() == static_cast<std::size_t>(relief.width) * static_cast<std::size_t>(relief.height),
            "every cell of a stamp has a height");
    World world = make_world(small_scenario());
    try_command(world, PlaceObstacle{{.shape = ObstacleShape::stamp}, relief});
    try_command(world, RemoveObstacles{});
  });
}
