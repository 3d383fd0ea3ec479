#include "arguments/cli_arguments.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "arguments/directions_option.hpp"
#include "arguments/export_options.hpp"
#include "arguments/hint_options.hpp"
#include "arguments/usage_mistake.hpp"
#include "io/command_reader.hpp"
#include "io/preset_file.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// Allows an option to be given several times, with one value each.
void repeatable(CLI::Option* option) { option->take_all()->allow_extra_args(false); }

constexpr char const* kScenarioHelp =
    "A shipped scenario's name, a scenario file (.toml), a soil file (.soil), a height map (.png .tif .asc .hgt .nc "
    ".raw ...), a saved world (.barchan) or a picture that carries its world (.png)";

std::string lower_first(std::string text) {
  text.front() = lower_case(text.substr(0, 1)).front();
  return text;
}

constexpr char const* kPresetHelp =
    "Sets winds and sand supply for one kind of dune (barchan, transverse, linear or star), or the parameters of a "
    "preset file (.preset). Options --set are applied after the preset";

/// Options for the world with which a command begins, and for the number of steps.
class WorldOptionsOf {
 public:
  WorldOptionsOf(CLI::App& command, std::uint64_t steps, char const* steps_help, char const* preset_option = "--preset")
      : steps_(fmt::to_string(steps)) {
    scenario_ = command.add_option("scenario", arguments_.scenario, kScenarioHelp)->required();
    // Parsed as text: the library would accept -1 as 2^64 - 1.
    command.add_option("--steps", steps_, steps_help)->type_name("UINT")->capture_default_str();
    command.add_option("--seed", seed_, "Seed to use instead of the scenario's seed; not allowed with a saved world")
        ->type_name("UINT");
    command.add_option("--threads", arguments_.threads, "Number of threads; the result is the same for any number")
        ->check(takes_whole_number(1, 256))
        ->default_str("all threads of the machine");
    command.add_option(preset_option, arguments_.preset, kPresetHelp);
    directions_.add_to(command, "in options and in printed texts (each file states its own convention)");
    arguments_.commands.resize(command_options().size());
    for (std::size_t i = 0; i < command_options().size(); ++i) {
      CommandOption const& row = command_options()[i];
      const std::string help = std::string(row.help) + (row.repeatable ? "; may be repeated" : "");
      CLI::Option* const option = command.add_option(std::string(row.option), arguments_.commands[i], help);
      row.repeatable ? repeatable(option) : static_cast<void>(option->expected(1));
    }
    hints_.add_to(command);
  }
  WorldOptionsOf(WorldOptionsOf const&) = delete;  // the command holds the addresses of its members
  WorldOptionsOf& operator=(WorldOptionsOf const&) = delete;

  /// Call before parsing if another option can replace the scenario.
  void allow_no_scenario() { scenario_->required(false); }

  /// Call after parsing. Throws InputError.
  WorldArguments arguments() const {
    WorldArguments read = arguments_;
    read.steps = whole_number("--steps", steps_);
    if (seed_) read.seed = whole_number("--seed", *seed_);
    read.hints = hints_.hints();
    read.directions = directions_.directions();
    return read;
  }

 private:
  CLI::Option* scenario_ = nullptr;
  WorldArguments arguments_;
  std::string steps_;
  DirectionsOption directions_;
  std::optional<std::string> seed_;
  HintOptions hints_;
};

struct RunCommand {
  explicit RunCommand(CLI::App& app)
      : command(*app.add_subcommand("run", "Simulate N steps and write the requested files")),
        world(command, kRunSteps, "Steps to simulate; a saved world continues for this many steps") {
    world.allow_no_scenario();
    repeatable(
        command.add_option("--export", arguments.exports,
                           "Writes a field to a file, as in sediment=sand.tif. The file is .tif, .asc, .nc, .exr, "
                           ".npy or .r32 (float32), or .png, .r16 or .raw (16 bits). The command 'fields' lists the "
                           "fields, including those of layers, such as thickness:gravel, top_soil and boundary:1. May "
                           "be repeated"));
    command.add_option(
        "--like", arguments.like,
        "Georeferenced file, for example the map from which the land was made. The files of --export are resampled "
        "to the grid and the coordinate reference system of this file");
    command.add_option("--picture", arguments.picture, "File for a shaded relief map (.png)");
    command.add_option("--geojson", arguments.geojson,
                       "File for rivers as lines and lakes as polygons (.geojson): in longitudes and latitudes if the "
                       "land has a coordinate system, otherwise in m from the south-west corner");
    command
        .add_option("--river-discharge", river_discharge,
                    "Smallest discharge in m3/s at which a stream counts as a river; needs --geojson")
        ->type_name("M3/S")
        ->check(takes_number())
        ->default_str("a twentieth of the discharge of the largest stream");
    repeatable(command.add_option(
        "--gauge", arguments.gauges,
        "Records discharge, depth and level of the water at a place after each step, as in \"x=0.4 y=0.5 name=mouth\" "
        "(x and y are fractions of the land's sides); needs --gauges. May be repeated"));
    command.add_option(
        "--gauges", arguments.gauges_file,
        "File for the readings of the gauges (.csv): the step, the time, and the discharge, depth and level at each "
        "gauge");
    command.add_option(
        "--save", arguments.save,
        "File for the whole world, which can be continued later (.barchan), or for its soils and layers (.soil)");
    command.add_option("--history", arguments.history,
                       "File for the whole world with its history (.barchan). The command 'replay' and the window "
                       "can return to any earlier step of this history and can leave out single acts");
    command
        .add_option("--every", every,
                    "Number of steps between two saves of the world to the files of --save and --history. If the "
                    "program is killed, --resume continues from the last of these saves")
        ->type_name("UINT");
    command
        .add_option("--resume", arguments.resume,
                    "Continues a run that was killed or interrupted, up to the step at which that run would have "
                    "ended. The result is the same as without the interruption. FILE is the file that --save or "
                    "--history named in that run, and it takes the place of a scenario. A history in FILE is continued")
        ->type_name("FILE");
    command.add_option("--report", arguments.report,
                       "File for the hash, mass balance, health and timing of the run (.json)");
    command.add_flag("--verify", arguments.verify,
                     "Simulates each step a second time, from a restored snapshot and on another number of threads, "
                     "and stops at the first difference. A run with this option takes at least four times as long");
    command.add_flag("--quiet", arguments.quiet, "Prints only errors");
    wish.add_to(command, "--export-preset");
  }
  RunArguments read() {
    check_resume();
    arguments.wish = {wish.folder(), wish.order()};
    if (!arguments.wish.order.film.empty()) {
      throw InputError("--film {}: expected the command 'export' with --every, found the command 'run'; use 'export'",
                       arguments.wish.order.film);
    }
    arguments.world = world.arguments();
    if (every) arguments.every = whole_number("--every", *every);
    if (every && arguments.every == 0) throw InputError("--every 0: expected a number of steps above 0, as in 500");
    if (!arguments.resume.empty()) {
      arguments.world.scenario = arguments.resume;
      if (arguments.history != arguments.resume) arguments.save = arguments.resume;
    }
    if (!arguments.like.empty() && arguments.exports.empty()) {
      throw InputError("--like {}: expected --export FIELD=FILE as well, found none; add it", arguments.like);
    }
    if (river_discharge) {
      if (arguments.geojson.empty())
        throw InputError("--river-discharge {}: expected --geojson FILE as well, found none; add it", *river_discharge);
      if (!(*river_discharge > 0.0 && std::isfinite(*river_discharge))) {
        throw InputError("--river-discharge {}: expected a discharge above 0 m3/s, as in 0.5", *river_discharge);
      }
      arguments.river_discharge = *river_discharge;
    }
    return arguments;
  }

  /// A resumed run is the same run, so nothing may be given that would change it.
  void check_resume() const {
    static constexpr std::array<std::string_view, 13> kAllowed{
        "--directions", "--resume", "--threads", "--export", "--picture", "--geojson", "--river-discharge",
        "--gauge",      "--gauges", "--report",  "--verify", "--quiet",   "--history"};
    if (arguments.resume.empty()) {
      if (command.get_option("scenario")->count() > 0) return;
      throw InputError("run: expected a scenario or --resume FILE, found neither; give {}", lower_first(kScenarioHelp));
    }
    for (CLI::Option const* option : command.get_options()) {
      const std::string name = option->get_name();
      if (option->count() == 0 || std::ranges::find(kAllowed, name) != kAllowed.end()) continue;
      throw InputError(
          "--resume {}: expected no {}, because the run continues with its own settings, found one; leave it out",
          printable(arguments.resume), option->get_positional() ? "scenario" : name);
    }
  }

  CLI::App& command;
  WorldOptionsOf world;
  RunArguments arguments;
  ExportOptions wish;
  std::optional<std::string> every;
  std::optional<double> river_discharge;
};

/// Reads the text of --wind. Throws InputError.
double wind_of(std::string const& text, Directions directions) {
  constexpr double kTurn = 360.0;
  if (const auto point = compass_degrees(text, Bearing::wind)) return *point;
  const char* const end = text.data() + text.size();
  double degrees = 0.0;
  const auto [last, failed] = std::from_chars(text.data(), end, degrees);
  if (failed == std::errc() && last == end && std::abs(degrees) <= kTurn) {
    return converted(degrees, Bearing::wind, directions);
  }
  throw InputError("--wind {}: expected a number from {} to {} degrees ({}) or a point of the compass, such as NW",
                   printable(text), -kTurn, kTurn, convention_of(Bearing::wind, directions));
}

struct MeasureCommand {
  explicit MeasureCommand(CLI::App& app)
      : command(*app.add_subcommand("measure",
                                    "Measure the dunes now or after N steps: their kind, crests, sizes and movement")),
        world(command, 0,
              "Steps to simulate first; the migration is measured over the last tenth of these steps. 0 measures "
              "the land in its present state") {
    command
        .add_option("--wind", wind,
                    "Direction of the wind in the convention of --directions, or a point of the compass, such as NW. "
                    "Crests and dunes are measured relative to this direction")
        ->type_name("DEG")
        ->default_str("resultant wind of the parameters");
    command
        .add_option("--sediment-threshold", arguments.sediment_threshold,
                    "Thickness of sand, in m and as a mean over 3 x 3 cells, above which a cell belongs to a dune")
        ->type_name("M")
        ->check(takes_number())
        ->capture_default_str();
    auto* const from =
        command
            .add_option("--from", arguments.from,
                        "Start of a line, in m from the south-west corner, as in 10,25.5. After the last step, the "
                        "fluxes of sand, water and sediment across this line are measured. Fluxes from left to "
                        "right, as seen from the start of the line, are positive")
            ->type_name("X,Y");
    auto* const to =
        command.add_option("--to", arguments.to, "End of this line, in the same form as --from")->type_name("X,Y");
    from->needs(to);
    to->needs(from);
    command.add_option("--json", arguments.json, "File for the results (.json)")->default_str("standard output");
  }
  MeasureArguments read() {
    arguments.world = world.arguments();
    if (wind) arguments.wind_degrees = wind_of(*wind, arguments.world.directions);
    return arguments;
  }

  CLI::App& command;
  WorldOptionsOf world;
  MeasureArguments arguments;
  std::optional<std::string> wind;
};

struct SectionCommand {
  explicit SectionCommand(CLI::App& app)
      : command(*app.add_subcommand("section",
                                    "Cut the land along a line and write its layers and water as a table (.csv)")),
        world(command, 0, "Steps to simulate first. 0 cuts the land in its present state") {
    command.add_option("--from", arguments.from, "Start of the line, in m from the south-west corner, as in 10,25.5")
        ->type_name("X,Y")
        ->required();
    command
        .add_option("--to", arguments.to,
                    "End of the line, in the same form as --from; on a periodic land it may lie beyond the edges")
        ->type_name("X,Y")
        ->required();
    command
        .add_option("--depth", arguments.depth,
                    "Thickness of bedrock, in m, that the table includes below the lowest point of the bedrock's "
                    "surface")
        ->type_name("M")
        ->check(takes_number())
        ->capture_default_str();
    command.add_option("--out", arguments.out, "File for the table (.csv)")->default_str("standard output");
  }
  SectionArguments read() {
    arguments.world = world.arguments();
    return arguments;
  }

  CLI::App& command;
  WorldOptionsOf world;
  SectionArguments arguments;
};

struct ReplayCommand {
  explicit ReplayCommand(CLI::App& app)
      : command(*app.add_subcommand("replay", "Go to a moment in the history of a saved world, or leave out an act")) {
    command.add_option("file", arguments.file, "A saved world with a history (.barchan)")->required();
    command.add_flag("--list", arguments.list,
                     "Prints the acts and the branches of the history, and simulates nothing");
    command
        .add_option("--branch", arguments.branch,
                    "Name of the branch whose acts are listed, or to whose end the replay goes")
        ->type_name("NAME")
        ->default_str("present branch");
    command
        .add_option("--until", until,
                    "Step to which the replay goes, in the last land of the branch. The replay gives the world as it "
                    "was when this step was first reached, before any act at this step")
        ->type_name("STEP")
        ->default_str("end of the branch");
    command
        .add_option("--without", without,
                    "Number of an act, as --list prints it. The replay gives the world that would have developed "
                    "without this act")
        ->type_name("N");
    command.add_flag("--verify", arguments.verify,
                     "Simulates the land again from its beginning, compares it with each recorded moment, and stops at "
                     "the first difference");
    command.add_option("--save", arguments.save, "File for the world that is reached, with its history (.barchan)");
    command.add_option("--picture", arguments.picture, "File for a shaded relief map (.png)");
    repeatable(command.add_option("--export", arguments.exports,
                                  "Writes a field to a file, as in sediment=sand.tif; see 'run'. May be repeated"));
    command.add_option("--threads", arguments.threads, "Number of threads; the result is the same for any number")
        ->check(takes_whole_number(1, 256))
        ->default_str("all threads of the machine");
    command.add_flag("--quiet", arguments.quiet, "Prints only errors");
  }
  ReplayArguments read() {
    if (until) arguments.until = whole_number("--until", *until);
    if (without) arguments.without = whole_number("--without", *without);
    static constexpr std::array<std::string_view, 4> kOfList{"file", "--list", "--branch", "--threads"};
    for (CLI::Option const* option : command.get_options()) {
      const std::string name = option->get_name();
      if (!arguments.list || option->count() == 0 || std::ranges::find(kOfList, name) != kOfList.end()) continue;
      throw InputError(
          "--list: expected no {} together with --list, which only prints the history, found both; leave one of them "
          "out",
          name);
    }
    if (arguments.verify && arguments.without) {
      throw InputError(
          "--verify: expected --verify or --without, found both; the history has no checkpoints of a world without the "
          "act, so leave one of the two out");
    }
    return arguments;
  }

  CLI::App& command;
  ReplayArguments arguments;
  std::optional<std::string> until, without;
};

struct ExportCommand {
  explicit ExportCommand(CLI::App& app)
      : command(
            *app.add_subcommand("export",
                                "Write heights, maps and meshes for another program: a game engine, a 3D program, a "
                                "geographic information system, a printer")),
        world(command, 0, "Steps to simulate first", "--dune-preset") {
    command
        .add_option("--every", every,
                    "Exports a sequence: the world at the beginning and after each N steps, in numbered files with "
                    "the same ranges of values. A NetCDF file contains all frames, one time per frame")
        ->type_name("N");
    command.add_flag("--list", arguments.list, "Prints the files and their sizes, and writes nothing");
    command.add_flag("--quiet", arguments.quiet, "Prints only errors");
    wish.add_to(command, "--preset");
  }
  ExportArguments read() {
    arguments.world = world.arguments();
    if (wish.folder().empty()) throw InputError("export: expected --out DIR, found none; add it");
    arguments.wish = {wish.folder(), wish.order()};
    if (every) arguments.every = whole_number("--every", *every);
    if (every && arguments.every == 0) {
      throw InputError("--every 0: expected at least 1 step, found 0; choose a larger number, as in 100");
    }
    if (every && arguments.world.steps == 0) {
      throw InputError("--every {}: expected --steps N as well, found none; add it", arguments.every);
    }
    if (!every && !arguments.wish.order.film.empty()) {
      throw InputError("--film {}: expected --every N as well, found none; add it", arguments.wish.order.film);
    }
    return arguments;
  }

  CLI::App& command;
  WorldOptionsOf world;
  std::optional<std::string> every;
  ExportArguments arguments;
  ExportOptions wish;
};

/// The commands that simulate nothing.
struct SmallCommands {
  explicit SmallCommands(CLI::App& app)
      : scenarios(*app.add_subcommand("scenarios", "List the shipped scenarios")),
        parameters(*app.add_subcommand("parameters", "List all parameters with unit, default and range")),
        exports(*app.add_subcommand("exports", "List the presets, options, maps and formats of the command export")),
        fields(*app.add_subcommand("fields", "List the fields of a scenario that can be exported")),
        presets(*app.add_subcommand(
            "presets", "List the presets, the values of one preset, or the differences between two presets")),
        check(
            *app.add_subcommand("check", "Check whether scenarios, height maps, presets and saved worlds are valid")) {
    scenarios.add_flag("--markdown", as_markdown, "Prints the text of docs/scenarios.md");
    parameters.add_flag("--markdown", as_markdown, "Prints the text of docs/parameters.md");
    exports.add_flag("--markdown", as_markdown, "Prints the text of docs/exports.md");
    fields.add_option("scenario", scenario, kScenarioHelp)->required();
    hints.add_to(fields);
    directions.add_to(parameters, "that are printed");
    directions.add_to(presets, "that are printed");
    presets.add_option("presets", files, "Names of presets or preset files (.preset), at most two")->expected(0, 2);
    check.add_option("files", files, kScenarioHelp)->required();
    hints.add_to(check);
  }

  CLI::App &scenarios, &parameters, &exports, &fields, &presets, &check;
  bool as_markdown = false;
  std::string scenario;
  DirectionsOption directions;
  std::vector<std::string> files;
  HintOptions hints;
};

}  // namespace

std::variant<CliArguments, Farewell> parse_cli(int argc, char const* const* argv) {
  CLI::App app{"barchan-cli simulates how wind and water shape sand and rock, without a window.", "barchan-cli"};
  app.set_version_flag("--version", "barchan-cli " BARCHAN_VERSION);
  app.require_subcommand(1);
  RunCommand run(app);
  MeasureCommand measure(app);
  SectionCommand section(app);
  ExportCommand exports(app);
  ReplayCommand replay(app);
  SmallCommands small(app);
  if (auto farewell = parse_words(app, argc, argv)) return *std::move(farewell);
  if (run.command.parsed()) return CliArguments(run.read());
  if (measure.command.parsed()) return CliArguments(measure.read());
  if (section.command.parsed()) return CliArguments(section.read());
  if (exports.command.parsed()) return CliArguments(exports.read());
  if (replay.command.parsed()) return CliArguments(replay.read());
  if (small.scenarios.parsed()) return CliArguments(ListArguments{ListArguments::What::scenarios, small.as_markdown});
  if (small.parameters.parsed())
    return CliArguments(
        ListArguments{ListArguments::What::parameters, small.as_markdown, small.directions.directions()});
  if (small.exports.parsed()) return CliArguments(ListArguments{ListArguments::What::exports, small.as_markdown});
  if (small.fields.parsed()) return CliArguments(FieldsArguments{small.scenario, small.hints.hints()});
  if (small.presets.parsed()) return CliArguments(PresetsArguments{small.files, small.directions.directions()});
  return CliArguments(CheckArguments{small.files, small.hints.hints()});
}

WorldOptions world_options(WorldArguments const& arguments) {
  WorldOptions options;
  options.seed = arguments.seed;
  options.directions = arguments.directions;
  if (!arguments.preset.empty()) options.parameters = preset_named(arguments.preset).settings;
  for (std::size_t i = 0; i < arguments.commands.size(); ++i) {
    for (std::string const& text : arguments.commands[i]) command_options()[i].parse(text, options);
  }
  return options;
}

std::vector<FieldExport> parse_exports(std::vector<std::string> const& texts) {
  std::vector<FieldExport> exports;
  for (std::string const& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw InputError("--export {}: expected field=FILE, as in sediment=sand.tif; see 'barchan-cli fields'",
                       printable(text));
    }
    exports.push_back({text.substr(0, equals), text.substr(equals + 1)});
    if (!is_written_raster_path(exports.back().path)) {
      throw InputError("--export {}: expected a file name that ends in {}; rename it", printable(text),
                       written_raster_endings());
    }
  }
  return exports;
}

LandPoint parse_point(std::string_view option, std::string_view text) {
  const auto numbers = number_pair<double>(text, ",");
  if (!numbers || !std::isfinite(numbers->first) || !std::isfinite(numbers->second)) {
    throw InputError("{} {}: expected a place in m from the south-west corner, as in 10,25.5", option, printable(text));
  }
  return {numbers->first, numbers->second};
}

}  // namespace barchan
