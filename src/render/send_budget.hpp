/// SendBudget: how much of a view may be sent to the GPU per frame.
#pragma once

#include <cstddef>
#include <limits>

namespace barchan::render {

/// What may still be compared and sent.
struct SendBudget {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  std::size_t sent = kAll;    ///< bytes; at least one row is always sent
  std::size_t looked = kAll;  ///< bytes that may be compared with what was sent before
};

/// The budget of a frame in which controls must respond.
inline constexpr SendBudget kFrameBudget{.sent = 4'000'000, .looked = std::size_t{16} << 20};

}  // namespace barchan::render
