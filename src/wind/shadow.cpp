#include "barchan/wind/shadow.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "wind/sweep.hpp"
#include "wind/sweep_kernel.hpp"

namespace barchan {

namespace {

constexpr int kRowsPerBand = 256;

/// The rays of one band: how high they stand over the last row.
class RayFront {
 public:
  RayFront(SweepFrame const& frame, Rays const& rays)
      : step_{frame.shift, rays.low * frame.length, rays.high * frame.length},
        columns_(static_cast<std::size_t>(frame.columns)),
        periodic_(frame.periodic) {
    for (auto& row : rows_) row.assign(columns_ + 2, 0.0f);
  }

  void operator()(SweepRow const& row) {
    // The row before the first one is taken to be as high as it: nothing behind the lead-in casts a shadow.
    if (!begun_) {
      for (std::size_t side = 0; side < 2; ++side) {
        std::copy_n(row.heights, columns_, rows_[side].begin() + 1);
        pad(side);
      }
    }
    begun_ = true;
    kernel::advance_rays(step_, columns_, row.heights,
                         {rows_[0].data() + 1, rows_[1].data() + 1, rows_[2].data() + 1, rows_[3].data() + 1},
                         {row.found[0], row.found[1]});
    for (std::size_t side = 0; side < 2; ++side) {
      std::swap(rows_[side], rows_[side + 2]);
      pad(side);
    }
  }

 private:
  void pad(std::size_t side) {
    std::vector<float>& row = rows_[side];
    row[0] = periodic_ ? row[columns_] : row[1];
    row[columns_ + 1] = periodic_ ? row[1] : row[columns_];
  }

  kernel::RayStep step_;
  std::size_t columns_;
  bool periodic_;
  bool begun_ = false;
  std::array<std::vector<float>, 4> rows_;  ///< low, high, next low, next high, with one pad each side
};

}  // namespace

void sweep_shadow(Grid const& grid, std::span<Quanta const> elevation, Rays const& rays, Scheduler const& scheduler,
                  ShadowMaps const& maps) {
  const Sweep sweep(grid, elevation, rays.towards);
  SweepFrame const& frame = sweep.frame();
  const float wake = sweep.relief() / std::max(rays.low * frame.length, 1e-9f);  // rows
  const int lead = static_cast<int>(std::min(wake + 2.0f, static_cast<float>(frame.rows)));
  const std::array found{maps.shadow, maps.bubble};
  sweep.run({lead, kRowsPerBand}, found, scheduler, [&] { return RayFront(frame, rays); });
}

}  // namespace barchan
