// Grows dunes and prints their height: a world from a scenario, 1000 steps, a field as an array, its hash.
#include <algorithm>
#include <cstdio>

#include <barchan/simulation.hpp>

int main() try {
  barchan::Simulation world = barchan::Simulation::open("dunes", {.seed = 7, .threads = 2});
  world.set("wind.speed", 12.0);
  world.command("--place", "wall x=0.7 height=4 length=30");
  world.step(1000);

  const barchan::Field sand = world.field("sediment");
  const float highest = *std::max_element(sand.values.begin(), sand.values.end());
  std::printf("%d x %d cells, at most %.2f %s of sand after %.0f s\n", sand.width, sand.height,
              static_cast<double>(highest), sand.unit.c_str(), world.time());
  std::printf("hash %016llx, balance error %lld quanta\n", static_cast<unsigned long long>(world.hash()),
              static_cast<long long>(world.balance_error()));

  world.save("dunes.barchan");
  const bool same = barchan::Simulation::open("dunes.barchan").hash() == world.hash();
  return same && world.balance_error() == 0 ? 0 : 1;
} catch (barchan::SimulationError const& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
