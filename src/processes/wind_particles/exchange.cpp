#include "processes/wind_particles/exchange.hpp"

#include <algorithm>
#include <tuple>

namespace barchan {

void SandExchange::prepare(Grid const& grid) {
  cells_.assign(grid.cells(), {});
  worn_.assign(grid.cells(), 0);
  gains_.assign(grid.cells(), 0);
  touched_.assign(grid.cells() / kSegment + 1, 0);
  any_wear_ = 0;
}

void SandExchange::begin_look(Terrain const& terrain) {
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
  Grid const& grid = terrain.grid;
  begin_look(terrain);
  scheduler.for_ranges(grid.height, 32, [&](int first, int last) {
    std::vector<Quanta> room(static_cast<std::size_t>(grid.width));
    for (int y = first; y < last; ++y) {
      kernel::show_available(look_row(terrain, y, room).data(), room.size(), cells_.data() + grid.index(0, y));
    }
  });
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
  scheduler.for_ranges(static_cast<int>(touched_.size()), 1024, [&](int first, int last) {
    const auto end = static_cast<std::size_t>(last);
    for (auto segment = static_cast<std::size_t>(first); segment < end;) {
      if (touched_[segment] == 0) {
        ++segment;
        continue;
      }
      const std::size_t begin = segment * kSegment;
      while (segment < end && touched_[segment] != 0) ++segment;
      kernel::share_out(cells_.data() + begin, std::min(segment * kSegment, cells_.size()) - begin);
    }
  });
}

void SandExchange::apply(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  const auto width = static_cast<std::size_t>(grid.width);
  scheduler.for_ranges(grid.height, 32, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t row_begin = grid.index(0, y);
      const std::size_t row_end = row_begin + width;
      std::fill_n(gains_.begin() + static_cast<std::ptrdiff_t>(row_begin), width, 0);
      for (std::size_t cell = row_begin; cell < row_end;) {
        if (touched_[segment_of(cell)] == 0) {
          cell = (segment_of(cell) + 1) * kSegment;
          continue;
        }
        const std::size_t begin = cell;
        while (cell < row_end && touched_[segment_of(cell)] != 0) cell = (segment_of(cell) + 1) * kSegment;
        cell = std::min(cell, row_end);
        const std::size_t count = cell - begin;
        Quanta* const gain = gains_.data() + begin;
        kernel::gains(cells_.data() + begin, columns.available_thicknesses().data() + begin, count, gain);
        for (std::size_t i = 0; i < count && !damp_.empty(); ++i) gain[i] += damp_[begin + i];
        columns.exchange_covers(begin, {gain, count});
        if (any_wear_ == 0) continue;
        for (std::size_t i = begin; i < cell; ++i) {
          if (worn_[i] != 0) columns.abrade(i, worn_[i], terrain.soils, ledger);
        }
        std::fill_n(worn_.begin() + static_cast<std::ptrdiff_t>(begin), count, 0);
      }
    }
  });
  std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
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
  }
  drops_.clear();
}

}  // namespace barchan
