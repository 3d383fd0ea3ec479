/// Panel: the column of controls, built from the parameter rows of the world.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/desk_state.hpp"
#include "ui/first_sliders.hpp"
#include "ui/measure_panel.hpp"
#include "ui/parameter_store.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

class Panel {
 public:
  /// Draws the panel at the left edge. `camera_azimuth`: the way the camera looks, for the dial. Returns its right edge
  /// in pixels.
  float draw(Canvas const& canvas, DeskState& state, SimulationRunner const& runner, ParameterStore& store,
             float camera_azimuth);

  bool typing() const { return editor_.typing(); }
  /// The last figures of the section "Measure", if it has been open.
  std::optional<MeasureFigures> const& figures() const { return measure_.figures(); }

 private:
  ValueEditor editor_;
  MeasureWatch measure_;
};

/// Why the overlay of this field is empty, "" when it need not be.
std::string why_empty(FieldFacts const& field, ParameterStore const& store);

}  // namespace barchan::ui
