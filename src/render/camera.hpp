/// Camera: the point of view on the land, and its control by the user. Pure code, no OpenGL.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/surroundings.hpp"
#include "world/terrain_view.hpp"

namespace barchan::render {

/// A half-line; `direction` is a unit vector.
struct Ray {
  glm::vec3 origin{0.0f};
  glm::vec3 direction{0.0f, 1.0f, 0.0f};
};

/// A camera that looks at a target. Lengths are in m, z is up, and angles are in degrees, as in scenario files.
struct Camera {
  float azimuth = 90.0f;        ///< direction of view, anticlockwise from east
  float elevation = 20.0f;      ///< angle at which it looks down on its target, -10 to 90 (90: from straight above)
  float distance = 100.0f;      ///< distance to the target, m, > 0
  glm::vec3 target{0.0f};       ///< m; z is elevation above the datum
  float field_of_view = 45.0f;  ///< vertical angle

  glm::vec3 eye() const;
  glm::vec3 forward() const;  ///< unit vector
  glm::vec3 right() const;    ///< unit vector, always level
  glm::vec3 up() const;       ///< unit vector
  glm::mat4 view_matrix() const;
  /// `aspect` is width / height. The near and far planes depend on the distance and on `extent`, the size of the land
  /// in m.
  glm::mat4 projection_matrix(float aspect, float extent) const;
  /// Ray through a point of the picture, from (-1, -1) at the lower left to (1, 1) at the upper right.
  Ray ray(glm::vec2 point, float aspect) const;

  bool operator==(Camera const&) const = default;
};

/// The shape of the land for cameras and pointers: the height of ground or water at any place. Outside the land, the
/// heights are those of its surroundings (surroundings.hpp) if it continues.
class LandShape {
 public:
  LandShape() = default;
  /// Copies the heights. `repeat`: the land continues beyond its edges.
  LandShape(TerrainView const& view, bool repeat) { update(view, repeat); }
  void update(TerrainView const& view, bool repeat);

  bool empty() const { return elevation_.empty(); }
  /// The place of the land or its unwarped copies that is drawn at a point. Copies are drawn warped (copy_warp.hpp).
  glm::vec2 place_at(glm::vec2 metres) const;
  float height_at(glm::vec2 metres) const;  ///< m above the datum, bilinear; outside a block, that of the nearest edge
  float minimum() const { return minimum_; }
  float maximum() const { return maximum_; }
  glm::vec2 size() const;                 ///< m
  float extent() const;                   ///< longer side, m
  bool contains(glm::vec2 metres) const;  ///< always true if a periodic land is repeated

  /// Cuts the land open: rays ignore the half on their own side of the slice.
  void cut(Slice const& slice) { slice_ = slice; }

  /// First point at which `ray` meets the land or the face of the slice within `limit` metres; empty if there is none.
  std::optional<glm::vec3> pick(Ray const& ray, float limit) const;
  /// Cell that contains a point, wrapped if the land repeats; empty outside the land.
  std::optional<std::size_t> cell_at(glm::vec2 metres) const;

 private:
  Grid grid_;
  bool continues_ = false;  // beyond its edges
  float minimum_ = 0.0f, maximum_ = 0.0f;
  std::vector<float> elevation_;
  Slice slice_;
  SeaBeyond sea_;
};

/// A camera that shows the whole land, from the direction of `from`.
Camera frame_all(LandShape const& land, Camera const& from);
/// A camera that shows the whole land from straight above, north up.
Camera top_view(LandShape const& land);

/// Camera control: commands change a goal. update() moves the camera smoothly towards it and keeps it above the ground.
class CameraRig {
 public:
  CameraRig() = default;
  explicit CameraRig(Camera const& camera) : goal_(camera), camera_(camera) {}

  Camera const& camera() const { return camera_; }  ///< the current camera
  Camera const& goal() const { return goal_; }      ///< the camera towards which it moves

  void jump_to(Camera const& camera) { goal_ = camera_ = camera; }  ///< moves at once
  void move_to(Camera const& camera) { goal_ = camera; }            ///< moves smoothly

  /// Turns about the target. `pixels`: mouse motion (x right, y down) in a picture `height` pixels high.
  void orbit(glm::vec2 pixels, float height);
  /// Moves the target so that the land follows the pointer.
  void pan(glm::vec2 pixels, float height);
  /// Moves closer by `notches` of the wheel (negative: away), towards `cursor` if the pointer is on the land.
  void zoom(float notches, std::optional<glm::vec3> cursor);
  /// Flies for `seconds`. `motion` is right, forward, up, each -1 to 1. The speed is proportional to the distance.
  void fly(glm::vec3 motion, float seconds);
  /// Turns the view about the eye, as in flight.
  void look(glm::vec2 pixels, float height);

  /// Moves the camera for `seconds` and keeps its eye above the land. The path does not depend on the frame rate.
  void update(float seconds, LandShape const& land);

 private:
  bool is_settled() const;

  Camera goal_;
  Camera camera_;
  bool follow_ground_ = false;  // the target has been on the land since the last pan
};

}  // namespace barchan::render
