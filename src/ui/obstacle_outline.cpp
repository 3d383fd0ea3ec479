#include "ui/obstacle_outline.hpp"

#include <algorithm>
#include <vector>

#include "base/direction.hpp"
#include "wind/wind_field.hpp"

namespace barchan::ui {

namespace {

constexpr int kRoundPoints = 48;  // of a round outline
constexpr int kSidePoints = 16;   // of a side

/// Offsets from the middle to the points of a closed outline, m: along and across the body.
std::vector<glm::vec2> outline_of(Obstacle const& body) {
  std::vector<glm::vec2> points;
  const auto keys = obstacle_keys(body.shape);
  if (std::find(keys.begin(), keys.end(), "radius") != keys.end()) {
    for (int i = 0; i < kRoundPoints; ++i) {
      points.push_back(body.radius * unit_vector(360.0 * i / kRoundPoints));
    }
    return points;
  }
  const bool oblong = std::find(keys.begin(), keys.end(), "length") != keys.end();
  const glm::vec2 half = 0.5f * glm::vec2(oblong ? body.length : body.width, body.width);
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
