/// Wind particles: the entry for the list of processes.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

/// Creates the process `wind_particles`. The comment at the top of process.cpp describes its model.
std::unique_ptr<Process> make_wind_particles();

}  // namespace barchan
