/// Shared by all contract tests: one instance of each test per process, and one with all processes together.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "processes/process.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::test {

/// The id of a process, or "all".
class ProcessContract : public testing::TestWithParam<std::string> {
 protected:
  World world(Grid const& grid, LandOptions const& options = {}, int threads = 1) const {
    return world(make_setup(grid, options), threads);
  }
  /// With a wind particle for each cell, as the default land has, not with the population of a large land. How many
  /// share a cell does not matter to a contract; the range contracts have the largest population too.
  World world(WorldSetup setup, int threads = 1) const {
    const double particles = static_cast<double>(std::max<std::size_t>(setup.grid.cells(), 1000));
    setup.parameters.push_back({"wind_particles", "population", particles});
    return make_world(std::move(setup), GetParam(), threads);
  }
  /// Parameters of the processes under test: those of one, or of each.
  std::vector<std::string> tested() const {
    return GetParam() == "all" ? process_ids() : std::vector<std::string>{GetParam()};
  }
  /// Whether one of the processes under test holds matter from step to step.
  bool carries() const {
    const std::vector<std::string> ids = tested();
    return std::any_of(ids.begin(), ids.end(), [](std::string const& id) { return test::carries(id); });
  }
  /// Whether anything is in particles or in the air.
  static bool holds_matter(World const& world) {
    const MassBudget budget = world.budget();
    return std::any_of(world.processes().begin(), world.processes().end(),
                       [](auto const& process) { return process->counters().particles > 0; }) ||
           std::any_of(budget.accounts.begin(), budget.accounts.end(),
                       [](Account const& account) { return account.airborne > 0; });
  }
  /// Whether one of them brings matter in under every boundary rule.
  bool supplies() const {
    const std::vector<std::string> ids = tested();
    return std::any_of(ids.begin(), ids.end(), [](std::string const& id) { return info_of(id).supplies; });
  }
  /// Whether the seed matters to one of them.
  bool random() const {
    const std::vector<std::string> ids = tested();
    return std::any_of(ids.begin(), ids.end(),
                       [](std::string const& id) { return reads(info_of(id), LandState::random_numbers); });
  }
};

inline std::vector<std::string> each_process_and_all() {
  std::vector<std::string> ids = process_ids();
  ids.emplace_back("all");
  return ids;
}

inline std::string name_of_process(testing::TestParamInfo<std::string> const& info) { return info.param; }

inline constexpr Boundary kBoundaries[] = {Boundary::periodic, Boundary::open, Boundary::closed};

}  // namespace barchan::test
