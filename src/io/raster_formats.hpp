/// The raster formats: which code reads and writes the files of each extension.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "io/raster_file.hpp"

namespace barchan {

/// The code that decodes and encodes a file.
enum class Codec : std::uint8_t { png, exr, npy, raw, geo };

/// GDAL's names of drivers.
inline constexpr std::string_view kEsriGrid = "AAIGrid", kGeoTiff = "GTiff", kCloudTiff = "COG", kNetCdf = "netCDF";

/// How the files of one extension are read and written.
struct RasterFormat {
  std::string_view ending;
  Codec codec = Codec::geo;
  std::string_view driver{};  ///< of Codec::geo: name of the driver with which files are written; empty: they are not

  bool written() const { return codec != Codec::geo || !driver.empty(); }
  bool has_sidecar() const { return codec == Codec::raw || codec == Codec::npy; }
};

/// The format of a path by its extension (any case); null if there is none.
RasterFormat const* find_format(std::filesystem::path const& path);
/// The same. Throws InputError if there is none.
RasterFormat const& format_of(std::filesystem::path const& path);

}  // namespace barchan
