/// A land of many soils on which all processes are active.
#pragma once

#include <string>

#include "io/scenario.hpp"
#include "world/world.hpp"

namespace barchan::test {

/// Bands of hard and soft rock and of gravel, cut to hills; dust, gravel and sand lie on them. All processes are on.
Scenario mixed_land(std::string const& boundary, int width = 60, int height = 44);
World mixed_world(std::string const& boundary, int threads = 1);

}  // namespace barchan::test
