/// Uplift: the ground rises from below.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

std::unique_ptr<Process> make_uplift();

}  // namespace barchan
