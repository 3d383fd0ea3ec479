/// WindParticleState: the wind particles as parallel arrays.
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

/// Particle i is entry i of each array.
struct WindParticleState {
  std::vector<std::int32_t> cell_x, cell_y;
  std::vector<float> offset_x, offset_y;                  ///< position within the cell, [0, 1)
  std::vector<float> height;                              ///< m above the ground underneath
  std::vector<float> velocity_x, velocity_y, velocity_z;  ///< m/s
  std::vector<std::int32_t> load;                         ///< quanta
  std::vector<std::int32_t> soil;                         ///< soil of the load
  std::vector<float> remainder;                           ///< rounding remainder, quanta, between -1 and 1
  std::vector<float> path;                                ///< distance left to fly, m

  std::size_t size() const { return load.size(); }
  bool empty() const { return load.empty(); }
  void clear() { resize(0); }
  /// New particles are zero.
  void resize(std::size_t count);
  /// Sorts the particles by row and along rows, so that neighbours in memory are neighbours on the land.
  void sort(Grid const& grid);

  /// The cell under particle `i`.
  std::size_t cell_of(Grid const& grid, std::size_t i) const { return grid.index(cell_x[i], cell_y[i]); }
  /// The arrays from particle `first` on, for the kernels.
  kernel::ParticleArrays arrays(std::size_t first);

  /// Returns false if a number is not finite.
  bool finite() const;
  struct Limits {
    std::size_t particles;  ///< largest number
    Quanta load;            ///< largest load of one particle
    SoilSet soils;          ///< soils that can fly
  };
  /// Rejects particles that no valid world of this grid contains: outside it, too fast, too high or overloaded.
  void keep(Archive& archive, Grid const& grid, Limits const& limits);

 private:
  std::array<std::vector<float>*, 8> floats() {
    return {&offset_x, &offset_y, &height, &velocity_x, &velocity_y, &velocity_z, &remainder, &path};
  }
  std::array<std::vector<std::int32_t>*, 4> integers() { return {&cell_x, &cell_y, &load, &soil}; }
};

}  // namespace barchan
