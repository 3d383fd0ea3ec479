/// SandExchange: order-free exchange of loose soil between many movers and one land.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "gravity/segment_marks.hpp"
#include "processes/wind_particles/exchange_kernel.hpp"
#include "processes/wind_particles/face_blows.hpp"

namespace barchan {

/// A round: movers state wishes and deposits, in any order and from any thread; then each asks for its grant; then the
/// round is shared out. Where more is wished for than lies there, everyone gets the same share, cut to whole quanta.
/// After any number of rounds the land itself is changed, once. Trades are in the soil of the cell's cover as it lies
/// when the rounds begin; another soil is dropped, and lies there when they are over.
class SandExchange {
 public:
  void prepare(Grid const& grid);
  /// Forgets all rounds; call before the first one and whenever others have changed the land.
  void begin(Terrain const& terrain);
  /// The same for a caller who then looks at all rows and fills the record of every cell.
  void begin_look(Terrain const& terrain);
  /// What wind can lift of row `y`, which may be written to `room`; the damp rest is remembered.
  std::span<Quanta const> look_row(Terrain const& terrain, int y, std::span<Quanta> room);
  /// Looks at the sand that lies where the movers of this round are the first since `begin`; call after all wishes.
  void look(Terrain const& terrain, Scheduler const& scheduler);
  /// Says that about `movers` movers will trade all over the land: when that leaves hardly a segment out, all count as
  /// touched and no trade need say so.
  void expect(std::size_t movers);
  /// The record of each cell; `protrusion` is the mover's own.
  std::span<kernel::ExchangeCell> cells() { return cells_; }
  std::span<kernel::ExchangeCell const> cells() const { return cells_; }

  /// Wants `lift` of the available sand of `cell` and lays `deposit` down on it. `shared`: other threads do the same.
  void trade(std::size_t cell, Quanta lift, Quanta deposit, bool shared = false) {
    kernel::ExchangeCell& record = cells_[cell];
    if (shared) {
      if (lift != 0) std::atomic_ref<Quanta>(record.wished).fetch_add(lift, std::memory_order_relaxed);
      if (deposit != 0) std::atomic_ref<Quanta>(record.change).fetch_add(deposit, std::memory_order_relaxed);
      touch(cell);
    } else {
      record.wished += lift;
      record.change += deposit;
      touched_[segment_of(cell)] = 1;
    }
  }
  /// Many trades: lifts[i] from and deposits[i] to cells[i], which counts as visited where visits[i] is 1.
  struct Trades {
    std::size_t count;
    std::int32_t const* cells;
    Quanta const* lifts;
    Quanta const* deposits;
    std::int32_t const* visits;
  };
  void trade(Trades const& trades, bool shared);
  void visit(std::size_t cell) {
    std::atomic_ref<std::int32_t>(cells_[cell].protrusion).fetch_or(kernel::kVisited, std::memory_order_relaxed);
    touch(cell);
  }
  /// How many metres more cell `a` protrudes than cell `b`.
  float lead(std::int32_t a, std::int32_t b) {
    const auto metres = [this](std::int32_t cell) {
      std::atomic_ref<std::int32_t> bits(cells_[static_cast<std::size_t>(cell)].protrusion);
      return kernel::protrusion_metres(bits.load(std::memory_order_relaxed));
    };
    return metres(a) - metres(b);
  }
  /// Lays `amount` of a soil down that is not the cover's.
  void drop(std::size_t cell, SoilId soil, Quanta amount) {
    const std::lock_guard lock(dropping_);
    drops_.push_back({cell, soil, amount});
  }
  /// Turns `amount` of the base of `cell` into sand.
  void wear(std::size_t cell, Quanta amount) {
    std::atomic_ref<Quanta>(worn_[cell]).fetch_add(amount, std::memory_order_relaxed);
    touch(cell);
    std::atomic_ref<std::uint8_t>(any_wear_).store(1, std::memory_order_relaxed);
  }

  /// What a wish for `amount` from `cell` gets. Call after all wishes of the round.
  Quanta grant(std::size_t cell, Quanta amount, bool shared = false) {
    kernel::ExchangeCell& record = cells_[cell];
    const Quanta granted = record.wished <= record.available
                               ? amount
                               : static_cast<Quanta>(static_cast<QuantaSum>(amount) * record.available / record.wished);
    if (shared) {
      std::atomic_ref<Quanta>(record.change).fetch_sub(granted, std::memory_order_relaxed);
    } else {
      record.change -= granted;
    }
    return granted;
  }

  /// Ends a round: the next one finds what this one left.
  void share_out(Scheduler const& scheduler);
  /// Cliffs that movers strike at their feet.
  FaceBlows& faces() { return faces_; }
  /// Carries the rounds out on the columns and books conversions.
  void apply(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler);
  /// What each cell gained in the last `apply`, wear not counted.
  std::span<Quanta const> gains() const { return gains_; }
  /// Calls `visit(first cell, count)` for the runs of cells between `first` and `end` in which somebody did anything
  /// since `begin`; nobody has visited others, and they have gained nothing.
  template <class Visit>
  void for_touched(std::size_t first, std::size_t end, Visit const& visit) const {
    const std::size_t from = segment_of(first);
    const auto marks = std::span(touched_).subspan(from, segment_of(end - 1) + 1 - from);
    gravity::for_runs(marks, [&](int begin, int stop) {
      const std::size_t start = std::max((from + static_cast<std::size_t>(begin)) * kSegment, first);
      visit(start, std::min((from + static_cast<std::size_t>(stop)) * kSegment, end) - start);
    });
  }
  /// The same all over the land.
  template <class Visit>
  void for_all_touched(Scheduler const& scheduler, Visit const& visit) const {
    scheduler.for_ranges(static_cast<int>(cells_.size()), kCellGrain, [&](int first, int last) {
      for_touched(static_cast<std::size_t>(first), static_cast<std::size_t>(last), visit);
    });
  }

 private:
  static constexpr int kCellGrain = 1 << 14;  ///< cells a range
  static_assert(kCellGrain % kSegment == 0);

  /// Segments here are runs of cells of the whole array; they may span two rows.
  static std::size_t segment_of(std::size_t cell) { return cell / kSegment; }
  void touch(std::size_t cell) {
    std::atomic_ref<std::uint8_t>(touched_[segment_of(cell)]).store(1, std::memory_order_relaxed);
  }

  /// Nobody has done anything yet.
  void forget_rounds(Terrain const& terrain);
  /// Looks at the sand that lies in `count` cells.
  void show(Terrain const& terrain, std::size_t first, std::size_t count);

  struct Drop {
    std::size_t cell;
    SoilId soil;
    Quanta amount;
  };
  /// Adds what was dropped to the columns, cell by cell and soil by soil.
  void lay_down_drops(Columns& columns);

  std::vector<kernel::ExchangeCell> cells_;
  std::vector<Drop> drops_;
  FaceBlows faces_;
  std::mutex dropping_;
  std::vector<Quanta> worn_, gains_;
  std::vector<Quanta> damp_;           ///< what lies in the covers and is damp; empty where nothing is
  std::vector<std::uint8_t> touched_;  ///< segments in which somebody did anything since `begin`
  std::vector<std::uint8_t> seen_;     ///< segments at which `look` has looked since then
  std::uint8_t any_wear_ = 0;
  bool everywhere_ = false;  ///< all segments are touched
  bool filled_ = false;      ///< the caller has filled the records of all cells
};

}  // namespace barchan
