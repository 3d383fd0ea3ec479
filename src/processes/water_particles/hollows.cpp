#include "processes/water_particles/hollows.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <queue>
#include <utility>

namespace barchan::water {

namespace {

constexpr std::array<std::pair<int, int>, 8> kNeighbours{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
constexpr std::uint32_t kOpposite = 4;

/// A cell by the height of the water over it, in one number that sorts as both; the place breaks ties, so that the
/// order is one and the same.
using Entry = std::uint64_t;
constexpr std::uint32_t kSign = 0x80000000u;
Entry entry(Quanta level, std::size_t cell) {
  return static_cast<Entry>(static_cast<std::uint32_t>(level) ^ kSign) << 32 | static_cast<std::uint32_t>(cell);
}
Quanta level_of(Entry entry) { return static_cast<Quanta>(static_cast<std::uint32_t>(entry >> 32) ^ kSign); }
std::size_t cell_of(Entry entry) { return static_cast<std::uint32_t>(entry); }

}  // namespace

int Spill::east() const { return way == kEdge ? 0 : kNeighbours[way].first; }
int Spill::north() const { return way == kEdge ? 0 : kNeighbours[way].second; }

std::vector<std::uint32_t> find_spills(Grid const& grid, std::span<Quanta const> elevations) {
  constexpr std::uint8_t kUnseen = 255;
  std::vector<std::uint32_t> spills(grid.cells(), Spill::kDry);
  std::vector<std::uint8_t> way(grid.cells(), kUnseen);  // towards the cell from which the flood came
  std::vector<Entry> heap;
  std::vector<Entry> flooded;  // cells of hollows, which need no order
  std::size_t next_flooded = 0;
  if (grid.boundary == Boundary::open) {
    for (int y = 0; y < grid.height; ++y) {
      const bool whole_row = y == 0 || y == grid.height - 1;
      for (int x = 0; x < grid.width; x += whole_row ? 1 : std::max(1, grid.width - 1)) {
        const std::size_t cell = grid.index(x, y);
        way[cell] = Spill::kEdge;
        heap.push_back(entry(elevations[cell], cell));
      }
    }
  } else {
    const auto lowest = std::min_element(elevations.begin(), elevations.end());
    const auto cell = static_cast<std::size_t>(lowest - elevations.begin());
    way[cell] = Spill::kEdge;
    heap.push_back(entry(*lowest, cell));
  }
  std::make_heap(heap.begin(), heap.end(), std::greater<>());
  while (!heap.empty() || next_flooded < flooded.size()) {
    Entry here = 0;
    if (next_flooded < flooded.size()) {
      here = flooded[next_flooded++];
    } else {
      std::pop_heap(heap.begin(), heap.end(), std::greater<>());
      here = heap.back();
      heap.pop_back();
      flooded.clear();
      next_flooded = 0;
    }
    const Quanta level = level_of(here);
    const std::size_t cell = cell_of(here);
    const int x = static_cast<int>(cell) % grid.width;
    const int y = static_cast<int>(cell) / grid.width;
    for (std::uint32_t k = 0; k < kNeighbours.size(); ++k) {
      int to_x = x + kNeighbours[k].first;
      int to_y = y + kNeighbours[k].second;
      if (!grid.contains(to_x, to_y)) {
        if (!grid.periodic()) continue;
        to_x = grid.resolve_x(to_x);
        to_y = grid.resolve_y(to_y);
      }
      const std::size_t to = grid.index(to_x, to_y);
      if (way[to] != kUnseen) continue;
      way[to] = static_cast<std::uint8_t>((k + kOpposite) % kNeighbours.size());
      if (elevations[to] < level) {
        spills[to] = spills[cell] != Spill::kDry ? spills[cell] : Spill{cell, way[cell]}.packed();
        flooded.push_back(entry(level, to));
      } else {
        heap.push_back(entry(elevations[to], to));
        std::push_heap(heap.begin(), heap.end(), std::greater<>());
      }
    }
  }
  return spills;
}

}  // namespace barchan::water
