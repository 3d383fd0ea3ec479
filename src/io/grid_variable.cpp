#include "io/grid_variable.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace barchan {

namespace {

/// Units of fields that UDUNITS writes in another way.
struct UnitRow {
  std::string_view unit, udunits;
};
constexpr UnitRow kUnitRows[]{
    {"m/s", "m s-1"}, {"m2/s", "m2 s-1"},    {"m3/s", "m3 s-1"}, {"1/s", "s-1"},     {"m/m", "1"},
    {"", "1"},        {"degrees", "degree"}, {"mm/h", "mm h-1"}, {"mm/d", "mm d-1"}, {"mm/a", "mm year-1"}};

/// Standard names of fields (CF Standard Name Table).
constexpr UnitRow kStandardNames[]{{"elevation", "surface_altitude"}};

}  // namespace

geo::GridVariable grid_variable(std::string const& field, std::string const& unit) {
  geo::GridVariable variable;
  variable.name = field.empty() ? "value" : field;
  std::ranges::replace_if(
      variable.name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  if (std::isalpha(static_cast<unsigned char>(variable.name[0])) == 0) variable.name.insert(0, "field_");
  variable.long_name = field;
  std::ranges::replace(variable.long_name, '_', ' ');
  variable.unit = unit;
  for (UnitRow const& row : kUnitRows) {
    if (row.unit == unit) variable.unit = row.udunits;
  }
  for (UnitRow const& row : kStandardNames) {
    if (row.unit == field) variable.standard_name = row.udunits;
  }
  return variable;
}

}  // namespace barchan
