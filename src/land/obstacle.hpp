/// Obstacles: bodies that are placed on a land and removed while the world runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/parameter.hpp"

namespace barchan {

enum class ObstacleShape : std::int32_t { wall, block, pyramid, cylinder, cone, dome, stamp };
inline constexpr int kObstacleShapeCount = 7;

/// Position, orientation and size of a body. Each member has a row in obstacle_rows(). obstacle_keys() lists the
/// members that each shape reads.
struct Obstacle {
  ObstacleShape shape = ObstacleShape::wall;
  float x = 0.5f;         ///< position of the centre, as a fraction of the land's width from the west
  float y = 0.5f;         ///< position of the centre, as a fraction of the land's height from the south
  float azimuth = 90.0f;  ///< direction of the length, degrees anticlockwise from east
  float height = 8.0f;    ///< m above the rock
  float length = 40.0f;   ///< m along the azimuth
  float width = 10.0f;    ///< m across it
  float radius = 10.0f;   ///< m

  bool operator==(Obstacle const&) const = default;
};

std::span<ParameterRow const> obstacle_rows();
/// The rows with the members of `obstacle`, and title and help for the user.
ParameterGroup obstacle_group(Obstacle& obstacle);

std::string_view obstacle_shape_id(ObstacleShape shape);
std::string_view obstacle_shape_help(ObstacleShape shape);
/// Keys that a shape reads, without `shape` itself.
std::span<std::string_view const> obstacle_keys(ObstacleShape shape);

/// Height map of an obstacle of shape `stamp`, as fractions of the obstacle's height. It is part of the command, so
/// that a recording needs no other file.
struct Stamp {
  static constexpr int kMaximumSide = 1024;

  std::int32_t width = 0;             ///< columns along the length of the body, 1 to kMaximumSide; 0: no height map
  std::int32_t height = 0;            ///< rows across the length
  std::vector<std::uint16_t> shares;  ///< row-major, from the right-hand side; 0: height 0, 65535: full height

  /// Returns whether it has 1 to kMaximumSide cells per side and a share for each of them.
  bool is_valid() const;
  /// Fraction of the height, bilinear between the centres of the cells; `u` and `v` run from 0 to 1 along the columns
  /// and the rows. It must be valid.
  double at(double u, double v) const;

  bool operator==(Stamp const&) const = default;
};

/// Command: places a body on the rock and lifts the sand. Where there is already an obstacle, the higher of the two
/// counts.
struct PlaceObstacle {
  Obstacle obstacle{};
  Stamp stamp{};             ///< for shape `stamp`; otherwise empty
  std::uint32_t number = 0;  ///< of the body; 0, or one that another body of the land has: the next free number

  bool operator==(PlaceObstacle const&) const = default;
};

/// Command: removes all obstacle matter, everywhere or in the cells that a body covers. The height of the body has no
/// effect, and the body may not be a stamp. Sand on the obstacles is lowered.
struct RemoveObstacles {
  std::optional<Obstacle> within{};

  bool operator==(RemoveObstacles const&) const = default;
};

/// Command: gives a body other values, so that it moves, turns or changes its size. The body is whole again at its new
/// place, even if parts of it were removed or worn away.
struct ChangeObstacle {
  std::uint32_t number = 0;  ///< of the body, from 1
  std::uint32_t keys = 0;    ///< bit i: the member of row i of obstacle_rows() changes
  Obstacle obstacle{};       ///< values of these members; the others have no effect

  bool operator==(ChangeObstacle const&) const = default;
};

/// Command: removes a whole body. What other bodies give stays.
struct RemoveObstacle {
  std::uint32_t number = 0;  ///< of the body, from 1

  bool operator==(RemoveObstacle const&) const = default;
};

/// Largest number of a body.
inline constexpr std::uint32_t kMostObstacleNumber = 1'000'000'000;

/// The values that a body has after the command.
Obstacle changed_obstacle(Obstacle obstacle, ChangeObstacle const& command);
/// The command that changes a body from `before` to `after`. Its `keys` are 0 if they are equal.
ChangeObstacle change_between(std::uint32_t number, Obstacle const& before, Obstacle const& after);
/// Bit of the row with this key in ChangeObstacle::keys. Throws std::invalid_argument if there is no such row.
std::uint32_t obstacle_key_bit(std::string_view key);

/// Returns one sentence that says why the body cannot be placed, or an empty string.
std::string obstacle_error(Obstacle const& obstacle, Stamp const& stamp);
/// The same for the numbers alone, without the relief of a stamp.
std::string obstacle_error(Obstacle const& obstacle);

}  // namespace barchan
