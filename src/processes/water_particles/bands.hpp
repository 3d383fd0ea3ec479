/// Bands of grid rows, which let threads work on the land without two of them writing to the same cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/scheduler.hpp"
#include "processes/water_particles/droplet.hpp"

namespace barchan::water {

/// Lists the droplets by the band of rows they are in. A droplet changes only the cells under its brush, so work in one
/// band never touches the cells that work in the next band but one touches.
class Bands {
 public:
  /// Sorts the droplets into bands. `brush_radius` is in cells. Empty slots are not listed.
  void sort(Grid const& grid, std::span<Droplet const> droplets, float brush_radius, Scheduler const& scheduler);

  int count() const { return static_cast<int>(begins_.size()) - 1; }
  /// Numbers of the slots in a band, in ascending order.
  std::span<std::uint32_t const> slots(int band) const {
    const auto b = static_cast<std::size_t>(band);
    return std::span(slots_).subspan(begins_[b], begins_[b + 1] - begins_[b]);
  }

  /// Calls `work(band)` for every band: first for the even ones in parallel, then for the odd ones.
  template <class Work>
  void run(Scheduler const& scheduler, Work work) const {
    for (const int odd : {0, 1}) {
      scheduler.for_ranges((count() + 1 - odd) / 2, 1, [&](int k, int) { work(2 * k + odd); });
    }
  }

 private:
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> begins_ = {0};  ///< start of each band in `slots_`, and the end of the last one
  // Scratch memory of sort().
  std::vector<std::uint16_t> bands_;  ///< band of each slot
  std::vector<std::uint32_t> next_;
};

}  // namespace barchan::water
