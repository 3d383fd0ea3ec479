/// Uplift: the ground rises from below.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

/// Creates the process `uplift`. The comment at the top of process.cpp describes its model.
std::unique_ptr<Process> make_uplift();

}  // namespace barchan
