#include "wind/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "wind/sweep_kernel.hpp"

namespace barchan {

namespace {

constexpr int kStrip = static_cast<int>(kernel::kTurnedColumns);
constexpr int kLeadsPerBand = 2;

}  // namespace

SweepFrame::SweepFrame(Grid const& grid, glm::vec2 towards)
    : transposed(std::abs(towards.x) > std::abs(towards.y)), periodic(grid.periodic()) {
  const float major = transposed ? towards.x : towards.y;
  const float minor = transposed ? towards.y : towards.x;
  reversed = major < 0.0f;
  rows = transposed ? grid.width : grid.height;
  columns = transposed ? grid.height : grid.width;
  shift = minor / std::abs(major);
  length = grid.cell_size * std::sqrt(1.0f + shift * shift);
}

/// One band of rows. If rows of the sweep are columns of the grid, the band works through strips of a few rows: each
/// strip is transposed, swept and transposed back while it is in the cache.
class Sweep::Band {
 public:
  Band(Sweep const& sweep, std::span<std::span<float> const> maps)
      : frame_(sweep.frame_), elevation_(sweep.elevation_.data()), lowest_(sweep.lowest_), maps_(maps) {
    // A stride that is not a power of two keeps the rows of a strip from evicting each other from the cache.
    stride_ = (columns() + kStrip - 1) / kStrip * kStrip + kStrip;
    const std::size_t strip = stride_ * (frame_.transposed ? kStrip : 1);
    heights_ = std::make_unique_for_overwrite<float[]>(strip);
    for (std::size_t i = 0; i < maps.size(); ++i) found_[i] = std::make_unique_for_overwrite<float[]>(strip);
  }

  void run(int first, int last, int lead, RowVisitor const& visit) {
    const int start = frame_.periodic ? first - lead : std::max(first - lead, 0);
    for (int row = start; row < last;) {
      const bool wanted = row >= first;
      const int behind_seam = ((row % frame_.rows) + frame_.rows) % frame_.rows;
      const int count = std::min({kStrip, (wanted ? last : first) - row, frame_.rows - behind_seam});
      // Index in the order of the grid, regardless of the direction of the sweep.
      const int lowest_row = frame_.reversed ? frame_.rows - behind_seam - count : behind_seam;
      if (frame_.transposed) turn_strip(lowest_row, count);
      for (int k = 0; k < count; ++k) {
        const int line = frame_.reversed ? count - 1 - k : k;
        visit({row + k, wanted, heights_of(lowest_row, line), places(lowest_row, line, wanted)});
      }
      if (frame_.transposed && wanted) turn_strip_back(lowest_row, count);
      row += count;
    }
  }

 private:
  std::size_t columns() const { return static_cast<std::size_t>(frame_.columns); }
  std::size_t strip_row(int line) const { return static_cast<std::size_t>(line) * stride_; }
  kernel::Patch patch(int count) const {
    return {columns(), static_cast<std::size_t>(count), static_cast<std::size_t>(frame_.rows)};
  }
  void turn_strip(int first, int count) {
    kernel::turn_heights(lowest_, elevation_ + first, patch(count), heights_.get(), stride_);
  }
  void turn_strip_back(int first, int count) const {
    for (std::size_t i = 0; i < maps_.size(); ++i) {
      if (!maps_[i].empty()) kernel::turn_back(found_[i].get(), stride_, patch(count), maps_[i].data() + first);
    }
  }
  float const* heights_of(int lowest_row, int line) {
    if (frame_.transposed) return heights_.get() + strip_row(line);
    kernel::heights_above(lowest_, elevation_ + static_cast<std::size_t>(lowest_row + line) * columns(), columns(),
                          heights_.get());
    return heights_.get();
  }
  /// Output of a row: in the strip, directly in the maps, or none.
  std::array<float*, kMostSwept> places(int lowest_row, int line, bool wanted) {
    const std::size_t in_grid = static_cast<std::size_t>(lowest_row + line) * columns();
    const std::size_t in_strip = frame_.transposed ? strip_row(line) : 0;
    std::array<float*, kMostSwept> at{};
    for (std::size_t i = 0; i < maps_.size(); ++i) {
      const bool straight = !frame_.transposed && wanted && !maps_[i].empty();
      at[i] = straight ? maps_[i].data() + in_grid : found_[i].get() + in_strip;
    }
    return at;
  }

  SweepFrame const& frame_;
  Quanta const* elevation_;
  Quanta lowest_;
  std::span<std::span<float> const> maps_;
  std::size_t stride_ = 0;
  std::unique_ptr<float[]> heights_;
  std::array<std::unique_ptr<float[]>, kMostSwept> found_;
};

Sweep::Sweep(Grid const& grid, std::span<Quanta const> elevation, glm::vec2 towards)
    : frame_(grid, towards), elevation_(elevation) {
  const kernel::Extremes extremes = kernel::extremes(elevation.data(), elevation.size());
  lowest_ = extremes.lowest;
  relief_ = kernel::metres_above(extremes.highest, extremes.lowest);
}

void Sweep::run(SweepBands bands, std::span<std::span<float> const> maps, Scheduler const& scheduler,
                std::function<RowVisitor()> const& begin) const {
  scheduler.for_ranges(frame_.rows, std::max(bands.least, kLeadsPerBand * bands.lead),
                       [&](int first, int last) { Band(*this, maps).run(first, last, bands.lead, begin()); });
}

}  // namespace barchan
