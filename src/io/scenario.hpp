/// Scenario: how a world begins, as a TOML file describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/field.hpp"
#include "io/input_error.hpp"
#include "io/raster_file.hpp"
#include "land/composition.hpp"
#include "world/thing.hpp"
#include "world/world_setup.hpp"

namespace barchan {

class World;

/// The view with which the window opens.
struct CameraHint {
  double azimuth = 60.0;    ///< degrees anticlockwise from east: the way the camera looks, seen from above
  double elevation = 22.0;  ///< degrees: how far it looks down
  double distance = 0.9;    ///< from the target, as a share of the land's longer side
  double target_x = 0.5;    ///< share of the land's width, from the west
  double target_y = 0.5;    ///< share of the land's height, from the south

  bool operator==(CameraHint const&) const = default;
};

/// Are all its numbers in the ranges that a scenario file may give? False for NaN.
bool is_valid(CameraHint const& hint);

/// What a menu shows of a scenario.
struct ScenarioInfo {
  std::string id;           ///< shipped name, or the file's name without its ending
  std::string title;        ///< for people
  std::string description;  ///< one or two sentences
  std::string source;       ///< where it comes from: author and year, or who made it
};

struct Scenario {
  ScenarioInfo info;
  std::string name;  ///< stands for it in messages: its file, or the shipped name
  std::uint64_t seed = 1;
  Grid grid;
  std::optional<double> datum;  ///< m above sea level of elevation 0; chosen from the land when it is not given
  CameraHint camera;
  Things things;  ///< for scale, in the order of the file
  Soils soils = default_soils();
  Composition land;
  std::vector<SetParameter> parameters;   ///< in the order of the file
  WaterSources sources;                   ///< from the beginning
  std::vector<std::size_t> source_lines;  ///< of the file, where each source stands
  RainMap rain_map;                       ///< of the beginning, from a file
  std::vector<LandLayer> rain_layers;     ///< that compose it instead, shares in place of metres
  std::vector<Storm> storms;              ///< counted from the beginning
  std::vector<TimedCommand> timeline;     ///< in the order of the file
  std::vector<std::string> notices;       ///< what a person should know (8-bit banding, an assumed range, ...)
};

/// Thickness of the sand on a bare height map, m.
inline constexpr double kHeightMapSand = 1.0;

/// The scenarios that are built into the program, in menu order.
std::vector<ScenarioInfo> const& shipped_scenarios();

/// A shipped scenario by its id. Throws InputError with the nearest name when there is none.
Scenario load_shipped_scenario(std::string_view id);
/// A scenario file. Throws InputError (`dunes.toml:14: unknown key 'hop_lenght' in [...]; did you mean ...?`).
Scenario load_scenario_file(std::filesystem::path const& path);
/// A scenario from text; `name` stands for the file in messages, `folder` is where its height maps are looked for.
Scenario parse_scenario(std::string_view text, std::string const& name, std::filesystem::path const& folder);
/// A bare height map as a scenario: the map is rock under kHeightMapSand metres of sand, with open edges.
Scenario scenario_from_height_map(std::filesystem::path const& path, RasterHints const& hints = {});
/// Any of these: a shipped name, a scenario file (.toml), a soil file or a height map, told apart by the ending. Throws
/// InputError.
Scenario load_scenario(std::string const& name_or_path, RasterHints const& hints = {});

/// Which source of water is meant: one of which all that is said is true. Nothing said: all of them.
struct SourceChoice {
  WaterSource like{};
  std::vector<ParameterRow const*> said{};  ///< members of `like` that count, of source_rows()
};
/// The command that ends the first of `sources` that is meant, or all. Throws InputError where there is none.
Command end_of(SourceChoice const& choice, std::span<WaterSource const> sources);

/// What may be different from the scenario.
struct WorldOptions {
  std::optional<std::uint64_t> seed;
  std::vector<SetParameter> parameters;  ///< after those of the scenario
  int threads = 1;
  std::vector<SourceChoice> ended{};  ///< sources that end before the first step
  std::vector<Command> commands{};    ///< applied after that, and recorded too
};

/// The land and the parameters, ready for a World; the same for the same scenario and seed on every machine.
/// Throws InputError when the land is too large for the machine or higher than the range of elevations.
WorldSetup make_world_setup(Scenario const& scenario, WorldOptions const& options = {});
/// A world at step 0 with all processes. Throws InputError.
World make_world(Scenario const& scenario, WorldOptions const& options = {});
/// Applies what the options say besides the parameters. Throws InputError where a source that is to end is not there,
/// std::invalid_argument as World::apply does.
void apply_commands(World& world, WorldOptions const& options);

/// The parameter groups of a world with all processes, with the defaults as values; lives as long as the program.
std::span<ParameterGroup const> parameter_catalog();
/// The fields of a world with all processes.
std::span<FieldRow const> field_catalog();
/// Reads `group.parameter=value` against the catalogue. Throws InputError with the nearest name.
SetParameter parse_parameter_setting(std::string_view text);
/// Reads "wall x=0.7 y=0.5 height=8"; `option` is named in messages. Throws InputError with the nearest name.
PlaceObstacle parse_place(std::string_view text, std::string_view option = "--place");
/// Reads "x=0.1 y=0.5 discharge=3". Throws InputError with the nearest name.
PlaceSource parse_source(std::string_view text);
/// Reads "all", or what is known of a source, as in "x=0.1 y=0.5". Throws InputError with the nearest name.
SourceChoice parse_end_source(std::string_view text);
/// Reads "rain=4000 duration=120 every=600". Throws InputError with the nearest name.
PlaceStorm parse_storm(std::string_view text);
/// Reads how the rain is shared out from a raster file (see read_raster), which only has to be in proportion; `folder`
/// is where it is looked for. Throws InputError, also on values below 0.
SetRainMap read_rain_map(std::filesystem::path const& file, std::filesystem::path const& folder = {});
/// Reads "even" or the name of a raster file, as read_rain_map.
SetRainMap parse_rain_map(std::string_view text);
/// Reads "all" or a body. Throws InputError with the nearest name.
RemoveObstacles parse_remove(std::string_view text, std::string_view option = "--remove");

}  // namespace barchan
