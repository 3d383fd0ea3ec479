#include "io/png_chunks.hpp"

#include <algorithm>
#include <array>

namespace barchan {

namespace {

constexpr std::array<unsigned char, 8> kPngSignature{0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a};
constexpr std::uint32_t kLongestChunk = 0x7fffffff;
constexpr int kChecksum = 4;  // bytes

bool begins_as_png(std::istream& png) {
  std::array<char, kPngSignature.size()> begin{};
  return png.read(begin.data(), begin.size()) &&
         std::ranges::equal(begin, kPngSignature, {}, [](char c) { return static_cast<unsigned char>(c); });
}

/// Calls `use(length)` at the beginning of the contents of each chunk of this type, until it returns false.
template <class Use>
void each_chunk(std::istream& png, std::string_view type, Use&& use) {
  if (!begins_as_png(png)) return;
  for (std::array<char, 8> head{}; png.read(head.data(), head.size());) {
    std::uint32_t length = 0;
    for (int i = 0; i < 4; ++i) length = (length << 8) | static_cast<unsigned char>(head[static_cast<std::size_t>(i)]);
    if (length > kLongestChunk) return;
    const std::istream::pos_type at = png.tellg();
    if (std::string_view(head.data() + 4, 4) == type && !use(std::size_t{length})) return;
    png.seekg(at + (std::istream::off_type{length} + std::istream::off_type{kChecksum}));
  }
}

}  // namespace

std::optional<std::vector<std::byte>> read_chunks(std::istream& png, std::string_view type, std::size_t most) {
  std::optional<std::vector<std::byte>> contents;
  each_chunk(png, type, [&](std::size_t length) {
    if (!contents) contents.emplace();
    const std::size_t before = contents->size();
    length = std::min(length, most - before);
    // Piece by piece, so that a forged length takes no memory.
    constexpr std::size_t kStep = std::size_t{1} << 16;
    for (std::size_t got = 0; got < length && png;) {
      const std::size_t want = std::min(kStep, length - got);
      contents->resize(before + got + want);
      png.read(reinterpret_cast<char*>(contents->data() + before + got), static_cast<std::streamsize>(want));
      got += static_cast<std::size_t>(png.gcount());
      contents->resize(before + got);
    }
    return static_cast<bool>(png);
  });
  return contents;
}

bool has_chunk(std::istream& png, std::string_view type) {
  bool found = false;
  each_chunk(png, type, [&](std::size_t) {
    found = true;
    return false;
  });
  return found;
}

}  // namespace barchan
