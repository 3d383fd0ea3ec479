/// Groundwater in the window of the section: tints, arrows of the flow and their legend.
#pragma once

#include <string>
#include <vector>

#include "land/section.hpp"
#include "ui/canvas.hpp"

namespace barchan::ui {

inline constexpr double kSecondsADay = 86400.0;
inline constexpr float kLevelLine = 1.5f;  ///< pixels, width of the line at a water level

/// Maps metres of the section to pixels.
struct Plot {
  double datum = 0.0;             ///< m above sea level of elevation 0
  ImVec2 low{}, high{};           ///< corners: top left, bottom right
  double across = 1.0, up = 1.0;  ///< pixels per metre
  double top = 0.0;               ///< m above sea level at the upper edge

  float x(double distance) const { return low.x + static_cast<float>(distance * across); }
  float y(double elevation) const { return low.y + static_cast<float>((top - elevation) * up); }
  double distance(float x) const { return static_cast<double>(x - low.x) / across; }
  double elevation(float y) const { return top - static_cast<double>(y - low.y) / up; }
};

/// Free space in a row of widgets, pixels.
struct Gap {
  float begin = 0.0f, end = 0.0f, middle = 0.0f;  ///< left end, right end, and y of the middle
};

/// The flow in the ground around a place of the section.
struct FlowArrow {
  double distance = 0.0;   ///< m along the line
  double table = 0.0;      ///< m above the datum, of the water table
  double saturated = 0.0;  ///< m of saturated ground below the water table
  double slope = 0.0;      ///< m/m, rise of the water table along the line
  double flow = 0.0;       ///< m2/s along the line, mean around the place; below 0: towards its beginning
};
/// An arrow for about each `spacing` metres of the line where the ground is saturated. There is none where the water
/// stands still or flows at less than a twelfth of the largest flow.
std::vector<FlowArrow> flow_arrows(Section const& section, double spacing);

/// "12 %", "under 1 %".
std::string share_text(double share);

/// Tints saturated and moist ground of a column between the two x in `sides` (pixels), and draws its water table.
void tint_ground(ImDrawList& draw, Plot const& plot, SectionColumn const& column, ImVec2 sides);

/// Draws the arrows. Returns the flow of the longest one, m2/s.
double draw_ground_flow(Canvas const& canvas, ImDrawList& draw, Plot const& plot, Section const& section);

/// Draws the legend of tints and arrows, as far as there is room. Draws nothing if the ground takes up no water.
void draw_ground_legend(Canvas const& canvas, ImDrawList& draw, Section const& section, Gap gap, double flow);

}  // namespace barchan::ui
