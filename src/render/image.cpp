#include "render/image.hpp"

namespace barchan {

std::vector<std::uint8_t> opaque_rgb(Image const& image) {
  constexpr std::size_t kRgba = 4, kRgb = 3;
  std::vector<std::uint8_t> rgb;
  rgb.reserve(image.rgba.size() / kRgba * kRgb);
  for (std::size_t i = 0; i + kRgb < image.rgba.size(); i += kRgba) {
    const auto pixel = image.rgba.begin() + static_cast<std::ptrdiff_t>(i);
    rgb.insert(rgb.end(), pixel, pixel + kRgb);
  }
  return rgb;
}

}  // namespace barchan
