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
  /// Has one wind particle per cell, as the default land does, not the population of a large land. Contracts do not
  /// depend on how many share a cell; the range contracts also test the largest population.
  World world(WorldSetup setup, int threads = 1) const {
    const double particles = static_cast<double>(std::max<std::size_t>(setup.grid.cells(), 1000));
    setup.parameters.push_back({"wind_particles", "population", particles});
    return make_world(std::move(setup), GetParam(), threads);
  }
  /// Ids of the processes under test: one or all.
  std::vector<std::string> tested() const {
    return GetParam() == "all" ? process_ids() : std::vector<std::string>{GetParam()};
  }
  /// Returns whether one of the processes under test holds matter from step to step.
  bool carries() const {
    const std::vector<std::string> ids = tested();
    return std::any_of(ids.begin(), ids.end(), [](std::string const& id) { return test::carries(id); });
  }
  /// Returns whether anything is in particles or in the air.
  static bool holds_matter(World const& world) {
    const MassBudget budget = world.budget();
    return std::any_of(world.processes().begin(), world.processes().end(),
                       [](auto const& process) { return process->counters().particles > 0; }) ||
           std::any_of(budget.accounts.begin(), budget.accounts.end(),
                       [](Account const& account) { return account.airborne > 0; });
  }
  /// Returns whether one of them brings in matter under every boundary condition.
  bool supplies() const {
    const std::vector<std::string> ids = tested();
    return std::any_of(ids.begin(), ids.end(), [](std::string const& id) { return info_of(id).supplies; });
  }
  /// Returns whether one of them depends on the seed.
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
