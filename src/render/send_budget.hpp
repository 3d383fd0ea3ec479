/// SendBudget: how much of a view a frame may send to the graphics side.
#pragma once

#include <cstddef>
#include <limits>

namespace barchan::render {

/// What may still be looked at and sent.
struct SendBudget {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  std::size_t sent = kAll;    ///< bytes, at least those of a row
  std::size_t looked = kAll;  ///< bytes that are compared with what was sent before
};

/// Of a frame in which controls must answer.
inline constexpr SendBudget kFrameBudget{.sent = 4'000'000, .looked = std::size_t{16} << 20};

}  // namespace barchan::render
