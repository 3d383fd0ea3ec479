/// Panel: the tool bar at the left edge and, beside it, a column with the options of the active tool and the settings,
/// built from the parameter rows of the world.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/editor_state.hpp"
#include "ui/first_sliders.hpp"
#include "ui/measure_panel.hpp"
#include "ui/parameter_store.hpp"
#include "ui/preset_panel.hpp"
#include "ui/soil_store.hpp"
#include "ui/toolbox.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

/// Objects whose values the panel shows and sets.
struct PanelSources {
  SimulationRunner const& runner;
  ParameterStore& store;
  SoilStore const& soils;
  Toolbox& toolbox;
  ToolContext& context;
  PresetShelf& shelf;
  float camera_azimuth = 0.0f;  ///< direction in which the camera looks, degrees, for the dial
};

/// A section of the panel that belongs to no group of parameters and to no tool.
struct PanelSection {
  std::string_view id, title, help;
};
std::span<PanelSection const> panel_sections();

class Panel {
 public:
  /// Draws the tool bar and the column below the menus. Returns the right edge of the column in pixels.
  float draw(Canvas const& canvas, EditorState& state, PanelSources const& sources);

  bool typing() const { return editor_.typing(); }
  /// The last figures of the section "Measure", if it has been open.
  std::optional<MeasureFigures> const& figures() const { return measure_.figures(); }

 private:
  void draw_settings(Canvas const& canvas, EditorState& state, PanelSources const& sources, float height);
  float draw_tool(Canvas const& canvas, PanelSources const& sources, ImVec2 corner, ImVec2 most);
  void draw_soils(Canvas const& canvas, EditorState& state, PanelSources const& sources);

  ValueEditor editor_;
  MeasureWatch measure_;
  std::uint64_t generation_ = 0;  ///< of the world whose soils are shown
};

/// Reason why the overlay of this field is empty; "" if it can have values.
std::string why_empty(FieldFacts const& field, ParameterStore const& store);

}  // namespace barchan::ui
