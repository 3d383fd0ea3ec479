#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "io/raster_codec.hpp"

namespace barchan {

namespace {

/// Raw files are little endian, as this machine is; checked once here.
static_assert(std::endian::native == std::endian::little);

template <class T>
std::vector<std::byte> as_file_bytes(std::vector<T> const& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

}  // namespace

DecodedRaster decode_raw(std::string const& name, std::span<std::byte const> bytes, int bits,
                         std::optional<std::pair<int, int>> size) {
  const std::size_t cell_bytes = static_cast<std::size_t>(bits) / 8;
  const std::size_t cells = bytes.size() / cell_bytes;
  DecodedRaster decoded;
  if (!size) {
    const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(cells)));
    if (side * side * cell_bytes != bytes.size()) {
      throw InputError(
          "{}: expected its size in {}.json or as --size WxH, found neither, and {} bytes are no square of {} bits a "
          "cell; say its size",
          name, name, bytes.size(), bits);
    }
    check_raster_size(name, static_cast<double>(side), static_cast<double>(side), sizeof(float));
    size = {static_cast<int>(side), static_cast<int>(side)};
    decoded.notices.push_back(fmt::format("{}: no size is known, so a square of {} x {} is taken", name, side, side));
  }
  check_raster_size(name, size->first, size->second, sizeof(float));
  decoded.width = size->first;
  decoded.height = size->second;
  const std::size_t expected =
      static_cast<std::size_t>(decoded.width) * static_cast<std::size_t>(decoded.height) * cell_bytes;
  if (bytes.size() != expected) {
    throw InputError("{}: expected {} bytes ({} x {} cells of {} bits), found {}; mend the size or copy the file anew",
                     name, expected, decoded.width, decoded.height, bits, bytes.size());
  }
  decoded.values.resize(cells);
  if (bits == 32) {
    std::memcpy(decoded.values.data(), bytes.data(), bytes.size());
  } else {
    decoded.code_maximum = 65535.0;
    for (std::size_t i = 0; i < cells; ++i) {
      std::uint16_t code = 0;
      std::memcpy(&code, bytes.data() + i * sizeof code, sizeof code);
      decoded.values[i] = static_cast<float>(code);
    }
  }
  return decoded;
}

std::vector<std::byte> encode_raw(Raster const& raster, int bits) {
  return bits == 16 ? as_file_bytes(to_codes(raster)) : as_file_bytes(to_file_floats(raster));
}

}  // namespace barchan
