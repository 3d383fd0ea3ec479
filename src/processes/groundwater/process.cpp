/// Ground water.
///
/// Model. The pores of every column are full of water up to a table. Above it lies moisture, which runs down to the
/// table and goes up into the air. Water flows from column to column along the gradient of the table, as fast as the
/// layers below it let it. Where the pores are full up to the surface it comes out as a spring, and lakes and the sea
/// press on the ground below them and soak into it.
///
/// Source: Dupuit 1863, Boussinesq 1904 and Girinskii 1946, see flow.hpp; field capacity and drainage at the saturated
/// conductivity as in bucket models of soil moisture.
///
/// Equations, per column of pores n, stored water w below the table H, moisture m above it:
///   dw/dt = sum of the flow over its edges + percolation - wells
///   percolation = K, the harmonic mean from the surface to the table, where m > field capacity n (surface - H)
///   dm/dt = recharge + what soaks in - percolation - evaporation
///   spring = what is more than all pores hold
///
/// Deviations: moisture drains at the saturated conductivity, whatever is left of it. Limits: water perched on a tight
/// layer goes on down as fast as that lets it and does not flow on top of it; bedrock holds none; water below the table
/// does not press upwards through a tight layer.
#include "processes/groundwater/process.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "base/release_memory.hpp"
#include "base/scheduler.hpp"
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
using groundwater::Flow;
using groundwater::kDay;
using groundwater::kMetresPerMillimetre;
using groundwater::LakeDraw;
using groundwater::Part;
using groundwater::Rule;
using groundwater::Sections;
using groundwater::Span;

constexpr std::array kAccesses{
    access::reads(LandState::surface, Value::current, "Where the pores end and springs come out."),
    access::reads(LandState::cover, Value::current, "Pores and conductivity of the uppermost layer."),
    access::reads(LandState::ground, Value::current, "Pores and conductivity of all other layers."),
    access::writes(LandState::unsettled, "Slopes that the water weakens may slide."),
    access::reads(LandState::soils, Value::given, "Porosity, conductivity and density."),
    access::reads(LandState::plants, Value::last_step, "Roots take up water."),
    access::changes(LandState::water_table, Value::current,
                    "Turned into ground water and ponds once, in the first step."),
    access::changes(LandState::ground_water, Value::current, "The water that flows."),
    access::changes(LandState::moisture, Value::last_step,
                    "Percolates, evaporates and feeds plants; includes what running water has left."),
    access::changes(LandState::springs, Value::last_step, "Adds what comes out of the ground."),
    access::writes(LandState::damp, "Ground that capillary water and moisture hold together."),
    access::changes(LandState::slope_strength, Value::current,
                    "Slopes that have become weaker are marked as unsettled."),
    access::changes(LandState::root_water, Value::current, "Limits what roots take up until the next result."),
    access::changes(LandState::lakes, Value::last_step,
                    "Lakes soak into the ground, and springs and the first water table fill them."),
    access::reads(LandState::sea, Value::last_step, "The sea fills the ground below it."),
    access::reads(LandState::sources, Value::given, "Wells take water out."),
    access::writes(LandState::ground_clock, "Says how fast running water may soak in."),
    access::writes(LandState::ledger, "Books recharge, evaporation, wells and flow across edges."),
};

constexpr ProcessInfo kInfo{.id = "groundwater",
                            .title = "Ground water",
                            .help = "A table in the ground that rises with rain, falls with wells and feeds springs.",
                            .reference = "Dupuit 1863; Boussinesq 1904",
                            .accesses = kAccesses,
                            .supplies = true};

constexpr std::array<FieldRow, 4> kFields{{
    {"table_height", "Water table", "m", "Elevation to which the ground is full of water; its bottom where it is dry.",
     FieldRamp::elevation},
    {"table_depth", "Depth to the table", "m", "How far the water table lies below the surface."},
    {"seepage", "Springs", "m/d", "Water that comes out of the ground, in a day of ground water."},
    {"ground_flow", "Flow in the ground", "m2/d",
     "Water that passes through a metre of width, in a day of ground water."},
}};

/// Layers of which changes make a difference, and those that a run changes.
constexpr std::array kReads{CellLayer::ground_water, CellLayer::moisture, CellLayer::springs};
constexpr std::array kWrites{CellLayer::ground_water, CellLayer::moisture,       CellLayer::springs,
                             CellLayer::damp,         CellLayer::slope_strength, CellLayer::root_water};

constexpr int kRowGrain = 32;          ///< rows that a thread does in one go
constexpr int kMostParts = 16;         ///< of a step, each as long as the flow stays smooth in
constexpr double kRarest = 25.0;       ///< steps of the world in which the ground water has one at least
constexpr double kShare = 0.9;         ///< of the longest step
constexpr double kLongest = 1e15;      ///< s that no sound world comes near
constexpr double kMostDrizzle = 16.0;  ///< m in a part of a step

/// What of a longest step is taken, s; where nothing flows there is none.
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

  void keep(Archive& archive) override;

 private:
  void begin(Terrain& terrain, StepContext const& context);
  /// Of a step, as long as the flow stays smooth in.
  struct Parts {
    int count;
    double seconds;
  };
  /// m/s.
  double recharge() const { return static_cast<double>(parameters_.recharge) * kMetresPerMillimetre / kDay; }
  /// Cuts what has waited into parts; `passed`: s that have passed in the last step.
  Parts cut(double passed);
  void run(Terrain& terrain, Aquifer const& ground, Parts const& parts, StepContext const& context);
  /// What a run reads besides the columns.
  struct Seen {
    GroundwaterParameters parameters;
    Soils soils;
    LakeBook lakes;
    std::optional<Quanta> sea;
    std::array<std::uint64_t, kReads.size()> changes{};
    bool plants = false;       ///< are there any?
    std::uint64_t stands = 0;  ///< how often they have changed, where they drink
    bool operator==(Seen const&) const = default;
  };
  Seen look(Terrain const& terrain) const;
  void remember(Terrain& terrain);
  bool rests(Terrain const& terrain) const;
  /// Finds the longest step where none is known for the soils as they are.
  void survey(Aquifer const& ground, Scheduler const& scheduler);
  /// Lakes and the sea soak into the ground below them.
  void soak(Terrain& terrain, Aquifer const& ground, Span const& span, StepContext const& context);
  /// What of that a row is given by the sea, and what it asks of lakes at most.
  struct Soaked {
    QuantaSum from_sea = 0;
    std::vector<LakePour> from_lakes;
    bool rests = true;  ///< there is no room for any
  };
  Soaked soak_row(Terrain& terrain, Aquifer const& ground, Span const& span, int y) const;
  /// Returns the longest step that would have been smooth, s.
  double run(Terrain& terrain, Aquifer const& ground, Part const& part, StepContext const& context);
  /// Books what rows took and gave.
  static void settle(Terrain& terrain, std::span<Exchange const> rows, Ledger& ledger);
  void pump(Terrain& terrain, Span const& span, Ledger& ledger) const;

  GroundwaterParameters parameters_;
  Grid grid_;
  Flow flow_;
  Sections sections_;
  double time_ = 0.0;                 ///< s of the ground water's clock
  double waits_ = 0.0;                ///< s that have passed and not been done
  double interval_ = 0.0;             ///< s until the next step
  double smooth_ = 0.0;               ///< s, longest step as the heads stood last; 0: not known
  std::vector<double> lets_through_;  ///< the soils for which that holds: pores and conductivity of each

  bool rests_ = false;  ///< the last run has changed nothing; then what it saw:
  Seen seen_;
  Changes::Look columns_;

  LandVector<Quanta> after_;    ///< water below the table after a part of a step, until that is over
  std::vector<float> seepage_;  ///< m/d, of the last step
};

void Groundwater::prepare(Terrain const& terrain) {
  grid_ = terrain.grid;
  time_ = waits_ = interval_ = smooth_ = 0.0;
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
    const double table =
        std::clamp(static_cast<double>(tables[cell]) - terrain.datum, -kMaximumElevation, kMaximumElevation);
    const Quanta surface = terrain.columns.elevation(cell);
    const QuantaSum above = QuantaSum{to_quanta(table)} - surface;
    stored[cell] = pores.below(terrain.columns, cell, above > 0 ? surface : to_quanta(table));
    brought += stored[cell];
    if (above <= 0 || terrain.under_sea(cell)) continue;
    brought += above;
    ponds.push_back({cell, above});
  }
  tables.clear();
  context.ledger.book_in(kWater, brought);
  // Where the table lies above the ground it is the level of a lake.
  if (!ponds.empty()) context.ledger.book_out(kWater, terrain.pour(ponds));
}

void Groundwater::step(Terrain& terrain, StepContext const& context) {
  if (terrain.cell_layers.quanta(CellLayer::ground_water).empty()) begin(terrain, context);
  terrain.ground_clock = parameters_.clock;
  const double passed = static_cast<double>(context.dt) * static_cast<double>(parameters_.clock);
  waits_ += passed;
  if (waits_ < interval_) return;
  if (rests(terrain)) {
    const Parts parts = cut(passed);
    for (int i = 0; i < parts.count; ++i) time_ += parts.seconds;
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
    time_ = part.end;
  }
}

Groundwater::Seen Groundwater::look(Terrain const& terrain) const {
  Seen seen{
      .parameters = parameters_, .soils = terrain.soils, .lakes = terrain.lakes.book(), .sea = terrain.sea.level()};
  for (std::size_t i = 0; i < kReads.size(); ++i) seen.changes[i] = terrain.cell_layers.changes(kReads[i]);
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

/// Would a run change nothing, as the last one did?
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
    soaked.from_sea += QuantaSum{room} - stored[cell] - moisture[cell];  // what is too much goes back
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

/// Books what rows took and gave, with the lakes first.
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

/// Wells take what there is of what is asked of them.
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
  if (stored.empty()) return;
  if (index == 2) {
    std::ranges::copy(seepage_, values.begin());  // nothing as long as nothing has flowed
    return;
  }
  const Sections sections(terrain.columns, grid_);
  const Aquifer ground(terrain, sections, parameters_.edges != 0);
  const double per_day = kDay * static_cast<double>(grid_.cell_size) / kQuantaPerMetre;
  for (int y = 0; y < grid_.height; ++y) {
    if (index == 3) {
      const std::vector<float> passing = groundwater::passing(ground, y);
      std::ranges::transform(passing, values.begin() + static_cast<std::ptrdiff_t>(grid_.index(0, y)),
                             [&](float rate) { return static_cast<float>(static_cast<double>(rate) * per_day); });
      continue;
    }
    for (int x = 0; x < grid_.width; ++x) {
      const std::size_t cell = grid_.index(x, y);
      const Quanta table = ground.pores().table(terrain.columns, cell, stored[cell]);
      values[cell] = static_cast<float>(index == 0 ? to_metres(table) + terrain.datum
                                                   : to_metres(QuantaSum{terrain.columns.elevation(cell)} - table));
    }
  }
}

void Groundwater::keep(Archive& archive) {
  flow_.keep(archive, grid_.cells());
  if (archive.reading()) sections_ = {};  // the land is another one
  for (double* time : {&time_, &waits_, &interval_, &smooth_}) {
    archive.value(*time);
    archive.require(*time >= 0.0 && *time <= kLongest, "the clock of the ground water is none");
  }
  archive.list(lets_through_, 2 * kMostSoils);
}

}  // namespace

std::unique_ptr<Process> make_groundwater() { return std::make_unique<Groundwater>(); }

}  // namespace barchan
