/// Images of the format OpenEXR with named channels.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace barchan {

/// A channel of an image.
struct ExrChannel {
  std::string name;               ///< such as "Y", "R" or "flow.X"; 1 to 255 bytes
  std::span<float const> values;  ///< of all pixels; the rows run from top to bottom
  bool half = false;              ///< stored with 16 bits (11 significant bits, up to 65504) instead of 32
};

/// An image in memory, compressed without loss (ZIP). Values that a half cannot hold become infinite, as IEEE 754
/// rounds them. Throws std::invalid_argument if two channels have the same name, if a name is empty or too long, or if
/// a channel does not have one value per pixel, and InputError if the image cannot be written.
std::vector<std::byte> encode_exr(int width, int height, std::span<ExrChannel const> channels);

}  // namespace barchan
