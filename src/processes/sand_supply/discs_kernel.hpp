/// The sand supply's look at the land.
#pragma once

#include <cstddef>

#include "base/quanta.hpp"

namespace barchan::kernel {

/// How many of `count` cells hold more than `depth` quanta of sand.
int count_covered(Quanta const* sediment, std::size_t count, Quanta depth);

}  // namespace barchan::kernel
