#include "processes/wind_particles/face_blows.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

namespace barchan {

namespace {

constexpr int kRowGrain = 16;
// Height above the foot of a face within which sand wears it, m (Sharp 1964: mostly below 0.5 m).
constexpr float kLayer = 1.0f;
constexpr double kMostWorn = 0.5;   // most that a notch grows per step, cell widths
constexpr float kParts = 65536.0f;  // per quantum; unit in which strikes are summed
constexpr Quanta kNoFoot = std::numeric_limits<Quanta>::max();

}  // namespace

void FaceBlows::look(Terrain const& terrain, Scheduler const& scheduler) {
  exposures_.reset();
  if (!is_layered(terrain)) return;
  blows_.assign(terrain.grid.cells(), {.foot = kNoFoot});
  struck_ = 0;
  exposures_.emplace(terrain, scheduler);
}

bool FaceBlows::strike(Terrain const& terrain, Approach const& way, float worn) {
  if (way.to == way.from || way.height > kLayer || !exposures_->towers_over(way.to, way.from)) return false;
  const auto width = static_cast<std::size_t>(terrain.grid.width);
  const Exposure open = exposures_->of(static_cast<int>(way.to % width), static_cast<int>(way.to / width));
  const Quanta foot = terrain.columns.elevation(way.from);
  if (!(open.faces > 0.0) || solid_layers(terrain.columns, way.to, foot) < 2) return false;
  Blows& blows = blows_[way.to];
  std::atomic_ref<QuantaSum>(blows.worn).fetch_add(static_cast<QuantaSum>(worn * kParts), std::memory_order_relaxed);
  std::atomic_ref<Quanta> lowest(blows.foot);
  Quanta known = lowest.load(std::memory_order_relaxed);
  while (foot < known && !lowest.compare_exchange_weak(known, foot, std::memory_order_relaxed)) {
  }
  std::atomic_ref<std::uint8_t>(struck_).store(1, std::memory_order_relaxed);
  return true;
}

void FaceBlows::hollow_out(Terrain& terrain, Ledger& ledger, Scheduler const& scheduler) {
  if (!any()) return;
  Grid const& grid = terrain.grid;
  if (struck_ != 0) terrain.notches.expect_blasting(grid);
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const std::size_t cell = grid.index(x, y);
        if (blows_[cell].worn == 0 && terrain.notches.blasted(cell) == 0.0) continue;
        if (!(exposures_->of(x, y).faces > 0.0)) {
          terrain.notches.forget(cell);
        } else if (blows_[cell].worn > 0) {
          deepen(terrain, cell, ledger);
        }
      }
    }
  });
  exposures_.reset();
}

void FaceBlows::deepen(Terrain& terrain, std::size_t cell, Ledger& ledger) const {
  const auto [worn, foot] = blows_[cell];
  const Quanta hit = std::min(exposures_->base(cell) - foot, to_quanta(static_cast<double>(kLayer)));
  const double depth = static_cast<double>(worn) / static_cast<double>(kParts) / hit;  // in cell widths
  terrain.notches.blast(cell, static_cast<double>(terrain.grid.cell_size) * std::min(depth, kMostWorn));
  terrain.notches.let_fall(terrain, cell, {.foot = foot, .reach = foot + hit}, ledger);
}

}  // namespace barchan
