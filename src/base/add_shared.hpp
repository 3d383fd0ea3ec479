/// Sums to which several threads add.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>

#include "base/quanta.hpp"

namespace barchan {

/// Adds `amount` to a cell. Other threads may add to the same cell at the same time.
inline void add_shared(std::span<Quanta> cells, std::size_t cell, Quanta amount) {
  std::atomic_ref<Quanta>(cells[cell]).fetch_add(amount, std::memory_order_relaxed);
}

}  // namespace barchan
