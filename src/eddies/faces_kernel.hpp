/// The inner loop that looks for steep ground.
#pragma once

#include <cstddef>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// One row of columns.
struct ColumnsRow {
  Quanta const* elevation;
  Quanta const* sediment;
};

/// True when the base of any of `count` cells stands `limit` quanta above or below that of its partner.
bool any_step(ColumnsRow row, ColumnsRow partner, std::size_t count, Quanta limit);

}  // namespace barchan::kernel
