/// The graph of conversions: places of soils and arrows, and the window that draws it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "ui/canvas.hpp"
#include "ui/editor_state.hpp"

namespace barchan::ui {

/// Room for a graph, pixels.
struct GraphRoom {
  glm::vec2 size{};
  glm::vec2 margin{};    ///< for names: left and right, above and below
  float radius = 12.0f;  ///< of a node, where there is room
  float gap = 5.0f;      ///< between arrows of one pair of soils
};

/// A conversion of one soil to another.
struct GraphArrow {
  SoilId from = kRock, to = kRock;
  std::size_t way = 0;               ///< index into soil_conversions()
  std::array<glm::vec2, 3> curve{};  ///< from rim to rim; the middle point bends it

  glm::vec2 at(float share) const;
};

/// Solid soils are on the left of a ring and loose ones on the right, each in the order of the table. Arrows of one
/// pair of soils run side by side, and no arrow runs through a third soil.
struct SoilGraph {
  float radius = 0.0f;           ///< of a node
  std::vector<glm::vec2> nodes;  ///< one per soil
  std::vector<GraphArrow> arrows;

  SoilGraph(Soils const& soils, GraphRoom const& room);
  /// The arrow within `reach` of a point, nullptr: none.
  GraphArrow const* arrow_at(glm::vec2 point, float reach) const;
};

/// "Soft rock weathers to Talus".
std::string sentence_of(Soils const& soils, GraphArrow const& arrow);

/// Draws the window right of `left` (pixels) while it is shown. A click on a soil selects it for the editor of soils.
void draw_soil_graph(Canvas const& canvas, EditorState& state, Soils const& soils, float left);

}  // namespace barchan::ui
