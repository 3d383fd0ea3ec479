/// Reads commands that place, change and remove obstacles, from tables and from words.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "io/align_raster.hpp"
#include "io/toml_reader.hpp"
#include "land/obstacle.hpp"
#include "land/raster.hpp"

namespace barchan {

/// The heights of a raster as fractions of its relief. Throws InputError if it is level or too large.
Stamp stamp_of(Raster const& raster);
/// The same for a raster file, which is searched in `folder`. Throws InputError.
Stamp read_stamp(std::filesystem::path const& file, std::filesystem::path const& folder);

/// Reads a body, as in { shape = "wall", x = 0.7 }. The relief of a stamp is searched in `folder`. If it has a place,
/// it is laid on a land with a place. Mistakes are recorded.
PlaceObstacle read_place_obstacle(TableReader const& table, std::filesystem::path const& folder,
                                  LandCells const& land = {});
/// Reads `remove` of an entry of the time line: "all", or a body. Mistakes are recorded.
RemoveObstacles read_remove_obstacles(TableReader const& entry);
/// Reads the number of an obstacle. Nothing, after recording a mistake, if it is not one.
std::optional<std::uint32_t> read_obstacle_number(TableReader const& table, std::string_view key,
                                                  std::string const& title);
/// Reads `number` and the values that change, as in { number = 2, x = 0.7, azimuth = 30.0 }. Nothing, after recording a
/// mistake, if there is no number.
std::optional<ChangeObstacle> read_obstacle_change(TableReader const& table);

/// Parses "2 x=0.7 azimuth=30"; `option` is named in messages. Throws InputError with the nearest name.
ChangeObstacle parse_obstacle_change(std::string_view text, std::string_view option = "--change-obstacle",
                                     Directions directions = Directions::mathematical);
/// Parses "2". Throws InputError.
RemoveObstacle parse_remove_obstacle(std::string_view text, std::string_view option = "--remove-obstacle");

}  // namespace barchan
