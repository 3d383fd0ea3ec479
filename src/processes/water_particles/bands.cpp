#include "processes/water_particles/bands.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace barchan::water {

namespace {

constexpr int kFewestRows = 8;  ///< of a band: less than this and threads wait for one another

}  // namespace

void Bands::sort(Grid const& grid, std::span<Droplet const> droplets, float brush_radius) {
  // Two brushes with a band between them do not meet.
  const int rows = std::max(kFewestRows, 2 * (static_cast<int>(std::ceil(brush_radius)) + 1));
  // An even number, for on a land that goes round the last is beside the first.
  const int bands = std::max(grid.height / rows / 2 * 2, 1);
  const auto band_of = [&](Droplet const& d) {
    return static_cast<std::size_t>(std::min(d.place.y / rows, bands - 1));
  };
  begins_.assign(static_cast<std::size_t>(bands) + 1, 0);
  for (Droplet const& d : droplets) {
    if (d.volume != 0) ++begins_[band_of(d) + 1];
  }
  for (std::size_t b = 1; b < begins_.size(); ++b) begins_[b] += begins_[b - 1];
  slots_.resize(begins_.back());
  next_.assign(begins_.begin(), begins_.end());
  for (std::uint32_t slot = 0; slot < droplets.size(); ++slot) {
    if (droplets[slot].volume != 0) slots_[next_[band_of(droplets[slot])]++] = slot;
  }
}

}  // namespace barchan::water
