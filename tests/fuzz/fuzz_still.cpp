// The world of a picture: the bytes as a PNG, as the contents of its chunk, and as a saved world within them.
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include <xxhash.h>

#include "io/png_chunks.hpp"
#include "io/still.hpp"
#include "support.hpp"

namespace barchan::fuzz {

namespace {

constexpr std::size_t kMost = std::size_t{1} << 20;  // bytes of a chunk

void read_chunk(Bytes chunk) {
  expect_result_or_input_error([&] {
    const StillContents contents = decode_still(chunk, "fuzz.png");
    require(!contents.saved.empty() || !contents.beside.empty(), "there is a world or the name of its file");
    require(contents.beside.find('/') == std::string::npos, "the name of the file beside it is only a name");
    if (!contents.saved.empty()) decode_world(contents.saved, "fuzz.png");
  });
}

}  // namespace

void still(Bytes bytes) {
  std::istringstream png{std::string(text_of(bytes))};
  if (const auto chunk = read_chunks(png, kWorldChunk, kMost)) read_chunk(*chunk);
  read_chunk(bytes);
  // With a right checksum, mutations reach what lies behind it.
  std::vector<std::byte> checked(sizeof(std::uint64_t));
  checked.insert(checked.end(), bytes.begin(), bytes.end());
  const std::uint64_t check = XXH3_64bits(bytes.data(), bytes.size());
  std::memcpy(checked.data(), &check, sizeof check);
  read_chunk(checked);
  StillContents contents;
  contents.saved.assign(bytes.begin(), bytes.end());
  contents.beside = bytes.empty() ? "a.barchan" : "";
  const StillContents again = decode_still(encode_still(contents), "again.png");
  require(again.saved == contents.saved, "what is written is read");
}

}  // namespace barchan::fuzz
