/// Reads the parts of a scenario file that may also act on a running world: parameters, water sources, rain and the
/// time line. Mistakes are recorded in the tables.
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
                                     ParameterRow const& row);

/// Returns `before`, followed by the parameters of `group` that a table sets.
std::vector<SetParameter> read_group(TableReader const& table, ParameterGroup const& group,
                                     std::vector<SetParameter> before);

/// Reads [[water_source]].
void read_sources(TableReader const& root, Scenario& scenario);
/// Reads [[storm]].
std::vector<Storm> read_storms(TableReader const& root);
/// Reads [rain_map] with a raster file, for a land with this grid. The file is searched in `folder`.
RainMap read_rain_map(TableReader const& root, Grid const& grid, std::filesystem::path const& folder);

/// The rain map with the values of a raster. `name` stands for it in messages. Throws InputError.
SetRainMap rain_map_of(Raster const& raster, std::string const& name);
/// The heights of a raster as fractions of its relief. Throws InputError if it is level or too large.
Stamp stamp_of(Raster const& raster);
/// The same for a raster file, which is searched in `folder`. Throws InputError.
Stamp read_stamp(std::filesystem::path const& file, std::filesystem::path const& folder);

/// Reads [[timeline]] in the order of the file. Its commands refer to the grid and the soils of `scenario`. Stamps and
/// rain maps are searched in `folder`.
std::vector<TimedCommand> read_timeline(TableReader const& root, Scenario const& scenario,
                                        std::filesystem::path const& folder);

}  // namespace barchan
