#include <array>
#include <vector>

#include "io/raster_codec.hpp"
#include "support.hpp"

void barchan::fuzz::sidecar(Bytes bytes) {
  static const Raster kRaster = [] {
    Raster raster;
    raster.width = 3;
    raster.height = 2;
    raster.values = {0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f};
    return raster;
  }();
  // Codes, floats, an image and a grid. The last two have metadata of their own.
  static const std::vector<std::byte> kCells(2 * kRaster.cells(), std::byte{7}), kFloats(4 * kRaster.cells());
  static const std::vector<std::byte> kPng = encode_png(kRaster),
                                      kAsc = encode_geo(kRaster, "AAIGrid", "fuzz.asc").front().second;
  const std::string_view text = text_of(bytes);
  const std::array<std::pair<char const*, Bytes>, 4> files{
      {{"fuzz.r16", kCells}, {"fuzz.r32", kFloats}, {"fuzz.png", kPng}, {"fuzz.asc", kAsc}}};
  for (auto const& [name, file] : files) {
    expect_result_or_input_error([&, name = name, file = file] { decode(name, file, text); });
  }
}
