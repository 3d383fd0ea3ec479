// Opens a height map through the library, which loads the module with GDAL from the folder of the installation.
#include <cstdio>

#include <barchan/simulation.hpp>

int main(int count, char** words) try {
  if (count != 2) return 1;
  const barchan::Field ground = barchan::Simulation::open(words[1]).field("elevation");
  std::printf("%d x %d cells\n", ground.width, ground.height);
  return 0;
} catch (barchan::SimulationError const& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
