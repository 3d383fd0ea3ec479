/// Worlds of the shipped scenarios for tests.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/scenario.hpp"
#include "world/world.hpp"

namespace barchan::test {

/// The world of a shipped scenario with this seed. Everything else is the same as for users.
inline World shipped_world(std::string_view id, std::uint64_t seed, int threads = 1) {
  WorldOptions options;
  options.seed = seed;
  options.threads = threads;
  return barchan::make_world(load_shipped_scenario(id), options);
}

}  // namespace barchan::test
