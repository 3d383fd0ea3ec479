// What stands on a slider and where: the arithmetic of ValueEditor, without a picture.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include <fmt/core.h>

#include "ui/value_editor.hpp"

namespace barchan::ui {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;
/// A slider of about this many steps can still be set by hand.
constexpr double kSliderSteps = 400.0;
/// Where a logarithmic row begins at zero, its slider is linear below this share of the maximum.
constexpr double kLinearShare = 1e-3;

/// Largest of 1, 2, 5 times a power of ten that is not above `size`.
double round_step(double size) {
  const double power = std::pow(10.0, std::floor(std::log10(size)));
  for (const double factor : {5.0, 2.0}) {
    if (factor * power <= size * 1.000001) return factor * power;
  }
  return power;
}

/// Short form that keeps four significant digits.
std::string number(double value) {
  if (value == 0.0) return "0";
  const double magnitude = std::fabs(value);
  if (magnitude >= 1e7 || magnitude < 1e-4) return fmt::format("{:.3g}", value);
  if (magnitude >= 1000.0) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

}  // namespace

std::string unit_text(std::string_view unit) {
  std::string text(unit);
  for (auto [plain, nice] : {std::pair{"^2", "²"}, {"^3", "³"}, {"m2", "m²"}, {"m3", "m³"}, {"s2", "s²"}}) {
    if (const auto at = text.find(plain); at != std::string::npos) text.replace(at, std::string(plain).size(), nice);
  }
  return text;
}

double slider_fraction(ParameterRow const& row, double value) {
  const double low = row.minimum, high = row.maximum;
  if (!(high > low)) return 0.0;
  double fraction = 0.0;
  if (row.logarithmic && low > 0.0) {
    fraction = std::log(std::max(value, low) / low) / std::log(high / low);
  } else if (row.logarithmic) {
    const double unit = kLinearShare * (high - low);
    fraction = std::log1p((value - low) / unit) / std::log1p(1.0 / kLinearShare);
  } else {
    fraction = (value - low) / (high - low);
  }
  return std::clamp(fraction, 0.0, 1.0);
}

double slider_value(ParameterRow const& row, double fraction) {
  const double low = row.minimum, high = row.maximum;
  if (fraction <= 0.0) return low;
  if (fraction >= 1.0) return high;
  double value = 0.0, step = 0.0;
  if (row.logarithmic) {
    if (low > 0.0) {
      value = low * std::pow(high / low, fraction);
    } else {
      const double unit = kLinearShare * (high - low);
      value = low + unit * std::expm1(fraction * std::log1p(1.0 / kLinearShare));
    }
    step = round_step(std::max(std::fabs(value), 1e-300) * 0.01);
  } else {
    value = low + fraction * (high - low);
    step = round_step((high - low) / kSliderSteps);
  }
  if (row.kind != ParameterKind::real) step = std::max(1.0, std::round(step));
  // Division first: multiples of 0.1 come out as the decimal that is shown.
  const double inverse = std::round(1.0 / step);
  value = step < 1.0 && inverse > 0.0 ? std::round(value * inverse) / inverse : std::round(value / step) * step;
  return std::clamp(value, low, high);
}

std::string value_text(ParameterRow const& row, double value, ValueStyle style) {
  if (row.kind == ParameterKind::boolean || row.kind == ParameterKind::choice) {
    return format_parameter_value(row, value);
  }
  std::string text = number(value);
  if (style == ValueStyle::slope) return fmt::format("{:.2f}  ·  {:.0f}°", value, std::atan(value) * kDegrees);
  if (row.unit == "degrees" || row.unit == "deg" || row.unit == "°") return text + "°";
  if (!row.unit.empty()) text += " " + unit_text(row.unit);
  return text;
}

double read_value_text(ParameterRow const& row, std::string_view text, ValueStyle style) {
  const auto trim = [](std::string_view s) {
    while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
    while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
    return s;
  };
  text = trim(text);
  constexpr std::string_view kDegreeSign = "°";
  bool angle = false;
  if (text.ends_with(kDegreeSign)) {
    angle = true;
    text = trim(text.substr(0, text.size() - kDegreeSign.size()));
  } else if (!row.unit.empty() && text.size() > row.unit.size() && text.ends_with(row.unit)) {
    text = trim(text.substr(0, text.size() - row.unit.size()));
  }
  if (angle && style == ValueStyle::slope) {
    ParameterRow degrees = row;
    degrees.minimum = std::atan(row.minimum) * kDegrees;
    degrees.maximum = std::atan(row.maximum) * kDegrees;
    return std::clamp(std::tan(parse_parameter_value(degrees, text) / kDegrees), row.minimum, row.maximum);
  }
  return parse_parameter_value(row, text);
}

}  // namespace barchan::ui
