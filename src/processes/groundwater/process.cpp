/// Groundwater.
///
/// Model. The pores of every column are full of water up to the water table. Above it there is moisture, which
/// percolates to the water table and evaporates. Water flows from column to column along the gradient of the water
/// table, at a rate set by the transmissivity of the saturated layers. If the pores are full up to the surface, the
/// excess comes out as a spring. Lakes and the sea exert pressure on the ground below them and soak into it.
///
/// Source: Dupuit 1863, Boussinesq 1904 and Girinskii 1946 (see flow.hpp). Field capacity and drainage at the saturated
/// conductivity are as in bucket models of soil moisture.
///
/// Equations, for a column of porosity n, with stored water w below the water table H and moisture m above it:
///   dw/dt = sum of the flow over its edges + percolation - wells - roots
///   percolation = K where m > field capacity n (surface - H); K: harmonic mean conductivity from the surface to H
///   dm/dt = recharge + infiltration - percolation - evaporation - roots
///   spring = water in excess of the pore volume
///
/// Deviation: moisture drains at the saturated conductivity, however little is left. Limits: water that is perched on a
/// layer of low permeability percolates at the rate of that layer and does not flow sideways above it; bedrock does not
/// hold water; water below the water table does not rise under pressure through a layer.
#include "processes/groundwater/process.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "base/math.hpp"
#include "base/release_memory.hpp"
#include "base/scheduler.hpp"
#include "base/slow_clock.hpp"
#include "land/ledger.hpp"
#include "land/pores.hpp"
#include "land/terrain.hpp"
#include "processes/groundwater/aquifer.hpp"
#include "processes/groundwater/column_kernel.hpp"
#include "processes/groundwater/flow.hpp"
#include "processes/groundwater/parameters.hpp"
#include "processes/groundwater/row_step.hpp"
#include "processes/groundwater/span.hpp"
#include "processes/groundwater/wetness.hpp"

namespace barchan {

namespace {

using groundwater::Aquifer;
using groundwater::AquiferRow;
using groundwater::Exchange;
using groundwater::first_storage;
using groundwater::first_table;
using groundwater::Flow;
using groundwater::kDay;
using groundwater::kMetresPerMillimetre;
using groundwater::LakeDraw;
using groundwater::Part;
using groundwater::Rule;
using groundwater::Sections;
using groundwater::Span;

constexpr std::array kAccesses{
    access::reads(LandState::surface, Value::current, "Is the top of the porous ground, where springs come out."),
    access::reads(LandState::cover, Value::current, "Gives the pores and the conductivity of the uppermost layer."),
    access::reads(LandState::ground, Value::current,
                  "Gives the pores and the conductivity of the layers below the uppermost one."),
    access::writes(LandState::unsettled, "Marks slopes that may slide because water has weakened them."),
    access::reads(LandState::soils, Value::given, "Porosity, conductivity, density and static angle of each soil."),
    access::reads(LandState::plants, Value::last_step, "Absorb water through their roots."),
    access::changes(LandState::water_table, Value::current,
                    "Is used only once: in the first step with groundwater, water fills the pores below this elevation "
                    "and forms ponds on lower ground."),
    access::changes(LandState::ground_water, Value::current, "Flows through the ground."),
    access::changes(LandState::moisture, Value::last_step,
                    "Percolates, evaporates and feeds plants. It includes water that has soaked in from streams."),
    access::changes(LandState::springs, Value::last_step, "Receive the water that comes out of the ground."),
    access::writes(LandState::damp,
                   "Gives the elevation up to which capillary water and moisture hold the ground together."),
    access::changes(LandState::slope_strength, Value::current,
                    "Follows from the water in the ground. Slopes that have become weaker are marked as `unsettled`."),
    access::changes(LandState::root_water, Value::current, "Limits the water that roots absorb until the next update."),
    access::changes(
        LandState::lakes, Value::last_step,
        "Lose water that soaks into the ground, and gain water from springs and from the initial water table."),
    access::reads(LandState::sea, Value::last_step, "Fills the pores of the ground below it."),
    access::reads(LandState::sources, Value::given, "Wells are sources that take water out of the ground."),
    access::reads(LandState::masks, Value::given, "Reduce recharge, evaporation and transpiration."),
    access::writes(LandState::ground_clock, "Sets how fast running water may soak in."),
    access::writes(LandState::ledger, "Records recharge, evaporation, wells and flow across edges."),
};

constexpr ProcessInfo kInfo{
    .id = "groundwater",
    .title = "Groundwater",
    .help = "Water flows through the ground. The water table rises with rain, falls around wells and feeds springs.",
    .reference = "Dupuit 1863; Boussinesq 1904",
    .accesses = kAccesses,
    .supplies = true,
    .state_version = 2};

constexpr std::array<FieldRow, 5> kFields{{
    {"table_height", "Water table", "m",
     "Elevation up to which the pores of the ground are full of water. Where no pore is full, it is the elevation of "
     "the lowest pores.",
     FieldRamp::elevation},
    {"table_depth", "Depth to water table", "m", "Depth of the water table below the surface."},
    {"seepage", "Seepage", "m/d",
     "Depth of water that comes out of the ground per day of the groundwater clock (Clock in the section "
     "Groundwater)."},
    {"ground_flow", "Groundwater flow", "m2/d",
     "Volume of groundwater that flows through each metre of width per day of the groundwater clock (Clock in the "
     "section Groundwater)."},
    {.id = "ground_flow_direction",
     .title = "Groundwater direction",
     .unit = "deg",
     .help = "Direction towards which groundwater flows, anticlockwise from east.",
     .bearing = Bearing::heading},
}};

/// Layers whose changes matter to a run, and layers that a run changes.
constexpr std::array kReads{CellLayer::ground_water, CellLayer::moisture, CellLayer::springs};
constexpr std::array kWrites{CellLayer::ground_water, CellLayer::moisture,       CellLayer::springs,
                             CellLayer::damp,         CellLayer::slope_strength, CellLayer::root_water};

constexpr int kRowGrain = 32;           ///< rows per range of a thread
constexpr int kMostParts = 16;          ///< parts of a step, each as long as the flow is stable
constexpr double kRarest = 25.0;        ///< longest interval between groundwater steps, in steps of the world
constexpr double kShare = 0.9;          ///< fraction of the longest stable step that is used
constexpr double kLongest = 1e15;       ///< s, longer than any step or wait
constexpr double kLatest = 1e18;        ///< s, at which the clock stops; water flows on
constexpr float kStill = 1e-30f;        ///< pace in a calm: nothing soaks; 0 means that groundwater is off
constexpr double kMostDrizzle = 16.0;   ///< m per part of a step
constexpr double kMostReached = 1.001;  ///< largest value of `reached_`: 1, with its rounding

/// The part of a longest stable step that is used, s. If nothing flows, it is kLongest.
double smooth(double longest) { return std::min(longest * kShare, kLongest); }

class Groundwater final : public Process {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override { return {kInfo.id, kInfo.title, kInfo.help, groundwater_rows(), &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain& terrain, StepContext const&) override;

  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;

  ProcessClock clock() const override {
    return {ProcessClock::Kind::slow, static_cast<double>(parameters_.clock), reached_};
  }
  void keep(Archive& archive) override;

 private:
  void begin(Terrain& terrain, StepContext const& context);
  /// Division of a step into parts in which the flow is stable.
  struct Parts {
    int count;
    double seconds;
  };
  /// Seconds of groundwater flow per second of the world's clock.
  double pace_of(StepContext const& context) const {
    if (context.years_per_second) return *context.years_per_second * kSecondsPerYear;
    return static_cast<double>(parameters_.clock);
  }
  /// Recharge, m/s.
  double recharge() const { return static_cast<double>(parameters_.recharge) * kMetresPerMillimetre / kDay; }
  /// Divides the waiting time into parts. `passed`: duration of the last step, s.
  Parts cut(double passed);
  void run(Terrain& terrain, Aquifer const& ground, Parts const& parts, StepContext const& context);
  /// The inputs of a run other than the columns.
  struct Seen {
    GroundwaterParameters parameters;
    Soils soils;
    LakeBook lakes;
    std::optional<Quanta> sea;
    std::array<std::uint64_t, kReads.size()> changes{};
    std::uint64_t masks = 0;
    bool plants = false;       ///< whether there are plants
    std::uint64_t stands = 0;  ///< version of the plants, if they transpire
    bool operator==(Seen const&) const = default;
  };
  Seen look(Terrain const& terrain) const;
  void remember(Terrain& terrain);
  bool rests(Terrain const& terrain) const;
  /// Computes the longest stable step if it is not known for the present soils.
  void survey(Aquifer const& ground, Scheduler const& scheduler);
  /// Lets lakes and the sea soak into the ground below them.
  void soak(Terrain& terrain, Aquifer const& ground, Span const& span, StepContext const& context);
  /// Water that a row receives from the sea, and the most that it draws from lakes.
  struct Soaked {
    QuantaSum from_sea = 0;
    std::vector<LakePour> from_lakes;
    bool rests = true;  ///< there is no free pore space
  };
  Soaked soak_row(Terrain& terrain, Aquifer const& ground, Span const& span, int y) const;
  /// Returns the longest step that would have been stable, s.
  double run(Terrain& terrain, Aquifer const& ground, Part const& part, StepContext const& context);
  /// Records what the rows took and gave in the ledger.
  static void settle(Terrain& terrain, std::span<Exchange const> rows, Ledger& ledger);
  void pump(Terrain& terrain, Span const& span, Ledger& ledger) const;

  GroundwaterParameters parameters_;
  Grid grid_;
  Flow flow_;
  Sections sections_;
  double time_ = 0.0;                 ///< groundwater's clock, s
  double waits_ = 0.0;                ///< time that has passed but is not yet simulated, s
  double interval_ = 0.0;             ///< time until the next step, s
  double reached_ = 1.0;              ///< fraction of the waiting time that the last step simulated
  double smooth_ = 0.0;               ///< longest stable step with the last heads, s; 0: unknown
  std::vector<double> lets_through_;  ///< porosity and conductivity of each soil for which `smooth_` holds

  bool rests_ = false;  ///< the last run changed nothing; `seen_` holds its inputs
  Seen seen_;
  Changes::Look columns_;

  LandVector<Quanta> after_;    ///< water below the water table after a part of a step; valid until the part ends
  std::vector<float> seepage_;  ///< of the last step, m/d
};

void Groundwater::prepare(Terrain const& terrain) {
  grid_ = terrain.grid;
  time_ = waits_ = interval_ = smooth_ = 0.0;
  reached_ = 1.0;
  rests_ = false;
  lets_through_.clear();
  flow_.prepare(grid_);
  sections_ = {};
  after_.clear();
  seepage_.clear();
}

void Groundwater::begin(Terrain& terrain, StepContext const& context) {
  const Pores pores(terrain.soils);
  for (const CellLayer layer : {CellLayer::ground_water, CellLayer::springs}) {
    terrain.cell_layers.quanta(layer).assign(grid_.cells(), 0);
  }
  auto& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  QuantaSum brought = 0;
  std::vector<LakePour> ponds;
  if (moisture.empty()) moisture.assign(grid_.cells(), 0);
  auto& tables = terrain.cell_layers.real(CellLayer::water_table);
  auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  for (std::size_t cell = 0; cell < grid_.cells() && !tables.empty(); ++cell) {
    const QuantaSum above = QuantaSum{first_table(terrain, cell)} - terrain.columns.elevation(cell);
    stored[cell] = first_storage(terrain, pores, cell);
    brought += stored[cell];
    if (above <= 0 || terrain.under_sea(cell)) continue;
    brought += above;
    ponds.push_back({cell, above});
  }
  tables.clear();
  context.ledger.book_in(kWater, brought);
  // A water table above the ground is the level of a lake.
  if (!ponds.empty()) context.ledger.book_out(kWater, terrain.pour(ponds));
}

void Groundwater::step(Terrain& terrain, StepContext const& context) {
  if (terrain.cell_layers.quanta(CellLayer::ground_water).empty()) begin(terrain, context);
  const double pace = pace_of(context);
  terrain.ground_clock = std::max(static_cast<float>(pace), kStill);
  const double passed = static_cast<double>(context.dt) * pace;
  waits_ += passed;
  if (passed <= 0.0 || waits_ < interval_) return;
  if (rests(terrain)) {
    const Parts parts = cut(passed);
    for (int i = 0; i < parts.count; ++i) time_ = std::min(time_ + parts.seconds, kLatest);
    return;
  }
  if (seepage_.empty()) {
    flow_.make_room();
    after_.resize(grid_.cells());
    seepage_.resize(grid_.cells());
  }
  groundwater::Wetness::begin(terrain);
  sections_.follow(terrain.columns, grid_, context.scheduler);
  const Aquifer ground(terrain, sections_, parameters_.edges != 0);
  survey(ground, context.scheduler);
  run(terrain, ground, cut(passed), context);
  remember(terrain);
}

Groundwater::Parts Groundwater::cut(double passed) {
  const double longest = recharge() > 0.0 ? std::min(smooth_, kMostDrizzle / recharge()) : smooth_;
  const double parts = std::clamp(std::ceil(waits_ / longest), 1.0, static_cast<double>(kMostParts));
  const double seconds = std::min(waits_ / parts, longest);
  reached_ = parts * seconds / waits_;
  waits_ = 0.0;
  interval_ = std::clamp(longest, passed, kRarest * passed);
  return {static_cast<int>(parts), seconds};
}

void Groundwater::run(Terrain& terrain, Aquifer const& ground, Parts const& parts, StepContext const& context) {
  rests_ = terrain.lakes.at_rest();
  for (int i = 0; i < parts.count; ++i) {
    Part part{{time_, time_ + parts.seconds}};
    part.first = i == 0;
    part.last = i + 1 == parts.count;
    part.drizzle = part.quanta(recharge());
    part.dries = part.quanta(static_cast<double>(parameters_.evaporation) * kMetresPerMillimetre / kDay);
    part.seepage = static_cast<float>(kDay / (parts.count * parts.seconds)) * kMetresPerQuantum;
    soak(terrain, ground, part, context);
    smooth_ = run(terrain, ground, part, context);
    time_ = std::min(part.end, kLatest);
  }
}

Groundwater::Seen Groundwater::look(Terrain const& terrain) const {
  Seen seen{
      .parameters = parameters_, .soils = terrain.soils, .lakes = terrain.lakes.book(), .sea = terrain.sea.level()};
  for (std::size_t i = 0; i < kReads.size(); ++i) seen.changes[i] = terrain.cell_layers.changes(kReads[i]);
  seen.masks = terrain.masks.changes();
  seen.plants = !terrain.cell_layers.real(CellLayer::plants).empty();
  if (parameters_.transpiration > 0.0f) seen.stands = terrain.cell_layers.changes(CellLayer::plants);
  return seen;
}

void Groundwater::remember(Terrain& terrain) {
  for (const CellLayer layer : kWrites) terrain.cell_layers.mark_changed(layer);
  if (!rests_) return;
  seen_ = look(terrain);
  columns_ = terrain.columns.changes().look();
}

/// Returns whether a run would change nothing, as the last one did.
bool Groundwater::rests(Terrain const& terrain) const {
  const bool pumped = std::ranges::any_of(terrain.sources, [](WaterSource const& source) { return source.pumps != 0; });
  if (!rests_ || pumped || parameters_.recharge > 0.0f || !terrain.lakes.at_rest()) return false;
  Changes const& changes = terrain.columns.changes();
  return !changes.any(changes.since(columns_)) && look(terrain) == seen_;
}

void Groundwater::retire(Terrain& terrain, StepContext const&) {
  waits_ = terrain.ground_clock = 0.0f;
  smooth_ = 0.0;
  rests_ = false;
  lets_through_.clear();
  flow_.prepare(grid_);
  sections_ = {};
  release_memory(after_, seepage_);
}

void Groundwater::survey(Aquifer const& ground, Scheduler const& scheduler) {
  std::vector<double> lets_through;
  for (std::size_t soil = 0; soil < kMostSoils; ++soil) {
    const auto id = static_cast<SoilId>(soil);
    lets_through.insert(lets_through.end(), {ground.pores().share(id), ground.pores().conductivity(id)});
  }
  if (smooth_ > 0.0 && lets_through == lets_through_) return;
  lets_through_ = lets_through;
  smooth_ = smooth(flow_.run(ground, 0.0, scheduler, [](AquiferRow const&, std::span<Quanta const>) {}));
}

void Groundwater::soak(Terrain& terrain, Aquifer const& ground, Span const& span, StepContext const& context) {
  if (terrain.lakes.empty() && terrain.sea.empty()) return;
  std::vector<Soaked> rows(static_cast<std::size_t>(grid_.height));
  context.scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) rows[static_cast<std::size_t>(y)] = soak_row(terrain, ground, span, y);
  });
  auto& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  QuantaSum brought = 0;
  for (Soaked const& row : rows) {
    brought += row.from_sea;
    rests_ = rests_ && row.rests && row.from_sea == 0;
    for (LakePour const& wanted : row.from_lakes) {
      moisture[wanted.cell] += static_cast<Quanta>(terrain.lakes.draw(wanted.cell, wanted.amount));
    }
  }
  if (brought > 0) context.ledger.book_in(kWater, brought);
  if (brought < 0) context.ledger.book_out(kWater, -brought);
}

Groundwater::Soaked Groundwater::soak_row(Terrain& terrain, Aquifer const& ground, Span const& span, int y) const {
  auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  auto& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  auto const& pores = ground.pores();
  const std::size_t first = grid_.index(0, y), end = first + static_cast<std::size_t>(grid_.width);
  Soaked soaked;
  for (std::size_t cell = first; cell < end && !terrain.sea.empty(); ++cell) {
    if (!terrain.under_sea(cell)) continue;
    const Quanta room = pores.room(terrain.columns, cell);
    soaked.from_sea += QuantaSum{room} - stored[cell] - moisture[cell];  // the excess returns to the sea
    stored[cell] = room;
    moisture[cell] = 0;
  }
  if (terrain.lakes.empty()) return soaked;
  const std::span<LakeId const> lakes = terrain.lakes.ids().subspan(first, end - first);
  if (kernel::largest(lakes.data(), lakes.size()) == 0) return soaked;
  for (std::size_t cell = first; cell < end; ++cell) {
    if (lakes[cell - first] == 0 || ground.rule(cell) != Rule::lake) continue;
    const QuantaSum room = QuantaSum{pores.room(terrain.columns, cell)} - stored[cell] - moisture[cell];
    if (room <= 0) continue;
    soaked.rests = false;
    const QuantaSum most = std::min(room, span.quanta(pores.surface_conductivity(terrain.columns, cell)));
    if (most > 0) soaked.from_lakes.push_back({cell, most});
  }
  return soaked;
}

double Groundwater::run(Terrain& terrain, Aquifer const& ground, Part const& part, StepContext const& context) {
  const groundwater::Wetness wetness(terrain, parameters_);
  const groundwater::RowStep rows(terrain, parameters_, {after_, seepage_});
  const bool plants = parameters_.transpiration > 0.0f && !terrain.cell_layers.real(CellLayer::root_water).empty();
  std::vector<Exchange> exchanges(static_cast<std::size_t>(grid_.height));
  const std::vector<Quanta> dry(static_cast<std::size_t>(grid_.width), 0);
  const auto pass = [&](AquiferRow const& row, std::span<Quanta const> gains) {
    std::vector<Quanta> rest;
    groundwater::RowStep::Drink drunk;
    if (plants) {
      rest.assign(gains.begin(), gains.end());
      drunk = rows.drink(part, row, rest);
    }
    const std::size_t first = grid_.index(0, row.y);
    const bool waters = row.lakes || !terrain.sea.empty();
    std::vector<Quanta> deep;
    if (waters) deep = terrain.standing_water_of_row(row.y);
    const std::span<Quanta const> standing = waters ? deep : dry;
    Exchange& exchange = exchanges[static_cast<std::size_t>(row.y)];
    exchange = rows.pass(part, {row, plants ? rest : gains, standing, first});
    exchange.dried += drunk.amount;
    exchange.rests = exchange.rests && drunk.rests && drunk.amount == 0;
    if (part.last) wetness.find(terrain, row, after_.data() + first, standing);
  };
  const double longest = flow_.run(ground, part.seconds(), context.scheduler, pass);
  rests_ = rests_ && !flow_.flows() && std::ranges::all_of(exchanges, &Exchange::rests);
  std::swap(terrain.cell_layers.quanta(CellLayer::ground_water), after_);
  settle(terrain, exchanges, context.ledger);
  pump(terrain, part, context.ledger);
  return smooth(longest);
}

/// Records what the rows exchanged; exchange with lakes comes first.
void Groundwater::settle(Terrain& terrain, std::span<Exchange const> rows, Ledger& ledger) {
  auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  std::vector<LakePour> pours;
  QuantaSum brought = 0, left = 0, dried = 0;
  for (Exchange const& row : rows) {
    brought += row.brought;
    left += row.left;
    dried += row.dried;
    pours.insert(pours.end(), row.pours.begin(), row.pours.end());
    for (LakeDraw const& draw : row.draws) {
      QuantaSum missing = draw.amount - terrain.lakes.draw(draw.cell, draw.amount);
      for (std::size_t i = 0; missing > 0; ++i) {
        const QuantaSum back = std::min<QuantaSum>(missing, draw.lacked[i]);
        stored[draw.cell + i] -= static_cast<Quanta>(back);
        missing -= back;
      }
    }
  }
  if (!pours.empty()) left += terrain.pour(pours);
  if (brought > 0) ledger.book_in(kWater, brought);
  if (left > 0) ledger.book_out(kWater, left);
  if (dried > 0) ledger.book_out(WaterWay::evaporated, dried);
}

/// Wells take the requested water as far as it is available.
void Groundwater::pump(Terrain& terrain, Span const& span, Ledger& ledger) const {
  auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  const double area = static_cast<double>(grid_.cell_size) * static_cast<double>(grid_.cell_size);
  for (WaterSource const& source : terrain.sources) {
    if (source.pumps == 0) continue;
    const std::size_t cell = cell_of(source, grid_);
    const QuantaSum taken =
        std::min<QuantaSum>(span.quanta(static_cast<double>(source.discharge) / area), stored[cell]);
    stored[cell] -= static_cast<Quanta>(taken);
    if (taken > 0) ledger.book_out(WaterWay::pumped, taken);
  }
}

void Groundwater::read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const {
  auto const& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  const bool begins = stored.empty();  // the first step is still to come
  if (begins && !enabled()) return;
  if (begins && index > 2) {
    // The first step fills the pores up to the initial water table. A copy of the land shows the flow that follows.
    Terrain filled = terrain;
    const Pores pores(terrain.soils);
    auto& water = filled.cell_layers.quanta(CellLayer::ground_water);
    water.assign(grid_.cells(), 0);
    for (std::size_t cell = 0; cell < water.size(); ++cell) water[cell] = first_storage(terrain, pores, cell);
    return read_field(index, filled, values);
  }
  if (index == 2) {
    std::ranges::copy(seepage_, values.begin());  // zero until water has flowed
    return;
  }
  const Sections sections(terrain.columns, grid_);
  const Aquifer ground(terrain, sections, parameters_.edges != 0);
  const double per_day = kDay * static_cast<double>(grid_.cell_size) / kQuantaPerMetre;
  for (int y = 0; y < grid_.height; ++y) {
    if (index > 2) {
      std::ranges::transform(groundwater::passing(ground, y),
                             values.begin() + static_cast<std::ptrdiff_t>(grid_.index(0, y)), [&](glm::dvec2 rate) {
                               if (index == 4) return static_cast<float>(math::direction_degrees(rate.x, rate.y));
                               const auto flow = static_cast<float>(std::sqrt(rate.x * rate.x + rate.y * rate.y));
                               return static_cast<float>(static_cast<double>(flow) * per_day);
                             });
      continue;
    }
    for (int x = 0; x < grid_.width; ++x) {
      const std::size_t cell = grid_.index(x, y);
      const Quanta water = begins ? first_storage(terrain, ground.pores(), cell) : stored[cell];
      const Quanta table = ground.pores().table(terrain.columns, cell, water);
      values[cell] = static_cast<float>(index == 0 ? to_metres(table) + terrain.datum
                                                   : to_metres(QuantaSum{terrain.columns.elevation(cell)} - table));
    }
  }
}

void Groundwater::keep(Archive& archive) {
  flow_.keep(archive, grid_.cells());
  if (archive.reading()) sections_ = {};  // the archive replaces the land
  for (double* time : {&time_, &waits_, &interval_, &smooth_}) {
    archive.value(*time);
    const double most = time == &time_ ? kLatest : kLongest;
    archive.require(*time >= 0.0 && *time <= most, "the groundwater clock is out of range");
  }
  archive.list(lets_through_, 2 * kMostSoils);
  archive.aside([&] {
    if (archive.version() >= 2) archive.value(reached_);
    archive.require(reached_ >= 0.0 && reached_ <= kMostReached,
                    "the simulated fraction of the time of the groundwater is out of range");
  });
}

}  // namespace

std::unique_ptr<Process> make_groundwater() { return std::make_unique<Groundwater>(); }

}  // namespace barchan
