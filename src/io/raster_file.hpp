/// Rasters in files and out of them.
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

/// What the person or the scenario says about a file; it wins over what the file says about itself.
struct RasterHints {
  std::optional<double> minimum = std::nullopt;    ///< m: value of the smallest pixel code (floats: of the lowest cell)
  std::optional<double> maximum = std::nullopt;    ///< m: value of the largest pixel code (floats: of the highest cell)
  std::optional<double> cell_size = std::nullopt;  ///< m
  std::optional<std::pair<int, int>> size = std::nullopt;  ///< columns, rows of a raw file

  /// Is anything said?
  bool any() const { return minimum || maximum || cell_size || size; }
};

/// Relief that is taken for an image without a range, as a share of its width.
inline constexpr double kAssumedRelief = 0.2;

/// True for an ending that `read_raster` and `write_raster` know: .png .tif .tiff .asc .r16 .r32 (any case).
bool is_raster_path(std::filesystem::path const& path);
/// True for the endings whose range, size and cell size are written beside the file, as FILE.json: .r16 .r32.
bool has_sidecar(std::filesystem::path const& path);
/// The endings of `is_raster_path`, for messages.
std::string_view raster_endings();

/// Reads a height map by its ending: .png (16 or 8 bits, grey), .tif (16-bit integers, 32- or 64-bit floats, strips
/// or tiles), .asc (ESRI grid), .r16 and .r32 (raw little endian, size from FILE.json or the hints, else a square).
/// Range and cell size come from the hints, else from inside the file, else from FILE.json beside it; without a range
/// an image spans 0 to a fifth of its width. Throws InputError.
Raster read_raster(std::filesystem::path const& path, RasterHints const& hints = {});

/// Writes by the same endings (.png with 16 bits over the raster's own range, .tif and .r32 as exact float32) with
/// range and cell size inside (.png, .tif, .asc) or beside in FILE.json (.r16, .r32). The file appears whole or not at
/// all. Throws InputError.
void write_raster(std::filesystem::path const& path, Raster const& raster);

/// Decodes what a file of this name would hold; `sidecar` is the text of FILE.json ("" when there is none).
/// The part of read_raster that touches no disk. Throws InputError.
Raster decode_raster(std::filesystem::path const& path, std::span<std::byte const> bytes, std::string_view sidecar,
                     RasterHints const& hints = {});

}  // namespace barchan
