#include "processes/water_particles/bands.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace barchan::water {

namespace {

constexpr int kFewestRows = 8;  ///< rows per band; with fewer, threads wait for one another
constexpr int kSlotGrain = 1024;

}  // namespace

void Bands::sort(Grid const& grid, std::span<Droplet const> droplets, float brush_radius, Scheduler const& scheduler) {
  // Brushes that are separated by a band do not overlap.
  const int rows = std::max(kFewestRows, 2 * (static_cast<int>(std::ceil(brush_radius)) + 1));
  // An even number, because on a periodic land the last band is next to the first.
  const int count = std::max(grid.height / rows / 2 * 2, 1);
  const auto none = static_cast<std::uint16_t>(count);
  bands_.resize(droplets.size());
  scheduler.for_ranges(static_cast<int>(droplets.size()), kSlotGrain, [&](int first, int last) {
    for (auto slot = static_cast<std::size_t>(first); slot < static_cast<std::size_t>(last); ++slot) {
      const int band = std::min(droplets[slot].place.y / rows, count - 1);
      bands_[slot] = droplets[slot].volume != 0 ? static_cast<std::uint16_t>(band) : none;
    }
  });
  begins_.assign(static_cast<std::size_t>(count) + 2, 0);
  for (const std::uint16_t band : bands_) ++begins_[band + 1u];
  for (std::size_t b = 1; b < begins_.size(); ++b) begins_[b] += begins_[b - 1];
  next_.assign(begins_.begin(), begins_.end());
  begins_.pop_back();
  slots_.resize(droplets.size());
  for (std::uint32_t slot = 0; slot < droplets.size(); ++slot) slots_[next_[bands_[slot]]++] = slot;
}

}  // namespace barchan::water
