// The maps of an export: values, fractions of soils, colours, normals.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "export/export_work.hpp"
#include "export/surface_samples.hpp"
#include "io/picture_file.hpp"
#include "io/place_files.hpp"
#include "io/raster_file.hpp"
#include "land/terrain.hpp"
#include "picture/relief.hpp"
#include "picture/tone.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr double kLargestByte = 255.0, kLargestWord = 65535.0;

bool is_image(std::string_view format) { return format == "png8" || format == "png16"; }

/// Codes of 8 or 16 bits, the high byte first.
std::vector<std::uint8_t> codes_of(std::span<float const> values, MapScale const& scale, bool wide) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(values.size() * (wide ? 2 : 1));
  constexpr std::size_t kValuesPerLook = 4096;
  for (const float value : values) {
    if (bytes.size() % kValuesPerLook == 0) WorkWatch::at(0.0);
    const double fraction = scale.fraction(static_cast<double>(value));
    const auto code = static_cast<unsigned>(fraction * (wide ? kLargestWord : kLargestByte) + 0.5);
    if (wide) bytes.push_back(static_cast<std::uint8_t>(code >> 8));
    bytes.push_back(static_cast<std::uint8_t>(code & 0xffu));
  }
  return bytes;
}

}  // namespace

void ExportWork::write_png(std::filesystem::path const& path, std::vector<std::byte> const& image,
                           ExportTile const& tile) const {
  Grid const& grid = world_.grid();
  const auto cell = static_cast<double>(grid.cell_size);
  const SampleGrid samples{plan_.map_width,
                           plan_.map_height,
                           cell * grid.width / plan_.map_width,
                           cell * grid.height / plan_.map_height,
                           {}};
  // Without a place on Earth, a world file would only say that samples are oblong, which NAME.json does.
  write_placed_png(path, image, world_.terrain().place.known() ? placed(samples, tile.window) : Place{});
}

void ExportWork::write_image(std::string_view content, int channels, std::vector<std::uint8_t> const& bytes) {
  for_files(content, [&](PlannedFile const&, ExportTile const& tile, std::filesystem::path const& path) {
    const std::vector<std::uint8_t> part = cut(bytes, channels, plan_.map_width, tile.window);
    write_png(path, encode_image(tile.window.width, tile.window.height, channels, 8, part), tile);
  });
}

void ExportWork::write_fractions(std::string_view content, SampleGrid const& grid, MapScale const& scale,
                                 std::string const& unit) {
  for_files(content, [&](PlannedFile const& file, ExportTile const& tile, std::filesystem::path const& path) {
    if (is_image(file.format)) {
      const bool wide = file.format == "png16";
      const std::vector<std::uint8_t> codes = codes_of(cut(grid.values, grid.width, tile.window), scale, wide);
      write_png(path, encode_image(tile.window.width, tile.window.height, 1, wide ? 16 : 8, codes), tile);
      return;
    }
    RasterWriting writing;
    writing.half = file.format == "exr16";
    writing.sidecar = file.format != "npy";
    write_raster(path, raster_of(grid, tile, std::string(content), unit), writing);
  });
}

/// The scale of an earlier export, if the values of the land lie within it.
MapScale ExportWork::kept_scale(std::string_view id, MapScale const& own) const {
  const auto earlier = std::ranges::find(earlier_.maps, id, &ScaledMap::id);
  if (earlier == earlier_.maps.end() || earlier->scale.logarithmic != own.logarithmic) return own;
  const bool fits = own.logarithmic ? own.high <= earlier->scale.high
                                    : own.low >= earlier->scale.low && own.high <= earlier->scale.high;
  return fits || site.fixed ? earlier->scale : own;
}

void ExportWork::write_scalar(MapRow const& row) {
  ScalarMap map;
  prepared(row.id, [&] {
    map = scalar_map(world_, row.id);
    map.grid = map.numbers ? nearest_map(std::move(map.grid)) : resample_map(std::move(map.grid));
  });
  map.scale = kept_scale(row.id, map.scale);
  report.maps.push_back({row.id, map.unit, map.scale});
  write_fractions(row.id, map.grid, map.scale, map.unit);
  // Data files have the elevations anyway.
  if (!order_.data_formats.empty() && row.id != "elevation")
    data_.push_back({row.id, row.title, map.unit, std::move(map.grid.values)});
}

/// The fractions are rounded together, so that the codes of all soils add up to the largest code in each sample. The
/// sums of the fractions of the first soils are resampled, because their differences are never negative.
void ExportWork::write_shares(MapRow const& row) {
  const std::vector<SurfaceSoil> layers = surface_soils(world_, order_.frame >= 0);
  const bool packed = row.kind == MapKind::splat;
  const std::string format = order_.map_format.empty() ? "png8" : order_.map_format;
  const bool floats = !packed && !is_image(format);
  const double largest = !packed && format == "png16" ? kLargestWord : kLargestByte;
  constexpr std::size_t kChannels = 4;
  const auto samples = static_cast<std::size_t>(plan_.map_width) * static_cast<std::size_t>(plan_.map_height);
  std::vector<float> before(samples, 0.0f);
  std::vector<std::uint8_t> image;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (packed && i % kChannels == 0) image.assign(samples * kChannels, 0);
    SampleGrid share;
    prepared(packed ? fmt::format("splat{}", i / kChannels) : "weight_" + layers[i].id,
             [&] { share = resample_map(soil_share(world_, layers, i + 1)); });
    for (std::size_t k = 0; k < samples; ++k) {
      const float sum = std::clamp(share.values[k], before[k], 1.0f);
      const double low = floats ? static_cast<double>(before[k]) : std::round(static_cast<double>(before[k]) * largest);
      const double high = floats ? static_cast<double>(sum) : std::round(static_cast<double>(sum) * largest);
      if (packed) image[k * kChannels + i % kChannels] = static_cast<std::uint8_t>(high - low);
      share.values[k] = static_cast<float>(high - low);
      before[k] = sum;
    }
    if (packed) {
      report.splat_channels.push_back(layers[i].id);
      const bool full = i % kChannels + 1 == kChannels || i + 1 == layers.size();
      if (full) write_image(fmt::format("splat{}", i / kChannels), static_cast<int>(kChannels), image);
    } else {
      write_fractions("weight_" + layers[i].id, share, {0.0, floats ? 1.0 : largest}, "");
    }
  }
}

std::vector<std::uint8_t> ExportWork::color_bytes() const {
  std::vector<std::uint8_t> bytes(3 * static_cast<std::size_t>(plan_.map_width) *
                                  static_cast<std::size_t>(plan_.map_height));
  std::array<SampleGrid, 3> colors = ground_colors(world_);
  for (std::size_t channel = 0; channel < colors.size(); ++channel) {
    const SampleGrid plane = resample_map(std::move(colors[channel]));
    for (std::size_t i = 0; i < plane.values.size(); ++i) {
      const double value = std::clamp(static_cast<double>(to_srgb(plane.values[i])), 0.0, 1.0);
      bytes[3 * i + channel] = static_cast<std::uint8_t>(value * kLargestByte + 0.5);
    }
  }
  return bytes;
}

void ExportWork::write_colors() {
  std::vector<std::uint8_t> bytes;
  prepared("color", [&] { bytes = color_bytes(); });
  write_image("color", 3, bytes);
}

std::vector<std::uint8_t> ExportWork::normal_bytes() const {
  const bool own_size = plan_.map_width != plan_.width || plan_.map_height != plan_.height;
  const SampleGrid heights = own_size ? resampled(height_grid(world_), plan_.map_width, plan_.map_height,
                                                  {.periodic = world_.grid().periodic()}, scheduler_)
                                      : heights_;
  const SurfaceSamples surface(heights, world_.grid().periodic());
  std::vector<std::uint8_t> bytes;
  bytes.reserve(3 * heights.samples());
  for (int row = 0; row < heights.height; ++row) {
    WorkWatch::at(static_cast<double>(row) / heights.height);
    for (int column = 0; column < heights.width; ++column) {
      glm::vec3 normal = surface.normal(column, row);
      if (order_.directx_normals) normal.y = -normal.y;
      for (int i = 0; i < 3; ++i) {
        bytes.push_back(static_cast<std::uint8_t>((normal[i] * 0.5f + 0.5f) * static_cast<float>(kLargestByte) + 0.5f));
      }
    }
  }
  return bytes;
}

void ExportWork::write_normals() {
  std::vector<std::uint8_t> bytes;
  prepared("normal", [&] { bytes = normal_bytes(); });
  write_image("normal", 3, bytes);
}

bool ExportWork::is_left_out(MapRow const& row) const {
  return std::ranges::find(plan_.left_out, row.id) != plan_.left_out.end();
}

void ExportWork::write_maps() {
  for (std::string const& id : maps_of(order_)) {
    const MapRow row = map_row(world_, id);
    if (is_left_out(row)) continue;
    switch (row.kind) {
      case MapKind::scalar:
        write_scalar(row);
        break;
      case MapKind::color:
        write_colors();
        break;
      case MapKind::normal:
        write_normals();
        break;
      case MapKind::picture:
        for_files(row.id, [&](PlannedFile const&, ExportTile const&, std::filesystem::path const& path) {
          write_picture(path, draw_relief(world_));
        });
        break;
      case MapKind::weights:
      case MapKind::splat:
        write_shares(row);
        break;
    }
  }
}

}  // namespace barchan
