/// Obstacles: bodies that are placed on a land and taken away again while the world runs.
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

/// A body: where it stands, how it lies and how large it is. Each member is a row of `obstacle_rows`; which of them a
/// shape reads is in `obstacle_keys`.
struct Obstacle {
  ObstacleShape shape = ObstacleShape::wall;
  float x = 0.5f;         ///< of the middle, share of the land's width from the west
  float y = 0.5f;         ///< of the middle, share of the land's height from the south
  float azimuth = 90.0f;  ///< degrees anticlockwise from east, of the length
  float height = 8.0f;    ///< m above the rock
  float length = 40.0f;   ///< m along the azimuth
  float width = 10.0f;    ///< m across it
  float radius = 10.0f;   ///< m

  bool operator==(Obstacle const&) const = default;
};

std::span<ParameterRow const> obstacle_rows();
/// Title and help for people, and the rows over the members of `obstacle`.
ParameterGroup obstacle_group(Obstacle& obstacle);

std::string_view obstacle_shape_id(ObstacleShape shape);
std::string_view obstacle_shape_help(ObstacleShape shape);
/// Keys that a shape reads, without `shape` itself.
std::span<std::string_view const> obstacle_keys(ObstacleShape shape);

/// A relief that a stamp presses into an obstacle: shares of its height. It travels with the command, so that a
/// recording needs no file.
struct Stamp {
  static constexpr int kMaximumSide = 1024;

  std::int32_t width = 0;             ///< columns along the length of the stamp, 1 .. kMaximumSide; 0: no relief
  std::int32_t height = 0;            ///< rows across it
  std::vector<std::uint16_t> shares;  ///< row-major, from the right-hand side: 0 nothing .. 65535 the full height

  bool operator==(Stamp const&) const = default;
};

/// Places a body on the rock, under the sand, which is lifted. Where an obstacle stands already the higher one counts.
struct PlaceObstacle {
  Obstacle obstacle{};
  Stamp stamp{};  ///< of a body of shape `stamp`, none otherwise

  bool operator==(PlaceObstacle const&) const = default;
};

/// Takes all obstacle matter away, everywhere or in the cells that a body would cover (its height counts for nothing,
/// and it is no stamp); the sand on it is lowered.
struct RemoveObstacles {
  std::optional<Obstacle> within{};

  bool operator==(RemoveObstacles const&) const = default;
};

/// Empty when a body can be placed on a land as it stands there, otherwise one sentence with what was found.
std::string obstacle_error(Obstacle const& obstacle, Stamp const& stamp);

}  // namespace barchan
