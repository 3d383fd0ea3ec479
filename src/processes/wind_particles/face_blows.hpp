/// FaceBlows: wear of cliffs of several solid soils by wind particles.
///
/// A particle that flies against a free face strikes it at its own height above the ground upwind. If that is within
/// the saltation layer, it does not wear the top of the cliff. Instead it deepens notches at the foot of the face,
/// faster in softer layers, until the ground above them falls.
///
/// Source: Sharp 1964 and Anderson 1986 (the layer in which sand wears rock). The form for columns is that of the
/// blasting of slab dunes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/scheduler.hpp"
#include "land/exposure.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// The move of a particle from one cell to another.
struct Approach {
  std::size_t from = 0, to = 0;
  float height = 0.0f;  ///< height above the ground before the move, m
};

class FaceBlows {
 public:
  /// Reads the land before particles strike it.
  void look(Terrain const& terrain, Scheduler const& scheduler);
  /// Returns whether there is a cliff of several solid soils.
  bool any() const { return exposures_.has_value(); }
  /// If a particle hits the foot of a cliff, records its strike and returns true. The strike would wear `worn` quanta
  /// of a soil of hardness 1. May be called from any thread in any order; the land must not have changed since look().
  bool strike(Terrain const& terrain, Approach const& way, float worn);
  /// Deepens the notches by all strikes since look(), and lets undermined ground fall.
  void hollow_out(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler);

 private:
  /// Strikes on a cell.
  struct Blows {
    QuantaSum worn = 0;  ///< in fractions of a quantum
    Quanta foot = 0;     ///< lowest ground from which a particle came
  };
  /// Deepens the notches of a cell by its strikes, spread over the part of the face that was struck.
  void deepen(Terrain& terrain, std::size_t cell, Ledger& ledger) const;

  std::optional<Exposures> exposures_;  ///< free faces of the land at the last look()
  std::vector<Blows> blows_;
  std::uint8_t struck_ = 0;
};

}  // namespace barchan
