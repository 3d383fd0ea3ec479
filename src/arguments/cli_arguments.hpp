/// The command line of barchan-cli as plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arguments/farewell.hpp"
#include "export/export_order.hpp"
#include "io/raster_file.hpp"
#include "io/scenario.hpp"

namespace barchan {

/// Exit codes of both programs.
enum ExitCode : int {
  kExitDone = 0,
  kExitBadInput = 2,       ///< bad input or usage
  kExitIllHealth = 3,      ///< the world is not healthy: see `health` in the report
  kExitInterrupted = 130,  ///< stopped by Ctrl+C or SIGTERM; the requested files are still written
};

/// The world with which `run`, `measure`, `section` and `export` begin, and the number of steps to simulate.
struct WorldArguments {
  std::string scenario;
  std::uint64_t steps = 0;
  std::optional<std::uint64_t> seed;
  int threads = 0;                                     ///< 0: all threads of the machine
  Directions directions = Directions::meteorological;  ///< convention of the directions in options and results
  std::string preset;                                  ///< applied before the settings; empty for none
  /// Texts of the options that create commands, one list per option, in the order of command_options().
  std::vector<std::vector<std::string>> commands;
  RasterHints hints;  ///< for a height map
};

/// An export after the steps.
struct ExportWish {
  std::string folder;  ///< empty: none
  ExportOrder order;
};

struct RunArguments {
  WorldArguments world;
  std::vector<std::string> exports;   ///< field=FILE
  std::string like;                   ///< georeferenced file on whose grid they are written; empty for none
  std::string picture, save, report;  ///< files; empty for none
  std::string history;                ///< file for the world with its history; empty for none
  std::string geojson;                ///< file for rivers and lakes; empty for none
  double river_discharge = 0.0;       ///< m3/s, least discharge of a river; 0: chosen from the land
  std::vector<std::string> gauges;    ///< "x=0.4 y=0.5 name=mouth"
  std::string gauges_file;            ///< file for their table; empty for none
  ExportWish wish;
  bool quiet = false;
  bool verify = false;      ///< simulate each step twice and compare
  std::uint64_t every = 0;  ///< steps between two saves of the world; 0: it is saved only at the end
  /// File of a run that did not end, which is continued as it was; empty for none. It replaces the scenario, and is
  /// the file to save to unless `history` is the same file.
  std::string resume;
};
inline constexpr std::uint64_t kRunSteps = 1000;  ///< default number of steps of `run`

struct MeasureArguments {
  WorldArguments world;
  std::optional<double> wind_degrees;   ///< as the program has them; replaces the world's resultant wind
  double sediment_threshold = 0.4;      ///< m
  std::optional<std::string> from, to;  ///< ends of a line, "x,y" in m from the land's south-west corner; both or none
  std::string json;                     ///< file; empty for standard output
};

struct SectionArguments {
  WorldArguments world;
  std::string from, to;  ///< "x,y" in m from the land's south-west corner
  double depth = 2.0;    ///< m of bedrock shown below the lowest top of the bedrock
  std::string out;       ///< file; empty for standard output
};

/// Simulates a number of steps and exports the world.
struct ExportArguments {
  WorldArguments world;
  ExportWish wish;
  std::uint64_t every = 0;  ///< steps between the frames of a sequence; 0: one export after all steps
  bool list = false;        ///< print the files and their sizes, and write nothing
  bool quiet = false;
};

/// Goes to a moment in the history of a saved world.
struct ReplayArguments {
  std::string file;                      ///< the saved world
  std::optional<std::string> branch;     ///< name; none: the present branch
  std::optional<std::uint64_t> until;    ///< step at which to stop; none: the end of the branch
  std::optional<std::uint64_t> without;  ///< number of the act to leave out, from 1
  std::vector<std::string> exports;      ///< field=FILE
  std::string picture, save;             ///< files; empty for none
  int threads = 0;                       ///< 0: all threads of the machine
  bool list = false;                     ///< print the acts and branches, and do nothing else
  bool verify = false;                   ///< simulate the land again and compare all checkpoints
  bool quiet = false;
};

/// Prints the shipped scenarios, all parameters, or what exports can contain.
struct ListArguments {
  enum class What : std::uint8_t { scenarios, parameters, exports };
  What what = What::scenarios;
  bool as_markdown = false;
  Directions directions = Directions::meteorological;  ///< convention of the directions that are printed
};

/// Prints the fields of a world.
struct FieldsArguments {
  std::string scenario;
  RasterHints hints;
};

/// Prints the presets, the values of one, or what differs between two.
struct PresetsArguments {
  std::vector<std::string> presets;                    ///< at most two names or files
  Directions directions = Directions::meteorological;  ///< convention of the directions that are printed
};

struct CheckArguments {
  std::vector<std::string> files;
  RasterHints hints;
};

using CliArguments = std::variant<RunArguments, MeasureArguments, SectionArguments, ExportArguments, ReplayArguments,
                                  ListArguments, FieldsArguments, PresetsArguments, CheckArguments>;

/// Returns the arguments of the chosen command, or what to print before the program ends: the text of --help,
/// --version or a mistake of usage. Throws InputError for a wrong value.
std::variant<CliArguments, Farewell> parse_cli(int argc, char const* const* argv);

// -- texts within the arguments ---------------------------------------------------------------------------------------

/// Parses the preset and the options that create commands. Throws InputError.
WorldOptions world_options(WorldArguments const& arguments);

struct FieldExport {
  std::string field;
  std::filesystem::path path;
};
/// Parses texts such as "sediment=sand.tif". Throws InputError.
std::vector<FieldExport> parse_exports(std::vector<std::string> const& texts);

/// Position in m from the south-west corner.
struct LandPoint {
  double x = 0.0, y = 0.0;
};
/// Parses a text such as "10,25.5". `option` is named in messages. Throws InputError.
LandPoint parse_point(std::string_view option, std::string_view text);

}  // namespace barchan
