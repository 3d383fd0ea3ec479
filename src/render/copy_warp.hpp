/// Copies of a periodic land are drawn copy_warp, or they would be told as copies: the same as in shaders/common.glsl.
#pragma once

#include <glm/vec2.hpp>

namespace barchan::render {

/// The place of a land of the size `land` (m), or of its next copies, that is seen at a position.
glm::vec2 land_place(glm::vec2 position, glm::vec2 land);
/// And the position at which a place is seen.
glm::vec2 seen_at(glm::vec2 place, glm::vec2 land);

/// Lands by which a copy's place is drawn elsewhere at the most, and some more.
inline constexpr float kMaxCopyWarp = 0.25f;

}  // namespace barchan::render
