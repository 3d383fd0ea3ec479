/// How much of a cell's solid ground lies open to the sides: the slope of its base, and the free faces of cliffs.
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

/// What the base of one cell shows to the sides.
struct Exposure {
  double steepness = 1.0;  ///< surface of the base over its area on the map, free faces aside: 1 / cos(slope)
  double faces = 0.0;      ///< free faces, as many cell widths as the line of the cliff through the cell is long
  Quanta foot = 0;         ///< down to which the lowest of them reaches
};

/// Reads a land as it stood when this was made: it may change while it is asked.
class Exposures {
 public:
  explicit Exposures(Terrain const& terrain, Scheduler const& scheduler = Scheduler());
  /// The same where only rows are asked for that are not 0 in `asked`, of all rows.
  Exposures(Terrain const& terrain, std::span<std::uint8_t const> asked, Scheduler const& scheduler);
  Exposure of(int x, int y) const;
  /// Does the base of a cell rise from the surface of another by more than its debris leans from cell to cell?
  bool towers_over(std::size_t cell, std::size_t other) const;
  Quanta base(std::size_t cell) const { return base_[cell]; }

 private:
  Terrain const& terrain_;
  std::unique_ptr<Quanta[]> base_, surface_;  ///< of all cells, filled in for the rows asked for and beside them
  std::array<QuantaSum, kMostSoils> leaning_{};
};

/// Drop to a neighbour at which the debris of a soil still rests.
QuantaSum leaning_of(Terrain const& terrain, SoilId soil);

/// Soils of the base that a cell shows down to an elevation.
int solid_layers(Columns const& columns, std::size_t cell, Quanta foot);
/// Does a solid layer lie on the bedrock, of a row or anywhere? What ever lay there does not count.
bool is_layered(Terrain const& terrain, int y);
bool is_layered(Terrain const& terrain);

}  // namespace barchan
