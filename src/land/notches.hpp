/// Notches: how far the free faces of cliffs are hollowed out from the side.
///
/// A column holds no hollow: what a face loses is counted, and where the notch of a layer has reached the width of its
/// cell, that layer and all above it in the cell fall. Weathering hollows out whole faces, flying sand their feet.
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

/// The part of a cell's base that lies open to the sides.
struct FreeFace {
  Quanta foot = 0;   ///< elevation down to which it does
  Quanta reach = 0;  ///< elevation below which flying sand strikes it; at or below the foot: not at all
};

/// What a soil becomes when it has fallen.
SoilId fallen(Soils const& soils, SoilId soil);

class Notches {
 public:
  /// Forgets what has weathered: nothing hollows out so any more.
  void end_weathering() { face_ = std::vector<double>(); }
  /// Forgets those of a cell: it shows no free face any more, or another one.
  void forget(std::size_t cell);
  /// Deepens all notches of a cell's faces by `retreat`, m at hardness 1.
  void weather(std::size_t cell, double retreat) { face_[cell] = deepened(cell, face_[cell] + retreat); }
  /// The same of those within the reach of flying sand, m at hardness 1 and an abrasion of 1.
  void blast(std::size_t cell, double retreat) { foot_[cell] = deepened(cell, foot_[cell] + retreat); }
  /// Make room, before the first of its kind.
  void expect_weathering(Grid const& grid) {
    make_room(grid);
    face_.resize(grid.cells());
  }
  void expect_blasting(Grid const& grid) {
    make_room(grid);
    foot_.resize(grid.cells());
  }

  /// May there be a notch in row `y`, or anywhere?
  bool any(int y) const { return !rows_.empty() && rows_[static_cast<std::size_t>(y)] != 0; }
  bool any() const {
    return std::ranges::any_of(rows_, [](std::uint8_t row) { return row != 0; });
  }
  /// Says that all cells of row `y` have been forgotten.
  void mark_empty(int y) { rows_[static_cast<std::size_t>(y)] = 0; }

  /// m that the faces of a cell have retreated at hardness 1 by weathering, and at their feet by flying sand.
  double weathered(std::size_t cell) const { return face_.empty() ? 0.0 : face_[cell]; }
  double blasted(std::size_t cell) const { return foot_.empty() ? 0.0 : foot_[cell]; }

  /// Lets fall what has lost its foot in a cell: it becomes loose where it lies, and is booked. The surface stays where
  /// it is.
  void let_fall(Terrain& terrain, std::size_t cell, FreeFace face, Ledger& ledger) const;

  /// Throws ArchiveError on notches that no face has.
  void keep(Archive& archive, Grid const& grid);

  bool operator==(Notches const& other) const { return face_ == other.face_ && foot_ == other.foot_; }

 private:
  /// A notch of a cell that is to be so deep.
  double deepened(std::size_t cell, double notch);
  void make_room(Grid const& grid);

  std::vector<double> face_, foot_;  ///< empty as long as nothing hollows out
  std::vector<std::uint8_t> rows_;   ///< in which there may be any
  std::size_t width_ = 1;
};

}  // namespace barchan
