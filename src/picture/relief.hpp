/// Shaded relief: a world as a picture, drawn without graphics hardware.
#pragma once

#include <array>
#include <vector>

#include "picture/picture.hpp"
#include "world/sunlight.hpp"

namespace barchan {

class World;

struct ReliefStyle {
  Sun sun{140.0f, 0.0f};    ///< elevation 0: the lowest of 22, 30 and 40 degrees that lights most of the land
  int longest_side = 1024;  ///< pixels; smaller lands are enlarged smoothly, larger ones are drawn one pixel per cell
};

/// Draws a map of the land in low sun with cast shadows. Rock, sand and obstacles have their own colours. Streams are
/// bluer with greater discharge, and lakes with greater depth. The picture is the same for any number of threads.
Picture draw_relief(World const& world, ReliefStyle const& style = {});

/// Red, green and blue of the ground of each cell as draw_relief() draws it, but without light: linear sRGB, 0 to 1,
/// row-major, row 0 = south.
std::array<std::vector<float>, 3> draw_ground_colors(World const& world);

}  // namespace barchan
