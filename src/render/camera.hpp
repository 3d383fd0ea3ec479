/// Camera: from where the land is seen, and how a hand moves it. Pure code, no OpenGL.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/apron.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

/// A half-line; `direction` is a unit vector.
struct Ray {
  glm::vec3 origin{0.0f};
  glm::vec3 direction{0.0f, 1.0f, 0.0f};
};

/// A point of view on a target. Metres, z up; angles in degrees, as in scenario files.
struct Camera {
  float azimuth = 90.0f;        ///< way the camera looks, anticlockwise from east
  float elevation = 20.0f;      ///< how far it looks down on its target, -10 .. 90 (90: from straight above)
  float distance = 100.0f;      ///< m to the target, > 0
  glm::vec3 target{0.0f};       ///< m; z above the datum
  float field_of_view = 45.0f;  ///< vertical angle

  glm::vec3 eye() const;
  glm::vec3 forward() const;  ///< unit vector
  glm::vec3 right() const;    ///< unit vector, always level
  glm::vec3 up() const;       ///< unit vector
  glm::mat4 view_matrix() const;
  /// `aspect` is width / height. Near and far follow the distance and `extent`, the size of the land in metres.
  glm::mat4 projection_matrix(float aspect, float extent) const;
  /// Ray through a point of the picture: (-1, -1) lower left .. (1, 1) upper right.
  Ray ray(glm::vec2 point, float aspect) const;

  bool operator==(Camera const&) const = default;
};

/// The land as cameras and pointers see it: heights of ground or water anywhere, repeated when the world is, else those
/// of its apron.
class LandShape {
 public:
  LandShape() = default;
  /// Keeps a copy of the heights. `repeat`: the land goes on beyond its edges.
  LandShape(TerrainView const& view, bool repeat) { update(view, repeat); }
  void update(TerrainView const& view, bool repeat);

  bool empty() const { return elevation_.empty(); }
  /// The place of the land, or of its next copies, that is seen at a point: copies are drawn copy_warp (`land_place` in
  /// shaders/common.glsl).
  glm::vec2 place_at(glm::vec2 metres) const;
  float height_at(glm::vec2 metres) const;  ///< m above the datum, bilinear; outside of a block, the nearest edge's
  float minimum() const { return minimum_; }
  float maximum() const { return maximum_; }
  glm::vec2 size() const;                 ///< m
  float extent() const;                   ///< longer side, m
  bool contains(glm::vec2 metres) const;  ///< always true when repeated; an apron is no part of the land

  /// Cuts the land open: rays no longer meet what lies before the slice.
  void cut(Slice const& slice) { slice_ = slice; }

  /// First point of the land that `ray` meets within `limit` metres, its slice's face included.
  std::optional<glm::vec3> pick(Ray const& ray, float limit) const;
  /// Cell under a point of the land, wrapped when repeated; nothing outside.
  std::optional<std::size_t> cell_at(glm::vec2 metres) const;

 private:
  Grid grid_;
  bool repeat_ = false;
  float minimum_ = 0.0f, maximum_ = 0.0f;
  std::vector<float> elevation_;
  Slice slice_;
  std::optional<Apron> apron_;
  float sea_ = std::numeric_limits<float>::lowest();  ///< m, where it goes on beyond the edges
};

/// The whole land in the picture, from the direction of `from`.
Camera frame_all(LandShape const& land, Camera const& from);
/// The whole land from straight above, north up.
Camera top_view(LandShape const& land);

/// Moves a camera by hand: commands change a goal, `update` follows it without a jump and never below the ground.
class CameraRig {
 public:
  CameraRig() = default;
  explicit CameraRig(Camera const& camera) : goal_(camera), camera_(camera) {}

  Camera const& camera() const { return camera_; }  ///< as it is now
  Camera const& goal() const { return goal_; }      ///< where it is going

  void jump_to(Camera const& camera) { goal_ = camera_ = camera; }  ///< at once
  void move_to(Camera const& camera) { goal_ = camera; }            ///< smoothly

  /// Turns about the target; `pixels` of mouse motion (x right, y down) in a picture `height` pixels high.
  void orbit(glm::vec2 pixels, float height);
  /// Shifts the target so that the land follows the pointer.
  void pan(glm::vec2 pixels, float height);
  /// Comes nearer by `notches` of the wheel (negative: away), towards `cursor` when the pointer is on the land.
  void zoom(float notches, std::optional<glm::vec3> cursor);
  /// Flies: `motion` is right, forward, up in -1 .. 1; `seconds` of flight. Speed grows with the distance.
  void fly(glm::vec3 motion, float seconds);
  /// Turns the head about the eye, as while flying.
  void look(glm::vec2 pixels, float height);

  /// Follows the goal for `seconds` and keeps the eye above the land. Gives the same path whatever the frame rate.
  void update(float seconds, LandShape const& land);

 private:
  Camera goal_;
  Camera camera_;
  bool follow_ground_ = false;  // the target lies on the land since the last pan
};

}  // namespace barchan::render
