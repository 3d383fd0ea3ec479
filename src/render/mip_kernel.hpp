/// Inner loops of MipChain, over texels of one row.
#pragma once

#include <cstddef>
#include <cstdint>

namespace barchan::kernel {

/// Two rows of a level that lie above each other.
template <class Value>
struct LevelRows {
  Value const* south;
  Value const* north;
};

/// Writes the means of two by two texels: `count` texels from 2 `count` texels of each row.
void halve_floats(LevelRows<float> rows, std::size_t count, float* means);
/// The same for texels of four halves. `room` must hold 8 `count` floats.
void halve_texels(LevelRows<std::uint16_t> rows, std::size_t count, std::uint16_t* means, float* room);

}  // namespace barchan::kernel
