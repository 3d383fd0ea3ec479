/// Water particles: droplets of rain that run down the land, dissolve it, carry it and lay it down.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

/// The process `water_particles`; its model stands at the head of process.cpp.
std::unique_ptr<Process> make_water_particles();

}  // namespace barchan
