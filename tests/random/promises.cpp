#include "random/promises.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "base/archive.hpp"
#include "io/input_error.hpp"
#include "io/scenario.hpp"
#include "land/budget.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/lands.hpp"
#include "world/health.hpp"
#include "world/world.hpp"

namespace barchan::test {
namespace {

constexpr int kThreads = 3;
/// Flags that correctly report that a world was asked for too much.
constexpr std::uint32_t kTold =
    static_cast<std::uint32_t>(Health::near_range_end) | static_cast<std::uint32_t>(Health::left_out);

World world_of(Scenario const& scenario, int threads) {
  WorldOptions options;
  options.threads = threads;
  return make_world(scenario, options);
}

/// The accounts that do not balance.
std::string imbalance(World const& world) {
  const MassBudget budget = world.budget();
  if (budget.error() == 0) return {};
  std::string text;
  for (const SoilId id : accounts_of(world.terrain().soils)) {
    const QuantaSum error = budget.accounts[id].error();
    if (error != 0) text += fmt::format("{} by {} quanta; ", account_id(world.terrain().soils, id), error);
  }
  return "the mass balance is off: " + text;
}

/// Layers with a negative thickness. World::budget() sums the other values.
std::string wrong_layers(World const& world) {
  Columns const& columns = world.terrain().columns;
  for (std::size_t cell = 0; cell < columns.size(); ++cell) {
    // The lowest layer is the bedrock, which has no lower end.
    for (int k = columns.bare(cell) ? 0 : 1; k + 1 < columns.layer_count(cell); ++k) {
      const Layer layer = columns.layer(cell, k);
      if (layer.thickness < 0) return fmt::format("layer {} of cell {} is {} quanta thick", k, cell, layer.thickness);
    }
    if (columns.sediment(cell) < 0) return fmt::format("the sediment of cell {} is less than nothing", cell);
  }
  return columns.count().negative ? "a thickness is negative" : std::string();
}

std::string infinite_values(World const& world) {
  for (auto const& process : world.processes()) {
    Carrier const* const carrier = process->carrier().any();
    if (carrier != nullptr && !carrier->finite()) return fmt::format("{} carries a NaN", process->info().id);
  }
  for (FieldRow const& row : world.fields()) {
    const auto values = world.field(row.id);
    if (!values || values->size() != world.grid().cells()) return fmt::format("field {} has the wrong size", row.id);
    const auto bad = std::ranges::find_if(*values, [](float value) { return !std::isfinite(value); });
    if (bad != values->end()) {
      return fmt::format("field {} is {} in cell {}", row.id, *bad, bad - values->begin());
    }
  }
  return {};
}

std::string broken_health(World const& world) {
  const auto rows = health_rows(world.health() & ~kTold);
  return rows.empty() ? std::string() : fmt::format("health: {}", rows.front().id);
}

std::string fault_of(World const& world) {
  for (auto const& check : {imbalance, wrong_layers, infinite_values, broken_health}) {
    if (std::string fault = check(world); !fault.empty()) {
      return fmt::format("after step {}: {}", world.step_count(), fault);
    }
  }
  return {};
}

std::string unequal(World const& one, World const& other, std::string_view what) {
  if (one.hash() != other.hash()) return fmt::format("after step {}: {} has another hash", one.step_count(), what);
  if (one.health() != other.health())
    return fmt::format("after step {}: {} has another health", one.step_count(), what);
  return {};
}

std::string run(Scenario const& scenario, int steps, int pause) {
  World world = world_of(scenario, 1), threaded = world_of(scenario, kThreads);
  std::vector<std::byte> saved;
  for (int step = 0; step <= steps; ++step) {
    if (step == pause) {
      saved = world.snapshot();
      if (std::string fault = unequal(world, threaded, "a run on three threads"); !fault.empty()) return fault;
    }
    if (step == steps) break;
    world.step();
    if (std::string fault = imbalance(world); !fault.empty()) {
      return fmt::format("after step {}: {}", step + 1, fault);
    }
    if (step < pause) threaded.step();
  }
  if (std::string fault = fault_of(world); !fault.empty()) return fault;
  World resumed = World::restore(saved, make_processes(), kThreads);
  if (std::string fault = unequal(threaded, resumed, "the world that was read"); !fault.empty()) return fault;
  for (int step = pause; step < steps; ++step) {
    threaded.step();
    resumed.step();
  }
  if (std::string fault = unequal(world, threaded, "a run on three threads"); !fault.empty()) return fault;
  if (std::string fault = unequal(world, resumed, "the world that was saved and read"); !fault.empty()) return fault;
  const std::vector<std::byte> end = world.snapshot();
  return unequal(world, World::restore(end, make_processes()), "the last state that was read");
}

}  // namespace

Outcome keep_promises(std::string const& text, int steps, int pause) {
  try {
    const Scenario scenario = parse_scenario(text, "random.toml", ".");
    return {{}, run(scenario, steps, pause)};
  } catch (InputError const& error) {
    return {error.what(), {}};
  } catch (ArchiveError const& error) {
    return {{}, fmt::format("what was saved cannot be read: {}", error.what())};
  } catch (std::exception const& error) {
    return {{}, fmt::format("an exception: {}", error.what())};
  }
}

Outcome keep_promises(Recipe const& recipe) { return keep_promises(scenario_text(recipe), recipe.steps, recipe.pause); }

}  // namespace barchan::test
