#include "processes/groundwater/aquifer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "processes/groundwater/column_kernel.hpp"

namespace barchan::groundwater {

namespace {

/// Heads within this of the datum differ by less than an int32 holds.
constexpr Quanta kFar = Quanta{1} << 30;
constexpr Quanta kNoEnd = std::numeric_limits<Quanta>::max();
constexpr Quanta kNowhere = -1;

void hold(AquiferRow& row, std::size_t x) {
  row.ruled = true;
  row.gives[x] = kNoEnd;
  row.rule[x] = Rule::held;
}

void raise_head(AquiferRow& row, std::size_t x, Quanta head) {
  row.head[x] = head;
  if (head < kFar && head > -kFar) return;
  row.conductivity[x] = -1.0f;
  row.alike = -1.0f;
  row.layered = true;
  if (!row.at_head.empty()) row.at_head.known[x] = kNowhere;
}

}  // namespace

Aquifer::Aquifer(Terrain const& terrain, bool held_edges)
    : terrain_(terrain), pores_(terrain.soils), held_edges_(held_edges && terrain.grid.boundary == Boundary::open) {
  for (std::size_t i = 0; i < kMostSoils; ++i) {
    const auto soil = static_cast<SoilId>(i);
    share_[i] = static_cast<std::int32_t>(pores_.parts(soil));
    conductivity_[i] = static_cast<float>(pores_.conductivity(soil));
  }
}

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
  row.ruled = row.lakes = false;
  if (!read_one_soil(row)) read_layers(row);
  const auto stored = terrain_.cell_layers.quanta(CellLayer::ground_water).begin();
  std::copy_n(stored + static_cast<std::ptrdiff_t>(grid().index(0, y)), width, row.gives.begin());
  if (!terrain_.lakes.empty()) feel_lakes(row);
  if (!terrain_.sea.empty()) feel_sea(row);
  if (held_edges_) hold_edges(row);
  const std::size_t next = grid().periodic() ? 0 : width - 1;
  for (auto* values : {&row.head, &row.wet}) (*values)[width] = (*values)[next];
  for (auto* values : {&row.conductivity, &row.per_share}) (*values)[width] = (*values)[next];
  if (row.at_head.empty()) return;
  for (auto* values : {&row.at_head.transmissivity, &row.at_head.conductivity}) (*values)[width] = (*values)[next];
  for (auto* values : {&row.at_head.below, &row.at_head.above, &row.at_head.known}) (*values)[width] = (*values)[next];
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
  row.at_head.clear();
  const kernel::SoilColumns from{columns().elevations().data() + first,
                                 columns().available_thicknesses().data() + first,
                                 terrain_.cell_layers.quanta(CellLayer::ground_water).data() + first};
  const Quanta farthest = kernel::read_columns(
      from, {pores_.share(soil), row.alike}, row.room.size(),
      {row.head.data(), row.wet.data(), row.room.data(), row.conductivity.data(), row.per_share.data()});
  if (farthest >= kFar) return false;
  if (!columns().strata().empty()) find_head_layers(row);
  return true;
}

/// Of a row of one soil, for what a row of layers beside it asks.
void Aquifer::find_head_layers(AquiferRow& row) const {
  const auto thicknesses = columns().available_thicknesses().subspan(grid().index(0, row.y), row.room.size());
  row.at_head.resize(row.room.size() + 1);
  for (std::size_t x = 0; x < row.room.size(); ++x) {
    row.at_head.transmissivity[x] = row.alike * static_cast<float>(row.wet[x]);
    row.at_head.conductivity[x] = row.alike;
    row.at_head.below[x] = row.wet[x];
    row.at_head.above[x] = thicknesses[x] - row.wet[x];
    row.at_head.known[x] = kNoEnd;
  }
}

std::size_t Aquifer::find_layers(AquiferRow& row) const {
  const std::size_t first = grid().index(0, row.y), width = row.room.size();
  std::size_t count = 0;
  const auto add_layer = [&] {
    if (row.layers.size() == count) row.layers.emplace_back();
    LayerOfRow& layer = row.layers[count++];
    layer.thickness.assign(width, 0);
    layer.share.resize(width);
    layer.conductivity.resize(width);
  };
  const auto set = [&](LayerOfRow& of_row, std::size_t x, Layer layer) {
    of_row.thickness[x] = layer.thickness;
    of_row.share[x] = share_[layer.soil];
    of_row.conductivity[x] = conductivity_[layer.soil];
  };
  add_layer();
  for (std::size_t x = 0; x < width; ++x) {
    set(row.layers.front(), x, {columns().cover_soils()[first + x], columns().available_thicknesses()[first + x]});
  }
  std::size_t last = width, k = 0;  // of the sections, which come from cell to cell and from above
  columns().strata().for_each_of_row(row.y, [&](std::size_t x, Layer section) {
    if (section.soil == kRock) return false;
    k = x == last ? k + 1 : 1;
    last = x;
    if (k == count) add_layer();
    set(row.layers[k], x, section);
    return true;
  });
  return count;
}

void Aquifer::read_layers(AquiferRow& row) const {
  const std::size_t first = grid().index(0, row.y), count = find_layers(row);
  row.alike = -1.0f;
  row.at_head.resize(row.room.size() + 1);
  std::vector<kernel::LayerPlane> planes;
  for (std::size_t k = 0; k < count; ++k) {
    LayerOfRow const& layer = row.layers[k];
    planes.push_back({layer.thickness.data(), layer.share.data(), layer.conductivity.data()});
  }
  HeadLayers& at = row.at_head;
  row.layered = kernel::read_layers(
      {columns().elevations().data() + first, terrain_.cell_layers.quanta(CellLayer::ground_water).data() + first,
       planes},
      row.room.size(),
      {row.head.data(), row.wet.data(), row.room.data(), row.conductivity.data(), row.per_share.data(),
       at.transmissivity.data(), at.conductivity.data(), at.below.data(), at.above.data(), at.known.data()});
}

/// Full ground feels the water that stands on it.
void Aquifer::feel_lakes(AquiferRow& row) const {
  const std::size_t first = grid().index(0, row.y);
  LakeId const* const ids = terrain_.lakes.ids().data() + first;
  if (kernel::largest(ids, row.room.size()) == 0) return;
  row.ruled = row.lakes = true;
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

PoreLayers Aquifer::layers(Place const& place) const {
  const std::size_t cell = grid().index(grid().resolve_x(static_cast<int>(place.x)), place.row.y);
  PoreLayers layers;
  pores_.read(columns(), cell, 0, layers);
  return layers;
}

double Aquifer::transmissivity(Place const& high, Place const& low) const {
  const Quanta wet = high.row.wet[high.x];
  if (wet <= 0) return 0.0;
  const Quanta thinner = std::clamp(wet - low.row.wet[low.x], 0, wet);
  const PoreLayers from = layers(high), to = layers(low);
  const Quanta top = std::min(high.row.head[high.x], from.front().top);
  const double mean =
      thinner > 0 ? potential(from, top - thinner, top) / to_metres(thinner) : barchan::transmissivity(from, top);
  // A column without pores lets out what comes to its surface.
  if (low.row.conductivity[low.x] == 0.0f) return mean;
  // Is the other side as good, over the same thickness from its bottom up?
  const auto up_to = [&](PoreLayers const& column) {
    return column.empty() ? 0.0 : barchan::transmissivity(column, column.back().bottom + (wet - thinner / 2));
  };
  const double own = up_to(from), others = up_to(to);
  return own > 0.0 ? mean * std::min(2.0 * others / (own + others), 2.0) : 0.0;
}

}  // namespace barchan::groundwater
