/// Strata: the buried layers of a land, stored as sections of one soil each, in one pool per row.
///
/// Rows do not share memory, so threads may work on different rows. Neither the position of a section in its pool nor
/// the order in which sections were created is visible from outside.
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
  Quanta thickness = 0;  ///< for bedrock: its elevation above the datum, which may be negative

  bool operator==(Layer const&) const = default;
};

class Strata {
 public:
  /// Allocates the strata of a land, all empty.
  void prepare(Grid const& grid);
  /// Returns whether nothing is allocated, so that there are no sections.
  bool empty() const { return heads_.empty(); }

  /// Returns whether a cell has a section.
  bool has(std::size_t cell) const { return !heads_.empty() && heads_[cell] != kNone; }
  /// The uppermost section. Requires has(cell).
  Layer top(std::size_t cell) const;
  /// Adds a section on top. It joins the uppermost section if that is of the same soil.
  void push(std::size_t cell, Layer section);
  /// Removes and returns the uppermost section. Requires has(cell).
  Layer pop(std::size_t cell);
  /// Adds `amount` to the thickness of the uppermost section, which must stay above 0. Requires has(cell).
  void change_top(std::size_t cell, Quanta amount);

  /// Visits sections from the top until `visit(Layer)` returns false.
  template <class Visit>
  void for_each(std::size_t cell, Visit const& visit) const {
    if (heads_.empty()) return;
    std::vector<Section> const& pool = pools_[row_of(cell)].sections;
    for (std::int32_t at = heads_[cell]; at != kNone; at = pool[static_cast<std::size_t>(at)].below) {
      Section const& section = pool[static_cast<std::size_t>(at)];
      if (!visit(Layer{section.soil, section.thickness})) return;
    }
  }
  /// The sections of a row as planes: the uppermost sections of all cells, then the next lower sections, and so on.
  class Planes {
   public:
    Planes(Strata const& strata, int row);
    /// Returns whether there is another plane.
    bool more() const { return more_; }
    /// Writes the next plane, one entry per cell of the row. If a cell has no such section, or a higher section was of
    /// the soil `end`, its thickness is 0 and its entry of `soils` is left unchanged. Returns the set of soils found.
    SoilSet next(std::span<Quanta> thickness, std::span<SoilId> soils, SoilId end);

   private:
    Strata const& strata_;
    int row_;
    std::vector<std::int32_t> at_;
    bool more_;
  };
  /// Number of changes of the sections of a row.
  std::uint64_t changes(int row) const { return heads_.empty() ? 0 : pools_[static_cast<std::size_t>(row)].changes; }
  /// Visits sections from the top with a thickness that may be changed but must stay above 0, until `visit(SoilId,
  /// Quanta&)` returns false.
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

  /// Number of sections in a row.
  std::size_t count(int row) const { return heads_.empty() ? 0 : pools_[static_cast<std::size_t>(row)].used; }
  bool holds(int row, SoilSet which) const {
    return !heads_.empty() && (pools_[static_cast<std::size_t>(row)].soils & which) != 0;
  }
  std::size_t count() const;
  /// Adds the thickness of all sections of each soil in rows `first` to `last - 1`.
  void add_to(std::span<QuantaSum> soils, int first, int last) const;

 private:
  static constexpr std::int32_t kNone = -1;
  struct Section {
    Quanta thickness = 0;  ///< 0: unused
    std::int32_t below = kNone;
    SoilId soil = kRock;
  };
  struct Pool {
    std::vector<Section> sections;
    std::int32_t free = kNone;
    std::size_t used = 0;
    SoilSet soils = 0;  ///< all soils that the pool has contained since it was last empty
    std::uint64_t changes = 0;
  };
  std::size_t row_of(std::size_t cell) const { return cell / width_; }

  std::size_t width_ = 1;
  LandVector<std::int32_t> heads_;  ///< uppermost section per cell
  std::vector<Pool> pools_;         ///< one per row
};

}  // namespace barchan
