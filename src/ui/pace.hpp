/// Pace: how many steps the next batch may do.
#pragma once

#include <optional>

#include "ui/desk_state.hpp"
#include "ui/simulation_runner.hpp"

namespace barchan::ui {

/// Share of a frame that steps may take at ordinary speed, ms.
inline constexpr double kFrameShare = 12.0;

class Pace {
 public:
  /// Call once a frame while no batch is running. `step_seconds`: mean duration of a step, 0 when unknown. With
  /// `by_frames` the clock plays no part: one step a frame at ordinary speed (reproducible pictures). Nothing: no step
  /// now. Takes single steps out of `state`.
  std::optional<BatchPlan> next(DeskState& state, double step_seconds, bool by_frames);

 private:
  double credit_ = 0.0;  ///< parts of a step saved up by slow speeds
};

}  // namespace barchan::ui
