/// ShearStress: the shear stress of the wind on the ground, to first order in the slopes of the relief.
///
/// Model: Jackson & Hunt 1975, in the form of Weng et al. 1991 and Kroy, Sauermann & Herrmann 2002. For the Fourier
/// component of the relief with the wave vector k, with the component kx along the wind and ky across it, the relative
/// perturbations of the stress along and across the wind are (A kx^2 / |k| + i B kx) h and (A kx ky / |k|) h.
/// A makes the stress largest on tops, and B moves this maximum upwind. The free wind flows over the ground and over
/// the still air of the separation bubbles (Zeman & Jensen 1988), so h is the height of ground plus bubble.
#pragma once

#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "base/land_vector.hpp"
#include "wind/fourier.hpp"

namespace barchan {

class Scheduler;
struct CoarseGrid;
struct Grid;
struct LocalWind;
struct Terrain;

/// Strength of the response.
struct StressRule {
  float along = 0.0f;          ///< coefficient A; 0: flat ground everywhere
  float shift = 0.0f;          ///< coefficient B
  glm::vec2 wind{1.0f, 0.0f};  ///< unit vector towards which the wind blows
};

class ShearStress {
 public:
  /// Largest stress relative to that on flat ground. On steep relief, the linear law exceeds what a wind can exert.
  static constexpr float kMost = 2.5f;

  /// Computes the response of the present land. `bubble`: depth of the still air over each cell, m.
  void renew(Terrain const& terrain, std::span<float const> bubble, StressRule const& rule, Scheduler const& scheduler);
  /// Writes the stress of each cell relative to that on flat ground, from 0 to kMost, and turns the wind in `local`,
  /// which has a value for each cell, into the direction of the stress.
  void lay_out(Grid const& grid, LocalWind& local, LandVector<float>& stress, Scheduler const& scheduler) const;

  /// Grid on which the response is computed. Its sides are powers of two.
  static CoarseGrid grid_of(Grid const& grid);

 private:
  void load(std::vector<float> const& heights, CoarseGrid const& coarse, bool periodic);

  ComplexPlane plane_, spectrum_;  ///< after `renew`, `plane_` has the perturbations along and across the wind
};

}  // namespace barchan
