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

/// Draws the buttons for the selected object.
void draw_object_buttons(Canvas const& canvas, ObjectsPanel& panel);
/// Draws the list of all objects. A click on a row selects its object, a double click also looks at it.
void draw_object_list(Canvas const& canvas, ObjectsPanel& panel);

/// The values of an obstacle in the panel.
struct EditedObstacle {
  Obstacle const& start;  ///< that a right click restores
  Obstacle now;
  bool live = true;  ///< otherwise greyed
};
/// Draws the values. Returns them as the user has changed them.
Obstacle edit_obstacle(Canvas const& canvas, ValueEditor& editor, EditedObstacle edited);

}  // namespace barchan::ui
