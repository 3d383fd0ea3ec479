#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "barchan/io/scenario.hpp"
#include "barchan/processes/process.hpp"
#include "barchan/wind/wind_field.hpp"
#include "barchan/world/world.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// A world of one cell, kept for its rows; nothing ever steps it.
World const& probe_world() {
  static const World world = [] {
    WorldSetup setup;
    setup.base = {0};
    setup.sand = {0};
    return World(std::move(setup), make_processes());
  }();
  return world;
}

}  // namespace

std::span<ParameterGroup const> parameter_catalog() { return probe_world().parameter_groups(); }
std::span<FieldRow const> field_catalog() { return probe_world().fields(); }

SetParameter parse_parameter_setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::size_t dot = text.substr(0, equals).find('.');
  if (equals == std::string_view::npos || dot == std::string_view::npos) {
    throw InputError("--set {}: expected group.parameter=value, as in wind.speed=12; see 'barchan-cli parameters'",
                     text);
  }
  const std::string_view group_id = text.substr(0, dot);
  const std::string_view key = text.substr(dot + 1, equals - dot - 1);
  const std::string_view value = text.substr(equals + 1);

  std::vector<std::string_view> group_ids;
  ParameterGroup const* group = nullptr;
  for (ParameterGroup const& candidate : parameter_catalog()) {
    group_ids.push_back(candidate.id);
    if (candidate.id == group_id) group = &candidate;
  }
  if (group == nullptr) {
    const std::string advice = did_you_mean(group_id, group_ids);
    throw InputError("--set {}: unknown group '{}'{}", text, group_id,
                     advice.empty() ? fmt::format("; known are {}", join(group_ids)) : advice);
  }
  ParameterRow const* row = group->find(key);
  if (row == nullptr) {
    std::vector<std::string_view> keys;
    for (ParameterRow const& candidate : group->rows) keys.push_back(candidate.key);
    const std::string advice = did_you_mean(key, keys);
    throw InputError("--set {}: unknown parameter '{}' in {}{}", text, key, group_id,
                     advice.empty() ? fmt::format("; known are {}", join(keys)) : advice);
  }
  double number = 0.0;
  std::string complaint;
  try {
    number = parse_parameter_value(*row, value);
    complaint = parameter_error(*row, number);
  } catch (std::invalid_argument const& error) {
    complaint = error.what();
  }
  if (!complaint.empty()) throw InputError("--set {}: {}", text, complaint);
  return {std::string(group_id), std::string(key), number};
}

}  // namespace barchan
