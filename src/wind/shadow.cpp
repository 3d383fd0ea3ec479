#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "barchan/wind/wind_field.hpp"
#include "base/math.hpp"
#include "wind/shadow_kernel.hpp"

namespace barchan {

namespace {

/// Rows of the sweep run across the direction of travel, counted from upwind.
struct SweepFrame {
  bool transposed;  ///< rows of the sweep are columns of the grid
  bool reversed;    ///< the sweep goes from the last row to the first
  int rows, columns;
  kernel::RayStep ray;
};

SweepFrame make_frame(Grid const& grid, glm::vec2 towards, float tan_low, float tan_high) {
  SweepFrame frame{};
  frame.transposed = std::abs(towards.x) > std::abs(towards.y);
  const float major = frame.transposed ? towards.x : towards.y;
  const float minor = frame.transposed ? towards.y : towards.x;
  frame.reversed = major < 0.0f;
  frame.rows = frame.transposed ? grid.width : grid.height;
  frame.columns = frame.transposed ? grid.height : grid.width;
  const float shift = minor / std::abs(major);
  const float length = grid.cell_size * std::sqrt(1.0f + shift * shift);
  frame.ray = {shift, tan_low * length, tan_high * length};
  return frame;
}

/// Bands are cut by the land alone, never by the number of threads: no shorter than this, and long enough that the
/// lead-in is at most half as much work again.
constexpr int kRowsPerBand = 256;
constexpr int kLeadsPerBand = 2;
constexpr int kStrip = static_cast<int>(kernel::kTurnedColumns);

/// Where the results go; `bubble` may be null.
struct SweepTarget {
  float* shadow;
  float* bubble;
};

/// One band of rows, with as many rows of lead-in as the tallest wake is long. It works through strips of a few rows:
/// where rows of the sweep are columns of the grid, a strip is turned, swept and turned back while it is in the cache.
class BandSweep {
 public:
  BandSweep(SweepFrame const& frame, bool periodic, Quanta const* elevation, Quanta lowest)
      : frame_(frame), periodic_(periodic), elevation_(elevation), lowest_(lowest) {
    const auto columns = static_cast<std::size_t>(frame.columns);
    // A stride that is no power of two keeps the rows of a strip out of each other's place in the cache.
    stride_ = (columns + kStrip - 1) / kStrip * kStrip + kStrip;
    for (auto& row : rays_) row.assign(columns + 2, 0.0f);
    const std::size_t strip = stride_ * (frame.transposed ? kStrip : 1);
    heights_.resize(strip);
    shadow_.resize(strip);
    bubble_.resize(strip);
  }

  void run(int first, int last, int lead, SweepTarget target) {
    int start = first - lead;
    if (!periodic_) start = std::max(start, 0);
    bool begun = false;
    for (int r = start; r < last;) {
      const int behind_seam = ((r % frame_.rows) + frame_.rows) % frame_.rows;
      const bool wanted = r >= first;
      const int count = std::min({kStrip, (wanted ? last : first) - r, frame_.rows - behind_seam});
      // Cells of the grid in the order of the grid, whichever way the sweep goes.
      const int lowest_row = frame_.reversed ? frame_.rows - behind_seam - count : behind_seam;
      if (frame_.transposed) turn_strip(lowest_row, count);
      for (int k = 0; k < count; ++k) {
        const int row = frame_.reversed ? count - 1 - k : k;
        float const* const heights = heights_of(lowest_row, row);
        // The row before the first one is taken to be as high as it: nothing behind the lead-in casts a shadow.
        if (!begun) load_rays(heights);
        begun = true;
        advance(heights, row_target(lowest_row, row, wanted, target));
      }
      if (frame_.transposed && wanted) turn_strip_back(lowest_row, count, target);
      r += count;
    }
  }

 private:
  std::size_t columns() const { return static_cast<std::size_t>(frame_.columns); }
  std::size_t strip_row(int row) const { return static_cast<std::size_t>(row) * stride_; }

  void turn_strip(int first, int count) {
    kernel::turn_heights(lowest_, elevation_ + first, static_cast<std::size_t>(frame_.rows), columns(),
                         static_cast<std::size_t>(count), heights_.data(), stride_);
  }
  void turn_strip_back(int first, int count, SweepTarget target) const {
    const auto stride = static_cast<std::size_t>(frame_.rows);
    const auto strip = static_cast<std::size_t>(count);
    kernel::turn_back(shadow_.data(), stride_, columns(), strip, target.shadow + first, stride);
    if (target.bubble != nullptr) {
      kernel::turn_back(bubble_.data(), stride_, columns(), strip, target.bubble + first, stride);
    }
  }
  float const* heights_of(int lowest_row, int row) {
    if (frame_.transposed) return heights_.data() + strip_row(row);
    kernel::heights_above(lowest_, elevation_ + static_cast<std::size_t>(lowest_row + row) * columns(), columns(),
                          heights_.data());
    return heights_.data();
  }
  /// Where the results of a row go: into the strip, straight into the target, or, in the lead-in, nowhere.
  SweepTarget row_target(int lowest_row, int row, bool wanted, SweepTarget target) {
    if (frame_.transposed) return {shadow_.data() + strip_row(row), bubble_.data() + strip_row(row)};
    if (!wanted) return {shadow_.data(), bubble_.data()};
    const std::size_t at = static_cast<std::size_t>(lowest_row + row) * columns();
    return {target.shadow + at, target.bubble != nullptr ? target.bubble + at : bubble_.data()};
  }
  void load_rays(float const* heights) {
    for (std::size_t side = 0; side < 2; ++side) {
      std::copy_n(heights, columns(), rays_[side].begin() + 1);
      pad(rays_[side]);
    }
  }
  void pad(std::vector<float>& row) const {
    const std::size_t n = columns();
    row[0] = periodic_ ? row[n] : row[1];
    row[n + 1] = periodic_ ? row[1] : row[n];
  }
  void advance(float const* heights, SweepTarget target) {
    kernel::advance_rays(frame_.ray, columns(), heights, rays_[0].data() + 1, rays_[1].data() + 1, rays_[2].data() + 1,
                         rays_[3].data() + 1, target.shadow, target.bubble);
    std::swap(rays_[0], rays_[2]);
    std::swap(rays_[1], rays_[3]);
    pad(rays_[0]);
    pad(rays_[1]);
  }

  SweepFrame const& frame_;
  bool periodic_;
  Quanta const* elevation_;
  Quanta lowest_;
  std::size_t stride_ = 0;
  std::array<std::vector<float>, 4> rays_;  ///< low, high, next low, next high, with one pad each side
  std::vector<float> heights_, shadow_, bubble_;
};

/// The sweep itself; `bubble` may be null.
void sweep(Grid const& grid, std::span<Quanta const> elevation, SweepFrame const& frame, Scheduler const& scheduler,
           std::vector<float>& shadow, std::vector<float>* bubble) {
  shadow.resize(grid.cells());
  if (bubble != nullptr) bubble->resize(grid.cells());
  const kernel::Extremes extremes = kernel::extremes(elevation.data(), elevation.size());
  float relief = 0.0f;
  kernel::heights_above(extremes.lowest, &extremes.highest, 1, &relief);
  const float wake = relief / std::max(frame.ray.drop_low, 1e-9f);
  const int lead = static_cast<int>(std::min(wake + 2.0f, static_cast<float>(frame.rows)));
  const SweepTarget target{shadow.data(), bubble != nullptr ? bubble->data() : nullptr};
  scheduler.for_ranges(frame.rows, std::max(kRowsPerBand, kLeadsPerBand * lead), [&](int first, int last) {
    BandSweep(frame, grid.periodic(), elevation.data(), extremes.lowest).run(first, last, lead, target);
  });
}

}  // namespace

void sweep_shadow(Grid const& grid, std::span<Quanta const> elevation, glm::vec2 towards, float tan_low, float tan_high,
                  Scheduler const& scheduler, std::vector<float>& shadow) {
  sweep(grid, elevation, make_frame(grid, towards, tan_low, tan_high), scheduler, shadow, nullptr);
}

void sweep_bubble(Grid const& grid, std::span<Quanta const> elevation, glm::vec2 towards, float tangent,
                  Scheduler const& scheduler, std::vector<float>& bubble) {
  std::vector<float> shadow;
  sweep(grid, elevation, make_frame(grid, towards, tangent, tangent), scheduler, shadow, &bubble);
}

void WindField::renew_shadow(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler) {
  const float low = math::tangent_degrees(parameters.shadow_low);
  const float high = math::tangent_degrees(std::max(parameters.shadow_high, parameters.shadow_low));
  sweep(terrain.grid, terrain.columns.elevations(), make_frame(terrain.grid, direction_, low, high), scheduler, shadow_,
        &bubble_);
}

}  // namespace barchan
