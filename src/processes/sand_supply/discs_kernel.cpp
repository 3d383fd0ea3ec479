#include "processes/sand_supply/discs_kernel.hpp"

#include "base/vectorize.hpp"

namespace barchan::kernel {

BARCHAN_VECTOR_CLONES
int count_covered(Quanta const* sediment, std::size_t count, Quanta depth) {
  int covered = 0;
  for (std::size_t i = 0; i < count; ++i) covered += sediment[i] > depth ? 1 : 0;
  return covered;
}

}  // namespace barchan::kernel
