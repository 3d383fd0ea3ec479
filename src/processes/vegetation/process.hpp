/// Vegetation: plants that grow on ground that hardly moves, and die where they are buried or lose the ground.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

/// Creates the process `vegetation`. The comment at the top of process.cpp describes its model.
std::unique_ptr<Process> make_vegetation();

}  // namespace barchan
