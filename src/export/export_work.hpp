/// ExportWork: an export while its files are written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/scheduler.hpp"
#include "export/description.hpp"
#include "export/exporter.hpp"
#include "export/mesh_ply.hpp"
#include "export/mesh_scene.hpp"
#include "export/resample.hpp"
#include "geo/geo_gate.hpp"
#include "land/raster.hpp"

namespace barchan {

class ExportWork {
 public:
  ExportWork(World const& world, ExportOrder const& order, ExportPlan const& plan);

  /// Thrown when the watcher stops the export.
  struct Stopped {};

  /// Each writes its files to the folder, and adds them to the report. They must be called in this order. They throw
  /// InputError and Stopped.
  void write_heights();
  void write_maps();
  void write_data();
  void write_meshes();
  void write_description();

  ExportSite site{};
  ExportWatcher watcher{};
  ExportReport report{};

 private:
  /// A map with one value per sample, kept for the data files.
  struct DataGrid {
    std::string id, title, unit;
    std::vector<float> values;
  };

  /// Path of a planned file. Asks the watcher first.
  std::filesystem::path begin_file(PlannedFile const& file);
  /// Counts a file that is written.
  void end_file(PlannedFile const& file);
  /// The planned files of some content, in the order of the formats and tiles.
  std::vector<PlannedFile const*> files_of(std::string_view content) const;
  /// Calls `write(file, tile, path)` for each planned file of some content.
  template <class Write>
  void for_files(std::string_view content, Write const& write);

  /// Place of a part of the samples; not known if the land has none and its samples are square.
  Place placed(SampleGrid const& samples, GridWindow const& window) const;
  /// The samples of the heights, or of the maps.
  SampleGrid resample_heights(SampleGrid grid) const;
  SampleGrid resample_map(SampleGrid grid) const;
  /// The nearest cells instead of means.
  SampleGrid nearest_map(SampleGrid grid) const;
  /// Whether `samples` of this map can be without data: they are cells, and the map is no mask, which is known
  /// everywhere.
  bool has_gaps(std::string_view map, std::size_t samples) const;
  /// The values of a data file, with NaN where the land has no data.
  std::vector<float> with_gaps(std::string_view map, std::vector<float> const& values) const;
  /// The part of a map that a tile shows, as a raster with its place.
  Raster raster_of(SampleGrid const& grid, ExportTile const& tile, std::string const& field,
                   std::string const& unit) const;
  bool is_left_out(MapRow const& row) const;
  MapScale kept_scale(std::string_view id, MapScale const& own) const;
  void write_scalar(MapRow const& row);
  void write_shares(MapRow const& row);
  void write_colors();
  void write_normals();
  /// Writes an image of a tile of the maps, with its place.
  void write_png(std::filesystem::path const& path, std::vector<std::byte> const& image, ExportTile const& tile) const;
  void write_image(std::string_view content, int channels, std::vector<std::uint8_t> const& bytes);
  void write_fractions(std::string_view content, SampleGrid const& grid, MapScale const& scale,
                       std::string const& unit);
  std::vector<std::uint8_t> color_bytes() const;
  LandSurface land_surface() const;
  Mesh printed(GridWindow const& window) const;
  /// The tile of the maps that lies where a tile of the heights does.
  ExportTile const& map_tile(ExportTile const& tile) const {
    return plan_.map_tiles[static_cast<std::size_t>(&tile - plan_.tiles.data())];
  }
  void write_mesh(PlannedFile const& file, ExportTile const& tile, LandSurface const& land);
  /// Colours of the vertices of a tile's ground.
  PlyStyle ply_style(Mesh const& mesh, std::vector<std::uint8_t> const& pixels, GridWindow const& window) const;
  geo::SeriesOrder series_order() const;
  void write_netcdf(PlannedFile const& file);
  void write_vti(PlannedFile const& file);

  World const& world_;
  ExportOrder const& order_;
  ExportPlan const& plan_;
  Scheduler scheduler_;
  ExportRanges earlier_;  ///< of an earlier export with the same name to the same folder
  SampleGrid heights_;
  std::vector<std::uint8_t> missing_;  ///< 1 in cells without data, in the order of files; empty: none, or not known
  std::vector<DataGrid> data_;
  std::vector<std::uint8_t> colors_;  ///< of the whole land, for meshes
  double written_ = 0.0;              ///< bytes of the plan
};

/// A part of a grid with `width` columns.
std::vector<float> cut(std::span<float const> values, int width, GridWindow const& window);
/// The same for pixels of `channels` bytes.
std::vector<std::uint8_t> cut(std::span<std::uint8_t const> pixels, int channels, int width, GridWindow const& window);

template <class Write>
void ExportWork::for_files(std::string_view content, Write const& write) {
  const std::vector<PlannedFile const*> files = files_of(content);
  std::vector<ExportTile> const& tiles = content == "height" ? plan_.tiles : plan_.map_tiles;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::filesystem::path path = begin_file(*files[i]);
    write(*files[i], tiles[i % tiles.size()], path);
    end_file(*files[i]);
  }
}

}  // namespace barchan
