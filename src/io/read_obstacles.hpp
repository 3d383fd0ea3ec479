/// Reads commands that change and remove single obstacles, from tables and from words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "io/toml_reader.hpp"
#include "land/obstacle.hpp"

namespace barchan {

/// Reads the number of an obstacle. Nothing, after recording a mistake, if it is not one.
std::optional<std::uint32_t> read_obstacle_number(TableReader const& table, std::string_view key,
                                                  std::string const& title);
/// Reads `number` and the values that change, as in { number = 2, x = 0.7, azimuth = 30.0 }. Nothing, after recording a
/// mistake, if there is no number.
std::optional<ChangeObstacle> read_obstacle_change(TableReader const& table);

/// Parses "2 x=0.7 azimuth=30"; `option` is named in messages. Throws InputError with the nearest name.
ChangeObstacle parse_obstacle_change(std::string_view text, std::string_view option = "--change-obstacle");
/// Parses "2". Throws InputError.
RemoveObstacle parse_remove_obstacle(std::string_view text, std::string_view option = "--remove-obstacle");

}  // namespace barchan
