/// Sums to which several threads add.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>

#include "base/quanta.hpp"

namespace barchan {

/// Adds `amount` to a cell while other threads may add to it too.
inline void add_shared(std::span<Quanta> cells, std::size_t cell, Quanta amount) {
  std::atomic_ref<Quanta>(cells[cell]).fetch_add(amount, std::memory_order_relaxed);
}

}  // namespace barchan
