/// Handles on the land with which the user turns and sizes an obstacle.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "base/bearing.hpp"
#include "land/obstacle.hpp"
#include "ui/obstacle_outline.hpp"
#include "ui/screen_map.hpp"

namespace barchan::ui {

/// What a drag changes.
enum class Grip : std::uint8_t { place, azimuth, length, width, radius };

struct Handle {
  Grip grip = Grip::place;
  ImVec2 pixel{};
  std::string label;  ///< the value, beside the handle; empty: another handle shows it
};

/// The handles of a body, at its foot: one that turns it and two for each size that it has. Those behind the camera are
/// left out.
std::vector<Handle> handles_of(StandingBody const& standing, ScreenMap const& screen,
                               Directions directions = Directions::mathematical);
/// The handle within reach of a pixel. Nothing if there is none.
std::optional<Grip> grip_under(std::vector<Handle> const& handles, ImVec2 pixel, ScreenMap const& screen);
/// Pixel for the name of a body with its top at `top`: there, or above if a handle or its label is there.
ImVec2 place_of_name(std::vector<Handle> handles, ImVec2 top, ScreenMap const& screen);
/// Draws the handles. The one that is held or under the pointer is larger.
void draw_handles(std::vector<Handle> const& handles, std::optional<Grip> strong, ScreenMap const& screen);

/// A drag over the land.
struct GripDrag {
  Grip grip = Grip::place;
  glm::vec2 from{}, to{};  ///< m
  glm::vec2 land{};        ///< size of the land, m
  bool periodic = false;   ///< what leaves the land comes back at the other side
  bool coarse = false;     ///< turns in steps of 15 degrees
};
/// Place after a drag, fractions of the land's sides. It stays on the land.
glm::vec2 dragged_place(glm::vec2 share, GripDrag const& drag);
/// The body after a drag. Sizes are rounded to 0.1 m, angles to 1 degree, and both stay in their ranges.
Obstacle dragged_body(Obstacle body, GripDrag const& drag);

}  // namespace barchan::ui
