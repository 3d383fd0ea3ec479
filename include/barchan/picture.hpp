/// Picture: eight-bit colour pictures as PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "barchan/input_error.hpp"

namespace barchan {

/// sRGB, three bytes a pixel, top row first.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< 3 * width * height
};

/// Writes a PNG; the file appears whole or not at all. Throws InputError.
void write_picture(std::filesystem::path const& path, Picture const& picture);

}  // namespace barchan
