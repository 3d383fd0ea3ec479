#include "world/streams.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr float kBank = 0.05f;        // fraction of the strongest cell's flow below which a stream ends
constexpr double kRiverWidth = 3.0;   // width of a river of 1 m3/s, m; proportional to the square root of the discharge
constexpr double kWidestShare = 4.0;  // multiple of that width beyond which water is sheet flow, not a river

/// The flow across a line of cells through a place, extended from there to both banks.
class CrossSection {
 public:
  CrossSection(Grid const& grid, std::span<RunningWater const> water, std::size_t cell)
      : grid_(grid), water_(water), cell_size_(static_cast<double>(grid.cell_size)) {
    const auto width = static_cast<std::size_t>(grid.width);
    x_ = static_cast<int>(cell % width);
    y_ = static_cast<int>(cell / width);
    flow_ = water[cell].discharge;
    across_x_ = std::abs(flow_.y) > std::abs(flow_.x);
    own_ = strongest_ = std::abs(across_x_ ? flow_.y : flow_.x);
    discharge_ = static_cast<double>(own_);
    bool left = true, right = true;
    for (int away = 1; left || right; ++away) {
      left = left && add(-away);
      right = right && add(away);
    }
  }

  double discharge() const { return discharge_; }
  double width() const {
    const double slant = static_cast<double>(own_ / std::max(glm::length(flow_), 1e-30f));
    return std::max(1.0, cells_ * slant) * cell_size_;
  }

 private:
  /// Adds the cell `away` from the start. Returns false if the stream ends before it.
  bool add(int away) {
    const int x = across_x_ ? x_ + away : x_, y = across_x_ ? y_ : y_ + away;
    const int side = across_x_ ? grid_.width : grid_.height;
    if (cells_ >= side || (!grid_.periodic() && !grid_.contains(x, y))) return false;
    RunningWater const& there = water_[grid_.index(grid_.resolve_x(x), grid_.resolve_y(y))];
    const glm::vec2 flow = there.discharge;
    const float through = across_x_ ? std::copysign(1.0f, flow_.y) * flow.y : std::copysign(1.0f, flow_.x) * flow.x;
    // A river does not include the film beside it, nor a film the river beside it.
    if (through < kBank * strongest_ || through * kBank > own_) return false;
    const double wider = (cells_ + 1) * cell_size_, sum = discharge_ + static_cast<double>(through);
    if (cells_ > 2 && wider > kWidestShare * kRiverWidth * std::sqrt(sum)) return false;
    strongest_ = std::max(strongest_, through);
    discharge_ = sum;
    ++cells_;
    return true;
  }

  Grid const& grid_;
  std::span<RunningWater const> water_;
  double cell_size_;
  int x_ = 0, y_ = 0, cells_ = 1;
  bool across_x_ = false;  ///< the line of cells runs from west to east
  glm::vec2 flow_{};
  float own_ = 0.0f, strongest_ = 0.0f;  ///< through one cell, m3/s
  double discharge_ = 0.0;
};

}  // namespace

std::vector<RunningWater> running_water(World const& world) {
  std::vector<RunningWater> water(world.grid().cells());
  for (auto const& process : world.processes()) {
    WaterCarrier const* const carrier = process->carrier().water();
    if (carrier != nullptr && process->enabled()) carrier->add_running_water(world.terrain(), water);
  }
  return water;
}

float spread_depth(RunningWater const& water, float cell_size) {
  const float speed = glm::length(water.velocity);
  if (!(speed > 0.0f)) return 0.0f;
  return std::min(glm::length(water.discharge) / (speed * cell_size), water.depth);
}

std::optional<Stream> stream_in(Grid const& grid, std::span<RunningWater const> water, std::size_t cell) {
  RunningWater const& here = water[cell];
  if (!(here.depth >= kThinnestStream)) return std::nullopt;
  const auto size = static_cast<double>(grid.cell_size);
  return Stream{.discharge = static_cast<double>(glm::length(here.discharge)),
                .depth = static_cast<double>(here.depth),
                .speed = static_cast<double>(glm::length(here.velocity)),
                .width = size};
}

std::optional<Stream> stream_across(Grid const& grid, std::span<RunningWater const> water, std::size_t cell) {
  std::optional<Stream> stream = stream_in(grid, water, cell);
  if (!stream || !(stream->discharge > 0.0)) return stream;
  const CrossSection across(grid, water, cell);
  stream->discharge = across.discharge();
  stream->width = across.width();
  return stream;
}

LakeFigures lake_figures(Terrain const& terrain, LakeId id) {
  const LakeView lake = terrain.lakes.lake(id);
  const auto cell = static_cast<double>(terrain.grid.cell_size);
  return {.id = id,
          .level = terrain.datum + to_metres(lake.level),
          .area = lake.cells * cell * cell,
          .volume = to_metres(lake.volume) * cell * cell};
}

CellWater water_at(Terrain const& terrain, std::span<RunningWater const> water, std::size_t cell) {
  CellWater found;
  found.sea = terrain.under_sea(cell);
  if (const LakeId id = terrain.lakes.id(cell); id != 0 && !found.sea) {
    found.lake = lake_figures(terrain, id);
  }
  found.lake_depth = to_metres(terrain.standing_water(cell));
  // In a lake no stream has a depth, except a river that is deeper than a pool in its bed.
  if (!found.sea) {
    found.stream = stream_in(terrain.grid, water, cell);
    found.whole = stream_across(terrain.grid, water, cell);
  }
  return found;
}

Section with_water(Section section, Terrain const& terrain, std::span<RunningWater const> water) {
  for (SectionColumn& column : section.columns) {
    const CellWater found = water_at(terrain, water, column.cell);
    column.lake = found.lake_depth;
    column.sea = found.sea;
    column.stream = found.stream ? found.stream->depth : 0.0;
  }
  return with_ground_water(std::move(section), terrain);
}

}  // namespace barchan
