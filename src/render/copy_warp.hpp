/// Copy warp: the copies of a periodic land are distorted, so that they do not look alike. As in shaders/common.glsl.
#pragma once

#include <glm/vec2.hpp>

namespace barchan::render {

/// The place of a land of size `land` (m), or of its nearest copies, that is seen at a position.
glm::vec2 land_place(glm::vec2 position, glm::vec2 land);
/// The inverse: the position at which a place is seen.
glm::vec2 seen_at(glm::vec2 place, glm::vec2 land);

/// Upper bound of the displacement by the warp, in land sizes.
inline constexpr float kMaxCopyWarp = 0.25f;

}  // namespace barchan::render
