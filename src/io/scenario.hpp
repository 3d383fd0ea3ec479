/// Scenario: the beginning of a world, as described by a TOML file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/field.hpp"
#include "io/align_raster.hpp"
#include "io/input_error.hpp"
#include "io/land_extras.hpp"
#include "io/raster_file.hpp"
#include "land/composition.hpp"
#include "land/thing.hpp"
#include "world/world_setup.hpp"

namespace barchan {

class World;

/// Direction and distance from which the land is seen.
struct CameraHint {
  double azimuth = 60.0;    ///< direction of view, degrees anticlockwise from east
  double elevation = 22.0;  ///< angle at which the camera looks down, degrees
  double distance = 0.9;    ///< distance from the target, as a fraction of the land's longer side
  double target_x = 0.5;    ///< fraction of the land's width, from the west
  double target_y = 0.5;    ///< fraction of the land's height, from the south

  bool operator==(CameraHint const&) const = default;
};

/// Light in which a view shows the land.
struct LightHint {
  double sun_azimuth = 235.0;   ///< direction towards the sun, degrees anticlockwise from east
  double sun_elevation = 18.0;  ///< degrees above the horizon
  double clouds = 0.4;          ///< fraction of the sky that fair-weather clouds cover

  bool operator==(LightHint const&) const = default;
};

/// A view of the land that the user can choose.
struct NamedView {
  std::string name = "Overview";  ///< 1 to kLongestViewName bytes, different from the other views
  CameraHint camera;
  std::optional<LightHint> light = {};  ///< absent: the view has the light that the user has chosen

  bool operator==(NamedView const&) const = default;
};

/// Views of a scenario: at least one, at most kMostViews. The window opens with the first.
using Views = std::vector<NamedView>;
inline constexpr std::size_t kMostViews = 4, kLongestViewName = 40;

/// The description of a scenario in a menu.
struct ScenarioInfo {
  std::string id;                 ///< shipped name, or the file's name without its extension
  std::string title;              ///< name shown to the user
  std::string description;        ///< one or two sentences
  std::string source;             ///< author and year of the publication, or the author of the scenario
  std::string_view subject = {};  ///< of a shipped scenario: its group in menus, one of scenario_subjects()
};

struct Scenario {
  ScenarioInfo info;
  std::string name;  ///< name in messages: its file, or the shipped name
  std::uint64_t seed = 1;
  Grid grid;
  std::optional<double> datum;  ///< height of elevation 0 above sea level, m; chosen from the land if absent
  Views views{NamedView{}};
  Place place;                       ///< in a coordinate reference system, from a height map
  std::vector<std::uint8_t> filled;  ///< 1 in the cells without data of the height map, row 0 = south; or empty
  Things things;                     ///< for scale, in the order of the file
  Soils soils = default_soils();
  Composition land;
  LandExtras extras;                      ///< of layers of the land
  std::vector<SetParameter> parameters;   ///< in the order of the file
  WaterSources sources;                   ///< present from the beginning
  std::vector<std::size_t> source_lines;  ///< line in the file of each source
  RainMap rain_map;                       ///< read from a file; applies from the beginning
  std::vector<LandLayer> rain_layers;     ///< layers from which the rain map is composed instead, in relative amounts
  std::vector<Storm> storms;              ///< their times count from the beginning
  std::vector<MaskRecipe> masks;          ///< present from the beginning
  std::vector<TimedCommand> timeline;     ///< in the order of the file
  std::vector<std::string> notices;       ///< notices for the user (8-bit banding, an assumed range, ...)
};

/// Thickness of the sand at the top of a bare height map, m.
inline constexpr double kHeightMapSand = 1.0;

/// The scenarios built into the program, in menu order.
std::vector<ScenarioInfo> const& shipped_scenarios();
/// The groups of the shipped scenarios in menus, in their order. What a scenario contains decides on its group.
std::span<std::string_view const> scenario_subjects();

/// Loads a shipped scenario by its id. Throws InputError with the nearest name if there is none.
Scenario load_shipped_scenario(std::string_view id);
/// Loads a scenario file. Throws InputError (`dunes.toml:14: unknown key 'hop_lenght' in [...]; did you mean ...?`).
Scenario load_scenario_file(std::filesystem::path const& path);
/// Parses a scenario from text. `name` stands for the file in messages; height maps are searched in `folder`.
Scenario parse_scenario(std::string_view text, std::string const& name, std::filesystem::path const& folder);

/// How the rasters of a land are found and read.
struct RasterFiles {
  std::filesystem::path folder{};  ///< in which they are searched
  RasterReader read = read_raster;
};
/// The same with another way to read the rasters of the land.
Scenario read_scenario(std::string_view text, std::string const& name, RasterFiles const& files);
/// Makes a scenario from a bare height map: a surface of that shape, kHeightMapSand metres of sand on rock, with open
/// edges.
/// Throws InputError.
Scenario scenario_from_height_map(std::filesystem::path const& path, RasterHints const& hints = {});
/// Loads a scenario file (.toml), a soil file (.soil) or a height map by its extension, or else a shipped scenario by
/// its id. Throws InputError.
Scenario load_scenario(std::string const& name_or_path, RasterHints const& hints = {});

/// Selects water sources by the given members. If none are given, it selects all sources.
struct SourceChoice {
  WaterSource like{};
  std::vector<ParameterRow const*> said{};  ///< members of `like` that must match, from source_rows()
};
/// The command that removes the first matching source, or all sources. Throws InputError if no source matches.
Command end_of(SourceChoice const& choice, std::span<WaterSource const> sources);

/// A command that may name a raster. It is read when the land is known.
struct LaidCommand {
  std::size_t number = 0;  ///< in WorldOptions::commands
  std::function<Command(LandCells const&)> read;
};

/// Deviations from the scenario.
struct WorldOptions {
  std::optional<std::uint64_t> seed;
  std::vector<SetParameter> parameters;  ///< applied after those of the scenario
  int threads = 1;
  Directions directions = Directions::mathematical;  ///< convention of the texts that are parsed into these options
  std::vector<SourceChoice> ended{};                 ///< sources removed before the first step
  std::vector<Command> commands{};                   ///< applied after the removals, and recorded
  std::vector<LaidCommand> laid{};  ///< those of `commands` that may name a raster; there, they have none yet
};

/// Memory of a world with this grid and this number of layers of soils, bytes.
double world_memory(Grid const& grid, std::size_t layers = 0);
/// Land and parameters for a World. For the same scenario and seed, the result is the same on every machine. Throws
/// InputError if the land is too large for the memory or exceeds the range of elevations.
WorldSetup make_world_setup(Scenario const& scenario, WorldOptions const& options = {});
/// Creates a world at step 0 with all processes. Throws InputError.
World make_world(Scenario const& scenario, WorldOptions const& options = {});
/// Applies the removals and commands of the options. Throws InputError if a source to remove does not exist or the
/// world refuses a command.
void apply_commands(World& world, WorldOptions const& options);
/// The same for commands that something else carries out, such as a history. `apply` must change `world`, and throws
/// std::invalid_argument if a command is refused.
void apply_commands(World const& world, WorldOptions const& options, std::function<void(Command const&)> const& apply);

/// Parameter groups of a world with all processes, with default values. The span is valid as long as the program runs.
std::span<ParameterGroup const> parameter_catalog();
/// Fields of a world with all processes.
std::span<FieldRow const> field_catalog();
/// Parses "group.parameter=value" and checks it against the catalogue. Throws InputError with the nearest name.
SetParameter parse_parameter_setting(std::string_view text, Directions directions = Directions::mathematical);
/// Parses "wall x=0.7 y=0.5 height=8"; `option` is named in messages. Throws InputError with the nearest name.
/// The raster of a stamp with a place is laid on a land with a place.
PlaceObstacle parse_place(std::string_view text, std::string_view option = "--place", LandCells const& land = {},
                          Directions directions = Directions::mathematical);
/// Parses "x=0.1 y=0.5 discharge=3". Throws InputError with the nearest name.
PlaceSource parse_source(std::string_view text);
/// Parses "all" or some members of a source, as in "x=0.1 y=0.5". Throws InputError with the nearest name.
SourceChoice parse_end_source(std::string_view text);
/// Parses "rain=4000 duration=120 every=600". Throws InputError with the nearest name.
PlaceStorm parse_storm(std::string_view text);
/// Reads a rain map from a raster file (see read_raster()). Only the proportions of its values matter. The file is
/// searched in `folder`. A raster with a place is resampled to the cells of a land with a place. Throws InputError,
/// also for negative values.
SetRainMap read_rain_map(std::filesystem::path const& file, std::filesystem::path const& folder = {},
                         LandCells const& land = {});
/// Parses "even" or the name of a raster file, which is read as by read_rain_map(). Throws InputError.
SetRainMap parse_rain_map(std::string_view text, LandCells const& land = {});
/// Parses "all" or a body, as parse_place(). Throws InputError with the nearest name.
RemoveObstacles parse_remove(std::string_view text, std::string_view option = "--remove",
                             Directions directions = Directions::mathematical);

}  // namespace barchan
