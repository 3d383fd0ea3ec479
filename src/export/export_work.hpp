/// ExportWork: an export while its files are written.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/scheduler.hpp"
#include "base/work_watch.hpp"
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

  /// Tells the watcher that a fraction of a file is done. Throws Stopped.
  void tell(PlannedFile const& file, double fraction);
  /// Does a part of the work for a file: preparing its values, or writing it. The watcher follows it.
  template <class Work>
  void watched(PlannedFile const& file, Work const& work) {
    tell(file, 0.0);
    const WorkWatch watch([&](double fraction) {
      if (std::chrono::steady_clock::now() >= next_look_) tell(file, fraction);
    });
    work();
  }
  /// Prepares the values of a content, before its first file is written. The progress stays at the end of the last
  /// file.
  template <class Work>
  void prepared(std::string_view content, Work const& work);
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
  /// 1 in the samples of a map without data, of the heights or of the maps; empty: all have data, as in a mask.
  std::span<std::uint8_t const> gaps_of(std::string_view map, std::size_t samples) const;
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
  std::vector<std::uint8_t> normal_bytes() const;
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
  std::vector<std::uint8_t> missing_;          ///< 1 in samples of the heights without data; empty: there are none
  std::vector<std::uint8_t> missing_in_maps_;  ///< the same for samples of the maps
  std::vector<DataGrid> data_;
  std::vector<std::uint8_t> colors_;                   ///< of the whole land, for meshes
  double written_ = 0.0;                               ///< bytes of the plan
  std::chrono::steady_clock::time_point next_look_{};  ///< before it, the watcher is not called within a file
  double told_ = 0.0;  ///< the same, with the part of the present file that the watcher knows of
};

/// A part of a grid with `width` columns.
std::vector<float> cut(std::span<float const> values, int width, GridWindow const& window);
/// The same for pixels of `channels` bytes.
std::vector<std::uint8_t> cut(std::span<std::uint8_t const> pixels, int channels, int width, GridWindow const& window);

template <class Work>
void ExportWork::prepared(std::string_view content, Work const& work) {
  PlannedFile first{.name = std::string(content), .content = std::string(content), .format = {}};
  if (const auto files = files_of(content); !files.empty()) first.name = files.front()->name;
  watched(first, work);
}

template <class Write>
void ExportWork::for_files(std::string_view content, Write const& write) {
  const std::vector<PlannedFile const*> files = files_of(content);
  std::vector<ExportTile> const& tiles = content == "height" ? plan_.tiles : plan_.map_tiles;
  for (std::size_t i = 0; i < files.size(); ++i) {
    watched(*files[i], [&] { write(*files[i], tiles[i % tiles.size()], site.folder / files[i]->name); });
    end_file(*files[i]);
  }
}

}  // namespace barchan
