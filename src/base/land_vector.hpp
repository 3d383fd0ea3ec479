/// LandVector: a vector with one value per cell, aligned so that loops over the arrays of a land are fast.
///
/// The system aligns large blocks to pages. A first-level cache selects lines by their offset in the page and holds
/// about eight lines with the same offset. So a loop through a dozen arrays of a land would evict at each cell the
/// lines that it needs at the next. Large vectors therefore begin at different lines of their pages. Even processors
/// with thousands of TLB entries for 4 KB pages cannot map a large land. Very large vectors therefore request 2 MB
/// pages, if the system has them.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace barchan {

/// Allocates memory that begins at a cache line, so that kernels load and store whole lines. Throws std::bad_alloc.
void* allocate_for_land(std::size_t bytes);
void release_of_land(void* values);

template <class T>
struct LandAllocator {
  using value_type = T;

  LandAllocator() = default;
  template <class U>
  LandAllocator(LandAllocator<U> const&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(allocate_for_land(count * sizeof(T))); }
  void deallocate(T* values, std::size_t) { release_of_land(values); }
  bool operator==(LandAllocator const&) const = default;
};

template <class T>
using LandVector = std::vector<T, LandAllocator<T>>;

}  // namespace barchan
