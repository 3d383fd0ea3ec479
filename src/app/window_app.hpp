/// The program in a window.
#pragma once

#include "app/options.hpp"

namespace barchan::app {

/// Runs until the window is closed; returns the exit code. Throws what bad input and a missing display throw.
int run_window(Options const& options);

}  // namespace barchan::app
