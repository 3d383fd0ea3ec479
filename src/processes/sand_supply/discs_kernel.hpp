/// The kernel that measures the sand cover for the sand supply.
#pragma once

#include <cstddef>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// Returns how many of `count` cells hold more than `depth` quanta of sand.
int count_covered(Quanta const* sediment, std::size_t count, Quanta depth);

}  // namespace barchan::kernel
