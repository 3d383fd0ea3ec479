/// Copy warp: the distortion of the copies of a periodic land, so that they do not look alike. The shaders compute the
/// same (shaders/common.glsl).
#pragma once

#include <glm/vec2.hpp>

namespace barchan::render {

/// The place of a land of size `land` (m), or of its unwarped copies, that is drawn at a position.
glm::vec2 land_place(glm::vec2 position, glm::vec2 land);
/// The inverse: the position at which a place is drawn.
glm::vec2 seen_at(glm::vec2 place, glm::vec2 land);

/// Upper bound of the displacement by the warp along each axis, in sizes of the land.
inline constexpr float kMaxCopyWarp = 0.25f;

}  // namespace barchan::render
