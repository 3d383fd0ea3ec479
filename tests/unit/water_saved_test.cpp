// Impossible values of streams and droplets are refused when a world is read.
#include <cstring>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "processes/process.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::water_saved_test {
namespace {

TEST(WaterSaved, NoNumberOfAStreamOrADropletMayBeNoneOrEndless) {
  WorldSetup setup = test::make_setup({.width = 16, .height = 12}, {});
  setup.parameters = {{"water_particles", "population", 200.0}};  // each number of each droplet is damaged
  World world = test::make_world(std::move(setup), "water_particles");
  for (int i = 0; i < 30; ++i) world.step();
  Process* water = nullptr;
  for (auto const& process : world.processes()) {
    if (process->info().id == "water_particles") water = process.get();
  }
  ASSERT_NE(water, nullptr);
  Archive writer = Archive::writer();
  water->keep(writer);
  const std::vector<std::byte> saved = writer.take();
  ASSERT_GT(water->counters().particles, 0u);
  const std::size_t droplets = water->counters().particles;
  std::size_t refused = 0;
  for (float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -1e30f}) {
    for (std::size_t at = 0; at + sizeof value <= saved.size(); at += sizeof value) {
      std::vector<std::byte> damaged = saved;
      std::memcpy(damaged.data() + at, &value, sizeof value);
      Archive reader = Archive::reader(damaged);
      try {
        water->keep(reader);
      } catch (ArchiveError const&) {
        ++refused;
        continue;
      }
      EXPECT_TRUE(water->carrier().any()->finite());
    }
  }
  // Five numbers of each droplet and both numbers of each cell's stream.
  EXPECT_GE(refused, 3 * (5 * droplets + 2 * world.grid().cells()));
}

}  // namespace
}  // namespace barchan::water_saved_test
