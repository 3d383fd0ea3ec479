/// Weathering: rock turns into loose soil in place, and free faces retreat.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

/// Creates the process `weathering`. The comment at the top of process.cpp describes its model.
std::unique_ptr<Process> make_weathering();

}  // namespace barchan
