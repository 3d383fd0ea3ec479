/// Reads parameters and the time line of a scenario file. Mistakes are recorded in the tables.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "base/parameter.hpp"
#include "io/scenario.hpp"
#include "io/toml_reader.hpp"
#include "world/command.hpp"

namespace barchan {

/// The parameter group that has a row with this key, for keys in the wrong table; "" if there is none.
std::string_view group_of_key(std::string_view key);

/// The value of `key`, checked against its row; empty if it is absent or wrong. `title` names the table in messages.
std::optional<double> read_parameter(TableReader const& table, std::string_view key, std::string_view title,
                                     ParameterRow const& usual);

/// Returns `before`, followed by the parameters of `group` that a table sets.
std::vector<SetParameter> read_group(TableReader const& table, ParameterGroup const& group,
                                     std::vector<SetParameter> before);

/// Reads [[timeline]] in the order of the file. Its commands refer to the grid and the soils of `scenario`. Stamps and
/// rain maps are searched in `folder`.
std::vector<TimedCommand> read_timeline(TableReader const& root, Scenario const& scenario,
                                        std::filesystem::path const& folder);

}  // namespace barchan
