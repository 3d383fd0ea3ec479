/// SandExchange: order-free exchange of loose soil between many movers and one land.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "base/grid.hpp"
#include "base/land_vector.hpp"
#include "base/marks.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
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
  /// Begins the rounds of about `movers` movers; call whenever others have changed the land.
  void begin(Terrain const& terrain, std::size_t movers, Scheduler const& scheduler);
  /// The same for many, by a caller who then fills the record of every cell.
  void begin_look(Terrain const& terrain);
  /// What wind can lift of row `y`, which may be written to `room`; the damp rest is remembered.
  std::span<Quanta const> look_row(Terrain const& terrain, int y, std::span<Quanta> room);
  /// Looks at the sand that lies where movers came first in this round; call after all wishes.
  void look(Terrain const& terrain);
  /// Says that about `movers` movers will trade all over the land: when that leaves hardly a segment out, all count as
  /// touched and no trade need say so; when that is few for so many cells, rounds are shared out by what was traded.
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
    } else {
      record.wished += lift;
      record.change += deposit;
    }
    touch(cell, shared);
  }
  /// Many trades, of the movers from `first` on: lifts[i] from and deposits[i] to cells[i], which counts as visited
  /// where visits[i] is 1.
  struct Trades {
    std::size_t first, count;
    std::int32_t const* cells;
    Quanta const* lifts;
    Quanta const* deposits;
    std::int32_t const* visits;
  };
  void trade(Trades const& trades, bool shared);
  void visit(std::size_t cell, bool shared = false) {
    mark(cell, kernel::kVisited, shared);
    touch(cell, shared);
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
    const std::lock_guard lock(listing_);
    drops_.push_back({cell, soil, amount});
  }
  /// Turns `amount` of the base of `cell` into sand.
  void wear(std::size_t cell, Quanta amount, bool shared = false) {
    if (shared) {
      std::atomic_ref(worn_[cell]).fetch_add(amount, std::memory_order_relaxed);
    } else {
      worn_[cell] += amount;
    }
    touch(cell, shared);
    std::atomic_ref(any_wear_).store(1, std::memory_order_relaxed);
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
  /// Carries the rounds out on the columns and books conversions. Calls `each(first cell, what each cell has gained)`,
  /// wear not counted, for runs of cells as `for_touched` does.
  using EachRun = std::function<void(std::size_t first, std::span<Quanta const> gains)>;
  void apply(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler, EachRun const& each);
  /// Calls `visit(first cell, count)` for the runs of cells, each in one row, in which anybody did anything since the
  /// beginning. Others have not been visited and have gained nothing.
  template <class Visit>
  void for_touched(Scheduler const& scheduler, Visit const& visit) const {
    for (const std::size_t cell : few_) visit(cell, std::size_t{1});
    if (!many_) return;
    scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
      for (int y = first; y < last; ++y) {
        const std::size_t begin = grid_.index(0, y), end = begin + static_cast<std::size_t>(grid_.width);
        const std::size_t from = segment_of(begin);
        for_runs(std::span(touched_).subspan(from, segment_of(end - 1) + 1 - from), [&](int run, int stop) {
          const std::size_t start = std::max((from + static_cast<std::size_t>(run)) * kSegment, begin);
          visit(start, std::min((from + static_cast<std::size_t>(stop)) * kSegment, end) - start);
        });
      }
    });
  }

 private:
  static constexpr int kRowGrain = 32;

  /// Segments here are runs of cells of the whole array; they may span two rows.
  static std::size_t segment_of(std::size_t cell) { return cell / kSegment; }
  /// Sets a bit of the record's `protrusion`; returns what it was.
  std::int32_t mark(std::size_t cell, std::int32_t bit, bool shared) {
    std::int32_t& bits = cells_[cell].protrusion;
    if (shared) return std::atomic_ref(bits).fetch_or(bit, std::memory_order_relaxed);
    return std::exchange(bits, bits | bit);
  }
  void touch(std::size_t cell, bool shared) {
    if (everywhere_) return;
    if (many_) {
      std::atomic_ref(touched_[segment_of(cell)]).store(1, std::memory_order_relaxed);
      if (!traded_.empty()) list_beside(cell);
    } else if ((mark(cell, kernel::kTouched, shared) & kernel::kTouched) == 0) {
      std::unique_lock lock(listing_, std::defer_lock);
      if (shared) lock.lock();
      few_.push_back(cell);
    }
  }
  /// Remembers a cell of this round that no mover's trade in `traded_` tells of.
  void list_beside(std::size_t cell) {
    const std::size_t place = std::atomic_ref(beside_count_).fetch_add(1, std::memory_order_relaxed);
    beside_[place] = static_cast<std::int32_t>(cell);
  }
  /// Shares out the cells that were traded with in this round, each once or more.
  void share_out_traded(Scheduler const& scheduler);
  /// Nobody has done anything yet.
  void forget_rounds(Terrain const& terrain);

  struct Drop {
    std::size_t cell;
    SoilId soil;
    Quanta amount;
  };
  /// Adds what was dropped to the columns, cell by cell and soil by soil.
  void lay_down_drops(Columns& columns);

  Grid grid_;
  LandVector<kernel::ExchangeCell> cells_;
  std::vector<Drop> drops_;
  FaceBlows faces_;
  std::mutex listing_;
  LandVector<Quanta> worn_;
  std::vector<Quanta> gains_;          ///< while there are drops, which come later
  std::vector<Quanta> damp_;           ///< what lies in the covers and is damp; empty where nothing is
  bool many_ = true;                   ///< movers; the records of all cells are filled
  std::vector<std::uint8_t> touched_;  ///< by many: a mark a segment
  std::vector<std::int32_t> traded_;   ///< by many, few for the land: with which cell each mover trades in this round
  std::vector<std::int32_t> beside_;   ///< other cells of this round, where it left something, struck or ended
  std::size_t beside_count_ = 0;       ///< how many they are
  std::vector<std::size_t> few_;       ///< cells that few have touched
  std::size_t seen_ = 0;               ///< how many of them have been looked at
  std::uint8_t any_wear_ = 0;
  bool everywhere_ = false;  ///< all segments are touched
};

}  // namespace barchan
