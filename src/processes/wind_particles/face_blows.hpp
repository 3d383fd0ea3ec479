/// FaceBlows: what wind particles wear of cliffs that show several solid soils.
///
/// A particle that flies against a free face strikes it as high over the ground upwind as it flew there. Within the
/// saltation layer that wears nothing off the top: it deepens the notches at the foot of the face, where the softer
/// layers go first and what stands above them falls.
///
/// Source: Sharp 1964 and Anderson 1986 (the layer in which sand wears rock). The form for columns is that of the slab
/// dunes' blasting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/scheduler.hpp"
#include "land/exposure.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// A way from one cell to another, by which a particle has come.
struct Approach {
  std::size_t from = 0, to = 0;
  float height = 0.0f;  ///< m over the ground at which it flew before
};

class FaceBlows {
 public:
  /// Looks at the land, before anything strikes it.
  void look(Terrain const& terrain, Scheduler const& scheduler);
  /// Is there a cliff of several solid soils at all?
  bool any() const { return exposures_.has_value(); }
  /// Whoever comes this way would wear so many quanta of a soil of hardness 1: notes it where it strikes the foot of a
  /// cliff, and returns whether it does. From any thread, in any order; the land is still as it was looked at.
  bool strike(Terrain const& terrain, Approach const& way, float worn);
  /// Deepens the notches by all blows since the look, and lets fall what has lost its foot.
  void hollow_out(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler);

 private:
  /// What struck a cell.
  struct Blows {
    QuantaSum worn = 0;  ///< in parts of a quantum
    Quanta foot = 0;     ///< the lowest ground from which it came
  };
  /// Deepens the notches of a cell by what has struck it, as deep as that is when spread over the struck part of the
  /// face.
  void deepen(Terrain& terrain, std::size_t cell, Ledger& ledger) const;

  std::optional<Exposures> exposures_;  ///< of the land as it was looked at
  std::vector<Blows> blows_;
  std::uint8_t struck_ = 0;
};

}  // namespace barchan
