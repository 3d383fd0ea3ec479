/// The inner loops over whole columns.
#pragma once

#include <cstddef>

#include "barchan/quanta.hpp"

namespace barchan::kernel {

/// Adds `change` to both arrays; returns whether any of it is not zero.
bool add_change(Quanta* elevation, Quanta* loose, Quanta const* change, std::size_t count);

struct ColumnsSums {
  QuantaSum elevation, loose;
  Quanta thinnest, lowest, highest;
};
ColumnsSums sum_columns(Quanta const* elevation, Quanta const* loose, std::size_t count);

}  // namespace barchan::kernel
