/// ObstacleTool: what a click on the land places or takes away.
#pragma once

#include <cstdint>
#include <string_view>

#include "barchan/world/command.hpp"

namespace barchan::ui {

enum class ObstacleMode : std::uint8_t { off, place, remove };

struct ObstacleTool {
  ObstacleMode mode = ObstacleMode::off;
  Obstacle body;  ///< what is placed; its radius is also that in which a click takes obstacles away

  /// The body whose cells a click at (x, y), shares of the land's sides, would cover.
  Obstacle at(float x, float y) const;
  /// What such a click asks of the world; the mode is not off.
  Command command(float x, float y) const;
};

/// Name in scripts: "off", "place", "remove".
std::string_view mode_name(ObstacleMode mode);

}  // namespace barchan::ui
