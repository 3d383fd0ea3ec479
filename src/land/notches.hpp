/// Notches: how far the free faces of cliffs are hollowed out from the side.
///
/// A column cannot hold a hollow, so the depth of each notch is counted instead. When the notch of a layer is as deep
/// as its cell is wide, that layer and all above it in the cell fall. Weathering hollows out whole faces; flying sand
/// hollows out their feet.
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
  Quanta reach = 0;  ///< elevation below which flying sand strikes the face; nothing if at or below the foot
};

/// What a soil becomes when it falls.
SoilId fallen(Soils const& soils, SoilId soil);

class Notches {
 public:
  /// Clears the notches cut by weathering, when it is switched off.
  void end_weathering() { face_ = std::vector<double>(); }
  /// Clears the notches of a cell whose free face is gone or has changed.
  void forget(std::size_t cell);
  /// Deepens all notches of a cell's faces by `retreat`, m at hardness 1.
  void weather(std::size_t cell, double retreat) { face_[cell] = deepened(cell, face_[cell] + retreat); }
  /// Deepens those within the reach of flying sand by `retreat`, m at hardness 1 and an abrasion of 1.
  void blast(std::size_t cell, double retreat) { foot_[cell] = deepened(cell, foot_[cell] + retreat); }
  /// Allocate memory before the first notch of each kind.
  void expect_weathering(Grid const& grid) {
    make_room(grid);
    face_.resize(grid.cells());
  }
  void expect_blasting(Grid const& grid) {
    make_room(grid);
    foot_.resize(grid.cells());
  }

  /// Whether there may be a notch in row `y`, or anywhere.
  bool any(int y) const { return !rows_.empty() && rows_[static_cast<std::size_t>(y)] != 0; }
  bool any() const {
    return std::ranges::any_of(rows_, [](std::uint8_t row) { return row != 0; });
  }
  /// Records that all notches of row `y` have been cleared.
  void mark_empty(int y) { rows_[static_cast<std::size_t>(y)] = 0; }

  /// Depth of a cell's notches in m at hardness 1: by weathering, and at the feet by flying sand.
  double weathered(std::size_t cell) const { return face_.empty() ? 0.0 : face_[cell]; }
  double blasted(std::size_t cell) const { return foot_.empty() ? 0.0 : foot_[cell]; }

  /// Lets the ground above full notches of a cell fall: it becomes loose in place, and `ledger` records it. The surface
  /// keeps its elevation.
  void let_fall(Terrain& terrain, std::size_t cell, FreeFace face, Ledger& ledger) const;

  /// Reads or writes the notches. Throws ArchiveError on values that no face can have.
  void keep(Archive& archive, Grid const& grid);

  bool operator==(Notches const& other) const { return face_ == other.face_ && foot_ == other.foot_; }

 private:
  /// Marks the row of the cell; returns the new depth of its notch, limited to a maximum.
  double deepened(std::size_t cell, double notch);
  void make_room(Grid const& grid);

  std::vector<double> face_, foot_;  ///< empty until something is hollowed out
  std::vector<std::uint8_t> rows_;   ///< rows that may have notches
  std::size_t width_ = 1;
};

}  // namespace barchan
