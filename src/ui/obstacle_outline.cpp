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

/// Draws a line through points, unless a part of it is behind the camera.
void draw_line(ScreenMap const& screen, std::vector<glm::vec3> const& line, Color color, ImDrawFlags flags = 0) {
  std::vector<ImVec2> points;
  for (glm::vec3 const& place : line) {
    const auto point = screen.at(place);
    if (!point) return;
    points.push_back(*point);
  }
  ImGui::GetBackgroundDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), packed(color), flags,
                                              screen.px(2.0f));
}

/// Height of a body as a fraction of the whole, at a fraction of the way from its edge to its middle.
float profile_of(ObstacleShape shape, float way) {
  const float square = (1.0f - way) * (1.0f - way);
  if (shape == ObstacleShape::dome) return (1.0f - square) * (1.0f - square);
  const bool peaked = shape == ObstacleShape::pyramid || shape == ObstacleShape::cone;
  return peaked ? way : 1.0f;
}

/// The outline on the land, m.
std::vector<glm::vec2> outline_at(Obstacle const& body, glm::vec2 middle) {
  const glm::vec2 along = unit_vector(static_cast<double>(body.azimuth)), across(-along.y, along.x);
  std::vector<glm::vec2> places;
  for (const glm::vec2 offset : outline_of(body)) places.push_back(middle + along * offset.x + across * offset.y);
  return places;
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
  std::vector<glm::vec3> line;
  for (const glm::vec2 place : outline_at(body, middle)) line.emplace_back(place, screen.height_at(place));
  draw_line(screen, line, color, ImDrawFlags_Closed);
}

StandingBody standing(ScreenMap const& screen, Obstacle const& body, glm::vec2 middle, float margin) {
  Obstacle around = body;
  around.length += 2.0f * margin;
  around.width += 2.0f * margin;
  around.radius += margin;
  float foot = screen.height_at(middle);
  for (const glm::vec2 place : outline_at(around, middle)) foot = std::min(foot, screen.height_at(place));
  return {body, middle, foot};
}

void draw_obstacle_edges(ScreenMap const& screen, StandingBody const& standing, Color color) {
  constexpr int kSteps = 12;  // of an edge that rises
  Obstacle const& body = standing.body;
  const std::vector<glm::vec2> outline = outline_at(body, standing.middle);
  std::vector<glm::vec3> foot, top;
  for (const glm::vec2 place : outline) {
    foot.emplace_back(place, standing.foot);
    top.emplace_back(place, standing.foot + body.height);
  }
  draw_line(screen, foot, color, ImDrawFlags_Closed);
  const bool flat = profile_of(body.shape, 0.0f) > 0.0f;
  if (flat) draw_line(screen, top, color, ImDrawFlags_Closed);
  for (std::size_t corner = 0; corner < outline.size(); corner += outline.size() / 4) {
    if (flat) {
      draw_line(screen, {foot[corner], top[corner]}, color);
      continue;
    }
    std::vector<glm::vec3> rise;
    for (int i = 0; i <= kSteps; ++i) {
      const float way = static_cast<float>(i) / kSteps;
      rise.emplace_back(outline[corner] + way * (standing.middle - outline[corner]),
                        standing.foot + profile_of(body.shape, way) * body.height);
    }
    draw_line(screen, rise, color);
  }
}

}  // namespace barchan::ui
