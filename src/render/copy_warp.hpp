/// Copies of the land beyond its edges. A periodic land is repeated, and an open one is mirrored at each edge. The
/// copies are warped, so that they do not look alike. The shaders compute the same (shaders/common.glsl).
#pragma once

#include <glm/vec2.hpp>

#include "base/grid.hpp"

namespace barchan::render {

/// The place of the land, or of its unwarped copies, that is drawn at a position, m.
glm::vec2 land_place(glm::vec2 position, Grid const& grid);
/// The inverse: the position at which a place is drawn.
glm::vec2 seen_at(glm::vec2 place, Grid const& grid);

/// The column of the land, of `count`, that appears at column `at` of its unwarped copies. The same for rows.
int copied_from(int at, int count, Boundary boundary);

/// Upper bound of the distance between two places divided by that between the positions at which they are drawn.
inline constexpr float kMostCopyStretch = 1.9f;

}  // namespace barchan::render
