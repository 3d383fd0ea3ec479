/// Panel: the column of controls, built from the parameter rows of the world.
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
};

/// A section of the panel that belongs to no group of parameters and to no tool.
struct PanelSection {
  std::string_view id, title, help;
};
std::span<PanelSection const> panel_sections();

class Panel {
 public:
  /// Draws the panel at the left edge. `camera_azimuth`: direction in which the camera looks, for the dial. Returns the
  /// panel's right edge in pixels.
  float draw(Canvas const& canvas, EditorState& state, PanelSources const& sources, float camera_azimuth);

  bool typing() const { return editor_.typing(); }
  /// The last figures of the section "Measure", if it has been open.
  std::optional<MeasureFigures> const& figures() const { return measure_.figures(); }

 private:
  void draw_soils(Canvas const& canvas, EditorState& state, PanelSources const& sources);

  ValueEditor editor_;
  MeasureWatch measure_;
  std::uint64_t generation_ = 0;  ///< of the world whose soils are shown
};

/// Reason why the overlay of this field is empty; "" if it can have values.
std::string why_empty(FieldFacts const& field, ParameterStore const& store);

}  // namespace barchan::ui
