/// Wetness: the effects of water in the ground on its dampness, on the strength of slopes and on the water that roots
/// can reach.
///
/// Source: infinite slope with seepage along it, D. R. Montgomery and W. E. Dietrich (1994), *A physically based model
/// for the topographic control on shallow landsliding*, with an additional cohesion of damp soil.
///
/// Equations. The layer that would slide has the thickness d = min(slip depth, porous ground). Its fraction m is
/// saturated, and the fraction w of its unsaturated part is damp:
///   strength = 1 - m rho_w / (rho + n rho_w) + (1 - m) w c / (rho g d tan phi)
///   root water = 2 - (depth to damp ground) / roots, limited to 0 to 1
/// Slopes under standing water are as strong as dry ones. Plants have no roots there.
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

/// Computes the layers `damp`, `slope_strength` and, where there are plants, `root_water`, and marks slopes that have
/// become weaker as disturbed.
class Wetness {
 public:
  Wetness(Terrain const& terrain, GroundwaterParameters const& parameters);

  /// Allocates the layers. Call it before each step, because plants may have appeared in the meantime.
  static void begin(Terrain& terrain);
  /// Computes a row. `stored`: water below the water table now, quanta of depth; `standing`: depth of standing water.
  void find(Terrain& terrain, AquiferRow const& row, Quanta const* stored, std::span<Quanta const> standing) const;

 private:
  /// Properties of the cover soils of a row.
  struct RowOfSoils {
    SoilId soil = kRock;  ///< the single soil of the row, if it has one
    std::vector<float> weakening, sticking;
  };
  RowOfSoils soils_of(Terrain const& terrain, int y) const;

  GroundwaterParameters const& parameters_;
  std::array<float, kMostSoils> weakening_{};  ///< loss of strength of a saturated soil: rho_w / (rho + n rho_w)
  std::array<float, kMostSoils> sticking_{};   ///< cohesion of a damp soil: c / (rho g tan phi), m
  RowOfSoils usual_;
};

}  // namespace barchan::groundwater
