#include "processes/groundwater/row_step.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace barchan::groundwater {

namespace {

/// Quanta that a depth of `rate` mm per day, multiplied by the masks of a cell, yields over a part. `all`: the same
/// without masks.
QuantaSum masked(MaskFactor const& masks, std::size_t cell, Part const& part, float rate, QuantaSum all) {
  if (masks.none()) return all;
  return part.quanta(static_cast<double>(rate) * kMetresPerMillimetre / kDay * static_cast<double>(masks.at(cell)));
}

/// Limits an amount to four times the most that update_columns() accepts in a column.
Quanta at_most_a_column(QuantaSum amount) {
  return static_cast<Quanta>(std::min<QuantaSum>(amount, 4 * QuantaSum{kernel::kMostOfAColumn}));
}

}  // namespace

RowStep::RowStep(Terrain& terrain, GroundwaterParameters const& parameters, RowsAfter const& after)
    : terrain_(terrain),
      parameters_(parameters),
      after_(after),
      recharge_(terrain.masks, {"groundwater.recharge"}),
      evaporation_(terrain.masks, {"groundwater.evaporation"}),
      transpiration_(terrain.masks, {"groundwater.transpiration"}) {}

Exchange RowStep::pass(Part const& part, GainedRow const& row) const {
  if (part.first) std::fill_n(after_.seepage.data() + row.first, row.gains.size(), 0.0f);
  Exchange exchange;
  if (!can_update_columns(part, row)) {
    for (std::size_t x = 0; x < row.gains.size(); ++x) update_column(part, {row, x}, exchange);
    return exchange;
  }
  std::size_t next = 0;
  for (Run const& run : runs_of(row)) {
    for (; next < run.begin; ++next) update_column(part, {row, next}, exchange);
    update_columns(part, run, exchange);
    next = run.end;
  }
  for (; next < row.gains.size(); ++next) update_column(part, {row, next}, exchange);
  return exchange;
}

/// Divides a row into columns below the same lake and columns below none. Columns that a lake wets only up to its shore
/// count as below none.
std::vector<RowStep::Run> RowStep::runs_of(GainedRow const& row) const {
  const std::size_t width = row.gains.size();
  if (!row.columns.ruled) return {{row, 0, width, false}};
  std::span<LakeId const> lakes;
  if (row.columns.lakes) lakes = terrain_.lakes.ids().subspan(row.first, width);
  const auto lake = [&](std::size_t x) { return row.standing[x] > 0 ? lakes[x] : 0; };
  auto const& rule = row.columns.rule;
  std::vector<Run> runs;
  for (auto at = rule.begin(); at != rule.end();) {
    const auto last = std::find(at, rule.end(), Rule::held);
    const auto end = static_cast<std::size_t>(last - rule.begin());
    for (auto x = static_cast<std::size_t>(at - rule.begin()), next = x; x < end; x = next) {
      const LakeId here = lakes.empty() ? 0 : lake(x);
      for (next = lakes.empty() ? end : x + 1; next < end && lake(next) == here;) ++next;
      runs.push_back({row, x, next, here != 0});
    }
    at = std::find_if(last, rule.end(), [](Rule of) { return of != Rule::held; });
  }
  return runs;
}

/// Returns whether all columns get the same water from the air, and all amounts fit into 32-bit integers, with anything
/// that may be added to them.
bool RowStep::can_update_columns(Part const& part, GainedRow const& row) const {
  if (!recharge_.none() || !evaporation_.none() || part.drizzle > kernel::kMostOfAColumn) return false;
  const auto small = [&](Quanta const* amounts) {
    return kernel::largest(amounts, row.gains.size()) <= kernel::kMostOfAColumn;
  };
  return small(row.columns.room.data()) &&
         small(terrain_.cell_layers.quanta(CellLayer::ground_water).data() + row.first) &&
         small(terrain_.cell_layers.quanta(CellLayer::moisture).data() + row.first);
}

/// Quanta that percolate to the water table of a column, at most.
QuantaSum RowStep::runs_down(Part const& part, Column const& column) {
  auto const& [row, x] = column;
  return part.quanta(static_cast<double>(row.columns.down.empty() ? row.columns.alike : row.columns.down[x]));
}

void RowStep::update_columns(Part const& part, Run const& run, Exchange& exchange) const {
  auto const& [row, begin, end, standing] = run;
  const std::size_t count = end - begin, first = row.first + begin;
  const kernel::ColumnStep step{static_cast<Quanta>(part.drizzle), standing ? 0 : at_most_a_column(part.dries),
                                parameters_.field_capacity, !standing && parameters_.evaporation > 0.0f};
  std::vector<Quanta> runs(count), out(count), gains;
  kernel::ColumnWater water{row.gains.data() + begin,
                            row.columns.room.data() + begin,
                            runs.data(),
                            terrain_.cell_layers.quanta(CellLayer::ground_water).data() + first,
                            after_.stored.data() + first,
                            terrain_.cell_layers.quanta(CellLayer::moisture).data() + first,
                            out.data()};
  if (standing) {
    gains.resize(count);
    std::vector<Quanta> lacked(count);
    const QuantaSum amount = kernel::keep_full(water, count, {gains.data(), lacked.data()});
    if (amount > 0) exchange.draws.push_back({first, amount, std::move(lacked)});
    water.gain = gains.data();
  }
  if (row.columns.down.empty()) {
    std::ranges::fill(runs, at_most_a_column(runs_down(part, {row, begin})));
  } else {
    kernel::find_amounts(row.columns.down.data() + begin, {part.begin * kQuantaPerMetre, part.end * kQuantaPerMetre},
                         at_most_a_column(std::numeric_limits<QuantaSum>::max()), count, runs.data());
  }
  const kernel::ColumnLosses losses = kernel::pass(water, step, count);
  exchange.brought += part.drizzle * static_cast<QuantaSum>(count);
  exchange.dried += losses.dried;
  exchange.rests = exchange.rests && losses.rests;
  if (!losses.springs) return;
  kernel::add_rates(out.data(), part.seepage, count, after_.seepage.data() + first);
  if (standing) {
    exchange.pours.push_back({first, std::accumulate(out.begin(), out.end(), QuantaSum{0})});
  } else {
    kernel::add(out.data(), count, terrain_.cell_layers.quanta(CellLayer::springs).data() + first);
  }
}

void RowStep::update_column(Part const& part, Column const& column, Exchange& exchange) const {
  auto const& [row, x] = column;
  auto const& before = terrain_.cell_layers.quanta(CellLayer::ground_water);
  auto& moisture = terrain_.cell_layers.quanta(CellLayer::moisture);
  const std::size_t cell = row.first + x;
  const QuantaSum gain = row.gains[x];
  if (row.columns.rule[x] == Rule::held) {
    (gain > 0 ? exchange.left : exchange.brought) += gain > 0 ? gain : -gain;
    after_.stored[cell] = before[cell];
    return;
  }
  const QuantaSum room = row.columns.room[x];
  const bool standing = row.columns.rule[x] == Rule::lake && row.standing[x] > 0;
  QuantaSum stored = before[cell] + gain;
  if (standing && before[cell] >= room && stored < room) {
    exchange.draws.push_back({cell, room - stored, {static_cast<Quanta>(room - stored)}});
    stored = room;
  }
  const QuantaSum drizzle = masked(recharge_, cell, part, parameters_.recharge, part.drizzle);
  QuantaSum moist = moisture[cell] + drizzle;
  exchange.brought += drizzle;
  const QuantaSum dries = masked(evaporation_, cell, part, parameters_.evaporation, part.dries);
  const QuantaSum dried = standing ? 0 : std::min(moist, dries);
  exchange.dried += dried;
  moist -= dried;
  const auto kept = static_cast<QuantaSum>(static_cast<double>(parameters_.field_capacity) *
                                           static_cast<double>(std::max<QuantaSum>(room - stored, 0)));
  if (moist > kept || (moist > 0 && !standing && parameters_.evaporation > 0.0f)) exchange.rests = false;
  if (moist > kept) {
    const QuantaSum runs = std::min(moist - kept, runs_down(part, column));
    stored += runs;
    moist -= runs;
  }
  if (const QuantaSum out = stored + moist - room; out >= 0) {
    exchange.rests = exchange.rests && out == 0;
    stored = room;
    moist = 0;
    after_.seepage[cell] += static_cast<float>(out) * part.seepage;
    if (standing && out > 0) {
      exchange.pours.push_back({cell, out});
    } else {
      terrain_.cell_layers.quanta(CellLayer::springs)[cell] += static_cast<Quanta>(out);
    }
  }
  after_.stored[cell] = static_cast<Quanta>(stored);
  moisture[cell] = static_cast<Quanta>(moist);
}

/// Takes from the moisture first, then from below the water table.
RowStep::Drink RowStep::drink(Part const& part, AquiferRow const& row, std::span<Quanta> gains) const {
  const std::size_t first = terrain_.grid.index(0, row.y);
  auto const& before = terrain_.cell_layers.quanta(CellLayer::ground_water);
  auto& moisture = terrain_.cell_layers.quanta(CellLayer::moisture);
  float const* const plants = terrain_.cell_layers.real(CellLayer::plants).data() + first;
  float const* const reached = terrain_.cell_layers.real(CellLayer::root_water).data() + first;
  const double rate = static_cast<double>(parameters_.transpiration) * kMetresPerMillimetre / kDay;
  Drink drunk;
  for (std::size_t x = 0; x < gains.size(); ++x) {
    const float share = plants[x] * reached[x] * transpiration_.at(first + x);
    if (share <= 0.0f || row.rule[x] == Rule::held) continue;
    const QuantaSum thirst = part.quanta(rate * static_cast<double>(share));
    const QuantaSum sipped = std::min<QuantaSum>(moisture[first + x], thirst);
    const QuantaSum drawn = std::clamp<QuantaSum>(thirst - sipped, 0, QuantaSum{before[first + x]} + gains[x]);
    moisture[first + x] -= static_cast<Quanta>(sipped);
    gains[x] -= static_cast<Quanta>(drawn);
    drunk.amount += sipped + drawn;
    drunk.rests = drunk.rests && QuantaSum{moisture[first + x]} + before[first + x] == 0;
  }
  return drunk;
}

}  // namespace barchan::groundwater
