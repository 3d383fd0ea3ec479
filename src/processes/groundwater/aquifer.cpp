#include "processes/groundwater/aquifer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "processes/groundwater/column_kernel.hpp"

namespace barchan::groundwater {

namespace {

/// Heads closer to the datum than this differ by less than an int32 holds.
constexpr Quanta kFar = Quanta{1} << 30;
constexpr Quanta kNoEnd = std::numeric_limits<Quanta>::max();
constexpr float kTightest = 1e-20f;  // m/s; a less permeable layer conducts nothing

void hold(AquiferRow& row, std::size_t x) {
  row.ruled = true;
  row.gives[x] = kNoEnd;
  row.rule[x] = Rule::held;
}

void raise_head(AquiferRow& row, std::size_t x, Quanta head) {
  row.head[x] = head;
  if (head < kFar && head > -kFar) return;
  row.conductivity[x] = -1.0f;
  if (row.down.empty()) row.down.assign(row.room.size(), row.alike);
  row.alike = -1.0f;
  row.layered = true;
  row.at_head.clear();
}

}  // namespace

Quanta first_table(Terrain const& terrain, std::size_t cell) {
  const auto table = static_cast<double>(terrain.cell_layers.real(CellLayer::water_table)[cell]);
  return to_quanta(std::clamp(table - terrain.datum, -kMaximumElevation, kMaximumElevation));
}

Quanta first_storage(Terrain const& terrain, Pores const& pores, std::size_t cell) {
  if (terrain.cell_layers.real(CellLayer::water_table).empty()) return 0;
  const Quanta table = std::min(first_table(terrain, cell), terrain.columns.elevation(cell));
  return pores.below(terrain.columns, cell, table);
}

Aquifer::Aquifer(Terrain const& terrain, Sections const& sections, bool held_edges)
    : terrain_(terrain),
      sections_(sections),
      pores_(terrain.soils),
      held_edges_(held_edges && terrain.grid.boundary == Boundary::open) {
  for (std::size_t i = 0; i < kMostSoils; ++i) {
    const auto soil = static_cast<SoilId>(i);
    share_[i] = static_cast<std::int32_t>(pores_.parts(soil));
    per_share_[i] = share_[i] > 0 ? static_cast<float>(1.0 / pores_.share(soil)) : 1.0f;
    conductivity_[i] = static_cast<float>(pores_.conductivity(soil));
    resistivity_[i] = 1.0f / std::max(conductivity_[i], kTightest);
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
  if (!terrain_.lakes.empty()) apply_lakes(row);
  if (!terrain_.sea.empty()) apply_sea(row);
  if (held_edges_) hold_edges(row);
  const std::size_t next = grid().periodic() ? 0 : width - 1;
  for (auto* values : {&row.head, &row.wet}) (*values)[width] = (*values)[next];
  for (auto* values : {&row.conductivity, &row.per_share}) (*values)[width] = (*values)[next];
  if (row.at_head.empty()) return;
  for (auto* values : {&row.at_head.transmissivity, &row.at_head.conductivity}) (*values)[width] = (*values)[next];
  for (auto* values : {&row.at_head.below, &row.at_head.above}) (*values)[width] = (*values)[next];
}

/// Sand or another single soil on rock: everything follows from the arrays of the columns. Returns whether the row is
/// of this kind.
bool Aquifer::read_one_soil(AquiferRow& row) const {
  const std::optional<SoilId> only = columns().only_cover_soil(row.y);
  if (!only || columns().strata().count(row.y) > 0) return false;
  const SoilId soil = *only;
  if (pores_.share(soil) <= 0.0) return false;
  const std::size_t first = grid().index(0, row.y);
  row.alike = static_cast<float>(pores_.conductivity(soil));
  row.layered = false;
  row.at_head.clear();
  row.down.clear();
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

/// Fills in `at_head` for a row of one soil, because a neighbouring row of layers needs it.
void Aquifer::find_head_layers(AquiferRow& row) const {
  const auto thicknesses = columns().available_thicknesses().subspan(grid().index(0, row.y), row.room.size());
  row.at_head.resize(row.room.size() + 1);
  for (std::size_t x = 0; x < row.room.size(); ++x) {
    row.at_head.transmissivity[x] = row.alike * static_cast<float>(row.wet[x]);
    row.at_head.conductivity[x] = row.alike;
    row.at_head.below[x] = row.wet[x];
    row.at_head.above[x] = thicknesses[x] - row.wet[x];
  }
}

void Aquifer::describe_soils(std::span<SoilId const> soils, SoilSet set, LayerOfRow& layer) const {
  const auto width = static_cast<std::size_t>(grid().width);
  const bool one = std::has_single_bit(set);
  if (one && layer.described == set && layer.share.size() == width) return;
  layer.described = one ? set : 0;
  const auto tell = [&](auto const& values, auto& of_row) {
    of_row.resize(width);
    if (one) {
      std::ranges::fill(of_row, values[static_cast<std::size_t>(std::countr_zero(set))]);
    } else {
      std::ranges::transform(soils, of_row.begin(), [&](SoilId soil) { return values[soil]; });
    }
  };
  tell(share_, layer.share);
  tell(per_share_, layer.per_share);
  tell(conductivity_, layer.conductivity);
  tell(resistivity_, layer.resistivity);
}

std::vector<kernel::LayerPlane> Aquifer::find_layers(AquiferRow& row) const {
  const std::size_t first = grid().index(0, row.y), width = row.room.size();
  std::vector<kernel::LayerPlane> planes;
  const auto add = [&](Quanta const* thickness, std::span<SoilId const> soils, SoilSet set) {
    if (row.layers.size() == planes.size()) row.layers.emplace_back();
    LayerOfRow& layer = row.layers[planes.size()];
    describe_soils(soils, set, layer);
    planes.push_back(
        {thickness, layer.share.data(), layer.per_share.data(), layer.conductivity.data(), layer.resistivity.data()});
  };
  const auto covers = columns().cover_soils().subspan(first, width);
  add(columns().available_thicknesses().data() + first, covers, columns().cover_soils(row.y));
  for (SectionPlane const& plane : sections_.row(row.y)) add(plane.thickness.data(), plane.soils, plane.set);
  // Pads with layers of thickness 0 up to a count that is vectorised.
  row.nothing.resize(width);
  const auto is_read = [](std::size_t count) { return count > 8 || (count > 1 && std::has_single_bit(count)); };
  while (!is_read(planes.size())) add(row.nothing.data(), {}, soil_bit(kRock));
  return planes;
}

void Aquifer::read_layers(AquiferRow& row) const {
  const std::size_t first = grid().index(0, row.y);
  const std::vector<kernel::LayerPlane> planes = find_layers(row);
  row.alike = -1.0f;
  row.at_head.resize(row.room.size() + 1);
  row.down.resize(row.room.size());
  HeadLayers& at = row.at_head;
  const kernel::LayersFound found = kernel::read_layers(
      {columns().elevations().data() + first, terrain_.cell_layers.quanta(CellLayer::ground_water).data() + first,
       planes},
      row.room.size(),
      {row.head.data(), row.wet.data(), row.room.data(), row.conductivity.data(), row.per_share.data(), row.down.data(),
       at.transmissivity.data(), at.conductivity.data(), at.below.data(), at.above.data()});
  row.layered = found.several || found.far;
  if (found.far) at.clear();
}

/// Saturated ground under a lake has at least the level of the lake as its head.
void Aquifer::apply_lakes(AquiferRow& row) const {
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

/// Under the sea, sea level is the head everywhere.
void Aquifer::apply_sea(AquiferRow& row) const {
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

void Aquifer::read_layers(Place const& place, PoreLayers& layers) const {
  const int y = place.row.y;
  const auto x = static_cast<std::size_t>(grid().resolve_x(static_cast<int>(place.x)));
  const std::size_t cell = grid().index(0, y) + x;
  std::size_t kept = 0;
  layers.clear();
  Quanta top = columns().elevation(cell);
  const auto add = [&](Quanta thickness, SoilId soil) {
    if (thickness == 0) return;
    layers.push_back({top - thickness, top, pores_.conductivity(soil), pores_.parts(soil)});
    if (pores_.parts(soil) > 0) kept = layers.size();
    top -= thickness;
  };
  add(columns().available_thicknesses()[cell], columns().cover_soils()[cell]);
  for (SectionPlane const& plane : sections_.row(y)) add(plane.thickness[x], plane.soil(x));
  layers.resize(kept);
}

double transmissivity(LayeredColumn const& high, LayeredColumn const& low) {
  auto const& [row, x] = high.place;
  auto const& [low_row, low_x] = low.place;
  const Quanta wet = row.wet[x];
  if (wet <= 0) return 0.0;
  const Quanta thinner = std::clamp(wet - low_row.wet[low_x], 0, wet);
  const Quanta top = std::min(row.head[x], high.layers.front().top);
  const double mean = thinner > 0 ? potential(high.layers, top - thinner, top) / to_metres(thinner)
                                  : barchan::transmissivity(high.layers, top);
  // A column that is not porous lets water out at its surface.
  if (low_row.conductivity[low_x] == 0.0f) return mean;
  // Compares with the other side over the same thickness, measured from its bottom.
  const auto up_to = [&](PoreLayers const& column) {
    return column.empty() ? 0.0 : barchan::transmissivity(column, column.back().bottom + (wet - thinner / 2));
  };
  const double own = up_to(high.layers), others = up_to(low.layers);
  return own > 0.0 ? mean * std::min(2.0 * others / (own + others), 2.0) : 0.0;
}

}  // namespace barchan::groundwater
