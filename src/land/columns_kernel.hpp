/// Inner loops over whole columns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/grid.hpp"
#include "base/quanta.hpp"

namespace barchan::kernel {

/// Adds `change` to both arrays; returns whether any entry is not zero.
bool add_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count);

/// Marks of the segments of a row: 1 where there is a change, and the ends at which it lies.
struct SegmentMarks {
  std::uint8_t* any;
  std::uint8_t* ends;  ///< bits kWestEnd and kEastEnd
};
/// Same for whole segments; marks each segment that changes.
void add_changes(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t segments, SegmentMarks marks);

struct ColumnsSums {
  QuantaSum elevation, sediment;
  Quanta thinnest, lowest, highest;
};
ColumnsSums sum_columns(Quanta const* elevation, Quanta const* sediment, std::size_t count);

}  // namespace barchan::kernel
