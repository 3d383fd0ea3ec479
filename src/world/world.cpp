#include "barchan/world/world.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <stdexcept>

#include <xxhash.h>

#include "base/math.hpp"
#include "gravity/cascade.hpp"
#include "land/obstacle_cells.hpp"
#include "world/fields.hpp"
#include "world/timeline.hpp"

namespace barchan {

namespace {

constexpr std::array<ParameterRow, 1> kWorldRows{{
    {.key = "time_step",
     .label = "Time step",
     .unit = "s",
     .help = "Seconds of the world's clock in one step. Longer: everything goes faster for the same work, but coarser.",
     .kind = ParameterKind::real,
     .offset = offsetof(WorldParameters, time_step),
     .minimum = 0.01,
     .maximum = 2.0,
     .default_value = 0.4,
     .logarithmic = true},
}};
static_assert(sizeof(WorldParameters) == kWorldRows.size() * 4, "every world parameter has its row");

constexpr std::string_view kFormat = "barchan world 1";

/// The default of a row as its slot stores it.
double stored_default(ParameterRow const& row) {
  return row.kind == ParameterKind::real ? static_cast<double>(static_cast<float>(row.default_value))
                                         : row.default_value;
}

/// Reads the soils of the bases and, when there are obstacles among them, their thicknesses.
std::vector<Quanta> load_obstacles(ArchiveReader& archive, std::size_t cells) {
  const auto soils = archive.get_exactly<SoilId>(cells);
  if (std::all_of(soils.begin(), soils.end(), [](SoilId soil) { return soil == kRock; })) return {};
  auto thicknesses = archive.get_exactly<Quanta>(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    if (soils[i] != (thicknesses[i] > 0 ? kObstacle : kRock)) {
      throw ArchiveError("the soils of the ground disagree with its obstacles");
    }
  }
  return thicknesses;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

std::vector<std::string_view> health_names(std::uint32_t health) {
  static constexpr std::array<std::string_view, 4> kNames{"budget_broken", "negative_thickness", "non_finite",
                                                          "near_range_end"};
  std::vector<std::string_view> names;
  for (std::size_t bit = 0; bit < kNames.size(); ++bit) {
    if ((health >> bit & 1u) != 0) names.push_back(kNames[bit]);
  }
  return names;
}

struct World::State {
  Terrain terrain;
  WorldParameters world;
  WindParameters wind_parameters;
  CascadeParameters cascade_parameters;
  WindField wind;
  Cascade cascade;
  Ledger ledger;
  Scheduler scheduler;
  std::vector<std::unique_ptr<Process>> processes;
  std::vector<ParameterGroup> groups;
  std::vector<FieldRow> fields;
  std::vector<StampedCommand> recording;
  Timeline timeline;
  std::uint64_t seed = 1;
  std::uint64_t step = 0;
  double time = 0.0;
  std::uint32_t health = 0;

  State(WorldSetup const& setup, std::vector<std::unique_ptr<Process>> list, int threads)
      : scheduler(threads), processes(std::move(list)), seed(setup.seed) {
    Grid const& grid = setup.grid;
    if (grid.width < 1 || grid.height < 1 || grid.width > Grid::kMaximumSide || grid.height > Grid::kMaximumSide) {
      throw std::invalid_argument("a world has 1 to 16384 cells on a side, found " + std::to_string(grid.width) +
                                  " x " + std::to_string(grid.height));
    }
    if (!(grid.cell_size >= 1e-3f && grid.cell_size <= 1e5f)) {
      throw std::invalid_argument("cell_size must lie in 0.001 to 100000 m");
    }
    terrain.grid = grid;
    terrain.datum = setup.datum;
    terrain.columns = Columns(grid, setup.base, setup.sand, setup.obstacle);
    set_vegetation(setup.vegetation);
    groups.emplace_back("world", "World", "The world's clock.", kWorldRows, &world);
    groups.emplace_back("wind", "Wind", "The winds, their gusts, what the relief does to them and their shadow.",
                        wind_parameter_rows(), &wind_parameters);
    groups.emplace_back("cascade", "Sand", "How sand comes to rest.", cascade_parameter_rows(), &cascade_parameters);
    for (auto const& process : processes) groups.push_back(process->parameters());
    for (ParameterGroup const& group : groups) {
      for (ParameterRow const& row : group.rows) group.set(row, row.default_value);
    }
    for (FieldRow const& row : base_field_rows()) fields.push_back(row);
    for (auto const& process : processes) {
      for (FieldRow const& row : process->fields()) fields.push_back(row);
    }
    for (SetParameter const& command : setup.parameters) set_parameter(command);
    timeline = Timeline(setup.timeline);
    for (TimedCommand const& timed : timeline.waiting()) check(timed.command);
    follow_parameters();
    cascade.prepare(terrain);
    for (auto const& process : processes) process->prepare(terrain);
    MassBudget opening;
    terrain.columns.count_ground(opening);
    for (int i = 0; i < kAccountCount; ++i) {
      ledger.open(static_cast<SoilId>(i), opening.accounts[static_cast<std::size_t>(i)].ground);
    }
  }

  /// Throws std::invalid_argument when it is neither empty nor a cover for each cell.
  void set_vegetation(std::vector<float> vegetation) {
    if (!vegetation.empty() && vegetation.size() != terrain.grid.cells()) {
      throw std::invalid_argument("expected the cover of plants of " + std::to_string(terrain.grid.cells()) +
                                  " cells, found " + std::to_string(vegetation.size()));
    }
    for (float cover : vegetation) {
      if (!(cover >= 0.0f && cover <= 1.0f)) throw std::invalid_argument("a cover of plants must lie in 0 to 1");
    }
    terrain.vegetation = std::move(vegetation);
  }

  ParameterGroup const& group(std::string_view id) const {
    for (ParameterGroup const& candidate : groups) {
      if (candidate.id == id) return candidate;
    }
    throw std::invalid_argument("there is no parameter group " + quoted(id));
  }
  ParameterRow const& row(ParameterGroup const& of, std::string_view key) const {
    if (ParameterRow const* found = of.find(key)) return *found;
    throw std::invalid_argument("there is no parameter " + quoted(key) + " in " + quoted(of.id));
  }
  /// Throws std::invalid_argument when `set_parameter` would.
  std::pair<ParameterGroup const&, ParameterRow const&> check_parameter(SetParameter const& command) const {
    ParameterGroup const& target = group(command.group);
    ParameterRow const& which = row(target, command.key);
    if (const std::string error = parameter_error(which, command.value); !error.empty()) {
      throw std::invalid_argument(std::string(target.id) + "." + error);
    }
    return {target, which};
  }
  void set_parameter(SetParameter const& command) {
    const auto [target, which] = check_parameter(command);
    target.set(which, command.value);
  }
  /// Throws std::invalid_argument when a command could never be applied.
  void check(Command const& command) const {
    if (auto const* set = std::get_if<SetParameter>(&command)) check_parameter(*set);
    if (auto const* place = std::get_if<PlaceObstacle>(&command)) check_obstacle(*place);
    if (auto const* remove = std::get_if<RemoveObstacles>(&command)) check_obstacle(*remove);
  }
  void change(SetParameter const& command) {
    set_parameter(command);
    follow_parameters();
  }
  template <class ObstacleCommand>
  void change(ObstacleCommand const& command) {
    terrain.columns.change_obstacles(terrain.grid, changes_of(command, terrain.grid, terrain.columns), ledger);
  }
  /// Changes the world before the next step and records it; a later command to the same parameter replaces an earlier
  /// one.
  void apply(Command const& command) {
    std::visit([&](auto const& kind) { change(kind); }, command);
    for (auto it = recording.rbegin(); it != recording.rend() && it->step == step; ++it) {
      if (same_target(it->command, command)) {
        recording.erase(std::next(it).base());
        break;
      }
    }
    recording.push_back({step, command});
  }
  /// The same for a command of the time line. All but an obstacle for which there is no room has been checked before;
  /// that one is left out and shows in the health.
  void apply_timed(Command const& command) {
    try {
      apply(command);
    } catch (std::invalid_argument const&) {
      health |= static_cast<std::uint32_t>(Health::near_range_end);
    }
  }
  WindMoment moment() const {
    return {.seed = seed, .step = step, .time = time, .dt = static_cast<double>(world.time_step)};
  }
  /// What depends on parameters without being one.
  void follow_parameters() {
    Soil& sand = terrain.soils[kSand];
    const float repose = cascade_parameters.roughness;
    const float more = math::tangent_degrees(cascade_parameters.static_excess);
    // Tangent of the sum of two angles.
    const float static_slope = more > 0.0f ? (repose + more) / (1.0f - repose * more) : repose;
    if (sand.repose_slope != repose || sand.static_slope != static_slope) {
      sand.repose_slope = repose;
      sand.static_slope = static_slope;
      terrain.columns.disturb_all();
    }
    wind.set_prevailing(wind_parameters, moment());
  }

  bool wind_needed() const {
    return std::any_of(processes.begin(), processes.end(),
                       [](auto const& process) { return process->enabled() && process->needs_wind(); });
  }

  MassBudget budget(ColumnsCount const& ground) const {
    MassBudget counted = ledger.booked();
    counted.accounts[kRock].ground = ground.rock;
    counted.accounts[kSand].ground = ground.sand;
    counted.accounts[kObstacle].ground = ground.obstacle;
    for (auto const& process : processes) process->count_airborne(counted);
    return counted;
  }

  std::uint32_t check() const {
    const ColumnsCount ground = terrain.columns.count();
    std::uint32_t flags = 0;
    const auto flag = [&](bool bad, Health which) { flags |= bad ? static_cast<std::uint32_t>(which) : 0u; };
    flag(budget(ground).error() != 0, Health::budget_broken);
    flag(ground.negative, Health::negative_thickness);
    flag(ground.near_range_end, Health::near_range_end);
    flag(!std::all_of(processes.begin(), processes.end(), [](auto const& process) { return process->finite(); }),
         Health::non_finite);
    return flags;
  }

  /// Everything that the next step depends on.
  void save(ArchiveWriter& archive) const {
    Grid const& grid = terrain.grid;
    archive.put_string(kFormat);
    archive.put<std::int32_t>(grid.width);
    archive.put<std::int32_t>(grid.height);
    archive.put(grid.cell_size);
    archive.put(grid.boundary);
    archive.put(terrain.datum);
    archive.put(seed);
    archive.put(step);
    archive.put(time);
    archive.put(health);
    archive.put_span(terrain.columns.elevations());
    archive.put_span(terrain.columns.loose_thicknesses());
    archive.put_span(terrain.columns.base_soils());
    // Only where there are any: worlds without them have the hash that they had before obstacles had a thickness.
    if (terrain.columns.has_obstacles()) archive.put_span(terrain.columns.obstacle_thicknesses());
    const MassBudget booked = ledger.booked();
    for (Account const& account : booked.accounts) {
      archive.put(account.opening);
      archive.put(account.out);
      archive.put(account.in);
      archive.put(account.converted);
    }
    for (ParameterGroup const& parameters : groups) {
      if (!is_later(parameters.id)) save_parameters(archive, parameters);
    }
    for (auto const& process : processes) {
      if (process->info().later) continue;
      archive.put_string(process->info().id);
      process->save(archive);
    }
  }
  static void save_parameters(ArchiveWriter& archive, ParameterGroup const& parameters) {
    const auto saved = [&](ParameterRow const& parameter) {
      return !parameter.sparse || parameters.get(parameter) != stored_default(parameter);
    };
    archive.put_string(parameters.id);
    archive.put(static_cast<std::uint64_t>(std::count_if(parameters.rows.begin(), parameters.rows.end(), saved)));
    for (ParameterRow const& parameter : parameters.rows) {
      if (!saved(parameter)) continue;
      archive.put_string(parameter.key);
      archive.put(parameters.get(parameter));
    }
  }

  /// What came later than the first worlds: plants, and processes with their parameters.
  bool is_later(std::string_view id) const {
    return std::any_of(processes.begin(), processes.end(),
                       [&](auto const& process) { return process->info().later && process->info().id == id; });
  }
  bool has_later() const {
    const auto changed = [&](ParameterGroup const& parameters) {
      return is_later(parameters.id) &&
             std::any_of(parameters.rows.begin(), parameters.rows.end(), [&](ParameterRow const& parameter) {
               return parameters.get(parameter) != stored_default(parameter);
             });
    };
    return !terrain.vegetation.empty() || std::any_of(groups.begin(), groups.end(), changed);
  }
  void save_later(ArchiveWriter& archive) const {
    archive.put_vector(terrain.vegetation);
    for (auto const& process : processes) {
      if (!process->info().later) continue;
      save_parameters(archive, group(process->info().id));
      process->save(archive);
    }
  }
  void load_later(ArchiveReader& archive) {
    try {
      set_vegetation(archive.get_vector<float>(terrain.grid.cells()));
    } catch (std::invalid_argument const& error) {
      throw ArchiveError(error.what());
    }
    for (auto const& process : processes) {
      if (!process->info().later) continue;
      load_parameters(archive, group(process->info().id));
      process->load(archive);
    }
  }

  /// Reads what follows the columns in `save`.
  void load(ArchiveReader& archive) {
    MassBudget booked;
    for (Account& account : booked.accounts) {
      account.opening = archive.get<QuantaSum>();
      account.out = archive.get<QuantaSum>();
      account.in = archive.get<QuantaSum>();
      account.converted = archive.get<QuantaSum>();
    }
    ledger.assign(booked);
    for (ParameterGroup const& parameters : groups) {
      if (!is_later(parameters.id)) load_parameters(archive, parameters);
    }
    follow_parameters();
    for (auto const& process : processes) {
      if (process->info().later) continue;
      const std::string id = archive.get_string();
      if (id != process->info().id) {
        throw ArchiveError("expected the state of " + quoted(process->info().id) + ", found " + quoted(id));
      }
      process->load(archive);
    }
  }

  void load_parameters(ArchiveReader& archive, ParameterGroup const& parameters) {
    const std::string id = archive.get_string();
    if (id != parameters.id)
      throw ArchiveError("expected parameters of " + quoted(parameters.id) + ", found " + quoted(id));
    const auto count = archive.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string key = archive.get_string();
      try {
        const auto value = archive.get<double>();
        set_parameter({id, key, value});
        // What was saved is what is stored; anything else, be it a rounding or a sign of zero, is damage.
        if (std::bit_cast<std::uint64_t>(parameters.get(*parameters.find(key))) !=
            std::bit_cast<std::uint64_t>(value)) {
          throw ArchiveError(id + "." + key + " is not a value that is ever saved");
        }
      } catch (std::invalid_argument const& error) {
        throw ArchiveError(error.what());
      }
    }
  }

  /// Reads the time line and the projection of the wind, which follow `save` in a snapshot.
  void load_schedule(ArchiveReader& archive) {
    timeline = Timeline::load(archive);
    try {
      for (TimedCommand const& timed : timeline.waiting()) check(timed.command);
    } catch (std::invalid_argument const& error) {
      throw ArchiveError(error.what());
    }
    wind.load(archive, terrain.grid);
  }
};

World::World(WorldSetup setup, std::vector<std::unique_ptr<Process>> processes, int threads)
    : state_(std::make_unique<State>(setup, std::move(processes), threads)) {}
World::World(std::unique_ptr<State> state) : state_(std::move(state)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::apply(Command const& command) { state_->apply(command); }

std::uint32_t World::step(StepObserver* observer) {
  State& s = *state_;
  const auto timed = [&](std::string_view part, auto&& work) {
    if (observer != nullptr) observer->part_begins(part);
    work();
    if (observer != nullptr) observer->part_ends(part);
  };
  for (Command const& command : s.timeline.take_due(s.time)) s.apply_timed(command);
  s.wind.set_prevailing(s.wind_parameters, s.moment());
  if (s.wind_needed()) {
    timed("wind_field", [&] { s.wind.renew(s.terrain, s.wind_parameters, s.scheduler, s.moment()); });
  } else {
    s.wind.forget_relief();
  }
  const StepContext context{.seed = s.seed,
                            .step = s.step,
                            .dt = s.world.time_step,
                            .wind = s.wind,
                            .scheduler = s.scheduler,
                            .ledger = s.ledger};
  for (auto const& process : s.processes) {
    timed(process->info().id, [&] {
      if (process->enabled()) {
        process->step(s.terrain, context);
      } else {
        process->retire(s.terrain, context);
      }
    });
  }
  timed("cascade",
        [&] { s.cascade.relax(s.terrain, s.cascade_parameters.settling, s.world.time_step, s.step, s.scheduler); });
  ++s.step;
  s.time += static_cast<double>(s.world.time_step);
  s.wind.set_prevailing(s.wind_parameters, s.moment());
  timed("checks", [&] { s.health |= s.check(); });
  return s.health;
}

std::uint64_t World::hash() const {
  ArchiveWriter archive;
  state_->save(archive);
  // Only where there are any: worlds without them have the hash that they had before there were such things.
  if (!state_->timeline.waiting().empty()) state_->timeline.save(archive);
  if (!state_->wind.relief().empty()) state_->wind.save(archive);
  if (state_->has_later()) state_->save_later(archive);
  return XXH3_64bits(archive.bytes().data(), archive.bytes().size());
}

std::vector<std::byte> World::snapshot() const {
  ArchiveWriter archive;
  state_->save(archive);
  state_->timeline.save(archive);
  state_->wind.save(archive);
  state_->save_later(archive);
  archive.put<std::uint64_t>(state_->recording.size());
  for (StampedCommand const& stamped : state_->recording) {
    archive.put(stamped.step);
    save_command(stamped.command, archive);
  }
  return archive.take();
}

World World::restore(std::span<std::byte const> bytes, std::vector<std::unique_ptr<Process>> processes, int threads) {
  ArchiveReader archive(bytes);
  if (const std::string format = archive.get_string(); format != kFormat) {
    throw ArchiveError("expected a " + quoted(kFormat) + ", found " + quoted(format));
  }
  WorldSetup setup;
  setup.grid.width = archive.get<std::int32_t>();
  setup.grid.height = archive.get<std::int32_t>();
  setup.grid.cell_size = archive.get<float>();
  const auto boundary = archive.get<std::int32_t>();
  if (boundary < 0 || boundary > static_cast<std::int32_t>(Boundary::closed))
    throw ArchiveError("unknown boundary rule");
  setup.grid.boundary = static_cast<Boundary>(boundary);
  if (setup.grid.width < 1 || setup.grid.height < 1 || setup.grid.width > Grid::kMaximumSide ||
      setup.grid.height > Grid::kMaximumSide) {
    throw ArchiveError("a world has 1 to 16384 cells on a side");
  }
  setup.datum = archive.get<double>();
  setup.seed = archive.get<std::uint64_t>();
  const auto step = archive.get<std::uint64_t>();
  const auto time = archive.get<double>();
  const auto health = archive.get<std::uint32_t>();
  const std::size_t cells = setup.grid.cells();
  setup.base = archive.get_exactly<Quanta>(cells);
  setup.sand = archive.get_exactly<Quanta>(cells);
  setup.obstacle = load_obstacles(archive, cells);
  for (std::size_t i = 0; i < cells; ++i) {
    const QuantaSum base = static_cast<QuantaSum>(setup.base[i]) - setup.sand[i];
    setup.base[i] = static_cast<Quanta>(std::clamp<QuantaSum>(base, INT32_MIN, INT32_MAX));
  }
  std::unique_ptr<State> state;
  try {
    state = std::make_unique<State>(setup, std::move(processes), threads);
  } catch (std::invalid_argument const& error) {
    throw ArchiveError(error.what());
  }
  state->step = step;
  state->time = time;
  state->health = health;
  state->load(archive);
  state->load_schedule(archive);
  state->load_later(archive);
  const auto commands = archive.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < commands; ++i) {
    StampedCommand stamped;
    stamped.step = archive.get<std::uint64_t>();
    stamped.command = load_command(archive);
    state->recording.push_back(std::move(stamped));
  }
  if (!archive.at_end()) throw ArchiveError("the saved world is longer than it should be");
  return World(std::move(state));
}

Terrain const& World::terrain() const { return state_->terrain; }
Grid const& World::grid() const { return state_->terrain.grid; }
WindField const& World::wind() const { return state_->wind; }
std::uint64_t World::seed() const { return state_->seed; }
std::uint64_t World::step_count() const { return state_->step; }
double World::time() const { return state_->time; }
int World::threads() const { return state_->scheduler.threads(); }
MassBudget World::budget() const { return state_->budget(state_->terrain.columns.count()); }
std::uint32_t World::health() const { return state_->health; }
std::span<ParameterGroup const> World::parameter_groups() const { return state_->groups; }
std::span<TimedCommand const> World::timeline() const { return state_->timeline.waiting(); }
std::span<StampedCommand const> World::recording() const { return state_->recording; }
std::span<std::unique_ptr<Process> const> World::processes() const { return state_->processes; }
std::span<FieldRow const> World::fields() const { return state_->fields; }

double World::parameter(std::string_view group, std::string_view key) const {
  ParameterGroup const& target = state_->group(group);
  return target.get(state_->row(target, key));
}

std::optional<std::vector<float>> World::field(std::string_view id) const {
  if (auto values = base_field(id, state_->terrain, state_->wind_parameters, state_->moment(), state_->scheduler))
    return values;
  for (auto const& process : state_->processes) {
    const auto rows = process->fields();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].id != id) continue;
      std::vector<float> values(grid().cells());
      process->read_field(i, state_->terrain, values);
      return values;
    }
  }
  return std::nullopt;
}

}  // namespace barchan
