#include "io/align_raster.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
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
      "{}: expected a coordinate reference system for both the land and this raster, found none for {}; assign one to "
      "it",
      name, raster.place.crs.empty() ? "the raster" : "the land");
}

/// Some cells of a grid: [west, east) and [south, north).
struct CellBox {
  int west = 0, south = 0, east = 0, north = 0;

  int width() const { return east - west; }
  int height() const { return north - south; }
  bool empty() const { return east <= west; }
};

/// A part of a raster. The southern row is row 0.
Raster part_of(Raster const& whole, CellBox const& box) {
  Raster part = whole;
  part.width = box.width();
  part.height = box.height();
  part.values.clear();
  part.filled.clear();
  for (int y = box.south; y < box.north; ++y) {
    const auto first = static_cast<std::ptrdiff_t>(y) * whole.width + box.west;
    part.values.insert(part.values.end(), whole.values.begin() + first, whole.values.begin() + first + part.width);
    if (whole.filled.empty()) continue;
    part.filled.insert(part.filled.end(), whole.filled.begin() + first, whole.filled.begin() + first + part.width);
  }
  return part;
}

/// The smallest box that contains all cells with a value.
CellBox known_cells(Raster const& raster) {
  CellBox box{raster.width, raster.height, 0, 0};
  for (int y = 0; y < raster.height; ++y) {
    for (int x = 0; x < raster.width; ++x) {
      if (!raster.filled.empty() && raster.filled[static_cast<std::size_t>(y) * static_cast<std::size_t>(raster.width) +
                                                  static_cast<std::size_t>(x)] != 0) {
        continue;
      }
      box = {std::min(box.west, x), std::min(box.south, y), std::max(box.east, x + 1), std::max(box.north, y + 1)};
    }
  }
  return box;
}

/// A part of a land, divided into columns and rows.
struct Lattice {
  CellBox box;
  std::pair<int, int> size;

  /// Width and height of one of its cells, cells of the land.
  std::pair<double, double> cell() const {
    return {static_cast<double>(box.width()) / size.first, static_cast<double>(box.height()) / size.second};
  }
};

/// The raster on a lattice, with gaps where it has no value.
Raster laid_on_lattice(Raster const& raster, LandCells const& land, Lattice const& lattice, std::string const& name) {
  Place place = land.place;
  std::array<double, 6> const& t = land.place.transform;
  const auto [x, y] = lattice.cell();
  const double west = lattice.box.west, top = land.grid.height - lattice.box.north;
  place.transform = {t[0] + west * t[1] + top * t[2], x * t[1], y * t[2],
                     t[3] + west * t[4] + top * t[5], x * t[4], y * t[5]};
  const auto [columns, rows] = lattice.size;
  const std::vector<float> values = values_on(raster, to_file_floats(raster), {columns, rows, place, 1.0}, name);
  Raster laid;
  laid.width = columns;
  laid.height = rows;
  laid.place = place;
  laid.cell_size = x * static_cast<double>(land.grid.cell_size);
  take_rows(values, laid);
  return laid;
}

/// Cells of a land around a raster that covers none of their centres. Empty: the raster is far from the land.
CellBox cells_around(Raster const& raster, LandCells const& land, std::string const& name) {
  constexpr int kSide = 8, kTries = 6;
  constexpr double kGrowth = 4.0;
  Raster grown;
  grown.width = grown.height = kSide;
  grown.values.assign(grown.cells(), 1.0f);
  grown.place = raster.place;
  std::array<double, 6> const& t = raster.place.transform;
  const double width = raster.width, height = raster.height;
  const Lattice whole{{0, 0, land.grid.width, land.grid.height}, {land.grid.width, land.grid.height}};
  CellBox box;
  double factor = 1.0;
  for (int i = 0; i < kTries && box.empty(); ++i) {
    // The same centre, and `factor` times the size.
    factor *= kGrowth;
    for (const std::size_t k : {std::size_t{0}, std::size_t{3}}) {
      const double east = t[k + 1] * width, south = t[k + 2] * height;
      grown.place.transform[k] = t[k] + 0.5 * (1.0 - factor) * (east + south);
      grown.place.transform[k + 1] = factor * east / kSide;
      grown.place.transform[k + 2] = factor * south / kSide;
    }
    box = known_cells(laid_on_lattice(grown, land, whole, name));
  }
  if (box.empty()) return box;
  return {std::max(box.west - 1, 0), std::max(box.south - 1, 0), std::min(box.east + 1, land.grid.width),
          std::min(box.north + 1, land.grid.height)};
}

}  // namespace

RasterOnLand laid_on(Raster raster, LandCells const& land, std::string const& name, int most) {
  check_systems(raster, land.place, name);
  Lattice lattice{{0, 0, land.grid.width, land.grid.height}, {land.grid.width, land.grid.height}};
  Raster laid = laid_on_lattice(raster, land, lattice, name);
  CellBox box = known_cells(laid);
  if (box.empty()) {
    // It may lie between the centres of cells.
    const CellBox around = cells_around(raster, land, name);
    if (!around.empty()) {
      lattice = {around, {most, most}};
      laid = laid_on_lattice(raster, land, lattice, name);
      box = known_cells(laid);
    }
  } else if (box.width() > most || box.height() > most) {
    lattice = {box, {std::min(box.width(), most), std::min(box.height(), most)}};
    laid = laid_on_lattice(raster, land, lattice, name);
    box = known_cells(laid);
  }
  if (box.empty()) {
    throw InputError(
        "{}: expected a raster that overlaps the land, found one outside it; check its coordinates, or set x and y to "
        "place the stamp yourself",
        name);
  }
  const auto [x, y] = lattice.cell();
  return {part_of(laid, box), lattice.box.west + x * box.west, lattice.box.south + y * box.south, x * box.width(),
          y * box.height()};
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

namespace {

geo::GeoGrid grid_of(std::string const& file) {
  try {
    return geo_gate().grid_of(file);
  } catch (geo::GeoError const& error) {
    throw InputError("{}: {}", file, printable(error.what(), kLongestReason));
  }
}

void require_place(Place const& place, std::string const& file) {
  if (place.known()) return;
  throw InputError(
      "--like {}: expected a georeferenced land, found one that is not georeferenced; leave --like out, or start from "
      "a georeferenced map",
      file);
}

}  // namespace

void check_grid_of(std::string const& file, Place const& place) {
  grid_of(file);  // throws
  require_place(place, file);
}

Raster on_grid_of(Raster raster, std::string const& file) {
  require_place(raster.place, file);
  const geo::GeoGrid grid = grid_of(file);
  // The values, those of the land in file order, and the result; and the same for the gaps.
  const double floats = raster.filled.empty() ? 3.0 : 6.0;
  check_raster_size(file, grid.width, grid.height, floats * sizeof(float));
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
