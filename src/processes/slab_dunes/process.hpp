/// Slab dunes: the entry for the list of processes.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

std::unique_ptr<Process> make_slab_dunes();

}  // namespace barchan
