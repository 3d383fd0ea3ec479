#include "export/export_order.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <list>
#include <stdexcept>

#include <fmt/format.h>

#include "export/export_map.hpp"
#include "io/input_error.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr std::string_view kAuto = "auto", kNothing = "none";

/// First those of maps, last those of heights; most are formats of both.
constexpr std::array<ExportFormatRow, 11> kRasterFormats{{
    {"png8", ".png", "PNG with 8 bits", 1.0},
    {"png16", ".png", "PNG with 16 bits", 2.0},
    {"exr", ".exr", "OpenEXR with 32-bit floats", 4.0},
    {"exr16", ".exr", "OpenEXR with 16-bit floats", 2.0},
    {"tif", ".tif", "GeoTIFF with 32-bit floats", 4.0},
    {"npy", ".npy", "NumPy array of 32-bit floats", 4.0},
    {"asc", ".asc", "ESRI ASCII grid", 12.0},
    {"cog", ".tif", "cloud-optimised GeoTIFF with 32-bit floats", 6.0},
    {"raw", ".raw", "raw 16-bit numbers (.raw)", 2.0},
    {"r16", ".r16", "raw 16-bit numbers (.r16)", 2.0},
    {"r32", ".r32", "raw 32-bit floats (.r32)", 4.0},
}};
constexpr std::span<ExportFormatRow const> kMapFormats = std::span(kRasterFormats).first(7);
constexpr std::span<ExportFormatRow const> kHeightFormats = std::span(kRasterFormats).last(10);
constexpr std::array<ExportFormatRow, 2> kDataFormats{{
    {"nc", ".nc", "NetCDF (CF-1.8)", 4.0},
    {"vti", ".vti", "VTK image data", 4.0},
}};
constexpr std::array<ExportFormatRow, 4> kMeshFormats{{
    {"glb", ".glb", "glTF, binary", 0.0},
    {"obj", ".obj", "Wavefront OBJ", 0.0},
    {"stl", ".stl", "STL, a closed body for printing", 0.0},
    {"ply", ".ply", "PLY, binary", 0.0},
}};

/// Words of a list, each of them one of `rows`.
std::vector<std::string> formats_of(std::string_view text, std::span<ExportFormatRow const> rows) {
  if (text == kNothing) return {};
  std::vector<std::string> formats;
  const std::vector<std::string_view> known = names_of(rows, &ExportFormatRow::id);
  for (std::string& word : split(text, ',')) {
    if (std::ranges::find(known, word) == known.end()) {
      throw InputError("expected a list of {} (or none), found '{}'{}", join(known), printable(word),
                       did_you_mean(word, known));
    }
    if (std::ranges::find(formats, word) == formats.end()) formats.push_back(std::move(word));
  }
  if (formats.empty()) throw InputError("expected a list of {} or the word 'none', found an empty value", join(known));
  return formats;
}

std::string list_text(std::vector<std::string> const& words) {
  return words.empty() ? std::string(kNothing) : fmt::format("{}", fmt::join(words, ","));
}

/// Index of a word among a few.
template <class Words>
std::size_t one_of(std::string_view text, Words const& words) {
  const auto found = std::ranges::find(words, text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  throw InputError("expected one of {}, found '{}'{}", join(words), printable(text), did_you_mean(text, words));
}

double number_within(std::string_view text, double low, double high, std::string_view unit) {
  const auto value = parsed_number<double>(text);
  if (value && *value >= low && *value <= high) return *value;
  throw InputError("expected a number from {} to {} {}, found '{}'; correct it", low, high, unit, printable(text));
}

/// "1009", or "2017x1009".
std::pair<int, int> counts_of(std::string_view text, std::string_view example) {
  if (const auto both = number_pair<int>(text, "xX")) return *both;
  const auto one = parsed_number<int>(text);
  if (!one) throw InputError("expected {}, found '{}'; correct it", example, printable(text));
  return {*one, *one};
}

ExportOrder with_name(ExportOrder order, std::string_view text) {
  constexpr std::size_t kLongest = 128;
  const bool controls = std::ranges::any_of(text, [](unsigned char c) { return std::iscntrl(c) != 0; });
  if (text.empty() || text.size() > kLongest || controls || text == "." || text == ".." ||
      text.find_first_of(std::string_view("/\\\0", 3)) != std::string_view::npos) {
    throw InputError("expected a name of at most {} characters without slashes, found '{}'; choose another", kLongest,
                     printable(text));
  }
  order.name = text == kAuto ? "" : text;
  return order;
}

ExportOrder with_sizes(ExportOrder order, std::string_view text) {
  const std::vector<std::string_view> rules = names_of(size_rules(), &SizeRuleRow::id);
  order.size_rule = static_cast<SizeRule>(one_of(text, rules));
  return order;
}

ExportOrder with_samples(ExportOrder order, std::string_view text) {
  order.samples.reset();
  if (text == kAuto) return order;
  order.samples = counts_of(text, "a number of samples, as in 1009 or 2017x1009, or the word auto");
  for (const int side : {order.samples->first, order.samples->second}) {
    if (side < 1 || side > kMostSamples) {
      throw InputError("expected 1 to {} samples along a side, found {}; choose another number", kMostSamples, side);
    }
  }
  return order;
}

ExportOrder with_tiles(ExportOrder order, std::string_view text) {
  constexpr int kMostTiles = 64;  // along a side
  order.tiles = counts_of(text, "a number of tiles along a side, as in 4 or 8x4");
  for (const int side : {order.tiles.first, order.tiles.second}) {
    if (side < 1 || side > kMostTiles) {
      throw InputError("expected 1 to {} tiles along a side, found {}; choose another number", kMostTiles, side);
    }
  }
  return order;
}

ExportOrder with_height_formats(ExportOrder order, std::string_view text) {
  order.height_formats = formats_of(text, kHeightFormats);
  return order;
}

ExportOrder with_height_range(ExportOrder order, std::string_view text) {
  order.height_range.reset();
  if (text == kAuto) return order;
  order.height_range = elevation_range(text);
  if (order.height_range->first < order.height_range->second) return order;
  throw InputError("expected a range whose first elevation is below the second, found '{}'; correct it",
                   printable(text));
}

ExportOrder with_height_codes(ExportOrder order, std::string_view text) {
  constexpr std::array<std::string_view, 2> kCodes{"65535", "65536"};
  order.height_codes = one_of(text, kCodes) == 0 ? 65535.0 : 65536.0;
  return order;
}

constexpr std::array<std::string_view, 2> kRowOrders{"north", "south"}, kByteOrderWords{"little", "big"},
    kGreens{"opengl", "directx"}, kTileEdges{"shared", "separate"};

ExportOrder with_tile_edges(ExportOrder order, std::string_view text) {
  order.shared_edges = one_of(text, kTileEdges) == 0;
  return order;
}

ExportOrder with_first_row(ExportOrder order, std::string_view text) {
  order.south_first = one_of(text, kRowOrders) == 1;
  return order;
}
ExportOrder with_raw_bytes(ExportOrder order, std::string_view text) {
  order.big_endian = one_of(text, kByteOrderWords) == 1;
  return order;
}
ExportOrder with_normals(ExportOrder order, std::string_view text) {
  order.directx_normals = one_of(text, kGreens) == 1;
  return order;
}

ExportOrder with_maps(ExportOrder order, std::string_view text) {
  order.maps.clear();
  if (text == kNothing) return order;
  for (std::string& id : split(text, ',')) {
    if (std::ranges::find(order.maps, id) == order.maps.end()) order.maps.push_back(std::move(id));
  }
  if (order.maps.empty()) throw InputError("expected a list of maps or the word 'none', found an empty value");
  return order;
}

ExportOrder with_map_format(ExportOrder order, std::string_view text) {
  const std::vector<std::string> formats = formats_of(text, kMapFormats);
  if (formats.size() > 1) throw InputError("expected one format, found '{}'; choose one", printable(text));
  order.map_format = formats.empty() ? "" : formats.front();
  return order;
}

ExportOrder with_data_formats(ExportOrder order, std::string_view text) {
  order.data_formats = formats_of(text, kDataFormats);
  return order;
}

ExportOrder with_mesh_formats(ExportOrder order, std::string_view text) {
  order.mesh_formats = formats_of(text, kMeshFormats);
  return order;
}

ExportOrder with_lods(ExportOrder order, std::string_view text) {
  constexpr std::size_t kMostLods = 8;
  constexpr double kLargestError = 1e5;
  order.lod_errors.clear();
  for (std::string const& word : split(text, ',')) {
    order.lod_errors.push_back(number_within(word, 0.0, kLargestError, "m"));
  }
  if (order.lod_errors.empty() || order.lod_errors.size() > kMostLods || !std::ranges::is_sorted(order.lod_errors)) {
    throw InputError("expected 1 to {} errors in m, the smallest first, as in 0,0.5,2, found '{}'; correct them",
                     kMostLods, printable(text));
  }
  return order;
}

constexpr std::array<std::string_view, 3> kFilms{kNothing, "mp4", "gif"};

ExportOrder with_film(ExportOrder order, std::string_view text) {
  const std::size_t which = one_of(text, kFilms);
  order.film = which == 0 ? std::string_view() : kFilms[which];
  return order;
}

ExportOrder with_print_size(ExportOrder order, std::string_view text) {
  order.print_size = number_within(text, 1.0, 10000.0, "mm");
  return order;
}
ExportOrder with_print_base(ExportOrder order, std::string_view text) {
  order.print_base = number_within(text, 0.1, 1000.0, "mm");
  return order;
}
ExportOrder with_exaggeration(ExportOrder order, std::string_view text) {
  order.exaggeration = number_within(text, 0.01, 100.0, "times");
  return order;
}

std::string pair_text(std::pair<int, int> const& both) {
  return both.first == both.second ? fmt::to_string(both.first) : fmt::format("{}x{}", both.first, both.second);
}

std::string name_text(ExportOrder const& order) { return order.name.empty() ? std::string(kAuto) : order.name; }
std::string sizes_text(ExportOrder const& order) {
  return std::string(size_rules()[static_cast<std::size_t>(order.size_rule)].id);
}
std::string samples_text(ExportOrder const& order) {
  return order.samples ? pair_text(*order.samples) : std::string(kAuto);
}
std::string tiles_text(ExportOrder const& order) { return pair_text(order.tiles); }
std::string tile_edges_text(ExportOrder const& order) { return std::string(kTileEdges[order.shared_edges ? 0 : 1]); }
std::string height_formats_text(ExportOrder const& order) { return list_text(order.height_formats); }
std::string height_range_text(ExportOrder const& order) {
  if (!order.height_range) return std::string(kAuto);
  return fmt::format("{}:{}", order.height_range->first, order.height_range->second);
}
std::string height_codes_text(ExportOrder const& order) { return fmt::format("{}", order.height_codes); }
std::string first_row_text(ExportOrder const& order) { return std::string(kRowOrders[order.south_first ? 1 : 0]); }
std::string raw_bytes_text(ExportOrder const& order) { return std::string(kByteOrderWords[order.big_endian ? 1 : 0]); }
std::string normals_text(ExportOrder const& order) { return std::string(kGreens[order.directx_normals ? 1 : 0]); }
std::string maps_text(ExportOrder const& order) { return list_text(order.maps); }
std::string map_format_text(ExportOrder const& order) {
  return order.map_format.empty() ? std::string(kNothing) : order.map_format;
}
std::string data_formats_text(ExportOrder const& order) { return list_text(order.data_formats); }
std::string mesh_formats_text(ExportOrder const& order) { return list_text(order.mesh_formats); }
std::string lods_text(ExportOrder const& order) { return fmt::format("{}", fmt::join(order.lod_errors, ",")); }
std::string film_text(ExportOrder const& order) { return order.film.empty() ? std::string(kNothing) : order.film; }
std::string print_size_text(ExportOrder const& order) { return fmt::format("{}", order.print_size); }
std::string print_base_text(ExportOrder const& order) { return fmt::format("{}", order.print_base); }
std::string exaggeration_text(ExportOrder const& order) { return fmt::format("{}", order.exaggeration); }

/// "png16, exr, asc"
std::string ids_of(std::span<ExportFormatRow const> rows) {
  return fmt::format("{}", fmt::join(names_of(rows, &ExportFormatRow::id), ", "));
}
std::string listed_heights() { return ids_of(kHeightFormats); }
std::string listed_map_formats() { return ids_of(kMapFormats); }
std::string listed_data() { return ids_of(kDataFormats); }
std::string listed_maps() { return fmt::format("{}", fmt::join(names_of(made_maps(), &MapRow::id), ", ")); }
std::string listed_films() { return fmt::format("{}", fmt::join(kFilms.begin() + 1, kFilms.end(), ", ")); }
/// "glb (glTF), obj (Wavefront)"
template <class Rows, class Explains>
std::string explained(Rows const& rows, Explains const& explains) {
  std::vector<std::string> words;
  for (auto const& row : rows) words.push_back(fmt::format("{} ({})", row.id, explains(row)));
  return fmt::format("{}", fmt::join(words, ", "));
}
std::string listed_meshes() {
  return explained(kMeshFormats, [](ExportFormatRow const& row) { return row.name; });
}
std::string listed_sizes() {
  return explained(size_rules(), [](SizeRuleRow const& row) { return row.help; });
}

/// In a help text, "{}" stands for the values of the row.
constexpr std::array<ExportOptionRow, 20> kOptions{{
    {"name", "Name", "NAME", "First part of the names of all files; auto: the id of the scenario", with_name,
     name_text},
    {"samples", "Samples", "N",
     "Number of samples along the sides of the whole land, as in 1009 or 2017x1009; auto: among the sizes that the "
     "other program accepts, the one nearest to the size of the land. Resampling preserves the mean elevation",
     with_samples, samples_text},
    {"sizes", "Accepted sizes", "RULE", "Sizes of a tile that the other program accepts: {}", with_sizes, sizes_text,
     listed_sizes},
    {"tiles", "Tiles", "N", "Number of tiles along the sides, as in 4 or 8x4", with_tiles, tiles_text},
    {"tile_edges", "Edges of tiles", "EDGES",
     "Samples at the common edge of two tiles: shared (both tiles contain them) or separate (each tile has its own)",
     with_tile_edges, tile_edges_text},
    {"height_formats", "Heights", "LIST", "Formats of the elevations: {}, or none", with_height_formats,
     height_formats_text, listed_heights},
    {"height_range", "Range of heights", "LOW:HIGH",
     "Range of elevations in m that the codes of 16-bit files span; auto: the range of an earlier export to the same "
     "folder if the land still fits into it, otherwise the range of the land, rounded outwards",
     with_height_range, height_range_text},
    {"height_codes", "Codes", "N", "Number of codes that the range spans: 65535, or 65536 for Unreal Engine and Unity",
     with_height_codes, height_codes_text},
    {"first_row", "First row of raw files", "SIDE", "Side of the land with which raw files begin: north or south",
     with_first_row, first_row_text},
    {"raw_bytes", "Byte order of raw files", "ORDER", "Byte order of raw files: little or big endian", with_raw_bytes,
     raw_bytes_text},
    {"maps", "Maps", "LIST", "Maps: {}, cover:SOIL, any field that the command 'fields' lists, or none", with_maps,
     maps_text, listed_maps},
    {"map_format", "Format of maps", "FORMAT",
     "Format of maps with one value per sample: {}, or none. With none, these maps are only in data files. PNG images "
     "contain fractions of a range; the other formats contain the values themselves",
     with_map_format, map_format_text, listed_map_formats},
    {"normals", "Normals", "GREEN", "Direction that green stands for in normal maps: opengl (north) or directx (south)",
     with_normals, normals_text},
    {"data_formats", "Data files", "LIST",
     "Formats of files that contain the elevations and all maps with one value per sample: {}, or none",
     with_data_formats, data_formats_text, listed_data},
    {"meshes", "Meshes", "LIST", "Formats of meshes: {}, or none", with_mesh_formats, mesh_formats_text, listed_meshes},
    {"lods", "Levels of detail", "LIST",
     "Largest errors of the meshes in m, the smallest first, as in 0,0.5,2. One mesh is written for each error; 0 "
     "keeps all samples",
     with_lods, lods_text},
    {"print_size", "Size of the print", "MM", "Length of the longest side of the body for printing (.stl), mm",
     with_print_size, print_size_text},
    {"print_base", "Plate of the print", "MM", "Thickness of the plate below the lowest point (.stl), mm",
     with_print_base, print_base_text},
    {"exaggeration", "Exaggeration", "X", "Factor by which the heights of the body for printing are multiplied (.stl)",
     with_exaggeration, exaggeration_text},
    {"film", "Film", "FORMAT",
     "Film of the frames of a sequence: {}, or none. It needs the program ffmpeg and the option --every", with_film,
     film_text, listed_films},
}};

/// A row whose help text contains its values. The text stays valid while the program runs.
ExportOptionRow with_list(ExportOptionRow row) {
  static std::list<std::string> texts;
  if (row.values == nullptr) return row;
  texts.push_back(fmt::format(fmt::runtime(row.help), row.values()));
  row.help = texts.back();
  return row;
}

}  // namespace

bool is_coded(std::string_view format) { return format == "png16" || format == "raw" || format == "r16"; }

bool is_raw(std::string_view format) { return format == "raw" || format == "r16" || format == "r32"; }

bool has_coded_heights(ExportOrder const& order) { return std::ranges::any_of(order.height_formats, is_coded); }

std::span<ExportOptionRow const> export_options() {
  static const std::array<ExportOptionRow, kOptions.size()> kRows = [] {
    std::array<ExportOptionRow, kOptions.size()> rows = kOptions;
    std::ranges::transform(rows, rows.begin(), with_list);
    return rows;
  }();
  return kRows;
}

ExportOptionRow const& export_option(std::string_view key) {
  const auto row = std::ranges::find(export_options(), key, &ExportOptionRow::key);
  if (row == export_options().end())
    throw std::invalid_argument("there is no export option '" + std::string(key) + "'");
  return *row;
}

ExportOrder with_option(ExportOrder order, std::string_view key, std::string_view text) {
  return export_option(key).with(std::move(order), text);
}

std::string command_option(ExportOptionRow const& row) {
  std::string option = "--" + std::string(row.key);
  std::ranges::replace(option, '_', '-');
  return option;
}

std::span<ExportFormatRow const> height_formats() { return kHeightFormats; }
std::span<ExportFormatRow const> map_formats() { return kMapFormats; }
std::span<ExportFormatRow const> data_formats() { return kDataFormats; }
std::span<ExportFormatRow const> mesh_formats() { return kMeshFormats; }

ExportFormatRow const& format_row(std::span<ExportFormatRow const> rows, std::string_view id) {
  const auto row = std::ranges::find(rows, id, &ExportFormatRow::id);
  if (row == rows.end()) throw std::invalid_argument("there is no format '" + std::string(id) + "'");
  return *row;
}

}  // namespace barchan
