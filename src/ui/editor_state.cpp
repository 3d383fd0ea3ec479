#include "ui/editor_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace barchan::ui {

namespace {

const ParameterRow kTimeRows[] = {
    row::number<&TimeOfDay::hour>("hour", "Time of day", "h", {TimeOfDay::kFirst, TimeOfDay::kLast},
                                  "Moves the sun from its rise in the east over south to its setting in the west."),
};
const ParameterRow kSunRows[] = {
    row::number<&Sun::azimuth>("azimuth", "Sun direction", "degrees", {0.0, 360.0},
                               "Where the sun stands, anticlockwise from east."),
    row::number<&Sun::elevation>("elevation", "Sun height", "degrees", {2.0, 90.0},
                                 "Height of the sun above the horizon. A low sun shows every ripple."),
};
const ParameterRow kPictureRows[] = {
    row::number<&render::RenderSettings::exposure>("exposure", "Exposure", "stops", {-3.0, 3.0},
                                                   "Brightens or darkens the picture."),
    row::number<&render::RenderSettings::detail>("detail", "Mesh detail", "", {0.0, 1024.0},
                                                 "Mesh cells along the longer side of the land. 0 chooses by itself."),
};
const ParameterRow kTempoRows[] = {
    row::number<&Tempo::steps_a_frame>("steps_a_frame", "Steps a frame", "", {0.0, 200.0},
                                       "Steps of the simulation between two pictures. 0: as many as fit into 12 ms."),
};

constexpr std::string_view kCuts[] = {"off", "x", "y"};
const ParameterRow kSliceRows[] = {
    row::choice<&Slice::across>("slice", "Cut open across", kCuts,
                                "Cuts the block open and leaves out what lies before the cut, which shows the layers."),
    row::number<&Slice::share>("slice_at", "Cut at", "", {0.0, 1.0},
                               "Place of the cut: 0 at the west or south side, 1 at the east or north side."),
};

}  // namespace

ParameterGroup slice_group(EditorState& state) { return {"picture", "", "", kSliceRows, &state.render.slice}; }

std::array<ParameterGroup, 4> picture_groups(EditorState& state) {
  state.time = time_of(state.render.sun);
  return {{{"picture", "", "", kTimeRows, &state.time},
           {"picture", "", "", kSunRows, &state.render.sun},
           {"picture", "", "", kPictureRows, &state.render},
           {"picture", "", "", kTempoRows, &state.tempo}}};
}

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

bool EditorState::armed() const {
  return obstacle.mode != ObstacleMode::off || section.armed || gauges.placing || rain.placing;
}

void EditorState::disarm() {
  obstacle.mode = ObstacleMode::off;
  if (section.armed) section = {};
  gauges.placing = rain.placing = false;
}

std::string_view mode_name(ObstacleMode mode) {
  constexpr std::string_view kNames[] = {"off", "place", "remove"};
  return kNames[static_cast<std::size_t>(mode)];
}

std::optional<BatchPlan> Pace::next(EditorState& state, double step_seconds, bool by_frames) {
  if (state.paused) {
    credit_ = 0.0;
    const int steps = std::exchange(state.single_steps, 0);
    if (steps == 0) return std::nullopt;
    return BatchPlan{0.0, static_cast<std::uint64_t>(steps)};
  }
  const double factor = std::ldexp(1.0, state.tempo.speed);
  const bool counted = by_frames || state.tempo.steps_a_frame > 0;
  if (!counted && (state.tempo.speed >= 0 || step_seconds <= 0.0)) return BatchPlan{kFrameShare * factor, 0};
  // Slower than ordinary: so many steps a frame that the ratio is right, whatever a step costs.
  const double ordinary =
      counted ? std::max(1, state.tempo.steps_a_frame) : std::max(1.0, kFrameShare * 1e-3 / step_seconds);
  credit_ += ordinary * factor;
  const double whole = std::floor(credit_);
  credit_ -= whole;
  if (whole < 1.0) return std::nullopt;
  return BatchPlan{0.0, static_cast<std::uint64_t>(whole)};
}

}  // namespace barchan::ui
