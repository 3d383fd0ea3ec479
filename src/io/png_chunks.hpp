/// The chunks of a PNG file, read without its pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string_view>
#include <vector>

namespace barchan {

/// The private chunk in which a picture carries its world. By the rules of PNG, its letters say that programs may
/// ignore it, that it is no public chunk, and that programs may copy it to a changed picture.
inline constexpr std::string_view kWorldChunk = "baRc";
/// Keyword of the text that tells people about this world.
inline constexpr char kWorldText[] = "Barchan world";
/// Bytes of such a chunk; longer contents are divided. Usual readers refuse chunks of more than 8 MB.
inline constexpr std::size_t kChunkPiece = std::size_t{4} << 20;

/// Contents of all chunks of this type, one after the other. Nothing if there is none, or if the bytes are no PNG.
/// Chunks that the file does not hold completely, and what exceeds `most` bytes, are left out.
std::optional<std::vector<std::byte>> read_chunks(std::istream& png, std::string_view type, std::size_t most);
/// True if there is such a chunk.
bool has_chunk(std::istream& png, std::string_view type);

}  // namespace barchan
