/// SandExchange: order-free exchange of loose soil between many movers and one land.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "barchan/base/grid.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "base/marks.hpp"
#include "processes/wind_particles/exchange_kernel.hpp"
#include "processes/wind_particles/face_blows.hpp"

namespace barchan {

class SandExchange;

/// What one range of movers does in a round. It owns some of the cells; what it does to others it sets aside until all
/// ranges are done, so that no two threads ever write to one cell.
class ExchangeHand {
 public:
  /// Owns `count` cells from `begin` on.
  ExchangeHand(SandExchange& exchange, std::size_t begin, std::size_t count)
      : exchange_(&exchange), begin_(begin), count_(count) {}

  /// Wants `lift` of the available sand of `cell` and lays `deposit` down on it.
  void trade(std::size_t cell, Quanta lift, Quanta deposit) { act({.cell = cell, .wished = lift, .change = deposit}); }
  /// Many trades, of the movers from `first` on: lifts[i] from and deposits[i] to cells[i], which counts as visited
  /// where visits[i] is 1.
  struct Trades {
    std::size_t first, count;
    std::int32_t const* cells;
    Quanta const* lifts;
    Quanta const* deposits;
    std::int32_t const* visits;
  };
  void trade(Trades const& trades);
  void visit(std::size_t cell) { act({.cell = cell, .bits = kernel::kVisited}); }
  /// Turns `amount` of the base of `cell` into sand.
  void wear(std::size_t cell, Quanta amount) { act({.cell = cell, .worn = amount}); }
  /// Lays `amount` of a soil down that is not the cover's.
  void drop(std::size_t cell, SoilId soil, Quanta amount) { drops_.push_back({cell, soil, amount}); }
  /// What a wish for `amount` from `cell` gets. Call after all wishes of the round.
  Quanta grant(std::size_t cell, Quanta amount);

 private:
  friend class SandExchange;
  /// What is done to a cell.
  struct Act {
    std::size_t cell;
    Quanta wished = 0, change = 0, worn = 0;
    std::int32_t bits = 0;  ///< of the record's `protrusion`
  };
  struct Drop {
    std::size_t cell;
    SoilId soil;
    Quanta amount;
  };
  bool owns(std::size_t cell) const { return cell - begin_ < count_; }
  void act(Act const& act) {
    if (owns(act.cell)) {
      carry_out(act);
    } else {
      aside_.push_back(act);
    }
  }
  inline void carry_out(Act const& act);
  inline void touch(std::size_t cell);

  SandExchange* exchange_;
  std::size_t begin_, count_;
  std::vector<Act> aside_;
  std::vector<Drop> drops_;
  std::vector<std::size_t> few_;      ///< cells that few have touched
  std::vector<std::int32_t> beside_;  ///< by many: cells that no mover's trade in `traded_` tells of
};

/// A round: movers state wishes and deposits, each range of them by its own hand and in any order; then each asks for
/// its grant; then the round is shared out. Where more is wished for than lies there, everyone gets the same share, cut
/// to whole quanta. After any number of rounds the land itself is changed, once. Trades are in the soil of the cell's
/// cover as it lies when the rounds begin; another soil is dropped, and lies there when they are over.
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

  /// Gives the cells to so many hands in place of one that owns all: from begins[i] to the next one's. The first is 0.
  void deal(std::span<std::size_t const> begins);
  ExchangeHand& hand(std::size_t i = 0) { return hands_[i]; }
  /// Carries out what hands have set aside. Call when all ranges are done with their wishes, and again with their
  /// grants.
  void gather();
  /// How many metres more cell `a` protrudes than cell `b`.
  float lead(std::int32_t a, std::int32_t b) {
    const auto metres = [this](std::int32_t cell) {
      std::atomic_ref<std::int32_t> bits(cells_[static_cast<std::size_t>(cell)].protrusion);
      return kernel::protrusion_metres(bits.load(std::memory_order_relaxed));
    };
    return metres(a) - metres(b);
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
  friend class ExchangeHand;
  static constexpr int kRowGrain = 32;

  /// Segments here are runs of cells of the whole array; they may span two rows.
  static std::size_t segment_of(std::size_t cell) { return cell / kSegment; }
  /// Shares out the cells that were traded with in this round, each once or more.
  void share_out_traded(Scheduler const& scheduler);
  /// Nobody has done anything yet.
  void forget_rounds(Terrain const& terrain);

  /// Adds what was dropped to the columns, cell by cell and soil by soil.
  void lay_down_drops(Columns& columns);

  Grid grid_;
  std::vector<kernel::ExchangeCell> cells_;
  std::vector<ExchangeHand> hands_;
  std::vector<ExchangeHand::Drop> drops_;
  FaceBlows faces_;
  std::vector<Quanta> worn_;
  std::vector<Quanta> gains_;          ///< while there are drops, which come later
  std::vector<Quanta> damp_;           ///< what lies in the covers and is damp; empty where nothing is
  bool many_ = true;                   ///< movers; the records of all cells are filled
  std::vector<std::uint8_t> touched_;  ///< by many: a mark a segment
  std::vector<std::int32_t> traded_;   ///< by many, few for the land: with which cell each mover trades in this round
  std::vector<std::int32_t> beside_;   ///< other cells of this round, where it left something, struck or ended
  std::vector<std::size_t> few_;       ///< cells that few have touched
  std::size_t seen_ = 0;               ///< how many of them have been looked at
  std::uint8_t any_wear_ = 0;
  bool everywhere_ = false;  ///< all segments are touched
};

inline void ExchangeHand::carry_out(Act const& act) {
  kernel::ExchangeCell& record = exchange_->cells_[act.cell];
  record.wished += act.wished;
  record.change += act.change;
  if (act.bits != 0) {
    const std::atomic_ref bits(record.protrusion);  // other hands look at how far the cell stands out
    bits.store(bits.load(std::memory_order_relaxed) | act.bits, std::memory_order_relaxed);
  }
  if (act.worn != 0) {
    exchange_->worn_[act.cell] += act.worn;
    std::atomic_ref(exchange_->any_wear_).store(1, std::memory_order_relaxed);
  }
  touch(act.cell);
}

inline void ExchangeHand::touch(std::size_t cell) {
  if (exchange_->many_) {
    std::atomic_ref(exchange_->touched_[SandExchange::segment_of(cell)]).store(1, std::memory_order_relaxed);
    if (!exchange_->traded_.empty()) beside_.push_back(static_cast<std::int32_t>(cell));
    return;
  }
  std::int32_t& bits = exchange_->cells_[cell].protrusion;
  if ((bits & kernel::kTouched) != 0) return;
  bits |= kernel::kTouched;
  few_.push_back(cell);
}

}  // namespace barchan
