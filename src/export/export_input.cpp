#include "export/export_input.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace barchan {

namespace {

using Words = std::vector<ExportWord>;

Words words_of(std::span<ExportFormatRow const> rows) {
  Words words;
  for (ExportFormatRow const& row : rows) words.push_back({row.id, row.name});
  return words;
}

Words height_words() { return words_of(height_formats()); }
Words data_words() { return words_of(data_formats()); }
Words mesh_words() { return words_of(mesh_formats()); }
Words map_words() {
  Words words = words_of(map_formats());
  words.push_back({"none", "only in data files"});
  return words;
}
Words size_words() {
  Words words;
  for (SizeRuleRow const& row : size_rules()) words.push_back({row.id, row.help});
  return words;
}
Words film_words() { return {{"none", "none"}, {"mp4", "MP4"}, {"gif", "GIF"}}; }
Words edge_words() { return {{"shared", "shared by both tiles"}, {"separate", "separate"}}; }
Words row_words() { return {{"north", "north"}, {"south", "south"}}; }
Words byte_words() { return {{"little", "little endian (Windows)"}, {"big", "big endian (Mac)"}}; }
Words green_words() { return {{"opengl", "OpenGL: green is north"}, {"directx", "DirectX: green is south"}}; }

bool has(std::vector<std::string> const& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

bool always(ExportOrder const&) { return true; }
/// Dialogs show films beside the steps of a sequence.
bool never(ExportOrder const&) { return false; }
bool is_tiled(ExportOrder const& order) { return order.tiles != std::pair(1, 1); }
bool has_raw(ExportOrder const& order) {
  return has(order.height_formats, "raw") || has(order.height_formats, "r16") || has(order.height_formats, "r32");
}
bool has_maps(ExportOrder const& order) { return !order.maps.empty(); }
bool has_normals(ExportOrder const& order) { return has(order.maps, "normal"); }
bool has_print(ExportOrder const& order) { return has(order.mesh_formats, "stl"); }
bool has_lods(ExportOrder const& order) { return order.mesh_formats.size() > (has_print(order) ? 1 : 0); }

using enum ExportPart;
using enum ExportInputKind;
constexpr std::array<ExportInputRow, 20> kInputs{{
    {"name", name, text, nullptr, always},
    {"samples", size, text, nullptr, always},
    {"tiles", size, text, nullptr, always},
    {"tile_edges", size, choice, edge_words, is_tiled},
    {"height_formats", heights, ticks, height_words, always},
    {"height_range", heights, text, nullptr, has_coded_heights, "m, as in 0:80"},
    {"first_row", heights, choice, row_words, has_raw},
    {"raw_bytes", heights, choice, byte_words, has_raw},
    {"maps", maps, map_ticks, nullptr, always},
    {"map_format", maps, choice, map_words, has_maps},
    {"normals", maps, choice, green_words, has_normals},
    {"data_formats", data, ticks, data_words, always},
    {"meshes", meshes, ticks, mesh_words, always},
    {"lods", meshes, text, nullptr, has_lods, "m, the smallest first"},
    {"print_size", meshes, text, nullptr, has_print, "mm"},
    {"print_base", meshes, text, nullptr, has_print, "mm"},
    {"exaggeration", meshes, text, nullptr, has_print, "times the heights"},
    {"sizes", more, choice, size_words, always},
    {"height_codes", more, text, nullptr, has_coded_heights, "65535 or 65536"},
    {"film", more, choice, film_words, never},
}};

}  // namespace

std::span<ExportInputRow const> export_inputs() { return kInputs; }

}  // namespace barchan
