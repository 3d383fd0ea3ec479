/// Notches: the depths to which the free faces of cliffs are hollowed out from the side.
///
/// A column cannot represent a hollow, so the depth of each notch is stored instead. When the depth of a layer's notch
/// reaches the width of its cell, that layer and all above it in the cell fall. Weathering hollows out whole faces;
/// flying sand hollows out their feet.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/soil.hpp"

namespace barchan {

class Archive;
class Ledger;
struct Terrain;

/// Part of a cell's base that is exposed to the sides.
struct FreeFace {
  Quanta foot = 0;   ///< lowest elevation that is exposed
  Quanta reach = 0;  ///< elevation below which flying sand strikes the face; not above the foot: it strikes nothing
};

/// Soil that a soil becomes when it falls.
SoilId fallen(Soils const& soils, SoilId soil);

class Notches {
 public:
  /// Clears the notches that weathering has cut. Call it when weathering is switched off.
  void end_weathering() { face_ = std::vector<double>(); }
  /// Clears the notches of a cell. Call it when its free face has changed or is gone.
  void forget(std::size_t cell);
  /// Deepens all notches of a cell's faces by `retreat`, m at hardness 1.
  void weather(std::size_t cell, double retreat) { face_[cell] = deepened(cell, face_[cell] + retreat); }
  /// Deepens the notches within the reach of flying sand by `retreat`, m at a hardness and an abrasion of 1.
  void blast(std::size_t cell, double retreat) { foot_[cell] = deepened(cell, foot_[cell] + retreat); }
  /// Allocates memory for the notches of each kind. Call it before the first such notch.
  void expect_weathering(Grid const& grid) {
    make_room(grid);
    face_.resize(grid.cells());
  }
  void expect_blasting(Grid const& grid) {
    make_room(grid);
    foot_.resize(grid.cells());
  }

  /// Returns whether there may be a notch in row `y`, or anywhere.
  bool any(int y) const { return !rows_.empty() && rows_[static_cast<std::size_t>(y)] != 0; }
  bool any() const {
    return std::ranges::any_of(rows_, [](std::uint8_t row) { return row != 0; });
  }
  /// Records that all notches of row `y` have been cleared.
  void mark_empty(int y) { rows_[static_cast<std::size_t>(y)] = 0; }

  /// Depths of a cell's notches, m at hardness 1: of those by weathering, and of those at the foot by flying sand.
  double weathered(std::size_t cell) const { return face_.empty() ? 0.0 : face_[cell]; }
  double blasted(std::size_t cell) const { return foot_.empty() ? 0.0 : foot_[cell]; }

  /// Lets the ground above notches of full depth fall: it becomes loose in place. `ledger` records the conversion.
  /// If the ledger preserves volume, the surface keeps its elevation.
  void let_fall(Terrain& terrain, std::size_t cell, FreeFace face, Ledger& ledger) const;

  /// Reads or writes the notches. Throws ArchiveError on values that no face can have.
  void keep(Archive& archive, Grid const& grid);

  bool operator==(Notches const& other) const { return face_ == other.face_ && foot_ == other.foot_; }

 private:
  /// Marks the row of the cell. Returns the new depth of its notch, limited to a maximum.
  double deepened(std::size_t cell, double notch);
  void make_room(Grid const& grid);

  std::vector<double> face_, foot_;  ///< empty until something is hollowed out
  std::vector<std::uint8_t> rows_;   ///< rows that may have notches
  std::size_t width_ = 1;
};

}  // namespace barchan
