// Raw rasters: numbers without a header.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// Raw files are written little endian without conversion, so the machine must be little endian too.
static_assert(std::endian::native == std::endian::little);

/// Bits per cell that the ending of the name gives; 0 for .raw, which gives none.
int bits_of_name(std::string const& name) {
  const std::string ending = lower_case(std::filesystem::path(name).extension().string());
  if (ending == ".r16") return 16;
  return ending == ".r32" ? 32 : 0;
}

/// Side of a square of `bytes` bytes at `bits` bits per cell; 0 if they form none.
int square_side(std::size_t bytes, int bits) {
  const std::size_t cell = static_cast<std::size_t>(bits) / 8;
  const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(bytes / cell)) + 0.5);
  return side * side * cell == bytes ? static_cast<int>(side) : 0;
}

/// Layout of a raw file.
struct RawLayout {
  int width = 0, height = 0;
  int bits = 16;
  bool guessed = false;  ///< the size is that of a square
};

RawLayout layout_of(RasterBytes const& file, std::optional<std::pair<int, int>> size) {
  RawLayout layout;
  layout.bits = bits_of_name(file.name);
  if (size) {
    std::tie(layout.width, layout.height) = *size;
    check_raster_size(file.name, layout.width, layout.height, sizeof(float));
    const std::size_t cells = static_cast<std::size_t>(layout.width) * static_cast<std::size_t>(layout.height);
    if (layout.bits == 0) layout.bits = static_cast<int>(8 * file.bytes.size() / cells);
    if (layout.bits != 8 && layout.bits != 16 && layout.bits != 32) layout.bits = 16;
    const std::size_t expected = cells * static_cast<std::size_t>(layout.bits) / 8;
    if (file.bytes.size() != expected) {
      throw InputError(
          "{}: expected {} bytes ({} x {} cells, {} bits per cell), found {}; correct the size or copy the file again",
          file.name, expected, layout.width, layout.height, layout.bits, file.bytes.size());
    }
    return layout;
  }
  layout.guessed = true;
  for (const int bits : {16, 32, 8}) {
    if (layout.bits != 0 && layout.bits != bits) continue;
    layout.width = layout.height = square_side(file.bytes.size(), bits);
    if (layout.width == 0) continue;
    layout.bits = bits;
    check_raster_size(file.name, layout.width, layout.height, sizeof(float));
    return layout;
  }
  throw InputError(
      "{}: expected the size of the raster in {}.json or as --size WxH, found neither; give the size, because {} {} "
      "cannot form a square",
      file.name, file.name, counted(file.bytes.size(), "byte"),
      layout.bits != 0 ? fmt::format("at {} bits per cell", layout.bits) : "at 8, 16 or 32 bits per cell");
}

template <class T>
std::vector<float> numbers_of(std::span<std::byte const> bytes, bool swapped) {
  std::vector<float> values(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::array<std::byte, sizeof(T)> one;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(i * sizeof(T)), sizeof(T), one.begin());
    if (swapped) std::reverse(one.begin(), one.end());
    values[i] = static_cast<float>(std::bit_cast<T>(one));
  }
  return values;
}

std::vector<float> read_numbers(std::span<std::byte const> bytes, int bits, bool swapped) {
  if (bits == 8) return numbers_of<std::uint8_t>(bytes, false);
  return bits == 16 ? numbers_of<std::uint16_t>(bytes, swapped) : numbers_of<float>(bytes, swapped);
}

/// Mean difference of neighbours in a row, as a fraction of the range; infinite if the values are not elevations.
double roughness(std::vector<float> const& values, int width) {
  constexpr float kLargest = 1.0e6f;
  float low = kLargest, high = -kLargest;
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    if (!(std::abs(values[i]) < kLargest)) return std::numeric_limits<double>::infinity();
    low = std::min(low, values[i]);
    high = std::max(high, values[i]);
    const bool first = i % static_cast<std::size_t>(width) == 0;
    if (!first && !std::isnan(values[i - 1])) sum += std::abs(static_cast<double>(values[i] - values[i - 1]));
  }
  return high > low ? sum / static_cast<double>(high - low) / static_cast<double>(values.size()) : 0.0;
}

/// The bytes of the numbers, each with the high byte first if `swapped`.
template <class T>
std::vector<std::byte> raw_bytes(std::vector<T> const& values, bool swapped) {
  const auto bytes = std::as_bytes(std::span(values));
  std::vector<std::byte> copy(bytes.begin(), bytes.end());
  for (auto at = copy.begin(); swapped && at != copy.end(); at += sizeof(T)) std::reverse(at, at + sizeof(T));
  return copy;
}

}  // namespace

std::vector<float> with_gaps(std::vector<float> values, RasterHints const& hints) {
  if (hints.no_data.value) {
    std::ranges::replace(values, static_cast<float>(*hints.no_data.value), std::numeric_limits<float>::quiet_NaN());
  }
  return values;
}

std::vector<std::byte> encode_raw(std::string const& name, Raster const& raster, RasterWriting const& writing) {
  const bool swapped = writing.byte_order == ByteOrder::big;
  if (bits_of_name(name) == 32) return raw_bytes(to_whole_floats(raster, writing), swapped);
  return raw_bytes(to_codes(raster, writing), swapped);
}

DecodedRaster decode_raw(RasterBytes const& file, RasterHints const& hints, RasterMetadata const& sidecar) {
  const auto size = hints.size ? hints.size : sidecar.size;
  const RawLayout layout = layout_of(file, size);
  DecodedRaster decoded;
  decoded.width = layout.width;
  decoded.height = layout.height;
  decoded.code_maximum = layout.bits == 32 ? 0.0 : std::ldexp(1.0, layout.bits) - 1.0;
  if (layout.guessed) {
    decoded.notices.push_back(
        fmt::format("the file does not give the size of the raster; a square of {} x {} cells is used", layout.width,
                    layout.height));
  }
  const ByteOrder order = hints.byte_order != ByteOrder::detect ? hints.byte_order : sidecar.byte_order;
  decoded.values = with_gaps(read_numbers(file.bytes, layout.bits, order == ByteOrder::big), hints);
  // A file whose sidecar gives its size but no order comes from Barchan, which then writes little endian.
  if (order != ByteOrder::detect || sidecar.size || layout.bits == 8) return decoded;
  std::vector<float> swapped = with_gaps(read_numbers(file.bytes, layout.bits, true), hints);
  constexpr double kSmoother = 0.25;
  const double present = roughness(decoded.values, layout.width), other = roughness(swapped, layout.width);
  if (!(other < kSmoother * present)) return decoded;
  decoded.values = std::move(swapped);
  decoded.notices.emplace_back(
      "the bytes are read with the high byte first (big-endian), which gives the smoother land; add --byte-order "
      "little to read the low byte first");
  return decoded;
}

}  // namespace barchan
