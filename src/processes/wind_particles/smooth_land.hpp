/// Copies of the land made for the wind: with margins for stencils, and smoothed.
#pragma once

#include <vector>

#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"

namespace barchan {

/// Padded copy of the elevations, with wrapped or clamped margins.
class PaddedElevation {
 public:
  void fill(Grid const& grid, std::span<Quanta const> elevation, int margin, Scheduler const& scheduler);
  kernel::PaddedLand land() const {
    return {cells_.data() + static_cast<std::ptrdiff_t>(margin_) * stride_ + margin_, stride_};
  }

 private:
  int margin_ = 0;
  std::ptrdiff_t stride_ = 0;
  std::vector<Quanta> cells_;
};

/// The land as the wind feels it: metres above the mean surface, smoothed by three binomial passes whose spacing
/// follows the wanted width. Their response is nowhere negative, so no wavelength is felt upside down (a plain
/// difference over a long baseline does that, and grows steps on windward slopes).
class SmoothLand {
 public:
  /// `width`: standard deviation in metres, rounded to whole cells; below half a cell nothing is smoothed.
  void fill(Terrain const& terrain, Quanta mean, float width, Scheduler const& scheduler);
  /// Row `y` and its neighbours under the boundary rule.
  kernel::SmoothRows rows(Grid const& grid, int y) const;

 private:
  float const* row(int y) const { return metres_.data() + static_cast<std::ptrdiff_t>(y) * stride_ + 1; }
  void pass(Grid const& grid, int distance, Scheduler const& scheduler);

  std::ptrdiff_t stride_ = 0;  ///< width + 2: one margin entry on both sides
  std::vector<float> metres_, next_;
};

}  // namespace barchan
