#include "geo/warp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <cpl_string.h>
#include <fmt/format.h>
#include <gdal_alg.h>
#include <gdal_utils.h>

namespace barchan::geo {

namespace {

/// A dataset whose only band is `values`, without a copy.
Dataset dataset_of(float* values, int width, int height) {
  Dataset dataset = memory_raster(width, height);
  GDALSetRasterNoDataValue(add_band(dataset.get(), GDT_Float32, values), std::numeric_limits<double>::quiet_NaN());
  return dataset;
}

void place(GDALDatasetH dataset, Transform transform, OGRSpatialReferenceH system) {
  GDALSetGeoTransform(dataset, transform.data());
  if (system != nullptr) GDALSetSpatialRef(dataset, system);
}

Dataset dataset_of(PlacedRaster const& raster) {
  // GDAL takes the values of a source as writable, but only reads them.
  Dataset dataset = dataset_of(const_cast<float*>(raster.values.data()), raster.width, raster.height);
  place(dataset.get(), raster.transform, raster.system.get());
  return dataset;
}

struct DestroyTransformer {
  void operator()(void* transformer) const { GDALDestroyGenImgProjTransformer(transformer); }
};
using Transformer = std::unique_ptr<void, DestroyTransformer>;

/// Transforms cells of `from` to cells of `to`, or to coordinates of `system` if `to` is null.
Transformer transformer_between(GDALDatasetH from, GDALDatasetH to, OGRSpatialReferenceH system) {
  const Reports reports;
  const std::string wkt = wkt_of(system);
  char** options = nullptr;
  if (to == nullptr && !wkt.empty()) options = CSLSetNameValue(options, "DST_SRS", wkt.c_str());
  Transformer transformer(GDALCreateGenImgProjTransformer2(from, to, options));
  CSLDestroy(options);
  if (!transformer) {
    throw GeoError(
        fmt::format("the raster cannot be transformed to {}: {}; choose another coordinate reference system with --crs",
                    name_of(system), reports.reason("there is no transformation")));
  }
  return transformer;
}

void warp(GDALDatasetH from, GDALDatasetH to, Resampling resampling) {
  const Reports reports;
  // A transform that is exact to a hundredth of a cell takes a fraction of the time of an exact one.
  char const* const words[]{"-r",         resampling == Resampling::cubic ? "cubic" : "bilinear",
                            "-et",        "0.01",
                            "-srcnodata", "nan",
                            "-dstnodata", "nan",
                            nullptr};
  GDALWarpAppOptions* const options = GDALWarpAppOptionsNew(const_cast<char**>(words), nullptr);
  GDALDatasetH sources[]{from};
  const bool done = GDALWarp(nullptr, to, 1, sources, options, nullptr) != nullptr;
  GDALWarpAppOptionsFree(options);
  if (!done) {
    throw GeoError(fmt::format("the raster cannot be resampled: {}; resample it with gdalwarp and open the result",
                               reports.reason("GDAL gives no reason")));
  }
}

/// Fills missing cells beyond the area of `source` with the nearest value of its edge.
void continue_edges(PlacedRaster const& source, GDALDatasetH from, GDALDatasetH to, Warped& result) {
  PlacedRaster& raster = result.raster;
  const Transformer transformer = transformer_between(from, to, nullptr);
  std::vector<double> x, y, z;
  std::vector<int> done, columns;
  for (int row = 0; row < raster.height; ++row) {
    float* const values = raster.values.data() + static_cast<std::ptrdiff_t>(row) * raster.width;
    columns.clear();
    for (int column = 0; column < raster.width; ++column) {
      if (std::isnan(values[column])) columns.push_back(column);
    }
    if (columns.empty()) continue;
    x.assign(columns.begin(), columns.end());
    for (double& each : x) each += 0.5;
    y.assign(columns.size(), row + 0.5);
    z.assign(columns.size(), 0.0);
    done.assign(columns.size(), 0);
    GDALGenImgProjTransform(transformer.get(), TRUE, static_cast<int>(columns.size()), x.data(), y.data(), z.data(),
                            done.data());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const bool within = x[i] >= 0.0 && y[i] >= 0.0 && x[i] < source.width && y[i] < source.height;
      if (done[i] == 0 || within) continue;
      const auto at_x = static_cast<std::size_t>(std::clamp(x[i], 0.0, source.width - 1.0));
      const auto at_y = static_cast<std::size_t>(std::clamp(y[i], 0.0, source.height - 1.0));
      const float value = source.values[at_y * static_cast<std::size_t>(source.width) + at_x];
      if (std::isnan(value)) continue;
      if (result.outside.empty()) result.outside.assign(raster.values.size(), 0);
      values[columns[i]] = value;
      result.outside[static_cast<std::size_t>(row) * static_cast<std::size_t>(raster.width) +
                     static_cast<std::size_t>(columns[i])] = 1;
      ++result.beyond;
    }
  }
}

/// The rectangle that a raster covers, and the spacing of cells that keep its detail.
struct Area {
  double left = 0.0, right = 0.0, bottom = 0.0, top = 0.0;
  double spacing = 1.0;
};

Area own_area(PlacedRaster const& raster) {
  Transform const& t = raster.transform;
  const double w = raster.width, h = raster.height;
  const auto [left, right] = std::minmax({t[0], t[0] + w * t[1], t[0] + h * t[2], t[0] + w * t[1] + h * t[2]});
  const auto [bottom, top] = std::minmax({t[3], t[3] + w * t[4], t[3] + h * t[5], t[3] + w * t[4] + h * t[5]});
  return {left, right, bottom, top, std::min(std::hypot(t[1], t[4]), std::hypot(t[2], t[5]))};
}

/// The same in another coordinate reference system. Throws GeoError.
Area projected_area(GDALDatasetH from, OGRSpatialReferenceH system) {
  const Transformer transformer = transformer_between(from, nullptr, system);
  const Reports reports;
  Transform suggested{};
  double extent[4]{};
  int width = 0, height = 0;
  if (GDALSuggestedWarpOutput2(from, GDALGenImgProjTransform, transformer.get(), suggested.data(), &width, &height,
                               extent, 0) != CE_None) {
    throw GeoError(
        fmt::format("the raster cannot be transformed to {}: {}; choose another coordinate reference system with --crs",
                    name_of(system), reports.reason("GDAL gives no reason")));
  }
  return {extent[0], extent[2], extent[1], extent[3], suggested[1]};
}

}  // namespace

Warped warped(PlacedRaster const& source, WarpTarget const& target,
              std::function<void(double, double, double)> const& check) {
  OGRSpatialReferenceH const system = target.system != nullptr ? target.system : source.system.get();
  const Dataset from = dataset_of(source);
  Warped result;
  PlacedRaster& raster = result.raster;
  const Area area = target.system != nullptr ? projected_area(from.get(), target.system) : own_area(source);
  const double spacing = target.spacing.value_or(area.spacing);
  // The grid has no further row or column for a rest of less than a hundredth of a cell.
  constexpr double kSlack = 0.01;
  const double columns = std::max(1.0, std::ceil((area.right - area.left) / spacing - kSlack));
  const double rows = std::max(1.0, std::ceil((area.top - area.bottom) / spacing - kSlack));
  check(columns, rows, 3.0 * sizeof(float));
  raster.width = static_cast<int>(columns);
  raster.height = static_cast<int>(rows);
  raster.transform = {area.left, spacing, 0.0, area.top, 0.0, -spacing};
  raster.system = copy_of(system);
  raster.values.assign(static_cast<std::size_t>(raster.width) * static_cast<std::size_t>(raster.height), kMissing);
  const Dataset to = dataset_of(raster.values.data(), raster.width, raster.height);
  place(to.get(), raster.transform, system);
  warp(from.get(), to.get(), target.resampling);
  GDALFlushCache(to.get());
  continue_edges(source, from.get(), to.get(), result);
  return result;
}

std::vector<float> warped_to(PlacedRaster const& source, GeoGrid const& grid, OGRSpatialReferenceH system) {
  const Dataset from = dataset_of(source);
  std::vector<float> values(static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height), kMissing);
  const Dataset to = dataset_of(values.data(), grid.width, grid.height);
  place(to.get(), grid.place.transform, system);
  warp(from.get(), to.get(), Resampling::bilinear);
  GDALFlushCache(to.get());
  return values;
}

}  // namespace barchan::geo
