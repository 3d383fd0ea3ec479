/// Panel: the column of controls, built from the parameter rows of the world.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ui/desk_state.hpp"
#include "ui/measure_panel.hpp"
#include "ui/parameter_store.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

class Panel {
 public:
  /// `scenarios`: entries of the menu, in its order.
  explicit Panel(std::vector<ScenarioEntry> scenarios) : scenarios_(std::move(scenarios)) {}

  /// Draws the panel at the left edge. `camera_azimuth`: the way the camera looks, for the dial. Returns its right edge
  /// in pixels.
  float draw(Canvas const& canvas, DeskState& state, SimulationRunner const& runner, ParameterStore& store,
             float camera_azimuth);

  bool typing() const { return editor_.typing(); }
  /// The last figures of the section "Measure", if it has been open.
  std::optional<MeasureFigures> const& figures() const { return measure_.figures(); }

 private:
  void draw_scenario(Canvas const& canvas, DeskState& state, SimulationRunner const& runner);
  void draw_buttons(Canvas const& canvas, DeskState& state);
  void draw_reset(Canvas const& canvas, ParameterStore& store);
  void draw_first_five(Canvas const& canvas, ParameterStore& store, float camera_azimuth);
  void draw_view(Canvas const& canvas, DeskState& state, SimulationRunner const& runner, ParameterStore& store);
  void draw_groups(Canvas const& canvas, SimulationRunner const& runner, ParameterStore& store);
  void draw_light(Canvas const& canvas, DeskState& state);
  void draw_parameter(Canvas const& canvas, ParameterStore& store, std::string_view group, std::string_view key);
  bool section(Canvas const& canvas, std::string_view id, std::string const& title);

  std::vector<ScenarioEntry> scenarios_;
  ValueEditor editor_;
  MeasurePanel measure_;
};

}  // namespace barchan::ui
