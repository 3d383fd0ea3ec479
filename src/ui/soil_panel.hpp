/// The panel's sections of soils: their depths on the land and their properties.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ui/editor_state.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// Mean depth of a soil in the words of the legend: "1.20 m", "below all" for bedrock, "none".
std::string depth_text(TerrainView const& view, SoilId soil);

/// Draws the inside of the legend: a row for each soil. A click on a row selects its soil for the editor.
void draw_soil_legend(Canvas const& canvas, EditorState& state, TerrainView const& view);

/// The soils that the editor changes.
struct EditedSoils {
  Soils const& soils;
  Soils const& start;                      ///< as the world began; may lack the last soils
  std::span<SoilFigures const> figures{};  ///< may lack the last soils
};

/// Id of the soil that covers most of the surface.
std::string most_seen_soil(TerrainView const& view);

/// The soil that is edited.
SoilId edited_soil(EditorState const& state, Soils const& soils);

/// Draws the inside of the editor. Changes go to `state.soil_changes`.
void draw_soil_editor(Canvas const& canvas, EditorState& state, EditedSoils const& edited, ValueEditor& editor);

}  // namespace barchan::ui
