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

constexpr std::size_t kLine = 64;                         // bytes of a cache line
constexpr std::size_t kPage = 4096;                       // bytes of a page
constexpr std::size_t kApart = 5 * kLine;                 // an odd number of lines: offsets repeat after 64 vectors
constexpr std::size_t kLarge = std::size_t{1} << 16;      // bytes from which the offset in the page matters
constexpr std::size_t kVeryLarge = std::size_t{1} << 22;  // bytes from which large pages pay

/// Bytes from `address` up to a multiple of `unit`.
std::size_t up_to(std::size_t unit, std::byte const* address) {
  return (unit - reinterpret_cast<std::uintptr_t>(address) % unit) % unit;
}
/// Offset in a page at which the next large vector begins. The counter outlives a world, like the memory. No result
/// depends on it.
std::size_t next_place() {
  static std::atomic<std::size_t> large{0};
  return large.fetch_add(1, std::memory_order_relaxed) * kApart % kPage;
}

/// Gives the system a hint. Without large pages the program is only slower.
void ask_for_large_pages([[maybe_unused]] std::byte* block, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  const std::size_t before = up_to(kPage, block);
  madvise(block + before, (bytes - before) / kPage * kPage, MADV_HUGEPAGE);
#endif
}

}  // namespace

void* allocate_for_land(std::size_t bytes) {
  // The address of the block is stored in front of the values.
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
