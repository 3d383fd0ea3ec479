#include "processes/weathering/stretches.hpp"

#include <algorithm>
#include <limits>

#include "base/scheduler.hpp"
#include "land/exposure.hpp"
#include "land/terrain.hpp"

namespace barchan::weathering {

namespace {

constexpr int kRowGrain = 32;
constexpr Quanta kNone = std::numeric_limits<Quanta>::max();

SoilSet weathering_soils(Soils const& soils) {
  SoilSet set = 0;
  for (std::size_t soil = 0; soil < soils.size(); ++soil) {
    if (soils[soils[soil].weathers].loose) set |= soil_bit(static_cast<SoilId>(soil));
  }
  return set;
}

Quanta least_leaning(Terrain const& terrain) {
  QuantaSum least = kNone;
  for (std::size_t soil = 0; soil < terrain.soils.size(); ++soil) {
    least = std::min(least, leaning_of(terrain, static_cast<SoilId>(soil)));
  }
  return static_cast<Quanta>(least);
}

}  // namespace

void Stretches::prepare(Grid const& grid) {
  *this = {};
  count_ = static_cast<std::size_t>(stretches_of(grid));
}

void Stretches::make_room(Grid const& grid) {
  if (!ground_.empty()) return;
  const std::size_t size = count_ * static_cast<std::size_t>(grid.height);
  ground_.resize(size);
  work_.resize(size);
  faces_.resize(size);
  rows_.resize(static_cast<std::size_t>(grid.height));
}

bool Stretches::survey(Terrain const& terrain, Quanta deepest, Scheduler const& scheduler) {
  make_room(terrain.grid);
  if (!follow(terrain, scheduler) && idle_ && deepest == deepest_) return false;
  deepest_ = deepest;
  std::uint8_t any = 0;
  for (int y = 0; y < terrain.grid.height; ++y) {
    const auto ground = row_of(ground_, y);
    const auto faces = row_of(faces_, y), work = row_of(work_, y);
    std::uint8_t all = 0;
    for (std::size_t s = 0; s < count_; ++s) {
      work[s] = static_cast<std::uint8_t>((ground[s].thinnest < deepest ? kTurns : 0) | (faces[s] != 0 ? kFaces : 0));
      all |= work[s];
    }
    any |= rows_[static_cast<std::size_t>(y)] = all;
  }
  idle_ = any == 0;
  return !idle_;
}

bool Stretches::follow(Terrain const& terrain, Scheduler const& scheduler) {
  Grid const& grid = terrain.grid;
  Changes const& changes = terrain.columns.changes();
  const SoilSet weathers = weathering_soils(terrain.soils);
  const Quanta leaning = least_leaning(terrain);
  const Moment since = weathers == weathers_ && leaning == leaning_ ? changes.since(last_) : 0;
  weathers_ = weathers;
  leaning_ = leaning;
  last_ = changes.look();
  if (!changes.any(since)) return false;
  const auto changed = [&](int y) { return changes.any(grid.resolve_y(y), since); };
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      if (!changed(y)) continue;
      const std::span<Moment const> stamps = changes.row(y);
      for (std::size_t s = 0; s < count_; ++s) {
        if (stamps[s] >= since) row_of(ground_, y)[s] = look(terrain, y, static_cast<int>(s));
      }
    }
  });
  scheduler.for_ranges(grid.height, kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      if (!changed(y) && !changed(y - 1) && !changed(y + 1)) continue;
      for (std::size_t s = 0; s < count_; ++s) {
        row_of(faces_, y)[s] = may_show_faces(grid, y, static_cast<int>(s)) ? 1 : 0;
      }
    }
  });
  return true;
}

Stretches::Ground Stretches::look(Terrain const& terrain, int y, int stretch) const {
  Columns const& columns = terrain.columns;
  const std::size_t first = terrain.grid.index(stretch * kStretch, y);
  const std::size_t end = first + static_cast<std::size_t>(std::min(kStretch, terrain.grid.width - stretch * kStretch));
  Ground ground{kNone, std::numeric_limits<Quanta>::min(), kNone};
  const bool only_rock = columns.strata().count(y) == 0;
  for (std::size_t cell = first; cell < end; ++cell) {
    const Quanta surface = columns.elevation(cell);
    const Quanta cover = only_rock ? columns.available(cell) : columns.sediment(cell);
    ground.lowest = std::min(ground.lowest, surface);
    ground.highest = std::max(ground.highest, surface - cover);
    const SoilId base = only_rock ? kRock : columns.base_soil(cell);
    if ((weathers_ & soil_bit(base)) != 0) ground.thinnest = std::min(ground.thinnest, cover);
  }
  return ground;
}

bool Stretches::may_show_faces(Grid const& grid, int y, int stretch) const {
  const int count = static_cast<int>(count_);
  const auto lowest = [&](int row, int s) {
    const int at = grid.periodic() ? (s + count) % count : std::clamp(s, 0, count - 1);
    return row_of(ground_, grid.resolve_y(row))[static_cast<std::size_t>(at)].lowest;
  };
  const Quanta around = std::min({lowest(y, stretch), lowest(y, stretch - 1), lowest(y, stretch + 1),
                                  lowest(y - 1, stretch), lowest(y + 1, stretch)});
  const Quanta highest = row_of(ground_, y)[static_cast<std::size_t>(stretch)].highest;
  return QuantaSum{highest} - around > leaning_;
}

}  // namespace barchan::weathering
