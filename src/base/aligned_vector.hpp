/// A vector that begins at a cache line, so that kernels load and store whole ones.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace barchan {

template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  LineAllocator() = default;
  template <class U>
  LineAllocator(LineAllocator<U> const&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* values, std::size_t) { ::operator delete(values, kLine); }
  bool operator==(LineAllocator const&) const = default;
};

template <class T>
using AlignedVector = std::vector<T, LineAllocator<T>>;

}  // namespace barchan
