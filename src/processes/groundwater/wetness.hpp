/// What water in the ground does to it: where it is damp, how steep its slopes stand and what roots find.
///
/// Source: infinite slope with seepage along it, D. R. Montgomery and W. E. Dietrich (1994), *A physically based model
/// for the topographic control on shallow landsliding*, with a cohesion for what is damp.
///
/// Equations, per column of which a slide would take the upper d = min(slip depth, porous ground), in which water
/// stands m d high and of which the share w is damp:
///   strength = 1 - m rho_w / (rho + n rho_w) + (1 - m) w c / (rho g d tan phi)
///   root water = 2 - (depth to damp ground) / roots,  0 .. 1
/// Under standing water slopes are as strong as dry ones, and no plant has its roots there.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/quanta.hpp"
#include "land/terrain.hpp"
#include "processes/groundwater/aquifer.hpp"
#include "processes/groundwater/parameters.hpp"

namespace barchan::groundwater {

/// Finds the layers `damp`, `slope_strength` and, where there are plants, `root_water`, and disturbs slopes that have
/// become weaker.
class Wetness {
 public:
  Wetness(Terrain const& terrain, GroundwaterParameters const& parameters);

  /// Makes room for the layers, before each step: there may be plants now.
  static void begin(Terrain& terrain);
  /// Of a row; `stored`: its water below the table now, quanta of depth; `standing`: how deep water stands on it.
  void find(Terrain& terrain, AquiferRow const& row, Quanta const* stored, std::span<Quanta const> standing) const;

 private:
  /// What the soils of a row of covers are like.
  struct RowOfSoils {
    SoilId soil = kRock;  ///< of all, where that is said
    std::vector<float> weakening, sticking;
  };
  RowOfSoils soils_of(Terrain const& terrain, int y) const;

  GroundwaterParameters const& parameters_;
  std::array<float, kMostSoils> weakening_{};  ///< of a soil full of water: rho_w / (rho + n rho_w)
  std::array<float, kMostSoils> sticking_{};   ///< c / (rho g tan phi), m
  RowOfSoils usual_;
};

}  // namespace barchan::groundwater
