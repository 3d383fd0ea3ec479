/// Icons of the tools, drawn as lines.
#pragma once

#include "ui/theme.hpp"
#include "ui/tools/tool.hpp"

namespace barchan::ui {

/// Place of an icon, pixels.
struct IconPlace {
  ImVec2 middle;
  float size = 18.0f;  ///< of the square around it
};

/// Draws the icon of a tool. A tool without one gets the first letter of its title.
void draw_tool_icon(ImDrawList& draw, ToolInfo const& tool, IconPlace const& place, Color color);

}  // namespace barchan::ui
