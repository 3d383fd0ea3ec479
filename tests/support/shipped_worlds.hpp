/// Shipped scenarios, as tests run them.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/scenario.hpp"
#include "world/world.hpp"

namespace barchan::test {

/// The shipped scenario with another seed, everything else as a person gets it.
inline World shipped_world(std::string_view id, std::uint64_t seed, int threads = 1) {
  WorldOptions options;
  options.seed = seed;
  options.threads = threads;
  return barchan::make_world(load_shipped_scenario(id), options);
}

}  // namespace barchan::test
