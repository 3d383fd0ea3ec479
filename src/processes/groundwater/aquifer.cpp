#include "processes/groundwater/aquifer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "processes/groundwater/column_kernel.hpp"

namespace barchan::groundwater {

namespace {

/// Heads within this of the datum differ by less than an int32 holds.
constexpr Quanta kFar = Quanta{1} << 30;
constexpr Quanta kNoEnd = std::numeric_limits<Quanta>::max();

void hold(AquiferRow& row, std::size_t x) {
  row.gives[x] = kNoEnd;
  row.rule[x] = Rule::held;
}

void raise_head(AquiferRow& row, std::size_t x, Quanta head) {
  row.head[x] = head;
  if (head < kFar && head > -kFar) return;
  row.conductivity[x] = -1.0f;
  row.alike = -1.0f;
  row.layered = true;
}

}  // namespace

Aquifer::Aquifer(Terrain const& terrain, bool held_edges)
    : terrain_(terrain), pores_(terrain.soils), held_edges_(held_edges && terrain.grid.boundary == Boundary::open) {}

Rule Aquifer::rule(std::size_t cell) const {
  if ((held_edges_ && grid().on_edge(cell)) || terrain_.under_sea(cell)) return Rule::held;
  return terrain_.lakes.id(cell) != 0 ? Rule::lake : Rule::none;
}

void Aquifer::read(int y, AquiferRow& row) const {
  const auto width = static_cast<std::size_t>(grid().width);
  row.y = y;
  for (auto* values : {&row.head, &row.wet}) values->resize(width + 1);
  for (auto* values : {&row.conductivity, &row.per_share}) values->resize(width + 1);
  for (auto* values : {&row.room, &row.gives}) values->resize(width);
  row.rule.assign(width, Rule::none);
  if (!read_one_soil(row)) read_layers(row);
  const auto stored = terrain_.cell_layers.quanta(CellLayer::ground_water).begin();
  std::copy_n(stored + static_cast<std::ptrdiff_t>(grid().index(0, y)), width, row.gives.begin());
  if (!terrain_.lakes.empty()) feel_lakes(row);
  if (!terrain_.sea.empty()) feel_sea(row);
  if (held_edges_) hold_edges(row);
  const std::size_t next = grid().periodic() ? 0 : width - 1;
  for (auto* values : {&row.head, &row.wet}) (*values)[width] = (*values)[next];
  for (auto* values : {&row.conductivity, &row.per_share}) (*values)[width] = (*values)[next];
}

/// Sand on rock, or any one soil: what there is of it follows from the arrays of the columns. Returns whether that is
/// how it is.
bool Aquifer::read_one_soil(AquiferRow& row) const {
  const SoilSet soils = columns().cover_soils(row.y);
  if (!std::has_single_bit(soils) || columns().strata().count(row.y) > 0) return false;
  const auto soil = static_cast<SoilId>(std::countr_zero(soils));
  if (pores_.share(soil) <= 0.0) return false;
  const std::size_t first = grid().index(0, row.y);
  row.alike = static_cast<float>(pores_.conductivity(soil));
  row.layered = false;
  row.begins.clear();
  const kernel::SoilColumns from{columns().elevations().data() + first,
                                 columns().available_thicknesses().data() + first,
                                 terrain_.cell_layers.quanta(CellLayer::ground_water).data() + first};
  const Quanta farthest = kernel::read_columns(
      from, {pores_.share(soil), row.alike}, row.room.size(),
      {row.head.data(), row.wet.data(), row.room.data(), row.conductivity.data(), row.per_share.data()});
  return farthest < kFar;
}

void Aquifer::read_layers(AquiferRow& row) const {
  auto const& stored = terrain_.cell_layers.quanta(CellLayer::ground_water);
  row.alike = -1.0f;
  row.layered = false;
  row.layers.clear();
  row.begins.assign(1, 0);
  for (std::size_t x = 0; x < row.room.size(); ++x) {
    const std::size_t cell = grid().index(0, row.y) + x;
    const Pores::Sum sum = pores_.sum(columns(), cell, row.layers);
    row.begins.push_back(row.layers.size());
    row.head[x] = pores_.table(columns(), cell, stored[cell]);
    row.wet[x] = row.head[x] - sum.bottom;
    row.room[x] = sum.room;
    const bool far = row.head[x] >= kFar || row.head[x] <= -kFar;
    row.conductivity[x] = far ? -1.0f : static_cast<float>(sum.conductivity);
    row.per_share[x] = static_cast<float>(1.0 / sum.share);
    row.layered = row.layered || row.conductivity[x] < 0.0f;
  }
}

/// Full ground feels the water that stands on it.
void Aquifer::feel_lakes(AquiferRow& row) const {
  const std::size_t first = grid().index(0, row.y);
  LakeId const* const ids = terrain_.lakes.ids().data() + first;
  LakeId any = 0;
  for (std::size_t x = 0; x < row.room.size(); ++x) any |= ids[x];
  if (any == 0) return;
  LakeId last = 0;
  Quanta surface = 0;
  for (std::size_t x = 0; x < row.room.size(); ++x) {
    if (ids[x] == 0) continue;
    if (ids[x] != last) surface = terrain_.lakes.surface(first + x);
    last = ids[x];
    row.rule[x] = Rule::lake;
    if (row.gives[x] >= row.room[x]) raise_head(row, x, std::max(row.head[x], surface));
  }
}

/// The sea is felt everywhere below it.
void Aquifer::feel_sea(AquiferRow& row) const {
  const std::size_t first = grid().index(0, row.y);
  for (std::size_t x = 0; x < row.room.size(); ++x) {
    if (!terrain_.under_sea(first + x)) continue;
    hold(row, x);
    raise_head(row, x, columns().elevation(first + x) + terrain_.standing_water(first + x));
  }
}

void Aquifer::hold_edges(AquiferRow& row) const {
  const std::size_t last = row.room.size() - 1;
  const bool all = row.y == 0 || row.y == grid().height - 1;
  for (std::size_t x = 0; x <= last; x += all || last == 0 ? 1 : last) hold(row, x);
}

std::span<PoreLayer const> Aquifer::layers(Place const& place, PoreLayer& single) const {
  AquiferRow const& row = place.row;
  const auto x = static_cast<std::size_t>(grid().resolve_x(static_cast<int>(place.x)));
  if (!row.begins.empty()) return std::span(row.layers).subspan(row.begins[x], row.begins[x + 1] - row.begins[x]);
  const std::size_t cell = grid().index(0, row.y) + x;
  const Quanta top = columns().elevation(cell);
  single = {top - columns().available(cell), top, pores_.conductivity(columns().cover_soil(cell))};
  return {&single, 1};
}

double Aquifer::transmissivity(Place const& high, Place const& low) const {
  const Quanta wet = high.row.wet[high.x];
  if (wet <= 0) return 0.0;
  const Quanta thinner = std::clamp(wet - low.row.wet[low.x], 0, wet);
  const auto here = static_cast<double>(high.row.conductivity[high.x]);
  const auto there = static_cast<double>(low.row.conductivity[low.x]);
  if (here >= 0.0 && there >= 0.0) {
    // A column without pores lets out what comes to its surface.
    const double conductivity = there == here || there == 0.0 ? here : 2.0 * here * there / (here + there);
    return conductivity * (to_metres(wet) - 0.5 * to_metres(thinner));
  }
  std::array<PoreLayer, 2> single;
  const std::span<PoreLayer const> from = layers(high, single[0]), to = layers(low, single[1]);
  const Quanta top = std::min(high.row.head[high.x], from.front().top);
  const double mean =
      thinner > 0 ? potential(from, top - thinner, top) / to_metres(thinner) : barchan::transmissivity(from, top);
  if (there == 0.0) return mean;
  // Is the other side as good, over the same thickness from its bottom up?
  const auto up_to = [&](std::span<PoreLayer const> column) {
    return column.empty() ? 0.0 : barchan::transmissivity(column, column.back().bottom + (wet - thinner / 2));
  };
  const double own = up_to(from), others = up_to(to);
  return own > 0.0 ? mean * std::min(2.0 * others / (own + others), 2.0) : 0.0;
}

}  // namespace barchan::groundwater
