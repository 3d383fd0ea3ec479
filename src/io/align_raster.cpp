#include "io/align_raster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/geo_module.hpp"
#include "io/input_error.hpp"
#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// Values in file order as a raster.
void take_rows(std::vector<float> const& north_first, Raster& raster) {
  raster.values.resize(raster.cells());
  raster.filled.clear();
  for (int row = 0; row < raster.height; ++row) {
    for (int column = 0; column < raster.width; ++column) {
      const auto from =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(raster.width) + static_cast<std::size_t>(column);
      const auto to = static_cast<std::size_t>(raster.height - 1 - row) * static_cast<std::size_t>(raster.width) +
                      static_cast<std::size_t>(column);
      raster.values[to] = north_first[from];
      if (!std::isnan(north_first[from])) continue;
      if (raster.filled.empty()) raster.filled.assign(raster.cells(), 0);
      raster.filled[to] = 1;
      raster.values[to] = 0.0f;
    }
  }
  raster.origin = 0.0;
}

/// Values of a raster in file order on the cells of another grid; NaN outside of the raster, and where `values` has it.
std::vector<float> values_on(Raster const& raster, std::vector<float> const& values, geo::GeoGrid const& grid,
                             std::string const& name) {
  try {
    return geo_gate().resampled(values, raster.width, raster.height, raster.place, grid);
  } catch (geo::GeoError const& error) {
    throw InputError("{}: {}", name, printable(error.what(), kLongestReason));
  }
}

/// Returns whether two rasters have the same cells, up to a thousandth of a cell.
bool same_cells(Raster const& raster, Place const& place, Grid const& grid) {
  if (raster.width != grid.width || raster.height != grid.height) return false;
  if (!raster.place.crs.empty() && !place.crs.empty() && raster.place.name != place.name) return false;
  constexpr double kClose = 1e-3;
  const double cell = std::hypot(place.transform[1], place.transform[4]);
  const double longest = std::max(grid.width, grid.height);
  for (std::size_t i = 0; i < place.transform.size(); ++i) {
    const double spread = i == 0 || i == 3 ? 1.0 : longest;
    if (std::abs(raster.place.transform[i] - place.transform[i]) * spread > kClose * cell) return false;
  }
  return true;
}

/// Throws InputError if only one of a land and a raster has a coordinate reference system.
void check_systems(Raster const& raster, Place const& place, std::string const& name) {
  if (raster.place.crs.empty() == place.crs.empty()) return;
  throw InputError(
      "{}: expected a coordinate reference system both for the land and for the raster, found only one; name the "
      "other with source_crs",
      name);
}

/// A part of a raster. The southern row is row 0.
Raster part_of(Raster const& whole, int column, int row, std::pair<int, int> size) {
  Raster part = whole;
  std::tie(part.width, part.height) = size;
  part.values.clear();
  part.filled.clear();
  for (int y = row; y < row + part.height; ++y) {
    const auto first = static_cast<std::ptrdiff_t>(y) * whole.width + column;
    part.values.insert(part.values.end(), whole.values.begin() + first, whole.values.begin() + first + part.width);
    if (whole.filled.empty()) continue;
    part.filled.insert(part.filled.end(), whole.filled.begin() + first, whole.filled.begin() + first + part.width);
  }
  return part;
}

}  // namespace

RasterOnLand laid_on(Raster raster, LandCells const& land, std::string const& name) {
  check_systems(raster, land.place, name);
  Grid const& grid = land.grid;
  const std::vector<float> values =
      values_on(raster, to_file_floats(raster), {grid.width, grid.height, land.place, 1.0}, name);
  raster.width = grid.width;
  raster.height = grid.height;
  raster.place = land.place;
  raster.cell_size = static_cast<double>(grid.cell_size);
  take_rows(values, raster);
  int west = grid.width, east = -1, south = grid.height, north = -1;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      if (!raster.filled.empty() && raster.filled[grid.index(x, y)] != 0) continue;
      west = std::min(west, x);
      east = std::max(east, x);
      south = std::min(south, y);
      north = std::max(north, y);
    }
  }
  if (east < 0) throw InputError("{}: expected a raster that lies on the land, found one that lies beside it", name);
  return {part_of(raster, west, south, {east - west + 1, north - south + 1}), west, south};
}

Raster aligned(Raster raster, Place const& place, Grid const& grid, std::string const& name) {
  if (!place.known() || !raster.place.known() || same_cells(raster, place, grid)) return raster;
  check_systems(raster, place, name);
  const geo::GeoGrid cells{grid.width, grid.height, place, 1.0};
  const std::vector<float> values = values_on(raster, to_whole_floats(raster), cells, name);
  const auto missing = std::ranges::count_if(values, [](float value) { return std::isnan(value); });
  if (missing > 0) {
    throw InputError(
        "{}: expected a raster that covers the land, found one that leaves {} of its {} cells without a value; use a "
        "larger raster",
        name, missing, values.size());
  }
  // Where the raster has no data, it does not have data on the land either.
  std::vector<float> known = raster.filled.empty() ? values : values_on(raster, to_file_floats(raster), cells, name);
  raster.width = grid.width;
  raster.height = grid.height;
  raster.place = place;
  take_rows(known, raster);
  const std::vector<std::uint8_t> filled = std::move(raster.filled);
  take_rows(values, raster);
  raster.filled = filled;
  raster.notices.push_back(fmt::format("{}: resampled to the cells of the land (bilinear)", name));
  return raster;
}

Raster on_grid_of(Raster raster, std::string const& file) {
  if (!raster.place.known()) {
    throw InputError("{}: expected a land with a place for --like, found one without; start from a georeferenced map",
                     file);
  }
  geo::GeoGrid grid;
  try {
    grid = geo_gate().grid_of(file);
  } catch (geo::GeoError const& error) {
    throw InputError("{}: {}", file, printable(error.what(), kLongestReason));
  }
  check_raster_size(file, grid.width, grid.height, 3.0 * sizeof(float));
  if (same_cells(raster, grid.place, {grid.width, grid.height})) return raster;
  std::vector<float> values = values_on(raster, to_whole_floats(raster), grid, file);
  if (!raster.filled.empty()) {
    // A cell has no data if more than half of the weight of its sources has none.
    Raster gaps = raster;
    gaps.origin = 0.0;
    gaps.values.assign(raster.filled.begin(), raster.filled.end());
    const std::vector<float> shares = values_on(raster, to_whole_floats(gaps), grid, file);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (shares[i] > 0.5f) values[i] = std::numeric_limits<float>::quiet_NaN();
    }
  }
  if (std::ranges::all_of(values, [](float value) { return std::isnan(value); })) {
    throw InputError("{}: expected a file that overlaps the land, found one that does not; choose another for --like",
                     file);
  }
  raster.width = grid.width;
  raster.height = grid.height;
  raster.cell_size = grid.cell_size;
  raster.place = grid.place;
  take_rows(values, raster);
  return raster;
}

}  // namespace barchan
