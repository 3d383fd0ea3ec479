/// The inner loops over whole columns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"

namespace barchan::kernel {

/// Adds `change` to both arrays; returns whether any of it is not zero.
bool add_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count);

/// Marks of segments, and at which ends they are marked: kWestEnd, kEastEnd.
struct DisturbedSegments {
  std::uint8_t* any;
  std::uint8_t* ends;
};
/// The same for whole segments; marks each that changes.
void add_changes(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t segments,
                 DisturbedSegments marks);

struct ColumnsSums {
  QuantaSum elevation, sediment;
  Quanta thinnest, lowest, highest;
};
ColumnsSums sum_columns(Quanta const* elevation, Quanta const* sediment, std::size_t count);

}  // namespace barchan::kernel
