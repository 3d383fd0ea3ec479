/// Colours of soils on the screen.
#pragma once

#include <array>

#include "land/soil.hpp"
#include "ui/canvas.hpp"

namespace barchan::ui {

/// Convert linear primaries to sRGB and back.
std::array<float, 3> encoded(std::array<float, 3> const& linear);
std::array<float, 3> linear(std::array<float, 3> const& encoded);

Color color_of(Soil const& soil);

/// A small square of the soil's colour, as high as the line of text around it; the next item follows it.
void draw_swatch(Canvas const& canvas, Soil const& soil);

/// "12.3 m", "4.2 cm", "0.3 mm".
std::string thickness_text(double metres);

}  // namespace barchan::ui
