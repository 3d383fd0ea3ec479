#include "base/parameter.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace barchan {

namespace {

/// Shortest text that reads back as the same number.
std::string number_text(double value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(value));
  return {buffer, result.ptr};
}

/// "a number from 0 to 20 m/s"
std::string expected_number(ParameterRow const& row) {
  return std::string(row.kind == ParameterKind::real ? "a number" : "a whole number") + " from " +
         number_text(row.minimum) + " to " + number_text(row.maximum) +
         (row.unit.empty() ? "" : " " + std::string(row.unit)) +
         (row.bearing == Bearing::none ? ""
                                       : " (" + std::string(convention_of(row.bearing, row.directions)) +
                                             ") or a point of the compass, such as NW");
}

std::string choices_text(ParameterRow const& row) {
  std::string text;
  for (std::string_view choice : row.choices) text += (text.empty() ? "" : ", ") + std::string(choice);
  return text;
}

std::string complaint(ParameterRow const& row, std::string const& expected, std::string const& found) {
  return std::string(row.key) + ": expected " + expected + ", found " + found;
}

}  // namespace

ParameterRow const* ParameterGroup::find(std::string_view key) const {
  for (ParameterRow const& row : rows) {
    if (row.key == key) return &row;
  }
  return nullptr;
}

std::string parameter_error(ParameterRow const& row, double value) {
  if (!std::isfinite(value)) return complaint(row, expected_number(row), "an infinity or NaN");
  // Values are compared as stored, so the float nearest to a limit counts as the limit.
  const bool real = row.kind == ParameterKind::real;
  const double stored = real ? static_cast<double>(static_cast<float>(value)) : value;
  const double minimum = real ? static_cast<double>(static_cast<float>(row.minimum)) : row.minimum;
  const double maximum = real ? static_cast<double>(static_cast<float>(row.maximum)) : row.maximum;
  const bool fits = stored >= minimum && stored <= maximum && (real || value == std::floor(value));
  return fits ? std::string() : complaint(row, expected_number(row), number_text(value));
}

double parse_parameter_value(ParameterRow const& row, std::string_view text) {
  const std::string found = "'" + std::string(text) + "'";
  if (row.kind == ParameterKind::choice) {
    for (std::size_t i = 0; i < row.choices.size(); ++i) {
      if (row.choices[i] == text) return static_cast<double>(i);
    }
    throw std::invalid_argument(complaint(row, "one of " + choices_text(row), found));
  }
  if (row.kind == ParameterKind::boolean) {
    if (text == "true" || text == "on" || text == "1" || text == "yes") return 1.0;
    if (text == "false" || text == "off" || text == "0" || text == "no") return 0.0;
    throw std::invalid_argument(complaint(row, "true or false", found));
  }
  if (const auto point = compass_degrees(text, row.bearing)) return *point;
  double value = 0.0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) {
    throw std::invalid_argument(complaint(row, expected_number(row), found));
  }
  if (const std::string error = parameter_error(row, value); !error.empty()) throw std::invalid_argument(error);
  return converted(value, row.bearing, row.directions);
}

std::string format_parameter_value(ParameterRow const& row, double value) {
  switch (row.kind) {
    case ParameterKind::boolean:
      return value != 0.0 ? "true" : "false";
    case ParameterKind::choice: {
      const auto index = static_cast<std::size_t>(value);
      return index < row.choices.size() ? std::string(row.choices[index]) : number_text(value);
    }
    case ParameterKind::integer:
      return std::to_string(static_cast<long long>(value));
    case ParameterKind::real:
      break;
  }
  return number_text(converted(value, row.bearing, row.directions));
}

ParameterRow in_directions(ParameterRow row, Directions directions) {
  if (row.bearing == Bearing::none || directions == row.directions) return row;
  row.directions = directions;
  if (directions == Directions::meteorological) {
    row.maximum = row.bearing == Bearing::line ? 180.0 : 360.0;
    row.minimum = row.minimum < 0.0 ? -row.maximum : 0.0;
  }
  return row;
}

std::string help_with_convention(ParameterRow const& row) {
  std::string help(row.help);
  if (row.bearing == Bearing::none) return help;
  const bool wind = row.bearing == Bearing::wind;
  help += " Degrees are counted " + std::string(convention_of(wind ? Bearing::heading : row.bearing, row.directions));
  if (wind) {
    const bool compass = row.directions == Directions::meteorological;
    help += std::string(" and give the direction ") + (compass ? "from" : "towards") + " which the wind blows";
  }
  return help + ".";
}

std::string example_value(ParameterRow const& row) {
  return format_parameter_value(row, row.kind == ParameterKind::boolean ? 1.0 : row.default_value);
}

}  // namespace barchan
