#include "render/mip_kernel.hpp"

#include "base/vectorize.hpp"
#include "render/half.hpp"

namespace barchan::kernel {

BARCHAN_VECTOR_CLONES
void halve_floats(LevelRows<float> rows, std::size_t count, float* means) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < count; ++i) {
    const float south = rows.south[2 * i] + rows.south[2 * i + 1];
    const float north = rows.north[2 * i] + rows.north[2 * i + 1];
    means[i] = 0.25f * (south + north);
  }
}

BARCHAN_VECTOR_CLONES
void halve_texels(LevelRows<std::uint16_t> rows, std::size_t count, std::uint16_t* means, float* room) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < 8 * count; ++i) {
    room[i] = 0.25f * (value_of_half(rows.south[i]) + value_of_half(rows.north[i]));
  }
  // In place: no value is written before it is read.
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < 4; ++c) room[4 * i + c] = room[8 * i + c] + room[8 * i + 4 + c];
  }
#pragma GCC ivdep
  for (std::size_t i = 0; i < 4 * count; ++i) means[i] = static_cast<std::uint16_t>(half_bits(room[i]));
}

}  // namespace barchan::kernel
