/// Image: 8-bit pixels in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace barchan {

/// RGBA, 8 bits a channel, sRGB, top row first.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  ///< width * height * 4 bytes

  std::uint8_t const* pixel(int x, int y) const {
    return rgba.data() +
           4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
  bool operator==(Image const&) const = default;
};

/// The pixels without their opacity, three bytes each, top row first.
std::vector<std::uint8_t> opaque_rgb(Image const& image);

}  // namespace barchan
