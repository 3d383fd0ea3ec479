/// The panel's section of objects: the list of all of them, and the values of the selected obstacle.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/grid.hpp"
#include "ui/objects.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// Group of the values of the selected obstacle in scripts.
inline constexpr std::string_view kSelectedGroup = "selected";

/// What the section shows, and what the user asks for in this frame.
struct ObjectsPanel {
  std::vector<Object> const& objects;
  std::optional<ObjectId> selected;
  Grid const& grid;
  // Asked for.
  bool duplicate = false, remove = false;  ///< the selected object
  std::optional<glm::vec2> looked_at{};    ///< place, fractions of the land's sides
};

/// Draws the list and the buttons for the selected object. A click on a row selects its object, a double click also
/// looks at it.
void draw_objects_section(Canvas const& canvas, ObjectsPanel& panel);

/// Draws the values `now` of an obstacle that has the values `body`. Returns them as the user has changed them.
Obstacle edit_obstacle(Canvas const& canvas, ValueEditor& editor, Obstacle const& body, Obstacle now);

}  // namespace barchan::ui
