/// The list of all processes.
#pragma once

#include <memory>
#include <vector>

#include "processes/process.hpp"

namespace barchan {

/// All processes, in the order in which they act; `order_faults` finds nothing wrong with it.
std::vector<std::unique_ptr<Process>> make_processes();

}  // namespace barchan
