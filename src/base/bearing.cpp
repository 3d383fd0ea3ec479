#include "base/bearing.hpp"

#include <algorithm>
#include <cmath>

namespace barchan {

namespace {

constexpr double kTurn = 360.0, kHalfTurn = 180.0, kNorth = 90.0, kFromNorth = 270.0;  // degrees
constexpr double kFinest = 1e4;  // meteorological numbers are multiples of 1 / kFinest degrees

constexpr auto kPoints = std::to_array<std::string_view>(
    {"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"});
constexpr double kPointGap = kTurn / static_cast<double>(kPoints.size());

double wrapped(double degrees, double turn) {
  const double inside = degrees - std::floor(degrees / turn) * turn;
  return inside < turn ? inside : 0.0;  // a tiny negative number may round to a whole turn
}

constexpr double turn_of(Bearing bearing) { return bearing == Bearing::line ? kHalfTurn : kTurn; }

}  // namespace

std::optional<Directions> directions_named(std::string_view name) {
  const auto found = std::ranges::find(kDirections, name);
  if (found == kDirections.end()) return std::nullopt;
  return static_cast<Directions>(found - kDirections.begin());
}

double converted(double degrees, Bearing bearing, Directions directions) {
  if (bearing == Bearing::none || directions == Directions::mathematical) return degrees;
  const double zero = bearing == Bearing::wind ? kFromNorth : kNorth;
  return wrapped(std::floor(wrapped(zero - degrees, turn_of(bearing)) * kFinest + 0.5) / kFinest, turn_of(bearing));
}

std::string_view convention_of(Bearing bearing, Directions directions) {
  const bool compass = directions == Directions::meteorological;
  switch (bearing) {
    case Bearing::none:
      break;
    case Bearing::wind:
      return compass ? "clockwise from north, from where the wind comes"
                     : "anticlockwise from east, to where the wind goes";
    case Bearing::heading:
    case Bearing::line:
      return compass ? "clockwise from north" : "anticlockwise from east";
  }
  return {};
}

std::string compass_point(double degrees, Bearing bearing) {
  const double from_north = converted(degrees, bearing, Directions::meteorological);
  const auto point = static_cast<std::size_t>(from_north / kPointGap + 0.5) % kPoints.size();
  const std::string name(kPoints[point]);
  if (bearing != Bearing::line) return name;
  const std::size_t half = kPoints.size() / 2, first = point % half;
  const std::string one(kPoints[first]), other(kPoints[first + half]);
  return first <= kPoints.size() / 4 ? one + "-" + other : other + "-" + one;  // the northern end first
}

std::optional<double> compass_degrees(std::string_view point, Bearing bearing) {
  std::string upper(point);
  std::ranges::transform(upper, upper.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
  const auto found = std::ranges::find(kPoints, upper);
  if (found == kPoints.end() || bearing == Bearing::none) return std::nullopt;
  const double from_north = static_cast<double>(found - kPoints.begin()) * kPointGap;
  return converted(wrapped(from_north, turn_of(bearing)), bearing, Directions::meteorological);
}

}  // namespace barchan
