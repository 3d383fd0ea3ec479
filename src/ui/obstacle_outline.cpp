#include "ui/obstacle_outline.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <glm/geometric.hpp>

#include "base/direction.hpp"
#include "wind/wind_field.hpp"

namespace barchan::ui {

namespace {

constexpr int kRoundPoints = 48;  // of a round outline
constexpr int kSidePoints = 16;   // of a side

bool has_key(Obstacle const& body, std::string_view key) {
  const auto keys = obstacle_keys(body.shape);
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Offsets from the middle to the points of a closed outline, m: along and across the body.
std::vector<glm::vec2> outline_of(Obstacle const& body) {
  std::vector<glm::vec2> points;
  if (has_key(body, "radius")) {
    for (int i = 0; i < kRoundPoints; ++i) {
      points.push_back(body.radius * unit_vector(360.0 * i / kRoundPoints));
    }
    return points;
  }
  const glm::vec2 half = half_size_of(body);
  const glm::vec2 corners[] = {-half, {half.x, -half.y}, half, {-half.x, half.y}};
  for (int side = 0; side < 4; ++side) {
    const glm::vec2 from = corners[side], to = corners[(side + 1) % 4];
    for (int i = 0; i < kSidePoints; ++i) {
      points.push_back(from + (to - from) * (static_cast<float>(i) / kSidePoints));
    }
  }
  return points;
}

}  // namespace

glm::vec2 half_size_of(Obstacle const& body) {
  if (has_key(body, "radius")) return {body.radius, body.radius};
  return 0.5f * glm::vec2(has_key(body, "length") ? body.length : body.width, body.width);
}

bool reaches(Obstacle const& body, glm::vec2 offset, float margin) {
  const glm::vec2 half = half_size_of(body) + margin;
  if (has_key(body, "radius")) return glm::dot(offset, offset) <= half.x * half.x;
  const glm::vec2 along = unit_vector(static_cast<double>(body.azimuth)), across(-along.y, along.x);
  return std::abs(glm::dot(offset, along)) <= half.x && std::abs(glm::dot(offset, across)) <= half.y;
}

void draw_obstacle_outline(ScreenMap const& screen, Obstacle const& body, glm::vec2 middle, Color color) {
  const glm::vec2 along = unit_vector(static_cast<double>(body.azimuth));
  const glm::vec2 across(-along.y, along.x);
  std::vector<ImVec2> points;
  for (const glm::vec2 offset : outline_of(body)) {
    const auto point = screen.at(middle + along * offset.x + across * offset.y);
    if (!point) return;  // part of the outline is behind the camera
    points.push_back(*point);
  }
  ImGui::GetBackgroundDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), packed(color),
                                              ImDrawFlags_Closed, screen.px(2.0f));
}

}  // namespace barchan::ui
