// Movement of the camera by the mouse, by keys and by the tour.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "ui/editor.hpp"
#include "ui/scenario_camera.hpp"

namespace barchan::ui {

namespace {

constexpr float kWheelNotchLimit = 6.0f;  // most notches per frame; a touchpad can send more at once
constexpr float kFastFlight = 3.0f;       // speed factor with Shift

}  // namespace

bool Editor::flying() const { return mouse_on_land_ && ImGui::IsMouseDown(ImGuiMouseButton_Right); }

/// Choosing a view ends the tour.
void Editor::look_from(render::Camera const& camera) {
  state_.tour = false;
  state_.view.reset();
  rig_.move_to(camera);
}

void Editor::look_at(glm::vec2 share) {
  constexpr float kFarthest = 0.5f;  // distance over the extent of the land
  render::Camera camera = rig_.goal();
  const glm::vec2 place = share * land_.size();
  camera.target = {place, land_.height_at(place)};
  camera.distance = std::min(camera.distance, kFarthest * land_.extent());
  look_from(camera);
}

void Editor::look_from(CameraHint const& camera) {
  state_.tour = false;
  state_.view.reset();
  rig_.jump_to(camera_of(camera, land_));
}

void Editor::show_view(std::size_t number) {
  Views const& views = runner_.facts().info.views;
  if (number >= views.size()) {
    return say(fmt::format("This land has {} view{}", views.size(), views.size() == 1 ? "" : "s"));
  }
  look_from(camera_of(views[number].camera, land_));
  light_as(views[number]);
  state_.view = number;
}

void Editor::light_as(NamedView const& view) {
  render::RenderSettings& render = state_.render;
  const Light now{render.sun, render.clouds};
  // The user may have changed the light of the view before.
  if (!lit_ || !(lit_->by_view == now)) lit_ = {now, now};
  if (view.light) {
    lit_->by_view = {{static_cast<float>(view.light->sun_azimuth), static_cast<float>(view.light->sun_elevation)},
                     static_cast<float>(view.light->clouds)};
  } else {
    lit_->by_view = lit_->by_user;
  }
  render.sun = lit_->by_view.sun;
  render.clouds = lit_->by_view.clouds;
}

void Editor::turn(float degrees) {
  render::Camera camera = rig_.goal();
  camera.azimuth = std::fmod(camera.azimuth + degrees, 360.0f);
  rig_.jump_to(camera);
}

/// A tour begins at the camera's place and ends when the user moves the camera.
void Editor::follow_tour(double seconds) {
  if (!state_.tour) return tour_.reset();
  if (!tour_) {
    tour_.emplace(rig_.goal(), land_);
    toured_ = 0.0;
  }
  toured_ += seconds;
  rig_.move_to(tour_->at(toured_, land_));
}

void Editor::move_camera(double seconds) {
  ImGuiIO const& io = ImGui::GetIO();
  const bool any = ImGui::IsAnyMouseDown();
  if (!any) mouse_on_land_ = false;
  for (int button = 0; button < 3; ++button) {
    if (ImGui::IsMouseClicked(button) && !io.WantCaptureMouse) mouse_on_land_ = true;
  }
  const glm::vec2 moved(io.MouseDelta.x, io.MouseDelta.y);
  const auto held = [&](Key key) { return held_[static_cast<std::size_t>(key)] ? 1.0f : 0.0f; };
  const glm::vec3 flight(held(Key::d) - held(Key::a), held(Key::w) - held(Key::s), held(Key::e) - held(Key::q));
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left), right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
  const bool turns = left && !toolbox_.active().takes_drags();
  const bool middle = ImGui::IsMouseDown(ImGuiMouseButton_Middle);
  const render::Camera before = rig_.goal();
  if (mouse_on_land_) {
    if (right && flight != glm::vec3(0.0f)) {
      rig_.look(moved, size_.y);
      rig_.fly(flight * (shift_held_ ? kFastFlight : 1.0f), static_cast<float>(seconds));
    } else if (middle || (turns && io.KeyShift)) {
      rig_.pan(moved, size_.y);
    } else if (turns || right) {
      rig_.orbit(moved, size_.y);
    }
  }
  if (io.MouseWheel != 0.0f && !io.WantCaptureMouse) {
    rig_.zoom(std::clamp(io.MouseWheel, -kWheelNotchLimit, kWheelNotchLimit), land_under_cursor());
  }
  if (rig_.goal() != before) {
    state_.tour = false;
    state_.view.reset();
  }
  follow_tour(seconds);
  // While a tool uses a drag, the camera rests, so that the path of the drag does not depend on the frame rate.
  const bool drawing = left && mouse_on_land_ && !turns;
  if (!drawing) rig_.update(static_cast<float>(seconds), land_);
}

}  // namespace barchan::ui
