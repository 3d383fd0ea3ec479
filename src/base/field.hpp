/// Fields: named grids of floats for overlays and export.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/bearing.hpp"

namespace barchan {

/// Colours of a field.
enum class FieldRamp : std::uint8_t {
  sequential,  ///< from low to high values (viridis)
  diverging,   ///< symmetric about zero
  elevation,   ///< elevations
};

/// Quantity that a field shows, independent of the process that fills it. Fields with the same role may be added.
enum class FieldRole : std::uint8_t { none, airborne_sand, sand_flux, wind_path, discharge };

/// Description of a field. Its values are float32 and row-major, like those of the grid.
struct FieldRow {
  std::string_view id;     ///< key in --export and overlays, unique in a world
  std::string_view title;  ///< name shown to the user
  std::string_view unit;   ///< SI; "" if dimensionless
  std::string_view help;   ///< one sentence
  FieldRamp ramp = FieldRamp::sequential;
  FieldRole role = FieldRole::none;
  bool logarithmic = false;         ///< the values span decades and are coloured by ratio
  Bearing bearing = Bearing::none;  ///< of directions, which are mathematical; see base/bearing.hpp
};

/// The first of `rows` with this role; null if there is none.
inline FieldRow const* first_of(std::span<FieldRow const> rows, FieldRole role) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](FieldRow const& one) { return one.role == role; });
  return row != rows.end() ? &*row : nullptr;
}

}  // namespace barchan
