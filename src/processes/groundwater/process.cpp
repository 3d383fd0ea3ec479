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
#include "base/give_back.hpp"
#include "processes/groundwater/aquifer.hpp"
#include "processes/groundwater/column_kernel.hpp"
#include "processes/groundwater/flow.hpp"
#include "processes/groundwater/parameters.hpp"
#include "processes/groundwater/wetness.hpp"

namespace barchan {

namespace {

using groundwater::Aquifer;
using groundwater::AquiferRow;
using groundwater::Flow;
using groundwater::Rule;

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

constexpr int kMostParts = 16;          ///< of a step, each as long as the flow stays smooth in
constexpr double kRarest = 25.0;        ///< steps of the world in which the ground water has one at least
constexpr double kShare = 0.9;          ///< of the longest step
constexpr double kLongest = 1e15;       ///< s that no sound world comes near
constexpr double kMostDrizzle = 16.0;   ///< m in a part of a step
constexpr double kMostQuanta = 0x1p50;  ///< of a span: more than any column holds
constexpr double kDay = 86400.0;        ///< s
constexpr double kMetresPerMillimetre = 0.001;

/// A span of the ground water's time.
struct Span {
  double begin = 0.0, end = 0.0;  ///< s

  double seconds() const { return end - begin; }
  /// Whole quanta that a rate (m/s, >= 0) makes of it: the same in total however it is cut.
  QuantaSum quanta(double rate) const {
    const double per_second = rate * kQuantaPerMetre;
    const double whole = std::floor(per_second * end) - std::floor(per_second * begin);
    return static_cast<QuantaSum>(std::min(whole, kMostQuanta));
  }
};

/// A part of a step.
struct Part : Span {
  bool first = false, last = false;
  QuantaSum drizzle = 0, dries = 0;  ///< that come to each column, and that the air takes out of it at most
  float seepage = 0.0f;              ///< m/d that a quantum makes which comes out
};

/// What a row of the land gives and takes in a part.
struct Exchange {
  QuantaSum brought = 0, left = 0;
  std::vector<LakePour> pours;  ///< into standing water
  std::vector<LakePour> draws;  ///< out of the lakes above full ground
};

/// A row and what its columns gain by flow, below 0: lose.
struct GainedRow {
  AquiferRow const& columns;
  std::span<Quanta const> gains;
  std::size_t first;  ///< its first cell
};
struct GainedColumn {
  GainedRow const& row;
  std::size_t x;
};
/// Columns of a row from one to before another.
struct Run {
  GainedRow const& row;
  std::size_t begin, end;
};

/// Columns that are tended many at once have less than a fourth of this.
Quanta at_most_a_column(QuantaSum amount) {
  return static_cast<Quanta>(std::min<QuantaSum>(amount, 4 * QuantaSum{kernel::kMostOfAColumn}));
}

/// m/s: how readily moisture of a column comes to its table.
double goes_down(Terrain const& terrain, Aquifer const& ground, GainedColumn const& column) {
  auto const& [row, x] = column;
  const auto even = static_cast<double>(row.columns.conductivity[x]);
  return even > 0.0 ? even : ground.pores().down_to(terrain.columns, row.first + x, row.columns.head[x]);
}

class Groundwater final : public Process {
 public:
  ProcessInfo const& info() const override { return kInfo; }
  ParameterGroup parameters() override { return {kInfo.id, kInfo.title, kInfo.help, groundwater_rows(), &parameters_}; }
  bool enabled() const override { return parameters_.enabled != 0; }

  void prepare(Terrain const& terrain) override;
  void step(Terrain& terrain, StepContext const& context) override;
  void retire(Terrain& terrain, StepContext const&) override;
  void count_airborne(MassBudget&) const override {}  // what is in the ground lies

  std::span<FieldRow const> fields() const override { return kFields; }
  void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const override;

  void keep(Archive& archive) override;

 private:
  void begin(Terrain& terrain, StepContext const& context);
  /// Lakes and the sea soak into the ground below them.
  void soak(Terrain& terrain, Aquifer const& ground, Span const& span, StepContext const& context);
  void run(Terrain& terrain, Aquifer const& ground, Part const& part, StepContext const& context);
  void tend_row(Terrain& terrain, Aquifer const& ground, Part const& part, GainedRow const& row, Exchange& exchange);
  void tend(Terrain& terrain, Aquifer const& ground, Part const& part, GainedColumn const& column, Exchange& exchange);
  /// The same for columns between lakes and edges, many at once.
  void tend_even(Terrain& terrain, Aquifer const& ground, Part const& part, Run const& run, Exchange& exchange);
  bool can_tend_even(Terrain const& terrain, Part const& part, GainedRow const& row) const;
  /// What plants take out of a row and of what it gains.
  void drink(Terrain& terrain, Part const& part, AquiferRow const& row, std::span<Quanta> gains,
             Exchange& exchange) const;
  void pump(Terrain& terrain, Span const& span, Ledger& ledger);

  GroundwaterParameters parameters_;
  Grid grid_;
  Flow flow_;
  double time_ = 0.0;      ///< s of the ground water's clock
  double waits_ = 0.0;     ///< s that have passed and not been done
  double interval_ = 0.0;  ///< s until the next step

  std::vector<Quanta> after_;   ///< water below the table after a part of a step, until that is over
  std::vector<float> seepage_;  ///< m/d, of the last step
};

void Groundwater::prepare(Terrain const& terrain) {
  grid_ = terrain.grid;
  time_ = waits_ = interval_ = 0.0;
  flow_.prepare(grid_);
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
  if (seepage_.empty()) {
    flow_.make_room();
    after_.resize(grid_.cells());
    seepage_.resize(grid_.cells());
  }
  groundwater::Wetness::begin(terrain);
  const Aquifer ground(terrain, parameters_.edges != 0);
  const double recharge = static_cast<double>(parameters_.recharge) * kMetresPerMillimetre / kDay;
  const double smooth = flow_.longest_step(ground, context.scheduler) * kShare;
  const double longest = recharge > 0.0 ? std::min(smooth, kMostDrizzle / recharge) : smooth;
  const double parts = std::clamp(std::ceil(waits_ / longest), 1.0, static_cast<double>(kMostParts));
  const double seconds = std::min(waits_ / parts, longest);
  const auto seepage = static_cast<float>(kDay / (parts * seconds)) * kMetresPerQuantum;
  const int count = static_cast<int>(parts);
  for (int i = 0; i < count; ++i) {
    Part part{{time_, time_ + seconds}};
    part.first = i == 0;
    part.last = i + 1 == count;
    part.drizzle = part.quanta(recharge);
    part.dries = part.quanta(static_cast<double>(parameters_.evaporation) * kMetresPerMillimetre / kDay);
    part.seepage = seepage;
    soak(terrain, ground, part, context);
    run(terrain, ground, part, context);
    time_ = part.end;
  }
  waits_ = 0.0;
  interval_ = std::clamp(longest, passed, kRarest * passed);
}

void Groundwater::retire(Terrain& terrain, StepContext const&) {
  waits_ = terrain.ground_clock = 0.0f;
  flow_.prepare(grid_);
  give_back(after_, seepage_);
}

void Groundwater::soak(Terrain& terrain, Aquifer const& ground, Span const& span, StepContext const& context) {
  auto& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  auto& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  auto const& pores = ground.pores();
  const auto width = static_cast<std::size_t>(grid_.width);
  for (std::size_t first = 0; first < grid_.cells() && !terrain.lakes.empty(); first += width) {
    const std::span<LakeId const> lakes = terrain.lakes.ids().subspan(first, width);
    if (kernel::largest(lakes.data(), width) == 0) continue;
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t cell = first + x;
      if (lakes[x] == 0 || ground.rule(cell) != Rule::lake) continue;
      const QuantaSum room = QuantaSum{pores.room(terrain.columns, cell)} - stored[cell] - moisture[cell];
      if (room <= 0) continue;
      const QuantaSum most = std::min(room, span.quanta(pores.surface_conductivity(terrain.columns, cell)));
      if (most > 0) moisture[cell] += static_cast<Quanta>(terrain.lakes.draw(cell, most));
    }
  }
  QuantaSum brought = 0;
  for (std::size_t cell = 0; cell < grid_.cells() && !terrain.sea.empty(); ++cell) {
    if (!terrain.under_sea(cell)) continue;
    const Quanta room = pores.room(terrain.columns, cell);
    brought += QuantaSum{room} - stored[cell] - moisture[cell];  // what is too much goes back
    stored[cell] = room;
    moisture[cell] = 0;
  }
  if (brought > 0) context.ledger.book_in(kWater, brought);
  if (brought < 0) context.ledger.book_out(kWater, -brought);
}

void Groundwater::run(Terrain& terrain, Aquifer const& ground, Part const& part, StepContext const& context) {
  const groundwater::Wetness wetness(terrain, parameters_);
  const bool plants = parameters_.transpiration > 0.0f && !terrain.cell_layers.real(CellLayer::root_water).empty();
  std::vector<Exchange> rows(static_cast<std::size_t>(grid_.height));
  flow_.run(ground, part.seconds(), context.scheduler, [&](AquiferRow const& row, std::span<Quanta const> gains) {
    Exchange& exchange = rows[static_cast<std::size_t>(row.y)];
    std::vector<Quanta> rest;
    if (plants) {
      rest.assign(gains.begin(), gains.end());
      drink(terrain, part, row, rest, exchange);
    }
    const std::size_t first = grid_.index(0, row.y);
    tend_row(terrain, ground, part, {row, plants ? rest : gains, first}, exchange);
    if (part.last) wetness.find(terrain, row, after_.data() + first);
  });
  std::swap(terrain.cell_layers.quanta(CellLayer::ground_water), after_);
  pump(terrain, part, context.ledger);
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

/// Columns between lakes and edges go many at once, all others one by one.
void Groundwater::tend_row(Terrain& terrain, Aquifer const& ground, Part const& part, GainedRow const& row,
                           Exchange& exchange) {
  if (part.first) std::fill_n(seepage_.data() + row.first, row.gains.size(), 0.0f);
  const std::size_t width = row.gains.size();
  auto const& rule = row.columns.rule;
  const bool even = can_tend_even(terrain, part, row);
  if (even && !row.columns.ruled) return tend_even(terrain, ground, part, {row, 0, width}, exchange);
  for (std::size_t x = 0, end = 0; x < width; x = end) {
    end = x + 1;
    if (!even || rule[x] != Rule::none) {
      tend(terrain, ground, part, {row, x}, exchange);
      continue;
    }
    while (end < width && rule[end] == Rule::none) ++end;
    tend_even(terrain, ground, part, {row, x, end}, exchange);
  }
}

/// Do all amounts fit into whole numbers of 32 bits, whatever is added to them?
bool Groundwater::can_tend_even(Terrain const& terrain, Part const& part, GainedRow const& row) const {
  if (part.drizzle > kernel::kMostOfAColumn) return false;
  const auto small = [&](Quanta const* amounts) {
    return kernel::largest(amounts, row.gains.size()) <= kernel::kMostOfAColumn;
  };
  return small(row.columns.room.data()) &&
         small(terrain.cell_layers.quanta(CellLayer::ground_water).data() + row.first) &&
         small(terrain.cell_layers.quanta(CellLayer::moisture).data() + row.first);
}

void Groundwater::tend_even(Terrain& terrain, Aquifer const& ground, Part const& part, Run const& run,
                            Exchange& exchange) {
  auto const& [row, begin, end] = run;
  const std::size_t count = end - begin, first = row.first + begin;
  const kernel::ColumnStep step{static_cast<Quanta>(part.drizzle), at_most_a_column(part.dries),
                                parameters_.field_capacity};
  std::vector<Quanta> runs(count), out(count);
  const kernel::ColumnWater water{row.gains.data() + begin,
                                  row.columns.room.data() + begin,
                                  runs.data(),
                                  terrain.cell_layers.quanta(CellLayer::ground_water).data() + first,
                                  after_.data() + first,
                                  terrain.cell_layers.quanta(CellLayer::moisture).data() + first,
                                  out.data()};
  if (row.columns.alike >= 0.0f) {
    std::ranges::fill(runs, at_most_a_column(part.quanta(static_cast<double>(row.columns.alike))));
  } else {
    kernel::find_surplus(water, step, count, runs.data());
    for (std::size_t i = 0; i < count; ++i) {
      if (runs[i] > 0) runs[i] = at_most_a_column(part.quanta(goes_down(terrain, ground, {row, begin + i})));
    }
  }
  const kernel::ColumnLosses losses = kernel::pass(water, step, count);
  exchange.brought += part.drizzle * static_cast<QuantaSum>(count);
  exchange.left += losses.dried;
  if (!losses.springs) return;
  kernel::come_out(out.data(), part.seepage, count, terrain.cell_layers.quanta(CellLayer::springs).data() + first,
                   seepage_.data() + first);
}

/// What flows into and out of a column, runs down in it, goes into the air and comes out.
void Groundwater::tend(Terrain& terrain, Aquifer const& ground, Part const& part, GainedColumn const& column,
                       Exchange& exchange) {
  auto const& [row, x] = column;
  auto const& before = terrain.cell_layers.quanta(CellLayer::ground_water);
  auto& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  auto& springs = terrain.cell_layers.quanta(CellLayer::springs);
  const std::size_t cell = row.first + x;
  const QuantaSum gain = row.gains[x];
  if (row.columns.rule[x] == Rule::held) {
    (gain > 0 ? exchange.left : exchange.brought) += gain > 0 ? gain : -gain;
    after_[cell] = before[cell];
    return;
  }
  const QuantaSum room = row.columns.room[x];
  const bool standing = row.columns.rule[x] == Rule::lake && terrain.standing_water(cell) > 0;
  QuantaSum stored = before[cell] + gain;
  if (standing && before[cell] >= room && stored < room) exchange.draws.push_back({cell, room - stored});
  QuantaSum moist = moisture[cell] + part.drizzle;
  exchange.brought += part.drizzle;
  const QuantaSum dried = standing ? 0 : std::min(moist, part.dries);
  exchange.left += dried;
  moist -= dried;
  const auto kept = static_cast<QuantaSum>(static_cast<double>(parameters_.field_capacity) *
                                           static_cast<double>(std::max<QuantaSum>(room - stored, 0)));
  if (moist > kept) {
    const QuantaSum runs = std::min(moist - kept, part.quanta(goes_down(terrain, ground, column)));
    stored += runs;
    moist -= runs;
  }
  if (const QuantaSum out = stored + moist - room; out >= 0) {
    stored = room;
    moist = 0;
    seepage_[cell] += static_cast<float>(out) * part.seepage;
    if (standing && out > 0) {
      exchange.pours.push_back({cell, out});
    } else {
      springs[cell] += static_cast<Quanta>(out);
    }
  }
  after_[cell] = static_cast<Quanta>(stored);
  moisture[cell] = static_cast<Quanta>(moist);
}

/// Out of the moisture first, then out of the table.
void Groundwater::drink(Terrain& terrain, Part const& part, AquiferRow const& row, std::span<Quanta> gains,
                        Exchange& exchange) const {
  const std::size_t first = grid_.index(0, row.y);
  auto const& before = terrain.cell_layers.quanta(CellLayer::ground_water);
  auto& moisture = terrain.cell_layers.quanta(CellLayer::moisture);
  float const* const plants = terrain.cell_layers.real(CellLayer::plants).data() + first;
  float const* const reached = terrain.cell_layers.real(CellLayer::root_water).data() + first;
  const double rate = static_cast<double>(parameters_.transpiration) * kMetresPerMillimetre / kDay;
  for (std::size_t x = 0; x < gains.size(); ++x) {
    const float share = plants[x] * reached[x];
    if (share <= 0.0f || row.rule[x] == Rule::held) continue;
    const QuantaSum thirst = part.quanta(rate * static_cast<double>(share));
    const QuantaSum sipped = std::min<QuantaSum>(moisture[first + x], thirst);
    const QuantaSum drawn = std::clamp<QuantaSum>(thirst - sipped, 0, QuantaSum{before[first + x]} + gains[x]);
    moisture[first + x] -= static_cast<Quanta>(sipped);
    gains[x] -= static_cast<Quanta>(drawn);
    exchange.left += sipped + drawn;
  }
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
  auto const& stored = terrain.cell_layers.quanta(CellLayer::ground_water);
  if (stored.empty()) return;
  if (index == 2) {
    std::ranges::copy(seepage_, values.begin());  // nothing as long as nothing has flowed
    return;
  }
  const Aquifer ground(terrain, parameters_.edges != 0);
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
  for (double* time : {&time_, &waits_, &interval_}) {
    archive.value(*time);
    archive.require(*time >= 0.0 && *time <= kLongest, "the clock of the ground water is none");
  }
}

}  // namespace

std::unique_ptr<Process> make_groundwater() { return std::make_unique<Groundwater>(); }

}  // namespace barchan
