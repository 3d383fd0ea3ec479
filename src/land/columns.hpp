/// Columns: layers of soils over bedrock, and the only code that moves a thickness.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/land_vector.hpp"
#include "base/quanta.hpp"
#include "land/budget.hpp"
#include "land/changes.hpp"
#include "land/ledger.hpp"
#include "land/soil.hpp"
#include "land/strata.hpp"

namespace barchan {

class Archive;

/// Obstacle matter that one cell gains or, below 0, loses.
struct ObstacleChange {
  std::size_t cell = 0;
  Quanta thickness = 0;

  bool operator==(ObstacleChange const&) const = default;
};

/// What a count of all columns finds.
struct ColumnsCount {
  std::array<QuantaSum, kMostSoils> lying{};  ///< of each soil; bedrock from the datum up
  bool negative = false;                      ///< a thickness is below zero
  bool near_range_end = false;                ///< an elevation is within 1 m of the end of the range

  /// Of all soils: the sum of all elevations.
  QuantaSum total() const { return std::accumulate(lying.begin(), lying.end(), QuantaSum{0}); }
};

/// The columns of a world: at every cell any number of layers of any soils on bedrock, which has no end.
///
/// What the inner loops read stands in plain arrays: the elevation of the surface, the cover, which is the uppermost
/// layer where that is loose, and its soil. Nothing takes more than the cover at a time. What lies below the cover is
/// in `Strata`, empty in a land of sand on rock. Where a cover runs out and loose soil lies under it, that becomes the
/// cover at once. What is laid down on another soil joins the first layer of its own that begins less than the mixing
/// depth below the surface, else it becomes the cover: so thin deposits of many soils do not pile up layers.
class Columns {
 public:
  Columns() = default;
  /// Sand on a base. `base`: elevation of the base; `sediment`: thickness of sand, >= 0; `obstacle`: how much of the
  /// base, from its top, is an obstacle, >= 0, or empty for none. All have grid.cells() entries; neighbours stand less
  /// than 8000 m apart. Throws std::invalid_argument otherwise.
  Columns(Grid const& grid, std::span<Quanta const> base, std::span<Quanta const> sediment,
          std::span<Quanta const> obstacle = {});

  /// Which soils are loose, and the depth within which deposits join a layer of their own soil, quanta. A soil that
  /// lies somewhere stays what it is.
  void set_soils(Grid const& grid, SoilSet loose, Quanta mixing_depth);
  /// Makes room for layers below the covers, without which only loose soils can be laid.
  void make_room_for_layers(Grid const& grid) { strata_.prepare(grid); }
  /// Lays a layer of soil on top while a land is composed, loose or solid; thickness >= 0.
  void lay(std::size_t cell, Layer layer);
  /// Finds anew which soils the covers of each row are of, once a land is composed.
  void find_cover_soils();
  /// Throws std::invalid_argument where neighbours stand 8000 m or more apart.
  void check_differences(Grid const& grid) const;

  // -- looking -------------------------------------------------------------------------------------------------
  std::size_t size() const { return elevation_.size(); }
  int layer_count(std::size_t cell) const;
  /// Layer `k` counted from the top, 0 <= k < layer_count; the last is the bedrock.
  Layer layer(std::size_t cell, int k) const;
  /// Visits all layers from the top to the bedrock: `visit(Layer)` returns whether to go on.
  template <class Visit>
  void for_each_layer(std::size_t cell, Visit const& visit) const {
    if (cover_[cell] > 0 && !visit(Layer{cover_soil_[cell], cover_[cell]})) return;
    Quanta floor = elevation_[cell] - cover_[cell];
    bool on = true;
    strata_.for_each(cell, [&](Layer section) {
      floor -= section.thickness;
      return on = visit(section);
    });
    if (on) visit(Layer{kRock, floor});
  }
  Layer top(std::size_t cell) const { return layer(cell, 0); }
  Quanta elevation(std::size_t cell) const { return elevation_[cell]; }
  /// Thickness of all that is loose: how deep the base lies.
  Quanta sediment(std::size_t cell) const { return cover_[cell] + buried_sediment(cell); }
  /// What may be taken now.
  Quanta available(std::size_t cell) const { return cover_[cell]; }
  /// The soil of what may be taken; says nothing where nothing is available.
  SoilId cover_soil(std::size_t cell) const { return cover_soil_[cell]; }
  /// Does the base lie open?
  bool bare(std::size_t cell) const { return cover_[cell] == 0; }
  /// Top of the base, the uppermost solid layer.
  Quanta base(std::size_t cell) const { return elevation_[cell] - sediment(cell); }
  /// The soil of the uppermost solid layer.
  SoilId base_soil(std::size_t cell) const;
  /// The soil right under the cover: of the base where no other loose soil lies between.
  SoilId ground_soil(std::size_t cell) const { return ground_soil_[cell]; }
  /// Thickness of the obstacle at the top of the base.
  Quanta obstacle(std::size_t cell) const;

  std::span<Quanta const> elevations() const { return elevation_; }
  std::span<Quanta const> available_thicknesses() const { return cover_; }
  std::span<SoilId const> cover_soils() const { return cover_soil_; }
  std::span<SoilId const> ground_soils() const { return ground_soil_; }
  /// Thickness of all that is loose in row `y`; `room` has an entry a cell and is used where layers lie below the
  /// cover.
  std::span<Quanta const> sediment_row(int y, std::span<Quanta> room) const;
  /// What may be taken of `soil` in row `y`; `room` has an entry a cell and is used where other soils lie there too.
  std::span<Quanta const> available_row(int y, SoilId soil, std::span<Quanta> room) const;
  /// Soils of the covers of row `y`; may name more than there are.
  SoilSet cover_soils(int y) const { return row_soils_[static_cast<std::size_t>(y)]; }
  /// Of all rows.
  SoilSet cover_soils_anywhere() const;
  SoilSet loose() const { return loose_; }
  bool is_loose(SoilId soil) const { return (loose_ & soil_bit(soil)) != 0; }
  Quanta mixing_depth() const { return mixing_depth_; }
  Strata const& strata() const { return strata_; }

  // -- moving matter -------------------------------------------------------------------------------------------
  /// Takes up to `amount` (>= 0) of the cover; returns what was taken.
  Quanta erode(std::size_t cell, Quanta amount);
  /// Takes `amount` of the uppermost layer, loose or solid, which has as much; returns its soil.
  SoilId dig(std::size_t cell, Quanta amount);
  /// Lays `amount` (>= 0) of loose `soil` on top. Throws std::invalid_argument for a soil that is not loose.
  void deposit(std::size_t cell, SoilId soil, Quanta amount);
  /// Turns up to `amount` of the solid base right under the cover into what impacts make of its soil, in place, layer
  /// by layer, and books the conversion; returns what was turned: nothing where loose soil lies between.
  Quanta abrade(std::size_t cell, Quanta amount, Soils const& soils, Ledger& ledger);
  /// Turns up to `amount` (>= 0) of the uppermost solid layer, under all that is loose, into loose `product` where it
  /// lies, and books the conversion; returns what was turned: no more than the layer has. The surface stays where it
  /// is. Throws std::invalid_argument for a product that is not loose.
  Quanta weather(std::size_t cell, Quanta amount, SoilId product, Ledger& ledger);
  /// Where the cover is thinner than `least` and loose soil lies under it: brings the first loose layer that is not as
  /// thin up to the top, and what lay over it into the first layers of its soils below. Returns whether that changed
  /// anything; the surface stays where it is.
  bool overturn(std::size_t cell, Quanta least);

  /// Rock that comes in from below: the bedrock and all that lies on it rise by `amount` (>= 0). The caller books it,
  /// and disturbs cells beside which the land rises otherwise.
  void raise(std::size_t cell, Quanta amount) {
    elevation_[cell] += amount;
    changes_.mark(row_of(cell), column_of(cell));
  }

  /// Bulk exchange of one soil within one row: adds `delta[i]` to what lies on cell `first + i`, and takes no more than
  /// is available. The caller holds the counterpart (a load, an account), and no thickness may become negative.
  void exchange(SoilId soil, std::size_t first, std::span<Quanta const> delta);

  /// The same with each cell's own cover, or where nothing lies the soil that lay there last.
  void exchange_covers(std::size_t first, std::span<Quanta const> delta);

  /// Places and takes away obstacles: what lies on them is lifted and lowered. Booked as brought in and carried out.
  /// Each cell stands in `changes` at most once, and `grid` is that of the columns. Throws std::invalid_argument and
  /// changes nothing when a cell would leave +-8000 m about the datum, stand 8000 m or more from a neighbour or lose
  /// more than it has.
  void change_obstacles(Grid const& grid, std::span<ObstacleChange const> changes, Ledger& ledger);

  // -- disturbed cells -----------------------------------------------------------------------------------------
  /// Cells are disturbed in segments of kSegment cells of one row; every moving call marks its segment, and the
  /// settling relaxes marked segments and what lies beside their disturbed cells until they are at rest.
  int segments_per_row() const { return segments_per_row_; }
  std::span<std::uint8_t const> disturbed() const { return disturbed_; }
  /// At which ends segments are disturbed: kWestEnd, kEastEnd.
  std::span<std::uint8_t const> disturbed_ends() const { return disturbed_ends_; }
  void disturb(std::size_t cell);
  void disturb_all();
  /// Replaces the set of disturbed segments (settling's own bookkeeping), which are so at both ends. Takes
  /// `disturbed()` itself, too.
  void set_disturbed(std::span<std::uint8_t const> marks);
  /// The same, row by row: `write(y, marks, ends)` fills the marks, and at which ends the segments are disturbed.
  template <class Write>
  void set_disturbed_rows(Write const& write) {
    const auto segments = static_cast<std::size_t>(segments_per_row_);
    for (int y = 0; y < rows(); ++y) {
      const std::size_t first = static_cast<std::size_t>(y) * segments;
      write(y, std::span(disturbed_).subspan(first, segments), std::span(disturbed_ends_).subspan(first, segments));
    }
  }
  /// No segment counts as disturbed any more (the same).
  void forget_disturbed();

  // -- changes -------------------------------------------------------------------------------------------------
  /// Where layers have changed, and when.
  Changes const& changes() const { return changes_; }
  /// What changes from here on does so later than all that has changed before.
  void advance() { changes_.advance(); }

  // -- books ---------------------------------------------------------------------------------------------------
  int rows() const { return static_cast<int>(row_soils_.size()); }
  /// Sums and extremes of the columns, counted now.
  ColumnsCount count() const { return count(0, rows()); }
  /// The same of the rows from `first` on and before `last`.
  ColumnsCount count(int first, int last) const;
  /// Adds what lies on the land to `budget`, summed from the columns.
  void count_lying(MassBudget& budget) const;

  /// All layers and the disturbed segments, of soils of a table of `soils`. Throws ArchiveError on columns that no land
  /// has.
  void keep(Archive& archive, Grid const& grid, std::size_t soils);

  bool operator==(Columns const& other) const;

 private:
  friend struct ColumnsTestAccess;  ///< tests that steal a quantum behind the ledger

  std::size_t row_of(std::size_t cell) const { return cell / static_cast<std::size_t>(width_); }
  std::size_t column_of(std::size_t cell) const { return cell % static_cast<std::size_t>(width_); }
  /// Of which ends of its segment a column is.
  std::uint8_t ends_at(std::size_t column) const {
    const bool west = column % kSegment == 0;
    const bool east = (column + 1) % kSegment == 0 || column + 1 == static_cast<std::size_t>(width_);
    return static_cast<std::uint8_t>((west ? kWestEnd : 0) | (east ? kEastEnd : 0));
  }
  /// Are all covers of the row of this soil, with no loose soil below?
  bool only(std::size_t row, SoilId soil) const {
    return row_soils_[row] == soil_bit(soil) && !strata_.holds(static_cast<int>(row), loose_);
  }
  Quanta buried_sediment(std::size_t cell) const;
  void set_cover(std::size_t cell, Layer cover);
  void follow_ground(std::size_t cell) { ground_soil_[cell] = strata_.has(cell) ? strata_.top(cell).soil : kRock; }
  void gain(std::size_t cell, SoilId soil, Quanta amount);
  void lose(std::size_t cell, Quanta amount);
  void expose(std::size_t cell);
  void wear_solid(std::size_t cell, Quanta amount);
  /// Takes the loose sections off a cell, from above.
  std::vector<Layer> lift_sediment(std::size_t cell);
  void sink(std::size_t cell, Layer film);
  void change_obstacle(std::size_t cell, Quanta thickness);
  void keep_layers(Archive& archive, std::size_t soils);

  int width_ = 1;
  int segments_per_row_ = 0;
  SoilSet loose_ = soil_bit(kSand);
  Quanta mixing_depth_ = 0;
  LandVector<Quanta> elevation_;
  LandVector<Quanta> cover_;        ///< thickness of the uppermost layer where that is loose, else 0
  LandVector<SoilId> cover_soil_;   ///< of the cover, or of the last that lay there
  LandVector<SoilId> ground_soil_;  ///< right under the cover; follows from the strata
  std::vector<SoilSet> row_soils_;  ///< of `cover_soil_`, a row
  Strata strata_;
  std::vector<std::uint8_t> disturbed_;
  std::vector<std::uint8_t> disturbed_ends_;
  Changes changes_;
};

}  // namespace barchan
