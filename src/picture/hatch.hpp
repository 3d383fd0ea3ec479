/// Hatching: diagonal stripes over the cells in which a map has no data. A dark and a light stripe lie side by side, so
/// that they can be seen on ground of any colour. The land shows between them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "picture/picture.hpp"

namespace barchan {

/// sRGB. shaders/land.frag draws stripes of the same colours.
inline constexpr std::array<std::uint8_t, 3> kDarkStripe{20, 20, 26}, kLightStripe{250, 247, 240};

/// Colour of a pixel of the hatching, whose period is hatch_period(); null: the land shows.
std::array<std::uint8_t, 3> const* hatch_color(int column, int row, int period);

/// A picture of a whole land from above, with hatching over some of its cells. `cells`: row-major, row 0 = south, not 0
/// in the cells that are hatched. `width`: cells from west to east.
Picture hatched(Picture picture, std::span<std::uint8_t const> cells, int width);

}  // namespace barchan
