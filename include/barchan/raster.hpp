/// Raster: a grid of floats with its range and cell size, in files and out of them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "barchan/input_error.hpp"

namespace barchan {

/// A height map or a field. Rows run from south to north, as in a Grid; files hold north first and are turned round.
struct Raster {
  int width = 0;              ///< columns, 1 .. Grid::kMaximumSide
  int height = 0;             ///< rows, 1 .. Grid::kMaximumSide
  double cell_size = 1.0;     ///< m, > 0
  double origin = 0.0;        ///< m: a cell's value is origin + values[i]; keeps high lands exact in float32
  std::vector<float> values;  ///< row-major, row 0 = south, finite
  std::string field;          ///< field id, when it came from a world ("" otherwise)
  std::string unit = "m";     ///< SI, "" when dimensionless

  bool range_assumed = false;        ///< an image without a range: 0 to a fifth of its width was taken
  bool cell_size_assumed = false;    ///< no cell size was found: 1 m was taken
  std::vector<std::string> notices;  ///< what a person should know (banding of 8 bits, assumed range, assumed size)

  std::size_t cells() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  /// Smallest and largest of `values`, without `origin`. The raster has at least one cell.
  std::pair<float, float> extent() const;
};

/// What the person or the scenario says about a file; it wins over what the file says about itself.
struct RasterHints {
  std::optional<double> minimum = std::nullopt;    ///< m: value of the smallest pixel code (floats: of the lowest cell)
  std::optional<double> maximum = std::nullopt;    ///< m: value of the largest pixel code (floats: of the highest cell)
  std::optional<double> cell_size = std::nullopt;  ///< m
  std::optional<std::pair<int, int>> size = std::nullopt;  ///< columns, rows of a raw file

  /// Is anything said?
  bool any() const { return minimum || maximum || cell_size || size; }
};

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
