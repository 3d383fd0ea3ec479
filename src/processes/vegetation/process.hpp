/// Vegetation: plants that grow where the ground is still, and die where it is buried or eroded.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

/// Creates the process `vegetation`. The comment at the top of process.cpp describes its model.
std::unique_ptr<Process> make_vegetation();

}  // namespace barchan
