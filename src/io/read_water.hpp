/// Reads sources of water, storms and rain maps, from tables and from words. Mistakes in tables are recorded there.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/named_sources.hpp"
#include "io/scenario.hpp"
#include "io/toml_reader.hpp"

namespace barchan {

/// Stands for the same rain everywhere, instead of a map.
inline constexpr std::string_view kEvenRain = "even";

WaterSource read_source(TableReader const& table);
/// Reads the values that identify a source. `place`: of the command in the time line.
NamedSource read_named_source(TableReader const& table, std::size_t place);
/// Reads { from = { … }, to = { … } }: the values that identify a source, and its new ones.
NamedSource read_changed_source(TableReader const& table, std::size_t place);
Storm read_storm(TableReader const& table);
/// Reads `file` of a table as a rain map for the land of a scenario. The file is searched in `folder`. A raster with a
/// place is resampled to the cells of the land.
RainMap read_rain_table(TableReader const& table, Scenario const& scenario, std::filesystem::path const& folder);

/// Reads [[water_source]].
void read_sources(TableReader const& root, Scenario& scenario);
/// Reads [[storm]].
std::vector<Storm> read_storms(TableReader const& root);
/// Reads [rain_map] with a raster file, as read_rain_table() does.
RainMap read_rain_map(TableReader const& root, Scenario const& scenario, std::filesystem::path const& folder);

/// The rain map with the values of a raster. `name` stands for it in messages. Throws InputError.
SetRainMap rain_map_of(Raster const& raster, std::string const& name);

}  // namespace barchan
