#include "support/aquifers.hpp"

#include <algorithm>
#include <cmath>

#include "land/terrain.hpp"
#include "support/lands.hpp"

namespace barchan::test::aquifers {

std::vector<double> over(Grid const& grid, Of const& value) {
  std::vector<double> values(grid.cells());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      values[grid.index(x, y)] = value((x + 0.5 - 0.5 * grid.width) * static_cast<double>(grid.cell_size),
                                       (y + 0.5 - 0.5 * grid.height) * static_cast<double>(grid.cell_size));
    }
  }
  return values;
}

WorldSetup setup_of(Ground const& ground) {
  WorldSetup setup;
  setup.grid = ground.grid;
  for (const double z : over(ground.grid, ground.bottom)) setup.base.push_back(to_quanta(z));
  for (const double d : over(ground.grid, ground.thickness)) setup.sand.push_back(to_quanta(d));
  setup.soils[kSand].conductivity = static_cast<float>(kConductivity);
  setup.soils[kSand].porosity = static_cast<float>(kPorosity);
  setup.cell_layers.lay(CellLayer::water_table, over(ground.grid, ground.table));
  setup.parameters = {{"world", "time_step", kTimeStep},
                      {"groundwater", "clock", ground.clock},
                      {"groundwater", "field_capacity", 0.0},
                      {"groundwater", "edges", ground.held_edges ? 1.0 : 0.0},
                      {"groundwater", "recharge", ground.recharge * 1000.0 * kDay}};
  for (auto const& [key, value] : ground.more) setup.parameters.push_back({"groundwater", key, value});
  return setup;
}

World world_of(WorldSetup setup, int threads) { return make_world(std::move(setup), "groundwater", threads); }

double table_at(World const& world, int x, int y) {
  return static_cast<double>((*world.field("table_height"))[world.grid().index(x, y)]);
}

bool comes_to_rest(World& world, double still, int steps) {
  std::vector<float> before = *world.field("table_height");
  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < steps; ++i) {
      if (checked_step(world) != 0u) return false;
    }
    const std::vector<float> after = *world.field("table_height");
    double most = 0.0;
    for (std::size_t i = 0; i < after.size(); ++i) {
      most = std::max(most, std::abs(static_cast<double>(after[i]) - static_cast<double>(before[i])));
    }
    if (most <= still) return true;
    before = after;
  }
  return false;
}

double dupuit(double first, double last, double length, double recharge, double s) {
  return std::sqrt(first * first - (first * first - last * last) * s / length +
                   recharge / kConductivity * s * (length - s));
}

}  // namespace barchan::test::aquifers
