/// Bands of rows, so that threads share the land without sharing a cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/scheduler.hpp"
#include "processes/water_particles/droplet.hpp"

namespace barchan::water {

/// The droplets by the rows where they are. A droplet changes cells under its brush alone, so what runs in one band
/// has nothing to do with what runs in the next but one.
class Bands {
 public:
  /// `brush_radius`: cells. Of slots without a droplet none is listed.
  void sort(Grid const& grid, std::span<Droplet const> droplets, float brush_radius, Scheduler const& scheduler);

  int count() const { return static_cast<int>(begins_.size()) - 1; }
  /// Ascending.
  std::span<std::uint32_t const> slots(int band) const {
    const auto b = static_cast<std::size_t>(band);
    return std::span(slots_).subspan(begins_[b], begins_[b + 1] - begins_[b]);
  }

  /// Calls `work(band)` for each: for every second one, and then for those between.
  template <class Work>
  void run(Scheduler const& scheduler, Work work) const {
    for (const int odd : {0, 1}) {
      scheduler.for_ranges((count() + 1 - odd) / 2, 1, [&](int k, int) { work(2 * k + odd); });
    }
  }

 private:
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> begins_ = {0};  ///< of the bands in it, and its end
  // Scratch of a sorting.
  std::vector<std::uint16_t> bands_;  ///< of each slot
  std::vector<std::uint32_t> next_;
};

}  // namespace barchan::water
