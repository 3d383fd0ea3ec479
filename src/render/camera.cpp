#include "render/camera.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include "render/copy_warp.hpp"

namespace barchan::render {
namespace {

constexpr float kDegreesPerPicture = 140.0f;  // rotation when the mouse crosses the height of the picture
constexpr float kLowestElevation = -10.0f;
constexpr float kHighestElevation = 90.0f;
constexpr float kNearest = 1.0f;          // least distance to the target, m
constexpr float kFarthestExtents = 8.0f;  // largest distance to the target, in extents of the land
constexpr float kZoomPerNotch = 0.86f;
constexpr float kFollowRate = 9.0f;  // rate at which a camera approaches its goal, 1/s
// Ways to the goal that are too short to be seen; the second relative to the distance of the target.
constexpr float kSettledDegrees = 1e-3f, kSettledShare = 1e-5f;
constexpr float kFlySpeed = 0.7f;        // distances to the target per second
constexpr float kClearance = 0.02f;      // least height of the eye above the land, as a fraction of the distance
constexpr float kLeastClearance = 0.5f;  // m

float clearance(Camera const& camera) { return std::max(kLeastClearance, kClearance * camera.distance); }

/// Raises `camera` until its eye clears the land: first by looking down more steeply, then by raising the target.
Camera above_ground(Camera camera, LandShape const& land) {
  if (land.empty()) return camera;
  const auto missing = [&land](Camera const& c) {
    const glm::vec3 eye = c.eye();
    return land.height_at({eye.x, eye.y}) + clearance(c) - eye.z;
  };
  if (missing(camera) <= 0.0f) return camera;
  constexpr float kScanStep = 0.5f;  // degrees
  float low = camera.elevation;
  for (float high = low + kScanStep; high <= kHighestElevation; high += kScanStep) {
    Camera raised = camera;
    raised.elevation = high;
    if (missing(raised) > 0.0f) {
      low = high;
      continue;
    }
    for (int i = 0; i < 16; ++i) {
      raised.elevation = 0.5f * (low + high);
      (missing(raised) > 0.0f ? low : high) = raised.elevation;
    }
    raised.elevation = high;
    return raised;
  }
  camera.target.z += missing(camera);
  return camera;
}

/// `angle` plus whole turns, so that it is nearest to `reference`.
float nearest_turn(float angle, float reference) { return angle - 360.0f * std::round((angle - reference) / 360.0f); }

}  // namespace

glm::vec3 Camera::forward() const {
  const float a = glm::radians(azimuth), e = glm::radians(elevation);
  return {std::cos(a) * std::cos(e), std::sin(a) * std::cos(e), -std::sin(e)};
}
glm::vec3 Camera::right() const {
  const float a = glm::radians(azimuth);
  return {std::sin(a), -std::cos(a), 0.0f};
}
glm::vec3 Camera::up() const { return glm::cross(right(), forward()); }
glm::vec3 Camera::eye() const { return target - distance * forward(); }

glm::mat4 Camera::view_matrix() const {
  const glm::vec3 position = eye();
  return glm::lookAt(position, position + forward(), up());
}

glm::mat4 Camera::projection_matrix(float aspect, float extent) const {
  const float near = std::clamp(0.01f * distance, 0.1f, 0.02f * extent + 0.1f);
  const float far = 16.0f * extent + 4.0f * distance;
  return glm::perspective(glm::radians(field_of_view), aspect, near, far);
}

Ray Camera::ray(glm::vec2 point, float aspect) const {
  const float half = std::tan(0.5f * glm::radians(field_of_view));
  return {eye(), glm::normalize(forward() + right() * (point.x * half * aspect) + up() * (point.y * half))};
}

void LandShape::update(TerrainView const& view, bool repeat) {
  grid_ = view.grid;
  continues_ = repeat;
  elevation_.assign(view.elevation.begin(), view.elevation.end());
  if (!view.water.empty()) {
    std::transform(elevation_.begin(), elevation_.end(), view.water.depth.begin(), elevation_.begin(), std::plus<>());
  }
  minimum_ = view.elevation_minimum;
  maximum_ = view.elevation_maximum;
  sea_ = repeat ? sea_beyond(view) : SeaBeyond{};
}

glm::vec2 LandShape::size() const {
  return glm::vec2(static_cast<float>(grid_.width), static_cast<float>(grid_.height)) * grid_.cell_size;
}
float LandShape::extent() const { return std::max(size().x, size().y); }

bool LandShape::contains(glm::vec2 metres) const {
  const glm::vec2 edge = size();
  return (continues_ && grid_.periodic()) ||
         (metres.x >= 0.0f && metres.y >= 0.0f && metres.x <= edge.x && metres.y <= edge.y);
}

glm::vec2 LandShape::place_at(glm::vec2 metres) const { return continues_ ? land_place(metres, grid_) : metres; }

float LandShape::height_at(glm::vec2 metres) const {
  if (empty()) return 0.0f;
  const glm::vec2 place = place_at(metres);
  const float x = place.x / grid_.cell_size - 0.5f, y = place.y / grid_.cell_size - 0.5f;
  const float fx = std::floor(x), fy = std::floor(y);
  // Coordinates outside the range of an int are requested only by mistake; the clamp makes such a request harmless.
  constexpr float kLimit = 1.0e9f;
  const int ix = static_cast<int>(std::clamp(fx, -kLimit, kLimit)),
            iy = static_cast<int>(std::clamp(fy, -kLimit, kLimit));
  const auto cell = [&](int column, int row) {
    if (!continues_) return grid_.index(grid_.resolve_x(column), grid_.resolve_y(row));
    return grid_.index(copied_from(column, grid_.width, grid_.boundary),
                       copied_from(row, grid_.height, grid_.boundary));
  };
  const float tx = x - fx, ty = y - fy;
  const float south = elevation_[cell(ix, iy)] * (1.0f - tx) + elevation_[cell(ix + 1, iy)] * tx;
  const float north = elevation_[cell(ix, iy + 1)] * (1.0f - tx) + elevation_[cell(ix + 1, iy + 1)] * tx;
  const float height = south * (1.0f - ty) + north * ty;
  return sea_.height_at(metres, size(), height);
}

std::optional<glm::vec3> LandShape::pick(Ray const& ray, float limit) const {
  if (empty()) return std::nullopt;
  float first = 0.0f, last = limit;
  // The ray can meet the land only between its highest and lowest elevation.
  if (ray.direction.z < 0.0f) {
    first = std::max(first, (maximum_ - ray.origin.z) / ray.direction.z);
    last = std::min(last, (minimum_ - grid_.cell_size - ray.origin.z) / ray.direction.z);
  } else if (ray.origin.z > maximum_) {
    return std::nullopt;
  }
  const int axis = slice_.across == Slice::Across::y ? 1 : 0;
  const float cut = slice_.metres(grid_);
  const auto depth = [&](float along) {
    const glm::vec3 p = ray.origin + along * ray.direction;
    const bool cut_away = slice_.on() && (p[axis] < cut) == (ray.origin[axis] < cut);
    return !cut_away && contains({p.x, p.y}) ? height_at({p.x, p.y}) - p.z : -1.0f;
  };
  const float stride = 0.5f * grid_.cell_size;
  float before = first;
  for (float along = first; along <= last + stride; along += stride) {
    if (depth(along) < 0.0f) {
      before = along;
      continue;
    }
    float low = before, high = along;
    for (int i = 0; i < 20; ++i) {
      const float middle = 0.5f * (low + high);
      (depth(middle) < 0.0f ? low : high) = middle;
    }
    return ray.origin + high * ray.direction;
  }
  return std::nullopt;
}

std::optional<std::size_t> LandShape::cell_at(glm::vec2 metres) const {
  if (empty() || !contains(metres)) return std::nullopt;
  const glm::vec2 place = glm::floor(place_at(metres) / grid_.cell_size);
  const int x = static_cast<int>(place.x), y = static_cast<int>(place.y);
  return grid_.index(grid_.resolve_x(x), grid_.resolve_y(y));
}

Camera frame_all(LandShape const& land, Camera const& from) {
  // kRoomBelow: space for the foot of a cut block
  constexpr float kNarrowAspect = 1.3f, kMargin = 0.92f, kRoomBelow = 0.06f;
  Camera camera = from;
  const glm::vec2 size = land.size();
  camera.target = {0.5f * size.x, 0.5f * size.y, 0.5f * (land.minimum() + land.maximum())};
  camera.elevation = std::clamp(camera.elevation, 25.0f, 60.0f);
  const float half = std::tan(0.5f * glm::radians(camera.field_of_view));
  // Finds the smallest distance at which all corners lie within the picture.
  camera.distance = kNearest;
  for (int i = 0; i < 8; ++i) {
    const glm::vec3 corner((i & 1) * size.x, ((i >> 1) & 1) * size.y,
                           (i & 4) != 0 ? land.maximum() : land.minimum() - kRoomBelow * land.extent());
    const glm::vec3 from_target = corner - camera.target;
    const float across = std::abs(glm::dot(from_target, camera.right())) / (half * kNarrowAspect * kMargin);
    const float upward = std::abs(glm::dot(from_target, camera.up())) / (half * kMargin);
    camera.distance = std::max(camera.distance, std::max(across, upward) - glm::dot(from_target, camera.forward()));
  }
  return above_ground(camera, land);
}

Camera top_view(LandShape const& land) {
  Camera camera;
  camera.azimuth = 90.0f;
  camera.elevation = 90.0f;
  const glm::vec2 middle = 0.5f * land.size();
  camera.target = {middle.x, middle.y, land.maximum()};
  camera.distance = 0.52f * land.extent() / std::tan(0.5f * glm::radians(camera.field_of_view));
  return camera;
}

void CameraRig::orbit(glm::vec2 pixels, float height) {
  const float degrees = kDegreesPerPicture / std::max(height, 1.0f);
  goal_.azimuth -= pixels.x * degrees;
  goal_.elevation = std::clamp(goal_.elevation + pixels.y * degrees, kLowestElevation, kHighestElevation);
}

void CameraRig::pan(glm::vec2 pixels, float height) {
  const float metres =
      2.0f * goal_.distance * std::tan(0.5f * glm::radians(goal_.field_of_view)) / std::max(height, 1.0f);
  const float a = glm::radians(goal_.azimuth);
  const glm::vec3 ahead(std::cos(a), std::sin(a), 0.0f);
  goal_.target += (-pixels.x * goal_.right() + pixels.y * ahead) * metres;
  follow_ground_ = true;
}

void CameraRig::zoom(float notches, std::optional<glm::vec3> cursor) {
  const float wanted = std::max(goal_.distance * std::pow(kZoomPerNotch, notches), kNearest);
  const float factor = wanted / goal_.distance;
  goal_.distance = wanted;
  if (cursor) goal_.target = *cursor + (goal_.target - *cursor) * factor;
}

void CameraRig::fly(glm::vec3 motion, float seconds) {
  const float metres = kFlySpeed * goal_.distance * seconds;
  goal_.target += (motion.x * goal_.right() + motion.y * goal_.forward() + glm::vec3(0.0f, 0.0f, motion.z)) * metres;
  follow_ground_ = false;
}

void CameraRig::look(glm::vec2 pixels, float height) {
  const glm::vec3 eye = goal_.eye();
  const float degrees = goal_.field_of_view / std::max(height, 1.0f);
  goal_.azimuth -= pixels.x * degrees;
  goal_.elevation = std::clamp(goal_.elevation + pixels.y * degrees, kLowestElevation, kHighestElevation);
  goal_.target = eye + goal_.distance * goal_.forward();
}

void CameraRig::update(float seconds, LandShape const& land) {
  if (!land.empty()) {
    const glm::vec2 size = land.size();
    goal_.distance = std::min(goal_.distance, kFarthestExtents * land.extent());
    if (land.contains(glm::vec2(-1.0f))) {
      // On a repeated land, the goal and the camera move back together by whole lands, so that coordinates stay small.
      // This is not visible.
      const glm::vec2 turns(std::floor(goal_.target.x / size.x), std::floor(goal_.target.y / size.y));
      goal_.target -= glm::vec3(turns * size, 0.0f);
      camera_.target -= glm::vec3(turns * size, 0.0f);
    } else {
      goal_.target.x = std::clamp(goal_.target.x, -0.5f * size.x, 1.5f * size.x);
      goal_.target.y = std::clamp(goal_.target.y, -0.5f * size.y, 1.5f * size.y);
    }
    if (follow_ground_) goal_.target.z = land.height_at({goal_.target.x, goal_.target.y});
    goal_ = above_ground(goal_, land);
  }
  const float share = 1.0f - std::exp(-kFollowRate * std::max(seconds, 0.0f));
  camera_.azimuth = nearest_turn(camera_.azimuth, goal_.azimuth);
  camera_.azimuth += (goal_.azimuth - camera_.azimuth) * share;
  camera_.elevation += (goal_.elevation - camera_.elevation) * share;
  camera_.distance *= std::pow(goal_.distance / camera_.distance, share);
  camera_.target += (goal_.target - camera_.target) * share;
  camera_.field_of_view += (goal_.field_of_view - camera_.field_of_view) * share;
  if (is_settled()) camera_ = goal_;
  camera_ = above_ground(camera_, land);
}

/// Returns true if the way to the goal is too short to be seen. Without this, the last digits would depend on the way.
bool CameraRig::is_settled() const {
  const float degrees =
      std::max({std::fabs(goal_.azimuth - camera_.azimuth), std::fabs(goal_.elevation - camera_.elevation),
                std::fabs(goal_.field_of_view - camera_.field_of_view)});
  const float metres = glm::length(goal_.target - camera_.target) + std::fabs(goal_.distance - camera_.distance);
  return degrees < kSettledDegrees && metres < kSettledShare * goal_.distance;
}

}  // namespace barchan::render
