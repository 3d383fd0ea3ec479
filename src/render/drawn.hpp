/// Drawn: the cost of drawing, counted where the draw calls are made.
#pragma once

#include <cstddef>

namespace barchan::render {

/// Triangles and draw calls, summed with +=.
struct Drawn {
  std::size_t triangles = 0;
  std::size_t calls = 0;  ///< draw calls; each may draw many instances

  Drawn& operator+=(Drawn const& other) {
    triangles += other.triangles;
    calls += other.calls;
    return *this;
  }
  bool operator==(Drawn const&) const = default;
};

}  // namespace barchan::render
