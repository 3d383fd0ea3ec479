#include "barchan/columns.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "sim/columns_kernel.hpp"

namespace barchan {

namespace {

static_assert(static_cast<std::size_t>(Columns::kSegment) == kernel::kColumnsSegment);

constexpr QuantaSum kLargestDifference = QuantaSum{8000} * kQuantaPerMetre;

void require_size(std::string_view what, std::size_t found, std::size_t expected) {
  if (found != expected) {
    throw std::invalid_argument(std::string(what) + ": expected " + std::to_string(expected) + " cells, found " +
                                std::to_string(found));
  }
}

/// The cascade compares neighbours in int32, so they must stand less than 8192 m apart.
void require_differences(Grid const& grid, std::span<Quanta const> elevation) {
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
        const QuantaSum a = elevation[grid.index(x, y)];
        const QuantaSum b = elevation[grid.index(grid.resolve_x(x + dx), grid.resolve_y(y + dy))];
        if (a - b > kLargestDifference || b - a > kLargestDifference) {
          throw std::invalid_argument("elevation: cells next to (" + std::to_string(x) + ", " + std::to_string(y) +
                                      ") stand more than 8000 m apart");
        }
      }
    }
  }
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

void Ledger::assign(MassBudget const& booked) {
  for (int i = 0; i < kAccountCount; ++i) {
    Account const& account = booked.accounts[static_cast<std::size_t>(i)];
    opening_[i] = account.opening;
    out_[i] = account.out;
    in_[i] = account.in;
    converted_[i] = account.converted;
  }
}

Columns::Columns(Grid const& grid, std::span<Quanta const> base, std::span<Quanta const> loose,
                 std::span<SoilId const> base_soil)
    : width_(grid.width), segments_per_row_((grid.width + kSegment - 1) / kSegment) {
  require_size("base", base.size(), grid.cells());
  require_size("sand", loose.size(), grid.cells());
  require_size("base_soil", base_soil.size(), grid.cells());
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    if (loose[i] < 0) throw std::invalid_argument("sand: the thickness in cell " + std::to_string(i) + " is negative");
    const QuantaSum surface = static_cast<QuantaSum>(base[i]) + loose[i];
    if (surface > std::numeric_limits<Quanta>::max()) {
      throw std::invalid_argument("sand: the surface of cell " + std::to_string(i) +
                                  " lies beyond the range of elevations");
    }
    if (base_soil[i] != kRock && base_soil[i] != kObstacle) {
      throw std::invalid_argument("base_soil: cell " + std::to_string(i) + " is neither rock nor obstacle");
    }
    has_obstacles_ = has_obstacles_ || base_soil[i] == kObstacle;
  }
  loose_.assign(loose.begin(), loose.end());
  base_soil_.assign(base_soil.begin(), base_soil.end());
  elevation_.resize(grid.cells());
  std::transform(base.begin(), base.end(), loose.begin(), elevation_.begin(), [](Quanta b, Quanta s) { return b + s; });
  require_differences(grid, elevation_);
  disturbed_.assign(static_cast<std::size_t>(segments_per_row_) * static_cast<std::size_t>(grid.height), 1);
}

Layer Columns::layer(std::size_t cell, int k) const {
  if (k == 0 && loose_[cell] > 0) return {kSand, loose_[cell]};
  return {base_soil_[cell], base(cell)};
}

Quanta Columns::erode(std::size_t cell, Quanta amount) {
  const Quanta taken = std::min(amount, loose_[cell]);
  loose_[cell] -= taken;
  elevation_[cell] -= taken;
  disturb(cell);
  return taken;
}

void Columns::deposit(std::size_t cell, SoilId soil, Quanta amount) {
  if (soil != kSand) throw std::invalid_argument("only sand can be laid down on two-layer columns");
  loose_[cell] += amount;
  elevation_[cell] += amount;
  disturb(cell);
}

Quanta Columns::transfer(std::size_t from, std::size_t to, Quanta amount) {
  const Quanta moved = erode(from, amount);
  deposit(to, kSand, moved);
  return moved;
}

Quanta Columns::abrade(std::size_t cell, Quanta amount, Ledger& ledger) {
  loose_[cell] += amount;  // the surface stays where it is: what was base is now sand
  ledger.convert(base_soil_[cell], kSand, amount);
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
    Quanta* const loose = loose_.data() + first + done;
    Quanta const* const change = delta.data() + done;
    const std::size_t segment = column / kSegment;
    std::size_t count = (delta.size() - done) / kSegment * kSegment;
    if (column % kSegment == 0 && count > 0) {
      kernel::add_changes(elevation, loose, change, count / kSegment, marks + segment);
    } else {
      count = std::min({(segment + 1) * kSegment - column, width - column, delta.size() - done});
      if (kernel::add_change(elevation, loose, change, count)) marks[segment] = 1;
    }
    column += count;
    done += count;
  }
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
  const kernel::ColumnsSums sums = kernel::sum_columns(elevation_.data(), loose_.data(), elevation_.size());
  QuantaSum obstacle = 0;
  if (has_obstacles_) {
    for (std::size_t i = 0; i < elevation_.size(); ++i) {
      if (base_soil_[i] == kObstacle) obstacle += base(i);
    }
  }
  constexpr Quanta kEnd = 8191 * kQuantaPerMetre;
  return {.rock = sums.elevation - sums.loose - obstacle,
          .sand = sums.loose,
          .obstacle = obstacle,
          .negative = sums.thinnest < 0,
          .near_range_end = sums.lowest < -kEnd || sums.highest > kEnd};
}

void Columns::count_ground(MassBudget& budget) const {
  const ColumnsCount counted = count();
  budget.accounts[kSand].ground += counted.sand;
  budget.accounts[kObstacle].ground += counted.obstacle;
  budget.accounts[kRock].ground += counted.rock;
}

}  // namespace barchan
