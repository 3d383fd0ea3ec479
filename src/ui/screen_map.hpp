/// ScreenMap: where places of the land are in the picture.
#pragma once

#include <optional>
#include <string>

#include <glm/mat4x4.hpp>

#include "render/camera.hpp"
#include "ui/canvas.hpp"

namespace barchan::ui {

/// A mark on the land with a label beside it: a dot, or a ring with an arrow that points down.
struct PlaceMark {
  std::string name, label;  ///< in scripts, and for people
  Color color;
  bool strong = false;  ///< larger than the others
  bool down = false;    ///< a ring with an arrow: something goes into the ground
};

/// Keeps references to the canvas and the land.
class ScreenMap {
 public:
  ScreenMap(Canvas const& canvas, render::Camera const& camera, render::LandShape const& land);
  /// Pixel of the ground at `place` (m), even if something hides it. Nothing if the place is behind the camera.
  std::optional<ImVec2> at(glm::vec2 place) const;
  /// Converts 96-dpi pixels to pixels.
  float px(float value) const { return canvas_.px(value); }
  /// Draws a mark at that pixel.
  void mark(glm::vec2 place, PlaceMark const& mark) const;

 private:
  Canvas const& canvas_;
  render::LandShape const& land_;
  glm::mat4 to_clip_;
};

}  // namespace barchan::ui
