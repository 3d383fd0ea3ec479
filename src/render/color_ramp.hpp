/// Colour ramps of overlays, shared by the picture and its legend.
#pragma once

#include <array>
#include <cstdint>

#include "base/field.hpp"

namespace barchan::render {

inline constexpr int kRampSize = 256;

/// sRGB-encoded colours, 8 bits per channel, from the lowest to the highest value. They are perceptually uniform, with
/// monotonic lightness (sequential, elevation) or darker from the middle to both ends (diverging). People with any kind
/// of colour blindness can tell their values apart.
using ColorRamp = std::array<std::array<std::uint8_t, 3>, kRampSize>;

/// sequential: after viridis (Smith & van der Walt 2015); elevation: after cividis (Nunez et al. 2018);
/// diverging: dark blue over near-white to orange.
ColorRamp const& color_ramp(FieldRamp kind);

/// Range of the ramp for values between `minimum` and `maximum`: symmetric about zero if diverging, never empty.
struct RampRange {
  float low = 0.0f;
  float high = 1.0f;
};
RampRange ramp_range(FieldRamp kind, float minimum, float maximum);

}  // namespace barchan::render
