/// Pores: how much water the layers of a column hold, and how readily it goes through them.
///
/// The layers of a column count from its surface down to the lowest that has pores; bedrock, and what has none right
/// above it, is the ground on which water stands. A column whose pores are full up to an elevation, its *table*, holds
/// what lies below that.
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
  std::int64_t share = 0;      ///< of pores, see `Pores`
};

/// Those of a column, from above.
using PoreLayers = std::vector<PoreLayer>;

/// m2/s: conductivity times thickness of the layers of a column, summed from the bottom up to an elevation.
double transmissivity(std::span<PoreLayer const> layers, Quanta to);
/// m3/s: the transmissivity up to h, summed over h from one elevation up to another (Girinskii's potential).
double potential(std::span<PoreLayer const> layers, Quanta from, Quanta to);

class Pores {
 public:
  static constexpr int kShareBits = 16;

  explicit Pores(Soils const& soils);

  /// What the layers of a column come to, and where in them the table lies.
  struct Column {
    Quanta bottom = 0;          ///< see `bottom`
    Quanta room = 0;            ///< see `room`
    Quanta table = 0;           ///< see `table`
    double conductivity = 0.0;  ///< m/s, where all layers with pores are alike; below 0: they are not; 0: none has any
    double share = 1.0;         ///< of pores, of the lowest layer that has any
    double transmissivity = 0.0;  ///< m2/s, up to the table
    double at_table = 0.0;        ///< m/s, conductivity of the layer in which the table lies
    Quanta below = 0, above = 0;  ///< how much of that layer is full, and how much is not
    bool uppermost = true;        ///< no other lies on it
  };
  /// With `stored` quanta of depth in its pores. `layers` become those of the column, from above.
  Column read(Columns const& columns, std::size_t cell, Quanta stored, PoreLayers& layers) const;

  /// Where the ground is that holds water back: the bottom of the lowest layer with pores, else the surface.
  Quanta bottom(Columns const& columns, std::size_t cell) const;
  /// Quanta of depth that fill all pores above the bedrock.
  Quanta room(Columns const& columns, std::size_t cell) const;
  /// Elevation up to which `stored` (quanta of depth, >= 0) fills the pores from below, at most the surface; the bottom
  /// where it is 0.
  Quanta table(Columns const& columns, std::size_t cell, Quanta stored) const;
  /// What the pores below an elevation hold.
  Quanta below(Columns const& columns, std::size_t cell, Quanta elevation) const;

  /// Share of a soil's volume, and of 2^kShareBits.
  double share(SoilId soil) const { return static_cast<double>(share_[soil]) / (1 << kShareBits); }
  std::int64_t parts(SoilId soil) const { return share_[soil]; }
  /// m/s, of a soil.
  double conductivity(SoilId soil) const { return conductivity_[soil]; }
  /// m/s, of the uppermost layer.
  double surface_conductivity(Columns const& columns, std::size_t cell) const;

 private:
  static std::int64_t filled(std::int64_t share, std::int64_t thickness) { return thickness * share >> kShareBits; }
  static void find_table(std::span<PoreLayer const> layers, Quanta stored, Column& column);
  /// Calls `visit(soil, bottom, top)` for the layers above the bedrock, from above.
  template <class Visit>
  void for_each(Columns const& columns, std::size_t cell, Visit const& visit) const;

  std::array<std::int64_t, kMostSoils> share_{};  ///< of pores, of 2^kShareBits
  std::array<double, kMostSoils> conductivity_{};
};

}  // namespace barchan
