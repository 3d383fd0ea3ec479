#include "land/obstacle.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace barchan {

namespace {

constexpr std::array<std::string_view, kObstacleShapeCount> kShapes{"wall", "block", "pyramid", "cylinder",
                                                                    "cone", "dome",  "stamp"};

using P = Obstacle;
constexpr std::array kRows{
    row::choice<&P::shape>("shape", "Shape", kShapes, "Shape of the obstacle."),
    row::number<&P::x>(
        "x", "From the west", "", {0.0, 1.0},
        "Distance of the centre from the west edge, as a fraction of the land's width. Higher: farther east."),
    row::number<&P::y>("y", "From the south", "", {0.0, 1.0},
                       "Distance of the centre from the south edge, as a fraction of the land's length from south to "
                       "north. Higher: farther north."),
    row::direction(Bearing::heading,
                   row::number<&P::azimuth>("azimuth", "Azimuth", "deg", {-360.0, 360.0},
                                            "Direction of the obstacle's length. An obstacle whose length points north "
                                            "stands across a wind from the west. Higher: the obstacle turns.")),
    row::number<&P::height>(
        "height", "Height", "m", {0.01, 1000.0, kByRatio},
        "Height of the obstacle's top above the solid ground on which it stands. Higher: a longer wind shadow."),
    row::number<&P::length>(
        "length", "Length", "m", {0.01, 10000.0, kByRatio},
        "Length of a wall or a stamp, measured along the azimuth. It is at least one cell. Higher: a longer obstacle."),
    row::number<&P::width>("width", "Width", "m", {0.01, 10000.0, kByRatio},
                           "Width of a wall or a stamp, measured at right angles to its length. For a block or a "
                           "pyramid, it is the side of the base. It is at least one cell. Higher: a wider obstacle."),
    row::number<&P::radius>("radius", "Radius", "m", {0.01, 10000.0, kByRatio},
                            "Radius of the foot of a cylinder, a cone or a dome. For the removal of obstacles, it "
                            "is the radius of the disc in which they are removed. It is at least half the diagonal "
                            "of a cell. Higher: a wider obstacle or disc."),
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
    {"a box whose length lies along the azimuth", kOblong},
    {"a box with a square base", kSquare},
    {"a pyramid with a square base", kSquare},
    {"an upright cylinder", kRound},
    {"a cone with a round base", kRound},
    {"a smooth round hill", kRound},
    {"the relief of a raster file, stretched to the length, width and height of the obstacle; the lowest cell of "
     "the raster becomes the foot, and the highest becomes the top",
     kOblong},
}};

}  // namespace

std::span<ParameterRow const> obstacle_rows() { return kRows; }

ParameterGroup obstacle_group(Obstacle& obstacle) {
  return {"obstacle", "Obstacle", "A body that stands on the rock and blocks wind and sand.", kRows, &obstacle};
}

std::string_view obstacle_shape_id(ObstacleShape shape) { return kShapes.at(static_cast<std::size_t>(shape)); }
std::string_view obstacle_shape_help(ObstacleShape shape) {
  return kShapeRows.at(static_cast<std::size_t>(shape)).help;
}
std::span<std::string_view const> obstacle_keys(ObstacleShape shape) {
  return kShapeRows.at(static_cast<std::size_t>(shape)).keys;
}

bool Stamp::is_valid() const {
  return width >= 1 && height >= 1 && width <= kMaximumSide && height <= kMaximumSide &&
         shares.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

double Stamp::at(double u, double v) const {
  const auto along_axis = [](double share, int size) {
    const double place = std::clamp(share * size - 0.5, 0.0, size - 1.0);
    const int first = std::min(static_cast<int>(place), std::max(size - 2, 0));
    return std::pair{first, place - first};
  };
  const auto [column, right] = along_axis(u, width);
  const auto [row, up] = along_axis(v, height);
  const auto share = [&](int x, int y) {
    const auto cell = static_cast<std::size_t>(std::min(y, height - 1)) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(std::min(x, width - 1));
    return shares[cell] / 65535.0;
  };
  const double low = share(column, row) * (1.0 - right) + share(column + 1, row) * right;
  const double high = share(column, row + 1) * (1.0 - right) + share(column + 1, row + 1) * right;
  return low * (1.0 - up) + high * up;
}

Obstacle changed_obstacle(Obstacle obstacle, ChangeObstacle const& command) {
  const ParameterGroup group = obstacle_group(obstacle);
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if ((command.keys >> i & 1u) != 0) group.set(kRows[i], kRows[i].get(&command.obstacle));
  }
  return obstacle;
}

ChangeObstacle change_between(std::uint32_t number, Obstacle const& before, Obstacle const& after) {
  ChangeObstacle command{number, 0, after};
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].get(&before) != kRows[i].get(&after)) command.keys |= 1u << i;
  }
  return command;
}

std::uint32_t obstacle_key_bit(std::string_view key) {
  const auto row = std::ranges::find(kRows, key, &ParameterRow::key);
  if (row == kRows.end()) throw std::invalid_argument("an obstacle has no '" + std::string(key) + "'");
  return 1u << (row - kRows.begin());
}

std::string obstacle_error(Obstacle const& obstacle) {
  for (ParameterRow const& row : kRows) {
    if (std::string error = parameter_error(row, row.get(&obstacle)); !error.empty()) return error;
  }
  return "";
}

std::string obstacle_error(Obstacle const& obstacle, Stamp const& stamp) {
  if (std::string error = obstacle_error(obstacle); !error.empty()) return error;
  const bool none = stamp == Stamp{};
  if (obstacle.shape != ObstacleShape::stamp)
    return none ? "" : "expected a relief only for the shape stamp, found one for another shape; leave the relief out";
  if (!stamp.is_valid()) {
    return "expected the relief of a stamp to have 1 to 1024 cells per side, found " + std::to_string(stamp.width) +
           " x " + std::to_string(stamp.height) + " with " + std::to_string(stamp.shares.size()) + " values";
  }
  return "";
}

}  // namespace barchan
