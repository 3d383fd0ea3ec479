/// Small worlds for tests, made from the public headers alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "processes/process.hpp"
#include "world/world.hpp"

namespace barchan::test {

/// Ids of all processes, in the order in which they act.
std::vector<std::string> process_ids();

/// The description that the process gives; `id` is one of `process_ids`.
ProcessInfo info_of(std::string_view id);
/// Returns true if the process holds matter from one step to the next.
bool carries(std::string_view id);

/// Smooth random elevations in [0, 1): bilinear value noise with a lattice of `wavelength` cells, periodic over the
/// grid.
std::vector<float> smooth_noise(Grid const& grid, int wavelength, std::uint64_t seed);

/// Options of a test land.
struct LandOptions {
  double rock_relief = 6.0;     ///< m, smooth hills of solid ground
  double sand_thickness = 2.0;  ///< m, mean of a layer that varies from bare to twice this
  bool obstacle = true;         ///< a block of obstacle in the middle quarter, if the grid is large enough
  Quanta lift = 0;              ///< added to the whole land
  std::uint64_t seed = 1;       ///< seed of the land and of the world
};

/// Rock hills, sand of varying thickness (bare in places) and an obstacle.
WorldSetup make_setup(Grid const& grid, LandOptions const& options = {});

/// Switches off all processes except `process`; "all" leaves all of them on.
void switch_on_only(WorldSetup& setup, std::string_view process);

/// A world of all processes in which only `process` (or "all", or "none") is on.
World make_world(WorldSetup setup, std::string_view process, int threads = 1);

void run(World& world, int steps);
/// Runs one step and returns the health after it.
std::uint32_t checked_step(World& world);

/// Adds a loose soil that rests at `slope` and turns into nothing else.
SoilId add_soil(Soils& soils, float slope);

/// Returns true if the columns and the plants on them are the same.
bool same_land(World const& a, World const& b);

/// Checks all conditions that a sound world meets after any step. Returns a description of the faults; empty if there
/// are none.
std::string unsound(World const& world);

}  // namespace barchan::test
