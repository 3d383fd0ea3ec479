/// Ground water in the window of the section: tints, arrows of the flow, and what they mean.
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

/// A stretch of a line of widgets, pixels.
struct Gap {
  float begin = 0.0f, end = 0.0f, middle = 0.0f;  ///< from left to right, and its height on the screen
};

/// What flows in the ground about a place of the section.
struct FlowArrow {
  double distance = 0.0;   ///< m along the line
  double table = 0.0;      ///< m above the datum
  double saturated = 0.0;  ///< m of full ground below the table
  double slope = 0.0;      ///< m/m, by which the table rises along the line
  double flow = 0.0;       ///< m2/s along the line, below 0: towards its beginning; the mean about the place
};
/// One about each `spacing` metres of the line, where the ground is wet. None where it does not move, and none where
/// less flows than a twelfth of the most.
std::vector<FlowArrow> flow_arrows(Section const& section, double spacing);

/// "12 %", "under 1 %".
std::string share_text(double share);

/// Tints what a column has of full and of moist ground between two pixels, and draws its table.
void tint_ground(ImDrawList& draw, Plot const& plot, SectionColumn const& column, ImVec2 sides);

/// Draws the arrows; returns the flow of the longest, m2/s.
double draw_ground_flow(Canvas const& canvas, ImDrawList& draw, Plot const& plot, Section const& section);

/// Says what tints and arrows mean, as far as there is room; nothing where the ground takes up no water.
void draw_ground_legend(Canvas const& canvas, ImDrawList& draw, Section const& section, Gap gap, double flow);

}  // namespace barchan::ui
