/// EditorState: all that a hand can change besides the world, and what the parts of the editor tell each other in a
/// frame.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "render/render_settings.hpp"
#include "ui/keys.hpp"
#include "ui/simulation_runner.hpp"
#include "ui/time_of_day.hpp"

namespace barchan::ui {

enum class ObstacleMode : std::uint8_t { off, place, remove };

/// What a click on the land places or takes away.
struct ObstacleTool {
  ObstacleMode mode = ObstacleMode::off;
  Obstacle body;  ///< what is placed; its radius is also that in which a click takes obstacles away

  /// The body whose cells a click at (x, y), shares of the land's sides, would cover.
  Obstacle at(float x, float y) const;
  /// What such a click asks of the world; the mode is not off.
  Command command(float x, float y) const;
};

/// What the sections of springs and storms let come.
struct RainTool {
  WaterSource source;
  Storm storm;
  bool placing = false;                ///< each click on the land lets such a source flow there
  bool listed = false;                 ///< all sources stand in the panel in this frame, ...
  std::optional<std::size_t> pointed;  ///< ... and the pointer is on this one
  std::optional<std::size_t> ending;   ///< while placing: the pointer is on the mark of this one, which a click ends
  // Asked for in this frame.
  bool toggled = false;  ///< placing begins or ends
  bool ask_for_map = false;
};

/// Name in scripts: "off", "place", "remove".
std::string_view mode_name(ObstacleMode mode);

/// What stands at a place of the section.
struct SectionSpot {
  double distance = 0.0;     ///< m along the line
  double elevation = 0.0;    ///< m above sea level
  std::string soil;          ///< name, empty: water or air
  std::string water;         ///< "Lake", "Sea" or "Stream"; empty: none
  double thickness = 0.0;    ///< m, of its layer or the water; of bedrock and air 0
  double surface = 0.0;      ///< m above sea level
  bool below_table = false;  ///< within the ground that is full of water
  double moist = 0.0;        ///< share of the pores that is full, above that ground
};
/// A cut through the land along a line that a hand draws.
struct SectionTool {
  bool armed = false;               ///< the next drag over the land draws the line
  std::optional<glm::dvec2> start;  ///< m, where the drag in progress began
  std::optional<SectionLine> line;
  float exaggeration = 0.0f;                      ///< of heights, 0: as much as has room
  std::optional<SectionSpot> spot;                ///< under the pointer in the window of the section
  double flow = 0.0;                              ///< m2/s, of the longest arrow in the window; 0: it shows none
  bool save_table = false, save_picture = false;  ///< asked for in this frame
  bool posing = false;                            ///< this frame is for a picture of it: nothing lies over it

  /// Name in scripts: "armed", "open", "off".
  std::string_view state() const {
    if (armed) return "armed";
    return line ? "open" : "off";
  }
};

/// Gauges, and what a frame asks for of them.
struct GaugeTool {
  static constexpr int kAll = -1;

  GaugeLog log;
  bool placing = false;      ///< each click on the land places one
  bool shown = true;         ///< the plot, while there are any
  std::size_t quantity = 0;  ///< plotted: discharge, depth, level
  // Asked for in this frame.
  bool toggled = false;                                ///< placing begins or ends
  int removed = 0;                                     ///< id, or kAll
  std::optional<std::pair<int, std::string>> renamed;  ///< id and name
  bool save_table = false, save_lines = false;
};

/// The drawn graph of what becomes of what.
struct GraphTool {
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
  bool inspector = false;  ///< what stands under the pointer is shown
  bool vsync = true;
  std::string overlay;                                                ///< field id, empty: none
  std::map<std::string, OverlayChoice, std::less<>> overlay_choices;  ///< by field id: what a hand has fixed
  std::optional<RasterHints> guesses;  ///< of the open height map, as long as they are offered for correction
  bool unsaved = false;                ///< work by hand is in no file
  bool for_picture = false;            ///< this frame is for a file: no mark says "paused"; without panels, clean
  render::RenderSettings render;
  TimeOfDay time;     ///< what the slider shows: it follows the sun, and the sun follows it when a hand moves it
  bool tour = false;  ///< the camera flies by itself
  ObstacleTool obstacle;
  RainTool rain;
  SectionTool section;
  GraphTool graph;
  GaugeTool gauges;
  std::string soil;       ///< whose properties are shown, empty: of the first
  double hint_age = 0.0;  ///< s since the first frame, or past the hint's life
  std::deque<Toast> toasts;
  std::optional<std::uint64_t> previous_seed;

  // What this frame asks for; carried out after the panels are drawn.
  std::vector<Action> actions;
  std::vector<Command> commands;          ///< for the world
  std::vector<SoilCommand> soil_changes;  ///< for its soils
  std::optional<WorldOrder> wanted;       ///< to open

  /// Does a tool have the clicks on the land?
  bool armed() const;
  /// None has them any more.
  void disarm();
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
    {"picture.repeat", "Go on to the horizon", &render::RenderSettings::repeat_world},
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

/// Share of a frame that steps may take at ordinary speed, ms.
inline constexpr double kFrameShare = 12.0;

/// How many steps the next batch may do.
class Pace {
 public:
  /// Call once a frame while no batch is running. `step_seconds`: mean duration of a step, 0 when unknown. With
  /// `by_frames` the clock plays no part: one step a frame at ordinary speed (reproducible pictures). Nothing: no step
  /// now. Takes single steps out of `state`.
  std::optional<BatchPlan> next(EditorState& state, double step_seconds, bool by_frames);

 private:
  double credit_ = 0.0;  ///< parts of a step saved up by slow speeds
};

}  // namespace barchan::ui
