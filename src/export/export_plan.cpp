#include "export/export_plan.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "export/export_map.hpp"
#include "export/mesh_size.hpp"
#include "export/scene_size.hpp"
#include "io/file.hpp"
#include "io/input_error.hpp"
#include "io/text.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

/// Bytes that are in memory at a time. Per sample, the floats are the elevations (1); the shares of a soil before,
/// between and after the two passes of their resampling (3); the image of them, the tile that is cut out of it, the
/// rows that are to be packed, and the file in memory (4); and the colours of the land for meshes (1).
constexpr double kBytesPerSample = 9.0 * sizeof(float), kBytesPerCell = 4.0 * sizeof(float);
constexpr double kLibraryBytes = 32.0 * 1024.0 * 1024.0;  // of libraries that write files, and their buffers

/// Samples along a side of the whole land, for `tiles` tiles of `samples` samples.
int whole_side(ExportOrder const& order, int tiles, int samples) {
  return order.shared_edges ? tiles * (samples - 1) + 1 : tiles * samples;
}

/// Fewest samples along a side of a tile. With a common edge, one sample would be all edge.
int fewest_samples(ExportOrder const& order) { return order.shared_edges ? 2 : 1; }

/// Numbers of samples of the whole land that give accepted tiles, near `whole`, for messages: "1021 or 2041".
std::string nearest_sides(ExportOrder const& order, int tiles, int whole) {
  const int least = fewest_samples(order);
  const int size = std::max(least, (order.shared_edges ? whole - 1 : whole) / tiles + (order.shared_edges ? 1 : 0));
  int below = size, above = size + 1;
  while (below > least && !is_allowed(order.size_rule, below)) --below;
  while (above < kMostSamples && !is_allowed(order.size_rule, above)) ++above;
  std::string text;
  for (const int tile : {below, above}) {
    if (!is_allowed(order.size_rule, tile) || whole_side(order, tiles, tile) > kMostSamples) continue;
    text += fmt::format("{}{}", text.empty() ? "" : " or ", whole_side(order, tiles, tile));
  }
  return text.empty() ? "fewer tiles" : text;
}

/// Samples along a side of one tile. Throws InputError if the samples of the land cannot be divided so, or if the
/// program does not accept the tile.
int tile_side(ExportOrder const& order, int tiles, int whole) {
  const int intervals = order.shared_edges ? whole - 1 : whole;
  const int size = intervals / tiles + (order.shared_edges ? 1 : 0);
  if (intervals % tiles != 0 || (tiles > 1 && size < fewest_samples(order)) || size < 1) {
    throw InputError(
        "--samples {}: expected a number of samples that {} tiles of equal size{} fill exactly; choose {}, or leave "
        "--samples out",
        whole, tiles, order.shared_edges ? " with common edges" : "", nearest_sides(order, tiles, whole));
  }
  if (is_allowed(order.size_rule, size)) return size;
  SizeRuleRow const& rule = size_rules()[static_cast<std::size_t>(order.size_rule)];
  throw InputError("--samples {}: expected {}{}, found {}; choose {}, or --sizes any", whole, rule.help,
                   tiles > 1 ? " for each tile" : "", size, nearest_sides(order, tiles, whole));
}

/// Samples along a side of the land if the user has not chosen.
int recommended_side(ExportOrder const& order, int tiles, int cells) {
  if (order.size_rule == SizeRule::any && tiles == 1) return cells;
  const int shared = order.shared_edges ? 1 : 0;
  const int per_tile = std::max(2, (cells - shared + tiles / 2) / tiles + shared);
  return whole_side(order, tiles, recommended_size(order.size_rule, per_tile));
}

std::pair<int, int> samples_of(ExportOrder const& order, Grid const& grid) {
  if (order.samples) return *order.samples;
  std::pair sides{recommended_side(order, order.tiles.first, grid.width),
                  recommended_side(order, order.tiles.second, grid.height)};
  if (size_rules()[static_cast<std::size_t>(order.size_rule)].square) {
    const int tile =
        std::max(tile_side(order, order.tiles.first, sides.first), tile_side(order, order.tiles.second, sides.second));
    sides = {whole_side(order, order.tiles.first, tile), whole_side(order, order.tiles.second, tile)};
  }
  return sides;
}

std::string suffix_of(ExportTarget target, int x, int y) {
  return target == ExportTarget::unity ? fmt::format("_{}_{}", x, y) : fmt::format("_x{}_y{}", x, y);
}

/// The tiles, row by row from the north. In Unity, rows count from the south.
std::vector<ExportTile> tiles_of(ExportOrder const& order, int width, int height) {
  const auto [columns, rows] = order.tiles;
  const int wide = tile_side(order, columns, width), high = tile_side(order, rows, height);
  if (wide != high && size_rules()[static_cast<std::size_t>(order.size_rule)].square) {
    throw InputError("--samples {}x{}: expected square tiles for --sizes {}, found {}x{}; choose equal numbers", width,
                     height, size_rules()[static_cast<std::size_t>(order.size_rule)].id, wide, high);
  }
  const int shared = order.shared_edges ? 1 : 0;
  std::vector<ExportTile> tiles;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      ExportTile tile{column,
                      order.target == ExportTarget::unity ? rows - 1 - row : row,
                      {column * (wide - shared), row * (high - shared), wide, high}};
      if (columns * rows > 1) tile.suffix = suffix_of(order.target, tile.x, tile.y);
      tiles.push_back(std::move(tile));
    }
  }
  return tiles;
}

/// Collects the files of a plan.
class FileList {
 public:
  FileList(World const& world, ExportOrder const& order, ExportPlan& plan)
      : world_(world), order_(order), plan_(plan) {}

  void add_all() {
    for (std::string const& format : order_.height_formats) {
      ExportFormatRow const& row = format_row(height_formats(), format);
      add_tiles("height", row, row.bytes, same_ending_before(format) ? "_" + format : "");
    }
    for (std::string const& id : maps_of(order_)) add_map(map_row(world_, id));
    for (std::string const& format : order_.data_formats) {
      ExportFormatRow const& row = format_row(data_formats(), format);
      const double grids = 1.0 + static_cast<double>(scalar_maps_);
      // NetCDF files contain all frames of a sequence.
      std::string const& name = format == "nc" ? plan_.base : plan_.name;
      add({name + std::string(row.ending), "data", format, row.bytes * grids * samples()});
    }
    for (std::string const& format : order_.mesh_formats) add_meshes(format_row(mesh_formats(), format));
  }

 private:
  double samples() const { return static_cast<double>(plan_.width) * static_cast<double>(plan_.height); }

  void add(PlannedFile file) {
    for (std::string& name : files_beside(file)) {
      // Two files may have the same one beside them.
      if (beside_.insert(name).second) file.beside.push_back(std::move(name));
    }
    plan_.files.push_back(std::move(file));
  }

  /// Names of the small files that belong to a file.
  std::vector<std::string> files_beside(PlannedFile const& file) const {
    const std::string stem = file.name.substr(0, file.name.rfind('.'));
    if (file.format == "obj") return {stem + ".mtl"};
    // The .json file of a raw file has only one cell size.
    if (is_raw(file.format) && plan_.spacing_x == plan_.spacing_y) return {file.name + ".json"};
    Place const& place = world_.terrain().place;
    std::vector<std::string> names;
    const bool image = file.format.starts_with("png") && file.content != "picture";
    if (image && place.known()) names.push_back(stem + ".pgw");
    if ((image || file.format == "asc") && place.known() && !place.crs.empty()) names.push_back(stem + ".prj");
    return names;
  }

  /// Whether an earlier format of the heights has the same ending.
  bool same_ending_before(std::string const& format) const {
    for (std::string const& other : order_.height_formats) {
      if (other == format) return false;
      if (format_row(height_formats(), other).ending == format_row(height_formats(), format).ending) return true;
    }
    return false;
  }

  void add_tiles(std::string const& content, ExportFormatRow const& format, double bytes,
                 std::string const& mark = "") {
    for (ExportTile const& tile : content == "height" ? plan_.tiles : plan_.map_tiles) {
      const double area = static_cast<double>(tile.window.width) * tile.window.height;
      add({fmt::format("{}_{}{}{}{}", plan_.name, file_word(content), mark, tile.suffix, format.ending), content,
           std::string(format.id), bytes * area});
    }
  }

  /// Part of a file name for the id of a map, which may contain signs that file systems refuse.
  static std::string file_word(std::string id) {
    std::ranges::replace_if(
        id, [](char c) { return c == ':' || c == '/' || c == '\\'; }, '_');
    return id;
  }

  void add_map(MapRow const& row) {
    constexpr double kColorBytes = 3.0, kSplatBytes = 4.0, kPictureSide = 1024.0;
    // All frames of a sequence have the same maps.
    if (!row.available && order_.frame < 0) {
      plan_.left_out.push_back(row.id);
      return;
    }
    ExportFormatRow const& image = format_row(map_formats(), "png8");
    const auto chosen = [&]() -> ExportFormatRow const& {
      return order_.map_format.empty() ? image : format_row(map_formats(), order_.map_format);
    };
    const std::vector<SurfaceSoil> soils = surface_soils(world_, order_.frame >= 0);
    switch (row.kind) {
      case MapKind::scalar:
        ++scalar_maps_;
        if (!order_.map_format.empty()) add_tiles(row.id, chosen(), chosen().bytes);
        break;
      case MapKind::color:
      case MapKind::normal:
        add_tiles(row.id, image, kColorBytes);
        break;
      case MapKind::picture:
        add({fmt::format("{}_picture.png", plan_.name), row.id, "png8", kColorBytes * kPictureSide * kPictureSide});
        break;
      case MapKind::weights:
        for (SurfaceSoil const& layer : soils) add_tiles("weight_" + layer.id, chosen(), chosen().bytes);
        break;
      case MapKind::splat:
        for (std::size_t i = 0; 4 * i < soils.size(); ++i) add_tiles(fmt::format("splat{}", i), image, kSplatBytes);
        break;
    }
  }

  void add_meshes(ExportFormatRow const& format) {
    const bool printed = format.id == "stl";
    for (std::size_t lod = 0; lod < (printed ? 1 : order_.lod_errors.size()); ++lod) {
      const std::string content = order_.lod_errors.size() > 1 && !printed ? fmt::format("lod{}", lod) : "mesh";
      for (ExportTile const& tile : plan_.tiles) {
        const auto wide = static_cast<std::uint64_t>(tile.window.width);
        const auto high = static_cast<std::uint64_t>(tile.window.height);
        const MeshSize size = printed ? solid_size(wide, high) : surface_size(wide, high);
        add({fmt::format("{}_{}{}{}", plan_.name, content, tile.suffix, format.ending), "mesh", std::string(format.id),
             file_bytes(format.id, size), printed ? 0.0 : order_.lod_errors[lod]});
        // One mesh and its file are in memory at a time.
        plan_.memory = std::max(plan_.memory, mesh_memory(format.id, size) + plan_.files.back().bytes);
      }
    }
  }

  /// Whether files of a format contain water, obstacles and plants.
  static bool has_things(std::string_view format) { return format == "glb" || format == "obj"; }

  SceneSize const& scene() {
    if (!scene_) scene_ = scene_size(world_, samples());
    return *scene_;
  }
  /// Largest size of a file whose ground has this size. What stands on the ground is spread over the tiles.
  double file_bytes(std::string_view format, MeshSize const& ground) {
    constexpr double kTexelBytes = 3.0;
    auto bytes = static_cast<double>(bytes_of(format, ground));
    if (has_things(format)) {
      bytes += static_cast<double>(bytes_of(format, scene().things)) / static_cast<double>(plan_.tiles.size());
    }
    return format == "glb" ? bytes + kTexelBytes * static_cast<double>(ground.vertices) : bytes;
  }
  /// Memory of a mesh, and of the land for meshes.
  double mesh_memory(std::string_view format, MeshSize const& ground) {
    auto bytes = static_cast<double>(memory_bytes(ground));
    if (!has_things(format)) return bytes;
    // The samples of the land and those of the tile, and two lists while water and roofs are made.
    constexpr double kListBytes = 5.0;
    const auto tile = static_cast<double>(ground.vertices);
    const double layers = scene().layers * (samples() + tile) + tile;
    return bytes + static_cast<double>(memory_bytes(scene().things)) + layers * sizeof(float) + kListBytes * tile;
  }

  static std::uint64_t bytes_of(std::string_view format, MeshSize const& size) {
    if (format == "glb") return glb_bytes(size);
    if (format == "obj") return obj_bytes(size);
    if (format == "stl") return stl_bytes(size);
    return ply_bytes(size);
  }

  World const& world_;
  ExportOrder const& order_;
  ExportPlan& plan_;
  std::size_t scalar_maps_ = 0;
  std::set<std::string> beside_;
  std::optional<SceneSize> scene_;
};

/// Gives the maps of Unity 2^n samples where heights have 2^n + 1: textures have no sample at the second edge.
void plan_maps(ExportOrder const& order, ExportPlan& plan) {
  plan.map_width = plan.width;
  plan.map_height = plan.height;
  plan.map_tiles = plan.tiles;
  // Data files need the maps at the samples of the heights.
  if (order.size_rule != SizeRule::power_plus_one || !order.shared_edges || !order.data_formats.empty()) return;
  --plan.map_width;
  --plan.map_height;
  for (ExportTile& tile : plan.map_tiles) {
    --tile.window.width;
    --tile.window.height;
  }
}

/// Throws InputError for meshes that cannot be made.
void check_meshes(ExportPlan const& plan) {
  constexpr double kMost = 4294967295.0;
  constexpr int kMostMeshSide = 16384;
  GridWindow const& tile = plan.tiles.front().window;
  const auto [least, most] = std::minmax(tile.width, tile.height);
  for (PlannedFile const& file : plan.files) {
    if (file.content == "mesh" && file.format != "stl" && (least < 2 || most > kMostMeshSide)) {
      throw InputError("{}: expected 2 to {} samples along each side of a mesh, found {} x {}; choose other samples{}",
                       file.name, kMostMeshSide, tile.width, tile.height, most > kMostMeshSide ? " or more tiles" : "");
    }
    if (file.format != "glb" || file.bytes <= kMost) continue;
    throw InputError(
        "{}: expected at most 4 GiB in a glTF file, but this file could need {}; choose fewer samples or more tiles",
        file.name, memory_text(file.bytes));
  }
}

}  // namespace

std::vector<std::string> maps_of(ExportOrder const& order) {
  std::vector<std::string> maps = order.maps;
  if (!order.film.empty() && std::ranges::find(maps, "picture") == maps.end()) maps.emplace_back("picture");
  return maps;
}

double ExportPlan::bytes() const {
  return std::accumulate(files.begin(), files.end(), 0.0, [](double sum, PlannedFile const& file) {
    return sum + file.bytes + kSmallFileBytes * static_cast<double>(file.beside.size());
  });
}

std::size_t ExportPlan::file_count() const {
  return std::accumulate(files.begin(), files.end(), std::size_t{1},
                         [](std::size_t sum, PlannedFile const& file) { return sum + 1 + file.beside.size(); });
}

ExportPlan plan_export(World const& world, ExportOrder const& order, std::string_view scenario) {
  Grid const& grid = world.grid();
  ExportPlan plan;
  plan.base = order.name.empty() ? std::string(scenario) : order.name;
  plan.name = order.frame < 0 ? plan.base : fmt::format("{}_{:04}", plan.base, order.frame);
  std::tie(plan.width, plan.height) = samples_of(order, grid);
  plan.resampled = plan.width != grid.width || plan.height != grid.height;
  plan.spacing_x = static_cast<double>(grid.cell_size) * grid.width / plan.width;
  plan.spacing_y = static_cast<double>(grid.cell_size) * grid.height / plan.height;
  plan.tiles = tiles_of(order, plan.width, plan.height);
  plan_maps(order, plan);
  FileList(world, order, plan).add_all();
  // A map that is left out now may be there after some steps.
  if (plan.files.empty() && plan.left_out.empty()) {
    throw InputError("expected something to export, found neither heights nor maps nor meshes; choose some");
  }
  check_meshes(plan);
  const double samples = static_cast<double>(plan.width) * plan.height;
  // Maps are kept for data files. A VTK file needs its arrays twice more while it is made.
  const bool vtk = std::ranges::find(order.data_formats, "vti") != order.data_formats.end();
  const double copies = vtk ? 3.0 : 2.0;
  const double scalars = order.data_formats.empty() ? 0.0 : copies * static_cast<double>(order.maps.size() + 1);
  plan.memory += kLibraryBytes + (kBytesPerSample + scalars * sizeof(float)) * samples +
                 kBytesPerCell * static_cast<double>(grid.cells());
  check_memory(fmt::format("an export of {} x {} samples", plan.width, plan.height), plan.memory);
  return plan;
}

}  // namespace barchan
