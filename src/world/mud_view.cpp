// The sediment that the water of a world carries, for display.
#include <algorithm>
#include <cstddef>
#include <vector>

#include <glm/common.hpp>
#include <glm/vec4.hpp>

#include "land/terrain.hpp"
#include "world/water_view.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

/// Concentration c of sand at which one sees about 0.1 m deep. Grains of diameter d extinguish light at a rate of
/// 1.5 c / d per metre (van de Hulst 1957). Only a tenth of that light is lost, because most of it continues forward;
/// for 0.5 mm this is a rate of 6 per metre.
constexpr float kOpaque = 0.02f;
constexpr int kReach = 2;    // radius in cells over which the load of streams is averaged, because droplets are few
constexpr int kBlock = 6;    // side of the squares into which plumes are mixed, cells
constexpr int kMixings = 3;  // number of times that each square is mixed with its neighbours
// Upper layer of a lake or the sea over which the water of a river spreads before it sinks, m.
constexpr float kTop = 1.0f;

/// Water in m, and the sediment in it. `load.a` is the sediment as m of sand that obscures as much; `load.rgb` is its
/// colour multiplied by `load.a`.
struct Muddy {
  glm::vec4 load{0.0f};
  float water = 0.0f;

  void add(Muddy const& other, float share) {
    load += share * other.load;
    water += share * other.water;
  }
  SoilColor color() const { return {load.r / load.a, load.g / load.a, load.b / load.a, 1.0f}; }
};

/// Calls `visit(x, y, share)` for the cells within `reach`, wrapped or clipped at the edges. The weights are the square
/// of a paraboloid.
template <class Visit>
void for_around(Grid const& grid, glm::ivec2 at, int reach, Visit const& visit) {
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) {
      const float near = 1.0f - static_cast<float>(dx * dx + dy * dy) / static_cast<float>((reach + 1) * (reach + 1));
      if (near <= 0.0f || !(grid.periodic() || grid.contains(at.x + dx, at.y + dy))) continue;
      visit(grid.index(grid.resolve_x(at.x + dx), grid.resolve_y(at.y + dy)), near * near);
    }
  }
}

/// The load of each cell, and its mixture in squares of standing water.
class Mud {
 public:
  explicit Mud(World const& world) : grid_(world.grid()), cells_(grid_.cells()), standing_(grid_.cells()) {
    Terrain const& terrain = world.terrain();
    std::vector<LadenWater> laden;
    for (std::size_t id = 0; id < terrain.soils.size(); ++id) {
      Soil const& soil = terrain.soils[id];
      if (!soil.loose) continue;
      laden.assign(cells_.size(), {});
      for (auto const& process : world.processes()) {
        WaterCarrier const* const water = process->carrier().water();
        if (water != nullptr && process->enabled()) water->add_laden_water(static_cast<SoilId>(id), laden);
      }
      const glm::vec4 look = hiding(soil) * glm::vec4(soil.color[0], soil.color[1], soil.color[2], 1.0f);
      for (std::size_t i = 0; i < laden.size(); ++i) {
        cells_[i].load += look * laden[i].load;
        cells_[i].water = std::max(cells_[i].water, laden[i].water);
      }
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      standing_[i] = static_cast<float>(terrain.standing_water(i)) * kMetresPerQuantum;
      cells_[i].water += std::min(standing_[i], kTop);
      all_.add(cells_[i], 1.0f);
    }
    if (any()) mix();
  }

  bool any() const { return all_.load.a > 0.0f; }
  Muddy const& all() const { return all_; }
  /// Turbidity at a cell.
  Muddy at(glm::ivec2 cell) const {
    Muddy plume;
    const glm::vec2 place = (glm::vec2(cell) + 0.5f) / static_cast<float>(kBlock) - 0.5f;
    const glm::vec2 low = glm::floor(place), part = place - low;
    for (int corner = 0; corner < 4; ++corner) {
      const glm::ivec2 square = glm::ivec2(low) + glm::ivec2(corner % 2, corner / 2);
      const glm::vec2 shares = glm::mix(1.0f - part, part, glm::vec2(corner % 2, corner / 2));
      plume.add(blocks_[coarse_.index(coarse_.resolve_x(square.x), coarse_.resolve_y(square.y))], shares.x * shares.y);
    }
    if (!(plume.load.a > 0.0f)) return {};  // plumes reach farther than everything else
    Muddy mean = standing_[grid_.index(cell.x, cell.y)] > 0.0f ? plume : Muddy{};
    for_around(grid_, cell, kReach, [&](std::size_t other, float share) { mean.add(cells_[other], share); });
    return mean;
  }

 private:
  void mix() {
    coarse_ = {(grid_.width + kBlock - 1) / kBlock, (grid_.height + kBlock - 1) / kBlock, 1.0f, grid_.boundary};
    blocks_.resize(coarse_.cells());
    constexpr float kShare = 1.0f / static_cast<float>(kBlock * kBlock);
    for_each_cell(grid_, [&](int x, int y) {
      blocks_[coarse_.index(x / kBlock, y / kBlock)].add(cells_[grid_.index(x, y)], kShare);
    });
    for (int i = 0; i < kMixings; ++i) {
      std::vector<Muddy> mixed(blocks_.size());
      for_each_cell(coarse_, [&](int x, int y) {
        Muddy& mean = mixed[coarse_.index(x, y)];
        for_around(coarse_, {x, y}, 1, [&](std::size_t other, float share) { mean.add(blocks_[other], share); });
      });
      blocks_ = std::move(mixed);
    }
  }

  Grid grid_, coarse_;
  std::vector<Muddy> cells_, blocks_;
  std::vector<float> standing_;
  Muddy all_;
};

}  // namespace

void fill_mud(World const& world, WaterView& view) {
  if (view.empty()) return;
  Grid const& grid = world.grid();
  const Mud mud(world);
  if (!mud.any()) return;
  view.mud.assign(grid.cells(), 0.0f);
  const bool colored = world.terrain().soils.size() > default_soils().size();
  view.mud_colors.assign(colored ? grid.cells() : 1, mud.all().color());
  for_each_cell(grid, [&](int x, int y) {
    const std::size_t cell = grid.index(x, y);
    if (!(view.depth[cell] > 0.0f)) return;
    const Muddy here = mud.at({x, y});
    if (!(here.load.a > 0.0f)) return;
    view.mud[cell] = std::min(here.load.a / (kOpaque * here.water), 1.0f);
    if (colored) view.mud_colors[cell] = here.color();
  });
}

}  // namespace barchan
