/// OverlayScale: which values of an overlay the colours span. A few extreme cells must not take most of the colours.
#pragma once

#include <optional>

#include "world/terrain_view.hpp"

namespace barchan::ui {

/// The user's settings for a field. Settings that are empty are chosen from the values.
struct OverlayChoice {
  std::optional<float> low, high;   ///< ends of the colours, in the field's unit
  std::optional<bool> logarithmic;  ///< colours by ratio, not by difference

  bool operator==(OverlayChoice const&) const = default;
};

/// The scale of a view's overlay, in the field's unit.
struct OverlayScale {
  float low = 0.0f, high = 1.0f;        ///< what the colours span
  float lowest = 0.0f, highest = 0.0f;  ///< of all values
  bool logarithmic = false;

  /// Position of `value` on the colour ramp, 0 .. 1.
  float share(float value) const;
};

/// Chooses the scale: the range of nearly all values that are not zero, widened to round numbers. Sets the range with
/// which the view is drawn. If the scale is logarithmic, replaces the overlay's values by their logarithms.
OverlayScale scale_overlay(TerrainView& view, OverlayChoice const& choice);

}  // namespace barchan::ui
