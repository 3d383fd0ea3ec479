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
};

/// Cells as stored in the file: north row first, not yet scaled.
struct DecodedRaster {
  int width = 0;
  int height = 0;
  std::vector<float> values;
  /// Largest pixel code of an image (65535 or 255); 0: the values are in metres.
  double code_maximum = 0.0;
  /// Value that marks "no data", if the file names one.
  std::optional<double> no_data;
  RasterMetadata metadata;
};

/// Parses the JSON of a sidecar or a text chunk. Throws InputError that mentions `name`.
RasterMetadata parse_metadata(std::string_view json, std::string const& name);
std::string metadata_json(Raster const& raster, bool with_size);

/// Throws InputError for a size of 0, a side above the limit, or a raster that exceeds the memory of the machine. Call
/// it before memory is allocated. `bytes_per_cell`: memory that the decoder will use per cell.
void check_raster_size(std::string const& name, double width, double height, double bytes_per_cell);

/// Throws InputError if a file of `bytes` cannot contain a raster of this size: `unpacked` is the size of its samples,
/// and `ratio` the largest factor by which its compression shrinks them. Call it before memory is allocated.
void check_enough_bytes(std::string const& name, std::size_t bytes, double unpacked, double ratio);

/// Largest factor by which deflate shrinks data (zlib, "Maximum Expansion Factor").
inline constexpr double kDeflateRatio = 1032.0;

DecodedRaster decode_png(std::string const& name, std::span<std::byte const> bytes);
std::vector<std::byte> encode_png(Raster const& raster);
DecodedRaster decode_tiff(std::string const& name, std::span<std::byte const> bytes);
std::vector<std::byte> encode_tiff(Raster const& raster);
DecodedRaster decode_asc(std::string const& name, std::span<std::byte const> bytes);
std::vector<std::byte> encode_asc(Raster const& raster);

/// 16-bit codes over the raster's own extent, north row first; 0 everywhere if it is level.
std::vector<std::uint16_t> to_codes(Raster const& raster);
/// Origin plus value of each cell, north row first.
std::vector<float> to_file_floats(Raster const& raster);

}  // namespace barchan
