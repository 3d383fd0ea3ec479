/// SendBudget: the part of a view that may be sent to the GPU per frame.
#pragma once

#include <cstddef>
#include <limits>

namespace barchan::render {

/// The bytes that may still be compared and sent. SentGrid::send() reduces them.
struct SendBudget {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  std::size_t sent = kAll;    ///< bytes to send; a grid is sent only in bands of whole rows
  std::size_t looked = kAll;  ///< bytes to compare with those sent before
};

/// The budget of a frame in which controls must respond.
inline constexpr SendBudget kFrameBudget{.sent = 4'000'000, .looked = std::size_t{16} << 20};

}  // namespace barchan::render
