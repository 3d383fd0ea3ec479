#include "ui/screen_map.hpp"

#include <algorithm>

namespace barchan::ui {

ScreenMap::ScreenMap(Canvas const& canvas, Camera const& camera, LandShape const& land)
    : canvas_(canvas),
      land_(land),
      to_clip_(camera.projection_matrix(canvas.size.x / std::max(canvas.size.y, 1.0f), land.extent()) *
               camera.view_matrix()) {}

std::optional<ImVec2> ScreenMap::at(glm::vec2 place) const {
  const glm::vec4 clip = to_clip_ * glm::vec4(place, land_.height_at(place), 1.0f);
  if (clip.w <= 0.0f) return std::nullopt;
  return ImVec2{(0.5f + 0.5f * clip.x / clip.w) * canvas_.size.x, (0.5f - 0.5f * clip.y / clip.w) * canvas_.size.y};
}

}  // namespace barchan::ui
