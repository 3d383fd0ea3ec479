/// Exposure of a cell's solid ground: the slope of its base, and the free faces of cliffs.
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
  double steepness = 1.0;  ///< area of the base's surface over its area on the map, without free faces: 1 / cos(slope)
  double faces = 0.0;      ///< free faces, as the length of the cliff line through the cell in cell widths
  Quanta foot = 0;         ///< lowest elevation that any face reaches down to
};

/// Exposures of a land as it was at construction; the land may change meanwhile.
class Exposures {
 public:
  explicit Exposures(Terrain const& terrain, Scheduler const& scheduler = Scheduler());
  /// Same for the rows that are not 0 in `asked`, which has one entry per row.
  Exposures(Terrain const& terrain, std::span<std::uint8_t const> asked, Scheduler const& scheduler);
  Exposure of(int x, int y) const;
  /// Whether the base of a cell rises above the surface of another by more than resting debris does from cell to cell.
  bool towers_over(std::size_t cell, std::size_t other) const;
  Quanta base(std::size_t cell) const { return base_[cell]; }

 private:
  Terrain const& terrain_;
  std::unique_ptr<Quanta[]> base_, surface_;  ///< per cell, filled in for the rows asked for and their neighbours
  std::array<QuantaSum, kMostSoils> leaning_{};
};

/// Largest drop to a neighbour at which debris of this soil rests, quanta.
QuantaSum leaning_of(Terrain const& terrain, SoilId soil);

/// Number of solid layers that a cell exposes down to an elevation.
int solid_layers(Columns const& columns, std::size_t cell, Quanta foot);
/// Whether a solid layer lies on the bedrock, in a row or anywhere. Layers that are gone do not count.
bool is_layered(Terrain const& terrain, int y);
bool is_layered(Terrain const& terrain);

}  // namespace barchan
