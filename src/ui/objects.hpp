/// Objects: everything on a land that the user can select, move and remove: obstacles, sources of water, gauges, palms
/// and people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "ui/editor_state.hpp"
#include "ui/screen_map.hpp"

namespace barchan::ui {

enum class ObjectKind : std::uint8_t { obstacle, source, gauge, thing };

/// Identifies an object. `number`: of an obstacle or a gauge its own; of a source or a thing its place in the list,
/// from 1.
struct ObjectId {
  ObjectKind kind = ObjectKind::obstacle;
  std::uint32_t number = 0;

  bool operator==(ObjectId const&) const = default;
};

struct Object {
  ObjectId id;
  std::string name;        ///< for people: "Wall 3", "Well 1", "Palm 2"; a gauge has its own name
  glm::vec2 share{};       ///< place, fractions of the land's sides
  float height = 0.0f;     ///< m, of a thing; otherwise 0
  Obstacle const* body{};  ///< of an obstacle; null for others. Valid as long as the view
};

/// All objects: obstacles, sources, gauges, then palms and people. `view` must outlive the list.
std::vector<Object> objects_of(TerrainView const& view, EditorState const& state);
/// The object with this id, or nullptr.
Object const* find_object(std::vector<Object> const& objects, ObjectId id);

/// "obstacle.3", "gauge.1": part of the names of widgets.
std::string widget_name(ObjectId id);

/// What the pointer is on.
struct PointedAt {
  ImVec2 pixel{};
  std::optional<glm::vec2> place{};  ///< m on the land
  glm::vec2 land{};                  ///< size of the land, m
  float cell = 1.0f;                 ///< size of a cell, m
  bool periodic = false;
};
/// The object under the pointer: a mark or a thing near its pixel, or else the smallest obstacle that reaches its
/// place.
std::optional<ObjectId> object_under(std::vector<Object> const& objects, ScreenMap const& screen, PointedAt const& at);

}  // namespace barchan::ui
