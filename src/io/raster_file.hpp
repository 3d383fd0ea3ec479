/// Reading and writing rasters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "geo/geo_gate.hpp"
#include "io/input_error.hpp"
#include "land/raster.hpp"

namespace barchan {

/// How cells without data are filled. `suggest` interpolates, and marks that as a guess.
enum class GapFill : std::uint8_t { refuse, interpolate, lowest, value, suggest };
/// Order of the bytes of a raw file. `detect`: the one that gives the smoother land.
enum class ByteOrder : std::uint8_t { detect, little, big };
/// Elevations encoded as colours, as in web maps.
enum class ColorCode : std::uint8_t { none, terrarium, mapbox };

/// Properties of a file as given by the user or the scenario. They override what the file itself contains.
struct RasterHints {
  std::optional<double> minimum = std::nullopt;    ///< elevation of the smallest code (floats from 0 to 1: of 0), m
  std::optional<double> maximum = std::nullopt;    ///< elevation of the largest code (floats from 0 to 1: of 1), m
  std::optional<double> lowest = std::nullopt;     ///< elevation to which the lowest value found is scaled, m
  std::optional<double> highest = std::nullopt;    ///< elevation to which the highest value found is scaled, m
  std::optional<double> cell_size = std::nullopt;  ///< m; a georeferenced file is resampled to it
  std::optional<std::pair<int, int>> size = std::nullopt;  ///< columns and rows of a raw file
  std::string band{};                                      ///< number or name of the band; empty: the first
  std::string crs{};         ///< wanted coordinate reference system ("EPSG:32633", "utm"); empty: that of the file
  std::string source_crs{};  ///< coordinate reference system of the file, in place of what it says
  geo::Resampling resampling = geo::Resampling::bilinear;
  geo::NoData no_data{};
  std::string vertical_unit{};  ///< m, ft or us-ft, in place of what the file says
  GapFill fill = GapFill::refuse;
  double fill_value = 0.0;  ///< m; for GapFill::value
  ByteOrder byte_order = ByteOrder::detect;
  ColorCode colors = ColorCode::none;
  bool fractions = false;  ///< the values are fractions or other numbers, not elevations

  /// Returns whether any property is given.
  bool any() const { return !(*this == RasterHints{}); }
  bool operator==(RasterHints const&) const = default;
};

/// How a raster is written. write_raster() refuses an option that the format does not have.
struct RasterWriting {
  /// For codes (.png, .r16, .raw): the values of code 0 and of code `codes`, m. Codes are clamped to those that the
  /// file can hold. Empty: the raster's own extent.
  std::optional<std::pair<double, double>> range = std::nullopt;
  double codes = 65535.0;    ///< steps of codes that the range spans, 1 to 65536; Unreal Engine divides by 65536
  bool south_first = false;  ///< the first row of the file is the southern one; not for georeferenced formats
  ByteOrder byte_order = ByteOrder::little;  ///< of .r16, .raw and .r32; little or big
  bool half = false;                         ///< .exr: floats of 16 bits, with 11 significant bits, up to 65504
  bool cog = false;                          ///< .tif: cloud-optimised, with overviews
  bool sidecar = true;                       ///< raw files and .npy: FILE.json beside the file

  bool operator==(RasterWriting const&) const = default;
};

/// Relief assumed for an image without a range, as a fraction of its width.
inline constexpr double kAssumedRelief = 0.2;

/// Returns whether read_raster() supports the extension (any case).
bool is_raster_path(std::filesystem::path const& path);
/// Returns whether write_raster() supports the extension (any case): see written_raster_endings().
bool is_written_raster_path(std::filesystem::path const& path);
/// The other file that write_raster() may write: FILE.json with range, size and cell size for raw files and .npy, and a
/// .prj with the coordinate system for .asc.
std::optional<std::filesystem::path> file_beside(std::filesystem::path const& path, RasterWriting const& writing = {});
/// Throws InputError if a file beside `path` would give a written raster another coordinate system, range or size, or
/// if writing would replace a .prj that may belong to another raster.
void check_files_beside(std::filesystem::path const& path, Place const& place, RasterWriting const& writing = {});
/// The extensions that is_written_raster_path() accepts, and the most important of the others, for messages.
std::string_view raster_endings();
std::string_view written_raster_endings();
/// A format of rasters that is read.
struct RasterFormatRow {
  std::string_view endings;  ///< separated by blanks
  std::string_view name;     ///< of the format
  bool written = false;
};
std::span<RasterFormatRow const> raster_formats();

/// Reads a height map by its extension (see raster_formats()). Range and cell size come from the hints, or else from
/// the file, or else from FILE.json beside it. Codes without a range span 0 m to a fifth of the width. The result lies
/// on square cells in metres; everything that a file says about its numbers is taken into account, or the file is
/// refused. Cells without data are filled as the hints say, and marked. Throws InputError.
Raster read_raster(std::filesystem::path const& path, RasterHints const& hints = {});

/// How rasters are read: from files, or from somewhere else. Throws InputError.
using RasterReader = std::function<Raster(std::filesystem::path const&, RasterHints const&)>;

/// Reads fractions: values from 0 to 1, or an image without a range, whose largest code counts as 1. The result has the
/// origin 0. Throws InputError, also for other values.
Raster read_fractions(std::filesystem::path const& path, RasterReader const& read = read_raster);

/// Writes a file by its extension: .png, .r16 and .raw with codes of 16 bits, the others with float32. Range and cell
/// size are stored in the file or beside it in FILE.json (.r16, .raw, .r32, .npy). The place is stored in .tif, .nc
/// and, with a .prj beside it, in .asc; filled cells have no data there. The files appear whole or not at all. Throws
/// InputError.
void write_raster(std::filesystem::path const& path, Raster const& raster, RasterWriting const& writing = {});

/// Decodes the contents of the file `path` without access to the disk; read_raster() calls it. `sidecar` is the text of
/// FILE.json ("" if there is none). Throws InputError.
Raster decode_raster(std::filesystem::path const& path, std::span<std::byte const> bytes, std::string_view sidecar,
                     RasterHints const& hints = {});

}  // namespace barchan
