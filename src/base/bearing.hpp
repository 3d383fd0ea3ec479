/// Bearings: directions as people write them. The program itself has one convention, degrees anticlockwise from east,
/// and a wind is the direction towards which it blows. This is the only place where other conventions are converted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace barchan {

/// Conventions in which people write directions. `mathematical` is that of the program.
enum class Directions : std::uint8_t { mathematical, meteorological };

/// Names of the conventions in files and on command lines, in the order of their values.
inline constexpr std::array<std::string_view, 2> kDirections{"mathematical", "meteorological"};
constexpr std::string_view directions_id(Directions directions) {
  return kDirections[static_cast<std::size_t>(directions)];
}
/// The convention with this name; nothing if there is none.
std::optional<Directions> directions_named(std::string_view name);

/// What a number of degrees says about the land. A turn, a slope or the angle between two winds is no bearing.
enum class Bearing : std::uint8_t {
  none,
  wind,     ///< the direction of a wind: meteorologists name where it comes from
  heading,  ///< the direction in which something points or faces, 0 to 360
  line,     ///< the direction of a line, which has no sense: 0 to 180
};

/// The same direction in the other form, for both ways: from degrees as the program has them to degrees as people
/// write them, and back. Meteorological numbers are at least 0, less than 360 (180 for a line), and rounded to 0.0001
/// degrees.
double converted(double degrees, Bearing bearing, Directions directions);

/// How a number is to be read: "clockwise from north, from where the wind comes"; empty for Bearing::none.
std::string_view convention_of(Bearing bearing, Directions directions);

/// The nearest of the 16 points of the compass, for degrees as the program has them: "W" for a wind towards the east,
/// "NE-SW" for a line.
std::string compass_point(double degrees, Bearing bearing);
/// Degrees as the program has them of a point of the compass, such as "W" or "nnw"; nothing if it has another name. A
/// wind is named by where it comes from, in both conventions.
std::optional<double> compass_degrees(std::string_view point, Bearing bearing);

}  // namespace barchan
