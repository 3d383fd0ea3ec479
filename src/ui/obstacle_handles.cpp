#include "ui/obstacle_handles.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "base/direction.hpp"

namespace barchan::ui {

namespace {

// 96-dpi pixels
constexpr float kReach = 11.0f;
constexpr float kRadius = 5.0f, kStrongRadius = 7.0f;
constexpr float kStem = 30.0f;                             // from the end of a body to the handle that turns it
constexpr float kLabelLine = 19.0f, kLabelReach = 110.0f;  // of a label

constexpr std::string_view kKeys[] = {"", "azimuth", "length", "width", "radius"};
std::string_view key_of(Grip grip) { return kKeys[static_cast<std::size_t>(grip)]; }

bool has(Obstacle const& body, Grip grip) {
  const auto keys = obstacle_keys(body.shape);
  return std::ranges::find(keys, key_of(grip)) != keys.end();
}

ParameterRow const& row_of(Grip grip) { return *std::ranges::find(obstacle_rows(), key_of(grip), &ParameterRow::key); }

std::string metres(float value) { return fmt::format("{:.1f} m", value); }

/// Adds the handles of one size at both ends of an axis.
std::vector<Handle> with_size(std::vector<Handle> handles, Handle const& handle, ScreenMap const& screen,
                              std::pair<glm::vec3, glm::vec3> const& ends) {
  if (const auto far = screen.at(ends.second)) handles.push_back({handle.grip, *far, {}});
  if (const auto close = screen.at(ends.first)) handles.push_back({handle.grip, *close, handle.label});
  return handles;
}

}  // namespace

std::vector<Handle> handles_of(StandingBody const& standing, ScreenMap const& screen, Directions directions) {
  Obstacle const& body = standing.body;
  const glm::vec3 middle(standing.middle, standing.foot);
  const glm::vec2 along = unit_vector(has(body, Grip::azimuth) ? static_cast<double>(body.azimuth) : 0.0);
  const glm::vec2 across(-along.y, along.x), half = half_size_of(body);
  const glm::vec3 to_end(half.x * along, 0.0f), to_side(half.y * across, 0.0f);
  const std::pair ends{middle + to_end, middle - to_end};
  const std::pair sides{middle + to_side, middle - to_side};
  std::vector<Handle> handles;
  if (has(body, Grip::radius)) return with_size({}, {Grip::radius, {}, metres(body.radius)}, screen, ends);
  if (has(body, Grip::length)) {
    handles = with_size(std::move(handles), {Grip::length, {}, metres(body.length)}, screen, ends);
  } else {
    handles = with_size(std::move(handles), {Grip::width, {}, {}}, screen, ends);
  }
  handles = with_size(std::move(handles), {Grip::width, {}, metres(body.width)}, screen, sides);
  const auto foot = screen.at(middle), end = screen.at(ends.first);
  if (!foot || !end) return handles;
  glm::vec2 way(end->x - foot->x, end->y - foot->y);
  way = glm::length(way) > 1.0f ? glm::normalize(way) : glm::vec2(1.0f, 0.0f);
  const float stem = screen.px(kStem);
  const double azimuth = std::round(static_cast<double>(body.azimuth));
  handles.push_back({Grip::azimuth,
                     {end->x + stem * way.x, end->y + stem * way.y},
                     direction_text(azimuth, Bearing::heading, directions)});
  return handles;
}

std::optional<Grip> grip_under(std::vector<Handle> const& handles, ImVec2 pixel, ScreenMap const& screen) {
  std::optional<Grip> found;
  float nearest = screen.px(kReach);
  for (Handle const& handle : handles) {
    const float distance = std::hypot(handle.pixel.x - pixel.x, handle.pixel.y - pixel.y);
    if (distance > nearest) continue;
    nearest = distance;
    found = handle.grip;
  }
  return found;
}

ImVec2 place_of_name(std::vector<Handle> handles, ImVec2 top, ScreenMap const& screen) {
  const float line = screen.px(kLabelLine), reach = screen.px(kLabelReach);
  std::ranges::sort(handles, std::greater(), [](Handle const& handle) { return handle.pixel.y; });
  for (Handle const& handle : handles) {
    const bool beside = std::abs(handle.pixel.x - top.x) < reach;
    if (beside && std::abs(handle.pixel.y - top.y) < line) top.y = handle.pixel.y - line;
  }
  return top;
}

void draw_handles(std::vector<Handle> const& handles, std::optional<Grip> strong, ScreenMap const& screen) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImU32 dark = packed({0.0f, 0.0f, 0.0f, 0.6f});
  for (Handle const& handle : handles) {
    const bool turns = handle.grip == Grip::azimuth;
    const float radius = screen.px(handle.grip == strong ? kStrongRadius : kRadius);
    const ImVec2 low{handle.pixel.x - radius, handle.pixel.y - radius};
    const ImVec2 high{handle.pixel.x + radius, handle.pixel.y + radius};
    if (turns) {
      draw.AddCircleFilled(handle.pixel, radius, packed(colors::kText));
      draw.AddCircle(handle.pixel, radius, dark, 0, screen.px(1.5f));
    } else {
      draw.AddRectFilled(low, high, packed(colors::kAccent));
      draw.AddRect(low, high, dark, 0.0f, 0, screen.px(1.5f));
    }
    if (handle.label.empty()) continue;
    screen.label({handle.pixel.x + radius, handle.pixel.y}, handle.label);
    screen.record(fmt::format("select.{}", key_of(handle.grip)), handle.pixel, radius);
  }
}

glm::vec2 dragged_place(glm::vec2 share, GripDrag const& drag) {
  share += (drag.to - drag.from) / drag.land;
  return drag.periodic ? share - glm::floor(share) : glm::clamp(share, 0.0f, 1.0f);
}

Obstacle dragged_body(Obstacle body, GripDrag const& drag) {
  const glm::vec2 middle = glm::vec2(body.x, body.y) * drag.land;
  if (drag.grip == Grip::place) {
    const glm::vec2 share = dragged_place({body.x, body.y}, drag);
    body.x = share.x;
    body.y = share.y;
    return body;
  }
  ParameterRow const& row = row_of(drag.grip);
  const auto set = [&](double value) { row.set(&body, std::clamp(value, row.minimum, row.maximum)); };
  const glm::vec2 before = drag.from - middle, now = drag.to - middle;
  if (drag.grip == Grip::azimuth) {
    constexpr double kDegrees = 180.0 / std::numbers::pi;
    const double turn = std::atan2(static_cast<double>(now.y), static_cast<double>(now.x)) -
                        std::atan2(static_cast<double>(before.y), static_cast<double>(before.x));
    const double step = drag.coarse ? 15.0 : 1.0;
    const double angle = std::round((static_cast<double>(body.azimuth) + kDegrees * turn) / step) * step;
    set(angle - 360.0 * std::floor(angle / 360.0));
    return body;
  }
  // A size grows by twice the way of the pointer along its axis, because the middle stays.
  const glm::vec2 along = unit_vector(has(body, Grip::azimuth) ? static_cast<double>(body.azimuth) : 0.0);
  const glm::vec2 across(-along.y, along.x);
  const bool round = drag.grip == Grip::radius;
  glm::vec2 axis = drag.grip == Grip::length || round ? along : across;
  if (drag.grip == Grip::width && !has(body, Grip::length) &&
      std::abs(glm::dot(before, along)) > std::abs(glm::dot(before, across))) {
    axis = along;  // a handle at the other sides of a square
  }
  const float grown = std::abs(glm::dot(now, axis)) - std::abs(glm::dot(before, axis));
  const double value = row.get(&body) + static_cast<double>(round ? grown : 2.0f * grown);
  set(std::round(10.0 * value) / 10.0);
  return body;
}

}  // namespace barchan::ui
