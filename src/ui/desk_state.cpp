#include "ui/desk_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace barchan::ui {

Obstacle ObstacleTool::at(float x, float y) const {
  Obstacle placed = body;
  placed.x = x;
  placed.y = y;
  if (mode == ObstacleMode::remove) placed.shape = ObstacleShape::cylinder;
  return placed;
}

Command ObstacleTool::command(float x, float y) const {
  if (mode == ObstacleMode::remove) return RemoveObstacles{at(x, y)};
  return PlaceObstacle{at(x, y), {}};
}

std::string_view mode_name(ObstacleMode mode) {
  constexpr std::string_view kNames[] = {"off", "place", "remove"};
  return kNames[static_cast<std::size_t>(mode)];
}

std::optional<BatchPlan> Pace::next(DeskState& state, double step_seconds, bool by_frames) {
  if (state.paused) {
    credit_ = 0.0;
    const int steps = std::exchange(state.single_steps, 0);
    if (steps == 0) return std::nullopt;
    return BatchPlan{0.0, static_cast<std::uint64_t>(steps)};
  }
  const double factor = std::ldexp(1.0, state.speed);
  const bool counted = by_frames || state.steps_a_frame > 0;
  if (!counted && (state.speed >= 0 || step_seconds <= 0.0)) return BatchPlan{kFrameShare * factor, 0};
  // Slower than ordinary: so many steps a frame that the ratio is right, whatever a step costs.
  const double ordinary = counted ? std::max(1, state.steps_a_frame) : std::max(1.0, kFrameShare * 1e-3 / step_seconds);
  credit_ += ordinary * factor;
  const double whole = std::floor(credit_);
  credit_ -= whole;
  if (whole < 1.0) return std::nullopt;
  return BatchPlan{0.0, static_cast<std::uint64_t>(whole)};
}

}  // namespace barchan::ui
