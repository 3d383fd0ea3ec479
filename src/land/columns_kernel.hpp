/// Inner loops over whole columns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/grid.hpp"
#include "base/quanta.hpp"

namespace barchan::kernel {

/// Returns whether a sum of `change` and one of the two arrays is greater than kRangeEnd. Neither array may be.
bool passes_range_end(Quanta const* elevation, Quanta const* sediment, Quanta const* change, std::size_t count);

/// Adds `change` to both arrays. Returns whether any entry of `change` is not zero.
bool add_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count);

/// Marks of the segments of a row.
struct SegmentMarks {
  std::uint8_t* any;   ///< set to 1 if the segment has a change
  std::uint8_t* ends;  ///< receives the bits kWestEnd and kEastEnd of ends with a change
};
/// The same for whole segments. Marks each segment that changes.
void add_changes(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t segments, SegmentMarks marks);

struct ColumnsSums {
  QuantaSum elevation, sediment;
  Quanta thinnest, lowest, highest;
};
ColumnsSums sum_columns(Quanta const* elevation, Quanta const* sediment, std::size_t count);

}  // namespace barchan::kernel
