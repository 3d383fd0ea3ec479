#include "measure/patches.hpp"

namespace barchan {

std::vector<Patch> connected_patches(Grid const& grid, std::span<char> mask) {
  std::vector<Patch> patches;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      if (mask[grid.index(x, y)] == 0) continue;
      Patch patch;
      const auto take = [&](int px, int py) {
        if (!grid.periodic() && !grid.contains(px, py)) return;
        char& free = mask[grid.index(grid.resolve_x(px), grid.resolve_y(py))];
        if (free == 0) return;
        free = 0;
        patch.push_back({static_cast<double>(px), static_cast<double>(py)});
      };
      take(x, y);
      for (std::size_t next = 0; next < patch.size(); ++next) {
        const int px = static_cast<int>(patch[next].x), py = static_cast<int>(patch[next].y);
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) take(px + dx, py + dy);
        }
      }
      patches.push_back(std::move(patch));
    }
  }
  return patches;
}

}  // namespace barchan
