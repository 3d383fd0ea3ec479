/// EditorState: what the user can change besides the world and what several parts of the editor share, and what they
/// ask of each other in a frame.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "render/render_settings.hpp"
#include "ui/keys.hpp"
#include "ui/requests.hpp"
#include "ui/simulation_runner.hpp"
#include "ui/time_of_day.hpp"

namespace barchan::ui {

/// The drawn graph of what becomes of what.
struct SoilGraphState {
  bool shown = false;
  std::string says;  ///< of the arrow under the pointer, empty: none is
};

/// A line shown for a while at the foot of the picture.
struct Toast {
  std::string text;
  bool error = false;
  double age = 0.0;  ///< s
};

/// Speed as halvings and doublings of the ordinary one.
inline constexpr int kSlowestSpeed = -6;
inline constexpr int kFastestSpeed = 4;

struct Tempo {
  int speed = 0;          ///< power of two, kSlowestSpeed .. kFastestSpeed
  int steps_a_frame = 0;  ///< fixed number of steps, 0: as many as fit
};

struct EditorState {
  bool paused = false;
  Tempo tempo;
  int single_steps = 0;                       ///< steps yet to be done while paused
  std::optional<std::uint64_t> stop_at_step;  ///< pause by itself once this step is reached
  bool panels = true;
  bool help = false;
  bool vsync = true;
  std::string overlay;                                                ///< field id, empty: none
  std::map<std::string, OverlayChoice, std::less<>> overlay_choices;  ///< by field id: what the user has fixed
  std::optional<RasterHints> guesses;  ///< of the open height map, as long as they are offered for correction
  bool unsaved = false;                ///< some work is in no file
  bool for_picture = false;            ///< this frame is for a file: no mark says "paused"; without panels, clean
  render::RenderSettings render;
  TimeOfDay time;     ///< what the slider shows: it follows the sun, and the sun follows it when the user moves it
  bool tour = false;  ///< the camera flies by itself
  Obstacle obstacle;  ///< what the tool places; its radius is also that in which obstacles are removed
  Storm storm;        ///< the next one
  SoilGraphState graph;
  std::string_view tool;  ///< id of the active tool
  std::string soil;       ///< whose properties are shown, empty: of the first
  double hint_age = 0.0;  ///< s since the first frame, or past the hint's life
  std::deque<Toast> toasts;
  std::optional<std::uint64_t> previous_seed;

  // What this frame asks for; carried out after the panels are drawn.
  std::vector<Action> actions;
  std::vector<Command> commands;          ///< for the world
  std::vector<SoilCommand> soil_changes;  ///< for its soils
  std::optional<WorldOrder> wanted;       ///< to open
  std::string_view toggled_tool;          ///< id of a tool to begin or to end, empty: none
  bool ask_for_rain_map = false;
  std::optional<WidgetPicture> window_picture;  ///< to be taken of the next frame
  std::optional<WidgetPicture> posing;          ///< this frame is for it: nothing lies over the window
};

/// Switches of the picture, as scripts and people name them.
struct PictureSwitch {
  char const *name, *label;
  bool render::RenderSettings::*of;
};
inline constexpr PictureSwitch kPictureSwitches[] = {
    {"picture.shadows", "Shadows", &render::RenderSettings::shadows},
    {"picture.dust", "Dust in the air", &render::RenderSettings::show_dust},
    {"picture.ripples", "Ripples", &render::RenderSettings::ripples},
    {"picture.repeat", "Repeat to the horizon", &render::RenderSettings::repeat_world},
    {"picture.arrow", "Wind arrow on the land", &render::RenderSettings::wind_arrow},
};

/// Numbers of the picture, described like parameters so that they look and behave alike.
std::array<ParameterGroup, 4> picture_groups(EditorState& state);

/// Where the land is cut open.
ParameterGroup slice_group(EditorState& state);

/// Figures of the status bar, measured by the program.
struct Measured {
  double frames_per_second = 0.0;
  double steps_per_second = 0.0;
};

/// Part of a frame that steps may take at normal speed, ms.
inline constexpr double kFrameShare = 12.0;

/// How many steps the next batch may do.
class Pace {
 public:
  /// Call once per frame while no batch is running. `step_seconds`: mean duration of a step, 0 when unknown. With
  /// `by_frames` the clock plays no part: one step per frame at normal speed (reproducible pictures). Nothing: no step
  /// now. Takes single steps out of `state`.
  std::optional<BatchPlan> next(EditorState& state, double step_seconds, bool by_frames);

 private:
  double credit_ = 0.0;  ///< parts of a step saved up by slow speeds
};

}  // namespace barchan::ui
