/// Groundwater: a water table in the pores of the ground that rises, falls and flows.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

std::unique_ptr<Process> make_groundwater();

}  // namespace barchan
