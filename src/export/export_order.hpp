/// ExportOrder: what to export of a land, and how. Its options are declared once, as rows; the command line, the dialog
/// of the window, the presets and the documentation are derived from them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/size_rule.hpp"

namespace barchan {

/// Program for whose import the files are made. It determines the names of tiles and the settings that are shown.
enum class ExportTarget : std::uint8_t { none, unreal, unity, godot, blender, houdini, qgis, paraview, print, numpy };

/// What to export. Lists are in the order in which the files are written.
struct ExportOrder {
  ExportTarget target = ExportTarget::none;
  std::string name{};                            ///< first part of all file names; empty: id of the scenario
  SizeRule size_rule = SizeRule::any;            ///< sizes that the target accepts
  std::optional<std::pair<int, int>> samples{};  ///< columns and rows of the whole land; none: as recommended
  std::pair<int, int> tiles{1, 1};               ///< columns and rows of tiles
  bool shared_edges = true;                      ///< neighbouring tiles both have the samples at their common edge
  std::vector<std::string> height_formats{};     ///< endings of files with the elevations
  std::optional<std::pair<double, double>> height_range{};  ///< elevations of the lowest and highest code, m
  double height_codes = 65535.0;                            ///< codes that the range spans
  bool south_first = false;                                 ///< raw files begin with the southern row
  bool big_endian = false;                                  ///< raw files have the most significant byte first
  std::vector<std::string> maps{};                          ///< ids of maps, see export_maps()
  std::string map_format = "png8";          ///< of maps with one value per sample; empty: they are in data files only
  bool directx_normals = false;             ///< green of normal maps points down in the image
  std::vector<std::string> data_formats{};  ///< endings of files with the elevations and all maps
  std::vector<std::string> mesh_formats{};  ///< endings of files with meshes
  std::vector<double> lod_errors{0.0};      ///< m; one mesh each, 0: all samples
  double print_size = 150.0;                ///< mm, longest side of the printed land
  double print_base = 3.0;                  ///< mm, thickness of the plate below the lowest point
  double exaggeration = 1.0;                ///< factor of the heights of meshes for printing
  int frame = -1;      ///< number of the frame of a sequence, which is part of the names; -1: no sequence
  std::string film{};  ///< ending of a film of the frames of a sequence, without dot; empty: none

  bool operator==(ExportOrder const&) const = default;
};

/// Returns whether a format of heights contains codes of 16 bits, which have a range.
bool is_coded(std::string_view format);
/// Returns whether a format is a raw file without a header.
bool is_raw(std::string_view format);
/// Returns whether the order has a height file with codes.
bool has_coded_heights(ExportOrder const& order);

/// An option such as `--tiles`.
struct ExportOptionRow {
  std::string_view key;      ///< "height_formats"; on the command line: "--height-formats"
  std::string_view title;    ///< label in the window
  std::string_view meaning;  ///< name of the value on the command line: "LIST"
  std::string_view help;     ///< one sentence, or several
  /// Returns the order with the value that a text gives. Throws InputError that begins with "expected".
  ExportOrder (*with)(ExportOrder order, std::string_view text);
  /// The text of the value; "auto" if it is chosen from the land.
  std::string (*text)(ExportOrder const& order);
  /// The values that the help text lists; null: it lists none.
  std::string (*values)() = nullptr;
};
std::span<ExportOptionRow const> export_options();

/// Row of an option by its key. Throws std::invalid_argument if there is none.
ExportOptionRow const& export_option(std::string_view key);

/// The order with another value of the option `key`. Throws InputError for a wrong value, and std::invalid_argument if
/// there is no such option.
ExportOrder with_option(ExportOrder order, std::string_view key, std::string_view text);

/// "--height-formats" for the key "height_formats".
std::string command_option(ExportOptionRow const& row);

/// A format in which elevations, maps or meshes are written.
struct ExportFormatRow {
  std::string_view id;      ///< "png16"
  std::string_view ending;  ///< ".png"
  std::string_view name;    ///< "PNG with 16 bits"
  double bytes;             ///< most bytes per sample, without compression; 0 for meshes, see mesh_size.hpp
};
std::span<ExportFormatRow const> height_formats();
std::span<ExportFormatRow const> map_formats();
std::span<ExportFormatRow const> data_formats();
std::span<ExportFormatRow const> mesh_formats();
/// Row of a format by its id. Throws std::invalid_argument if there is none.
ExportFormatRow const& format_row(std::span<ExportFormatRow const> rows, std::string_view id);

}  // namespace barchan
