// Georeferenced rasters, through the module with GDAL.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <system_error>

#include <fmt/format.h>

#include "base/work_watch.hpp"
#include "io/file.hpp"
#include "io/geo_module.hpp"
#include "io/grid_variable.hpp"
#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

bool has_ending(std::string const& name, std::string_view ending) {
  return lower_case(fs::path(name).extension().string()) == ending;
}

geo::ReadOrder order_of(RasterBytes const& file, RasterHints const& hints) {
  geo::ReadOrder order;
  order.path = file.name;
  order.bytes = file.bytes;
  order.band = hints.band;
  order.source_crs = hints.source_crs;
  order.crs = hints.crs;
  order.cell_size = hints.cell_size;
  order.resampling = hints.resampling;
  order.no_data = hints.no_data;
  order.vertical_unit = hints.vertical_unit;
  order.fractions = hints.fractions;
  order.check_grid = [name = file.name](std::span<std::byte const> bytes) { checked_asc(name, bytes); };
  order.check = [name = file.name](double width, double height, double bytes_per_cell) {
    check_raster_size(name, width, height, bytes_per_cell);
  };
  return order;
}

/// Runs an operation of the module. Its errors name the file.
template <class Operation>
auto told_of(std::string const& name, Operation const& operation) {
  try {
    return operation(geo_gate());
  } catch (geo::GeoError const& error) {
    throw InputError("{}: {}", name, printable(error.what(), 2 * kLongestReason));
  }
}

constexpr std::string_view kPlaceEndings[]{".wld", ".WLD", ".prj", ".PRJ", ".tab"};

/// World files of an image: "land.pgw" and "land.pngw" for "land.png".
bool has_place_beside(fs::path const& path) {
  std::error_code ignored;
  const auto with = [&](std::string_view ending) {
    fs::path other = path;
    return fs::exists(other.replace_extension(ending), ignored);
  };
  const std::string own = path.extension().string();
  for (char const w : {'w', 'W'}) {
    if (with(own + w) || (own.size() == 4 && with(std::string{own[0], own[1], own[3], w}))) return true;
  }
  if (fs::exists(path.string() + ".aux.xml", ignored)) return true;
  return std::ranges::any_of(kPlaceEndings, with);
}

}  // namespace

DecodedRaster decode_geo(RasterBytes const& file, RasterHints const& hints) {
  geo::ReadOrder order = order_of(file, hints);
  AscText text;
  if (has_ending(file.name, ".asc")) {
    std::vector<std::byte> read;
    if (file.bytes.empty()) read = read_file(file.name);
    text = checked_asc(file.name, file.bytes.empty() ? std::span<std::byte const>(read) : file.bytes);
    order.bytes = std::as_bytes(std::span(text.text.data(), text.text.size()));
    constexpr double kEsriDefault = -9999.0;  // ESRI ASCII raster format: NODATA_VALUE
    if (!text.names_no_data && !order.no_data.value && !order.no_data.none) order.no_data.value = kEsriDefault;
  }
  const bool by_gdal = order.bytes.empty();  // which reads the file itself
  const std::function<void()> check_unchanged = by_gdal ? watch_file(file.name) : [] {};
  geo::GeoMap map = told_of(file.name, [&](geo::GeoGate const& gate) { return gate.read(order); });
  check_unchanged();
  DecodedRaster decoded;
  decoded.width = map.width;
  decoded.height = map.height;
  decoded.values = std::move(map.values);
  decoded.code_maximum = map.code_maximum;
  if (map.from_barchan()) {
    decoded.metadata = parse_metadata(map.description, file.name);
  }
  if (map.cell_size) decoded.metadata.cell_size = map.cell_size;
  decoded.place = std::move(map.place);
  decoded.outside = std::move(map.outside);
  decoded.notices = std::move(map.notices);
  return decoded;
}

std::vector<std::pair<std::string, std::vector<std::byte>>> encode_geo(Raster const& raster, std::string_view driver,
                                                                       fs::path const& path) {
  const std::vector<float> values = to_file_floats(raster);
  geo::WriteOrder order;
  order.driver = driver;
  order.ending = path.extension().string();
  order.width = raster.width;
  order.height = raster.height;
  order.values = values;
  order.cell_size = raster.cell_size;
  order.place = raster.place;
  order.unit = raster.unit;
  order.variable = grid_variable(raster.field, raster.unit);
  order.description = metadata_json(raster, false);
  // An exception must not pass through GDAL.
  std::exception_ptr stopped;
  order.go_on = [&](double done) {
    try {
      WorkWatch::at(done);
    } catch (...) {
      stopped = std::current_exception();
    }
    return stopped == nullptr;
  };
  std::vector<std::pair<std::string, std::vector<std::byte>>> files;
  try {
    for (geo::GeoFile& file : told_of(path.string(), [&](geo::GeoGate const& gate) { return gate.write(order); })) {
      files.emplace_back(std::move(file.ending), std::move(file.bytes));
    }
  } catch (InputError const&) {
    if (stopped) std::rethrow_exception(stopped);
    throw;
  }
  return files;
}

void add_place_beside(std::string const& name, RasterHints const& hints, DecodedRaster& image) {
  if (!has_place_beside(name)) return;
  if (!has_ending(name, ".png")) {  // GDAL does not know the format
    image.notices.emplace_back(
        "the place of the image is not read from the files beside it; to use them, convert the image to a GeoTIFF");
    return;
  }
  const geo::GeoMap map = told_of(name, [&](geo::GeoGate const& gate) { return gate.read_place(name); });
  if (!map.place.known()) return;
  const std::optional<double> other = hints.cell_size ? hints.cell_size : image.metadata.cell_size;
  constexpr double kSameSize = 1e-3;  // as a fraction
  if (other && std::abs(*other - *map.cell_size) > kSameSize * *map.cell_size) {
    throw InputError(
        "{}: expected the cell size {:.6g} m, which the files beside the image give, found another cell size, {:.6g} "
        "m; leave it out, or convert the image to a GeoTIFF, which is then resampled",
        name, *map.cell_size, *other);
  }
  image.place = map.place;
  image.metadata.cell_size = map.cell_size;
  image.notices.insert(image.notices.end(), map.notices.begin(), map.notices.end());
}

}  // namespace barchan
