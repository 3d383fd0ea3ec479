#include "land/columns.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/land_vector.hpp"
#include "land/columns_kernel.hpp"

namespace barchan {

namespace {

static_assert(kMaximumElevation * kQuantaPerMetre < kRangeEnd);
constexpr QuantaSum kLargestDifference = QuantaSum{8000} * kQuantaPerMetre;
constexpr auto kHighest = static_cast<QuantaSum>(kMaximumElevation * kQuantaPerMetre);

void require_size(std::string_view what, std::size_t found, std::size_t expected) {
  if (found != expected) {
    throw std::invalid_argument(std::string(what) + ": expected " + std::to_string(expected) + " cells, found " +
                                std::to_string(found));
  }
}

/// Requires differences of at most 8000 m between neighbours. Settling computes them in int32, which holds 8192 m.
void require_differences(Grid const& grid, std::span<Quanta const> elevation, int x, int y) {
  const QuantaSum here = elevation[grid.index(x, y)];
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const QuantaSum there = elevation[grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy))];
      if (here - there <= kLargestDifference && there - here <= kLargestDifference) continue;
      throw std::invalid_argument(
          "elevation: expected neighbouring cells that differ by at most 8000 m, found a greater difference at (" +
          std::to_string(x) + ", " + std::to_string(y) + "); lower the relief");
    }
  }
}

}  // namespace

Columns::Columns(Grid const& grid, std::span<Quanta const> base, std::span<Quanta const> sediment,
                 std::span<Quanta const> obstacle)
    : width_(grid.width), segments_per_row_((grid.width + kSegment - 1) / kSegment), changes_(grid) {
  require_size("base", base.size(), grid.cells());
  require_size("sand", sediment.size(), grid.cells());
  if (!obstacle.empty()) require_size("obstacle", obstacle.size(), grid.cells());
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    if (sediment[i] < 0)
      throw std::invalid_argument("sand: expected a thickness of 0 or more, found a negative thickness in cell " +
                                  std::to_string(i));
    const QuantaSum surface = static_cast<QuantaSum>(base[i]) + sediment[i];
    if (base[i] < -kRangeEnd || surface > kRangeEnd || sediment[i] > kRangeEnd) {
      throw std::invalid_argument("land: expected elevations within 8191 m of the datum, found cell " +
                                  std::to_string(i) + " outside this range; lower the relief or choose another datum");
    }
    note_bedrock(base[i]);
  }
  for (std::size_t i = 0; i < obstacle.size(); ++i) {
    const QuantaSum foot = static_cast<QuantaSum>(base[i]) - obstacle[i];
    if (obstacle[i] < 0 || foot < -kRangeEnd) {
      throw std::invalid_argument(
          "obstacle: expected a thickness of 0 or more and a foot within 8191 m of the datum, found other values in "
          "cell " +
          std::to_string(i) + "; correct the obstacle in this cell");
    }
    note_bedrock(foot);
  }
  elevation_.resize(grid.cells());
  std::transform(base.begin(), base.end(), sediment.begin(), elevation_.begin(),
                 [](Quanta b, Quanta s) { return b + s; });
  cover_.assign(sediment.begin(), sediment.end());
  cover_soil_.assign(grid.cells(), kSand);
  ground_soil_.assign(grid.cells(), kRock);
  row_soils_.assign(static_cast<std::size_t>(grid.height), soil_bit(kSand));
  disturbed_.resize(static_cast<std::size_t>(segments_per_row_) * static_cast<std::size_t>(grid.height));
  disturbed_ends_.resize(disturbed_.size());
  disturb_all();
  if (std::any_of(obstacle.begin(), obstacle.end(), [](Quanta thickness) { return thickness > 0; })) {
    strata_.prepare(grid);
    for (std::size_t i = 0; i < obstacle.size(); ++i) {
      if (obstacle[i] > 0) strata_.push(i, {kObstacle, obstacle[i]});
      follow_ground(i);
    }
  }
}

void Columns::set_soils(Grid const& grid, SoilSet loose, Quanta mixing_depth) {
  if (loose != loose_) changes_.mark_all();  // the depth of the base changes
  loose_ = loose;
  mixing_depth_ = mixing_depth;
  if (loose != soil_bit(kSand)) strata_.prepare(grid);
}

void Columns::lay(std::size_t cell, Layer layer) {
  if (layer.thickness == 0) return;
  elevation_[cell] += layer.thickness;
  changes_.mark(row_of(cell), column_of(cell));
  const bool on_top = cover_[cell] > 0;
  if (on_top && is_loose(layer.soil) && cover_soil_[cell] == layer.soil) {
    cover_[cell] += layer.thickness;
    return;
  }
  if (on_top) strata_.push(cell, {cover_soil_[cell], cover_[cell]});
  cover_[cell] = 0;
  if (is_loose(layer.soil)) {
    set_cover(cell, layer);
  } else {
    strata_.push(cell, layer);
  }
  follow_ground(cell);
}

void Columns::check_differences(Grid const& grid) const {
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) require_differences(grid, elevation_, x, y);
  }
}

int Columns::layer_count(std::size_t cell) const {
  int count = 0;
  for_each_layer(cell, [&](Layer) { return ++count > 0; });
  return count;
}

Layer Columns::layer(std::size_t cell, int k) const {
  Layer found;
  for_each_layer(cell, [&](Layer layer) {
    found = layer;
    return k-- > 0;
  });
  return found;
}

Quanta Columns::buried_sediment(std::size_t cell) const {
  Quanta sum = 0;
  if (!strata_.has(cell) || !is_loose(ground_soil_[cell])) return 0;
  strata_.for_each(cell, [&](Layer section) {
    if (!is_loose(section.soil)) return false;
    sum += section.thickness;
    return true;
  });
  return sum;
}

SoilId Columns::base_soil(std::size_t cell) const {
  SoilId found = kRock;
  strata_.for_each(cell, [&](Layer section) {
    const bool solid = !is_loose(section.soil);
    if (solid) found = section.soil;
    return !solid;
  });
  return found;
}

Quanta Columns::obstacle(std::size_t cell) const {
  Quanta found = 0;
  strata_.for_each(cell, [&](Layer section) {
    if (section.soil == kObstacle) found = section.thickness;
    return is_loose(section.soil);
  });
  return found;
}

std::span<Quanta const> Columns::sediment_row(int y, std::span<Quanta> room) const {
  const auto width = static_cast<std::size_t>(width_);
  const std::size_t first = static_cast<std::size_t>(y) * width;
  if (!strata_.holds(y, loose_)) return std::span(cover_).subspan(first, width);
  for (std::size_t i = 0; i < width; ++i) room[i] = sediment(first + i);
  return room.first(width);
}

std::span<Quanta const> Columns::available_row(int y, SoilId soil, std::span<Quanta> room) const {
  const auto width = static_cast<std::size_t>(width_);
  const std::span<Quanta const> covers = std::span(cover_).subspan(static_cast<std::size_t>(y) * width, width);
  const SoilSet soils = cover_soils(y);
  if (soils == soil_bit(soil)) return covers;
  const std::span<SoilId const> of = std::span(cover_soil_).subspan(static_cast<std::size_t>(y) * width, width);
  std::transform(covers.begin(), covers.end(), of.begin(), room.begin(),
                 [soil](Quanta thickness, SoilId lies) { return lies == soil ? thickness : 0; });
  return room.first(width);
}

std::optional<SoilId> Columns::only_cover_soil(int y) const {
  const auto width = static_cast<std::size_t>(width_);
  const auto of_row = cover_soils().subspan(static_cast<std::size_t>(y) * width, width);
  if (std::has_single_bit(cover_soils(y)) || std::ranges::adjacent_find(of_row, std::not_equal_to()) == of_row.end()) {
    return of_row.front();
  }
  return std::nullopt;
}

SoilSet Columns::cover_soils_anywhere() const {
  return std::accumulate(row_soils_.begin(), row_soils_.end(), SoilSet{0}, std::bit_or<>());
}

void Columns::set_cover(std::size_t cell, Layer cover) {
  cover_soil_[cell] = cover.soil;
  cover_[cell] = cover.thickness;
  row_soils_[row_of(cell)] |= soil_bit(cover.soil);
}

/// Deposits loose soil. The caller changes the elevation of the surface.
void Columns::gain(std::size_t cell, SoilId soil, Quanta amount) {
  if (cover_[cell] > 0 && cover_soil_[cell] == soil) {
    cover_[cell] += amount;
    return;
  }
  if (cover_[cell] == 0) {
    set_cover(cell, {soil, amount});
    return;
  }
  Quanta depth = cover_[cell];
  bool joined = false;
  strata_.for_each_changeable(cell, [&](SoilId of, Quanta& thickness) {
    if (depth >= mixing_depth_ || !is_loose(of)) return false;
    joined = of == soil;
    if (joined) thickness += amount;
    depth += thickness;
    return !joined;
  });
  if (joined) return;
  strata_.push(cell, {cover_soil_[cell], cover_[cell]});
  set_cover(cell, {soil, amount});
  follow_ground(cell);
}

/// Takes from the cover. The caller changes the elevation of the surface.
void Columns::lose(std::size_t cell, Quanta amount) {
  cover_[cell] -= amount;
  if (cover_[cell] == 0) expose(cell);
}

/// If the cover is gone, makes the next loose layer the cover.
void Columns::expose(std::size_t cell) {
  while (strata_.has(cell)) {
    const Layer next = strata_.top(cell);
    if (!is_loose(next.soil) || (cover_[cell] > 0 && cover_soil_[cell] != next.soil)) break;
    set_cover(cell, {next.soil, cover_[cell] + strata_.pop(cell).thickness});
  }
  follow_ground(cell);
}

std::vector<Layer> Columns::lift_sediment(std::size_t cell) {
  std::vector<Layer> lifted;
  while (strata_.has(cell) && is_loose(strata_.top(cell).soil)) lifted.push_back(strata_.pop(cell));
  return lifted;
}

Quanta Columns::erode(std::size_t cell, Quanta amount) {
  const Quanta taken = std::min(amount, cover_[cell]);
  elevation_[cell] -= taken;
  if (taken > 0) lose(cell, taken);
  disturb(cell);
  return taken;
}

SoilId Columns::dig(std::size_t cell, Quanta amount) {
  if (cover_[cell] > 0) {
    const SoilId soil = cover_soil_[cell];
    erode(cell, amount);
    return soil;
  }
  const SoilId solid = ground_soil_[cell];
  elevation_[cell] -= amount;
  if (!strata_.has(cell)) note_bedrock(elevation_[cell]);
  wear_solid(cell, amount);
  expose(cell);
  disturb(cell);
  return solid;
}

/// Takes from the uppermost section, which is solid, or from the bedrock. The caller changes the elevation.
void Columns::wear_solid(std::size_t cell, Quanta amount) {
  if (!strata_.has(cell)) return;
  if (amount == strata_.top(cell).thickness) {
    strata_.pop(cell);
  } else {
    strata_.change_top(cell, -amount);
  }
}

void Columns::deposit(std::size_t cell, SoilId soil, QuantaSum amount) {
  if (!is_loose(soil)) throw std::invalid_argument("expected a loose soil to deposit, found a solid one");
  const Quanta gained = fitting(cell, soil, amount);
  elevation_[cell] += gained;
  if (gained > 0) gain(cell, soil, gained);
  disturb(cell);
}

Quanta Columns::abrade(std::size_t cell, Quanta amount, Soils const& soils, Ledger& ledger) {
  const SoilId worn_rock = soils[kRock].abrades;
  // Fast path for a land of sand on rock, where streams erode their beds.
  if (strata_.empty() && is_loose(worn_rock)) {
    const Quanta base = elevation_[cell] - cover_[cell];
    const Quanta worn = convertible(cell, {{kRock, base}, cover_[cell], worn_rock}, amount, ledger);
    if (worn == 0) return 0;
    const Quanta made = ledger.turn(kRock, worn_rock, worn, QuantaSum{base} - worn);
    elevation_[cell] += made - worn;
    gain(cell, worn_rock, made);
    disturb(cell);
    return worn;
  }
  Quanta turned = 0;
  while (turned < amount && !is_loose(ground_soil_[cell])) {
    const SoilId solid = ground_soil_[cell];
    const SoilId product = soils[solid].abrades;
    if (!is_loose(product)) break;
    const Layer layer = strata_.has(cell) ? strata_.top(cell) : Layer{kRock, elevation_[cell] - cover_[cell]};
    const Quanta worn = convertible(cell, {layer, sediment(cell), product}, amount - turned, ledger);
    if (worn == 0) break;
    const Quanta made = ledger.turn(solid, product, worn, QuantaSum{layer.thickness} - worn);
    wear_solid(cell, worn);
    follow_ground(cell);
    // Part of the base is now loose, in place. If volume is preserved, the surface keeps its elevation.
    elevation_[cell] += made - worn;
    if (made > 0) gain(cell, product, made);
    turned += worn;
  }
  if (is_loose(ground_soil_[cell]) && ground_soil_[cell] == cover_soil_[cell]) expose(cell);
  disturb(cell);
  return turned;
}

Quanta Columns::weather(std::size_t cell, Quanta amount, SoilId product, Ledger& ledger) {
  if (!is_loose(product))
    throw std::invalid_argument("expected a loose soil as the product of weathering, found a solid one");
  if (amount == 0) return 0;
  disturb(cell);
  const Quanta loose = sediment(cell);
  if (!strata_.has(cell) && (cover_[cell] == 0 || cover_soil_[cell] == product)) {
    const Quanta base = elevation_[cell] - loose;
    const Quanta turned = convertible(cell, {{kRock, base}, loose, product}, amount, ledger);
    if (turned == 0) return 0;
    const Quanta made = ledger.turn(kRock, product, turned, QuantaSum{base} - turned);
    elevation_[cell] += made - turned;
    gain(cell, product, made);
    return turned;
  }
  const std::vector<Layer> lifted = lift_sediment(cell);
  const Layer solid = strata_.has(cell) ? strata_.top(cell) : Layer{kRock, elevation_[cell] - loose};
  const Quanta turned = convertible(cell, {solid, loose, product}, amount, ledger);
  const Quanta made = ledger.turn(solid.soil, product, turned, QuantaSum{solid.thickness} - turned);
  elevation_[cell] += made - turned;
  if (turned > 0) wear_solid(cell, turned);
  if (made > 0) strata_.push(cell, {product, made});
  for (auto layer = lifted.rbegin(); layer != lifted.rend(); ++layer) strata_.push(cell, *layer);
  expose(cell);
  return turned;
}

bool Columns::overturn(std::size_t cell, Quanta least) {
  if (cover_[cell] == 0 || cover_[cell] >= least || !is_loose(ground_soil_[cell])) return false;
  std::vector<Layer> lifted;
  bool found = false;
  while (!found && strata_.has(cell) && is_loose(strata_.top(cell).soil)) {
    lifted.push_back(strata_.pop(cell));
    found = lifted.back().thickness >= least;
  }
  if (!found) {
    for (auto layer = lifted.rbegin(); layer != lifted.rend(); ++layer) strata_.push(cell, *layer);
    follow_ground(cell);
    return false;
  }
  const Layer rising = lifted.back();
  lifted.pop_back();
  for (auto film = lifted.rbegin(); film != lifted.rend(); ++film) sink(cell, *film);
  sink(cell, {cover_soil_[cell], cover_[cell]});
  set_cover(cell, rising);
  disturb(cell);
  follow_ground(cell);
  return true;
}

/// Moves a film below the cover, into the first layer of its soil at any depth. Otherwise, films would pile up without
/// limit where a layer comes to the top repeatedly.
void Columns::sink(std::size_t cell, Layer film) {
  bool joined = false;
  strata_.for_each_changeable(cell, [&](SoilId of, Quanta& thickness) {
    if (!is_loose(of)) return false;
    joined = of == film.soil;
    if (joined) thickness += film.thickness;
    return !joined;
  });
  if (!joined) strata_.push(cell, film);
}

void Columns::change_obstacles(Grid const& grid, std::span<ObstacleChange const> changes, Ledger& ledger) {
  LandVector<Quanta> lifted = elevation_;
  for (ObstacleChange const& change : changes) {
    if (static_cast<QuantaSum>(obstacle(change.cell)) + change.thickness < 0) {
      throw std::invalid_argument(
          "obstacle: expected an obstacle at least as thick as the part to be removed, found a thinner one in cell " +
          std::to_string(change.cell));
    }
    const QuantaSum surface = static_cast<QuantaSum>(elevation_[change.cell]) + change.thickness;
    if (surface > kHighest || surface < -kHighest) {
      throw std::invalid_argument(
          "obstacle: expected the land to stay within 8000 m of the datum, found an elevation of " +
          std::to_string(to_metres(surface)) + " m; choose a lower obstacle");
    }
    lifted[change.cell] = static_cast<Quanta>(surface);
  }
  for (ObstacleChange const& change : changes) {
    const int x = static_cast<int>(change.cell % static_cast<std::size_t>(width_));
    const int y = static_cast<int>(change.cell / static_cast<std::size_t>(width_));
    require_differences(grid, lifted, x, y);
  }
  elevation_ = std::move(lifted);
  strata_.prepare(grid);
  for (ObstacleChange const& change : changes) {
    change_obstacle(change.cell, change.thickness);
    if (change.thickness > 0) ledger.book_in(kObstacle, change.thickness);
    if (change.thickness < 0) ledger.book_out(kObstacle, -static_cast<QuantaSum>(change.thickness));
    disturb(change.cell);
  }
}

/// Changes the obstacle under all loose soil, on the uppermost solid layer.
void Columns::change_obstacle(std::size_t cell, Quanta thickness) {
  std::vector<Layer> lifted = lift_sediment(cell);
  const bool built = strata_.has(cell) && strata_.top(cell).soil == kObstacle;
  const Quanta stands = built ? strata_.pop(cell).thickness : 0;
  if (stands + thickness > 0) strata_.push(cell, {kObstacle, stands + thickness});
  // If an obstacle stood on loose ground, that ground joins the layers that lay on the obstacle.
  for (auto layer = lifted.rbegin(); layer != lifted.rend(); ++layer) strata_.push(cell, *layer);
  expose(cell);
}

void Columns::disturb(std::size_t cell) {
  const std::size_t row = row_of(cell), column = column_of(cell);
  const std::size_t segment = row * static_cast<std::size_t>(segments_per_row_) + column / kSegment;
  disturbed_[segment] = 1;
  disturbed_ends_[segment] |= ends_at(column);
  changes_.mark(row, column);
}

void Columns::disturb_all() {
  std::ranges::fill(disturbed_, std::uint8_t{1});
  std::ranges::fill(disturbed_ends_, std::uint8_t{kWestEnd | kEastEnd});
}

void Columns::forget_disturbed() {
  std::ranges::fill(disturbed_, std::uint8_t{0});
  std::ranges::fill(disturbed_ends_, std::uint8_t{0});
}

void Columns::set_disturbed(std::span<std::uint8_t const> marks) {
  require_size("disturbed", marks.size(), disturbed_.size());
  if (marks.data() != disturbed_.data()) std::ranges::copy(marks, disturbed_.begin());
  std::ranges::transform(marks, disturbed_ends_.begin(), [](std::uint8_t mark) {
    return static_cast<std::uint8_t>(mark != 0 ? kWestEnd | kEastEnd : 0);
  });
}

ColumnsCount Columns::count(int first, int last) const {
  const auto width = static_cast<std::size_t>(width_), begin = static_cast<std::size_t>(first) * width;
  const kernel::ColumnsSums sums = kernel::sum_columns(elevation_.data() + begin, cover_.data() + begin,
                                                       static_cast<std::size_t>(last - first) * width);
  ColumnsCount count{.negative = sums.thinnest < 0,
                     .near_range_end = sums.lowest <= -kRangeEnd || sums.highest >= kRangeEnd};
  const auto rows =
      std::span(row_soils_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
  const SoilSet soils = std::accumulate(rows.begin(), rows.end(), SoilSet{0}, std::bit_or());
  const bool one = std::has_single_bit(soils);
  if (one) count.lying[static_cast<std::size_t>(std::countr_zero(soils))] = sums.sediment;
  for (std::size_t y = 0; y < rows.size() && !one; ++y) {
    Quanta const* const cover = cover_.data() + begin + y * width;
    if (std::has_single_bit(rows[y])) {
      count.lying[static_cast<std::size_t>(std::countr_zero(rows[y]))] +=
          kernel::sum_columns(cover, cover, width).sediment;
      continue;
    }
    for (std::size_t i = 0; i < width; ++i) count.lying[cover_soil_[begin + y * width + i]] += cover[i];
  }
  strata_.add_to(count.lying, first, last);
  // The remainder is bedrock. Sections of the bedrock's soil that lie higher up are already counted.
  const QuantaSum above = std::accumulate(count.lying.begin(), count.lying.end(), QuantaSum{0});
  count.lying[kRock] += sums.elevation - above;
  return count;
}

void Columns::count_lying(MassBudget& budget) const {
  const ColumnsCount counted = count();
  for (std::size_t soil = 0; soil < counted.lying.size(); ++soil) budget.accounts[soil].lying += counted.lying[soil];
}

}  // namespace barchan
