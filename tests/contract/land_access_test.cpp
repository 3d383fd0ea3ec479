/// The declarations of what processes read and write. Their order follows from these, and every step must obey them.
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "base/scheduler.hpp"
#include "contract/mask_land.hpp"
#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/mixed_land.hpp"
#include "wind/wind_field.hpp"
#include "world/world.hpp"

namespace barchan::test::land_access_test {
namespace {

using Bytes = std::vector<std::byte>;
using States = std::set<LandState>;

std::vector<ProcessInfo> all_infos() {
  std::vector<ProcessInfo> infos;
  for (auto const& process : make_processes()) infos.push_back(process->info());
  return infos;
}

ProcessInfo& find(std::vector<ProcessInfo>& infos, std::string_view id) {
  return *std::ranges::find(infos, id, &ProcessInfo::id);
}

std::string name(LandState state) { return std::string(row_of(state).id); }

/// Everything outside a process that it can read or change.
struct Surroundings {
  Terrain terrain;
  Ledger ledger;
  WindField wind;
  std::uint64_t seed = 1;
};

/// Names every member of a terrain, so that a new member without a state does not compile here. Only commands use the
/// list of bodies and the landmarks, and no process uses the place.
void names_every_part(Terrain& terrain) {
  auto& [grid, datum, place, columns, soils, layers, notches, slides, lakes, sources, rainfall, sea, masks, bodies,
         landmarks, clock] = terrain;
  (void)bodies, (void)landmarks, (void)place;
  (void)grid, (void)datum, (void)columns, (void)soils, (void)layers, (void)notches, (void)slides, (void)lakes;
  (void)sources, (void)rainfall, (void)sea, (void)masks, (void)clock;
}

template <class Range>
void keep_values(Archive& archive, Range const& values) {
  for (auto value : values) archive.value(value);
}

void keep_cover(Archive& archive, Columns const& columns) {
  for (std::size_t cell = 0; cell < columns.size(); ++cell) {
    Quanta thickness = columns.available(cell);
    SoilId soil = thickness > 0 ? columns.cover_soil(cell) : kRock;
    archive.value(thickness);
    archive.value(soil);
  }
}

void keep_ground(Archive& archive, Columns const& columns) {
  for (std::size_t cell = 0; cell < columns.size(); ++cell) {
    for (int k = columns.bare(cell) ? 0 : 1; k < columns.layer_count(cell); ++k) {
      Layer layer = columns.layer(cell, k);
      archive.value(layer.soil);
      archive.value(layer.thickness);
    }
  }
}

void keep_layer(Archive& archive, CellLayers const& layers, CellLayer layer) {
  const bool counted = cell_layer_rows()[static_cast<std::size_t>(layer)].type == CellType::quanta;
  counted ? keep_values(archive, layers.quanta(layer)) : keep_values(archive, layers.real(layer));
}

/// The water of the lakes and the cells that they cover; the depths follow from the ground.
void keep_lakes(Archive& archive, Lakes const& lakes) {
  keep_values(archive, lakes.ids());
  for (const LakeId id : lakes.all()) {
    LakeView lake = lakes.lake(id);
    archive.value(lake.volume);
    archive.value(lake.inflow);
  }
}

void keep_wind(Archive& archive, WindField const& wind) {
  for (auto const* values : {&wind.local().x, &wind.local().y, &wind.local().ratio, &wind.shadow(), &wind.bubble()}) {
    keep_values(archive, *values);
  }
}

void keep_prevailing(Archive& archive, WindField const& wind) {
  glm::vec2 direction = wind.direction();
  float speed = wind.speed();
  bool turns = wind.turns_next();
  archive.value(direction.x);
  archive.value(direction.y);
  archive.value(speed);
  archive.value(turns);
}

Bytes bytes_of(Surroundings& all, LandState state) {
  Terrain& land = all.terrain;
  Archive archive = Archive::hasher();
  switch (state) {
    case LandState::plants:
    case LandState::water_table:
    case LandState::ground_water:
    case LandState::moisture:
    case LandState::springs:
    case LandState::damp:
    case LandState::slope_strength:
    case LandState::root_water:
      keep_layer(archive, land.cell_layers, static_cast<CellLayer>(state));
      break;
    case LandState::surface:
      keep_values(archive, land.columns.elevations());
      break;
    case LandState::cover:
      keep_cover(archive, land.columns);
      break;
    case LandState::ground:
      keep_ground(archive, land.columns);
      break;
    case LandState::unsettled:
      keep_values(archive, land.columns.disturbed());
      keep_values(archive, land.columns.disturbed_ends());
      break;
    case LandState::soils:
      keep(archive, land.soils);
      break;
    case LandState::notches:
      land.notches.keep(archive, land.grid);
      break;
    case LandState::slides:
      land.slides.keep(archive);
      break;
    case LandState::lakes:
      keep_lakes(archive, land.lakes);
      break;
    case LandState::sea:
      land.sea.keep(archive, land.grid);
      break;
    case LandState::sources:
      keep(archive, land.sources);
      break;
    case LandState::rainfall:
      land.rainfall.keep(archive, land.grid);
      break;
    case LandState::masks:
      land.masks.keep(archive, land.soils, land.grid);
      break;
    case LandState::ground_clock:
      archive.value(land.ground_clock);
      break;
    case LandState::ledger:
      all.ledger.keep(archive);
      break;
    case LandState::prevailing_wind:
      keep_prevailing(archive, all.wind);
      break;
    case LandState::wind_field:
      keep_wind(archive, all.wind);
      break;
    case LandState::random_numbers:
      archive.value(all.seed);
      break;
    case LandState::count_:
      break;
  }
  return archive.take();
}

std::vector<LandState> all_states() {
  std::vector<LandState> states;
  for (std::size_t i = 0; i < kLandStateCount; ++i) states.push_back(static_cast<LandState>(i));
  return states;
}

std::map<LandState, Bytes> bytes_of(Surroundings& all) {
  std::map<LandState, Bytes> bytes;
  for (const LandState state : all_states()) bytes[state] = bytes_of(all, state);
  return bytes;
}

States differing(std::map<LandState, Bytes> const& a, std::map<LandState, Bytes> const& b) {
  States states;
  for (auto const& [state, bytes] : a) {
    if (bytes != b.at(state)) states.insert(state);
  }
  return states;
}

/// A land on which every process acts: cliffs, plants, groundwater, a river, a well, lakes, storms and a sea.
WorldSetup rich_setup() {
  WorldSetup setup = make_world_setup(mixed_land("open", 40, 32));
  const std::size_t cells = setup.grid.cells();
  for (auto const& process : make_processes()) {
    setup.parameters.push_back({std::string(process->info().id), "enabled", 1.0});
  }
  setup.parameters.push_back({"groundwater", "clock", 300.0});
  setup.parameters.push_back({"groundwater", "transpiration", 5.0});
  setup.parameters.push_back({"groundwater", "recharge", 5.0});
  setup.parameters.push_back({"water_particles", "sea", 1.0});
  setup.parameters.push_back({"water_particles", "sea_level", 6.0});
  setup.parameters.push_back({"weathering", "years_per_second", 500.0});
  setup.parameters.push_back({"weathering", "rate", 1.0});
  setup.parameters.push_back({"uplift", "years_per_second", 500.0});
  setup.parameters.push_back({"uplift", "rate", 20.0});
  setup.parameters.push_back({"vegetation", "seeds", 0.01});
  setup.cell_layers.real(CellLayer::plants).assign(cells, 0.0f);
  setup.cell_layers.real(CellLayer::water_table).assign(cells, 6.0f);
  for (std::size_t cell = 0; cell < cells; cell += 3) setup.cell_layers.real(CellLayer::plants)[cell] = 0.4f;
  setup.sources = {{.x = 0.0f, .y = 0.5f, .discharge = 2.0f}, {.x = 0.6f, .y = 0.6f, .discharge = 0.5f, .pumps = 1}};
  setup.storms = {{.start = 0.0f, .duration = 500.0f, .rain = 2000.0f}};
  return setup;
}

/// A process in its state between two steps of a world, and its surroundings there.
class Trial {
 public:
  Trial(World const& world, std::size_t which)
      : world_(world), which_(which), surroundings_{world.terrain(), {}, {}, world.seed()} {
    surroundings_.wind = blow({});
    surroundings_.terrain.columns.forget_disturbed();
  }

  Surroundings const& surroundings() const { return surroundings_; }
  World const& world() const { return world_; }
  /// The wind over the land with the parameters in `changed`.
  WindField blow(std::vector<std::pair<std::string, double>> const& changed) const {
    WindParameters parameters;
    const ParameterGroup group{"wind", "", "", wind_parameter_rows(), &parameters};
    for (ParameterRow const& row : group.rows) group.set(row, world_.parameter("wind", row.key));
    for (auto const& [key, value] : changed) group.set(*group.find(key), value);
    WindField wind;
    wind.set_prevailing(parameters);
    wind.renew(surroundings_.terrain, parameters, scheduler_);
    return wind;
  }

  /// Runs some steps of the process on a copy of the surroundings, and then switches it off if `ends`. Returns the copy
  /// and the final state of the process.
  std::pair<Surroundings, Bytes> run(Surroundings all, bool ends = false) const {
    std::vector<std::unique_ptr<Process>> processes = make_processes();
    Process& process = *processes[which_];
    const ParameterGroup group = process.parameters();
    for (ParameterRow const& row : group.rows) group.set(row, world_.parameter(group.id, row.key));
    process.prepare(all.terrain);
    Archive writer = Archive::writer();
    world_.processes()[which_]->keep(writer);
    const Bytes state = writer.take();
    Archive reader = Archive::reader(state);
    process.keep(reader);
    constexpr std::uint64_t kSteps = 6;
    for (std::uint64_t i = 0; i < kSteps; ++i) {
      const StepContext context{.seed = all.seed,
                                .step = world_.step_count() + i,
                                .dt = 0.4f,
                                .wind = all.wind,
                                .scheduler = scheduler_,
                                .ledger = all.ledger,
                                .time = world_.time() + 0.4 * static_cast<double>(i)};
      process.step(all.terrain, context);
      if (WaterCarrier* const water = process.carrier().water()) water->step_beside(all.terrain, context);
      if (ends && i + 1 == kSteps) process.retire(all.terrain, context);
    }
    Archive hasher = Archive::hasher();
    process.keep(hasher);
    return {std::move(all), hasher.take()};
  }

 private:
  World const& world_;
  std::size_t which_;
  Scheduler scheduler_{1};
  Surroundings surroundings_;
};

void scatter(Columns& columns, Surroundings& all) {
  for (std::size_t cell = 0; cell < columns.size(); cell += 2) columns.weather(cell, 20000, kSand, all.ledger);
}

/// Changes a state, and other states only if they depend on it.
void perturb(Trial const& trial, Surroundings& all, LandState state) {
  Terrain& land = all.terrain;
  Columns& columns = land.columns;
  const std::size_t cells = land.grid.cells();
  switch (state) {
    case LandState::plants:
    case LandState::root_water:
    case LandState::slope_strength: {
      auto& values = land.cell_layers.real(static_cast<CellLayer>(state));
      values.resize(cells, 1.0f);
      for (std::size_t i = 0; i < cells; ++i) values[i] = i % 2 == 0 ? 0.1f : 0.9f;
      land.cell_layers.mark_changed(static_cast<CellLayer>(state));
      break;
    }
    case LandState::water_table:
      land.cell_layers.real(CellLayer::water_table).assign(cells, 2.5f);
      break;
    case LandState::ground_water:
    case LandState::moisture:
    case LandState::springs: {
      // These layers are created together, in the first step.
      auto& values = land.cell_layers.quanta(static_cast<CellLayer>(state));
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = state == LandState::springs ? 3000 : values[i] / 3;
      land.cell_layers.mark_changed(static_cast<CellLayer>(state));
      break;
    }
    case LandState::damp:
      land.cell_layers.quanta(CellLayer::damp).resize(cells);
      for (std::size_t i = 0; i < cells; ++i) {
        land.cell_layers.quanta(CellLayer::damp)[i] = columns.elevation(i) + (i % 2 == 0 ? 1000 : -100000);
      }
      land.cell_layers.mark_changed(CellLayer::damp);
      break;
    case LandState::surface:
      for (std::size_t i = 0; i < cells; i += 3) columns.raise(i, 50000);
      break;
    case LandState::cover:
    case LandState::ground:
      scatter(columns, all);
      break;
    case LandState::unsettled:
      columns.disturb_all();
      break;
    case LandState::soils:
      for (Soil& soil : land.soils) {
        soil.hardness *= 2.0f;
        soil.porosity *= 0.5f;
        soil.conductivity *= 3.0f;
        soil.suspension *= 0.5f;
        soil.solubility *= 0.5f;
      }
      break;
    case LandState::notches:
      land.notches.expect_weathering(land.grid);
      land.notches.expect_blasting(land.grid);
      for (std::size_t i = 0; i < cells; ++i) {
        land.notches.weather(i, 0.3);
        land.notches.blast(i, 0.3);
      }
      break;
    case LandState::slides:
      land.slides.add(0, std::vector<Quanta>(static_cast<std::size_t>(land.grid.width), 5000));
      break;
    case LandState::lakes:
      land.lakes.pour(std::vector<LakePour>{{.cell = cells / 2, .amount = 40 * kQuantaPerMetre}}, columns.elevations());
      land.lakes.settle({});
      break;
    case LandState::sea:
      land.sea.cover(land.grid, columns.elevations(), 7 * kQuantaPerMetre);
      break;
    case LandState::sources:
      land.sources.clear();
      break;
    case LandState::masks: {
      MaskRecipe recipe{.id = "half", .multiplies = masks::maskable(trial.world())};
      land.masks.put(recipe).values.assign(cells, 0.5f);
      land.masks.mark_changed();
      break;
    }
    case LandState::rainfall:
      land.rainfall.storms.clear();
      break;
    case LandState::ground_clock:
      land.ground_clock = land.ground_clock > 0.0f ? 0.0f : 100.0f;
      break;
    case LandState::ledger:
      all.ledger.book_in(kSand, static_cast<QuantaSum>(cells) * 200 * kQuantaPerMetre);
      break;
    case LandState::prevailing_wind:
      all.wind = trial.blow({{"direction", 130.0}, {"speed", 7.0}});
      break;
    case LandState::wind_field:
      all.wind = trial.blow({{"shadow_low", 4.0}, {"shadow_high", 5.0}, {"speed_up", 0.3}});
      break;
    case LandState::random_numbers:
      ++all.seed;
      break;
    case LandState::count_:
      break;
  }
}

/// Observed behaviour of a process.
struct Seen {
  States written;
  /// States that were changed together, and whether this changed the behaviour of the process.
  std::vector<std::pair<States, bool>> trials;
};

/// Observes a process in a world between two steps.
void look(World const& world, std::size_t which, Seen& seen) {
  const Trial trial(world, which);
  Surroundings before = trial.surroundings();
  const auto bytes = bytes_of(before);
  auto [after, state] = trial.run(before);
  const auto results = bytes_of(after);
  seen.written.merge(differing(bytes, results));
  Surroundings retired = trial.run(before, true).first;
  seen.written.merge(differing(bytes, bytes_of(retired)));
  for (const LandState perturbed : all_states()) {
    Surroundings other = trial.surroundings();
    perturb(trial, other, perturbed);
    const States changed = differing(bytes, bytes_of(other));
    if (changed.empty()) continue;
    const auto begin = bytes_of(other);
    auto [other_after, other_state] = trial.run(std::move(other));
    const auto end = bytes_of(other_after);
    seen.written.merge(differing(begin, end));
    States different = differing(results, end);
    for (const LandState same : changed) different.erase(same);
    seen.trials.push_back({changed, !different.empty() || state != other_state});
  }
}

/// Observed behaviour of a process on a land on which all processes act.
Seen seen_of(std::string_view id) {
  Seen seen;
  World world(rich_setup(), make_processes());
  const auto which = static_cast<std::size_t>(std::ranges::distance(
      world.processes().begin(),
      std::ranges::find(world.processes(), id, [](auto const& process) { return process->info().id; })));
  for (const int steps : {0, 40}) {
    for (int i = 0; i < steps; ++i) world.step();
    look(world, which, seen);
  }
  return seen;
}

/// Behaviour of a process that it does not declare.
std::vector<std::string> undeclared(ProcessInfo const& info, Seen const& seen) {
  std::vector<std::string> faults;
  for (const LandState state : seen.written) {
    if (!writes(info, state)) faults.push_back("writes " + name(state));
  }
  for (auto const& [changed, matters] : seen.trials) {
    if (!matters || std::ranges::any_of(changed, [&](LandState state) { return reads(info, state); })) continue;
    faults.push_back("reads " + name(*changed.begin()));
  }
  return faults;
}

/// Declarations of a process that were not observed.
std::vector<std::string> unseen(ProcessInfo const& info, Seen const& seen) {
  std::vector<std::string> faults;
  for (LandAccess const& access : info.accesses) {
    if (access.writes() && !seen.written.contains(access.state)) faults.push_back("writes " + name(access.state));
    const bool read = std::ranges::any_of(
        seen.trials, [&](auto const& trial) { return trial.second && trial.first.contains(access.state); });
    if (access.intent == Intent::in && !read) faults.push_back("reads " + name(access.state));
  }
  return faults;
}

std::string joined(std::vector<std::string> const& words) {
  std::string text;
  for (std::string const& word : words) text += word + "; ";
  return text;
}

/// The rows of a process without that of one state.
std::vector<LandAccess> without(ProcessInfo const& info, LandState state) {
  std::vector<LandAccess> rows(info.accesses.begin(), info.accesses.end());
  std::erase_if(rows, [&](LandAccess const& row) { return row.state == state; });
  return rows;
}

/// A row that is removed, and the fault that must then be found.
struct MissingRow {
  std::string_view id;
  LandState state;
  std::string_view fault;
};
constexpr MissingRow kMissingRows[] = {{"groundwater", LandState::damp, "writes damp"},
                                       {"slab_dunes", LandState::damp, "reads damp"},
                                       {"vegetation", LandState::root_water, "reads root_water"},
                                       {"sand_supply", LandState::random_numbers, "reads random_numbers"}};

class LandAccessContract : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Each, LandAccessContract, testing::ValuesIn([] {
                           std::vector<std::string> ids;
                           for (ProcessInfo const& each : all_infos()) ids.emplace_back(each.id);
                           return ids;
                         }()),
                         [](auto const& test) { return test.param; });

TEST_P(LandAccessContract, AStepDoesWhatIsDeclaredAndNoMore) {
  auto infos = all_infos();
  ProcessInfo const& info = find(infos, GetParam());
  const Seen seen = seen_of(GetParam());
  EXPECT_EQ(joined(undeclared(info, seen)), "");
  EXPECT_EQ(joined(unseen(info, seen)), "");

  // The same comparison finds a missing row and a superfluous row.
  for (auto const& [id, state, fault] : kMissingRows) {
    if (id != info.id) continue;
    ProcessInfo wrong = info;
    const std::vector<LandAccess> rows = without(info, state);
    wrong.accesses = rows;
    EXPECT_NE(joined(undeclared(wrong, seen)).find(fault), std::string::npos) << fault;
  }
  if (!writes(info, LandState::lakes)) {
    ProcessInfo wrong = info;
    std::vector<LandAccess> rows = without(info, LandState::lakes);
    rows.push_back(access::changes(LandState::lakes, Value::current, "It does no such thing."));
    wrong.accesses = rows;
    EXPECT_NE(joined(unseen(wrong, seen)).find("writes lakes"), std::string::npos);
  }
}

TEST_P(LandAccessContract, RowsAreSoundAndExplained) {
  for (auto const& process : make_processes()) {
    if (process->info().id != GetParam()) continue;
    EXPECT_FALSE(process->info().accesses.empty());
    for (LandAccess const& access : process->info().accesses) {
      EXPECT_GE(access.help.size(), 15u) << name(access.state);
      if (access.only.key.empty()) continue;
      EXPECT_NE(process->parameters().find(access.only.key), nullptr) << access.only.key;
    }
  }
}

TEST(LandAccess, NoStateGoesUnnamed) {
  Surroundings all;
  names_every_part(all.terrain);
  std::set<std::string_view> ids;
  for (LandStateRow const& row : land_state_rows()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_GE(row.help.size(), 15u) << row.id;
  }
  EXPECT_EQ(name(LandState::root_water), "root_water");
  EXPECT_EQ(name(LandState::surface), "surface");
  EXPECT_EQ(name(LandState::random_numbers), "random_numbers");
}

TEST(LandAccess, ProcessesActInTheOrderThatTheyDeclare) { EXPECT_EQ(joined(order_faults(all_infos())), ""); }

TEST(LandAccess, AWrongOrderIsFound) {
  auto infos = all_infos();
  std::swap(find(infos, "groundwater"), find(infos, "slab_dunes"));
  const std::string faults = joined(order_faults(infos));
  EXPECT_NE(faults.find("groundwater must act before slab_dunes, which reads the damp of this step."),
            std::string::npos)
      << faults;
  infos = all_infos();
  std::swap(find(infos, "vegetation"), find(infos, "sand_supply"));
  EXPECT_NE(joined(order_faults(infos)).find("vegetation must act after groundwater"), std::string::npos);
}

TEST(LandAccess, WrongRowsAreFound) {
  constexpr LandAccess kBoth[] = {access::reads(LandState::damp, Value::given, "a"),
                                  access::reads(LandState::damp, Value::given, "a")};
  constexpr LandAccess kWrites[] = {access::writes(LandState::damp, "b"),
                                    access::reads(LandState::lakes, Value::this_step, "b")};
  std::vector<ProcessInfo> infos(2);
  infos[0].id = "one";
  infos[0].accesses = kBoth;
  infos[1].id = "two";
  infos[1].accesses = kWrites;
  EXPECT_EQ(order_faults(infos), (std::vector<std::string>{
                                     "one expects that no process writes damp, but two does.",
                                     "one declares damp twice.",
                                     "one expects that no process writes damp, but two does.",
                                     "two reads the lakes of this step, but no other process writes it.",
                                 }));
}

TEST(LandAccess, AConditionFollowsTheParameter) {
  for (auto const& process : make_processes()) {
    if (process->info().id != "wind_particles") continue;
    const ParameterGroup group = process->parameters();
    for (ParameterRow const& row : group.rows) group.set(row, row.default_value);
    EXPECT_TRUE(reads_now(*process, LandState::wind_field));
    group.set(*group.find("law"), 1.0);
    EXPECT_FALSE(reads_now(*process, LandState::wind_field)) << "the article's law knows no relief";
    EXPECT_TRUE(reads_now(*process, LandState::prevailing_wind));
  }
}

}  // namespace
}  // namespace barchan::test::land_access_test
