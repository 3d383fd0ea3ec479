#include "processes/wind_particles/exchange_kernel.hpp"

#include <cstring>

#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// One record in a register.
using Record = std::int32_t __attribute__((vector_size(sizeof(ExchangeCell))));
static_assert(sizeof(ExchangeCell) == 4 * sizeof(std::int32_t));

}  // namespace

void share_out(ExchangeCell* cells, std::size_t count) {
  constexpr Record kStays{-1, -1, 0, 0};
  constexpr Record kFirst{-1, 0, 0, 0};
  for (std::size_t i = 0; i < count; ++i) {
    Record record;
    std::memcpy(&record, cells + i, sizeof record);
    record = (record & kStays) + (__builtin_shufflevector(record, record, 2, 3, 2, 3) & kFirst);
    std::memcpy(cells + i, &record, sizeof record);
  }
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
