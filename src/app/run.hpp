/// The two ways in which the program runs.
#pragma once

#include "arguments/window_options.hpp"

namespace barchan::app {

/// Runs in a window until the user closes it. Both functions return the exit code and throw std::exception on bad
/// input. This one also throws std::runtime_error, with one line that names what was found, if there is no display or
/// no OpenGL 4.1.
int run_window(Options const& options);
/// Runs without a display: does steps, runs a script, saves pictures and prints statistics, as the options say.
int run_offscreen(Options const& options);

}  // namespace barchan::app
