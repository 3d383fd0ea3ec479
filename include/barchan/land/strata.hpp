/// Strata: what lies below the covers of a land, as sections of one soil each in a pool a row.
///
/// Rows do not share memory, so that threads may work on different rows. Neither the place of a section in its pool nor
/// the order in which sections were made can be seen from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"
#include "barchan/land/soil.hpp"

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
  /// The same for all cells of a row, one after the other: `visit(std::size_t x, Layer)`.
  template <class Visit>
  void for_each_of_row(int row, Visit const& visit) const {
    if (heads_.empty()) return;
    std::vector<Section> const& pool = pools_[static_cast<std::size_t>(row)].sections;
    std::int32_t const* const heads = heads_.data() + static_cast<std::size_t>(row) * width_;
    for (std::size_t x = 0; x < width_; ++x) {
      for (std::int32_t at = heads[x]; at != kNone; at = pool[static_cast<std::size_t>(at)].below) {
        Section const& section = pool[static_cast<std::size_t>(at)];
        if (!visit(x, Layer{section.soil, section.thickness})) break;
      }
    }
  }
  /// Visits sections from above with a thickness that may be changed, of which something must be left:
  /// `visit(SoilId, Quanta&)` returns whether to go on.
  template <class Visit>
  void for_each_changeable(std::size_t cell, Visit const& visit) {
    if (heads_.empty()) return;
    std::vector<Section>& pool = pools_[row_of(cell)].sections;
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
  /// Adds the thicknesses of all sections of each soil.
  void add_to(std::span<QuantaSum> soils) const;

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
  };
  std::size_t row_of(std::size_t cell) const { return cell / width_; }

  std::size_t width_ = 1;
  std::vector<std::int32_t> heads_;  ///< uppermost section of a cell
  std::vector<Pool> pools_;          ///< one a row
};

}  // namespace barchan
