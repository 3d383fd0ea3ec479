#include "processes/wind_particles/exchange.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/release_memory.hpp"

namespace barchan {

namespace {

constexpr std::size_t kPiece = 1024;  ///< cells of a run that are changed together
/// Most cells that a particle touches per round besides its trade: left behind, worn, end of flight.
constexpr std::size_t kTouchesBeside = 4;
constexpr std::size_t kCellsToAMover = 32;  ///< with more cells per particle, settling cell by cell is cheaper

}  // namespace

void SandExchange::prepare(Grid const& grid) {
  grid_ = grid;
  cells_.assign(grid.cells(), {});
  worn_.assign(grid.cells(), 0);
  touched_.assign(grid.cells() / kSegment + 1, 0);
  few_.clear();
  any_wear_ = 0;
}

void SandExchange::begin(Terrain const& terrain, std::size_t movers, Scheduler const& scheduler) {
  const bool were_many = many_;
  if (movers >= touched_.size()) {
    begin_look(terrain);
    scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
      std::vector<Quanta> room(static_cast<std::size_t>(grid_.width));
      for (int y = first; y < last; ++y) {
        const std::span<Quanta const> dry = look_row(terrain, y, room);
        for (std::size_t x = 0; x < dry.size(); ++x) cells_[grid_.index(0, y) + x] = {dry[x], 0, 0, 0};
      }
    });
    return;
  }
  forget_rounds(terrain);
  many_ = false;
  if (were_many) std::ranges::fill(cells_, kernel::ExchangeCell{});
}

void SandExchange::begin_look(Terrain const& terrain) {
  forget_rounds(terrain);
  many_ = true;
}

void SandExchange::forget_rounds(Terrain const& terrain) {
  for (const std::size_t cell : few_) cells_[cell] = {};
  few_.clear();
  traded_.clear();
  everywhere_ = false;
  seen_ = 0;
  if (many_) std::ranges::fill(touched_, std::uint8_t{0});
  damp_.resize(terrain.cell_layers.quanta(CellLayer::damp).empty() ? 0 : cells_.size());
}

std::span<Quanta const> SandExchange::look_row(Terrain const& terrain, int y, std::span<Quanta> room) {
  const std::size_t begin = terrain.grid.index(0, y);
  const auto lies = terrain.columns.available_thicknesses().subspan(begin, room.size());
  const std::span<Quanta const> dry = terrain.dry_row(y, lies, room);
  for (std::size_t x = 0; x < dry.size() && !damp_.empty(); ++x) damp_[begin + x] = lies[x] - dry[x];
  return dry;
}

void SandExchange::look(Terrain const& terrain) {
  for (; seen_ < few_.size(); ++seen_) {
    const std::size_t cell = few_[seen_];
    const Quanta lies = terrain.columns.available(cell);
    cells_[cell].available = terrain.dry(cell, lies);
    if (!damp_.empty()) damp_[cell] = lies - cells_[cell].available;
  }
}

void SandExchange::expect(std::size_t movers) {
  everywhere_ = movers >= 2 * touched_.size();
  traded_.resize(many_ && movers * kCellsToAMover <= cells_.size() ? movers : 0);
  beside_.resize(traded_.size() * kTouchesBeside);
  if (everywhere_) std::fill(touched_.begin(), touched_.end(), std::uint8_t{1});
}

void SandExchange::trade(Trades const& trades, bool shared) {
  const auto [mover, count, cells, lifts, deposits, visits] = trades;
  kernel::ExchangeCell* const records = cells_.data();
  for (std::size_t i = 0; i < count; ++i) {
    kernel::ExchangeCell& record = records[cells[i]];
    if (shared) {
      if (lifts[i] != 0) std::atomic_ref(record.wished).fetch_add(lifts[i], std::memory_order_relaxed);
      if (deposits[i] != 0) std::atomic_ref(record.change).fetch_add(deposits[i], std::memory_order_relaxed);
      // With many particles these bits change in no other way, so all threads that write store the same value.
      const std::atomic_ref bits(record.protrusion);
      if (visits[i] != 0) bits.store(bits.load(std::memory_order_relaxed) | visits[i], std::memory_order_relaxed);
    } else {
      record.wished += lifts[i];
      record.change += deposits[i];
      record.protrusion |= visits[i];
    }
  }
  if (!traded_.empty()) std::copy_n(cells, count, traded_.data() + mover);
  if (everywhere_) return;
  std::uint8_t* const touched = touched_.data();
  for (std::size_t i = 0; i < count; ++i) {
    std::atomic_ref(touched[segment_of(static_cast<std::size_t>(cells[i]))]).store(1, std::memory_order_relaxed);
  }
}

void SandExchange::share_out(Terrain& terrain, Scheduler const& scheduler) {
  if (!traded_.empty()) return share_out_traded(terrain, scheduler);
  for_touched(scheduler, [&](std::size_t first, std::size_t count) { share_out_cells(terrain, first, count); });
}

void SandExchange::share_out_cells(Terrain& terrain, std::size_t first, std::size_t count) {
  if (!kernel::share_out(cells_.data() + first, count)) return;
  for (std::size_t cell = first; cell < first + count; ++cell) {
    const auto available = static_cast<std::uint32_t>(cells_[cell].available);
    if (available <= kRangeEnd) continue;
    terrain.columns.spill(terrain.columns.cover_soil(cell), QuantaSum{available} - kRangeEnd);
    cells_[cell].available = kRangeEnd;
  }
}

void SandExchange::share_out_traded(Terrain& terrain, Scheduler const& scheduler) {
  // Each thread visits all trades and settles those in its own rows, so that no thread waits for another.
  const int rows = grid_.height / scheduler.threads() + 1;
  scheduler.for_ranges(grid_.height, rows, [&](int first, int last) {
    const std::size_t begin = grid_.index(0, first), count = grid_.index(0, last) - begin;
    const auto settle = [&](std::size_t cell) {
      // A second call for the same cell changes nothing.
      if (cell - begin < count) share_out_cells(terrain, cell, 1);
    };
    for (const std::int32_t cell : traded_) settle(static_cast<std::size_t>(cell));
    for (std::size_t i = 0; i < beside_count_; ++i) settle(static_cast<std::size_t>(beside_[i]));
  });
  beside_count_ = 0;
}

void SandExchange::apply(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler, EachRun const& each) {
  traded_.clear();                     // the rounds are over, so what is touched from now on is not listed
  const bool later = !drops_.empty();  // gains are known only after drops have been added
  gains_.assign(later ? cells_.size() : 0, 0);
  Columns& columns = terrain.columns;
  const auto apply_piece = [&](std::size_t begin, std::size_t count) {
    std::array<Quanta, kPiece> room;
    Quanta* const gain = later ? gains_.data() + begin : room.data();
    kernel::gains(cells_.data() + begin, columns.available_thicknesses().data() + begin, count, gain);
    for (std::size_t i = 0; i < count && !damp_.empty(); ++i) gain[i] += damp_[begin + i];
    columns.exchange_covers(begin, {gain, count});
    if (!later) each(begin, {gain, count});
    if (any_wear_ == 0) return;
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (worn_[i] != 0) columns.abrade(i, worn_[i], terrain.soils, ledger);
    }
    std::fill_n(worn_.data() + begin, count, 0);
  };
  for_touched(scheduler, [&](std::size_t begin, std::size_t count) {
    for (std::size_t done = 0; done < count; done += kPiece) {
      apply_piece(begin + done, std::min(kPiece, count - done));
    }
  });
  any_wear_ = 0;
  lay_down_drops(columns);
  if (later) {
    for_touched(scheduler,
                [&](std::size_t begin, std::size_t count) { each(begin, std::span(gains_).subspan(begin, count)); });
    release_memory(gains_);
  }
  faces_.hollow_out(terrain, ledger, scheduler);
}

void SandExchange::lay_down_drops(Columns& columns) {
  // The order does not depend on which thread dropped what, or when.
  std::ranges::sort(drops_, {}, [](Drop const& drop) { return std::tuple(drop.cell, drop.soil, drop.amount); });
  for (Drop const& drop : drops_) {
    columns.deposit(drop.cell, drop.soil, drop.amount);
    gains_[drop.cell] += std::min(drop.amount, kRangeEnd - std::max(gains_[drop.cell], 0));
    touch(drop.cell, false);
  }
  drops_.clear();
}

}  // namespace barchan
