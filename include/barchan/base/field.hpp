/// Diagnostic fields: named grids of floats that the window overlays and the command line exports.
#pragma once

#include <cstdint>
#include <string_view>

namespace barchan {

/// How a field is coloured.
enum class FieldRamp : std::uint8_t {
  sequential,  ///< from little to much (viridis)
  diverging,   ///< about zero
  elevation,   ///< heights
};

/// Description of a field; the values are row-major as the grid, float32.
struct FieldRow {
  std::string_view id;     ///< key in --export and overlays, unique in a world
  std::string_view title;  ///< for people
  std::string_view unit;   ///< SI, "" when dimensionless
  std::string_view help;   ///< one sentence
  FieldRamp ramp = FieldRamp::sequential;
  bool logarithmic = false;  ///< spans decades: coloured by ratio
};

}  // namespace barchan
