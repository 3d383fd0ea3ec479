#include "support/lands.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "base/random.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan::test {

std::vector<std::string> process_ids() {
  std::vector<std::string> ids;
  for (auto const& process : make_processes()) ids.emplace_back(process->info().id);
  return ids;
}

bool carries(std::string_view id) {
  for (auto const& process : make_processes()) {
    if (process->info().id == id) return process->carrier().any() != nullptr;
  }
  throw std::invalid_argument("no process is called " + std::string(id));
}

ProcessInfo info_of(std::string_view id) {
  for (auto const& process : make_processes()) {
    if (process->info().id == id) return process->info();
  }
  throw std::invalid_argument("no process is called " + std::string(id));
}

std::vector<float> smooth_noise(Grid const& grid, int wavelength, std::uint64_t seed) {
  const int nx = std::max(1, grid.width / wavelength);
  const int ny = std::max(1, grid.height / wavelength);
  const auto node = [&](int x, int y) {
    const auto id = static_cast<std::uint32_t>((y % ny) * nx + x % nx);
    return to_unit(random_words(seed, 0, RandomStream::scenario, id)[0]);
  };
  std::vector<float> values(grid.cells());
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const float u = static_cast<float>(x) * static_cast<float>(nx) / static_cast<float>(grid.width);
      const float v = static_cast<float>(y) * static_cast<float>(ny) / static_cast<float>(grid.height);
      const int i = static_cast<int>(u);
      const int j = static_cast<int>(v);
      const float a = u - static_cast<float>(i);
      const float b = v - static_cast<float>(j);
      const float fx = a * a * (3.0f - 2.0f * a);
      const float fy = b * b * (3.0f - 2.0f * b);
      const float south = node(i, j) * (1.0f - fx) + node(i + 1, j) * fx;
      const float north = node(i, j + 1) * (1.0f - fx) + node(i + 1, j + 1) * fx;
      values[grid.index(x, y)] = south * (1.0f - fy) + north * fy;
    }
  }
  return values;
}

WorldSetup make_setup(Grid const& grid, LandOptions const& options) {
  WorldSetup setup;
  setup.grid = grid;
  setup.seed = options.seed;
  const std::vector<float> hills = smooth_noise(grid, 16, options.seed);
  const std::vector<float> cover = smooth_noise(grid, 8, options.seed + 1000);
  setup.base.resize(grid.cells());
  setup.sand.resize(grid.cells());
  for (std::size_t i = 0; i < grid.cells(); ++i) {
    setup.base[i] = to_quanta(static_cast<double>(hills[i]) * options.rock_relief) + options.lift;
    // A third of the land is bare or nearly so.
    const double share = std::max(0.0, static_cast<double>(cover[i]) * 3.0 - 1.0);
    setup.sand[i] = to_quanta(share * options.sand_thickness);
  }
  if (options.obstacle && grid.width >= 8 && grid.height >= 8) {
    setup.obstacle.assign(grid.cells(), 0);
    for (int y = grid.height * 3 / 8; y < grid.height * 5 / 8; ++y) {
      for (int x = grid.width * 3 / 8; x < grid.width * 5 / 8; ++x) {
        setup.obstacle[grid.index(x, y)] = 3 * kQuantaPerMetre;
        setup.base[grid.index(x, y)] += 3 * kQuantaPerMetre;
      }
    }
  }
  return setup;
}

void switch_on_only(WorldSetup& setup, std::string_view process) {
  for (std::string const& id : process_ids()) {
    setup.parameters.push_back({id, "enabled", process == "all" || process == id ? 1.0 : 0.0});
  }
}

World make_world(WorldSetup setup, std::string_view process, int threads) {
  switch_on_only(setup, process);
  return World(std::move(setup), make_processes(), threads);
}

std::uint32_t checked_step(World& world) {
  world.step();
  return world.health();
}

void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
}

SoilId add_soil(Soils& soils, float slope) {
  const auto id = static_cast<SoilId>(soils.size());
  Soil soil = soils[kSand];
  soil.id = "soil" + std::to_string(soils.size());
  soil.repose_slope = soil.static_slope = slope;
  soil.abrades = soil.transports = soil.erodes = soil.cascades = soil.weathers = id;
  soils.push_back(soil);
  return id;
}

bool same_land(World const& a, World const& b) {
  return a.terrain().columns == b.terrain().columns && a.terrain().cell_layers == b.terrain().cell_layers;
}

std::string unsound(World const& world) {
  std::ostringstream what;
  if (const QuantaSum error = world.budget().error(); error != 0) what << "budget error " << error << " quanta; ";
  for (HealthRow const& row : health_rows(world.health())) what << row.id << "; ";
  if (world.terrain().columns.count().negative) what << "negative thickness; ";
  for (auto const& process : world.processes()) {
    Carrier const* const carrier = process->carrier().any();
    if (carrier != nullptr && !carrier->finite()) what << process->info().id << " is not finite; ";
  }
  for (FieldRow const& row : world.fields()) {
    const auto values = world.field(row.id);
    if (!values || values->size() != world.grid().cells()) {
      what << "field " << row.id << " has the wrong size; ";
    } else if (!std::all_of(values->begin(), values->end(), [](float v) { return std::isfinite(v); })) {
      what << "field " << row.id << " is not finite; ";
    }
  }
  return what.str();
}

}  // namespace barchan::test
