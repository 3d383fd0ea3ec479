/// Pores: the amount of water that the layers of a column can store, and their conductivity.
///
/// The bedrock, and any layers without pores directly on it, are the ground that holds water back. Water fills the
/// pores of the layers above that ground, from below up to the water table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/quanta.hpp"
#include "land/soil.hpp"

namespace barchan {

class Columns;

/// A layer of a column above the ground that holds water back.
struct PoreLayer {
  Quanta bottom = 0, top = 0;  ///< elevations
  double conductivity = 0.0;   ///< m/s
  std::int64_t share = 0;      ///< fraction of pores, in units of 2^-Pores::kShareBits
};

/// Layers of a column, from the top.
using PoreLayers = std::vector<PoreLayer>;

/// Transmissivity, m2/s: conductivity times thickness, summed from the bottom up to an elevation.
double transmissivity(std::span<PoreLayer const> layers, Quanta to);
/// Integral of the transmissivity over the elevation, m3/s (Girinskii's potential).
double potential(std::span<PoreLayer const> layers, Quanta from, Quanta to);

class Pores {
 public:
  static constexpr int kShareBits = 16;

  explicit Pores(Soils const& soils);

  /// Summary of a column's layers, and the position of the water table in them.
  struct Column {
    Quanta bottom = 0;            ///< see bottom()
    Quanta room = 0;              ///< see room()
    Quanta table = 0;             ///< see table()
    double conductivity = 0.0;    ///< m/s, common to all layers; negative: the layers differ; 0: no pores
    double share = 1.0;           ///< fraction of pores of the lowest layer with pores
    double transmissivity = 0.0;  ///< m2/s, up to the water table
    double at_table = 0.0;        ///< m/s, conductivity of the layer that contains the water table
    Quanta below = 0, above = 0;  ///< saturated and unsaturated thickness of that layer
    bool uppermost = true;        ///< that layer is the uppermost one
  };
  /// Reads a column with `stored` quanta of water in its pores. `layers` receives its layers, from the top.
  Column read(Columns const& columns, std::size_t cell, Quanta stored, PoreLayers& layers) const;

  /// Elevation of the ground that holds water back: the bottom of the lowest layer with pores; without one, the
  /// surface.
  Quanta bottom(Columns const& columns, std::size_t cell) const;
  /// Depth of water that fills all pores above the bedrock, quanta.
  Quanta room(Columns const& columns, std::size_t cell) const;
  /// Elevation up to which the water `stored` (quanta of depth, >= 0) fills the pores from below: the bottom if it is
  /// 0, at most the surface.
  Quanta table(Columns const& columns, std::size_t cell, Quanta stored) const;
  /// Depth of water that fills the pores below an elevation, quanta.
  Quanta below(Columns const& columns, std::size_t cell, Quanta elevation) const;

  /// Pores of a soil as a fraction of its volume, and in units of 2^-kShareBits.
  double share(SoilId soil) const { return static_cast<double>(share_[soil]) / (1 << kShareBits); }
  std::int64_t parts(SoilId soil) const { return share_[soil]; }
  /// Conductivity of a soil, m/s.
  double conductivity(SoilId soil) const { return conductivity_[soil]; }
  /// Conductivity of the uppermost layer, m/s.
  double surface_conductivity(Columns const& columns, std::size_t cell) const;

 private:
  static std::int64_t filled(std::int64_t share, std::int64_t thickness) { return thickness * share >> kShareBits; }
  static void find_table(std::span<PoreLayer const> layers, Quanta stored, Column& column);
  /// Calls `visit(soil, bottom, top)` for the layers above the bedrock, from the top.
  template <class Visit>
  void for_each(Columns const& columns, std::size_t cell, Visit const& visit) const;

  std::array<std::int64_t, kMostSoils> share_{};  ///< pores in units of 2^-kShareBits
  std::array<double, kMostSoils> conductivity_{};
};

}  // namespace barchan
