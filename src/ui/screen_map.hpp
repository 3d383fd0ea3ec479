/// ScreenMap: where places of the land are in the picture.
#pragma once

#include <optional>
#include <string>

#include <glm/mat4x4.hpp>

#include "render/camera.hpp"
#include "ui/canvas.hpp"

namespace barchan::ui {

/// A dot on the land, or a ring about an arrow downwards, with a label beside it.
struct PlaceMark {
  std::string name, label;  ///< in scripts, and for people
  Color color;
  bool strong = false;  ///< larger than the others
  bool down = false;    ///< a ring with an arrow: something goes into the ground
};

/// Keeps references.
class ScreenMap {
 public:
  ScreenMap(Canvas const& canvas, render::Camera const& camera, render::LandShape const& land);
  /// Pixel over the ground at `place` (m), even if something hides it; nothing behind the eye.
  std::optional<ImVec2> at(glm::vec2 place) const;
  /// Pixels of so many 96-dpi pixels.
  float px(float value) const { return canvas_.px(value); }
  /// Marks that pixel.
  void mark(glm::vec2 place, PlaceMark const& mark) const;

 private:
  Canvas const& canvas_;
  render::LandShape const& land_;
  glm::mat4 to_clip_;
};

}  // namespace barchan::ui
