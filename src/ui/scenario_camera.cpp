#include "ui/scenario_camera.hpp"

namespace barchan::ui {

render::Camera camera_of(CameraHint const& hint, render::LandShape const& land) {
  render::Camera camera;
  camera.azimuth = static_cast<float>(hint.azimuth);
  camera.elevation = static_cast<float>(hint.elevation);
  camera.distance = static_cast<float>(hint.distance) * land.extent();
  const glm::vec2 target = glm::vec2(hint.target_x, hint.target_y) * land.size();
  camera.target = {target.x, target.y, land.height_at(target)};
  return camera;
}

}  // namespace barchan::ui
