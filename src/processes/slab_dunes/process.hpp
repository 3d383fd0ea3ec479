/// The slab dunes' public face inside the library: their row in the list of processes.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

std::unique_ptr<Process> make_slab_dunes();

}  // namespace barchan
