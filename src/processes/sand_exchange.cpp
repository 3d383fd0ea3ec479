#include "processes/sand_exchange.hpp"

#include <algorithm>

namespace barchan {

void SandExchange::prepare(Grid const& grid) {
  wished_.assign(grid.cells(), 0);
  change_.assign(grid.cells(), 0);
  worn_.assign(grid.cells(), 0);
  touched_.assign(grid.cells() / Columns::kSegment + 1, 0);
  any_wear_ = 0;
}

void SandExchange::apply(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  scheduler.for_ranges(grid.height, 32, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const std::size_t row_begin = grid.index(0, y);
      const std::size_t row_end = row_begin + width;
      for (std::size_t cell = row_begin; cell < row_end;) {
        if (touched_[segment_of(cell)] == 0) {
          cell = (segment_of(cell) + 1) * Columns::kSegment;
          continue;
        }
        const std::size_t begin = cell;
        while (cell < row_end && touched_[segment_of(cell)] != 0) cell = (segment_of(cell) + 1) * Columns::kSegment;
        cell = std::min(cell, row_end);
        const std::size_t count = cell - begin;
        if (any_wear_ != 0) {
          for (std::size_t i = begin; i < cell; ++i) {
            if (worn_[i] != 0) terrain.columns.abrade(i, worn_[i], ledger);
          }
          std::fill_n(worn_.begin() + static_cast<std::ptrdiff_t>(begin), count, 0);
        }
        terrain.columns.exchange(begin, std::span(change_).subspan(begin, count));
        std::fill_n(change_.begin() + static_cast<std::ptrdiff_t>(begin), count, 0);
        std::fill_n(wished_.begin() + static_cast<std::ptrdiff_t>(begin), count, 0);
      }
    }
  });
  std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
  any_wear_ = 0;
}

}  // namespace barchan
