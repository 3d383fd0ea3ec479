#include "barchan/simulation.hpp"

#include <utility>

#include "io/command_reader.hpp"
#include "io/saved_world.hpp"
#include "io/scenario.hpp"
#include "land/budget.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

/// Calls `work` and rethrows every exception as a SimulationError.
template <class Work>
auto translated(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (SimulationError const&) {
    throw;
  } catch (std::bad_alloc const&) {
    throw SimulationError("not enough memory; choose a smaller land");
  } catch (std::exception const& error) {
    throw SimulationError(error.what());
  }
}

/// Splits a name such as "wind.speed" into group and key.
std::pair<std::string, std::string> split(std::string_view parameter) {
  const std::size_t dot = parameter.find('.');
  if (dot == std::string_view::npos) {
    throw SimulationError("expected group.parameter, as in wind.speed, found '" + std::string(parameter) + "'");
  }
  return {std::string(parameter.substr(0, dot)), std::string(parameter.substr(dot + 1))};
}

}  // namespace

struct Simulation::State {
  StartedWorld started;
};

Simulation::Simulation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Simulation Simulation::open(std::string const& name_or_file, SimulationOptions const& options) {
  return translated([&] {
    if (options.threads < 1)
      throw SimulationError("expected at least one thread, found " + std::to_string(options.threads));
    WorldOptions world;
    world.seed = options.seed;
    world.threads = options.threads;
    auto state = std::make_unique<State>(State{start_world(name_or_file, world)});
    state->started.info.history.clear();  // it will not fit the world after the next step
    return Simulation(std::move(state));
  });
}

std::vector<std::string> Simulation::scenarios() {
  std::vector<std::string> ids;
  for (ScenarioInfo const& info : shipped_scenarios()) ids.push_back(info.id);
  return ids;
}

void Simulation::step(std::uint64_t count) {
  translated([&] {
    for (std::uint64_t i = 0; i < count; ++i) state_->started.world.step();
  });
}

void Simulation::set(std::string_view parameter, double value) {
  translated([&] {
    auto [group, key] = split(parameter);
    state_->started.world.apply(SetParameter{std::move(group), std::move(key), value});
  });
}

double Simulation::get(std::string_view parameter) const {
  return translated([&] {
    const auto [group, key] = split(parameter);
    return state_->started.world.parameter(group, key);
  });
}

void Simulation::command(std::string_view option, std::string_view text) {
  translated([&] {
    for (CommandOption const& row : command_options()) {
      if (row.option != option) continue;
      WorldOptions options;
      row.parse(text, options);
      for (SetParameter const& parameter : options.parameters) state_->started.world.apply(parameter);
      return apply_commands(state_->started.world, options);
    }
    std::string known;
    for (CommandOption const& row : command_options()) known += (known.empty() ? "" : ", ") + std::string(row.option);
    throw SimulationError("unknown command '" + std::string(option) + "'; choose one of " + known);
  });
}

std::uint64_t Simulation::steps() const { return state_->started.world.step_count(); }
double Simulation::time() const { return state_->started.world.time(); }
std::uint64_t Simulation::hash() const { return state_->started.world.hash(); }
std::int64_t Simulation::balance_error() const {
  return static_cast<std::int64_t>(state_->started.world.budget().error());
}

std::vector<std::string> Simulation::fields() const {
  std::vector<std::string> ids;
  for (FieldRow const& row : state_->started.world.fields()) ids.emplace_back(row.id);
  return ids;
}

Field Simulation::field(std::string_view id) const {
  return translated([&] {
    World const& world = state_->started.world;
    for (FieldRow const& row : world.fields()) {
      if (row.id != id) continue;
      Grid const& grid = world.grid();
      return Field{grid.width, grid.height, grid.cell_size, std::string(row.unit), *world.field(id)};
    }
    throw SimulationError("there is no field '" + std::string(id) + "'; fields() lists them");
  });
}

void Simulation::save(std::string const& file) const {
  translated([&] { save_world(file, state_->started.world, state_->started.info); });
}

std::string_view version() { return BARCHAN_VERSION; }

}  // namespace barchan
