/// SandExchange: exchange of loose soil between many particles and one land, independent of the order of the particles.
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

/// In a round, particles first request and deposit soil, in any order and from any thread. Then each particle calls
/// grant() for its request, and share_out() ends the round. If more is wanted from a cell than is available, all
/// requests to it are reduced by the same factor and truncated to whole quanta. After any number of rounds, apply()
/// changes the land once. Particles trade in the soil that covers the cell when the rounds begin. Other soils are
/// deposited with drop(); they reach the ground after all rounds.
class SandExchange {
 public:
  /// Allocates memory for a land.
  void prepare(Grid const& grid);
  /// Begins rounds for about `movers` particles. Call it whenever something else has changed the land.
  void begin(Terrain const& terrain, std::size_t movers, Scheduler const& scheduler);
  /// The same for many particles; the caller then fills the records of all cells.
  void begin_look(Terrain const& terrain);
  /// Returns the sand that wind can lift in row `y`; the result may be stored in `room`. The damp part of the covers,
  /// which wind cannot lift, is kept in `damp_`.
  std::span<Quanta const> look_row(Terrain const& terrain, int y, std::span<Quanta> room);
  /// Reads the available sand of the cells that were first touched in this round. Call it after all wishes.
  void look(Terrain const& terrain);
  /// Announces about `movers` trades all over the land. If they will touch nearly every segment, all segments count as
  /// touched and trades are not recorded. If there are few trades for the size of the land, a round is ended by
  /// visiting only the listed cells.
  void expect(std::size_t movers);
  /// The record of each cell. `protrusion` is filled by the caller.
  std::span<kernel::ExchangeCell> cells() { return cells_; }
  std::span<kernel::ExchangeCell const> cells() const { return cells_; }

  /// Requests `lift` from the sand of `cell` and deposits `deposit` on it. `shared`: other threads may do the same.
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
  /// Many trades, of the particles from `first` on. Particle `first + i` requests lifts[i] from cells[i] and deposits
  /// deposits[i] there. The cell counts as visited if visits[i] is 1.
  struct Trades {
    std::size_t first, count;
    std::int32_t const* cells;
    Quanta const* lifts;
    Quanta const* deposits;
    std::int32_t const* visits;
  };
  void trade(Trades const& trades, bool shared);
  /// Marks `cell` as touched by wind. `shared`: other threads may do the same.
  void visit(std::size_t cell, bool shared = false) {
    mark(cell, kernel::kVisited, shared);
    touch(cell, shared);
  }
  /// Protrusion of cell `a` minus that of cell `b`, m.
  float lead(std::int32_t a, std::int32_t b) {
    const auto metres = [this](std::int32_t cell) {
      std::atomic_ref<std::int32_t> bits(cells_[static_cast<std::size_t>(cell)].protrusion);
      return kernel::protrusion_metres(bits.load(std::memory_order_relaxed));
    };
    return metres(a) - metres(b);
  }
  /// Deposits `amount` of a soil that differs from the cover of the cell.
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

  /// Returns the amount granted to a request for `amount` from `cell`. Call it after all requests of the round.
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

  /// Ends a round. The next round starts from its result. What a cell cannot hold leaves the land.
  void share_out(Terrain& terrain, Scheduler const& scheduler);
  /// The cliffs at whose feet particles strike.
  FaceBlows& faces() { return faces_; }
  /// Applies the rounds to the columns and records conversions in the ledger. Calls `each(first cell, gain of each
  /// cell)` for the runs of for_touched(). Gains do not include wear.
  using EachRun = std::function<void(std::size_t first, std::span<Quanta const> gains)>;
  void apply(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler, EachRun const& each);
  /// Calls `visit(first cell, count)` for the runs of cells, each within one row, that may have been touched since
  /// begin(). All other cells were not visited and have not gained.
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

  /// Here a segment is a run of cells of the whole array, which may span two rows.
  static std::size_t segment_of(std::size_t cell) { return cell / kSegment; }
  /// Sets a bit of the record's `protrusion`. Returns the previous value.
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
  /// Adds a cell of this round that does not appear in `traded_` to `beside_`.
  void list_beside(std::size_t cell) {
    const std::size_t place = std::atomic_ref(beside_count_).fetch_add(1, std::memory_order_relaxed);
    beside_[place] = static_cast<std::int32_t>(cell);
  }
  /// Ends a round for the cells that were traded with; a cell may be listed more than once.
  void share_out_traded(Terrain& terrain, Scheduler const& scheduler);
  /// Ends a round for `count` cells.
  void share_out_cells(Terrain& terrain, std::size_t first, std::size_t count);
  /// Clears the rounds.
  void forget_rounds(Terrain const& terrain);

  struct Drop {
    std::size_t cell;
    SoilId soil;
    Quanta amount;
  };
  /// Adds all drops to the columns, cell by cell and soil by soil.
  void lay_down_drops(Columns& columns);

  Grid grid_;
  LandVector<kernel::ExchangeCell> cells_;
  std::vector<Drop> drops_;
  FaceBlows faces_;
  std::mutex listing_;
  LandVector<Quanta> worn_;
  std::vector<Quanta> gains_;          ///< used only if there are drops, which are added later
  std::vector<Quanta> damp_;           ///< damp part of the covers; empty if nothing is damp
  bool many_ = true;                   ///< many particles; the records of all cells are filled
  std::vector<std::uint8_t> touched_;  ///< one mark per segment; used with many particles
  /// Cell with which each particle trades in this round; used with many particles on a large land.
  std::vector<std::int32_t> traded_;
  /// Other cells of this round, in which a particle left a deposit behind, struck a face or ended.
  std::vector<std::int32_t> beside_;
  std::size_t beside_count_ = 0;  ///< entries of `beside_` in use
  std::vector<std::size_t> few_;  ///< touched cells; used with few particles
  std::size_t seen_ = 0;          ///< entries of `few_` already read
  std::uint8_t any_wear_ = 0;
  bool everywhere_ = false;  ///< all segments count as touched
};

}  // namespace barchan
