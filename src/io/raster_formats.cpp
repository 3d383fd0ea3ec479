#include "io/raster_formats.hpp"

#include <algorithm>
#include <iterator>

#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

constexpr RasterFormat kFormats[]{
    {".png", Codec::png},
    {".exr", Codec::exr},
    {".npy", Codec::npy},
    {".r16", Codec::raw},
    {".r32", Codec::raw},
    {".raw", Codec::raw},
    {".tif", Codec::geo, kGeoTiff},
    {".tiff", Codec::geo, kGeoTiff},
    {".asc", Codec::geo, kEsriGrid},
    {".nc", Codec::geo, kNetCdf},
    {".hgt"},
    {".flt"},
    {".bil"},
    {".img"},
    {".bt"},
    {".ter"},
    {".xyz"},
    {".vrt"},
    {".zip"},
    {".dem"},
    {".dt0"},
    {".dt1"},
    {".dt2"},
    {".grd"},
    {".rst"},
    {".sdat"},
    {".jp2"},
};
constexpr RasterFormatRow kFormatRows[]{
    {".png", "Image of grey levels, 16 or 8 bits", true},
    {".tif .tiff", "GeoTIFF, also cloud-optimised", true},
    {".asc", "ESRI ASCII grid", true},
    {".nc", "NetCDF", true},
    {".exr", "OpenEXR image of floats or half floats", true},
    {".npy", "NumPy array", true},
    {".r16", "Raw unsigned 16-bit integers", true},
    {".r32", "Raw 32-bit floats", true},
    {".raw", "Raw integers of 8 or 16 bits, or 32-bit floats", true},
    {".hgt", "SRTM tile"},
    {".flt .bil", "ESRI float grid and band-interleaved grid"},
    {".img", "ERDAS Imagine"},
    {".bt .ter", "VTP binary terrain and Terragen terrain"},
    {".xyz", "Text with x, y and z of each cell of a grid"},
    {".dem .dt0 .dt1 .dt2", "USGS DEM and DTED"},
    {".grd .rst .sdat", "Surfer grid, Idrisi raster and SAGA grid"},
    {".jp2", "JPEG 2000"},
    {".vrt", "GDAL virtual raster"},
    {".zip", "Archive that contains one of the above"},
};

}  // namespace

RasterFormat const* find_format(fs::path const& path) {
  const std::string ending = lower_case(path.extension().string());
  const auto format = std::find_if(std::begin(kFormats), std::end(kFormats),
                                   [&](RasterFormat const& one) { return one.ending == ending; });
  return format != std::end(kFormats) ? format : nullptr;
}

RasterFormat const& format_of(fs::path const& path) {
  if (RasterFormat const* format = find_format(path)) return *format;
  throw InputError("{}: expected a name that ends in {}, found {}; rename or convert the file", path.string(),
                   raster_endings(), extension_text(path.extension().string()));
}

bool is_raster_path(fs::path const& path) { return find_format(path) != nullptr; }
bool is_written_raster_path(fs::path const& path) {
  RasterFormat const* const format = find_format(path);
  return format != nullptr && format->written();
}
std::string_view raster_endings() { return ".png, .tif, .asc, .hgt, .flt, .nc, .exr, .npy, .raw, .r16 or .r32"; }
std::string_view written_raster_endings() { return ".png, .tif, .tiff, .asc, .nc, .exr, .npy, .raw, .r16 or .r32"; }
std::span<RasterFormatRow const> raster_formats() { return kFormatRows; }

}  // namespace barchan
