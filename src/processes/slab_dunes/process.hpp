/// Slab dunes: the entry for the list of processes.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

/// Creates the process `slab_dunes`. The comment at the top of process.cpp describes its model.
std::unique_ptr<Process> make_slab_dunes();

}  // namespace barchan
