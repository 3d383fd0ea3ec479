/// Commands of barchan-cli, without the parsing of its arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/raster_file.hpp"
#include "io/saved_world.hpp"
#include "world/world.hpp"

namespace barchan {

/// Exit codes of both programs.
enum ExitCode : int {
  kExitDone = 0,
  kExitBadInput = 2,       ///< bad input or usage
  kExitIllHealth = 3,      ///< the world is not healthy: see `health` in the report
  kExitInterrupted = 130,  ///< stopped by Ctrl+C or SIGTERM; the requested files are still written
};

/// The world with which `run`, `measure` and `section` begin, and the number of steps to simulate.
struct WorldArguments {
  std::string scenario;
  std::uint64_t steps = 0;
  std::optional<std::uint64_t> seed;
  int threads = 0;     ///< 0: all threads of the machine
  std::string preset;  ///< applied before the settings; empty for none
  /// Texts of the options that create commands, one list per option, in the order of command_options().
  std::vector<std::vector<std::string>> commands;
  RasterHints hints;  ///< for a height map
};

struct RunArguments {
  WorldArguments world;
  std::vector<std::string> exports;   ///< field=FILE
  std::string picture, save, report;  ///< files; empty for none
  std::string geojson;                ///< file for rivers and lakes; empty for none
  double river_discharge = 0.0;       ///< m3/s, least discharge of a river; 0: chosen from the land
  std::vector<std::string> gauges;    ///< "x=0.4 y=0.5 name=mouth"
  std::string gauges_file;            ///< file for their table; empty for none
  bool quiet = false;
  bool verify = false;  ///< simulate each step twice and compare
};
inline constexpr std::uint64_t kRunSteps = 1000;  ///< default number of steps of `run`

/// Simulates and writes the requested files. Throws InputError.
int run(RunArguments const& arguments);

struct MeasureArguments {
  WorldArguments world;
  std::optional<double> wind_degrees;  ///< replaces the world's resultant wind
  double sediment_threshold = 0.4;     ///< m
  std::string json;                    ///< file; empty for standard output
};

/// Simulates, measures the dunes and writes the results as JSON. Throws InputError.
int measure(MeasureArguments const& arguments);

struct SectionArguments {
  WorldArguments world;
  std::string from, to;  ///< "x,y" in m from the land's south-west corner
  double depth = 2.0;    ///< m of bedrock shown below the lowest top of the bedrock
  std::string out;       ///< file; empty for standard output
};

/// Simulates, cuts the land along a line and writes the layers of the section as CSV. Throws InputError.
int section(SectionArguments const& arguments);

/// Lists the shipped scenarios on standard output.
int list_scenarios(bool as_markdown);
/// Lists all parameters. In Markdown, the list is the text of docs/parameters.md.
int list_parameters(bool as_markdown);
/// Lists the fields of a world that starts from `scenario`.
int list_fields(std::string const& scenario, RasterHints const& hints);
/// Reads each file as `run` would and reports whether it is valid.
int check_files(std::vector<std::string> const& files, RasterHints const& hints);

}  // namespace barchan
