/// Parameter rows. Each parameter is declared once, in a row. Its slider, scenario key, --set key, tooltip,
/// documentation and tests are derived from the row.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/bearing.hpp"

namespace barchan {

enum class ParameterKind : std::uint8_t { real, integer, boolean, choice };

/// One parameter, and access to its member in the struct of the group. The functions in namespace `row` create rows.
struct ParameterRow {
  std::string_view key;    ///< member name, scenario key, --set key
  std::string_view label;  ///< title in the panel
  std::string_view unit;   ///< SI; "" if dimensionless
  std::string_view help;   ///< meaning of the parameter, then the effect of a higher value
  ParameterKind kind = ParameterKind::real;
  double minimum = 0.0;
  double maximum = 1.0;
  double default_value = 0.0;                   ///< from the struct's initialiser
  std::span<std::string_view const> choices{};  ///< names of a `choice`, in the order of its values
  bool logarithmic = false;                     ///< the scale of the slider is logarithmic
  bool masked = false;                          ///< a mask can multiply it, or the work of the process it switches
  double (*get)(void const* values) = nullptr;
  void (*set)(void* values, double value) = nullptr;
  double unhashed_value = 0.0;                       ///< value that hashes leave out: the row's first default
  Bearing bearing = Bearing::none;                   ///< of a direction over the land
  Directions directions = Directions::mathematical;  ///< convention of texts; see in_directions()
};

/// Smallest and largest allowed value.
struct ParameterRange {
  double minimum, maximum;
  bool logarithmic = false;
};
inline constexpr bool kByRatio = true;

/// Rows for the members of a struct: `row::number<&Values::height>("height", "Height", "m", {0.0, 9.0}, "Higher:
/// taller.")`. Each member has four bytes; its initialiser is the default.
namespace row {

using Text = std::string_view;

template <auto Member>
struct Slot;
template <typename Values, typename Value, Value Values::*Member>
struct Slot<Member> {
  static_assert(sizeof(Value) == 4);
  static constexpr bool kReal = std::is_floating_point_v<Value>;
  static double get(void const* values) { return static_cast<double>(static_cast<Values const*>(values)->*Member); }
  static void set(void* values, double value) { static_cast<Values*>(values)->*Member = static_cast<Value>(value); }
  /// Adds to `row` the properties that follow from the member: its default and its access functions.
  static constexpr ParameterRow complete(ParameterRow row) {
    row.default_value = row.unhashed_value = static_cast<double>(Values{}.*Member);
    row.get = get;
    row.set = set;
    return row;
  }
};

template <auto Member>
constexpr ParameterRow number(Text key, Text label, Text unit, ParameterRange range, Text help) {
  const auto kind = Slot<Member>::kReal ? ParameterKind::real : ParameterKind::integer;
  ParameterRow row{key, label, unit, help, kind, range.minimum, range.maximum};
  row.logarithmic = range.logarithmic;
  return Slot<Member>::complete(row);
}
template <auto Member>
constexpr ParameterRow flag(Text key, Text label, Text help) {
  static_assert(!Slot<Member>::kReal);
  return Slot<Member>::complete({key, label, "", help, ParameterKind::boolean});
}
template <auto Member>
constexpr ParameterRow choice(Text key, Text label, std::span<Text const> names, Text help) {
  static_assert(!Slot<Member>::kReal);
  const auto last = static_cast<double>(names.size() - 1);
  return Slot<Member>::complete({key, label, "", help, ParameterKind::choice, 0.0, last, 0.0, names});
}

/// The same row for a parameter that masks can multiply (land/mask.hpp).
constexpr ParameterRow maskable(ParameterRow row) {
  row.masked = true;
  return row;
}

/// The same row for a parameter whose default was `value` when it was introduced. Saved worlds that hold this value
/// keep their hashes.
constexpr ParameterRow formerly(float value, ParameterRow row) {
  row.unhashed_value = static_cast<double>(value);
  return row;
}

/// The same row for a direction over the land, which people may write in another convention.
constexpr ParameterRow direction(Bearing bearing, ParameterRow row) {
  row.bearing = bearing;
  return row;
}

}  // namespace row

/// The same row whose texts and limits are those of this convention. Values stay as the program has them. A row that is
/// no direction is returned as it is.
ParameterRow in_directions(ParameterRow row, Directions directions);

/// A named set of rows, and a view of the values that they describe. The world owns the values.
struct ParameterGroup {
  std::string_view id, title, help;
  std::span<ParameterRow const> rows;
  void* values;

  /// The row with this key; nullptr if there is none.
  ParameterRow const* find(std::string_view key) const;
  double get(ParameterRow const& row) const { return row.get(values); }
  /// Stores `value` without a check; see parameter_error().
  void set(ParameterRow const& row, double value) const { row.set(values, value); }
};

/// Returns one sentence with the allowed range and the value found, or an empty string if `value` is acceptable.
std::string parameter_error(ParameterRow const& row, double value);

/// Parses a value as the user types it: a number, true/false/on/off, the name of a choice or, for a direction, a point
/// of the compass. Throws std::invalid_argument with one sentence that says what was expected and what was found.
double parse_parameter_value(ParameterRow const& row, std::string_view text);

/// Formats a value as the user would type it ("0.25", "true", "article").
std::string format_parameter_value(ParameterRow const& row, double value);

/// The help of a row and, for a direction, how its number is to be read.
std::string help_with_convention(ParameterRow const& row);

/// A value for the examples of messages, in the same form: "true" for a boolean, otherwise the default.
std::string example_value(ParameterRow const& row);

}  // namespace barchan
