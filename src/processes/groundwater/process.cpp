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
#include <vector>

#include "barchan/base/archive.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/ledger.hpp"
#include "barchan/land/pores.hpp"
#include "barchan/land/terrain.hpp"
#include "processes/groundwater/flow.hpp"
#include "processes/groundwater/parameters.hpp"
#include "processes/groundwater/wetness.hpp"

namespace barchan {

namespace {

using groundwater::Aquifer;
using groundwater::Flow;

constexpr ProcessInfo kInfo{.id = "groundwater",
                            .title = "Ground water",
                            .help = "A table in the ground that rises with rain, falls with wells and feeds springs.",
                            .reference = "Dupuit 1863; Boussinesq 1904",
                            .carries = false,
                            .supplies = true,
                            .random = false,
                            .medium = Medium::water};

constexpr std::array<FieldRow, 4> kFields{{
    {"table_height", "Water table", "m", "Elevation to which the ground is full of water; its bottom where it is dry.",
     FieldRamp::elevation},
    {"table_depth", "Depth to the table", "m", "How far the water table lies below the surface."},
    {"seepage", "Springs", "m/d", "Water that comes out of the ground, in a day of ground water."},
    {"ground_flow", "Flow in the ground", "m2/d",
     "Water that passes through a metre of width, in a day of ground water."},
}};

constexpr int kRowGrain = 8;
constexpr int kMostParts = 16;     ///< of a step, each as long as the flow stays smooth in
constexpr double kRarest = 25.0;   ///< steps of the world in which the ground water has one at least
constexpr double kShare = 0.9;     ///< of the longest step
constexpr double kLongest = 1e15;  ///< s that no sound world comes near
constexpr double kDay = 86400.0;   ///< s
constexpr double kMetresPerMillimetre = 0.001;

/// A span of the ground water's time.
struct Span {
  double begin = 0.0, end = 0.0;  ///< s

  double seconds() const { return end - begin; }
  /// Whole quanta that a rate (m/s, >= 0) makes of it: the same in total however it is cut.
  QuantaSum quanta(double rate) const {
    const double per_second = rate * kQuantaPerMetre;
    return static_cast<QuantaSum>(std::floor(per_second * end)) -
           static_cast<QuantaSum>(std::floor(per_second * begin));
  }
};

/// What a part of the land gives and takes in a span.
struct Exchange {
  QuantaSum brought = 0, left = 0;
  std::vector<LakePour> pours;  ///< into standing water
  std::vector<LakePour> draws;  ///< out of the lakes above full ground
};

class Groundwater final : public Process {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override { return {kInfo.id, kInfo.title, kInfo.help, groundwater_rows(), &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain& terrain, StepContext const&) override { waits_ = terrain.ground_clock = 0.0f; }
  void count_airborne(MassBudget&) const override {}  // what is in the ground lies

  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;

  void keep(Archive& archive) override;

 private:
  void begin(Terrain& terrain, StepContext const& context);
  /// Finds what the columns are made of, and which keep their heads whatever flows.
  void survey(Terrain const& terrain, Pores const& pores, Scheduler const& scheduler);
  void find_heads(Terrain const& terrain, Pores const& pores, Scheduler const& scheduler);
  /// Lakes and the sea soak into the ground below them.
  void soak(Terrain& terrain, Pores const& pores, Span const& span, StepContext const& context);
  void run(Terrain& terrain, Pores const& pores, Span const& span, StepContext const& context);
  Exchange tend(Terrain& terrain, Pores const& pores, Span const& span, int y);
  /// Says what the water does to the ground.
  void dampen(Terrain& terrain, Scheduler const& scheduler) const;
  void pump(Terrain& terrain, Span const& span, Ledger& ledger);

  GroundwaterParameters parameters_;
  Grid grid_;
  Flow flow_;
  double time_ = 0.0;      ///< s of the ground water's clock
  double waits_ = 0.0;     ///< s that have passed and not been done
  double interval_ = 0.0;  ///< s until the next step

  Aquifer ground_;
  std::vector<Quanta> bottom_;  ///< elevation of the ground that holds water back
  Span last_;                   ///< of the flow that was found last
  std::vector<float> seepage_;  ///< m/d, of the last step
};

void Groundwater::prepare(Terrain const& terrain) {
  grid_ = terrain.grid;
  time_ = waits_ = interval_ = 0.0;
  flow_.prepare(grid_);
  ground_ = {};
  bottom_.clear();
  seepage_.clear();
  last_ = {};
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
  if (seepage_.empty()) {
    flow_.make_room();
    ground_.resize(grid_.cells());
    bottom_.resize(grid_.cells());
    seepage_.resize(grid_.cells());
  }
  const Pores pores(terrain.soils);
  survey(terrain, pores, context.scheduler);
  find_heads(terrain, pores, context.scheduler);
  const double longest = flow_.longest_step(ground_, context.scheduler) * kShare;
  const double parts = std::clamp(std::ceil(waits_ / longest), 1.0, static_cast<double>(kMostParts));
  const double part = std::min(waits_ / parts, longest);
  std::ranges::fill(seepage_, 0.0f);
  const double began = time_;
  for (int i = 0; i < static_cast<int>(parts); ++i) {
    const Span span{time_, time_ + part};
    if (i > 0) find_heads(terrain, pores, context.scheduler);
    soak(terrain, pores, span, context);
    run(terrain, pores, span, context);
    time_ = span.end;
  }
  dampen(terrain, context.scheduler);
  for (float& rate : seepage_) rate *= static_cast<float>(kDay / (time_ - began)) * kMetresPerQuantum;
  waits_ = 0.0;
  interval_ = std::clamp(longest, passed, kRarest * passed);
}

void Groundwater::survey(Terrain const& terrain, Pores const& pores, Scheduler const& scheduler) {
  const bool open = grid_.boundary == Boundary::open;
  ground_.columns = &terrain.columns;
  ground_.pores = &pores;
  scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid_.width; ++x) {
        const std::size_t cell = grid_.index(x, y);
        const bool edge = x == 0 || y == 0 || x == grid_.width - 1 || y == grid_.height - 1;
        const bool held = (open && edge && parameters_.edges != 0) || terrain.under_sea(cell);
        const Pores::Sum sum = pores.of(terrain.columns, cell);
        ground_.held[cell] = held ? 1 : 0;
        ground_.room[cell] = sum.room;
        bottom_[cell] = sum.bottom;
        ground_.conductivity[cell] = sum.conductivity;
        ground_.share[cell] = sum.share;
      }
    }
  });
}

void Groundwater::find_heads(Terrain const& terrain, Pores const& pores, Scheduler const& scheduler) {
  Columns const& columns = terrain.columns;
  auto const& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  const bool wet = !terrain.lakes.empty() || !terrain.sea.empty();
  scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    for (std::size_t cell = grid_.index(0, first); cell < grid_.index(0, last); ++cell) {
      const Quanta room = ground_.room[cell];
      if (ground_.conductivity[cell] > 0.0) {
        const double empty = static_cast<double>(std::max(room - stored[cell], 0)) / ground_.share[cell];
        ground_.head[cell] = std::max(columns.elevation(cell) - static_cast<Quanta>(empty), bottom_[cell]);
      } else {
        ground_.head[cell] = pores.table(columns, cell, stored[cell]);
      }
      ground_.wet[cell] = ground_.head[cell] - bottom_[cell];
      // Full ground feels the water that stands on it, and the sea is felt everywhere below it.
      if (!wet) continue;
      if (terrain.under_sea(cell)) {
        ground_.head[cell] = columns.elevation(cell) + terrain.standing_water(cell);
      } else if (stored[cell] >= room) {
        ground_.head[cell] = std::max(terrain.lakes.surface(cell), ground_.head[cell]);
      }
    }
  });
}

void Groundwater::soak(Terrain& terrain, Pores const& pores, Span const& span, StepContext const& context) {
  if (terrain.lakes.empty() && terrain.sea.empty()) return;
  auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  auto& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  QuantaSum brought = 0;
  for (std::size_t cell = 0; cell < grid_.cells(); ++cell) {
    if (terrain.lakes.id(cell) == 0 && terrain.sea.empty()) continue;
    const QuantaSum room = QuantaSum{ground_.room[cell]} - stored[cell] - moisture[cell];
    if (terrain.under_sea(cell)) {
      brought += room;  // what is too much goes back
      stored[cell] = ground_.room[cell];
      moisture[cell] = 0;
    } else if (ground_.held[cell] == 0 && room > 0 && terrain.lakes.id(cell) != 0) {
      const QuantaSum most = std::min(room, span.quanta(pores.surface_conductivity(terrain.columns, cell)));
      if (most > 0) moisture[cell] += static_cast<Quanta>(terrain.lakes.draw(cell, most));
    }
  }
  if (brought > 0) context.ledger.book_in(kWater, brought);
  if (brought < 0) context.ledger.book_out(kWater, -brought);
}

void Groundwater::run(Terrain& terrain, Pores const& pores, Span const& span, StepContext const& context) {
  flow_.find(ground_, terrain.cell_layers.quanta(CellLayer::ground_water), span.seconds(), context.scheduler);
  last_ = span;
  std::vector<Exchange> rows(static_cast<std::size_t>(grid_.height));
  context.scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) rows[static_cast<std::size_t>(y)] = tend(terrain, pores, span, y);
  });
  pump(terrain, span, context.ledger);
  std::vector<LakePour> pours;
  QuantaSum brought = 0, left = 0;
  for (Exchange const& row : rows) {
    brought += row.brought;
    left += row.left;
    pours.insert(pours.end(), row.pours.begin(), row.pours.end());
    for (LakePour const& draw : row.draws) {
      auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water)[draw.cell];
      stored += static_cast<Quanta>(terrain.lakes.draw(draw.cell, draw.amount));
    }
  }
  if (!pours.empty()) left += terrain.pour(pours);
  if (brought > 0) context.ledger.book_in(kWater, brought);
  if (left > 0) context.ledger.book_out(kWater, left);
}

/// What flows into and out of the columns of a row, runs down in them, goes into the air and comes out.
Exchange Groundwater::tend(Terrain& terrain, Pores const& pores, Span const& span, int y) {
  auto& stored_water = terrain.cell_layers.quanta(CellLayer::ground_water);
  auto& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  auto& springs = terrain.cell_layers.quanta(CellLayer::springs);
  const QuantaSum drizzle = span.quanta(static_cast<double>(parameters_.recharge) * kMetresPerMillimetre / kDay);
  const QuantaSum dries = span.quanta(static_cast<double>(parameters_.evaporation) * kMetresPerMillimetre / kDay);
  const double drinks = static_cast<double>(parameters_.transpiration) * kMetresPerMillimetre / kDay;
  std::vector<float> const& reach = terrain.cell_layers.real(CellLayer::root_water);
  std::vector<float> const none;
  auto const& plants = reach.empty() || drinks <= 0.0 ? none : terrain.cell_layers.real(CellLayer::plants);
  Exchange row;
  for (int x = 0; x < grid_.width; ++x) {
    const std::size_t cell = grid_.index(x, y);
    const QuantaSum gain = flow_.gain(x, y);
    if (ground_.held[cell] != 0) {
      (gain > 0 ? row.left : row.brought) += gain > 0 ? gain : -gain;
      continue;
    }
    const QuantaSum room = ground_.room[cell];
    const bool standing = terrain.standing_water(cell) > 0;
    QuantaSum stored = stored_water[cell] + gain;
    if (standing && stored_water[cell] >= room && stored < room) row.draws.push_back({cell, room - stored});
    QuantaSum moist = moisture[cell] + drizzle;
    row.brought += drizzle;
    const QuantaSum dried = standing ? 0 : std::min(moist, dries);
    row.left += dried;
    moist -= dried;
    if (!plants.empty() && plants[cell] > 0.0f) {
      // Out of the moisture first, then out of the table.
      const QuantaSum thirst = span.quanta(drinks * static_cast<double>(plants[cell] * reach[cell]));
      const QuantaSum sipped = std::min(moist, thirst), drawn = std::clamp<QuantaSum>(thirst - sipped, 0, stored);
      moist -= sipped;
      stored -= drawn;
      row.left += sipped + drawn;
    }
    const auto kept = static_cast<QuantaSum>(static_cast<double>(parameters_.field_capacity) *
                                             static_cast<double>(std::max<QuantaSum>(room - stored, 0)));
    if (moist > kept) {
      const double even = ground_.conductivity[cell];
      const double down = even > 0.0 ? even : pores.down_to(terrain.columns, cell, ground_.head[cell]);
      const QuantaSum runs = std::min(moist - kept, span.quanta(down));
      stored += runs;
      moist -= runs;
    }
    if (const QuantaSum out = stored + moist - room; out >= 0) {
      stored = room;
      moist = 0;
      seepage_[cell] += static_cast<float>(out);
      if (standing && out > 0) {
        row.pours.push_back({cell, out});
      } else {
        springs[cell] += static_cast<Quanta>(out);
      }
    }
    stored_water[cell] = static_cast<Quanta>(stored);
    moisture[cell] = static_cast<Quanta>(moist);
  }
  return row;
}

void Groundwater::dampen(Terrain& terrain, Scheduler const& scheduler) const {
  const groundwater::Wetness wetness(terrain, parameters_);
  wetness.find(terrain, {.bottom = bottom_, .wet = ground_.wet, .room = ground_.room}, scheduler);
}

/// Wells take what there is of what is asked of them.
void Groundwater::pump(Terrain& terrain, Span const& span, Ledger& ledger) {
  auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  const double area = static_cast<double>(grid_.cell_size) * static_cast<double>(grid_.cell_size);
  for (WaterSource const& source : terrain.sources) {
    if (source.pumps == 0) continue;
    const std::size_t cell = cell_of(source, grid_);
    const QuantaSum taken =
        std::min<QuantaSum>(span.quanta(static_cast<double>(source.discharge) / area), stored[cell]);
    stored[cell] -= static_cast<Quanta>(taken);
    if (taken > 0) ledger.book_out(kWater, taken);
  }
}

void Groundwater::read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const {
  std::ranges::fill(values, 0.0f);
  auto const& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  if (stored.empty()) return;
  if (index == 2) {
    std::ranges::copy(seepage_, values.begin());  // nothing as long as nothing has flowed
    return;
  }
  const Pores pores(terrain.soils);
  const double per_day = last_.seconds() > 0.0 ? kDay / last_.seconds() * static_cast<double>(grid_.cell_size) : 0.0;
  for (int y = 0; y < grid_.height; ++y) {
    for (int x = 0; x < grid_.width; ++x) {
      const std::size_t cell = grid_.index(x, y);
      if (index == 3) {
        const auto [east, north] = flow_.passing(x, y);
        values[cell] = static_cast<float>(std::sqrt(east * east + north * north) / kQuantaPerMetre * per_day);
        continue;
      }
      const Quanta table = pores.table(terrain.columns, cell, stored[cell]);
      values[cell] = static_cast<float>(index == 0 ? to_metres(table) + terrain.datum
                                                   : to_metres(QuantaSum{terrain.columns.elevation(cell)} - table));
    }
  }
}

void Groundwater::keep(Archive& archive) {
  flow_.keep(archive, grid_.cells());
  for (double* time : {&time_, &waits_, &interval_}) {
    archive.value(*time);
    archive.require(*time >= 0.0 && *time <= kLongest, "the clock of the ground water is none");
  }
}

}  // namespace

std::unique_ptr<Process> make_groundwater() { return std::make_unique<Groundwater>(); }

}  // namespace barchan
