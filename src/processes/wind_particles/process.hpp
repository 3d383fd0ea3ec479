/// The wind particles' public face inside the library: its row in the list of processes.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

std::unique_ptr<Process> make_wind_particles();

}  // namespace barchan
