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

}  // namespace

Aquifer::Aquifer(Terrain const& terrain, bool held_edges)
    : terrain_(terrain),
      pores_(terrain.soils),
      held_edges_(held_edges && terrain.grid.boundary == Boundary::open) {}

bool Aquifer::held(std::size_t cell) const {
  const auto width = static_cast<std::size_t>(grid().width);
  const std::size_t x = cell % width, y = cell / width;
  const bool edge = x == 0 || y == 0 || x + 1 == width || y + 1 == static_cast<std::size_t>(grid().height);
  return (held_edges_ && edge) || terrain_.under_sea(cell);
}

void Aquifer::read(int y, AquiferRow& row) const {
  const auto width = static_cast<std::size_t>(grid().width);
  row.y = y;
  for (auto* values : {&row.head, &row.wet}) values->resize(width + 1);
  for (auto* values : {&row.conductivity, &row.per_share}) values->resize(width + 1);
  for (auto* values : {&row.room, &row.gives}) values->resize(width);
  row.ruled.assign(width, 0);
  if (!read_one_soil(row)) read_layers(row);
  if (!terrain_.lakes.empty() || !terrain_.sea.empty()) feel_standing_water(row);
  find_held(row);
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
  for (std::size_t x = 0; x < row.room.size(); ++x) {
    const std::size_t cell = grid().index(0, row.y) + x;
    const Pores::Sum sum = pores_.of(columns(), cell);
    row.head[x] = pores_.table(columns(), cell, stored[cell]);
    row.wet[x] = row.head[x] - sum.bottom;
    row.room[x] = sum.room;
    const bool far = row.head[x] >= kFar || row.head[x] <= -kFar;
    row.conductivity[x] = far ? -1.0f : static_cast<float>(sum.conductivity);
    row.per_share[x] = static_cast<float>(1.0 / sum.share);
    row.layered = row.layered || row.conductivity[x] < 0.0f;
  }
}

void Aquifer::feel_standing_water(AquiferRow& row) const {
  auto const& stored = terrain_.cell_layers.quanta(CellLayer::ground_water);
  for (std::size_t x = 0; x < row.room.size(); ++x) {
    const std::size_t cell = grid().index(0, row.y) + x;
    if (terrain_.lakes.id(cell) == 0 && terrain_.sea.empty()) continue;
    const Quanta depth = terrain_.standing_water(cell);
    if (depth > 0) row.ruled[x] = 1;
    Quanta head = row.head[x];
    if (terrain_.under_sea(cell)) {
      head = columns().elevation(cell) + depth;
    } else if (stored[cell] >= row.room[x]) {
      head = std::max(terrain_.lakes.surface(cell), head);
    }
    if (head != row.head[x] && (head >= kFar || head <= -kFar)) {
      row.conductivity[x] = -1.0f;
      row.layered = true;
    }
    row.head[x] = head;
  }
}

void Aquifer::find_held(AquiferRow& row) const {
  const std::size_t first = grid().index(0, row.y), width = row.room.size();
  std::copy_n(terrain_.cell_layers.quanta(CellLayer::ground_water).begin() + static_cast<std::ptrdiff_t>(first), width,
              row.gives.begin());
  const auto hold = [&](std::size_t x) {
    row.gives[x] = kNoEnd;
    row.ruled[x] = 1;
  };
  const bool all = row.y == 0 || row.y == grid().height - 1;
  for (std::size_t x = 0; x < width && held_edges_ && all; ++x) hold(x);
  if (held_edges_) {
    hold(0);
    hold(width - 1);
  }
  for (std::size_t x = 0; x < width && !terrain_.sea.empty(); ++x) {
    if (terrain_.under_sea(first + x)) hold(x);
  }
}

double edge_transmissivity(Aquifer const& ground, Place const& high, Place const& low) {
  Columns const& columns = ground.columns();
  Pores const& pores = ground.pores();
  const auto cell_of = [&](Place const& place) {
    const auto x = static_cast<int>(place.x);
    return ground.grid().index(ground.grid().resolve_x(x), place.row.y);
  };
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
  const std::size_t from = cell_of(high), to = cell_of(low);
  const Quanta top = std::min(high.row.head[high.x], columns.elevation(from));
  const double mean = thinner > 0 ? pores.potential(columns, from, top - thinner, top) / to_metres(thinner)
                                  : pores.transmissivity(columns, from, top);
  if (there == 0.0) return mean;
  // Is the other side as good, over the same thickness from its bottom up?
  const auto up_to = [&](std::size_t cell) {
    return pores.transmissivity(columns, cell, pores.bottom(columns, cell) + (wet - thinner / 2));
  };
  const double own = up_to(from), others = up_to(to);
  return own > 0.0 ? mean * std::min(2.0 * others / (own + others), 2.0) : 0.0;
}

}  // namespace barchan::groundwater
