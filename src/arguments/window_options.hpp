/// Options: the command line of the program barchan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "arguments/farewell.hpp"
#include "base/bearing.hpp"
#include "io/world_order.hpp"
#include "world/strata_view.hpp"

namespace barchan::app {

/// Exit codes of the program.
enum ExitCode : int {
  kDone = 0,
  kExpectationFailed = 1,  ///< an `expect` of a script did not hold
  kBadInput = 2,           ///< bad input or usage, no display, no OpenGL, no memory
  kIllHealth = 3,          ///< the simulation broke one of its own rules
  kInterrupted = 130,      ///< the window was ended by Ctrl+C or SIGTERM
};

struct Options {
  WorldOrder order{"dunes", {}, {}, {}};
  std::optional<std::uint64_t> steps;  ///< off-screen: done first; window: pauses at this step of the world
  int threads = 0;                     ///< of the simulation
  int width = 1280, height = 720;      ///< pixels
  float scale = 0.0f;                  ///< of text and panels; 0: chosen by ui::scale_for()
  bool offscreen = false;
  bool stats = false;
  bool panels = true;
  bool keys = false;  ///< prints all keys and ends
  /// A series of pictures. `every` steps pass between two of them, and the camera turns by `orbit` in total.
  struct Film {
    int frames = 0;           ///< 0: a single picture
    std::uint64_t every = 1;  ///< steps
    float orbit = 0.0f;       ///< degrees
  };
  Film film;
  Slice slice;                           ///< where the land is cut open at first
  std::string picture;                   ///< file, empty: none
  std::string script;                    ///< file, empty: none
  std::string shader_directory;          ///< for developers; empty: embedded shaders
  std::string data;                      ///< folder of automatic saves and recent files; empty: the usual one
  std::optional<bool> native_dialogs;    ///< files are chosen in the dialog of the desktop; nothing: only in a window
  std::optional<Directions> directions;  ///< of the panels; nothing: as in the last run, at first meteorological
  std::optional<double> autosave;        ///< s between two automatic saves; 0: none
};

/// Returns the options, or what to print before the program ends: the text of --help, --version or an error.
std::variant<Options, Farewell> parse_options(int argc, char const* const* argv);

}  // namespace barchan::app
