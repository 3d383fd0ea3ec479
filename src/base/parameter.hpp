/// Parameter rows: each parameter is declared once; slider, scenario key, --set, tooltip, docs and tests come from its
/// row.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace barchan {

enum class ParameterKind : std::uint8_t { real, integer, boolean, choice };

/// One row: what a parameter is, and how its member of the group's struct is read and written. Made by the functions of
/// the namespace `row`.
struct ParameterRow {
  std::string_view key;    ///< member name, scenario key, --set key
  std::string_view label;  ///< what the panel shows
  std::string_view unit;   ///< SI, "" when dimensionless
  std::string_view help;   ///< what it is, and in which direction it acts
  ParameterKind kind = ParameterKind::real;
  double minimum = 0.0;
  double maximum = 1.0;
  double default_value = 0.0;                   ///< that of the struct
  std::span<std::string_view const> choices{};  ///< names of a `choice`, in the order of its values
  bool logarithmic = false;                     ///< the slider moves by ratio
  double (*get)(void const* values) = nullptr;
  void (*set)(void* values, double value) = nullptr;
};

/// From the least to the greatest value.
struct ParameterRange {
  double minimum, maximum;
  bool logarithmic = false;
};
inline constexpr bool kByRatio = true;

/// Rows of a struct's members: `row::number<&Values::height>("height", "Height", "m", {0.0, 9.0}, "Higher: taller.")`.
/// Each member is four bytes; its initialiser is the default.
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
  /// `row` with what the member itself tells.
  static constexpr ParameterRow complete(ParameterRow row) {
    row.default_value = static_cast<double>(Values{}.*Member);
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

}  // namespace row

/// A named set of rows together with the values they describe. A view: the world owns the values.
struct ParameterGroup {
  std::string_view id, title, help;
  std::span<ParameterRow const> rows;
  void* values;

  /// Row of `key`, or nullptr.
  ParameterRow const* find(std::string_view key) const;
  double get(ParameterRow const& row) const { return row.get(values); }
  /// Stores `value` unchecked; see `parameter_error`.
  void set(ParameterRow const& row, double value) const { row.set(values, value); }
};

/// Empty when `value` is acceptable for `row`, otherwise one sentence with the range and what was found.
std::string parameter_error(ParameterRow const& row, double value);

/// Reads a value as typed by a person: a number, true/false/on/off, or the name of a choice.
/// Throws std::invalid_argument with one clear sentence (expected and found).
double parse_parameter_value(ParameterRow const& row, std::string_view text);

/// The value as a person would type it ("0.25", "true", "article").
std::string format_parameter_value(ParameterRow const& row, double value);

}  // namespace barchan
