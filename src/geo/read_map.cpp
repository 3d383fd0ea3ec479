#include "geo/read_map.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <fmt/format.h>

#include "geo/map_checks.hpp"
#include "geo/open_map.hpp"
#include "geo/values.hpp"
#include "geo/warp.hpp"

namespace barchan::geo {

namespace {

/// Turns a raster that is stored from the south or from the east, so that its first cell is in the north-west.
void turn_north_up(PlacedRaster& raster) {
  Transform& t = raster.transform;
  const auto width = static_cast<std::size_t>(raster.width);
  const auto flip_rows = [&] {
    for (int north = 0, south = raster.height - 1; north < south; ++north, --south) {
      std::swap_ranges(raster.values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(north) * width),
                       raster.values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(north + 1) * width),
                       raster.values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(south) * width));
    }
    t[0] += raster.height * t[2];
    t[3] += raster.height * t[5];
    t[2] = -t[2];
    t[5] = -t[5];
  };
  if (t[1] * t[5] - t[2] * t[4] > 0.0) flip_rows();
  if (t[1] < 0.0 && std::abs(t[1]) >= std::abs(t[4])) {
    flip_rows();
    for (int row = 0; row < raster.height; ++row) {
      const auto first = raster.values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * width);
      std::reverse(first, first + raster.width);
    }
    t[0] += raster.width * t[1];
    t[3] += raster.width * t[4];
    t[1] = -t[1];
    t[4] = -t[4];
  }
  for (double& each : t) {
    if (each == 0.0) each = 0.0;  // no -0
  }
}

double column_length(Transform const& t) { return std::hypot(t[1], t[4]); }
double row_length(Transform const& t) { return std::hypot(t[2], t[5]); }

/// The corners of a raster.
std::array<glm::dvec2, 4> corners_of(PlacedRaster const& raster) {
  Transform const& t = raster.transform;
  const double w = raster.width, h = raster.height;
  return {{{t[0], t[3]},
           {t[0] + w * t[1], t[3] + w * t[4]},
           {t[0] + h * t[2], t[3] + h * t[5]},
           {t[0] + w * t[1] + h * t[2], t[3] + w * t[4] + h * t[5]}}};
}

/// Returns whether all corners can be degrees of longitude and latitude.
bool within_degrees(PlacedRaster const& raster) {
  constexpr double kLongitude = 540.0, kLatitude = 90.0, kBeyond = 0.51;  // cell centres may lie on the edge
  const double slack =
      std::max({kBeyond * column_length(raster.transform), kBeyond * row_length(raster.transform), 1e-6});
  return std::ranges::all_of(corners_of(raster), [&](glm::dvec2 corner) {
    return std::abs(corner.x) <= kLongitude + slack && std::abs(corner.y) <= kLatitude + slack;
  });
}

/// Returns whether the relief is higher than the map is long. No map in metres is so steep.
bool too_steep(PlacedRaster const& raster) {
  float low = std::numeric_limits<float>::infinity(), high = -low;
  for (float value : raster.values) {
    if (std::isnan(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const double longer =
      std::max(raster.width * column_length(raster.transform), raster.height * row_length(raster.transform));
  return static_cast<double>(high) - static_cast<double>(low) > longer;
}

constexpr double kLargestDegrees = 0.25;  // of a cell of a map of elevations

/// Decides between degrees and metres if the file gives no unit, or a unit that its coordinates cannot have.
void weigh_system(PlacedRaster& raster, bool chosen, GeoMap& map) {
  if (in_degrees(raster.system.get())) {
    if (within_degrees(raster)) return;
    if (chosen) {
      throw GeoError(
          "expected coordinates in degrees, as --source-crs says, found coordinates that are too large for degrees; "
          "correct --source-crs");
    }
    map.notices.emplace_back(
        "the file says that its coordinates are degrees, but they are too large for degrees; they are read as metres");
    raster.system.reset();
    return;
  }
  if (chosen || column_length(raster.transform) > kLargestDegrees) return;
  if (!within_degrees(raster) || !too_steep(raster)) return;
  if (raster.system) {
    throw GeoError(fmt::format(
        "expected coordinates in the units of {}, found numbers that look like degrees (cells of {:.6g} units); "
        "add --source-crs EPSG:4326 to read them as degrees",
        name_of(raster.system.get()), column_length(raster.transform)));
  }
  raster.system = system_named("EPSG:4326", "--source-crs");
  map.notices.push_back(fmt::format(
      "the file does not name its coordinate reference system; because its cells of {:.6g} units are very small for "
      "its relief, its coordinates are read as degrees (WGS 84); use --source-crs to name another system",
      column_length(raster.transform)));
}

/// Returns whether cells are squares, up to an error that adds up to less than half a cell over the raster.
bool has_square_cells(PlacedRaster const& raster) {
  Transform const& t = raster.transform;
  const double column = column_length(t), row = row_length(t);
  const double longest = std::max(raster.width, raster.height);
  const double sheared = std::abs(t[1] * t[2] + t[4] * t[5]) / (column * row);
  return std::abs(column - row) / column * longest < 0.5 && sheared * longest < 0.5;
}

/// The middle of a raster in its own coordinates.
glm::dvec2 middle_of(PlacedRaster const& raster) {
  const auto corners = corners_of(raster);
  return (corners[0] + corners[3]) * 0.5;
}

/// The system in which the land will lie; empty: that of the file.
System wanted_system(PlacedRaster const& raster, ReadOrder const& order) {
  constexpr double kWidest = 20.0;  // degrees
  const bool degrees = in_degrees(raster.system.get());
  const bool utm = order.crs == "utm" || order.crs == "UTM";
  if (!order.crs.empty() && !raster.system) {
    throw GeoError(
        "expected a file with a coordinate reference system for --crs, found none; name the system of the file with "
        "--source-crs");
  }
  if (!order.crs.empty() && !utm) {
    System wanted = system_named(order.crs, "--crs");
    if (in_degrees(wanted.get()) || OSRIsProjected(wanted.get()) == 0) {
      throw GeoError(fmt::format(
          "expected a projected coordinate reference system for --crs, found {}; choose one, such as EPSG:32633",
          name_of(wanted.get())));
    }
    return wanted;
  }
  if (!degrees && !utm) return {};
  glm::dvec2 middle = middle_of(raster);
  if (!degrees) {
    const System geographic(OSRCloneGeogCS(raster.system.get()));
    OSRSetAxisMappingStrategy(geographic.get(), OAMS_TRADITIONAL_GIS_ORDER);
    if (const auto at = Transformation(raster.system.get(), geographic.get())(middle)) middle = *at;
  } else {
    const double wide = raster.width * column_length(raster.transform);
    if (wide > kWidest) {
      throw GeoError(fmt::format(
          "expected a map that is at most {:.0f} degrees wide, found {:.6g} degrees; cut the map, or name a "
          "projected coordinate reference system with --crs",
          kWidest, wide));
    }
  }
  return utm_at(raster.system.get(), middle.x, middle.y);
}

/// Scale of a projection; lengths that differ by less than half a percent count as equal.
ProjectionScale ground_scale(OGRSpatialReferenceH system, glm::dvec2 at) {
  constexpr double kNoticed = 0.005;
  ProjectionScale scale = scale_at(system, at.x, at.y);
  if (std::abs(scale.length - 1.0) <= kNoticed) scale.length = 1.0;
  return scale;
}

/// Cell size on the ground. A projection that enlarges lengths by more than half a percent is taken into account.
double ground_cell_size(PlacedRaster const& raster, GeoMap& map) {
  constexpr double kUneven = 1.02;
  const glm::dvec2 middle = middle_of(raster);
  const double nominal = column_length(raster.transform) * metres_per_unit(raster.system.get());
  const ProjectionScale scale = ground_scale(raster.system.get(), middle);
  if (scale.anisotropy > kUneven) {
    map.notices.push_back(fmt::format(
        "{} stretches the land {:.3g} times as much in one direction as in the other; --crs utm avoids this",
        name_of(raster.system.get()), scale.anisotropy));
  }
  if (scale.length == 1.0) return nominal;
  const double size = nominal / scale.length;
  map.notices.push_back(fmt::format(
      "in {}, lengths are {:.4g} times as large as on the ground, so cells of {:.6g} m on the map are {:.6g} m "
      "on the ground",
      name_of(raster.system.get()), scale.length, nominal, size));
  return size;
}

/// Places the raster on square cells in metres, if it does not lie on such cells already.
Warped on_metric_cells(PlacedRaster raster, ReadOrder const& order, GeoMap& map) {
  const System wanted = wanted_system(raster, order);
  OGRSpatialReferenceH const system = wanted ? wanted.get() : raster.system.get();
  const double unit = metres_per_unit(system);
  const bool same = !wanted || (raster.system && OSRIsSame(wanted.get(), raster.system.get()) != 0);
  const glm::dvec2 middle = middle_of(raster);
  const double enlarged = same ? ground_scale(raster.system.get(), middle).length : 1.0;
  const double present = column_length(raster.transform) * metres_per_unit(raster.system.get()) / enlarged;
  constexpr double kSame = 1e-6;  // cell sizes of scenarios are floats
  const bool resized = order.cell_size && std::abs(*order.cell_size - present) > kSame * present;
  const bool square = has_square_cells(raster);
  if (square && resized && !raster.system) {
    // Without a coordinate reference system, the cell size of the order replaces that of the file.
    const double factor = *order.cell_size / present;
    for (const std::size_t step : {1, 2, 4, 5}) raster.transform[step] *= factor;
    return {std::move(raster), {}, 0};
  }
  if (same && square && !resized) return {std::move(raster), {}, 0};

  const std::string cells =
      fmt::format("{:.6g} x {:.6g}", column_length(raster.transform), row_length(raster.transform));
  WarpTarget target{.system = same ? nullptr : wanted.get(), .resampling = order.resampling};
  if (order.cell_size) {
    target.spacing = *order.cell_size * enlarged / unit;
  } else if (same && raster.transform[2] == 0.0 && raster.transform[4] == 0.0) {
    target.spacing = std::min(column_length(raster.transform), row_length(raster.transform));
  }
  Warped result = warped(raster, target, order.check);
  const std::string method = order.resampling == Resampling::cubic ? "cubic" : "bilinear";
  const double size = result.raster.transform[1] * unit;
  if (!same) {
    map.notices.push_back(fmt::format("the map is reprojected from {} to {}, with {} x {} cells of {:.6g} m ({})",
                                      name_of(raster.system.get()), name_of(system), result.raster.width,
                                      result.raster.height, size, method));
  } else {
    map.notices.push_back(fmt::format("the cells of {} are resampled to {} x {} square cells of {:.6g} m ({})", cells,
                                      result.raster.width, result.raster.height, size, method));
  }
  if (result.beyond > 0) {
    map.notices.push_back(fmt::format("{} cell{} outside the map {} the elevation of the nearest cell of the map",
                                      result.beyond, result.beyond == 1 ? "" : "s",
                                      result.beyond == 1 ? "has" : "have"));
  }
  return result;
}

/// The system in a .prj file beside a file; empty if there is none.
System system_beside(std::string const& path) {
  for (char const* ending : {"prj", "PRJ"}) {
    const std::string file = CPLResetExtension(path.c_str(), ending);
    char** const lines = CSLLoad2(file.c_str(), 1000, 100000, nullptr);
    if (lines == nullptr) continue;
    System system(OSRNewSpatialReference(nullptr));
    const bool known = OSRImportFromESRI(system.get(), lines) == OGRERR_NONE;
    CSLDestroy(lines);
    if (!known) continue;
    OSRSetAxisMappingStrategy(system.get(), OAMS_TRADITIONAL_GIS_ORDER);
    return system;
  }
  return {};
}

/// The transform of ground control points that lie on a regular grid. Throws GeoError for others.
bool take_control_points(GDALDatasetH dataset, PlacedRaster& raster) {
  if (GDALGetGCPCount(dataset) < 3) return false;
  const bool fits =
      GDALGCPsToGeoTransform(GDALGetGCPCount(dataset), GDALGetGCPs(dataset), raster.transform.data(), FALSE) != 0;
  if (!fits) {
    throw GeoError(
        "expected ground control points on a regular grid, found irregular ones; rectify the map with gdalwarp and "
        "open the result");
  }
  raster.system = copy_of(GDALGetGCPSpatialRef(dataset));
  return true;
}

/// The georeferencing of a dataset; false if it has none.
bool read_georeferencing(GDALDatasetH dataset, ReadOrder const& order, PlacedRaster& raster) {
  const Reports quiet;
  bool placed = GDALGetGeoTransform(dataset, raster.transform.data()) == CE_None;
  raster.system = copy_of(GDALGetSpatialRef(dataset));
  if (!placed) placed = take_control_points(dataset, raster);
  if (!placed) raster.transform = {};
  if (placed && !raster.system) raster.system = system_beside(order.path);
  if (placed && raster.transform[1] * raster.transform[5] == raster.transform[2] * raster.transform[4]) {
    throw GeoError(
        "expected cells with an area, found a geotransform whose cells have none; correct the georeferencing");
  }
  if (!order.source_crs.empty()) {
    if (!placed)
      throw GeoError(
          "expected a georeferenced file for --source-crs, found one that is not georeferenced; use --cell-size "
          "instead");
    raster.system = system_named(order.source_crs, "--source-crs");
  }
  return placed;
}

/// The frame of a file, without its values. Empty if the file has no georeferencing. Throws GeoError.
std::optional<PlacedRaster> frame_of(std::string const& path) {
  const Dataset dataset = open_file(path).dataset;
  PlacedRaster raster;
  raster.width = GDALGetRasterXSize(dataset.get());
  raster.height = GDALGetRasterYSize(dataset.get());
  ReadOrder order;
  order.path = path;
  if (!read_georeferencing(dataset.get(), order, raster)) return std::nullopt;
  return raster;
}

/// The place of a raster.
Place place_of(PlacedRaster const& raster) {
  return {wkt_of(raster.system.get()), name_of(raster.system.get()), raster.transform};
}

/// Removes the vertical part of a system whose heights are not in metres, because the heights of a land are in metres.
void take_out_heights(OGRSpatialReferenceH system) {
  const auto metres = metres_per_height(system);
  if (metres && *metres != 1.0) OSRStripVertical(system);
}

/// The message of an error with the name of the file in place of its name in memory.
std::string named(std::string text, std::string const& name, std::string const& path) {
  const std::string shown = CPLGetFilename(path.c_str());  // may be the same name
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + shown.size())) {
    text.replace(at, name.size(), shown);
  }
  return text;
}

/// Reads an open map.
GeoMap read_open(OpenMap open, ReadOrder const& order) {
  const GDALDatasetH dataset = open.dataset.get();
  GeoMap map;
  ReadOrder wanted = order;
  if (open.by_variable) wanted.band.clear();
  order.check(GDALGetRasterXSize(dataset), GDALGetRasterYSize(dataset), sizeof(float));
  const int band = band_of(dataset, wanted, map);
  if (order.bytes.empty()) check_texts(dataset, order);
  if (const std::size_t pages = variables_of(dataset).size(); pages > 1) {
    map.notices.push_back(fmt::format("the file has {} pages; the first is read", pages));
  }
  if (char const* text = GDALGetMetadataItem(dataset, "TIFFTAG_IMAGEDESCRIPTION", nullptr)) map.description = text;

  PlacedRaster raster;
  const bool placed = read_georeferencing(dataset, order, raster);
  BandValues read = read_values(dataset, band, wanted, placed);
  map.notices.insert(map.notices.end(), read.notices.begin(), read.notices.end());
  map.code_maximum = read.code_maximum;
  raster.width = read.width;
  raster.height = read.height;
  raster.values = std::move(read.values);
  if (!placed) {
    map.width = raster.width;
    map.height = raster.height;
    map.values = std::move(raster.values);
    return map;
  }
  turn_north_up(raster);
  weigh_system(raster, !order.source_crs.empty() || map.from_barchan(), map);
  if (raster.system) take_out_heights(raster.system.get());
  Warped result = on_metric_cells(std::move(raster), order, map);
  map.cell_size = ground_cell_size(result.raster, map);
  map.place = place_of(result.raster);
  map.width = result.raster.width;
  map.height = result.raster.height;
  map.values = std::move(result.raster.values);
  map.outside = std::move(result.outside);
  return map;
}

}  // namespace

GeoMap read_map(ReadOrder const& order) {
  set_up_gdal();
  const Reports quiet;  // GDAL must not print its messages
  std::optional<MemoryFile> memory;
  if (!order.bytes.empty()) memory.emplace(order.bytes, order.path);
  const std::string name = memory ? memory->name() : order.path;
  try {
    check_netcdf(name);
    return read_open(open_file(name, order.band), order);
  } catch (GeoError const& error) {
    throw GeoError(named(error.what(), name, order.path));
  }
}

GeoMap read_place(std::string const& path) {
  set_up_gdal();
  const Reports quiet;
  GeoMap map;
  const auto frame = frame_of(path);
  if (!frame) return map;
  PlacedRaster const& raster = *frame;
  const bool tiny = column_length(raster.transform) <= kLargestDegrees && within_degrees(raster);
  if (in_degrees(raster.system.get()) || (!raster.system && tiny)) {
    throw GeoError(
        "expected cells in metres in the files beside the image, found degrees; convert the image to a GeoTIFF with "
        "gdal_translate -a_srs EPSG:4326");
  }
  if (!has_square_cells(raster) ||
      raster.transform[1] * raster.transform[5] - raster.transform[2] * raster.transform[4] > 0.0) {
    throw GeoError(
        "expected square cells with north at the top in the files beside the image, found other cells; convert the "
        "image to a GeoTIFF with gdal_translate");
  }
  map.place = place_of(raster);
  map.cell_size = ground_cell_size(raster, map);
  return map;
}

GeoGrid grid_of(std::string const& path) {
  set_up_gdal();
  const Reports quiet;
  const auto frame = frame_of(path);
  if (!frame)
    throw GeoError("expected a georeferenced file for --like, found one that is not georeferenced; choose another");
  return {frame->width, frame->height, place_of(*frame),
          column_length(frame->transform) * metres_per_unit(frame->system.get())};
}

}  // namespace barchan::geo
