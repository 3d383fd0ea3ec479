/// StepCheck: simulates each step of a world twice and compares the results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "world/world.hpp"

namespace barchan {

/// First difference between two simulations of the same step.
struct StepDifference {
  std::uint64_t step = 0;              ///< number of the step, from 1
  std::string pass;                    ///< part of the step after which they differ (StepObserver); empty: unknown
  std::string field;                   ///< id of the first field that differs; empty: the state of a process differs
  int x = 0, y = 0;                    ///< cell of the field
  float value = 0.0f, other = 0.0f;    ///< of the world and of the second world, in the unit of the field
  int threads = 1, other_threads = 1;  ///< with which the two simulations ran
};

/// One sentence that names step, pass, field and cell.
std::string to_text(StepDifference const& difference);

/// Before each step, the world is saved into memory and restored as a second world that runs on another number of
/// threads. After the step, both must have the same hash. So a difference shows that the result depends on the threads
/// or that the saved state is incomplete. A step then takes at least four times as long.
class StepCheck {
 public:
  using MakeProcesses = std::function<std::vector<std::unique_ptr<Process>>()>;

  /// `make_processes` makes the processes of the second world; they must be those of the first.
  explicit StepCheck(MakeProcesses make_processes) : make_processes_(std::move(make_processes)) {}

  /// Advances `world` by one step. Returns the first difference, or nothing if both worlds agree.
  std::optional<StepDifference> step(World& world, StepObserver* observer = nullptr);

 private:
  World restored(std::vector<std::byte> const& before, int threads) const;
  StepDifference find(World const& world, World const& other, std::vector<std::byte> const& before) const;

  MakeProcesses make_processes_;
};

}  // namespace barchan
