/// Worlds of the shipped scenarios for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/embedded_assets.hpp"
#include "io/scenario.hpp"
#include "world/world.hpp"

namespace barchan::test {

/// Ids of all shipped scenarios, in the order of their file names. It reads no scenario, because each test process
/// calls it when it lists the names of all tests.
inline std::vector<std::string> shipped_ids() {
  std::vector<std::string> ids;
  for (EmbeddedText const& scenario : embedded_scenarios()) ids.emplace_back(scenario.id);
  return ids;
}

/// The world of a shipped scenario with this seed. Everything else is the same as for users.
inline World shipped_world(std::string_view id, std::uint64_t seed, int threads = 1) {
  WorldOptions options;
  options.seed = seed;
  options.threads = threads;
  return barchan::make_world(load_shipped_scenario(id), options);
}

}  // namespace barchan::test
