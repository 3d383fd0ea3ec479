/// A vector for a value a cell, so placed that going through the arrays of a land is fast.
///
/// Large blocks come from the system at the beginning of a page. The processor's nearest cache looks for a line by its
/// place in the page and holds about eight of the same place: a loop through a dozen arrays of a land would at each
/// cell drive out what it needs at the next. So large vectors begin at different lines of their page. And a page is
/// 4 KB, of which even a processor that knows thousands knows too few for a large land: very large vectors ask for
/// pages of 2 MB, where the system has them.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace barchan {

/// A block of memory that begins at a cache line, so that kernels load and store whole ones. Throws std::bad_alloc.
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
