/// Picture: 8-bit colour pictures.
#pragma once

#include <cstdint>
#include <vector>

namespace barchan {

class Archive;

/// A picture in sRGB with three bytes per pixel, top row first.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< 3 * width * height
};

/// Reads or writes a picture of at most 4096 pixels along each side. Throws ArchiveError.
void keep(Archive& archive, Picture& picture);

}  // namespace barchan
