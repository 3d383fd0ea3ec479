#include "picture/hatch.hpp"

#include <algorithm>
#include <cstddef>

#include "world/hatch_period.hpp"

namespace barchan {

std::array<std::uint8_t, 3> const* hatch_color(int column, int row, int period) {
  const int place = 4 * ((column + row) % period);
  if (place < period) return &kDarkStripe;
  return place < 2 * period ? &kLightStripe : nullptr;
}

Picture hatched(Picture picture, std::span<std::uint8_t const> cells, int width) {
  const int height = static_cast<int>(cells.size()) / std::max(width, 1), period = hatch_period(picture.height);
  for (int row = 0; row < picture.height; ++row) {
    const int y = height - 1 - row * height / picture.height;
    for (int column = 0; column < picture.width; ++column) {
      const int x = column * width / picture.width;
      const auto cell = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
      auto const* const color = hatch_color(column, row, period);
      if (cells[cell] == 0 || color == nullptr) continue;
      const auto pixel =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(column);
      std::ranges::copy(*color, picture.rgb.begin() + static_cast<std::ptrdiff_t>(3 * pixel));
    }
  }
  return picture;
}

}  // namespace barchan
