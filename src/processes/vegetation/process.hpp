/// Vegetation: plants that grow where the ground is still and die where sand buries them or bares their roots.
#pragma once

#include <memory>

#include "processes/process.hpp"

namespace barchan {

std::unique_ptr<Process> make_vegetation();

}  // namespace barchan
