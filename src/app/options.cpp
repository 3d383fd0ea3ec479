#include "app/options.hpp"

#include <charconv>
#include <cstdio>
#include <filesystem>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "barchan/io/scenario.hpp"
#include "io/text.hpp"
#include "ui/keys.hpp"

namespace barchan::app {

namespace {

constexpr int kMostPixels = 8192;  // a side of the picture
constexpr int kLeastPixels = 64;
constexpr int kMostThreads = 256;
constexpr float kLeastScale = 0.5f, kMostScale = 4.0f;

/// "1280x720".
std::pair<int, int> parse_size(std::string const& text) {
  int width = 0, height = 0;
  char const* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, width);
  if (first.ec == std::errc{} && first.ptr != end && (*first.ptr == 'x' || *first.ptr == 'X')) {
    const auto second = std::from_chars(first.ptr + 1, end, height);
    if (second.ec == std::errc{} && second.ptr == end && width >= kLeastPixels && height >= kLeastPixels &&
        width <= kMostPixels && height <= kMostPixels) {
      return {width, height};
    }
  }
  throw InputError(fmt::format("--size: expected WIDTHxHEIGHT with {} to {} pixels a side, found '{}'", kLeastPixels,
                               kMostPixels, text));
}

std::string footer() {
  std::string text = "Scenarios:\n";
  for (ScenarioInfo const& info : shipped_scenarios()) text += fmt::format("  {:<20}{}\n", info.id, info.title);
  text +=
      "A height map (.png .tif .asc .r16 .r32), a scenario file (.toml) or a saved world (.barchan) may stand for it.\n"
      "In the window: Space pauses, R makes a new land, drag looks around, F1 shows all keys.\n"
      "Exit: 0 done, 1 an 'expect' of the script failed, 2 bad input, no display or no OpenGL 4.1, 3 ill health.";
  return text;
}

}  // namespace

void apply_options(Options const& options, ui::DeskState& state) {
  state.panels = options.panels;
  state.render.shader_directory = options.shader_directory;
}

std::variant<Options, int> parse_options(int argc, char** argv) {
  Options options;
  std::string size, seed, steps;  // numbers are read as text: the library would take -1 for 2^64 - 1
  std::vector<std::string> settings;
  bool no_panels = false, keys = false;

  CLI::App app{"Barchan: wind and water shape sand and rock, live.", "barchan"};
  app.set_version_flag("--version", std::string("barchan ") + BARCHAN_VERSION);
  app.footer(footer());
  app.failure_message([](CLI::App const*, CLI::Error const& error) {
    return fmt::format("barchan: {}; see 'barchan --help'\n", error.what());
  });
  app.add_option("scenario", options.scenario, "Scenario or file to open")
      ->type_name("SCENARIO")
      ->capture_default_str();
  auto* seed_option = app.add_option("--seed", seed, "Another land of the same kind")->type_name("S");
  auto* steps_option =
      app.add_option("--steps", steps, "Off-screen: steps to do first; in the window: pause after N steps")
          ->type_name("N");
  app.add_option("--threads", options.threads, "Threads of the simulation (the result is the same for any number)")
      ->type_name("T")
      ->check(CLI::Range(1, kMostThreads));
  app.add_option("--set", settings, "Set a parameter (may be repeated)")
      ->type_name("GROUP.KEY=VALUE")
      ->allow_extra_args(false);
  app.add_option("--size", size, "Size of the window or picture (1280x720)")->type_name("WxH");
  auto* scale_option =
      app.add_option("--scale", options.scale, "Size of text and panels (default: the monitor's)")->type_name("F");
  app.add_flag("--offscreen", options.offscreen, "Draw without a display");
  app.add_option("--picture", options.picture, "Off-screen: the picture to write at the end")->type_name("FILE.png");
  app.add_option("--script", options.script, "Off-screen: a script that moves mouse and keys")->type_name("FILE");
  app.add_flag("--stats", options.stats, "Off-screen: measure 100 frames and print what they cost");
  app.add_flag("--no-panels", no_panels, "Begin with the panels hidden (Tab shows them)");
  app.add_flag("--keys", keys, "Print all keys as a table (Markdown)");
  app.add_option("--shaders", options.shader_directory, "Developers: read the shaders from a folder")->type_name("DIR");
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    const bool fine = error.get_exit_code() == 0;
    app.exit(error);
    return fine ? kDone : kBadInput;
  }
  if (keys) {
    fmt::print("{}", ui::keys_markdown());
    return kDone;
  }
  try {
    if (*seed_option) options.seed = whole_number("--seed", seed);
    if (*steps_option) options.steps = whole_number("--steps", steps);
    options.panels = !no_panels;
    if (!size.empty()) std::tie(options.width, options.height) = parse_size(size);
    for (std::string const& setting : settings) options.parameters.push_back(parse_parameter_setting(setting));
    // Written so that "nan" is refused too.
    if (*scale_option && !(options.scale >= kLeastScale && options.scale <= kMostScale)) {
      throw InputError(fmt::format("--scale: expected a number from {} to {}, found {}", kLeastScale, kMostScale,
                                   scale_option->results().front()));
    }
    if (!options.picture.empty() && lower_case(std::filesystem::path(options.picture).extension().string()) != ".png") {
      throw InputError(fmt::format("--picture {}: expected a name that ends in .png; rename it", options.picture));
    }
    if (!options.shader_directory.empty() && !std::filesystem::is_directory(options.shader_directory)) {
      throw InputError(fmt::format("--shaders {}: expected a folder of shaders, found none", options.shader_directory));
    }
    if (!options.offscreen && (!options.picture.empty() || !options.script.empty() || options.stats)) {
      throw InputError("--picture, --script and --stats need --offscreen (in the window F12 saves a picture)");
    }
  } catch (InputError const& error) {
    fmt::print(stderr, "barchan: {}\n", error.what());
    return kBadInput;
  }
  return options;
}

}  // namespace barchan::app
