/// EditorState: what the user can change besides the world, what several parts of the editor share, and what they ask
/// of each other in a frame.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/new_land.hpp"
#include "render/render_settings.hpp"
#include "ui/canvas.hpp"
#include "ui/keys.hpp"
#include "ui/requests.hpp"
#include "ui/simulation_runner.hpp"
#include "ui/time_of_day.hpp"

namespace barchan::ui {

/// The window with the graph of conversions between soils.
struct SoilGraphState {
  bool shown = false;
  std::string says;  ///< text about the arrow under the pointer; empty: none
};

/// A message shown for a while at the foot of the picture.
struct Toast {
  std::string text;
  bool error = false;
  double age = 0.0;  ///< s
};

/// A parameter or a section of the panel to which the finder leads.
struct Sought {
  std::string name;      ///< "wind.speed", or the id of a section
  double age = 0.0;      ///< s
  bool reached = false;  ///< the panel has scrolled to it
};
/// Time for which it stays marked, s.
inline constexpr double kSoughtShown = 2.5;

/// Limits of the size of text and panels, relative to the usual one.
inline constexpr float kSmallestText = 0.75f, kLargestText = 3.0f;

/// The pages of the dialog for a new land.
enum class NewLandPage : std::uint8_t { scenario, noise, height_map };

/// What the user chooses in the dialog for a new land. It stays when the dialog is closed.
struct NewLandState {
  bool shown = false;
  NewLandPage page = NewLandPage::scenario;
  std::string scenario;  ///< id of the chosen scenario; empty: none
  std::string search;    ///< words that a scenario must contain
  NewLand noise, map{.numbers = {.kind = LandKind::height_map}};

  /// The land of the page; on the page of scenarios, that of noise.
  NewLand& land() { return page == NewLandPage::height_map ? map : noise; }
  NewLand const& land() const { return page == NewLandPage::height_map ? map : noise; }
};

/// Limits of the speed, as powers of two times normal speed.
inline constexpr int kSlowestSpeed = -6;
inline constexpr int kFastestSpeed = 4;

struct Tempo {
  int speed = 0;          ///< power of two, kSlowestSpeed .. kFastestSpeed
  int steps_a_frame = 0;  ///< fixed number of steps, 0: as many as fit
};

struct EditorState {
  bool paused = false;
  Tempo tempo;
  bool verify = false;                        ///< compare each step with a second simulation
  int single_steps = 0;                       ///< steps still to be done while paused
  std::optional<std::uint64_t> stop_at_step;  ///< pause automatically at this step
  bool panels = true;
  bool settings = true;  ///< the column of settings is not folded to a strip
  bool crowded = false;  ///< the settings are folded nevertheless, because a window needs their room
  bool light_theme = false;
  bool meteorological = true;  ///< directions are shown and typed in the meteorological convention
  bool help = false;
  bool time_bar = true;
  bool history = false;  ///< the window of the history is shown
  FootWindows feet;      ///< windows along the foot of the land
  std::optional<Sought> sought;
  float text_size = 1.0f;  ///< of text and panels, relative to the usual one
  bool vsync = true;
  std::optional<std::size_t> view;  ///< the view of the scenario that is shown, from 0; empty once the camera moves
  std::string overlay;              ///< field id, empty: none
  std::map<std::string, OverlayChoice, std::less<>> overlay_choices;  ///< by field id: what the user has fixed
  std::optional<RasterHints> guesses;   ///< of the open height map, while the user can still correct them
  bool unsaved = false;                 ///< some work is not saved
  std::optional<double> drawing_still;  ///< fraction of a picture that is drawn; empty: none is being drawn
  bool for_picture = false;             ///< this frame is saved: no mark "Paused"; without panels, only the land
  render::RenderSettings render;
  TimeOfDay time;     ///< shown by the slider; it follows the sun, but the sun follows it when the user moves it
  bool tour = false;  ///< the camera flies by itself
  Obstacle obstacle;  ///< what the tool places; its radius is also the radius in which obstacles are removed
  Brush brush;        ///< of the next stroke
  std::string brush_material = "rock";  ///< see BrushStroke::material
  bool brush_picks_level = true;        ///< flatten: to the level at which a drag begins
  Stamp stencil;                        ///< of the brush; empty: none
  std::string stencil_name;             ///< name of its file
  std::string brush_within;             ///< id of the mask that limits the brush; empty: none
  std::string mask;                     ///< id of the mask whose recipe the panel shows; empty: none
  Storm storm;                          ///< the next one
  Landmarks landmarks;                  ///< of the land, with changes that the world has not yet applied
  NewLandState new_land;
  SoilGraphState graph;
  std::string_view tool;  ///< id of the active tool
  std::string soil;       ///< id of the soil whose properties are shown; empty: sand
  double hint_age = 0.0;  ///< s since the first frame; set past the hint's life when help is opened
  std::deque<Toast> toasts;
  std::optional<std::uint64_t> previous_seed;

  Directions directions() const { return meteorological ? Directions::meteorological : Directions::mathematical; }

  // Requests of this frame, which are carried out after the panels are drawn.
  std::vector<Action> actions;
  std::vector<Command> commands;                ///< for the world
  std::vector<SoilCommand> soil_changes;        ///< for its soils
  std::optional<WorldOrder> wanted;             ///< to open
  std::string_view toggled_tool;                ///< id of a tool to choose or to leave; empty: none
  std::optional<glm::vec2> look_at;             ///< place to look at, fractions of the land's sides
  std::optional<RasterUse> ask_for_raster;      ///< to choose a raster file for this
  std::vector<StillRequest> wanted_stills;      ///< to save
  std::optional<WidgetPicture> window_picture;  ///< taken of the next frame
  std::optional<WidgetPicture> posing;          ///< the picture that this frame is for; nothing covers the window
};

/// Unfolds the settings, and closes the windows that need their room.
void show_settings(EditorState& state);
/// Folds the settings if they are shown, otherwise shows them.
void toggle_settings(EditorState& state);

/// A switch of the picture: its name in scripts and its label.
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

/// Parameters of the plane along which the land is cut open.
ParameterGroup slice_group(EditorState& state);

/// Figures of the status bar, measured by the program.
struct Measured {
  double frames_per_second = 0.0;
  double steps_per_second = 0.0;
};

/// Time in each frame that steps may take at normal speed, ms. It is for frames of kShortFrame seconds; in longer
/// frames, steps get the same share of the frame, up to kLongestShare times this time.
inline constexpr double kFrameShare = 12.0, kShortFrame = 1.0 / 60.0, kLongestShare = 4.0;

/// Decides how many steps the next batch may do.
class Pace {
 public:
  /// Seconds of wall time.
  struct Durations {
    double step = 0.0;   ///< mean of all steps so far; 0 if unknown
    double frame = 0.0;  ///< of the last frame
  };
  /// Call it once per frame while no batch is running. With `by_frames` it counts steps per frame and ignores the
  /// clock, so that pictures are reproducible. Nothing: no step now. Takes single steps out of `state`.
  std::optional<BatchPlan> next(EditorState& state, Durations durations, bool by_frames);

 private:
  double credit_ = 0.0;  ///< fraction of a step carried over to the next frame
};

}  // namespace barchan::ui
