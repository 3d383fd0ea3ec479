#include "eddies/faces_kernel.hpp"

#include <cstdint>

#include "base/vectorize.hpp"

namespace barchan::kernel {

BARCHAN_VECTOR_CLONES
bool any_step(ColumnsRow row, ColumnsRow partner, std::size_t count, Quanta limit) {
  Quanta const* const elevation = row.elevation;
  Quanta const* const sediment = row.sediment;
  Quanta const* const partner_elevation = partner.elevation;
  Quanta const* const partner_sediment = partner.sediment;
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta step = difference(elevation[i] - sediment[i], partner_elevation[i] - partner_sediment[i]);
    const Quanta size = step < 0 ? difference(0, step) : step;
    found |= static_cast<std::uint32_t>(size) >= static_cast<std::uint32_t>(limit) ? 1u : 0u;
  }
  return found != 0;
}

}  // namespace barchan::kernel
