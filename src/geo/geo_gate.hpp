/// GeoGate: reads and writes georeferenced rasters with GDAL and PROJ.
///
/// GDAL takes 70 ms to load, so it is not linked to the programs. The module barchan-geo.so, which is built from the
/// sources of this folder, is loaded when the first georeferenced file is read or written (io/geo_module.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "land/place.hpp"

namespace barchan::geo {

/// Error: a file cannot be read or written. The text says what was expected, what was found and what to do, without the
/// name of the file.
class GeoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How values between cells are computed when a raster is resampled.
enum class Resampling : std::uint8_t { bilinear, cubic };

/// The no-data value, if it is not that of the file.
struct NoData {
  std::optional<double> value;  ///< the no-data value, in the numbers of the file
  bool none = false;            ///< there is no no-data value

  bool operator==(NoData const&) const = default;
};

/// A raster to read.
struct ReadOrder {
  std::string path;                    ///< of the file
  std::span<std::byte const> bytes{};  ///< contents of the file, if they are not to be read from the disk
  std::string band{};                  ///< number from 1 or name of the band; empty: the first
  std::string source_crs{};            ///< coordinate reference system in place of the file's, as in "EPSG:4326"
  std::string crs{};                   ///< wanted coordinate reference system; empty: the file's, or UTM for degrees
  std::optional<double> cell_size{};   ///< wanted cell size, m
  Resampling resampling = Resampling::bilinear;
  NoData no_data{};
  std::string vertical_unit{};  ///< m, ft or us-ft, in place of the file's
  bool fractions = false;       ///< the values are not elevations: no units, no guesses of no-data values
  /// Throws if the text of an ESRI grid is not complete or has words that are not numbers. Called for grids within
  /// archives and virtual rasters; the caller has checked the others.
  std::function<void(std::span<std::byte const>)> check_grid{};
  /// Throws if a raster of this width and height is refused or needs too much memory (bytes per cell).
  std::function<void(double width, double height, double bytes_per_cell)> check{};
};

/// A raster in metres on square cells.
struct GeoMap {
  int width = 0, height = 0;          ///< cells
  std::vector<float> values{};        ///< north row first, m; NaN where data are missing
  double code_maximum = 0.0;          ///< largest pixel code if the values are codes of an image; 0: they are metres
  std::optional<double> cell_size{};  ///< m; absent if the file has no georeferencing
  Place place{};                      ///< not known if the file has no georeferencing
  /// 1 in cells beyond the file's own area, which continue its edge; empty if there are none.
  std::vector<std::uint8_t> outside{};
  std::string description{};           ///< JSON that Barchan wrote into the file; usually empty
  std::vector<std::string> notices{};  ///< for the user, without the name of the file

  /// Returns whether Barchan has written the file.
  bool from_barchan() const {
    return description.starts_with('{') && description.find("\"Barchan ") != std::string::npos;
  }
};

/// A variable of a NetCDF file.
struct GridVariable {
  std::string name;             ///< letters, digits and underscores; a letter comes first
  std::string long_name{};      ///< for people
  std::string standard_name{};  ///< of the CF conventions; empty: none
  std::string unit{};           ///< of the values, such as "m s-1"; empty: the values have no unit
};

/// A raster to write.
struct WriteOrder {
  std::string driver;  ///< GDAL's name of the format, such as "GTiff"
  std::string ending;  ///< of the file, with its dot
  int width = 0, height = 0;
  std::span<float const> values{};  ///< north row first; NaN: no data
  double cell_size = 1.0;           ///< m; used if the place is not known
  Place place{};
  std::string unit{};         ///< of the values
  GridVariable variable{};    ///< only for the driver "netCDF"
  std::string description{};  ///< JSON for Barchan itself
  /// Called now and then with the fraction that is done. If it returns false, write() throws GeoError.
  std::function<bool(double)> go_on{};
};

/// A file in memory.
struct GeoFile {
  std::string ending;  ///< with its dot: ".tif", ".prj"
  std::vector<std::byte> bytes;
};

/// A NetCDF file that grows while a simulation runs.
struct SeriesOrder {
  std::string path;
  int width = 0, height = 0;  ///< cells
  double cell_size = 1.0;     ///< m; used if the place is not known
  Place place{};
  std::string title{};
  std::vector<GridVariable> variables{};  ///< at least one
  /// Absent: a new file, which replaces an existing one. A number: the existing file is continued after so many times,
  /// and later times are removed. The file must have the same grid, title and variables.
  std::optional<std::uint64_t> continue_after{};
};

/// An open NetCDF file to which times are added. Whenever the program or the machine stops, the file contains all times
/// whose append() has returned, and no part of another.
class Series {
 public:
  virtual ~Series() = default;
  /// Times in the file.
  virtual std::uint64_t times() const = 0;
  /// Adds a time: seconds since the start of the simulation, later than the last time of the file, and the cells of
  /// each variable in the order of the variables, north row first, NaN: no data. Returns when all is on the disk.
  /// Throws GeoError, after which the file is as it was before.
  virtual void append(double seconds, std::span<std::span<float const> const> values) = 0;
};

/// Grid of an existing file, on which a land is written.
struct GeoGrid {
  int width = 0, height = 0;
  Place place{};           ///< may be geographic
  double cell_size = 1.0;  ///< m; of the file's columns in the middle of the file, if they are degrees
};

/// The operations of the module. All may throw GeoError.
class GeoGate {
 public:
  virtual ~GeoGate() = default;

  /// Reads a raster and resamples it to square cells in metres if necessary. Takes everything into account that the
  /// file says about its numbers.
  virtual GeoMap read(ReadOrder const& order) const = 0;
  /// Place of an image from the files beside it: a world file, .prj or .aux.xml.
  virtual GeoMap read_place(std::string const& path) const = 0;
  /// Writes a raster to memory: first the file itself, then those that belong beside it.
  virtual std::vector<GeoFile> write(WriteOrder const& order) const = 0;
  /// Makes or continues a NetCDF file with a growing number of times.
  virtual std::unique_ptr<Series> series(SeriesOrder const& order) const = 0;
  /// The values of missing cells (NaN), interpolated between the cells around them. At least one value must be a
  /// number.
  virtual std::vector<float> interpolated(std::vector<float> values, int width, int height) const = 0;
  /// Grid of an existing file.
  virtual GeoGrid grid_of(std::string const& path) const = 0;
  /// Values of a land (north row first, NaN: no data) at the cells of another grid, bilinear; NaN outside of the land.
  virtual std::vector<float> resampled(std::span<float const> values, int width, int height, Place const& from,
                                       GeoGrid const& to) const = 0;
  /// Longitude and latitude (WGS 84, degrees) of points in the coordinate reference system `crs` (WKT).
  virtual std::vector<glm::dvec2> longitudes_latitudes(std::string const& crs,
                                                       std::vector<glm::dvec2> points) const = 0;
};

/// Name of the function of the module that returns its gate. The gate exists as long as the program runs.
inline constexpr char kGateFunction[] = "barchan_geo_gate";
using GateFunction = GeoGate const* (*)();

}  // namespace barchan::geo
