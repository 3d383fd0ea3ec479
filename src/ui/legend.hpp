/// Legend of the overlay: its colours, what they span, and fields in which a hand sets that.
#pragma once

#include <optional>
#include <string>

#include "ui/canvas.hpp"
#include "ui/desk_state.hpp"

namespace barchan::ui {

/// What a legend says beside the scale.
struct LegendFacts {
  std::optional<float> under_cursor;  ///< the overlay's value there
  float left = 0.0f;                  ///< right edge of the panel, pixels
  std::string why_empty;              ///< said when it is empty, "" when it is not
};

/// Draws the legend of the view's overlay; what a hand changes goes to `state.overlay_choices`.
void draw_legend(Canvas const& canvas, DeskState& state, SimulationRunner const& runner, LegendFacts const& facts);

}  // namespace barchan::ui
