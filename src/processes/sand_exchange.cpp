#include "processes/sand_exchange.hpp"

#include <algorithm>
#include <array>

namespace barchan {

namespace {

constexpr std::size_t kRun = 512;  // cells carried out at a time

}  // namespace

void SandExchange::prepare(Grid const& grid) {
  cells_.assign(grid.cells(), {});
  worn_.assign(grid.cells(), 0);
  touched_.assign(grid.cells() / Columns::kSegment + 1, 0);
  any_wear_ = 0;
}

void SandExchange::look(Columns const& columns, Scheduler const& scheduler) {
  Quanta const* const loose = columns.loose_thicknesses().data();
  scheduler.for_ranges(static_cast<int>(cells_.size()), 16384, [&](int first, int last) {
    kernel::show_loose(loose + first, static_cast<std::size_t>(last - first), cells_.data() + first);
  });
}

void SandExchange::settle(Scheduler const& scheduler) {
  scheduler.for_ranges(static_cast<int>(touched_.size()), 1024, [&](int first, int last) {
    const auto end = static_cast<std::size_t>(last);
    for (auto segment = static_cast<std::size_t>(first); segment < end;) {
      if (touched_[segment] == 0) {
        ++segment;
        continue;
      }
      const std::size_t begin = segment * Columns::kSegment;
      while (segment < end && touched_[segment] != 0) ++segment;
      kernel::settle(cells_.data() + begin, std::min(segment * Columns::kSegment, cells_.size()) - begin);
    }
  });
}

void SandExchange::apply(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Columns& columns = terrain.columns;
  const auto width = static_cast<std::size_t>(grid.width);
  scheduler.for_ranges(grid.height, 32, [&](int first, int last) {
    std::array<Quanta, kRun> gain;
    for (int y = first; y < last; ++y) {
      const std::size_t row_begin = grid.index(0, y);
      const std::size_t row_end = row_begin + width;
      for (std::size_t cell = row_begin; cell < row_end;) {
        if (touched_[segment_of(cell)] == 0) {
          cell = (segment_of(cell) + 1) * Columns::kSegment;
          continue;
        }
        const std::size_t begin = cell;
        const std::size_t limit = std::min(row_end, begin + kRun);
        while (cell < limit && touched_[segment_of(cell)] != 0) cell = (segment_of(cell) + 1) * Columns::kSegment;
        cell = std::min(cell, limit);
        const std::size_t count = cell - begin;
        kernel::gains(cells_.data() + begin, columns.loose_thicknesses().data() + begin, count, gain.data());
        columns.exchange(begin, std::span(gain).first(count));
        if (any_wear_ == 0) continue;
        for (std::size_t i = begin; i < cell; ++i) {
          if (worn_[i] != 0) columns.abrade(i, worn_[i], ledger);
        }
        std::fill_n(worn_.begin() + static_cast<std::ptrdiff_t>(begin), count, 0);
      }
    }
  });
  std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
  any_wear_ = 0;
}

}  // namespace barchan
