/// Pictures as PNG files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/input_error.hpp"
#include "picture/picture.hpp"

namespace barchan {

/// What a PNG carries besides its pixels.
struct PictureExtras {
  std::vector<std::pair<std::string, std::string>> texts{};  ///< keywords of Latin letters, and texts
  std::span<std::byte const> world{};                        ///< contents of kWorldChunk; empty: there is none
};

/// The bytes of a PNG. Throws InputError.
std::vector<std::byte> encode_picture(Picture const& picture, PictureExtras const& extras = {});
/// Writes a PNG; the file appears whole or not at all. Throws InputError.
void write_picture(std::filesystem::path const& path, Picture const& picture);

/// A PNG in memory. `channels`: 1 (grey), 3 (RGB) or 4 (RGBA); `bits` per channel: 8, or 16 with one channel, whose
/// high byte comes first. `bytes`: the rows from top to bottom, without gaps. Throws std::invalid_argument for another
/// layout or another number of bytes.
std::vector<std::byte> encode_image(int width, int height, int channels, int bits, std::span<std::uint8_t const> bytes);

}  // namespace barchan
