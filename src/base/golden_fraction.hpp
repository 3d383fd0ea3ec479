/// The golden-ratio sequence: a fraction a step that fills [0, 1) evenly, without a state.
#pragma once

#include <cstdint>

namespace barchan {

/// In [0, 1). Amounts below one quantum that are rounded by it are neither lost nor favoured over many steps.
inline float golden_fraction(std::uint64_t number) {
  const std::uint32_t turn = static_cast<std::uint32_t>(number) * 2654435769u;  // 2^32 over the golden ratio
  return static_cast<float>(static_cast<std::int32_t>(turn >> 8)) * (1.0f / 16777216.0f);
}

}  // namespace barchan
