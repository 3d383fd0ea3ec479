/// The options that describe a height map, as texts: on the command line, in scenario files and in saved worlds.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "io/raster_file.hpp"

namespace barchan {

/// An option such as `--fill`.
struct RasterOptionRow {
  std::string_view key;      ///< in scenario files: "fill"; on the command line: "--fill", with hyphens
  std::string_view meaning;  ///< name of the value on the command line: "METHOD"
  std::string_view help;     ///< one sentence, or several
  /// Returns the hints with the value that a text gives. Throws InputError that begins with "expected".
  RasterHints (*with)(RasterHints hints, std::string_view text);
  /// The text of the value; empty if it is not given.
  std::string (*text)(RasterHints const& hints);
};
std::span<RasterOptionRow const> raster_options();

/// "--source-crs" for the key "source_crs".
std::string command_option(RasterOptionRow const& row);

}  // namespace barchan
