#include "base/land_vector.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace barchan {

namespace {

constexpr std::size_t kLine = 64;                         // bytes of a line of the cache
constexpr std::size_t kPage = 4096;                       // bytes of a page
constexpr std::size_t kApart = 5 * kLine;                 // an odd number of lines: only the 65th is the first again
constexpr std::size_t kLarge = std::size_t{1} << 16;      // bytes from which on the place in the page matters
constexpr std::size_t kVeryLarge = std::size_t{1} << 22;  // bytes from which on large pages pay

/// Bytes from `address` up to a multiple of `unit`.
std::size_t up_to(std::size_t unit, std::byte const* address) {
  return (unit - reinterpret_cast<std::uintptr_t>(address) % unit) % unit;
}
/// Bytes from the beginning of a page at which the next large vector begins. Their count outlives a world, as the
/// memory that they come from does; no result depends on it.
std::size_t next_place() {
  static std::atomic<std::size_t> large{0};
  return large.fetch_add(1, std::memory_order_relaxed) * kApart % kPage;
}

/// A wish only: without such pages all is the same but for the time it takes.
void ask_for_large_pages([[maybe_unused]] std::byte* block, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  const std::size_t before = up_to(kPage, block);
  madvise(block + before, (bytes - before) / kPage * kPage, MADV_HUGEPAGE);
#endif
}

}  // namespace

void* allocate_for_land(std::size_t bytes) {
  // Before the values stands where the block begins.
  const bool large = bytes >= kLarge;
  const std::size_t unit = large ? kPage : kLine, place = large ? next_place() : 0;
  const std::size_t all = sizeof(std::byte*) + unit + place + bytes;
  auto* const block = static_cast<std::byte*>(::operator new(all));
  if (bytes >= kVeryLarge) ask_for_large_pages(block, all);
  std::byte* const head = block + sizeof block;
  std::byte* const values = head + up_to(unit, head) + place;
  std::memcpy(values - sizeof block, &block, sizeof block);
  return values;
}

void release_of_land(void* values) {
  std::byte* block = nullptr;
  std::memcpy(&block, static_cast<std::byte*>(values) - sizeof block, sizeof block);
  ::operator delete(block);
}

}  // namespace barchan
