/// The program without a display: steps, a script, a picture, figures.
#pragma once

#include "app/options.hpp"

namespace barchan::app {

/// Returns the exit code. Throws what bad input throws.
int run_offscreen(Options const& options);

}  // namespace barchan::app
