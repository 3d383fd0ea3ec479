/// WindGround: the properties of the land that affect flying grains, surveyed once per step of the world.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/land_vector.hpp"
#include "land/columns_counter.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/wind_particles/exchange.hpp"
#include "processes/wind_particles/parameters.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"
#include "processes/wind_particles/shelter.hpp"
#include "processes/wind_particles/smooth_land.hpp"

namespace barchan {

/// Load over flat sand, a mean over wind speeds, as a fraction of the capacity (docs/models/wind_particles.md, Limits).
inline constexpr double kLoadOverFlatSand = 0.8;
inline constexpr Quanta kLargestCapacity = kQuantaPerMetre;  ///< of a particle, at most 1 m over one cell
inline constexpr float kReferenceSpeed = 10.0f;              ///< wind speed at which `saturation` is defined, m/s

/// Quanta that each of `population` particles can carry over flat ground in an open wind of `wind_speed` m/s, at most
/// `kLargestCapacity`: the saturated sand over the whole land, divided among the particles.
float flat_capacity_of(WindParticlesParameters const& parameters, Grid const& grid, float wind_speed,
                       std::size_t population);

class WindGround {
 public:
  void prepare(Terrain const& terrain);
  /// Computes slope, shadow, capacity and hardness of every cell for `population` particles. Also clears the records of
  /// the exchange and reads the cliffs.
  void survey(Terrain const& terrain, StepContext const& context, WindParticlesParameters const& parameters,
              std::size_t population, SandExchange& exchange);

  /// Reduces the capacities and the wear of the last survey by the effect of `shelter`.
  void shelter(WindShelter const& shelter, Grid const& grid, Scheduler const& scheduler);

  std::span<kernel::GroundCell const> cells() const { return cells_; }
  /// Quanta that a particle carries over flat ground in the open wind, as of the last survey.
  float flat_capacity() const { return flat_capacity_; }
  /// Quanta that a particle can carry over a cell, as of the last survey.
  float capacity(std::size_t cell) const;

 private:
  SmoothLand smooth_;
  ColumnsCounter counter_;
  LandVector<kernel::GroundCell> cells_;
  float flat_capacity_ = 0.0f;
};

}  // namespace barchan
