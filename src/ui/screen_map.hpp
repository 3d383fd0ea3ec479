/// ScreenMap: where places of the land are in the picture.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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
  /// Pixel of the ground at `place` (m), or of a point `above` it (m), even if something hides it. Nothing if the place
  /// is behind the camera.
  std::optional<ImVec2> at(glm::vec2 place, float above = 0.0f) const;
  /// Place (m) at which the line of sight through a pixel meets the level at this elevation (m above the datum).
  /// Nothing if it does not.
  std::optional<glm::vec2> on_level(ImVec2 pixel, float elevation) const;
  /// Converts 96-dpi pixels to pixels.
  float px(float value) const { return canvas_.px(value); }
  /// Draws a mark at that pixel.
  void mark(glm::vec2 place, PlaceMark const& mark) const;
  /// Draws a text on a dark ground, right of a pixel.
  void label(ImVec2 pixel, std::string const& text) const;
  /// Makes a box around a pixel known to scripts.
  void record(std::string_view name, ImVec2 middle, float radius) const;

 private:
  Canvas const& canvas_;
  render::LandShape const& land_;
  glm::mat4 to_clip_;
};

}  // namespace barchan::ui
