/// Groundwater: a water table in the pores of the ground that rises, falls and flows.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

/// Creates the process `groundwater`. The comment at the top of process.cpp describes its model.
std::unique_ptr<Process> make_groundwater();

}  // namespace barchan
