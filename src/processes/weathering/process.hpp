/// Weathering: rock turns into loose soil in place, and free faces retreat.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

std::unique_ptr<Process> make_weathering();

}  // namespace barchan
