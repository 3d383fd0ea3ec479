/// Columns: a base with sediment on top, and the only code that moves a thickness.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"
#include "barchan/land/budget.hpp"
#include "barchan/land/soil.hpp"

namespace barchan {

class Archive;

/// One layer of a column.
struct Layer {
  SoilId soil = kRock;
  Quanta thickness = 0;  ///< the base layer's is its elevation above the datum, which may be negative
};

/// What has been booked across the edges and between soils so far. Thread-safe, order-free.
class Ledger {
 public:
  void book_out(SoilId account, QuantaSum amount) { add(std::atomic_ref(out_[account]), amount); }
  void book_in(SoilId account, QuantaSum amount) { add(std::atomic_ref(in_[account]), amount); }
  void convert(SoilId from, SoilId to, QuantaSum amount) {
    add(std::atomic_ref(converted_[from]), -amount);
    add(std::atomic_ref(converted_[to]), amount);
  }
  void open(SoilId account, QuantaSum amount) { opening_[account] = amount; }

  /// Opening, out, in and converted; lying and airborne are left at 0 for whoever counts them.
  MassBudget booked() const;
  void keep(Archive& archive);

 private:
  static void add(std::atomic_ref<QuantaSum> slot, QuantaSum amount) {
    slot.fetch_add(amount, std::memory_order_relaxed);
  }
  alignas(8) QuantaSum opening_[kAccountCount]{};
  alignas(8) QuantaSum out_[kAccountCount]{};
  alignas(8) QuantaSum in_[kAccountCount]{};
  alignas(8) QuantaSum converted_[kAccountCount]{};
};

/// Obstacle matter that one cell gains or, below 0, loses.
struct ObstacleChange {
  std::size_t cell = 0;
  Quanta thickness = 0;

  bool operator==(ObstacleChange const&) const = default;
};

/// What a count of all columns finds.
struct ColumnsCount {
  QuantaSum rock = 0, sand = 0, obstacle = 0;
  bool negative = false;        ///< a thickness is below zero
  bool near_range_end = false;  ///< an elevation is within 1 m of the end of the range
};

/// The columns of a world. The interface is that of a general stack of layers; the storage is that of its
/// special case, rock, on it an obstacle where there is one, and one layer of sediment (sand), as two plain arrays,
/// elevation of the ground and thickness of the sediment, and a third of obstacles in lands that have any.
class Columns {
 public:
  Columns() = default;
  /// `base`: elevation of the base; `sediment`: thickness of sand, >= 0; `obstacle`: how much of the base, from
  /// its top, is an obstacle, >= 0, or empty for none. All have grid.cells() entries; neighbours stand less than 8000 m
  /// apart. Throws std::invalid_argument otherwise.
  Columns(Grid const& grid, std::span<Quanta const> base, std::span<Quanta const> sediment,
          std::span<Quanta const> obstacle = {});

  // -- looking -------------------------------------------------------------------------------------------------
  std::size_t size() const { return elevation_.size(); }
  int layer_count(std::size_t cell) const { return 1 + (sediment_[cell] > 0) + (obstacle(cell) > 0); }
  /// Layer `k` counted from the top, 0 <= k < layer_count.
  Layer layer(std::size_t cell, int k) const;
  Layer top(std::size_t cell) const { return layer(cell, 0); }
  Quanta elevation(std::size_t cell) const { return elevation_[cell]; }
  /// Thickness of all sediment: how deep the base lies.
  Quanta sediment(std::size_t cell) const { return sediment_[cell]; }
  /// What may be taken now.
  Quanta available(std::size_t cell) const { return sediment_[cell]; }
  /// Does the base lie open?
  bool bare(std::size_t cell) const { return sediment_[cell] == 0; }
  /// Top of the base: of the obstacle where there is one, else of the rock.
  Quanta base(std::size_t cell) const { return elevation_[cell] - sediment_[cell]; }
  /// kObstacle where there is one, else kRock.
  SoilId base_soil(std::size_t cell) const { return base_soil_[cell]; }
  Quanta obstacle(std::size_t cell) const { return obstacle_.empty() ? 0 : obstacle_[cell]; }

  std::span<Quanta const> elevations() const { return elevation_; }
  std::span<Quanta const> sediment_thicknesses() const { return sediment_; }
  std::span<Quanta const> available_thicknesses() const { return sediment_; }
  std::span<SoilId const> base_soils() const { return base_soil_; }
  /// Empty as long as there was none.
  std::span<Quanta const> obstacle_thicknesses() const { return obstacle_; }
  /// Does any cell have an obstacle?
  bool has_obstacles() const;

  // -- moving matter -------------------------------------------------------------------------------------------
  /// Takes up to `amount` (>= 0) of the top layer's loose soil; returns what was taken.
  Quanta erode(std::size_t cell, Quanta amount);
  /// Lays `amount` (>= 0) of loose `soil` on top.
  void deposit(std::size_t cell, SoilId soil, Quanta amount);
  /// Moves up to `amount` of loose soil from one column to another; returns what was moved.
  Quanta transfer(std::size_t from, std::size_t to, Quanta amount);
  /// Turns `amount` of the solid base into sand in place, the obstacle first and then the rock under it, and books the
  /// conversion; returns what was turned.
  Quanta abrade(std::size_t cell, Quanta amount, Ledger& ledger);

  /// Bulk exchange of sand within one row: adds `delta[i]` to the sediment of cell `first + i`. The caller holds
  /// the counterpart (a load, an account), and no thickness may become negative.
  void exchange(std::size_t first, std::span<Quanta const> delta);

  /// Places and takes away obstacles: what lies on them is lifted and lowered. Booked as brought in and carried out.
  /// Each cell stands in `changes` at most once, and `grid` is that of the columns. Throws std::invalid_argument and
  /// changes nothing when a cell would leave +-8000 m about the datum, stand 8000 m or more from a neighbour or lose
  /// more than it has.
  void change_obstacles(Grid const& grid, std::span<ObstacleChange const> changes, Ledger& ledger);

  // -- disturbed cells -----------------------------------------------------------------------------------------
  /// Cells are disturbed in segments of kSegment cells of one row; every moving call marks its segment, and the
  /// settling relaxes marked segments and their surroundings until they are at rest.
  int segments_per_row() const { return segments_per_row_; }
  std::span<std::uint8_t const> disturbed() const { return disturbed_; }
  void disturb(std::size_t cell);
  void disturb_all();
  /// Replaces the set of disturbed segments (settling's own bookkeeping).
  void set_disturbed(std::span<std::uint8_t const> marks);

  // -- books ---------------------------------------------------------------------------------------------------
  /// Sums and extremes of the columns, counted now.
  ColumnsCount count() const;
  /// Adds what lies on the land to `budget`, summed from the columns.
  void count_lying(MassBudget& budget) const;

  /// All layers and the disturbed segments. Throws ArchiveError on columns that no land has.
  void keep(Archive& archive, Grid const& grid);

  bool operator==(Columns const&) const = default;

 private:
  friend struct ColumnsTestAccess;  ///< tests that steal a quantum behind the ledger

  int width_ = 0;
  int segments_per_row_ = 0;
  std::vector<Quanta> elevation_;
  std::vector<Quanta> sediment_;
  std::vector<Quanta> obstacle_;
  std::vector<SoilId> base_soil_;  ///< follows from the thickness; what the inner loops read
  std::vector<std::uint8_t> disturbed_;
};

}  // namespace barchan
