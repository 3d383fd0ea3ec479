#include "land/obstacle.hpp"

#include <array>

namespace barchan {

namespace {

constexpr std::array<std::string_view, kObstacleShapeCount> kShapes{"wall", "block", "pyramid", "cylinder",
                                                                    "cone", "dome",  "stamp"};

using P = Obstacle;
constexpr std::array kRows{
    row::choice<&P::shape>("shape", "Shape", kShapes, "What is placed."),
    row::number<&P::x>("x", "x", "", {0.0, 1.0},
                       "Where its middle stands, as a share of the land's width from the west."),
    row::number<&P::y>("y", "y", "", {0.0, 1.0},
                       "Where its middle stands, as a share of the land's height from the south."),
    row::number<&P::azimuth>(
        "azimuth", "Azimuth", "deg", {-360.0, 360.0},
        "Way in which its length lies, anticlockwise from east. 90: across a wind that blows to the east."),
    row::number<&P::height>("height", "Height", "m", {0.01, 1000.0, kByRatio},
                            "Height of its top above the rock in each cell. Higher: a longer shadow in the wind."),
    row::number<&P::length>("length", "Length", "m", {0.01, 10000.0, kByRatio},
                            "Of a wall or a stamp, along the azimuth; at least a cell."),
    row::number<&P::width>("width", "Width", "m", {0.01, 10000.0, kByRatio},
                           "Of a wall or a stamp, across its length; side of a block or a pyramid; at least a cell."),
    row::number<&P::radius>("radius", "Radius", "m", {0.01, 10000.0, kByRatio},
                            "Of the foot of a cylinder, cone or dome; at least to the corners of a cell."),
};
static_assert(sizeof(Obstacle) == kRows.size() * 4, "every member of an obstacle has its row");

constexpr auto kOblong = std::to_array<std::string_view>({"x", "y", "azimuth", "height", "length", "width"});
constexpr auto kSquare = std::to_array<std::string_view>({"x", "y", "azimuth", "height", "width"});
constexpr auto kRound = std::to_array<std::string_view>({"x", "y", "height", "radius"});

struct ShapeRow {
  std::string_view help;
  std::span<std::string_view const> keys;
};
constexpr std::array<ShapeRow, kObstacleShapeCount> kShapeRows{{
    {"a box that lies along its azimuth", kOblong},
    {"a box over a square", kSquare},
    {"four plane faces over a square", kSquare},
    {"an upright cylinder", kRound},
    {"a cone over a disc", kRound},
    {"a smooth round hill", kRound},
    {"the relief of a raster file, from its lowest to its highest cell, stretched to length and width", kOblong},
}};

}  // namespace

std::span<ParameterRow const> obstacle_rows() { return kRows; }

ParameterGroup obstacle_group(Obstacle& obstacle) {
  return {"obstacle", "Obstacle", "A body that stands on the rock, in the way of wind and sand.", kRows, &obstacle};
}

std::string_view obstacle_shape_id(ObstacleShape shape) { return kShapes.at(static_cast<std::size_t>(shape)); }
std::string_view obstacle_shape_help(ObstacleShape shape) {
  return kShapeRows.at(static_cast<std::size_t>(shape)).help;
}
std::span<std::string_view const> obstacle_keys(ObstacleShape shape) {
  return kShapeRows.at(static_cast<std::size_t>(shape)).keys;
}

std::string obstacle_error(Obstacle const& obstacle, Stamp const& stamp) {
  Obstacle copy = obstacle;
  const ParameterGroup group = obstacle_group(copy);
  for (ParameterRow const& row : kRows) {
    if (std::string error = parameter_error(row, group.get(row)); !error.empty()) return error;
  }
  const bool sized = stamp.width >= 1 && stamp.height >= 1 && stamp.width <= Stamp::kMaximumSide &&
                     stamp.height <= Stamp::kMaximumSide;
  const bool none = stamp == Stamp{};
  if (obstacle.shape != ObstacleShape::stamp) return none ? "" : "only an obstacle of shape stamp has a relief";
  if (!sized || stamp.shares.size() != static_cast<std::size_t>(stamp.width) * static_cast<std::size_t>(stamp.height)) {
    return "a stamp needs a relief of 1 to 1024 cells on a side, found " + std::to_string(stamp.width) + " x " +
           std::to_string(stamp.height) + " with " + std::to_string(stamp.shares.size()) + " values";
  }
  return "";
}

}  // namespace barchan
