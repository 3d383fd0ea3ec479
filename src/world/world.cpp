#include "world/world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <xxhash.h>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "base/math.hpp"
#include "base/named_values.hpp"
#include "base/scheduler.hpp"
#include "gravity/gravity.hpp"
#include "gravity/parameters.hpp"
#include "land/mask_work.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "wind/wind_field.hpp"
#include "world/calendar.hpp"
#include "world/fields.hpp"
#include "world/land_count.hpp"
#include "world/renamed_parameters.hpp"
#include "world/setup_columns.hpp"
#include "world/timeline.hpp"

namespace barchan {

namespace {

constexpr std::uint64_t kCheckSteps = 16;  ///< between two counts of all matter
/// Steps for which a process must be too slow before the health says so. When its water begins to flow, groundwater
/// cannot keep up with its clock for some steps.
constexpr int kSlowSteps = 16;
constexpr std::array<std::string_view, 2> kConservedNames{"volume", "mass"};

using P = WorldParameters;
constexpr std::array kWorldRows{
    row::number<&P::time_step>("time_step", "Time step", "s", {0.01, 2.0, kByRatio},
                               "Time by which one step advances the world's clock. Higher: fewer steps for the same "
                               "simulated time, but lower accuracy."),
    row::choice<&P::conserve>("conserve", "Conversions keep", kConservedNames,
                              "Quantity that stays the same when one soil becomes another. `volume`: the volume. "
                              "`mass`: the mass, computed from the densities of both soils. With `mass`, debris of low "
                              "density takes up more space than the rock from which it was made."),
};
static_assert(sizeof(WorldParameters) == kWorldRows.size() * 4, "every world parameter has its row");

void require_size(Grid const& grid) {
  if (grid.width < 1 || grid.height < 1 || grid.width > Grid::kMaximumSide || grid.height > Grid::kMaximumSide) {
    throw std::invalid_argument("expected 1 to 16384 cells per side, found " + std::to_string(grid.width) + " x " +
                                std::to_string(grid.height));
  }
  if (!(grid.cell_size >= 1e-3f && grid.cell_size <= 1e5f)) {
    throw std::invalid_argument("expected a cell size of 0.001 to 100000 m, found " + std::to_string(grid.cell_size) +
                                " m");
  }
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

struct World::State {
  Terrain terrain;
  WorldParameters world;
  WindParameters wind_parameters;
  GravityParameters gravity_parameters;
  CalendarParameters calendar;
  WindField wind;
  Gravity settling;
  Ledger ledger;
  LandCounter counter;
  Scheduler scheduler;
  std::vector<std::unique_ptr<Process>> processes;
  std::vector<ParameterGroup> groups;
  std::vector<FieldRow> fields;
  std::vector<StampedCommand> recording;
  Timeline timeline;
  std::uint64_t seed = 1;
  std::uint64_t step = 0;
  double time = 0.0;
  double calendar_years = 0.0;
  // No step depends on these two.
  int slow_steps = 0;          ///< last steps in which a slow process did less time than was asked, up to kSlowSteps
  bool clock_limited = false;  ///< this has gone on for kSlowSteps steps
  std::uint32_t health = 0;

  State(std::vector<std::unique_ptr<Process>> list, int threads) : scheduler(threads), processes(std::move(list)) {
    groups = {
        {"world", "World", "The time step, and what stays the same when one soil becomes another.", kWorldRows, &world},
        {"wind", "Wind", "The winds and their gusts, the changes of the wind over the relief, and the wind shadow.",
         wind_parameter_rows(), &wind_parameters},
        {"gravity", "Gravity", "Moves loose soil down slopes that are too steep.", gravity_parameter_rows(),
         &gravity_parameters},
        {"calendar", "Calendar", "How much time at a real site one second of the world's clock stands for.",
         calendar_rows(), &calendar}};
    for (auto const& process : processes) groups.push_back(process->parameters());
    for (ParameterGroup const& group : groups) {
      for (ParameterRow const& row : group.rows) group.set(row, row.default_value);
    }
    list_fields();
  }

  /// Lists the fields of the world, of the processes and of the masks.
  void list_fields() {
    fields = base_field_rows();
    for (auto const& process : processes) {
      fields.insert(fields.end(), process->fields().begin(), process->fields().end());
    }
    for (Mask const& mask : terrain.masks.list()) fields.push_back(mask_field_row(mask.recipe.id));
  }

  /// Sets up a new world.
  void begin(WorldSetup const& setup) {
    require_size(setup.grid);
    seed = setup.seed;
    terrain.grid = setup.grid;
    terrain.datum = setup.datum;
    terrain.place = setup.place;
    terrain.lakes = Lakes(setup.grid);
    terrain.slides = Slides(setup.grid);
    if (const std::string error = soils_error(setup.soils); !error.empty()) throw std::invalid_argument(error);
    terrain.soils = setup.soils;
    terrain.columns = columns_of(setup);
    terrain.cell_layers = setup.cell_layers;
    terrain.cell_layers.check(setup.grid.cells());
    for (SetParameter const& command : setup.parameters) {
      check_command(command, nullptr);
      ParameterGroup const& target = group(command.group);
      target.set(row(target, command.key), command.value);
    }
    for (Obstacle const& body : setup.bodies) terrain.bodies.add({terrain.bodies.free_number(), body});
    terrain.landmarks.things = placed_things(setup.things, setup.grid, terrain.columns);
    for (WaterSource const& source : setup.sources) change(PlaceSource{source});
    if (setup.rain_map.width > 0) change(SetRainMap{setup.rain_map});
    for (Storm const& storm : setup.storms) change(PlaceStorm{storm});
    for (MaskRecipe const& recipe : setup.masks) change(SetMask{recipe});
    timeline = Timeline(setup.timeline);
    check_timeline(terrain.soils);
    follow_parameters();
    prepare();
    MassBudget opening;
    terrain.columns.count_lying(opening);
    opening.accounts[kWater].lying = terrain.water_in_the_ground();
    for (const SoilId account : accounts_of(terrain.soils)) ledger.open(account, opening.accounts[account].lying);
  }

  /// Lets gravity and the processes allocate what they need for the land.
  void prepare() {
    settling.prepare(terrain);
    for (auto const& process : processes) process->prepare(terrain);
  }

  ParameterGroup const& group(std::string_view id) const {
    for (ParameterGroup const& candidate : groups) {
      if (candidate.id == id) return candidate;
    }
    throw std::invalid_argument("there is no parameter group " + quoted(id) + "; see docs/parameters.md");
  }
  ParameterRow const& row(ParameterGroup const& of, std::string_view key) const {
    if (ParameterRow const* found = of.find(key)) return *found;
    throw std::invalid_argument("there is no parameter " + quoted(key) + " in " + quoted(of.id) +
                                "; see docs/parameters.md");
  }
  /// Throws std::invalid_argument if the command cannot be applied now. A null `land` skips the checks of the land.
  void check_command(Command const& command, Terrain const* land) const {
    const std::string error = error_of(command, {groups, terrain.grid, terrain.soils, land});
    if (!error.empty()) throw std::invalid_argument(error);
  }
  /// Throws std::invalid_argument if a waiting command could never be applied to a land with these soils.
  void check_timeline(Soils soils) const {
    CommandPreview later{std::move(soils), {}};
    for (TimedCommand const& timed : timeline.waiting()) {
      const CommandFacts facts{groups, terrain.grid, later.soils};
      if (const std::string error = error_of(timed.command, facts); !error.empty()) throw std::invalid_argument(error);
      preview_command(timed.command, later);
    }
  }
  /// Checks a command against the current world and applies it. If it throws std::invalid_argument, the world is
  /// unchanged.
  void change(Command const& command) {
    check_command(command, &terrain);
    WorldEdit edit{.terrain = terrain,
                   .ledger = ledger,
                   .groups = groups,
                   .scheduler = scheduler,
                   .time = time,
                   .conserve = world.conserve,
                   .parameters_changed = [this] { follow_parameters(); },
                   .soil_added =
                       [this] {
                         for (auto const& process : processes) {
                           if (Carrier* const carrier = process->carrier().any()) carrier->soil_added(terrain);
                         }
                       },
                   .check_waiting = [this](Soils const& soils) { check_timeline(soils); }};
    const std::size_t masks = terrain.masks.list().size();
    apply_command(command, edit);
    if (terrain.masks.list().size() != masks) list_fields();
  }
  /// Changes the world before the next step and records the command. In the recording of a step, a command replaces an
  /// earlier one with the same target, or continues the last one.
  void apply(Command const& given) {
    const Command command = settled(given, {groups, terrain.grid, terrain.soils, &terrain});
    change(command);
    terrain.lakes.follow(terrain.columns.elevations());
    if (!recording.empty() && recording.back().step == step && join(recording.back().command, command)) return;
    for (auto it = recording.rbegin(); it != recording.rend() && it->step == step; ++it) {
      if (same_target(it->command, command)) {
        recording.erase(std::next(it).base());
        break;
      }
    }
    recording.push_back({step, command});
  }
  /// The same for a command of the time line. Its check of the land (space for an obstacle, the ground and the number
  /// of sources) was not possible before. If it fails now, the command is skipped and the health shows it.
  void apply_timed(Command const& command) {
    try {
      apply(command);
    } catch (std::invalid_argument const&) {
      health |= static_cast<std::uint32_t>(row_of(command).refused);
    }
  }
  WindMoment moment() const {
    return {.seed = seed, .step = step, .time = time, .dt = static_cast<double>(world.time_step)};
  }
  /// Updates everything that depends on parameters: the soils, the ledger and the wind.
  void follow_parameters() {
    Soil& sand = terrain.soils[kSand];
    const float repose = gravity_parameters.repose_slope;
    const float more = math::tangent_degrees(gravity_parameters.static_excess);
    // Tangent of the sum of two angles.
    const float static_slope = more > 0.0f ? (repose + more) / (1.0f - repose * more) : repose;
    terrain.columns.set_soils(terrain.grid, loose_soils(terrain.soils),
                              to_quanta(static_cast<double>(gravity_parameters.mixing_depth)));
    if (sand.repose_slope != repose || sand.static_slope != static_slope) {
      sand.repose_slope = repose;
      sand.static_slope = static_slope;
      terrain.columns.disturb_all();
    }
    ledger.conserve(world.conserve, terrain.soils);
    wind.set_prevailing(wind_parameters, moment());
  }

  /// Returns whether a process acts: it must be on, and processes that carry matter through the air need wind.
  bool acts(Process& process) const {
    const bool flies = process.carrier().air() != nullptr;
    const bool calm = wind.speed() == 0.0f || terrain.masks.exclude_all("wind.speed");
    if (!process.enabled() || (flies && calm)) return false;
    return terrain.masks.list().empty() || !terrain.masks.exclude_all(std::string(process.info().id) + ".enabled");
  }
  bool wind_needed() const {
    return std::any_of(processes.begin(), processes.end(), [&](auto const& process) {
      return acts(*process) && reads_now(*process, LandState::wind_field);
    });
  }

  /// Years that a second of the world's clock stands for at the site; 0: no wind moves sand.
  double years_per_second() const {
    return flat_flux_of(processes, terrain, wind_parameters.speed) / static_cast<double>(calendar.flux);
  }

  /// Years per second that slow processes are to follow; none if each has its own clock.
  std::optional<double> followed(double years_per_second) const {
    if (calendar.follow == 0 || !fixes_calendar(processes)) return std::nullopt;
    return std::min(years_per_second, kMostYearsPerSecond);
  }

  /// Watches whether slow processes do the time that is asked, `asked` years per second if they follow the calendar.
  void heed_clocks(double asked) {
    const std::optional<double> pace = followed(asked);
    const bool capped = pace && asked > *pace, still = pace && *pace <= 0.0;
    const bool slow = !still && std::any_of(processes.begin(), processes.end(), [&](auto const& process) {
      const bool follows = process->clock().kind == ProcessClock::Kind::slow;
      return follows && acts(*process) && (capped || is_too_slow(*process));
    });
    slow_steps = slow ? std::min(slow_steps + 1, kSlowSteps) : 0;
    clock_limited = clock_limited || slow_steps == kSlowSteps;
  }

  void step_beside(StepContext const& context) {
    terrain.lakes.heed();
    for (auto const& process : processes) {
      WaterCarrier* const water = process->carrier().water();
      if (water != nullptr && acts(*process)) water->step_beside(terrain, context);
    }
  }

  MassBudget budget(LandCount const& land) const {
    MassBudget counted = ledger.booked();
    for (std::size_t soil = 0; soil < kMostSoils; ++soil) counted.accounts[soil].lying = land.columns.lying[soil];
    counted.water_stores = {terrain.lakes.held(), land.ground_water};
    counted.conserved = world.conserve;
    counted.accounts[kWater].lying = counted.water_stores.lakes + counted.water_stores.ground;
    for (auto const& process : processes) {
      if (Carrier const* const carrier = process->carrier().any()) carrier->count_airborne(counted);
    }
    return counted;
  }

  std::uint32_t check(LandCount const& land) const {
    std::uint32_t flags = 0;
    const auto flag = [&](bool bad, Health which) { flags |= bad ? static_cast<std::uint32_t>(which) : 0u; };
    flag(budget(land).error() != 0, Health::budget_broken);
    flag(land.columns.negative, Health::negative_thickness);
    flag(land.columns.near_range_end, Health::near_range_end);
    for (auto const& process : processes) {
      Carrier const* const carrier = process->carrier().any();
      flag(carrier != nullptr && !carrier->finite(), Health::non_finite);
    }
    return flags;
  }

  /// Saves, loads or hashes the whole state, section by section. Invalid data may throw std::invalid_argument as well
  /// as ArchiveError. When the layout of a section changes, its version rises, and the code that reads the section
  /// converts the older layout.
  void keep(Archive& archive) {
    archive.sections([&] {
      archive.needed_section("world", 1, [&] { keep_world(archive); });
      archive.needed_section("parameters", 1, [&] { keep_parameters(archive); });
      archive.needed_section("soils", 1, [&] { barchan::keep(archive, terrain.soils); });
      if (archive.reading()) follow_parameters();  // before the columns, so that it does not disturb their segments
      keep_land(archive);
      if (archive.reading()) prepare();
      archive.needed_section("ledger", 1, [&] { ledger.keep(archive); });
      archive.section("by_hand", 1, [&] { ledger.keep_by_hand(archive); });
      archive.needed_section("wind", 1, [&] { wind.keep(archive, terrain.grid); });
      for (auto const& process : processes) {
        archive.section(process->info().id, process->info().state_version, [&] { process->keep(archive); });
      }
      archive.section("timeline", 2, [&] {
        timeline.keep(archive);
        check_timeline(terrain.soils);
      });
      keep_calendar(archive);
      archive.aside([&] { archive.section("recording", 2, [&] { keep_recording(archive); }); });
    });
  }

  void keep_world(Archive& archive) {
    Grid& grid = terrain.grid;
    archive.value(grid.width);
    archive.value(grid.height);
    archive.value(grid.cell_size);
    archive.value(grid.boundary);
    archive.require(grid.boundary >= Boundary::periodic && grid.boundary <= Boundary::closed,
                    "the boundary condition is unknown");
    require_size(grid);
    archive.value(terrain.datum);
    archive.value(seed);
    archive.value(step);
    archive.value(time);
    archive.value(health);
  }

  void keep_parameters(Archive& archive) {
    std::vector<NamedValue> values;
    for (ParameterGroup const& group : groups) {
      for (ParameterRow const& row : group.rows) {
        values.push_back({std::string(group.id) + "." + std::string(row.key), &row, group.values});
      }
    }
    keep_values(archive, std::move(values), kRenamedParameters, [&](NamedValue const& one, double value) {
      const std::string error = parameter_error(*one.row, value);
      if (!error.empty()) throw std::invalid_argument(one.name.substr(0, one.name.find('.') + 1) + error);
    });
  }

  void keep_land(Archive& archive) {
    archive.needed_section("columns", 1, [&] { terrain.columns.keep(archive, terrain.grid, terrain.soils.size()); });
    archive.needed_section("cell_layers", 1, [&] { terrain.cell_layers.keep(archive, terrain.grid.cells()); });
    if (archive.reading()) terrain.cell_layers.check(terrain.grid.cells());
    archive.needed_section("notches", 1, [&] { terrain.notches.keep(archive, terrain.grid); });
    if (archive.reading()) terrain.slides = Slides(terrain.grid);
    archive.needed_section("slides", 1, [&] { terrain.slides.keep(archive); });
    if (archive.reading()) terrain.lakes = Lakes(terrain.grid);
    archive.needed_section("lakes", 1, [&] { terrain.lakes.keep(archive, terrain.columns.elevations()); });
    archive.needed_section("sources", 1, [&] { barchan::keep(archive, terrain.sources); });
    archive.needed_section("rainfall", 1, [&] { terrain.rainfall.keep(archive, terrain.grid); });
    archive.needed_section("sea", 1, [&] { terrain.sea.keep(archive, terrain.grid); });
    archive.section("obstacle_bodies", 1, [&] { terrain.bodies.keep(archive); });
    archive.aside([&] { archive.section("place", 1, [&] { barchan::keep(archive, terrain.place); }); });
    archive.aside([&] { archive.section("landmarks", 1, [&] { barchan::keep(archive, terrain.landmarks); }); });
    archive.section("masks", 1, [&] { terrain.masks.keep(archive, terrain.soils, terrain.grid); });
    if (archive.reading()) list_fields();
  }

  /// No step depends on the years that have passed. A world without them counts them in the present wind.
  void keep_calendar(Archive& archive) {
    constexpr double kUnknown = -1.0;
    if (archive.reading()) calendar_years = kUnknown;
    archive.aside([&] {
      archive.section("calendar", 1, [&] {
        archive.value(calendar_years);
        archive.value(slow_steps);
        auto limited = static_cast<std::uint8_t>(clock_limited);
        archive.value(limited);
        clock_limited = limited != 0;
      });
    });
    if (!archive.reading()) return;
    archive.require(slow_steps >= 0 && slow_steps <= kSlowSteps, "the number of slow steps is out of range");
    if (calendar_years == kUnknown) calendar_years = time * years_per_second();
    archive.require(std::isfinite(calendar_years) && calendar_years >= 0.0, "the years of the calendar are wrong");
  }

  void keep_recording(Archive& archive) {
    recording.resize(archive.count(recording.size()));
    for (StampedCommand& stamped : recording) {
      archive.value(stamped.step);
      barchan::keep(archive, stamped.command);
    }
  }
};

World::World(WorldSetup setup, std::vector<std::unique_ptr<Process>> processes, int threads)
    : state_(std::make_unique<State>(std::move(processes), threads)) {
  state_->begin(setup);
}
World::World(std::unique_ptr<State> state) : state_(std::move(state)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::apply(Command const& command) { state_->apply(command); }

void World::step(StepObserver* observer) {
  State& s = *state_;
  const auto timed = [&](std::string_view part, auto&& work) {
    if (observer != nullptr) observer->part_begins(part);
    work();
    if (observer != nullptr) observer->part_ends(part);
  };
  s.terrain.columns.advance();
  s.terrain.slides.fade(s.world.time_step);
  for (Command const& command : s.timeline.take_due(s.time)) s.apply_timed(command);
  if (s.step % kMaskRenewal == 0) timed("masks", [&] { renew_masks(s.terrain, s.scheduler); });
  s.wind.set_prevailing(s.wind_parameters, s.moment());
  if (s.wind_needed()) {
    timed("wind_field", [&] { s.wind.renew(s.terrain, s.wind_parameters, s.scheduler, s.moment()); });
  } else {
    s.wind.forget();
  }
  const double years_per_second = s.years_per_second();
  const StepContext context{.seed = s.seed,
                            .step = s.step,
                            .dt = s.world.time_step,
                            .wind = s.wind,
                            .scheduler = s.scheduler,
                            .ledger = s.ledger,
                            .time = s.time,
                            .years_per_second = s.followed(years_per_second)};
  for (auto const& process : s.processes) {
    timed(process->info().id,
          [&] { s.acts(*process) ? process->step(s.terrain, context) : process->retire(s.terrain, context); });
  }
  timed("lakes", [&] { s.terrain.lakes.look(s.terrain.columns, s.scheduler); });
  // The lakes and the slopes do not affect each other here, and the lakes occupy only one thread.
  timed("gravity", [&] {
    s.scheduler.for_ranges(2, 1, [&](int part, int) {
      if (part == 0) return s.step_beside(context);
      s.settling.relax(s.terrain, s.gravity_parameters.settling, context.dt, {s.step, s.scheduler, s.ledger});
    });
  });
  if (s.terrain.columns.take_spilled(s.ledger)) s.health |= static_cast<std::uint32_t>(Health::near_range_end);
  s.heed_clocks(years_per_second);
  s.calendar_years += static_cast<double>(s.world.time_step) * years_per_second;
  ++s.step;
  s.time += static_cast<double>(s.world.time_step);
  s.wind.set_prevailing(s.wind_parameters, s.moment());
  if (s.step % kCheckSteps == 0) timed("checks", [&] { s.health |= s.check(s.counter.count(s.terrain, s.scheduler)); });
}

std::uint64_t World::hash() const {
  XXH3_state_t digest;
  XXH3_64bits_reset(&digest);
  Archive archive = Archive::hasher(
      [&](std::span<std::byte const> bytes) { XXH3_64bits_update(&digest, bytes.data(), bytes.size()); });
  state_->keep(archive);
  archive.finish();
  return XXH3_64bits_digest(&digest);
}

std::size_t World::size_of_snapshot() const {
  Archive archive = Archive::counter();
  state_->keep(archive);
  return archive.passed();
}

void World::snapshot_to(Archive& archive) const {
  archive.count(size_of_snapshot());
  state_->keep(archive);
}

std::vector<std::byte> World::snapshot() const {
  Archive archive = Archive::writer(size_of_snapshot());
  state_->keep(archive);
  return archive.take();
}

World World::restore(std::span<std::byte const> bytes, std::vector<std::unique_ptr<Process>> processes, int threads) {
  auto state = std::make_unique<State>(std::move(processes), threads);
  Archive archive = Archive::reader(bytes);
  try {
    state->keep(archive);
  } catch (std::invalid_argument const& error) {
    throw ArchiveError(error.what());
  }
  archive.finish();
  return World(std::move(state));
}

Terrain const& World::terrain() const { return state_->terrain; }
Grid const& World::grid() const { return state_->terrain.grid; }
WindField const& World::wind() const { return state_->wind; }
std::uint64_t World::seed() const { return state_->seed; }
std::uint64_t World::step_count() const { return state_->step; }
double World::time() const { return state_->time; }
double World::calendar_years() const { return state_->calendar_years; }
int World::threads() const { return state_->scheduler.threads(); }
MassBudget World::budget() const { return state_->budget(LandCount::of(state_->terrain)); }
std::uint32_t World::health() const { return state_->health | state_->check(LandCount::of(state_->terrain)); }
std::uint32_t World::flags() const {
  return health() | (state_->clock_limited ? static_cast<std::uint32_t>(Health::clock_limited) : 0u);
}
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
  if (id.starts_with(kMaskField)) {
    Mask const* const mask = state_->terrain.masks.find(id.substr(kMaskField.size()));
    if (mask != nullptr) return std::vector<float>(mask->values.begin(), mask->values.end());
  }
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

std::optional<std::vector<float>> World::field(FieldRole role) const {
  FieldRow const* const row = first_of(state_->fields, role);
  return row != nullptr ? field(row->id) : std::nullopt;
}

}  // namespace barchan
