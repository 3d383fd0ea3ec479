#include "land/columns_counter.hpp"

#include <algorithm>
#include <functional>

namespace barchan {

namespace {

constexpr int kRows = 32;  ///< rows per block

}  // namespace

ColumnsCount ColumnsCounter::count(Columns const& columns, Scheduler const& scheduler) {
  Changes const& changes = columns.changes();
  const Moment since = changes.since(look_);
  const int rows = columns.rows();
  blocks_.resize(static_cast<std::size_t>((rows + kRows - 1) / kRows));
  scheduler.for_ranges(rows, kRows, [&](int first, int last) {
    bool changed = false;
    for (int y = first; y < last; ++y) changed = changed || changes.any(y, since);
    if (changed) blocks_[static_cast<std::size_t>(first / kRows)] = columns.count(first, last);
  });
  look_ = changes.look();
  ColumnsCount all;
  for (ColumnsCount const& block : blocks_) {
    std::ranges::transform(all.lying, block.lying, all.lying.begin(), std::plus());
    all.negative = all.negative || block.negative;
    all.near_range_end = all.near_range_end || block.near_range_end;
  }
  return all;
}

}  // namespace barchan
