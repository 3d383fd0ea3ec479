#include "processes/water_particles/heaps.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace barchan::water {

namespace {

constexpr int kFarthestDown = 8;  ///< cells within which lower ground is searched for

/// Deposits of a round in each cell: one array per soil of the loads.
class Gains {
 public:
  explicit Gains(Sums const& sums) {
    for (std::vector<QuantaSum>& gain : sums.mixed_gains) kinds_.push_back(gain.data());
    if (kinds_.empty()) kinds_.push_back(sums.gain);
  }
  QuantaSum of(std::size_t cell) const {
    QuantaSum sum = 0;
    for (QuantaSum const* gain : kinds_) sum += gain[cell];
    return sum;
  }
  /// Returns false if no cell of the range gains more than `most`.
  bool may_exceed(Quanta most, std::size_t first, int count) const {
    if (kinds_.size() > 1) return true;
    QuantaSum const* const gain = kinds_.front() + first;
    bool any = false;
    for (int i = 0; i < count; ++i) any |= gain[i] > most;
    return any;
  }
  /// Moves `amount` from one cell to another, from the first soils that have any.
  void pass_on(std::size_t from, std::size_t to, QuantaSum amount) const {
    for (QuantaSum* gain : kinds_) {
      const QuantaSum part = std::min(amount, gain[from]);
      gain[from] -= part;
      gain[to] += part;
      amount -= part;
    }
  }

 private:
  std::vector<QuantaSum*> kinds_;
};

/// Calls `visit(x, y)` for the cells of the square ring around (x, y) that lie on the land, until it returns false.
template <class Visit>
void for_ring(Grid const& grid, int x, int y, int radius, Visit visit) {
  for (int dy = -radius; dy <= radius; ++dy) {
    const int stride = std::abs(dy) == radius ? 1 : 2 * radius;
    for (int dx = -radius; dx <= radius; dx += stride) {
      const int to_x = x + dx, to_y = y + dy;
      if (!grid.periodic() && !grid.contains(to_x, to_y)) continue;
      if (!visit(grid.resolve_x(to_x), grid.resolve_y(to_y))) return;
    }
  }
}

void slump(RoundLand const& land, Sums const& sums, Gains const& gains, Quanta most, std::size_t cell) {
  Grid const& grid = land.grid;
  const int farthest = std::max(grid.width, grid.height) / (grid.periodic() ? 2 : 1);
  const auto width = static_cast<std::size_t>(grid.width);
  const int x = static_cast<int>(cell % width), y = static_cast<int>(cell / width);
  const std::int64_t top = std::int64_t{land.elevation[cell]} + most;
  const auto spread = [&](int reach, bool down) {
    for (int radius = 1; radius <= reach && gains.of(cell) > most; ++radius) {
      for_ring(grid, x, y, radius, [&](int to_x, int to_y) {
        const std::size_t to = grid.index(to_x, to_y);
        const QuantaSum room = most - gains.of(to);
        if (room > 0 && (!down || land.elevation[to] < top)) {
          gains.pass_on(cell, to, std::min(room, gains.of(cell) - most));
          sums.touched[land.segment(to_x, to_y)] = 1;
        }
        return gains.of(cell) > most;
      });
    }
  };
  spread(std::min(kFarthestDown, farthest), true);
  spread(farthest, false);
}

}  // namespace

std::vector<std::size_t> find_heaps(RoundLand const& land, Sums const& sums, Quanta most, Rows rows) {
  const Gains gains(sums);
  std::vector<std::size_t> cells;
  for (int y = rows.first; y < rows.last; ++y) {
    for (int begin = 0; begin < land.grid.width; begin += kSegment) {
      if (sums.touched[land.segment(begin, y)] == 0) continue;
      const int end = std::min(begin + kSegment, land.grid.width);
      if (!gains.may_exceed(most, land.grid.index(begin, y), end - begin)) continue;
      for (int x = begin; x < end; ++x) {
        if (gains.of(land.grid.index(x, y)) > most) cells.push_back(land.grid.index(x, y));
      }
    }
  }
  return cells;
}

void keep_off(RoundLand const& land, Sums const& sums, Porch const& porch) {
  const Gains gains(sums);
  const auto width = static_cast<std::size_t>(land.grid.width);
  const auto segment = [&](std::size_t cell) {
    return land.segment(static_cast<int>(cell % width), static_cast<int>(cell / width));
  };
  for (const std::int32_t closed : porch.closed()) {
    const auto cell = static_cast<std::size_t>(closed);
    const std::size_t to = porch.of(cell);
    if (to == cell || sums.touched[segment(cell)] == 0) continue;
    gains.pass_on(cell, to, gains.of(cell));
    sums.mark(segment(to));
  }
}

void level_heaps(RoundLand const& land, Sums const& sums, Quanta most, std::span<std::size_t const> heaps) {
  const Gains gains(sums);
  for (const std::size_t cell : heaps) slump(land, sums, gains, most, cell);
}

}  // namespace barchan::water
