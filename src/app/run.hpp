/// The two ways in which the program runs.
#pragma once

#include "app/options.hpp"

namespace barchan::app {

/// In a window, until it is closed. Both return the exit code and throw what bad input throws; this one also throws
/// std::runtime_error with one line that names what was found when there is no display or no OpenGL 4.1.
int run_window(Options const& options);
/// Without a display: steps, a script, a picture, figures.
int run_offscreen(Options const& options);

}  // namespace barchan::app
