/// Code shared by the raster formats: decoded cells, metadata, limits.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/raster_file.hpp"

namespace barchan {

/// Metadata of a file, from the file itself or from its sidecar. Absent values are empty.
struct RasterMetadata {
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::optional<double> cell_size;
  std::optional<std::pair<int, int>> size;
  std::string field;
  std::string unit = "m";
  bool south_first = false;                  ///< the first row of the file is the southern one
  ByteOrder byte_order = ByteOrder::detect;  ///< of a raw file
  bool foreign = false;                      ///< there is metadata, but another program wrote it
};

/// Cells as stored in the file: north row first, not yet scaled.
struct DecodedRaster {
  int width = 0;
  int height = 0;
  std::vector<float> values;  ///< NaN where the file has no data
  /// Largest pixel code of an image (65535 or 255); 0: the values are in metres.
  double code_maximum = 0.0;
  int levels = 0;  ///< number of different codes that the file can hold, if they are fewer than 65536
  RasterMetadata metadata;
  Place place{};                        ///< in a coordinate reference system, if the file says it
  std::vector<std::uint8_t> outside{};  ///< 1 in cells beyond the area of the file; empty if there are none
  std::vector<std::string> notices{};   ///< without the name of the file
};

/// A file to decode.
struct RasterBytes {
  std::string name;                    ///< for messages; its ending selects the format
  std::span<std::byte const> bytes{};  ///< contents; empty: read from the file `name`, with the files beside it
};

/// Parses the JSON of a sidecar or a text chunk. Throws InputError that mentions `name`.
RasterMetadata parse_metadata(std::string_view json, std::string const& name);
/// Returns whether a text is the JSON of another program: an object with none of the keys of parse_metadata().
bool is_foreign_metadata(std::string_view json);
/// JSON that parse_metadata() reads. The raster must not be empty.
std::string metadata_json(Raster const& raster, bool with_size, RasterWriting const& writing = {});

/// Throws InputError for a size of 0, a side above the limit, or a raster that exceeds the memory of the machine. Call
/// it before memory is allocated. `bytes_per_cell`: memory that the decoder will use per cell.
void check_raster_size(std::string const& name, double width, double height, double bytes_per_cell);

/// Throws InputError if a file of `bytes` cannot contain a raster of this size: `unpacked` is the size of its samples,
/// and `ratio` the largest factor by which its compression shrinks them. Call it before memory is allocated.
void check_enough_bytes(std::string const& name, std::size_t bytes, double unpacked, double ratio);

/// Largest factor by which deflate shrinks data (zlib, "Maximum Expansion Factor").
inline constexpr double kDeflateRatio = 1032.0;

DecodedRaster decode_png(RasterBytes const& file, RasterHints const& hints);
std::vector<std::byte> encode_png(Raster const& raster, RasterWriting const& writing = {});
/// OpenEXR images, and arrays of NumPy.
DecodedRaster decode_exr(RasterBytes const& file, RasterHints const& hints);
std::vector<std::byte> encode_exr(Raster const& raster, RasterWriting const& writing = {});
DecodedRaster decode_npy(RasterBytes const& file, RasterHints const& hints);
std::vector<std::byte> encode_npy(Raster const& raster, RasterWriting const& writing = {});
/// Raw numbers, as .raw, .r16 and .r32 files have them. `sidecar`: metadata of FILE.json.
DecodedRaster decode_raw(RasterBytes const& file, RasterHints const& hints, RasterMetadata const& sidecar);
/// The bytes of a raw file, by the ending of its name.
std::vector<std::byte> encode_raw(std::string const& name, Raster const& raster, RasterWriting const& writing);
/// The values with NaN in place of the no-data value of the hints.
std::vector<float> with_gaps(std::vector<float> values, RasterHints const& hints);
/// Georeferenced formats, which GDAL reads.
DecodedRaster decode_geo(RasterBytes const& file, RasterHints const& hints);
/// The georeferenced file `path` and those beside it: pairs of an ending, such as ".prj", and contents.
std::vector<std::pair<std::string, std::vector<std::byte>>> encode_geo(Raster const& raster, std::string_view driver,
                                                                       std::filesystem::path const& path);
/// Adds to an image the place that files beside it give: a world file, .prj or .aux.xml. Throws InputError if the image
/// or the hints give another cell size.
void add_place_beside(std::string const& name, RasterHints const& hints, DecodedRaster& image);

/// The text of an ESRI grid (.asc) as GDAL understands it: UTF-8 without a byte order mark, complete and with numbers
/// only. Throws InputError with the line of a mistake.
struct AscText {
  std::string text;
  bool names_no_data = false;  ///< the header gives the no-data value
};
AscText checked_asc(std::string const& name, std::span<std::byte const> bytes);

/// Largest code of 16 bits.
inline constexpr double kLargestCode = 65535.0;
/// Values of code 0 and of kLargestCode, m.
std::pair<double, double> code_range(Raster const& raster, RasterWriting const& writing);
/// Codes of 16 bits over code_range(), in the order of the file; 0 everywhere if the range is 0 m.
std::vector<std::uint16_t> to_codes(Raster const& raster, RasterWriting const& writing = {});
/// Origin plus value of each cell, in the order of the file; NaN in cells that were filled.
std::vector<float> to_file_floats(Raster const& raster, RasterWriting const& writing = {});
/// The same, but with the values of filled cells.
std::vector<float> to_whole_floats(Raster const& raster, RasterWriting const& writing = {});

}  // namespace barchan
