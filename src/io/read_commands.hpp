/// What a scenario file says to a running world: parameters, obstacles, the time line. Mistakes are noted in the
/// tables.
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

/// The parameter group that has a row of this name, for keys in the wrong table.
std::string_view group_of_key(std::string_view key);

/// The value under `key`, checked against its row; `title` names the table in messages.
std::optional<double> read_parameter(TableReader const& table, std::string_view key, std::string_view title,
                                     ParameterRow const& row);

/// `before`, then the parameters of `group` that a table sets.
std::vector<SetParameter> read_group(TableReader const& table, ParameterGroup const& group,
                                     std::vector<SetParameter> before);

/// [[water_source]].
void read_sources(TableReader const& root, Scenario& scenario);
/// [[storm]].
std::vector<Storm> read_storms(TableReader const& root);
/// [rain_map] of a file, for a land of this grid.
RainMap read_rain_map(TableReader const& root, Grid const& grid, std::filesystem::path const& folder);

/// [[timeline]] in the order of the file, for the grid and the soils of `scenario`; `folder` is where the reliefs of
/// stamps and rain maps are looked for.
std::vector<TimedCommand> read_timeline(TableReader const& root, Scenario const& scenario,
                                        std::filesystem::path const& folder);

}  // namespace barchan
