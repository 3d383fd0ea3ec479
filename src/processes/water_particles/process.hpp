/// Water particles: droplets of rain that run down the land, entrain sediment, carry it and deposit it.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

/// Creates the process `water_particles`. The comment at the top of process.cpp describes its model.
std::unique_ptr<Process> make_water_particles();

}  // namespace barchan
