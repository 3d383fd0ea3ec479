/// Inner loop that finds steep ground.
#pragma once

#include <cstddef>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// One row of columns.
struct ColumnsRow {
  Quanta const* elevation;
  Quanta const* sediment;
};

/// Returns true if the bases of any of `count` cells and its partner differ by at least `limit` quanta.
bool any_step(ColumnsRow row, ColumnsRow partner, std::size_t count, Quanta limit);

}  // namespace barchan::kernel
