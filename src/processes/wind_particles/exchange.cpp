#include "processes/wind_particles/exchange.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace barchan {

void SandExchange::prepare(Grid const& grid) {
  cells_.assign(grid.cells(), {});
  worn_.assign(grid.cells(), 0);
  gains_.assign(grid.cells(), 0);
  touched_.assign(grid.cells() / kSegment + 1, 0);
  seen_.assign(touched_.size(), 0);
  any_wear_ = 0;
  filled_ = false;
}

void SandExchange::begin(Terrain const& terrain) {
  if (filled_) {
    cells_.assign(cells_.size(), {});
  } else {
    for_touched(0, cells_.size(), [&](std::size_t first, std::size_t count) {
      std::fill_n(cells_.data() + first, count, kernel::ExchangeCell{});
    });
  }
  filled_ = false;
  forget_rounds(terrain);
}

void SandExchange::begin_look(Terrain const& terrain) {
  filled_ = true;
  forget_rounds(terrain);
}

void SandExchange::forget_rounds(Terrain const& terrain) {
  for_touched(0, cells_.size(),
              [&](std::size_t first, std::size_t count) { std::fill_n(gains_.data() + first, count, 0); });
  std::ranges::fill(touched_, std::uint8_t{0});
  std::ranges::fill(seen_, std::uint8_t{0});
  damp_.resize(terrain.cell_layers.quanta(CellLayer::damp).empty() ? 0 : cells_.size());
}

std::span<Quanta const> SandExchange::look_row(Terrain const& terrain, int y, std::span<Quanta> room) {
  const std::size_t begin = terrain.grid.index(0, y);
  const auto lies = terrain.columns.available_thicknesses().subspan(begin, room.size());
  const std::span<Quanta const> dry = terrain.dry_row(y, lies, room);
  for (std::size_t x = 0; x < dry.size() && !damp_.empty(); ++x) damp_[begin + x] = lies[x] - dry[x];
  return dry;
}

void SandExchange::look(Terrain const& terrain, Scheduler const& scheduler) {
  if (filled_) return;
  for_all_touched(scheduler, [&](std::size_t first, std::size_t count) {
    for (std::size_t cell = first; cell < first + count; cell += kSegment) {
      if (std::exchange(seen_[segment_of(cell)], std::uint8_t{1}) != 0) continue;
      show(terrain, cell, std::min<std::size_t>(kSegment, first + count - cell));
    }
  });
}

void SandExchange::show(Terrain const& terrain, std::size_t first, std::size_t count) {
  for (std::size_t cell = first; cell < first + count; ++cell) {
    const Quanta lies = terrain.columns.available(cell);
    cells_[cell].available = terrain.dry(cell, lies);
    if (!damp_.empty()) damp_[cell] = lies - cells_[cell].available;
  }
}

void SandExchange::expect(std::size_t movers) {
  everywhere_ = movers >= 2 * touched_.size();
  if (everywhere_) std::fill(touched_.begin(), touched_.end(), std::uint8_t{1});
}

void SandExchange::trade(Trades const& trades, bool shared) {
  const auto [count, cells, lifts, deposits, visits] = trades;
  if (shared) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto cell = static_cast<std::size_t>(cells[i]);
      trade(cell, lifts[i], deposits[i], true);
      if (visits[i] != 0) visit(cell);
    }
    return;
  }
  kernel::ExchangeCell* const records = cells_.data();
  for (std::size_t i = 0; i < count; ++i) {
    kernel::ExchangeCell& record = records[cells[i]];
    record.wished += lifts[i];
    record.change += deposits[i];
    record.protrusion |= visits[i];
  }
  if (everywhere_) return;
  std::uint8_t* const touched = touched_.data();
  for (std::size_t i = 0; i < count; ++i) touched[segment_of(static_cast<std::size_t>(cells[i]))] = 1;
}

void SandExchange::share_out(Scheduler const& scheduler) {
  for_all_touched(scheduler,
                  [&](std::size_t first, std::size_t count) { kernel::share_out(cells_.data() + first, count); });
}

void SandExchange::apply(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  scheduler.for_ranges(grid.height, 32, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for_touched(grid.index(0, y), grid.index(0, y) + static_cast<std::size_t>(grid.width),
                  [&](std::size_t begin, std::size_t count) {
                    Quanta* const gain = gains_.data() + begin;
                    kernel::gains(cells_.data() + begin, columns.available_thicknesses().data() + begin, count, gain);
                    for (std::size_t i = 0; i < count && !damp_.empty(); ++i) gain[i] += damp_[begin + i];
                    columns.exchange_covers(begin, {gain, count});
                    if (any_wear_ == 0) return;
                    for (std::size_t i = begin; i < begin + count; ++i) {
                      if (worn_[i] != 0) columns.abrade(i, worn_[i], terrain.soils, ledger);
                    }
                    std::fill_n(worn_.data() + begin, count, 0);
                  });
    }
  });
  any_wear_ = 0;
  lay_down_drops(columns);
  faces_.hollow_out(terrain, ledger, scheduler);
}

void SandExchange::lay_down_drops(Columns& columns) {
  // In an order that does not tell who dropped what when.
  std::ranges::sort(drops_, {}, [](Drop const& drop) { return std::tuple(drop.cell, drop.soil, drop.amount); });
  for (Drop const& drop : drops_) {
    columns.deposit(drop.cell, drop.soil, drop.amount);
    gains_[drop.cell] += drop.amount;
    touch(drop.cell);
  }
  drops_.clear();
}

}  // namespace barchan
