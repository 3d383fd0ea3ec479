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

/// Position, orientation and size of a body. Each member has a row in `obstacle_rows`; `obstacle_keys` lists the
/// members that each shape reads.
struct Obstacle {
  ObstacleShape shape = ObstacleShape::wall;
  float x = 0.5f;         ///< of the centre, as a fraction of the land's width from the west
  float y = 0.5f;         ///< of the centre, as a fraction of the land's height from the south
  float azimuth = 90.0f;  ///< of the length, degrees anticlockwise from east
  float height = 8.0f;    ///< m above the rock
  float length = 40.0f;   ///< m along the azimuth
  float width = 10.0f;    ///< m across it
  float radius = 10.0f;   ///< m

  bool operator==(Obstacle const&) const = default;
};

std::span<ParameterRow const> obstacle_rows();
/// Title and help for the user, and the rows over the members of `obstacle`.
ParameterGroup obstacle_group(Obstacle& obstacle);

std::string_view obstacle_shape_id(ObstacleShape shape);
std::string_view obstacle_shape_help(ObstacleShape shape);
/// Keys that a shape reads, without `shape` itself.
std::span<std::string_view const> obstacle_keys(ObstacleShape shape);

/// Height map of an obstacle of shape `stamp`, as fractions of the obstacle's height. It is part of the command, so
/// that a recording needs no other file.
struct Stamp {
  static constexpr int kMaximumSide = 1024;

  std::int32_t width = 0;             ///< columns along the length, 1 to kMaximumSide; 0: no height map
  std::int32_t height = 0;            ///< rows across it
  std::vector<std::uint16_t> shares;  ///< row-major, from the right-hand side: 0 nothing, 65535 full height

  bool operator==(Stamp const&) const = default;
};

/// Places a body on the rock and under the sand, which is lifted. Where an obstacle stands already, the higher one
/// counts.
struct PlaceObstacle {
  Obstacle obstacle{};
  Stamp stamp{};  ///< for shape `stamp`; otherwise empty

  bool operator==(PlaceObstacle const&) const = default;
};

/// Removes all obstacle matter, everywhere or in the cells that a body covers. The body's height does not count, and it
/// may not be a stamp. Sand on the obstacles is lowered.
struct RemoveObstacles {
  std::optional<Obstacle> within{};

  bool operator==(RemoveObstacles const&) const = default;
};

/// Returns one sentence on why the body cannot be placed (what was found), or an empty string.
std::string obstacle_error(Obstacle const& obstacle, Stamp const& stamp);

}  // namespace barchan
