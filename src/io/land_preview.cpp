#include "io/land_preview.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "land/terrain.hpp"
#include "picture/hatch.hpp"
#include "picture/relief.hpp"
#include "picture/thumbnail.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr double kThinSand = 0.01;  // m; thinner sand does not count

/// Cells that become one cell along each side, so that the longer side has at most `longest` cells.
int step_of(int width, int height, int longest) { return (std::max(width, height) + longest - 1) / longest; }
int coarse_side(int side, int step) { return (side + step - 1) / step; }

/// Means over squares of `step` cells, of which those at the ends may be cut off.
template <class Value>
std::vector<double> coarse_means(Raster const& fine, std::vector<Value> const& values, int step) {
  std::vector<double> means;
  for (int y = 0; y < fine.height; y += step) {
    for (int x = 0; x < fine.width; x += step) {
      double sum = 0.0;
      const int right = std::min(x + step, fine.width), top = std::min(y + step, fine.height);
      for (int v = y; v < top; ++v) {
        for (int u = x; u < right; ++u) {
          sum += static_cast<double>(
              values[static_cast<std::size_t>(v) * static_cast<std::size_t>(fine.width) + static_cast<std::size_t>(u)]);
        }
      }
      means.push_back(sum / (static_cast<double>(right - x) * static_cast<double>(top - y)));
    }
  }
  return means;
}

/// The raster with larger cells, which have the mean values of those that they replace. A large cell has no data if
/// any cell in it has none, so that the picture shows small gaps too.
Raster coarse(Raster const& fine, int step) {
  Raster raster = fine;
  raster.width = coarse_side(fine.width, step);
  raster.height = coarse_side(fine.height, step);
  raster.cell_size = fine.cell_size * step;
  const std::vector<double> means = coarse_means(fine, fine.values, step);
  std::ranges::transform(means, raster.values.begin(), [](double mean) { return static_cast<float>(mean); });
  raster.values.resize(means.size());
  if (fine.filled.empty()) return raster;
  const std::vector<double> gaps = coarse_means(fine, fine.filled, step);
  std::ranges::transform(gaps, raster.filled.begin(), [](double share) { return share > 0.0 ? 1 : 0; });
  raster.filled.resize(gaps.size());
  return raster;
}

/// Reads rasters with larger cells, and refuses those that do not have the size of the land.
class CoarseReader {
 public:
  explicit CoarseReader(NewLand const& land) {
    if (land.numbers.kind == LandKind::noise) size_ = {land.numbers.width, land.numbers.height};
  }
  Raster operator()(std::filesystem::path const& file, RasterHints const& hints) {
    const Raster raster = read_raster(file, hints);
    const std::pair size{raster.width, raster.height};
    if (size_.first == 0) size_ = size;  // the height map comes first
    if (size != size_) {
      throw InputError(
          "{}: expected a raster with the size of the land, {} x {} cells, found one of {} x {}; cut or resample it",
          file.string(), size_.first, size_.second, size.first, size.second);
    }
    return coarse(raster, step_of(raster.width, raster.height, kPreviewCells));
  }

 private:
  std::pair<int, int> size_{0, 0};
};

NewLand with_larger_cells(NewLand land) {
  NewLandNumbers& numbers = land.numbers;
  if (numbers.kind == LandKind::height_map) return land;
  const int step = step_of(numbers.width, numbers.height, kPreviewCells);
  numbers.width = coarse_side(numbers.width, step);
  numbers.height = coarse_side(numbers.height, step);
  numbers.cell_size *= static_cast<float>(step);
  return land;
}

void measure(World const& world, NewLandNumbers const& numbers, LandPreview& preview) {
  Terrain const& terrain = world.terrain();
  Columns const& columns = terrain.columns;
  Quanta low = columns.elevation(0), high = low;
  std::size_t sandy = 0, wet = 0;
  const std::size_t cells = terrain.grid.cells();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const Quanta elevation = columns.elevation(cell);
    low = std::min(low, elevation);
    high = std::max(high, elevation);
    if (to_metres(columns.sediment(cell)) > kThinSand) ++sandy;
    if (terrain.datum + to_metres(elevation) < static_cast<double>(numbers.sea_level)) ++wet;
  }
  preview.lowest = terrain.datum + to_metres(low);
  preview.highest = terrain.datum + to_metres(high);
  preview.sandy = static_cast<double>(sandy) / static_cast<double>(cells);
  if (numbers.sea != 0) preview.under_sea = static_cast<double>(wet) / static_cast<double>(cells);
}

/// The scenario with larger cells and without what happens later.
Scenario with_larger_cells(Scenario scenario, int longest) {
  Grid& grid = scenario.grid;
  const int step = step_of(grid.width, grid.height, longest);
  grid.width = coarse_side(grid.width, step);
  grid.height = coarse_side(grid.height, step);
  grid.cell_size *= static_cast<float>(step);
  scenario.timeline.clear();
  scenario.masks.clear();
  scenario.rain_map = {};
  scenario.rain_layers.clear();
  scenario.storms.clear();
  scenario.sources.clear();
  return scenario;
}

}  // namespace

LandPreview preview_of(NewLand const& land) {
  LandPreview preview;
  try {
    if (preview.error = new_land_error(land); !preview.error.empty()) return preview;
    const Scenario scenario = scenario_of(with_larger_cells(land), {{}, CoarseReader(land)});
    World world = make_world(scenario);
    measure(world, land.numbers, preview);
    if (land.numbers.sea != 0) world.step();  // only a step fills the sea
    preview.notices = scenario.notices;
    Picture picture = draw_relief(world, {.longest_side = 2 * kPreviewCells});
    if (!scenario.filled.empty()) picture = hatched(std::move(picture), scenario.filled, scenario.grid.width);
    preview.picture = std::make_shared<Picture const>(std::move(picture));
  } catch (std::exception const& error) {
    preview.error = error.what();
  }
  return preview;
}

std::shared_ptr<Picture const> preview_of_scenario(std::string const& id, int side) {
  try {
    World world = make_world(with_larger_cells(load_shipped_scenario(id), side));
    if (world.parameter("water_particles", "sea") != 0.0) world.step();  // only a step fills the sea
    return std::make_shared<Picture const>(draw_relief(world, {.longest_side = side}));
  } catch (std::exception const&) {  // a land that needs its small cells
    return nullptr;
  }
}

}  // namespace barchan
