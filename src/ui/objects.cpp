#include "ui/objects.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/core.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "ui/obstacle_outline.hpp"

namespace barchan::ui {

namespace {

constexpr float kMarkReach = 10.0f;    // 96-dpi pixels around a mark or a thing
constexpr float kCellsAround = 0.75f;  // by which an obstacle reaches farther for the pointer: its sides are slopes

std::string capitalised(std::string_view text) {
  std::string word(text);
  word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

/// Distance of a pixel from the line between two others.
float distance_to(ImVec2 pixel, ImVec2 from, ImVec2 to) {
  const glm::vec2 p(pixel.x, pixel.y), a(from.x, from.y), b(to.x, to.y), way = b - a;
  const float length = glm::dot(way, way);
  const float share = length > 0.0f ? glm::clamp(glm::dot(p - a, way) / length, 0.0f, 1.0f) : 0.0f;
  return glm::length(p - a - share * way);
}

}  // namespace

std::vector<Object> objects_of(TerrainView const& view, EditorState const& state) {
  std::vector<Object> objects;
  for (ObstacleBody const& body : view.bodies) {
    Obstacle const& obstacle = body.obstacle;
    objects.push_back({.id = {ObjectKind::obstacle, body.number},
                       .name = fmt::format("{} {}", capitalised(obstacle_shape_id(obstacle.shape)), body.number),
                       .share = {obstacle.x, obstacle.y},
                       .body = &obstacle});
  }
  std::uint32_t number = 0;
  for (WaterSource const& source : view.rain.sources) {
    objects.push_back({.id = {ObjectKind::source, ++number},
                       .name = fmt::format("{} {}", source.pumps != 0 ? "Well" : "Spring", number),
                       .share = {source.x, source.y}});
  }
  for (PlacedGauge const& placed : state.landmarks.gauges) {
    objects.push_back({.id = {ObjectKind::gauge, static_cast<std::uint32_t>(placed.id)},
                       .name = placed.gauge.name,
                       .share = {placed.gauge.x, placed.gauge.y}});
  }
  number = 0;
  for (Thing const& thing : state.landmarks.things) {
    objects.push_back({.id = {ObjectKind::thing, ++number},
                       .name = fmt::format("{} {}", thing.kind == ThingKind::palm ? "Palm" : "Person", number),
                       .share = {thing.x, thing.y},
                       .height = thing.height});
  }
  return objects;
}

Object const* find_object(std::vector<Object> const& objects, ObjectId id) {
  const auto found = std::ranges::find(objects, id, &Object::id);
  return found == objects.end() ? nullptr : &*found;
}

std::string widget_name(ObjectId id) {
  constexpr std::string_view kKinds[] = {"obstacle", "source", "gauge", "thing"};
  return fmt::format("{}.{}", kKinds[static_cast<std::size_t>(id.kind)], id.number);
}

std::optional<ObjectId> object_under(std::vector<Object> const& objects, ScreenMap const& screen, PointedAt const& at) {
  std::optional<ObjectId> found;
  float nearest = screen.px(kMarkReach);
  for (Object const& object : objects) {
    if (object.body != nullptr) continue;
    const auto foot = screen.at(object.share * at.land), top = screen.at(object.share * at.land, object.height);
    if (!foot || !top) continue;
    const float distance = distance_to(at.pixel, *foot, *top);
    if (distance > nearest) continue;
    nearest = distance;
    found = object.id;
  }
  if (found || !at.place) return found;
  float smallest = 0.0f;
  for (Object const& object : objects) {
    if (object.body == nullptr) continue;
    glm::vec2 offset = *at.place - object.share * at.land;
    if (at.periodic) offset -= at.land * glm::round(offset / at.land);
    const glm::vec2 half = half_size_of(*object.body);
    if (!reaches(*object.body, offset, kCellsAround * at.cell) || (found && half.x * half.y >= smallest)) continue;
    smallest = half.x * half.y;
    found = object.id;
  }
  return found;
}

}  // namespace barchan::ui
