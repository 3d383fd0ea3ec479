/// Reading and writing rasters.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "io/input_error.hpp"
#include "land/raster.hpp"

namespace barchan {

/// Properties of a file as given by the user or the scenario. They override what the file itself contains.
struct RasterHints {
  std::optional<double> minimum = std::nullopt;    ///< elevation of the smallest code (floats: of the lowest cell), m
  std::optional<double> maximum = std::nullopt;    ///< elevation of the largest code (floats: of the highest cell), m
  std::optional<double> cell_size = std::nullopt;  ///< m
  std::optional<std::pair<int, int>> size = std::nullopt;  ///< columns and rows of a raw file

  /// Returns whether any property is given.
  bool any() const { return minimum || maximum || cell_size || size; }
};

/// Relief assumed for an image without a range, as a fraction of its width.
inline constexpr double kAssumedRelief = 0.2;

/// Returns whether read_raster() and write_raster() support the extension: .png .tif .tiff .asc .r16 .r32 (any case).
bool is_raster_path(std::filesystem::path const& path);
/// Returns whether range, size and cell size are written beside the file, as FILE.json. They are for .r16 and .r32.
bool has_sidecar(std::filesystem::path const& path);
/// The extensions that is_raster_path() accepts, for messages.
std::string_view raster_endings();

/// Reads a height map by its extension: .png (grey, 16 or 8 bits), .tif (16-bit integers, 32- or 64-bit floats, strips
/// or tiles), .asc (ESRI grid), .r16 and .r32 (raw little endian; the size comes from the hints or FILE.json, or else a
/// square is assumed). Range and cell size come from the hints, or else from the file, or else from FILE.json beside
/// it. An image without a range spans 0 m to a fifth of its width. Throws InputError.
Raster read_raster(std::filesystem::path const& path, RasterHints const& hints = {});

/// How rasters are read: from files, or from somewhere else. Throws InputError.
using RasterReader = std::function<Raster(std::filesystem::path const&, RasterHints const&)>;

/// Reads fractions: values from 0 to 1, or an image without a range, whose largest code counts as 1. The result has the
/// origin 0. Throws InputError, also for other values.
Raster read_fractions(std::filesystem::path const& path, RasterReader const& read = read_raster);

/// Writes a file by the same extensions (.png with 16 bits over the raster's own range, .tif and .r32 as exact
/// float32). Range and cell size are stored in the file (.png, .tif, .asc) or beside it in FILE.json (.r16, .r32). The
/// file appears whole or not at all. Throws InputError.
void write_raster(std::filesystem::path const& path, Raster const& raster);

/// Decodes the contents of the file `path` without access to the disk; read_raster() calls it. `sidecar` is the text of
/// FILE.json ("" if there is none). Throws InputError.
Raster decode_raster(std::filesystem::path const& path, std::span<std::byte const> bytes, std::string_view sidecar,
                     RasterHints const& hints = {});

}  // namespace barchan
