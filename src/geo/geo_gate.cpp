// The gate of the module, and its smaller operations.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gdal_alg.h>

#include "geo/gdal.hpp"
#include "geo/read_map.hpp"
#include "geo/series.hpp"
#include "geo/systems.hpp"
#include "geo/warp.hpp"
#include "geo/write_map.hpp"

namespace barchan::geo {

namespace {

/// The values with the nearest one in place of each missing value: a front grows from the cells that have values.
std::vector<float> with_nearest(std::vector<float> values, int width, int height) {
  std::vector<std::size_t> front, next;
  const auto columns = static_cast<std::size_t>(width), cells = columns * static_cast<std::size_t>(height);
  const auto for_each_neighbour = [&](std::size_t cell, auto const& visit) {
    if (cell % columns > 0) visit(cell - 1);
    if (cell % columns + 1 < columns) visit(cell + 1);
    if (cell >= columns) visit(cell - columns);
    if (cell + columns < cells) visit(cell + columns);
  };
  for (std::size_t cell = 0; cell < cells; ++cell) {
    bool borders = false;
    if (!std::isnan(values[cell])) {
      for_each_neighbour(cell, [&](std::size_t other) { borders = borders || std::isnan(values[other]); });
    }
    if (borders) front.push_back(cell);
  }
  for (; !front.empty(); std::swap(front, next)) {
    next.clear();
    for (const std::size_t cell : front) {
      for_each_neighbour(cell, [&](std::size_t other) {
        if (!std::isnan(values[other])) return;
        values[other] = values[cell];
        next.push_back(other);
      });
    }
  }
  return values;
}

std::vector<float> interpolated_values(std::vector<float> values, int width, int height) {
  set_up_gdal();
  std::vector<std::uint8_t> known(values.size());
  std::ranges::transform(values, known.begin(), [](float value) { return std::isnan(value) ? 0 : 1; });
  // The time of the search grows with its reach.
  constexpr double kReach = 64.0;  // cells
  const Reports reports;
  const Dataset dataset = memory_raster(width, height);
  GDALRasterBandH const band = add_band(dataset.get(), GDT_Float32, values.data());
  GDALRasterBandH const mask = add_band(dataset.get(), GDT_Byte, known.data());
  // Otherwise, GDAL makes files in the current folder.
  char const* const options[]{"TEMP_FILE_DRIVER=MEM", nullptr};
  if (GDALFillNodata(band, mask, kReach, 0, 0, const_cast<char**>(options), nullptr, nullptr) != CE_None) {
    throw GeoError(fmt::format(
        "the cells without data cannot be interpolated: {}; fill them with --fill lowest, sea or an elevation in m",
        reports.reason("GDAL gives no reason")));
  }
  GDALFlushCache(dataset.get());
  return with_nearest(std::move(values), width, height);
}

std::vector<glm::dvec2> in_longitude_latitude(std::string const& crs, std::vector<glm::dvec2> points) {
  set_up_gdal();
  const System from = system_of(crs), to = system_named("EPSG:4326", "--crs");
  if (!from) throw GeoError("expected a coordinate reference system, found none; open a map that has one");
  const Transformation transformation(from.get(), to.get());
  for (glm::dvec2& point : points) {
    const auto there = transformation(point);
    if (!there)
      throw GeoError(
          fmt::format("expected points with a longitude and a latitude, found {:.9g}, {:.9g}, which the land's "
                      "coordinate reference system cannot convert; choose another with --crs",
                      point.x, point.y));
    point = *there;
  }
  return points;
}

class Gate final : public GeoGate {
 public:
  GeoMap read(ReadOrder const& order) const override { return read_map(order); }
  GeoMap read_place(std::string const& path) const override { return geo::read_place(path); }
  std::vector<GeoFile> write(WriteOrder const& order) const override { return write_map(order); }
  std::unique_ptr<Series> series(SeriesOrder const& order) const override { return series_of(order); }
  std::vector<float> interpolated(std::vector<float> values, int width, int height) const override {
    return interpolated_values(std::move(values), width, height);
  }
  GeoGrid grid_of(std::string const& path) const override { return geo::grid_of(path); }
  std::vector<float> resampled(std::span<float const> values, int width, int height, Place const& from,
                               GeoGrid const& to) const override {
    set_up_gdal();
    PlacedRaster raster{width, height, {values.begin(), values.end()}, from.transform, system_of(from.crs)};
    const System system = system_of(to.place.crs);
    return warped_to(raster, to, system.get());
  }
  std::vector<glm::dvec2> longitudes_latitudes(std::string const& crs, std::vector<glm::dvec2> points) const override {
    return in_longitude_latitude(crs, std::move(points));
  }
};

}  // namespace

}  // namespace barchan::geo

extern "C" __attribute__((visibility("default"))) barchan::geo::GeoGate const* barchan_geo_gate() {
  static const barchan::geo::Gate gate;
  return &gate;
}
