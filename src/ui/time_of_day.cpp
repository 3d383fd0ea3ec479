#include "ui/time_of_day.hpp"

#include <algorithm>
#include <cmath>

#include <glm/trigonometric.hpp>
#include <glm/vec3.hpp>

namespace barchan::ui {

namespace {

constexpr float kSinLatitude = 0.5f, kCosLatitude = 0.866025f;
constexpr float kDegreesAnHour = 15.0f, kNoon = 12.0f;

}  // namespace

Sun sun_at(TimeOfDay time) {
  const float angle = glm::radians((time.hour - kNoon) * kDegreesAnHour);
  const glm::vec3 toward{-std::sin(angle), -kSinLatitude * std::cos(angle), kCosLatitude * std::cos(angle)};
  const float azimuth = glm::degrees(std::atan2(toward.y, toward.x));
  return {.azimuth = azimuth < 0.0f ? azimuth + 360.0f : azimuth, .elevation = glm::degrees(std::asin(toward.z))};
}

TimeOfDay time_of(Sun const& sun) {
  const glm::vec3 toward = sun.direction();
  const float angle = std::atan2(-toward.x, kCosLatitude * toward.z - kSinLatitude * toward.y);
  return {std::clamp(kNoon + glm::degrees(angle) / kDegreesAnHour, TimeOfDay::kFirst, TimeOfDay::kLast)};
}

}  // namespace barchan::ui
