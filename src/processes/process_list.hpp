/// The list of all processes.
#pragma once

#include <memory>
#include <vector>

#include "processes/process.hpp"

namespace barchan {

/// Creates all processes in the order in which they act. `order_faults` finds no fault in this order.
std::vector<std::unique_ptr<Process>> make_processes();

}  // namespace barchan
