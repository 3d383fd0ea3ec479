/// Parameter rows: each parameter is declared once; slider, scenario key, --set, tooltip, docs and tests come from its
/// row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace barchan {

enum class ParameterKind : std::uint8_t { real, integer, boolean, choice };

/// One row. The member it names is a 4-byte slot (float for `real`, int32 otherwise) of the group's struct.
struct ParameterRow {
  std::string_view key;    ///< member name, scenario key, --set key
  std::string_view label;  ///< what the panel shows
  std::string_view unit;   ///< SI, "" when dimensionless
  std::string_view help;   ///< what it is, and in which direction it acts
  ParameterKind kind = ParameterKind::real;
  std::size_t offset = 0;
  double minimum = 0.0;
  double maximum = 1.0;
  double default_value = 0.0;
  std::span<std::string_view const> choices{};  ///< names of a `choice`, in the order of its values
  bool logarithmic = false;                     ///< the slider moves by ratio
};

/// A named set of rows together with the values they describe. A view: the world owns the values.
class ParameterGroup {
 public:
  ParameterGroup(std::string_view group_id, std::string_view group_title, std::string_view group_help,
                 std::span<ParameterRow const> group_rows, void* values)
      : id(group_id),
        title(group_title),
        help(group_help),
        rows(group_rows),
        values_(static_cast<std::byte*>(values)) {}

  std::string_view id, title, help;
  std::span<ParameterRow const> rows;

  /// Row of `key`, or nullptr.
  ParameterRow const* find(std::string_view key) const;
  double get(ParameterRow const& row) const;
  /// Stores `value` unchecked; see `parameter_error`.
  void set(ParameterRow const& row, double value) const;

 private:
  std::byte* values_;
};

/// Empty when `value` is acceptable for `row`, otherwise one sentence with the range and what was found.
std::string parameter_error(ParameterRow const& row, double value);

/// Reads a value as typed by a person: a number, true/false/on/off, or the name of a choice.
/// Throws std::invalid_argument with one clear sentence (expected and found).
double parse_parameter_value(ParameterRow const& row, std::string_view text);

/// The value as a person would type it ("0.25", "true", "article").
std::string format_parameter_value(ParameterRow const& row, double value);

}  // namespace barchan
