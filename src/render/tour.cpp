#include "render/tour.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/common.hpp>

namespace barchan::render {

namespace {

constexpr double kLap = 150.0;                        ///< time for one lap, s
constexpr double kStartTime = 4.0;                    ///< time to reach full speed, s
constexpr double kDistancePeriod = 67.0;              ///< time from far to near and back, s
constexpr double kTargetPeriod = 109.0;               ///< period of the motion of the target, s
constexpr float kNearShare = 0.3f, kFarShare = 0.9f;  ///< distances to the target, in longer sides of the land
constexpr float kLowest = 7.0f, kHighest = 32.0f;     ///< angle by which it looks down, degrees
constexpr float kTargetShare = 0.6f;  ///< fraction of the distance to the middle of the land by which the target moves
constexpr int kPlaces = 5;            ///< samples per side over which the height below the target is averaged

/// Oscillates from 0 to 1 and back, starting and turning at rest.
float swing(double seconds, double period) {
  return static_cast<float>(0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * seconds / period));
}

float mean_height(LandShape const& land, glm::vec2 middle, float reach) {
  float sum = 0.0f;
  for (int j = 0; j < kPlaces; ++j) {
    for (int i = 0; i < kPlaces; ++i) {
      const glm::vec2 place = glm::vec2(i, j) / static_cast<float>(kPlaces - 1) - 0.5f;
      sum += land.height_at(middle + place * reach);
    }
  }
  return sum / static_cast<float>(kPlaces * kPlaces);
}

}  // namespace

Tour::Tour(Camera const& from, LandShape const& land) : from_(from) {
  near_ = std::min(from.distance, kNearShare * land.extent());
  far_ = std::max(from.distance, kFarShare * land.extent());
}

Camera Tour::at(double seconds, LandShape const& land) const {
  Camera camera = from_;
  const double turning = seconds - kStartTime * (1.0 - std::exp(-seconds / kStartTime));
  camera.azimuth = static_cast<float>(std::fmod(from_.azimuth + 360.0 * turning / kLap, 360.0));
  // Begins at the start, then oscillates between the bounds.
  const float started = swing(std::min(seconds, kDistancePeriod / 2.0), kDistancePeriod);
  const float nearness = swing(seconds, kDistancePeriod);
  camera.distance = glm::mix(from_.distance, glm::mix(far_, near_, nearness), started);
  const float down = glm::mix(kHighest, kLowest, nearness);
  camera.elevation = glm::mix(from_.elevation, down, started);
  // Towards the middle of the land, so that the target does not cross an edge.
  const glm::vec2 middle = 0.5f * land.size() - glm::vec2(from_.target);
  camera.target += glm::vec3(middle * swing(seconds, kTargetPeriod) * kTargetShare, 0.0f);
  const float ground = mean_height(land, glm::vec2(camera.target), 0.5f * near_);
  camera.target.z = glm::mix(from_.target.z, ground, started);
  return camera;
}

}  // namespace barchan::render
