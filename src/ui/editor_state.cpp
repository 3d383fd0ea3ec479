#include "ui/editor_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace barchan::ui {

namespace {

/// The default is the time at which the sun is nearest to the usual sun.
ParameterRow time_row() {
  ParameterRow row =
      row::number<&TimeOfDay::hour>("hour", "Time of day", "h", {TimeOfDay::kFirst, TimeOfDay::kLast},
                                    "Time of day, which sets the position of the sun. Higher: the sun moves from the "
                                    "east through the south, where it stands at noon, to the west.");
  row.default_value = static_cast<double>(time_of(Sun()).hour);
  return row;
}
const ParameterRow kTimeRows[] = {time_row()};
const ParameterRow kSunRows[] = {
    row::direction(Bearing::heading,
                   row::number<&Sun::azimuth>("azimuth", "Sun direction", "deg", {0.0, 360.0},
                                              "Direction towards the sun. Higher: the sun moves to another side.")),
    row::number<&Sun::elevation>(
        "elevation", "Sun height", "deg", {2.0, 90.0},
        "Height of the sun above the horizon, as an angle. Higher: shorter shadows. A low sun shows every ripple."),
};
const ParameterRow kPictureRows[] = {
    row::number<&render::RenderSettings::exposure>("exposure", "Exposure", "stops", {-3.0, 3.0},
                                                   "Exposure of the picture. Higher: a brighter picture."),
    row::number<&render::RenderSettings::clouds>("clouds", "Clouds", "", {0.0, 1.0},
                                                 "Fraction of the sky that fair-weather clouds cover. Higher: more "
                                                 "clouds, and more of their shadows on the land."),
    row::number<&render::RenderSettings::detail>(
        "detail", "Mesh detail", "", {0.0, 1024.0},
        "Number of cells along the longer side of the mesh that draws the ground. Higher: finer ground, but slower "
        "frames. At 0, the number is chosen automatically."),
};
const ParameterRow kTempoRows[] = {
    row::number<&Tempo::steps_a_frame>("steps_a_frame", "Steps per frame", "", {0.0, 200.0},
                                       "Number of simulated steps per frame. Higher: a faster simulation, but slower "
                                       "frames. At 0, each frame simulates as many steps as fit into 12 ms, or "
                                       "into up to 48 ms if frames take longer than 17 ms."),
};

constexpr std::string_view kCuts[] = {"off", "x", "y"};
const ParameterRow kSliceRows[] = {
    row::choice<&Slice::across>("slice", "Cut open", kCuts,
                                "Line along which the land is cut open, from south to north or from west to east. The "
                                "part of the land on your side of the cut is hidden, so the layers are visible."),
    row::number<&Slice::share>("slice_at", "Cut at", "", {0.0, 1.0},
                               "Position of the cut: 0 at the west or south side, 1 at the east or north side. Higher: "
                               "farther east or north."),
};

}  // namespace

void show_settings(EditorState& state) {
  state.settings = true;
  if (std::exchange(state.crowded, false)) state.history = state.graph.shown = false;
}

void toggle_settings(EditorState& state) {
  if (!state.settings || state.crowded) return show_settings(state);
  state.settings = false;
}

ParameterGroup slice_group(EditorState& state) { return {"picture", "", "", kSliceRows, &state.render.slice}; }

std::array<ParameterGroup, 4> picture_groups(EditorState& state) {
  state.time = time_of(state.render.sun);
  return {{{"picture", "", "", kTimeRows, &state.time},
           {"picture", "", "", kSunRows, &state.render.sun},
           {"picture", "", "", kPictureRows, &state.render},
           {"picture", "", "", kTempoRows, &state.tempo}}};
}

std::optional<BatchPlan> Pace::next(EditorState& state, Durations durations, bool by_frames) {
  if (state.paused) {
    credit_ = 0.0;
    const int steps = std::exchange(state.single_steps, 0);
    if (steps == 0) return std::nullopt;
    return BatchPlan{0.0, static_cast<std::uint64_t>(steps)};
  }
  const double factor = std::ldexp(1.0, state.tempo.speed);
  const bool counted = by_frames || state.tempo.steps_a_frame > 0;
  const double share = kFrameShare * std::clamp(durations.frame / kShortFrame, 1.0, kLongestShare);
  if (!counted && (state.tempo.speed >= 0 || durations.step <= 0.0)) return BatchPlan{share * factor, 0};
  // The number of steps per frame is that of normal speed times the factor, however long a step takes.
  const double ordinary =
      counted ? std::max(1, state.tempo.steps_a_frame) : std::max(1.0, share * 1e-3 / durations.step);
  credit_ += ordinary * factor;
  const double whole = std::floor(credit_);
  credit_ -= whole;
  if (whole < 1.0) return std::nullopt;
  return BatchPlan{0.0, static_cast<std::uint64_t>(whole)};
}

}  // namespace barchan::ui
