/// Columns: layers of soils on bedrock. No other code changes a thickness.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <numeric>
#include <optional>
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

/// Change of the obstacle in one cell, quanta; negative removes matter.
struct ObstacleChange {
  std::size_t cell = 0;
  Quanta thickness = 0;

  bool operator==(ObstacleChange const&) const = default;
};

/// Result of counting all columns.
struct ColumnsCount {
  std::array<QuantaSum, kMostSoils> lying{};  ///< sum per soil; bedrock is counted from the datum upward
  bool negative = false;                      ///< a thickness is below zero
  bool near_range_end = false;                ///< an elevation has reached kRangeEnd above or below the datum

  /// Sum over all soils, which equals the sum of all elevations.
  QuantaSum total() const { return std::accumulate(lying.begin(), lying.end(), QuantaSum{0}); }
};

/// The columns of a world. Each cell has any number of layers of any soils on bedrock, which has no lower end.
///
/// Inner loops read plain arrays: the elevation of the surface, the thickness of the cover and its soil. The cover is
/// the uppermost layer if that is loose, and no call takes more than the cover at a time. `Strata` contains the layers
/// below the cover; it is empty on a land of sand on rock. When a cover is used up and there is loose soil under it,
/// that soil becomes the cover at once.
///
/// A deposit on a different soil joins the first layer of its own soil that begins less than the mixing depth below the
/// surface. If there is no such layer, the deposit becomes the cover. So thin deposits of many soils do not pile up as
/// layers.
class Columns {
 public:
  Columns() = default;
  /// Creates columns of sand on a base. `base` is the elevation of the base, `sediment` (>= 0) the thickness of the
  /// sand and `obstacle` (>= 0; empty: no obstacles) the thickness of the obstacle at the top of the base. All are in
  /// quanta and have grid.cells() entries. Throws std::invalid_argument for other sizes or signs, and if a cell lies
  /// outside the range of elevations.
  Columns(Grid const& grid, std::span<Quanta const> base, std::span<Quanta const> sediment,
          std::span<Quanta const> obstacle = {});

  /// Sets which soils are loose, and the depth in quanta within which deposits join a layer of their own soil. A soil
  /// that is present in a column must not change between loose and solid.
  void set_soils(Grid const& grid, SoilSet loose, Quanta mixing_depth);
  /// Allocates memory for layers below the covers. Without it, lay() accepts only loose soils.
  void make_room_for_layers(Grid const& grid) { strata_.prepare(grid); }
  /// Adds a layer of loose or solid soil on top while a land is composed. Its thickness is >= 0.
  void lay(std::size_t cell, Layer layer);
  /// Recomputes the set of cover soils of each row. Call it after a land has been composed.
  void find_cover_soils();
  /// Throws std::invalid_argument if neighbours differ by more than 8000 m.
  void check_differences(Grid const& grid) const;

  // -- queries -------------------------------------------------------------------------------------------------
  std::size_t size() const { return elevation_.size(); }
  int layer_count(std::size_t cell) const;
  /// Layer `k` counted from the top, 0 <= k < layer_count(). The last layer is the bedrock.
  Layer layer(std::size_t cell, int k) const;
  /// Visits the layers from the top to the bedrock until `visit(Layer)` returns false.
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
  /// Thickness of all loose soil, which is the depth of the base, quanta.
  Quanta sediment(std::size_t cell) const { return cover_[cell] + buried_sediment(cell); }
  /// Thickness of the cover, which is the largest amount that can be taken now, quanta.
  Quanta available(std::size_t cell) const { return cover_[cell]; }
  /// Soil of the cover. It has no meaning if available() is 0.
  SoilId cover_soil(std::size_t cell) const { return cover_soil_[cell]; }
  /// Returns whether no loose soil covers the base.
  bool bare(std::size_t cell) const { return cover_[cell] == 0; }
  /// Elevation of the base, the uppermost solid layer.
  Quanta base(std::size_t cell) const { return elevation_[cell] - sediment(cell); }
  /// Soil of the uppermost solid layer.
  SoilId base_soil(std::size_t cell) const;
  /// Soil directly under the cover. It is that of the base if there is no other loose soil between.
  SoilId ground_soil(std::size_t cell) const { return ground_soil_[cell]; }
  /// Thickness of the obstacle at the top of the base, quanta.
  Quanta obstacle(std::size_t cell) const;

  std::span<Quanta const> elevations() const { return elevation_; }
  std::span<Quanta const> available_thicknesses() const { return cover_; }
  std::span<SoilId const> cover_soils() const { return cover_soil_; }
  std::span<SoilId const> ground_soils() const { return ground_soil_; }
  /// Thickness of all loose soil in row `y`. `room` is a buffer with one entry per cell, which is used if there are
  /// layers below the cover.
  std::span<Quanta const> sediment_row(int y, std::span<Quanta> room) const;
  /// Thickness of `soil` that can be taken in row `y`. `room` is a buffer with one entry per cell, which is used if
  /// other soils are present in the row.
  std::span<Quanta const> available_row(int y, SoilId soil, std::span<Quanta> room) const;
  /// Set of the cover soils of row `y`. It may include soils that are no longer present, so no result may depend on it.
  SoilSet cover_soils(int y) const { return row_soils_[static_cast<std::size_t>(y)]; }
  /// The soil of all covers of row `y`, including covers of thickness 0; empty if they have several soils. Unlike
  /// cover_soils(y), it is exact, so results may depend on it.
  std::optional<SoilId> only_cover_soil(int y) const;
  /// Union of the sets of all rows. No result may depend on it either.
  SoilSet cover_soils_anywhere() const;
  /// The soils of all covers, including covers of thickness 0. It is exact, so results may depend on it.
  SoilSet cover_soils_present() const;
  SoilSet loose() const { return loose_; }
  bool is_loose(SoilId soil) const { return (loose_ & soil_bit(soil)) != 0; }
  Quanta mixing_depth() const { return mixing_depth_; }
  Strata const& strata() const { return strata_; }

  // -- changes of matter ---------------------------------------------------------------------------------------
  /// Takes up to `amount` (>= 0) from the cover. Returns the amount taken.
  Quanta erode(std::size_t cell, Quanta amount);
  /// Takes `amount` from the uppermost layer, loose or solid, which must be at least this thick. Returns its soil.
  SoilId dig(std::size_t cell, Quanta amount);
  /// Adds `amount` (>= 0) of loose `soil` on top. What would rise above kRangeEnd leaves the land. Throws
  /// std::invalid_argument for a soil that is not loose.
  void deposit(std::size_t cell, SoilId soil, QuantaSum amount);
  /// Converts up to `amount` of the solid base directly under the cover, in place and layer by layer, into the soil
  /// into which abrasion turns it. Records the conversion in `ledger`. Returns the amount converted, which is 0 if
  /// there is loose soil between the cover and the base.
  Quanta abrade(std::size_t cell, Quanta amount, Soils const& soils, Ledger& ledger);
  /// Converts up to `amount` (>= 0) of the uppermost solid layer, under all loose soil, into loose `product` in place.
  /// Records the conversion in `ledger`. Returns the amount converted, which is at most the thickness of the layer. If
  /// the ledger preserves volume, the surface keeps its elevation. Throws std::invalid_argument if `product` is not
  /// loose.
  Quanta weather(std::size_t cell, Quanta amount, SoilId product, Ledger& ledger);
  /// If the cover is thinner than `least` and there is loose soil under it, moves the first loose layer of at least
  /// that thickness to the top. The layers that lay above it join the first layers of the same soils below. Returns
  /// whether anything has changed. The surface keeps its elevation.
  bool overturn(std::size_t cell, Quanta least);

  /// Raises the bedrock and everything on it by `amount` (>= 0) of rock from below. The caller records the inflow. It
  /// also disturbs the cells whose neighbours have a different uplift.
  void raise(std::size_t cell, Quanta amount) {
    elevation_[cell] += amount;
    changes_.mark(row_of(cell), column_of(cell));
  }

  /// Adds `amount` (>= 0) of a solid soil under all loose soil and under an obstacle; bedrock grows below all other
  /// soils. What lies above is lifted. The caller keeps to the range of elevations and records the inflow. Any soil but
  /// bedrock needs make_room_for_layers().
  void add_solid(std::size_t cell, SoilId soil, Quanta amount);
  /// Takes up to `amount` (>= 0) of a solid soil at the same place, and lowers what lies above. Returns the amount
  /// taken, which is 0 if the uppermost solid layer is of another soil than `soil`, unless that is bedrock.
  Quanta take_solid(std::size_t cell, SoilId soil, Quanta amount);

  /// Bulk exchange of one soil within one row: adds `delta[i]` to cell `first + i`. No delta may take more than is
  /// available. What would rise above kRangeEnd leaves the land. The caller records the opposite change in a load or
  /// an account.
  void exchange(SoilId soil, std::size_t first, std::span<Quanta const> delta);

  /// The same with the cover soil of each cell. A bare cell uses the soil of its last cover.
  void exchange_covers(std::size_t first, std::span<Quanta const> delta);

  /// Places and removes obstacles, and lifts or lowers the layers that lie on them. The ledger records the matter as
  /// inflow or outflow. Each cell occurs in `changes` at most once; `grid` is that of the columns. Throws
  /// std::invalid_argument and changes nothing if a cell would be more than 8000 m above or below the datum, differ
  /// from a neighbour by more than 8000 m, or lose more than it has.
  void change_obstacles(Grid const& grid, std::span<ObstacleChange const> changes, Ledger& ledger);

  /// Records the matter that has left the land at the end of the range of elevations as outflow. Returns whether there
  /// was any. Call it after every step.
  bool take_spilled(Ledger& ledger);
  /// Records that `amount` of `soil` has left the land at the end of the range. Several threads may call it at once.
  void spill(SoilId soil, QuantaSum amount);

  // -- disturbed cells -----------------------------------------------------------------------------------------
  /// Cells are marked as disturbed in segments of kSegment cells of a row. Every call that changes matter marks its
  /// segment. Settling relaxes the marked segments and the neighbours of their disturbed cells until they are at rest.
  int segments_per_row() const { return segments_per_row_; }
  std::span<std::uint8_t const> disturbed() const { return disturbed_; }
  /// The ends at which each segment is disturbed: kWestEnd, kEastEnd.
  std::span<std::uint8_t const> disturbed_ends() const { return disturbed_ends_; }
  void disturb(std::size_t cell);
  void disturb_all();
  /// Replaces the set of disturbed segments; each is disturbed at both ends. For use by settling. `marks` may be
  /// disturbed() itself.
  void set_disturbed(std::span<std::uint8_t const> marks);
  /// The same row by row. `write(y, marks, ends)` fills in the marks and the ends at which each segment is disturbed.
  template <class Write>
  void set_disturbed_rows(Write const& write) {
    const auto segments = static_cast<std::size_t>(segments_per_row_);
    for (int y = 0; y < rows(); ++y) {
      const std::size_t first = static_cast<std::size_t>(y) * segments;
      write(y, std::span(disturbed_).subspan(first, segments), std::span(disturbed_ends_).subspan(first, segments));
    }
  }
  /// Clears all marks. For use by settling.
  void forget_disturbed();

  // -- changes -------------------------------------------------------------------------------------------------
  /// Places and times of the changes of layers.
  Changes const& changes() const { return changes_; }
  /// Starts a new time stamp: later changes compare as newer than all earlier ones.
  void advance() { changes_.advance(); }

  // -- mass balance and state ----------------------------------------------------------------------------------
  int rows() const { return static_cast<int>(row_soils_.size()); }
  /// Counts all columns.
  ColumnsCount count() const { return count(0, rows()); }
  /// Counts the columns of rows `first` to `last - 1`.
  ColumnsCount count(int first, int last) const;
  /// Adds the matter in the columns to `budget`.
  void count_lying(MassBudget& budget) const;

  /// Reads or writes all layers and the disturbed segments. `soils` is the size of the soil table. Throws ArchiveError
  /// on columns that no land can have.
  void keep(Archive& archive, Grid const& grid, std::size_t soils);

  bool operator==(Columns const& other) const;

 private:
  friend struct ColumnsTestAccess;  ///< for tests that remove a quantum without a record in the ledger

  std::size_t row_of(std::size_t cell) const { return cell / static_cast<std::size_t>(width_); }
  std::size_t column_of(std::size_t cell) const { return cell % static_cast<std::size_t>(width_); }
  /// The ends of its segment at which a column lies.
  std::uint8_t ends_at(std::size_t column) const {
    const bool west = column % kSegment == 0;
    const bool east = (column + 1) % kSegment == 0 || column + 1 == static_cast<std::size_t>(width_);
    return static_cast<std::uint8_t>((west ? kWestEnd : 0) | (east ? kEastEnd : 0));
  }
  /// Returns whether all covers of the row are of this soil, with no loose soil below.
  bool only(std::size_t row, SoilId soil) const {
    return row_soils_[row] == soil_bit(soil) && !strata_.holds(static_cast<int>(row), loose_);
  }
  Quanta buried_sediment(std::size_t cell) const;
  void set_cover(std::size_t cell, Layer cover);
  void follow_ground(std::size_t cell) { ground_soil_[cell] = strata_.has(cell) ? strata_.top(cell).soil : kRock; }
  /// The part of `amount` of loose soil that a cell can gain within the range of elevations. The remainder leaves the
  /// land.
  Quanta fitting(std::size_t cell, SoilId soil, QuantaSum amount) {
    const QuantaSum above = elevation_[cell] + amount;
    // Loose soil is no deeper than the lowest bedrock, so only columns of kilometres need the exact depth.
    const QuantaSum lowest = std::atomic_ref(lowest_bedrock_).load(std::memory_order_relaxed);
    return above <= kRangeEnd && above - lowest <= kRangeEnd ? static_cast<Quanta>(amount)
                                                             : fitting_at_end(cell, soil, amount);
  }
  Quanta fitting_at_end(std::size_t cell, SoilId soil, QuantaSum amount);
  /// Records that bedrock ends at this elevation in some cell.
  void note_bedrock(QuantaSum elevation);
  /// A solid layer under `loose` soil that turns into loose `product`.
  struct Turning {
    Layer solid;
    Quanta loose = 0;
    SoilId product = kSand;
  };
  Quanta convertible(std::size_t cell, Turning const& turning, Quanta amount, Ledger const& ledger);
  void gain(std::size_t cell, SoilId soil, Quanta amount);
  void lose(std::size_t cell, Quanta amount);
  void expose(std::size_t cell);
  void wear_solid(std::size_t cell, Quanta amount);
  Quanta take_bedrock(std::size_t cell, Quanta amount);
  Quanta take_solid_layer(std::size_t cell, SoilId soil, Quanta amount);
  /// Removes the buried loose layers of a cell. Returns them from the top down.
  std::vector<Layer> lift_sediment(std::size_t cell);
  void sink(std::size_t cell, Layer film);
  void change_obstacle(std::size_t cell, Quanta thickness);
  void keep_layers(Archive& archive, std::size_t soils);

  int width_ = 1;
  int segments_per_row_ = 0;
  SoilSet loose_ = soil_bit(kSand);
  Quanta mixing_depth_ = 0;
  LandVector<Quanta> elevation_;
  LandVector<Quanta> cover_;        ///< thickness of the uppermost layer if that is loose, else 0
  LandVector<SoilId> cover_soil_;   ///< soil of the cover, or of the last cover
  LandVector<SoilId> ground_soil_;  ///< soil directly under the cover; derived from the strata
  std::vector<SoilSet> row_soils_;  ///< set of `cover_soil_` per row
  Strata strata_;
  QuantaSum lowest_bedrock_ = 0;                 ///< lower bound of the bedrock of all cells; not part of the state
  std::array<QuantaSum, kMostSoils> spilled_{};  ///< matter that has left at the end of the range and is not recorded
  std::vector<std::uint8_t> disturbed_;
  std::vector<std::uint8_t> disturbed_ends_;
  Changes changes_;
};

}  // namespace barchan
