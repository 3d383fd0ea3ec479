/// SandExchange: order-free exchange of sand between many movers and one land.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "barchan/scheduler.hpp"
#include "barchan/terrain.hpp"

namespace barchan {

/// Movers first state wishes and deposits, in any order and from any thread; then each asks for its grant; then all
/// is applied at once. Where more is wished for than lies there, everyone gets the same share, cut to whole quanta.
class SandExchange {
 public:
  void prepare(Grid const& grid);

  /// Wants `amount` of the loose sand of `cell` (negative: takes a wish back). `shared`: other threads do the same.
  void wish(std::size_t cell, Quanta amount, bool shared = false) { add(wished_[cell], amount, cell, shared); }
  /// Lays `amount` down on `cell`.
  void deposit(std::size_t cell, Quanta amount, bool shared = false) { add(change_[cell], amount, cell, shared); }
  /// A wish (`lifts`) or a deposit, without a branch.
  void trade(std::size_t cell, Quanta amount, bool lifts, bool shared = false) {
    Quanta* const slots = lifts ? wished_.data() : change_.data();
    add(slots[cell], amount, cell, shared);
  }
  /// Turns `amount` of the solid ground of `cell` into sand.
  void wear(std::size_t cell, Quanta amount, bool shared = false) {
    add(worn_[cell], amount, cell, shared);
    std::atomic_ref<std::uint8_t>(any_wear_).store(1, std::memory_order_relaxed);
  }

  /// What a wish for `amount` from `cell` gets. Call after all wishes; the land is debited by `apply`.
  Quanta grant(Columns const& columns, std::size_t cell, Quanta amount, bool shared = false) {
    const Quanta wished = wished_[cell];
    const Quanta there = columns.loose(cell);
    const Quanta granted =
        wished <= there ? amount : static_cast<Quanta>(static_cast<QuantaSum>(amount) * there / wished);
    add(change_[cell], -granted, cell, shared);
    return granted;
  }

  /// Carries everything out on the columns and books conversions; ready for the next round.
  void apply(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler);

 private:
  void add(Quanta& slot, Quanta amount, std::size_t cell, bool shared) {
    std::uint8_t& mark = touched_[segment_of(cell)];
    if (shared) {
      std::atomic_ref<Quanta>(slot).fetch_add(amount, std::memory_order_relaxed);
      std::atomic_ref<std::uint8_t>(mark).store(1, std::memory_order_relaxed);
    } else {
      slot += amount;
      mark = 1;
    }
  }
  /// Segments here are runs of cells of the whole array; they may span two rows.
  static std::size_t segment_of(std::size_t cell) { return cell / Columns::kSegment; }

  std::vector<Quanta> wished_, change_, worn_;
  std::vector<std::uint8_t> touched_;
  std::uint8_t any_wear_ = 0;
};

}  // namespace barchan
