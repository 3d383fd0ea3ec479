/// Inspector: what is in the cell under the pointer.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ui/canvas.hpp"
#include "ui/simulation_runner.hpp"

namespace barchan::ui {

/// A layer as the inspector names it.
struct LayerLine {
  std::string name;       ///< of the soil
  std::string thickness;  ///< "0.43 m"; of the bedrock "from 812.3 m down"
  SoilId soil = kRock;
};
/// The layers of the view's column, from the top.
std::vector<LayerLine> layer_lines(TerrainView const& view);

/// A figure of the water in the cell: "Lake 3", "1.20 m deep".
struct WaterLine {
  std::string what, figure;
};
/// Lake, sea and stream of the view's column. Empty if it is dry.
std::vector<WaterLine> water_lines(TerrainView const& view);
/// Water in the ground of the view's column: water table, moisture, damp ground. Empty if the ground takes up no water.
std::vector<WaterLine> ground_lines(TerrainView const& view);
/// Coordinates of the middle of the view's column, "x 500205.0" and "y 5000145.0". Empty if the land has no place.
std::pair<std::string, std::string> coordinate_texts(TerrainView const& view);
/// Direction of the north of the coordinate reference system on a land with this place, degrees anticlockwise from the
/// land's east; 90 for a land that is not rotated.
double north_of(Place const& place);
/// "850 m³", "12 300 m³", "1.25 million m³".
std::string volume_text(double cubic_metres);
/// "0.025 m³/s", "12.3 m³/s", "1250 m³/s".
std::string discharge_text(double cubic_metres_a_second);

/// The layers of its highest face, from the top.
std::vector<LayerLine> face_lines(TerrainView const& view);
/// "Open to 2 lower neighbours", "No side is exposed".
std::string faces_text(Faces const& faces);

/// Steepness of the column's ground, degrees.
double slope_degrees(CellColumn const& column);

/// Draws all this below `top` at the right edge, with elevation and slope. `left`: right edge of the panel, pixels.
/// Draws nothing while the view has no column.
void draw_inspector(Canvas const& canvas, TerrainView const& view, float left, float top);

}  // namespace barchan::ui
