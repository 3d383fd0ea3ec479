#include "io/read_parameters.hpp"

#include <fmt/format.h>

#include "barchan/io/scenario.hpp"

namespace barchan {

std::string_view group_of_key(std::string_view key) {
  for (ParameterGroup const& group : parameter_catalog()) {
    if (group.find(key) != nullptr) return group.id;
  }
  return {};
}

double read_parameter(TableReader const& table, std::string_view key, std::string_view title, ParameterRow const& row) {
  toml::node const& node = *table.raw().get(key);
  const auto wrong = [&](std::string_view expected) {
    return table.error(key, fmt::format("'{}' in {}: expected {}, found {}", key, title, expected, describe(node)));
  };
  double value = 0.0;
  switch (row.kind) {
    case ParameterKind::real:
      if (!node.is_number()) {
        throw wrong(
            fmt::format("a number, {} to {}{}{}", row.minimum, row.maximum, row.unit.empty() ? "" : " ", row.unit));
      }
      value = *node.value<double>();
      break;
    case ParameterKind::integer:
      if (!node.is_integer()) throw wrong(fmt::format("a whole number, {} to {}", row.minimum, row.maximum));
      value = static_cast<double>(node.as_integer()->get());
      break;
    case ParameterKind::boolean:
      if (!node.is_boolean()) throw wrong("true or false");
      value = node.as_boolean()->get() ? 1.0 : 0.0;
      break;
    case ParameterKind::choice: {
      const auto chosen = table.choice(key, row.choices);
      value = static_cast<double>(*chosen);
      break;
    }
  }
  if (const std::string complaint = parameter_error(row, value); !complaint.empty()) {
    throw table.error(key, fmt::format("{}: {}", title, complaint));
  }
  return value;
}

std::vector<SetParameter> read_group(TableReader const& table, std::string const& title, ParameterGroup const& group) {
  std::vector<std::string_view> known;
  for (ParameterRow const& row : group.rows) known.push_back(row.key);
  table.refuse_unknown(known, group_of_key);
  std::vector<SetParameter> parameters;
  for (ParameterRow const& row : group.rows) {
    if (!table.has(row.key)) continue;
    parameters.push_back({std::string(group.id), std::string(row.key), read_parameter(table, row.key, title, row)});
  }
  return parameters;
}

}  // namespace barchan
