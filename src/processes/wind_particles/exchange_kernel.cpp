#include "processes/wind_particles/exchange_kernel.hpp"

#include <algorithm>
#include <cstring>

#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// One record in a register.
using Record = std::uint32_t __attribute__((vector_size(sizeof(ExchangeCell))));
static_assert(sizeof(ExchangeCell) == 4 * sizeof(std::uint32_t));

}  // namespace

bool share_out(ExchangeCell* cells, std::size_t count) {
  constexpr std::uint32_t kAll = ~std::uint32_t{0};
  constexpr Record kStays{kAll, kAll, 0, 0};
  constexpr Record kFirst{kAll, 0, 0, 0};
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Record record;
    std::memcpy(&record, cells + i, sizeof record);
    record = (record & kStays) + (__builtin_shufflevector(record, record, 2, 3, 2, 3) & kFirst);
    std::memcpy(cells + i, &record, sizeof record);
    most = std::max(most, static_cast<std::uint32_t>(record[0]));
  }
  return most > kRangeEnd;
}

BARCHAN_VECTOR_CLONES
void gains(ExchangeCell const* cells, Quanta const* available, std::size_t count, Quanta* gain) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) gain[i] = cells[i].available - available[i];
}

BARCHAN_VECTOR_CLONES
void average_visits(float weight, ExchangeCell const* cells, std::size_t count, float* average) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) average[i] += weight * static_cast<float>(cells[i].protrusion & kVisited);
}

}  // namespace barchan::kernel
