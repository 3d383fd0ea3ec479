#include "gravity/slope_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace barchan {

namespace {

/// Largest fraction of an excess that may pass between two neighbours in one sweep. With half of it on diagonals, a
/// sweep multiplies the fastest mode of the grid by 1 - 8 x share = -0.6. The sweep is stable if |factor| < 1.
constexpr float kStableShare = 0.2f;
constexpr int kMostSweeps = 16;
/// Largest fraction of an excess that a sweep for several steps may move. It is small enough to smooth even the
/// smallest bumps of a grid gently.
constexpr float kGentleShare = 0.1f;

/// Rows per band: all for one thread; several bands per thread otherwise, so that no thread waits long for the last.
int band_rows(int height, Scheduler const& scheduler) {
  constexpr int kBandsAThread = 3, kFewest = 16, kMost = 256;
  const int threads = scheduler.threads();
  return threads == 1 ? height : std::clamp(height / (kBandsAThread * threads) + 1, kFewest, kMost);
}

}  // namespace

SweepPlan plan_sweeps(Grid const& grid, float diffusivity, float dt) {
  const float wanted = diffusivity * dt / (grid.cell_size * grid.cell_size);
  const int sweeps = std::clamp(static_cast<int>(std::ceil(wanted / kStableShare)), 1, kMostSweeps);
  return {sweeps, std::min(wanted / static_cast<float>(sweeps), kStableShare)};
}

int steps_due(Grid const& grid, float diffusivity, float dt, std::uint64_t step, int most) {
  const float share = diffusivity * dt / (grid.cell_size * grid.cell_size);
  const float gentle = kGentleShare / std::max(share, 1e-6f);
  const int every = static_cast<int>(std::clamp(gentle, 1.0f, static_cast<float>(most)));
  return step % static_cast<std::uint64_t>(every) == static_cast<std::uint64_t>(every / 2) ? every : 0;
}

float sweep_dither(std::uint64_t step, int sweep) {
  return golden_fraction(step * kMostSweeps + static_cast<std::uint64_t>(sweep));
}

void SlopeSweep::prepare(Terrain const& terrain) {
  unsettled_.prepare(terrain.columns);
  bands_.clear();
  kept_ = {};
}

void SlopeSweep::run(Terrain& terrain, gravity::SlopeRule const& rule, gravity::SweepMarks const& woken,
                     gravity::Slide const& slide) {
  const int height = terrain.grid.height;
  const int rows = band_rows(height, slide.scheduler);
  kept_.prepare(terrain.grid, terrain.columns.segments_per_row(), rows);
  const gravity::Sweep sweep{terrain, rule, slide, woken, unsettled_, kept_};
  const auto bands = static_cast<std::size_t>((height + rows - 1) / rows);
  while (bands_.size() < bands) bands_.emplace_back(terrain);
  slide.scheduler.for_ranges(height, rows, [&](int first, int last) {
    bands_[static_cast<std::size_t>(first / rows)].run(sweep, first, last);
  });
  slide.scheduler.for_ranges(height, rows, [&](int first, int last) {
    kept_.for_each(first, last, [&](int y) { gravity::lay_down_row(sweep, y, kept_.gains(y), kept_.receivers(y)); });
  });
}

}  // namespace barchan
