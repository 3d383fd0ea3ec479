/// Resampling of rasters between coordinate reference systems and grids.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "geo/gdal.hpp"
#include "geo/systems.hpp"

namespace barchan::geo {

using Transform = std::array<double, 6>;  ///< as in Place

/// A raster of floats with its place. North row first; NaN where data are missing.
struct PlacedRaster {
  int width = 0, height = 0;
  std::vector<float> values;
  Transform transform{};
  System system;  ///< empty: not known
};

/// A grid on which a raster is to be placed.
struct WarpTarget {
  OGRSpatialReferenceH system = nullptr;  ///< null: that of the raster
  std::optional<double> spacing{};        ///< of the cells, in units of the system; absent: as fine as the raster
  Resampling resampling = Resampling::bilinear;
};

/// The result of a warp.
struct Warped {
  PlacedRaster raster;
  std::vector<std::uint8_t> outside;  ///< 1 in cells beyond the area of the source, which repeat its edge; or empty
  std::size_t beyond = 0;             ///< number of these cells
};

/// The raster on a north-up grid of square cells that covers it. Cells beyond its area repeat its edge. `check`: see
/// ReadOrder. Throws GeoError.
Warped warped(PlacedRaster const& source, WarpTarget const& target,
              std::function<void(double, double, double)> const& check);

/// The raster on the cells of a given grid; NaN outside of the raster.
std::vector<float> warped_to(PlacedRaster const& source, GeoGrid const& grid, OGRSpatialReferenceH system);

}  // namespace barchan::geo
