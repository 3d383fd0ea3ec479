#include "barchan/land/columns.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "barchan/base/archive.hpp"
#include "land/columns_kernel.hpp"

namespace barchan {

namespace {

constexpr QuantaSum kLargestDifference = QuantaSum{8000} * kQuantaPerMetre;
constexpr auto kHighest = static_cast<QuantaSum>(kMaximumElevation * kQuantaPerMetre);

void require_size(std::string_view what, std::size_t found, std::size_t expected) {
  if (found != expected) {
    throw std::invalid_argument(std::string(what) + ": expected " + std::to_string(expected) + " cells, found " +
                                std::to_string(found));
  }
}

/// Settling compares neighbours in int32, so they must stand less than 8192 m apart.
void require_differences(Grid const& grid, std::span<Quanta const> elevation, int x, int y) {
  const QuantaSum here = elevation[grid.index(x, y)];
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const QuantaSum there = elevation[grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy))];
      if (here - there <= kLargestDifference && there - here <= kLargestDifference) continue;
      throw std::invalid_argument("elevation: cells next to (" + std::to_string(x) + ", " + std::to_string(y) +
                                  ") stand more than 8000 m apart");
    }
  }
}

std::vector<SoilId> soils_of(std::span<Quanta const> obstacle) {
  std::vector<SoilId> soils(obstacle.size());
  std::transform(obstacle.begin(), obstacle.end(), soils.begin(), [](Quanta o) { return o > 0 ? kObstacle : kRock; });
  return soils;
}

}  // namespace

MassBudget Ledger::booked() const {
  MassBudget budget;
  for (int i = 0; i < kAccountCount; ++i) {
    Account& account = budget.accounts[static_cast<std::size_t>(i)];
    account.opening = opening_[i];
    account.out = out_[i];
    account.in = in_[i];
    account.converted = converted_[i];
  }
  return budget;
}

void Ledger::keep(Archive& archive) {
  for (auto* side : {&opening_, &out_, &in_, &converted_}) archive.value(*side);
}

Columns::Columns(Grid const& grid, std::span<Quanta const> base, std::span<Quanta const> sediment,
                 std::span<Quanta const> obstacle)
    : width_(grid.width), segments_per_row_((grid.width + kSegment - 1) / kSegment) {
  require_size("base", base.size(), grid.cells());
  require_size("sand", sediment.size(), grid.cells());
  if (!obstacle.empty()) require_size("obstacle", obstacle.size(), grid.cells());
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    if (sediment[i] < 0)
      throw std::invalid_argument("sand: the thickness in cell " + std::to_string(i) + " is negative");
    const QuantaSum surface = static_cast<QuantaSum>(base[i]) + sediment[i];
    if (surface > std::numeric_limits<Quanta>::max()) {
      throw std::invalid_argument("sand: the surface of cell " + std::to_string(i) +
                                  " lies beyond the range of elevations");
    }
  }
  for (std::size_t i = 0; i < obstacle.size(); ++i) {
    const QuantaSum foot = static_cast<QuantaSum>(base[i]) - obstacle[i];
    if (obstacle[i] < 0 || foot < std::numeric_limits<Quanta>::min()) {
      throw std::invalid_argument("obstacle: the thickness in cell " + std::to_string(i) +
                                  " is negative or reaches below the range of elevations");
    }
  }
  sediment_.assign(sediment.begin(), sediment.end());
  obstacle_.assign(obstacle.begin(), obstacle.end());
  base_soil_ = obstacle.empty() ? std::vector<SoilId>(grid.cells(), kRock) : soils_of(obstacle);
  if (!has_obstacles()) obstacle_.clear();
  elevation_.resize(grid.cells());
  std::transform(base.begin(), base.end(), sediment.begin(), elevation_.begin(),
                 [](Quanta b, Quanta s) { return b + s; });
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) require_differences(grid, elevation_, x, y);
  }
  disturbed_.assign(static_cast<std::size_t>(segments_per_row_) * static_cast<std::size_t>(grid.height), 1);
}

Layer Columns::layer(std::size_t cell, int k) const {
  if (k == 0 && sediment_[cell] > 0) return {kSand, sediment_[cell]};
  const Quanta built = obstacle(cell);
  if (built > 0 && k < layer_count(cell) - 1) return {kObstacle, built};
  return {kRock, base(cell) - built};
}

bool Columns::has_obstacles() const {
  return std::find(base_soil_.begin(), base_soil_.end(), kObstacle) != base_soil_.end();
}

Quanta Columns::erode(std::size_t cell, Quanta amount) {
  const Quanta taken = std::min(amount, sediment_[cell]);
  sediment_[cell] -= taken;
  elevation_[cell] -= taken;
  disturb(cell);
  return taken;
}

void Columns::deposit(std::size_t cell, SoilId soil, Quanta amount) {
  if (soil != kSand) throw std::invalid_argument("only sand can be laid down on two-layer columns");
  sediment_[cell] += amount;
  elevation_[cell] += amount;
  disturb(cell);
}

Quanta Columns::transfer(std::size_t from, std::size_t to, Quanta amount) {
  const Quanta moved = erode(from, amount);
  deposit(to, kSand, moved);
  return moved;
}

Quanta Columns::abrade(std::size_t cell, Quanta amount, Ledger& ledger) {
  sediment_[cell] += amount;  // the surface stays where it is: what was base is now sand
  const Quanta built = std::min(amount, obstacle(cell));
  if (built > 0) {
    obstacle_[cell] -= built;
    if (obstacle_[cell] == 0) base_soil_[cell] = kRock;
    ledger.convert(kObstacle, kSand, built);
  }
  if (amount > built) ledger.convert(kRock, kSand, amount - built);
  disturb(cell);
  return amount;
}

void Columns::exchange(std::size_t first, std::span<Quanta const> delta) {
  const auto width = static_cast<std::size_t>(width_);
  const std::size_t row = first / width;
  std::uint8_t* const marks = disturbed_.data() + row * static_cast<std::size_t>(segments_per_row_);
  std::size_t column = first % width;
  for (std::size_t done = 0; done < delta.size();) {
    Quanta* const elevation = elevation_.data() + first + done;
    Quanta* const sediment = sediment_.data() + first + done;
    Quanta const* const change = delta.data() + done;
    const std::size_t segment = column / kSegment;
    std::size_t count = (delta.size() - done) / kSegment * kSegment;
    if (column % kSegment == 0 && count > 0) {
      kernel::add_changes(elevation, sediment, change, count / kSegment, marks + segment);
    } else {
      count = std::min({(segment + 1) * kSegment - column, width - column, delta.size() - done});
      if (kernel::add_change(elevation, sediment, change, count)) marks[segment] = 1;
    }
    column += count;
    done += count;
  }
}

void Columns::change_obstacles(Grid const& grid, std::span<ObstacleChange const> changes, Ledger& ledger) {
  std::vector<Quanta> lifted = elevation_;
  for (ObstacleChange const& change : changes) {
    if (static_cast<QuantaSum>(obstacle(change.cell)) + change.thickness < 0) {
      throw std::invalid_argument("obstacle: cell " + std::to_string(change.cell) + " has less of it than is taken");
    }
    const QuantaSum surface = static_cast<QuantaSum>(elevation_[change.cell]) + change.thickness;
    if (surface > kHighest || surface < -kHighest) {
      throw std::invalid_argument("obstacle: the land would reach beyond 8000 m above or below the datum at " +
                                  std::to_string(to_metres(surface)) + " m");
    }
    lifted[change.cell] = static_cast<Quanta>(surface);
  }
  for (ObstacleChange const& change : changes) {
    const int x = static_cast<int>(change.cell % static_cast<std::size_t>(width_));
    const int y = static_cast<int>(change.cell / static_cast<std::size_t>(width_));
    require_differences(grid, lifted, x, y);
  }
  elevation_ = std::move(lifted);
  obstacle_.resize(elevation_.size());
  for (ObstacleChange const& change : changes) {
    Quanta& thickness = obstacle_[change.cell];
    thickness += change.thickness;
    base_soil_[change.cell] = thickness > 0 ? kObstacle : kRock;
    if (change.thickness > 0) ledger.book_in(kObstacle, change.thickness);
    if (change.thickness < 0) ledger.book_out(kObstacle, -static_cast<QuantaSum>(change.thickness));
    disturb(change.cell);
  }
  if (!has_obstacles()) obstacle_.clear();
}

void Columns::disturb(std::size_t cell) {
  const std::size_t row = cell / static_cast<std::size_t>(width_);
  const std::size_t column = cell % static_cast<std::size_t>(width_);
  disturbed_[row * static_cast<std::size_t>(segments_per_row_) + column / kSegment] = 1;
}

void Columns::disturb_all() { std::fill(disturbed_.begin(), disturbed_.end(), std::uint8_t{1}); }

void Columns::set_disturbed(std::span<std::uint8_t const> marks) {
  require_size("disturbed", marks.size(), disturbed_.size());
  std::copy(marks.begin(), marks.end(), disturbed_.begin());
}

ColumnsCount Columns::count() const {
  const kernel::ColumnsSums sums = kernel::sum_columns(elevation_.data(), sediment_.data(), elevation_.size());
  const QuantaSum obstacle = std::accumulate(obstacle_.begin(), obstacle_.end(), QuantaSum{0});
  constexpr Quanta kEnd = 8191 * kQuantaPerMetre;
  return {.rock = sums.elevation - sums.sediment - obstacle,
          .sand = sums.sediment,
          .obstacle = obstacle,
          .negative = sums.thinnest < 0,
          .near_range_end = sums.lowest < -kEnd || sums.highest > kEnd};
}

void Columns::count_lying(MassBudget& budget) const {
  const ColumnsCount counted = count();
  budget.accounts[kSand].lying += counted.sand;
  budget.accounts[kObstacle].lying += counted.obstacle;
  budget.accounts[kRock].lying += counted.rock;
}

void Columns::keep(Archive& archive, Grid const& grid) {
  archive.table(elevation_, grid.cells());
  archive.table(sediment_, grid.cells());
  archive.list(obstacle_, grid.cells());
  archive.list(disturbed_, grid.cells());
  if (!archive.reading()) return;
  std::vector<Quanta> base(grid.cells());
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    const QuantaSum solid = static_cast<QuantaSum>(elevation_[i]) - sediment_[i];
    archive.require(solid == static_cast<Quanta>(solid), "the ground lies beyond the range of elevations");
    base[i] = static_cast<Quanta>(solid);
  }
  try {
    Columns sound(grid, base, sediment_, obstacle_);
    sound.set_disturbed(disturbed_);
    *this = std::move(sound);
  } catch (std::invalid_argument const& error) {
    throw ArchiveError(error.what());
  }
  archive.require(std::all_of(disturbed_.begin(), disturbed_.end(), [](std::uint8_t mark) { return mark <= 1; }),
                  "a segment is neither at rest nor disturbed");
}

}  // namespace barchan
