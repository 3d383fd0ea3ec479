// The meshes of an export.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "export/export_work.hpp"
#include "export/mesh_gltf.hpp"
#include "export/mesh_obj.hpp"
#include "export/mesh_ply.hpp"
#include "export/mesh_scene.hpp"
#include "export/mesh_stl.hpp"
#include "export/surface_samples.hpp"
#include "io/file.hpp"
#include "io/input_error.hpp"
#include "io/json.hpp"
#include "io/picture_file.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr double kMeshShare = 0.6;  // of the time for a mesh; the rest goes to encoding and writing
/// Sand of this thickness on an obstacle hides it, m.
constexpr double kBuried = 0.25;

/// Elevation of the foot of an obstacle that shows in a cell, m above the datum; nothing if none shows.
std::optional<double> obstacle_foot(Columns const& columns, std::size_t cell) {
  if (columns.base_soil(cell) != kObstacle || to_metres(columns.sediment(cell)) > kBuried) return std::nullopt;
  QuantaSum foot = columns.elevation(cell);
  bool passed = false;
  columns.for_each_layer(cell, [&](Layer layer) {
    if (passed && layer.soil != kObstacle) return false;
    passed = layer.soil == kObstacle;
    foot -= layer.thickness;
    return true;
  });
  return to_metres(foot);
}

/// Where the samples of a grid lie on the cells of a land.
class NearestCells {
 public:
  NearestCells(Grid const& grid, int width, int height) : grid_(grid), width_(width), height_(height) {}

  /// One value per sample, from a function of the cell.
  template <class PerCell>
  std::vector<float> values(PerCell const& value) const {
    std::vector<float> list;
    list.reserve(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    for (int row = 0; row < height_; ++row) {
      const int y = grid_.height - 1 - nearest_cell(row, height_, grid_.height);
      for (int column = 0; column < width_; ++column) {
        list.push_back(value(grid_.index(nearest_cell(column, width_, grid_.width), y)));
      }
    }
    return list;
  }

 private:
  Grid const& grid_;
  int width_, height_;
};

/// The part of a land that a tile shows.
LandSurface part_of(LandSurface const& land, GridWindow const& window) {
  const auto part = [&](std::vector<float> const& values) {
    return values.empty() ? values : cut(values, land.ground.width, window);
  };
  return {{window.width, window.height, land.ground.spacing_x, land.ground.spacing_y, part(land.ground.values)},
          part(land.obstacle_top),
          part(land.water_level),
          part(land.plants)};
}

/// Moves a mesh whose origin is the centre of a tile to the centre of the land, and gives the ground the normals of the
/// whole land, so that tiles have the same shade at their edges.
void fit_tile(MeshScene& scene, LandSurface const& land, GridWindow const& window) {
  SampleGrid const& whole = land.ground;
  const SurfaceSamples surface(whole);
  const double columns = window.column + 0.5 * window.width - 0.5 * whole.width;
  const double rows = window.row + 0.5 * window.height - 0.5 * whole.height;
  const glm::vec3 shift(columns * whole.spacing_x, -rows * whole.spacing_y, 0.0);
  for (MeshNode& node : scene.nodes) {
    for (glm::vec3& position : node.mesh.positions) position += shift;
    if (node.name != "ground") continue;
    for (std::size_t i = 0; i < node.mesh.normals.size(); ++i) {
      glm::vec2 const& uv = node.mesh.uvs[i];
      const auto column = static_cast<int>(uv.x * static_cast<float>(window.width)) + window.column;
      const auto row = static_cast<int>(uv.y * static_cast<float>(window.height)) + window.row;
      node.mesh.normals[i] = surface.normal(column, row);
    }
  }
}

/// Facts about the land, for glTF's `extras`.
std::string extras_of(World const& world) {
  Place const& place = world.terrain().place;
  Json json = Json::object();
  json["program"] = "Barchan " BARCHAN_VERSION;
  json["seed"] = world.seed();
  json["step"] = world.step_count();
  if (place.known()) {
    Grid const& grid = world.grid();
    const glm::dvec2 centre =
        coordinates_of(place, grid, 0.5 * static_cast<double>(grid.cell_size) * glm::dvec2(grid.width, grid.height));
    json["crs"] = place.name.empty() ? place.crs : place.name;
    json["centre_x"] = centre.x;
    json["centre_y"] = centre.y;
  }
  return json.text(-1);
}

}  // namespace

LandSurface ExportWork::land_surface() const {
  Terrain const& terrain = world_.terrain();
  Columns const& columns = terrain.columns;
  const NearestCells nearest(world_.grid(), plan_.width, plan_.height);
  LandSurface land;
  land.ground = height_grid(world_);
  const auto datum = static_cast<float>(terrain.datum);
  const NearestCells own(world_.grid(), world_.grid().width, world_.grid().height);
  bool obstacles = false;
  const std::vector<float> feet = own.values([&](std::size_t cell) {
    const auto foot = obstacle_foot(columns, cell);
    obstacles = obstacles || foot;
    return foot ? static_cast<float>(*foot) + datum : kNone;
  });
  if (obstacles) {
    for (std::size_t i = 0; i < feet.size(); ++i) {
      if (!std::isnan(feet[i])) land.ground.values[i] = feet[i];
    }
    land.obstacle_top = nearest.values([&](std::size_t cell) {
      if (!obstacle_foot(columns, cell)) return kNone;
      return static_cast<float>(to_metres(columns.elevation(cell))) + datum;
    });
  }
  land.ground = resample_heights(std::move(land.ground));
  if (!terrain.lakes.empty() || !terrain.sea.empty()) {
    land.water_level = nearest.values([&](std::size_t cell) {
      if (!(terrain.standing_water(cell) > 0)) return kNone;
      return static_cast<float>(to_metres(QuantaSum{columns.elevation(cell)} + terrain.standing_water(cell))) + datum;
    });
  }
  auto const& plants = terrain.cell_layers.real(CellLayer::plants);
  if (!plants.empty()) land.plants = nearest.values([&](std::size_t cell) { return plants[cell]; });
  return land;
}

/// The body for printing. Tiles have the scale and the lower face of the whole land, so that they fit together.
Mesh ExportWork::printed(GridWindow const& window) const {
  SampleGrid part{window.width, window.height, plan_.spacing_x, plan_.spacing_y,
                  cut(heights_.values, heights_.width, window)};
  const auto longest = [&](int width, int height) {
    return std::max(width * plan_.spacing_x, height * plan_.spacing_y);
  };
  const double scale = order_.print_size / longest(plan_.width, plan_.height);
  const auto lowest = static_cast<double>(*std::ranges::min_element(heights_.values));
  const double above = static_cast<double>(*std::ranges::min_element(part.values)) - lowest;
  SolidStyle style;
  style.longest_side = longest(window.width, window.height) * scale;
  style.base_thickness = order_.print_base + above * scale * order_.exaggeration;
  style.vertical_exaggeration = order_.exaggeration;
  return solid(part, style);
}

void ExportWork::write_mesh(PlannedFile const& file, ExportTile const& tile, LandSurface const& land) {
  const std::filesystem::path path = site.folder / file.name;
  if (file.format == "stl")
    return write_file(path, encode_stl(printed(tile.window), "Barchan: " + plan_.name + ", mm"));
  const bool tiled = plan_.tiles.size() > 1;
  SceneStyle style;
  style.ground_error = file.lod_error;
  // Each tile has plants at places of its own.
  style.seed = world_.seed() ^ (static_cast<std::uint64_t>(tile.x) << 32) ^ (static_cast<std::uint64_t>(tile.y) << 48);
  style.most_plant_triangles /= plan_.tiles.size();
  if (tiled) style.skirt = 2.0 * std::max(plan_.spacing_x, plan_.spacing_y) + 2.0 * order_.lod_errors.back();
  GridWindow const& texture = map_tile(tile).window;
  const std::vector<std::uint8_t> pixels = cut(colors_, 3, plan_.map_width, texture);
  if (file.format == "glb") {
    style.ground_texture.png = encode_image(texture.width, texture.height, 3, 8, pixels);
  } else if (file.format == "obj" && std::ranges::find(order_.maps, "color") != order_.maps.end()) {
    style.ground_texture.file = fmt::format("{}_color{}.png", plan_.name, tile.suffix);
  }
  MeshScene scene;
  {
    const WorkPart made(0.0, kMeshShare);
    scene = scene_of(part_of(land, tile.window), style);
    if (tiled) fit_tile(scene, land, tile.window);
  }
  scene.extras_json = extras_of(world_);
  const WorkPart written(kMeshShare, 1.0);
  if (file.format == "glb") write_file(path, encode_glb(scene));
  if (file.format == "obj") {
    const std::filesystem::path library = std::filesystem::path(path).replace_extension(".mtl");
    const ObjFiles files = encode_obj(scene, library.filename().string());
    write_files(std::array<FileContents, 2>{
        {{path, std::as_bytes(std::span(files.obj))}, {library, std::as_bytes(std::span(files.mtl))}}});
  }
  if (file.format == "ply")
    write_file(path, encode_ply(scene.nodes.front().mesh, ply_style(scene.nodes.front().mesh, pixels, texture)));
}

PlyStyle ExportWork::ply_style(Mesh const& mesh, std::vector<std::uint8_t> const& pixels,
                               GridWindow const& window) const {
  PlyStyle style;
  constexpr std::size_t kColorsPerLook = 4096;
  for (glm::vec2 const& uv : mesh.uvs) {
    if (style.colors.size() % kColorsPerLook == 0) WorkWatch::at(0.0);
    const int column = std::clamp(static_cast<int>(uv.x * static_cast<float>(window.width)), 0, window.width - 1);
    const int row = std::clamp(static_cast<int>(uv.y * static_cast<float>(window.height)), 0, window.height - 1);
    const auto pixel =
        3 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(window.width) + static_cast<std::size_t>(column));
    style.colors.push_back({pixels[pixel], pixels[pixel + 1], pixels[pixel + 2]});
  }
  style.comments = {"Barchan: " + plan_.name, "x east, y north, z up, m"};
  return style;
}

void ExportWork::write_meshes() {
  if (order_.mesh_formats.empty()) return;
  const bool colored = std::ranges::any_of(order_.mesh_formats, [](std::string const& id) { return id != "stl"; });
  LandSurface land;
  if (colored) {
    prepared("mesh", [&] {
      colors_ = color_bytes();
      land = land_surface();
    });
  }
  const std::vector<PlannedFile const*> files = files_of("mesh");
  for (std::size_t i = 0; i < files.size(); ++i) {
    try {
      watched(*files[i], [&] { write_mesh(*files[i], plan_.tiles[i % plan_.tiles.size()], land); });
      end_file(*files[i]);
    } catch (std::length_error const& error) {
      throw InputError("{}: {}", files[i]->name, error.what());
    }
  }
}

}  // namespace barchan
