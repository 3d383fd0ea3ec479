/// Diagnostic fields: named grids of floats that the window overlays and the command line exports.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace barchan {

/// How a field is coloured.
enum class FieldRamp : std::uint8_t {
  sequential,  ///< from little to much (viridis)
  diverging,   ///< about zero
  elevation,   ///< heights
};

/// What a field tells, whichever process fills it; fields of one role are parts of one thing.
enum class FieldRole : std::uint8_t { none, airborne_sand, sand_flux, wind_path, discharge };

/// Description of a field; the values are row-major as the grid, float32.
struct FieldRow {
  std::string_view id;     ///< key in --export and overlays, unique in a world
  std::string_view title;  ///< for people
  std::string_view unit;   ///< SI, "" when dimensionless
  std::string_view help;   ///< one sentence
  FieldRamp ramp = FieldRamp::sequential;
  FieldRole role = FieldRole::none;
  bool logarithmic = false;  ///< spans decades: coloured by ratio
};

/// The first of `rows` that has `role`, null when none has.
inline FieldRow const* first_of(std::span<FieldRow const> rows, FieldRole role) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](FieldRow const& one) { return one.role == role; });
  return row != rows.end() ? &*row : nullptr;
}

}  // namespace barchan
