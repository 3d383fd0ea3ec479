/// ExportPlan: the size of an export and its files, before anything is made.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/export_order.hpp"
#include "export/sample_grid.hpp"

namespace barchan {

class World;

/// One tile, or the whole land.
struct ExportTile {
  int x = 0, y = 0;  ///< number of its column and of its row, as its name gives them
  GridWindow window{};
  std::string suffix{};  ///< "_x0_y0"; empty if there is only one tile
};

/// A file that is going to be written.
struct PlannedFile {
  std::string name;                   ///< in the folder of the export
  std::string content;                ///< "height", id of a map, "mesh", "data"
  std::string format;                 ///< id of its format
  double bytes = 0.0;                 ///< at most, apart from headers
  double lod_error = 0.0;             ///< m, of a mesh
  std::vector<std::string> beside{};  ///< names of the small files that it needs, such as a .prj file
};
/// Largest size of such a small file, bytes.
inline constexpr double kSmallFileBytes = 4096.0;

struct ExportPlan {
  std::string name;                         ///< first part of the names, with the number of the frame
  std::string base;                         ///< the same without the number
  int width = 0, height = 0;                ///< samples of the whole land
  double spacing_x = 0.0, spacing_y = 0.0;  ///< m between samples
  std::vector<ExportTile> tiles;
  int map_width = 0, map_height = 0;  ///< samples of the maps; fewer than those of the heights for Unity
  std::vector<ExportTile> map_tiles;  ///< in the order of `tiles`
  std::vector<PlannedFile> files;     ///< without the last one, NAME.json
  std::vector<std::string> left_out;  ///< maps that the land does not offer
  double memory = 0.0;                ///< bytes that the export needs besides the world

  /// Of all files together, apart from headers and NAME.json.
  double bytes() const;
  /// Number of all files, including those beside others and NAME.json.
  std::size_t file_count() const;
  bool resampled = false;  ///< the samples are not the cells of the land
};

/// The maps of an order, including the pictures of its film.
std::vector<std::string> maps_of(ExportOrder const& order);

/// Plans an export. `scenario` is the id of the scenario, for names. Maps of a preset that the land does not offer are
/// left out. Throws InputError for sizes that the program does not accept, unknown maps, and an export that needs more
/// memory than the machine has.
ExportPlan plan_export(World const& world, ExportOrder const& order, std::string_view scenario);

}  // namespace barchan
