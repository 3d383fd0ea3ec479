/// WindParticleState: the wind particles themselves, as parallel arrays.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "base/grid.hpp"
#include "land/soil.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"

namespace barchan {

/// Particle i is entry i of every array.
struct WindParticleState {
  std::vector<std::int32_t> cell_x, cell_y;
  std::vector<float> offset_x, offset_y;                  ///< place inside the cell, 0 .. 1
  std::vector<float> height;                              ///< m above the ground underneath
  std::vector<float> velocity_x, velocity_y, velocity_z;  ///< m/s
  std::vector<std::int32_t> load;                         ///< quanta
  std::vector<std::int32_t> soil;                         ///< of the load
  std::vector<float> remainder;                           ///< quanta owed, between -1 and 1
  std::vector<float> path;                                ///< m left to fly

  std::size_t size() const { return load.size(); }
  bool empty() const { return load.empty(); }
  void clear() { resize(0); }
  /// New particles are all zero.
  void resize(std::size_t count);
  /// Puts the particles in the order of their rows, and along these, so that neighbours in memory are neighbours on the
  /// land.
  void sort(Grid const& grid);

  /// The cell under particle `i`.
  std::size_t cell_of(Grid const& grid, std::size_t i) const { return grid.index(cell_x[i], cell_y[i]); }
  /// The arrays from particle `first` on, for the inner loops.
  kernel::ParticleArrays arrays(std::size_t first);

  /// False when a number is not finite.
  bool finite() const;
  struct Limits {
    std::size_t particles;  ///< most of them
    Quanta load;            ///< most that one carries
    SoilSet soils;          ///< that can fly
  };
  /// Refuses a particle that no sound world of this grid holds: outside it, too fast, too high, too full.
  void keep(Archive& archive, Grid const& grid, Limits const& limits);

  static constexpr float kFastest = 1e4f;  ///< m/s and m: no particle of a sound world is faster or higher

 private:
  std::array<std::vector<float>*, 8> floats() {
    return {&offset_x, &offset_y, &height, &velocity_x, &velocity_y, &velocity_z, &remainder, &path};
  }
  std::array<std::vector<std::int32_t>*, 4> integers() { return {&cell_x, &cell_y, &load, &soil}; }
};

}  // namespace barchan
