#include "land/sea.hpp"

#include <algorithm>

#include "base/archive.hpp"

namespace barchan {

namespace {

/// Cells below `level` that are connected to an edge, by sides and corners.
std::vector<std::uint8_t> flooded(Grid const& grid, std::span<Quanta const> elevations, Quanta level) {
  std::vector<std::uint8_t> covered(grid.cells(), 0);
  std::vector<std::size_t> open;
  const auto reach = [&](int x, int y) {
    const std::size_t cell = grid.index(x, y);
    if (covered[cell] != 0 || elevations[cell] >= level) return;
    covered[cell] = 1;
    open.push_back(cell);
  };
  for (int x = 0; x < grid.width; ++x) reach(x, 0), reach(x, grid.height - 1);
  for (int y = 0; y < grid.height; ++y) reach(0, y), reach(grid.width - 1, y);
  const auto width = static_cast<std::size_t>(grid.width);
  while (!open.empty()) {
    const std::size_t cell = open.back();
    open.pop_back();
    const int x = static_cast<int>(cell % width), y = static_cast<int>(cell / width);
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (grid.contains(x + dx, y + dy)) reach(x + dx, y + dy);
      }
    }
  }
  return covered;
}

}  // namespace

std::vector<LakePour> Sea::cover(Grid const& grid, std::span<Quanta const> elevations, std::optional<Quanta> level) {
  if (!level || grid.boundary != Boundary::open) {
    *this = {};
    return {};
  }
  const std::vector<std::uint8_t> before = std::move(covered_);
  level_ = *level;
  covered_ = flooded(grid, elevations, level_);
  std::vector<LakePour> cut_off;
  for (std::size_t cell = 0; cell < before.size(); ++cell) {
    if (before[cell] == 0 || covered_[cell] != 0 || elevations[cell] >= level_) continue;
    cut_off.push_back({cell, level_ - elevations[cell]});
  }
  return cut_off;
}

void Sea::keep(Archive& archive, Grid const& grid) {
  archive.value(level_);
  archive.list(covered_, grid.cells());
  archive.require(covered_.empty() || (covered_.size() == grid.cells() && grid.boundary == Boundary::open),
                  "the sea differs in size from the land, or the land has no open edges");
  archive.require(std::ranges::all_of(covered_, [](std::uint8_t one) { return one <= 1; }),
                  "the sea covers only a part of a cell");
}

}  // namespace barchan
