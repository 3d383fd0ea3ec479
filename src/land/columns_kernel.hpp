/// Inner loops over whole columns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/grid.hpp"
#include "base/quanta.hpp"

namespace barchan::kernel {

/// What an addition has met.
struct Added {
  bool anything;          ///< some entry of the change is not zero
  bool passes_range_end;  ///< a sum is greater than kRangeEnd; it may have wrapped around
};
/// Adds `change` to both arrays.
Added add_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count);
/// Takes `change` from both arrays again, also where sums have wrapped around.
void undo_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count);

/// Marks of the segments of a row.
struct SegmentMarks {
  std::uint8_t* any;   ///< set to 1 if the segment has a change
  std::uint8_t* ends;  ///< receives the bits kWestEnd and kEastEnd of ends with a change
};
/// The same for whole segments. Marks each segment that changes. Returns whether a sum is greater than kRangeEnd.
bool add_changes(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t segments, SegmentMarks marks);

/// Adds `weight` times the magnitude of each change.
void add_slides(float weight, Quanta const* change, std::size_t count, float* slides);

struct ColumnsSums {
  QuantaSum elevation, sediment;
  Quanta thinnest, lowest, highest;
};
ColumnsSums sum_columns(Quanta const* elevation, Quanta const* sediment, std::size_t count);

}  // namespace barchan::kernel
