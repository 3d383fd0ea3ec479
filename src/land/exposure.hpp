/// Exposure: the exposed solid ground of a cell, which is the slope of its base and the free faces of cliffs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/scheduler.hpp"
#include "land/notches.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"

namespace barchan {

/// Exposed surfaces of the base of one cell.
struct Exposure {
  double steepness = 1.0;  ///< surface area of the base over its area on the map, without free faces: 1 / cos(slope)
  double faces = 0.0;      ///< amount of free faces: length of the cliff line through the cell, in cell widths
  Quanta foot = 0;         ///< elevation of the lowest foot of the faces
};

/// The exposures of a land at the time of construction. The land may change afterwards.
class Exposures {
 public:
  explicit Exposures(Terrain const& terrain, Scheduler const& scheduler = Scheduler());
  /// The same for the rows whose entry in `asked` is not 0. `asked` has one entry per row.
  Exposures(Terrain const& terrain, std::span<std::uint8_t const> asked, Scheduler const& scheduler);
  Exposure of(int x, int y) const;
  /// Returns whether the base of a cell rises above the surface of a neighbour by more than debris at rest would.
  bool towers_over(std::size_t cell, std::size_t other) const;
  Quanta base(std::size_t cell) const { return base_[cell]; }

 private:
  Terrain const& terrain_;
  std::unique_ptr<Quanta[]> base_, surface_;  ///< per cell, for the requested rows and their neighbours
  std::array<QuantaSum, kMostSoils> leaning_{};
};

/// Largest drop to a neighbour at which debris of this soil stays at rest, quanta.
QuantaSum leaning_of(Terrain const& terrain, SoilId soil);

/// Number of different solid soils that a cell exposes above the elevation `foot`.
int solid_layers(Columns const& columns, std::size_t cell, Quanta foot);
/// Returns whether there is a solid layer on the bedrock, in a row or anywhere. Layers that are gone do not count.
bool is_layered(Terrain const& terrain, int y);
bool is_layered(Terrain const& terrain);

}  // namespace barchan
