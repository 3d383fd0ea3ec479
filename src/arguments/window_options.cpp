#include "arguments/window_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "arguments/directions_option.hpp"
#include "arguments/hint_options.hpp"
#include "arguments/usage_mistake.hpp"
#include "io/scenario.hpp"
#include "io/text.hpp"

namespace barchan::app {

namespace {

constexpr int kMostPixels = 8192;  // of a side of the picture
constexpr int kLeastPixels = 64;
constexpr int kMostThreads = 256, kMostOwnThreads = 8;
constexpr std::uint64_t kMostFrames = 99999;
constexpr float kMostOrbit = 36000.0f;  // degrees
constexpr float kLeastScale = 0.5f, kMostScale = 4.0f;

/// Reads the size of the window or picture, such as "1280x720".
std::pair<int, int> picture_size(std::string const& text) {
  const auto size = number_pair<int>(text, "xX");
  const auto fits = [](int side) { return side >= kLeastPixels && side <= kMostPixels; };
  if (size && fits(size->first) && fits(size->second)) return *size;
  throw InputError(fmt::format("--size: expected WIDTHxHEIGHT with {} to {} pixels per side, found '{}'", kLeastPixels,
                               kMostPixels, text));
}

/// Reads where the land is cut open, such as "x=0.5".
Slice slice_of(std::string const& text) {
  const bool across_x = text.rfind("x=", 0) == 0, across_y = text.rfind("y=", 0) == 0;
  float share = -1.0f;
  const char* const end = text.data() + text.size();
  const bool whole = text.size() > 2 && std::from_chars(text.data() + 2, end, share).ptr == end;
  if (!(across_x || across_y) || !whole || !(share >= 0.0f && share <= 1.0f)) {
    throw InputError(fmt::format(
        "--slice: expected x=FRACTION or y=FRACTION with a fraction from 0 to 1, as in x=0.5, found '{}'", text));
  }
  return {across_x ? Slice::Across::x : Slice::Across::y, share};
}

std::string footer() {
  std::string text = "Scenarios:\n";
  std::size_t width = 0;
  for (ScenarioInfo const& info : shipped_scenarios()) width = std::max(width, info.id.size());
  for (ScenarioInfo const& info : shipped_scenarios()) {
    text += fmt::format("  {:<{}}  {}\n", info.id, width, info.title);
  }
  text +=
      "A height map (.png .tif .asc .hgt .nc .raw ...), a scenario file (.toml), a soil file (.soil), a saved world "
      "(.barchan)\nor a picture that carries its world (.png) can take the place of a scenario.\nIn the window, Space "
      "pauses, R makes a new land, dragging turns "
      "the view, and F1 shows all keys.\nExit status:\n  0  done\n  1  an 'expect' of the script failed\n  2  wrong "
      "input, no display, no OpenGL 4.1 or no memory\n  3  the simulation broke one of its own rules\n"
      "  130  interrupted";
  return text;
}

/// Options as CLI11 reads them. Whole numbers are read as text, because CLI11 would accept -1 as 2^64 - 1.
struct Words {
  Options options;
  HintOptions hints;
  std::optional<std::string> size, seed, steps, frames, every;
  std::optional<float> orbit;
  std::optional<float> scale;
  std::optional<std::string> slice, dialogs;
  DirectionsOption directions;
  std::vector<std::string> settings;
  bool no_panels = false;
};

void add_options(CLI::App& app, Words& words) {
  Options& options = words.options;
  app.add_option("scenario", options.order.source, "Scenario or file to open")
      ->type_name("SCENARIO")
      ->capture_default_str();
  app.add_option("--seed", words.seed, "Seed of the random numbers. Another seed gives another land of the same kind")
      ->type_name("S");
  words.hints.add_to(app, "size");
  app.add_option("--steps", words.steps,
                 "Off-screen: number of steps to simulate first. In the window: step at which the world pauses")
      ->type_name("N");
  app.add_option("--threads", options.threads, "Number of threads; the result is the same for any number")
      ->type_name("T")
      ->check(takes_whole_number(1, kMostThreads));
  app.add_option("--set", words.settings, "Sets a parameter, as in wind.speed=12. May be repeated")
      ->type_name("GROUP.KEY=VALUE")
      ->allow_extra_args(false);
  words.directions.add_to(app,
                          "of --set and of the panels (default: that of the last run; each file and script states "
                          "its own convention)");
  app.add_option("--size", words.size, "Size of the window or picture (default: 1280x720)")->type_name("WxH");
  app.add_option("--scale", words.scale,
                 "Scale of text and panels (default: from the monitor's scale and the size of the window)")
      ->type_name("F")
      ->check(takes_number());
  app.add_option(
         "--slice", words.slice,
         "Cuts the land open at right angles to an axis, at a fraction of the land's side from 0 to 1, as in x=0.5")
      ->type_name("AXIS=FRACTION");
  app.add_flag("--offscreen", options.offscreen, "Draws without a display");
  app.add_option("--picture", options.picture, "Off-screen: picture to write at the end")->type_name("FILE.png");
  app.add_option(
         "--frames", words.frames,
         "Off-screen: number of frames to write. If --picture is FILE.png, they are named FILE-0001.png and so on")
      ->type_name("N");
  app.add_option("--every", words.every, "With --frames: number of steps from one frame to the next (default: 1)")
      ->type_name("K");
  app.add_option("--orbit", words.orbit,
                 "With --frames N: the camera turns around the land by DEG / N degrees from one frame to the next")
      ->type_name("DEG")
      ->check(takes_number());
  app.add_option("--script", options.script, "Off-screen: script that moves the mouse and presses keys")
      ->type_name("FILE");
  app.add_flag("--stats", options.stats, "Off-screen: draws 100 frames and prints how long they take");
  app.add_flag("--no-panels", words.no_panels, "Starts with the panels hidden. Tab shows them");
  app.add_option("--data", options.data,
                 "Folder for automatic saves and recent files (default: $XDG_DATA_HOME/barchan or "
                 "~/.local/share/barchan; off-screen: none)")
      ->type_name("DIR");
  app.add_option("--autosave", options.autosave, "Seconds between two automatic saves (default: 55; 0: none)")
      ->type_name("S")
      ->check(takes_number());
  app.add_option(
         "--file-dialogs", words.dialogs,
         "File dialog: 'native' is that of the desktop, 'own' is that of Barchan (default: native; off-screen: own)")
      ->type_name("native|own");
  app.add_flag("--keys", options.keys, "Prints all keys as a table (Markdown)");
  app.add_option("--shaders", options.shader_directory, "For developers: folder from which the shaders are read")
      ->type_name("DIR");
}

/// Throws InputError.
Options::Film film_of(Words const& words) {
  Options::Film film;
  if (!words.frames && (words.every || words.orbit))
    throw InputError("--every and --orbit need --frames N, which is missing; add --frames");
  if (!words.frames) return film;
  if (words.options.picture.empty())
    throw InputError("--frames needs --picture FILE.png, which gives the names of the frames; add --picture");
  const std::uint64_t frames = whole_number("--frames", *words.frames);
  if (frames < 1 || frames > kMostFrames) {
    throw InputError(fmt::format("--frames: expected a number from 1 to {}, found {}", kMostFrames, frames));
  }
  film.frames = static_cast<int>(frames);
  if (words.every) film.every = whole_number("--every", *words.every);
  film.orbit = words.orbit.value_or(0.0f);
  if (!(std::abs(film.orbit) <= kMostOrbit)) {
    throw InputError(
        fmt::format("--orbit: expected an angle from {} to {} degrees, found {}", -kMostOrbit, kMostOrbit, film.orbit));
  }
  return film;
}

/// Reads where files are chosen. True: in the dialog of the desktop.
bool native_dialogs_of(std::string const& text) {
  if (text == "native" || text == "own") return text == "native";
  throw InputError(fmt::format("--file-dialogs: expected native or own, found '{}'", text));
}

/// Throws InputError.
Options options_of(Words const& words) {
  Options options = words.options;
  WorldOrder& order = options.order;
  if (words.seed) order.seed = whole_number("--seed", *words.seed);
  order.hints = words.hints.hints();
  for (std::string const& setting : words.settings) {
    order.parameters.push_back(parse_parameter_setting(setting, words.directions.directions()));
  }
  if (words.directions.given()) options.directions = words.directions.directions();
  if (words.steps) options.steps = whole_number("--steps", *words.steps);
  // Half of the hardware threads simulate; the others are left for drawing.
  const int half = static_cast<int>(std::thread::hardware_concurrency()) / 2;
  if (options.threads == 0) options.threads = std::clamp(half, 1, kMostOwnThreads);
  options.panels = !words.no_panels;
  if (words.size) std::tie(options.width, options.height) = picture_size(*words.size);
  if (words.slice) options.slice = slice_of(*words.slice);
  if (words.dialogs) options.native_dialogs = native_dialogs_of(*words.dialogs);
  options.film = film_of(words);
  options.scale = words.scale.value_or(options.scale);
  // Written so that "nan" is refused too.
  if (words.scale && !(options.scale >= kLeastScale && options.scale <= kMostScale)) {
    throw InputError(
        fmt::format("--scale: expected a number from {} to {}, found {}", kLeastScale, kMostScale, options.scale));
  }
  if (!options.picture.empty() && lower_case(std::filesystem::path(options.picture).extension().string()) != ".png") {
    throw InputError(fmt::format("--picture {}: expected a name that ends in .png; rename it", options.picture));
  }
  std::error_code ignored;
  if (!options.shader_directory.empty() && !std::filesystem::is_directory(options.shader_directory, ignored)) {
    throw InputError(fmt::format("--shaders {}: expected a folder of shaders, found no folder; check the path",
                                 options.shader_directory));
  }
  if (options.autosave && !(*options.autosave >= 0.0)) {
    throw InputError(fmt::format("--autosave: expected a number of seconds from 0, found {}", *options.autosave));
  }
  if (!options.offscreen && (!options.picture.empty() || !options.script.empty() || options.stats)) {
    throw InputError(
        "--picture, --script and --stats need --offscreen, which is missing; add --offscreen (in the window, F12 saves "
        "a picture)");
  }
  return options;
}

}  // namespace

std::variant<Options, Farewell> parse_options(int argc, char const* const* argv) {
  Words words;
  CLI::App app{"Barchan simulates how wind and water shape sand and rock, and shows the result live in a window.",
               "barchan"};
  app.set_version_flag("--version", std::string("barchan ") + BARCHAN_VERSION);
  app.footer(footer);  // called only for the help, because it reads all scenarios
  add_options(app, words);
  if (auto farewell = parse_words(app, argc, argv)) return *std::move(farewell);
  if (words.options.keys) return words.options;
  try {
    return options_of(words);
  } catch (InputError const& error) {
    return Farewell{kBadInput, {}, fmt::format("barchan: {}\n", error.what())};
  }
}

}  // namespace barchan::app
