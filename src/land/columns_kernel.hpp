/// The inner loops over whole columns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/grid.hpp"
#include "base/quanta.hpp"

namespace barchan::kernel {

/// Adds `change` to both arrays; returns whether any of it is not zero.
bool add_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count);

/// What is known of the segments of a row: 1 where anything is done, and at which of its ends.
struct SegmentMarks {
  std::uint8_t* any;
  std::uint8_t* ends;  ///< bits kWestEnd and kEastEnd
};
/// The same for whole segments; marks each that changes.
void add_changes(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t segments, SegmentMarks marks);

struct ColumnsSums {
  QuantaSum elevation, sediment;
  Quanta thinnest, lowest, highest;
};
ColumnsSums sum_columns(Quanta const* elevation, Quanta const* sediment, std::size_t count);

}  // namespace barchan::kernel
