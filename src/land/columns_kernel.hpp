/// The inner loops over whole columns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "barchan/base/grid.hpp"
#include "barchan/base/quanta.hpp"

namespace barchan::kernel {

/// Adds `change` to both arrays; returns whether any of it is not zero.
bool add_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count);

/// The same for whole segments; sets the mark of each that changes, and adds at which ends.
void add_changes(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t segments, std::uint8_t* marks,
                 std::uint8_t* ends);

struct ColumnsSums {
  QuantaSum elevation, sediment;
  Quanta thinnest, lowest, highest;
};
ColumnsSums sum_columns(Quanta const* elevation, Quanta const* sediment, std::size_t count);

}  // namespace barchan::kernel
