// The gate of the module, and its smaller operations.
#include <algorithm>
#include <cmath>
#include <limits>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <fmt/format.h>
#include <gdal_alg.h>

#include "geo/gdal.hpp"
#include "geo/read_map.hpp"
#include "geo/systems.hpp"
#include "geo/warp.hpp"
#include "geo/write_map.hpp"

namespace barchan::geo {

namespace {

std::vector<float> interpolated_values(std::vector<float> values, int width, int height) {
  set_up_gdal();
  std::vector<std::uint8_t> known(values.size());
  std::ranges::transform(values, known.begin(), [](float value) { return std::isnan(value) ? 0 : 1; });
  // The search goes as far as the land reaches, so every cell finds a value.
  const double reach = std::hypot(width, height);
  const auto band_of = [&](GDALDatasetH dataset, GDALDataType type, void* data) {
    const std::string pointer = fmt::format("DATAPOINTER={}", fmt::ptr(data));
    char const* const options[]{pointer.c_str(), nullptr};
    GDALAddBand(dataset, type, const_cast<char**>(options));
    return GDALGetRasterBand(dataset, GDALGetRasterCount(dataset));
  };
  const Reports reports;
  const Dataset dataset(GDALCreate(GDALGetDriverByName("MEM"), "", width, height, 0, GDT_Float32, nullptr));
  GDALRasterBandH const band = band_of(dataset.get(), GDT_Float32, values.data());
  GDALRasterBandH const mask = band_of(dataset.get(), GDT_Byte, known.data());
  // Otherwise, GDAL makes files in the current folder.
  char const* const options[]{"TEMP_FILE_DRIVER=MEM", nullptr};
  if (GDALFillNodata(band, mask, reach, 0, 0, const_cast<char**>(options), nullptr, nullptr) != CE_None) {
    throw GeoError(fmt::format("the cells without data cannot be filled: {}", reports.reason("GDAL gives no reason")));
  }
  GDALFlushCache(dataset.get());
  return values;
}

std::vector<glm::dvec2> in_longitude_latitude(std::string const& crs, std::vector<glm::dvec2> points) {
  set_up_gdal();
  const System from = system_of(crs), to = system_named("EPSG:4326", "--crs");
  if (!from) throw GeoError("expected a coordinate reference system, found none; open a map that has one");
  const Transformation transformation(from.get(), to.get());
  for (glm::dvec2& point : points) {
    const auto there = transformation(point);
    if (!there) throw GeoError(fmt::format("the point {:.9g}, {:.9g} has no longitude and latitude", point.x, point.y));
    point = *there;
  }
  return points;
}

class Gate final : public GeoGate {
 public:
  GeoMap read(ReadOrder const& order) const override { return read_map(order); }
  GeoMap read_place(std::string const& path) const override { return geo::read_place(path); }
  std::vector<GeoFile> write(WriteOrder const& order) const override { return write_map(order); }
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
