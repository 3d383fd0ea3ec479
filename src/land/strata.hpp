/// Strata: what lies below the covers of a land, as sections of one soil each in a pool a row.
///
/// Rows do not share memory, so that threads may work on different rows. Neither the place of a section in its pool nor
/// the order in which sections were made can be seen from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/land_vector.hpp"
#include "base/quanta.hpp"
#include "land/soil.hpp"

namespace barchan {

/// One layer of a column.
struct Layer {
  SoilId soil = kRock;
  Quanta thickness = 0;  ///< the bedrock's is its elevation above the datum, which may be negative

  bool operator==(Layer const&) const = default;
};

class Strata {
 public:
  /// Makes room for a land that may have something below its covers; nothing does yet.
  void prepare(Grid const& grid);
  /// Is there no room, and so nothing?
  bool empty() const { return heads_.empty(); }

  /// Does a section lie in this cell?
  bool has(std::size_t cell) const { return !heads_.empty() && heads_[cell] != kNone; }
  /// The uppermost section; `has(cell)`.
  Layer top(std::size_t cell) const;
  /// Lays a section on top of the others; joins the uppermost where it is of the same soil.
  void push(std::size_t cell, Layer section);
  /// Takes the uppermost section away; `has(cell)`.
  Layer pop(std::size_t cell);
  /// Adds to the thickness of the uppermost section, of which something must be left; `has(cell)`.
  void change_top(std::size_t cell, Quanta amount);

  /// Visits sections from above: `visit(Layer)` returns whether to go on.
  template <class Visit>
  void for_each(std::size_t cell, Visit const& visit) const {
    if (heads_.empty()) return;
    std::vector<Section> const& pool = pools_[row_of(cell)].sections;
    for (std::int32_t at = heads_[cell]; at != kNone; at = pool[static_cast<std::size_t>(at)].below) {
      Section const& section = pool[static_cast<std::size_t>(at)];
      if (!visit(Layer{section.soil, section.thickness})) return;
    }
  }
  /// Sections of a row in planes: the uppermost of all cells, the next below, and so on.
  class Planes {
   public:
    Planes(Strata const& strata, int row);
    /// Is there another plane?
    bool more() const { return more_; }
    /// Writes the next plane, as many entries as a row has cells; a thickness of 0 where there is no section or where
    /// one above was of `end`. Entries of `soils` are left as they are there. Returns the soils that it found.
    SoilSet next(std::span<Quanta> thickness, std::span<SoilId> soils, SoilId end);

   private:
    Strata const& strata_;
    int row_;
    std::vector<std::int32_t> at_;
    bool more_;
  };
  /// How often sections of a row have been changed.
  std::uint64_t changes(int row) const { return heads_.empty() ? 0 : pools_[static_cast<std::size_t>(row)].changes; }
  /// Visits sections from above with a thickness that may be changed, of which something must be left:
  /// `visit(SoilId, Quanta&)` returns whether to go on.
  template <class Visit>
  void for_each_changeable(std::size_t cell, Visit const& visit) {
    if (heads_.empty()) return;
    std::vector<Section>& pool = pools_[row_of(cell)].sections;
    ++pools_[row_of(cell)].changes;
    for (std::int32_t at = heads_[cell]; at != kNone; at = pool[static_cast<std::size_t>(at)].below) {
      Section& section = pool[static_cast<std::size_t>(at)];
      if (!visit(section.soil, section.thickness)) return;
    }
  }

  /// Sections in a row, and of any of the soils `which`.
  std::size_t count(int row) const { return heads_.empty() ? 0 : pools_[static_cast<std::size_t>(row)].used; }
  bool holds(int row, SoilSet which) const {
    return !heads_.empty() && (pools_[static_cast<std::size_t>(row)].soils & which) != 0;
  }
  std::size_t count() const;
  /// Adds the thicknesses of all sections of each soil in the rows from `first` on and before `last`.
  void add_to(std::span<QuantaSum> soils, int first, int last) const;

 private:
  static constexpr std::int32_t kNone = -1;
  struct Section {
    Quanta thickness = 0;  ///< 0: free
    std::int32_t below = kNone;
    SoilId soil = kRock;
  };
  struct Pool {
    std::vector<Section> sections;
    std::int32_t free = kNone;
    std::size_t used = 0;
    SoilSet soils = 0;  ///< all that ever lay here since the pool was empty
    std::uint64_t changes = 0;
  };
  std::size_t row_of(std::size_t cell) const { return cell / width_; }

  std::size_t width_ = 1;
  LandVector<std::int32_t> heads_;  ///< uppermost section of a cell
  std::vector<Pool> pools_;         ///< one a row
};

}  // namespace barchan
