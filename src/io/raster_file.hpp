/// Reading and writing rasters.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "io/input_error.hpp"
#include "land/raster.hpp"

namespace barchan {

/// Properties of a file as given by the user or the scenario. They override what the file itself contains.
struct RasterHints {
  std::optional<double> minimum = std::nullopt;    ///< m: value of the smallest pixel code (floats: of the lowest cell)
  std::optional<double> maximum = std::nullopt;    ///< m: value of the largest pixel code (floats: of the highest cell)
  std::optional<double> cell_size = std::nullopt;  ///< m
  std::optional<std::pair<int, int>> size = std::nullopt;  ///< columns and rows of a raw file

  /// Whether any property is given.
  bool any() const { return minimum || maximum || cell_size || size; }
};

/// Relief assumed for an image without a range, as a fraction of its width.
inline constexpr double kAssumedRelief = 0.2;

/// Whether `read_raster` and `write_raster` know the extension: .png .tif .tiff .asc .r16 .r32 (any case).
bool is_raster_path(std::filesystem::path const& path);
/// Whether range, size and cell size are written beside the file, as FILE.json: .r16 .r32.
bool has_sidecar(std::filesystem::path const& path);
/// The extensions of `is_raster_path`, for messages.
std::string_view raster_endings();

/// Reads a height map by its extension: .png (16 or 8 bits, grey), .tif (16-bit integers, 32- or 64-bit floats, strips
/// or tiles), .asc (ESRI grid), .r16 and .r32 (raw little endian; the size is from FILE.json or the hints, otherwise
/// square). Range and cell size come from the hints, otherwise from inside the file, otherwise from FILE.json beside
/// it. An image without a range spans 0 to a fifth of its width. Throws InputError.
Raster read_raster(std::filesystem::path const& path, RasterHints const& hints = {});

/// Writes by the same extensions (.png with 16 bits over the raster's own range, .tif and .r32 as exact float32). Range
/// and cell size are stored inside (.png, .tif, .asc) or beside in FILE.json (.r16, .r32). The file appears whole or
/// not at all. Throws InputError.
void write_raster(std::filesystem::path const& path, Raster const& raster);

/// Decodes the content of a file of this name; `sidecar` is the text of FILE.json ("" if there is none). This is the
/// part of read_raster that does not access the disk. Throws InputError.
Raster decode_raster(std::filesystem::path const& path, std::span<std::byte const> bytes, std::string_view sidecar,
                     RasterHints const& hints = {});

}  // namespace barchan
