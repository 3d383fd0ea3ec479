#include "geo/write_map.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string_view>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <fmt/format.h>

#include "geo/gdal.hpp"
#include "geo/grid_file.hpp"
#include "geo/systems.hpp"

namespace barchan::geo {

namespace {

/// Options of a driver for creating a file.
class Options {
 public:
  ~Options() { CSLDestroy(list_); }
  Options() = default;
  Options(Options const&) = delete;
  Options& operator=(Options const&) = delete;
  void set(char const* name, char const* value) { list_ = CSLSetNameValue(list_, name, value); }
  char** get() const { return list_; }

 private:
  char** list_ = nullptr;
};

/// A no-data value that no cell has.
float free_value(std::span<float const> values) {
  for (float candidate = -9999.0f;; candidate *= 10.0f) {
    if (std::ranges::find(values, candidate) == values.end()) return candidate;
  }
}

/// The raster as a dataset in memory.
class MemoryRaster {
 public:
  explicit MemoryRaster(WriteOrder const& order);
  GDALDatasetH get() const { return dataset_.get(); }

 private:
  std::vector<float> values_;  // outlive the dataset
  Dataset dataset_;
};

MemoryRaster::MemoryRaster(WriteOrder const& order)
    : values_(order.values.begin(), order.values.end()), dataset_(memory_raster(order.width, order.height)) {
  GDALDatasetH const raw = dataset_.get();
  GDALRasterBandH const band = add_band(raw, GDT_Float32, values_.data());
  std::array<double, 6> transform = order.place.transform;
  if (!order.place.known())
    transform = {0.0, order.cell_size, 0.0, order.cell_size * order.height, 0.0, -order.cell_size};
  GDALSetGeoTransform(raw, transform.data());
  if (const System system = system_of(order.place.crs)) GDALSetSpatialRef(raw, system.get());
  if (!order.unit.empty()) GDALSetRasterUnitType(band, order.unit.c_str());
  if (!order.description.empty()) {
    GDALSetMetadataItem(raw, "TIFFTAG_IMAGEDESCRIPTION", order.description.c_str(), nullptr);
  }
  if (std::ranges::any_of(values_, [](float value) { return std::isnan(value); })) {
    const float missing = free_value(values_);
    std::ranges::replace_if(
        values_, [](float value) { return std::isnan(value); }, missing);
    GDALSetRasterNoDataValue(band, static_cast<double>(missing));
  }
}

std::vector<std::byte> file_contents(std::string const& name) {
  vsi_l_offset size = 0;
  GByte const* const data = VSIGetMemFileBuffer(name.c_str(), &size, FALSE);
  if (data == nullptr) return {};
  auto const* const bytes = reinterpret_cast<std::byte const*>(data);
  return {bytes, bytes + size};
}

/// A folder in GDAL's memory, with all files in it.
class MemoryFolder {
 public:
  MemoryFolder() {
    static std::atomic<unsigned> count{0};
    name_ = fmt::format("/vsimem/barchan_out/{}", ++count);
    VSIMkdirRecursive(name_.c_str(), 0755);
  }
  ~MemoryFolder() { VSIRmdirRecursive(name_.c_str()); }
  MemoryFolder(MemoryFolder const&) = delete;
  MemoryFolder& operator=(MemoryFolder const&) = delete;
  std::string const& name() const { return name_; }

 private:
  std::string name_;
};

/// Options of each format: what keeps every bit of a float, and no more memory than the raster.
void choose_options(WriteOrder const& order, Options& options) {
  const std::string_view driver = order.driver;
  if (driver == "GTiff") {
    options.set("COMPRESS", "DEFLATE");
    options.set("PREDICTOR", "3");
    options.set("ZLEVEL", "1");
    options.set("BIGTIFF", "IF_SAFER");
  }
  if (driver == "COG") {
    options.set("COMPRESS", "DEFLATE");
    options.set("PREDICTOR", "YES");
    options.set("BIGTIFF", "IF_SAFER");
  }
  if (driver == "AAIGrid") options.set("SIGNIFICANT_DIGITS", "9");
}

/// GDAL's way to tell its progress. `order` is the WriteOrder.
int go_on(double done, char const*, void* order) {
  auto const& asked = static_cast<WriteOrder const*>(order)->go_on;
  return !asked || asked(done) ? TRUE : FALSE;
}

}  // namespace

std::vector<GeoFile> write_map(WriteOrder const& order) {
  set_up_gdal();
  const Reports reports;
  if (order.driver == "netCDF") return {{order.ending, grid_file(order)}};
  const bool rotated = order.place.transform[2] != 0.0 || order.place.transform[4] != 0.0;
  if (rotated && order.driver == "AAIGrid") {
    throw GeoError(
        "expected a land whose rows run from west to east, found a rotated land, which this format "
        "cannot store; write a .tif file");
  }
  const MemoryRaster source(order);
  const MemoryFolder folder;
  const std::string name = folder.name() + "/raster" + order.ending;
  Options options;
  choose_options(order, options);
  GDALDriverH const driver = GDALGetDriverByName(order.driver.c_str());
  if (driver == nullptr)
    throw GeoError(fmt::format("GDAL was built without the format {}; choose another format", order.driver));
  GDALDatasetH const made =
      GDALCreateCopy(driver, name.c_str(), source.get(), FALSE, options.get(), go_on, const_cast<WriteOrder*>(&order));
  if (made == nullptr) {
    throw GeoError(
        fmt::format("the raster cannot be written: {}; choose another format", reports.reason("GDAL gives no reason")));
  }
  GDALClose(made);

  std::vector<GeoFile> files{{order.ending, file_contents(name)}};
  char** const entries = VSIReadDir(folder.name().c_str());
  for (int i = 0; entries != nullptr && entries[i] != nullptr; ++i) {
    const std::string_view entry = entries[i];
    const std::string whole = folder.name() + "/" + entries[i];
    if (whole == name || !entry.starts_with("raster") || entry.ends_with(".aux.xml")) continue;
    files.push_back({std::string(entry.substr(std::string_view("raster").size())), file_contents(whole)});
  }
  CSLDestroy(entries);
  if (files.front().bytes.empty())
    throw GeoError("the raster cannot be written: GDAL wrote nothing; choose another format");
  return files;
}

}  // namespace barchan::geo
