#include "export/exporter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "export/description.hpp"
#include "export/engine_settings.hpp"
#include "export/export_work.hpp"
#include "io/input_error.hpp"
#include "io/raster_file.hpp"
#include "land/terrain.hpp"
#include "world/fields.hpp"
#include "world/world.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// How the elevations are written in a format.
RasterWriting height_writing(ExportOrder const& order, std::pair<double, double> range, std::string_view format) {
  RasterWriting writing;
  const bool raw = is_raw(format);
  const bool codes = is_coded(format);
  if (codes) writing.range = range;
  if (codes) writing.codes = order.height_codes;
  writing.south_first = raw && order.south_first;
  writing.byte_order = raw && order.big_endian ? ByteOrder::big : ByteOrder::little;
  writing.half = format == "exr16";
  writing.cog = format == "cog";
  writing.sidecar = format != "npy";  // NAME.json describes the arrays
  return writing;
}

void make_folder(fs::path const& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw InputError("{}: expected a folder that exists or can be created, found none ({}); choose another",
                     folder.string(), error ? error.message() : "there is a file with this name");
  }
}

}  // namespace

std::vector<float> cut(std::span<float const> values, int width, GridWindow const& window) {
  std::vector<float> part;
  part.reserve(static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height));
  for (int row = window.row; row < window.row + window.height; ++row) {
    const auto line = values.subspan(
        static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(window.column),
        static_cast<std::size_t>(window.width));
    part.insert(part.end(), line.begin(), line.end());
  }
  return part;
}

std::vector<std::uint8_t> cut(std::span<std::uint8_t const> pixels, int channels, int width, GridWindow const& window) {
  std::vector<std::uint8_t> part;
  const auto of = [&](int number) { return static_cast<std::size_t>(number) * static_cast<std::size_t>(channels); };
  for (int row = window.row; row < window.row + window.height; ++row) {
    const auto line = pixels.subspan(of(width) * static_cast<std::size_t>(row) + of(window.column), of(window.width));
    part.insert(part.end(), line.begin(), line.end());
  }
  return part;
}

ExportWork::ExportWork(World const& world, ExportOrder const& order, ExportPlan const& plan)
    : world_(world), order_(order), plan_(plan), scheduler_(world.threads()) {
  const auto cells = cells_without_data(world);
  if (!cells) return;
  missing_ = resampled_gaps(*cells, plan.width, plan.height, scheduler_);
  missing_in_maps_ = resampled_gaps(*cells, plan.map_width, plan.map_height, scheduler_);
}

void ExportWork::tell(PlannedFile const& file, double fraction) {
  using namespace std::chrono_literals;
  next_look_ = std::chrono::steady_clock::now() + 50ms;
  // A file is made in several runs over its values, so its own fraction may fall.
  told_ = std::max(told_, written_ + fraction * file.bytes);
  const double total = plan_.bytes();
  if (watcher && !watcher(total > 0.0 ? std::min(told_ / total, 1.0) : 0.0, file.name)) throw Stopped{};
}

void ExportWork::end_file(PlannedFile const& file) {
  written_ += file.bytes + kSmallFileBytes * static_cast<double>(file.beside.size());
  const auto add = [&](std::string const& name) {
    std::error_code ignored;
    const std::uintmax_t bytes = fs::file_size(site.folder / name, ignored);
    if (!ignored) report.bytes += static_cast<double>(bytes);
    report.files.push_back(site.folder / name);
  };
  add(file.name);
  for (std::string const& name : file.beside) add(name);
}

std::vector<PlannedFile const*> ExportWork::files_of(std::string_view content) const {
  std::vector<PlannedFile const*> files;
  for (PlannedFile const& file : plan_.files) {
    if (file.content == content) files.push_back(&file);
  }
  return files;
}

SampleGrid ExportWork::resample_heights(SampleGrid grid) const {
  const ResampleStyle style{.periodic = world_.grid().periodic()};
  return resampled(std::move(grid), plan_.width, plan_.height, style, scheduler_);
}

SampleGrid ExportWork::resample_map(SampleGrid grid) const {
  const ResampleStyle style{.periodic = world_.grid().periodic(), .bounded = true};
  return resampled(std::move(grid), plan_.map_width, plan_.map_height, style, scheduler_);
}

SampleGrid ExportWork::nearest_map(SampleGrid grid) const {
  if (grid.width == plan_.map_width && grid.height == plan_.map_height) return grid;
  SampleGrid samples{plan_.map_width,
                     plan_.map_height,
                     grid.spacing_x * grid.width / plan_.map_width,
                     grid.spacing_y * grid.height / plan_.map_height,
                     {}};
  samples.values.reserve(samples.samples());
  for (int row = 0; row < samples.height; ++row) {
    for (int column = 0; column < samples.width; ++column) {
      samples.values.push_back(grid.values[grid.index(nearest_cell(column, samples.width, grid.width),
                                                      nearest_cell(row, samples.height, grid.height))]);
    }
  }
  return samples;
}

std::span<std::uint8_t const> ExportWork::gaps_of(std::string_view map, std::size_t samples) const {
  if (map.starts_with(kMaskField)) return {};
  return missing_.size() == samples ? missing_ : missing_in_maps_;
}

std::vector<float> ExportWork::with_gaps(std::string_view map, std::vector<float> const& values) const {
  std::vector<float> marked = values;
  const std::span<std::uint8_t const> gaps = gaps_of(map, values.size());
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    if (gaps[i] != 0) marked[i] = std::numeric_limits<float>::quiet_NaN();
  }
  return marked;
}

Raster ExportWork::raster_of(SampleGrid const& grid, ExportTile const& tile, std::string const& field,
                             std::string const& unit) const {
  GridWindow const& window = tile.window;
  const std::span<std::uint8_t const> gaps = gaps_of(field, grid.samples());
  Raster raster;
  raster.width = window.width;
  raster.height = window.height;
  raster.cell_size = grid.spacing_x;
  raster.field = field;
  raster.unit = unit;
  // Rasters begin with the southern row.
  for (int row = window.row + window.height - 1; row >= window.row; --row) {
    WorkWatch::at(0.0);
    const auto first = static_cast<std::ptrdiff_t>(grid.index(window.column, row));
    raster.values.insert(raster.values.end(), grid.values.begin() + first, grid.values.begin() + first + window.width);
    if (gaps.empty()) continue;
    raster.filled.insert(raster.filled.end(), gaps.begin() + first, gaps.begin() + first + window.width);
  }
  raster.place = placed(grid, window);
  return raster;
}

Place ExportWork::placed(SampleGrid const& samples, GridWindow const& window) const {
  Grid const& grid = world_.grid();
  Place place = world_.terrain().place;
  if (!place.known() && samples.spacing_x != samples.spacing_y) {
    const auto cell = static_cast<double>(grid.cell_size);
    place.transform = {0.0, cell, 0.0, cell * grid.height, 0.0, -cell};
  }
  if (!place.known()) return place;
  std::array<double, 6>& t = place.transform;
  for (const std::size_t i : {1u, 4u}) t[i] *= static_cast<double>(grid.width) / samples.width;
  for (const std::size_t i : {2u, 5u}) t[i] *= static_cast<double>(grid.height) / samples.height;
  t[0] += window.column * t[1] + window.row * t[2];
  t[3] += window.column * t[4] + window.row * t[5];
  return place;
}

void ExportWork::write_heights() {
  heights_ = height_grid(world_);
  const auto [low, high] = std::ranges::minmax(heights_.values);
  prepared("height", [&] { heights_ = resample_heights(std::move(heights_)); });
  const auto [least, most] = std::ranges::minmax(heights_.values);
  const std::pair extent{static_cast<double>(std::min(low, least)), static_cast<double>(std::max(high, most))};
  earlier_ = described_ranges(site.folder / (plan_.name + ".json"));
  if (site.fixed) earlier_ = *site.fixed;
  std::pair<double, double> const& earlier = earlier_.heights;
  report.height_range = site.fixed && !order_.height_range ? earlier : chosen_range(order_, extent, earlier);
  report.range_kept = !order_.height_range && !site.fixed && report.height_range == earlier;
  report.settings = engine_settings(order_, plan_, order_.target == ExportTarget::print ? extent : report.height_range);
  const bool outside = extent.first < report.height_range.first || extent.second > report.height_range.second;
  if (outside && has_coded_heights(order_)) {
    report.notices.push_back(
        fmt::format("the land reaches from {:.6g} to {:.6g} m and is cut off outside the range from {:.6g} to {:.6g} m",
                    extent.first, extent.second, report.height_range.first, report.height_range.second));
  }
  for_files("height", [&](PlannedFile const& file, ExportTile const& tile, fs::path const& path) {
    Raster raster = raster_of(heights_, tile, "elevation", "m");
    // NAME.json tells that samples are oblong; a world file that does nothing else would only be in the way.
    if (file.format == "png16" && !world_.terrain().place.known()) raster.place = {};
    RasterWriting writing = height_writing(order_, report.height_range, file.format);
    if (plan_.spacing_x != plan_.spacing_y) writing.sidecar = false;  // it has only one cell size
    write_raster(path, raster, writing);
  });
}

std::pair<double, double> chosen_range(ExportOrder const& order, std::pair<double, double> extent,
                                       std::pair<double, double> earlier) {
  if (order.height_range) return *order.height_range;
  const auto [low, high] = extent;
  if (earlier.first < earlier.second && low >= earlier.first && high <= earlier.second) return earlier;
  constexpr double kSteps = 20.0, kLeastRelief = 1.0;
  const double step = round_number_above(std::max(high - low, kLeastRelief) / kSteps);
  // At least half a step of room, so that a land that changes a little keeps its range.
  return {std::floor(low / step - 0.5) * step, std::ceil(high / step + 0.5) * step};
}

ExportReport export_world(World const& world, ExportOrder const& order, ExportPlan const& plan, ExportSite const& site,
                          ExportWatcher const& watcher) {
  if (plan.files.empty()) {
    throw InputError("expected a land with one of the maps {}, found none of them; choose other maps",
                     fmt::join(plan.left_out, ", "));
  }
  make_folder(site.folder);
  ExportWork work(world, order, plan);
  work.site = site;
  work.watcher = watcher;
  for (std::string const& id : plan.left_out) {
    work.report.notices.push_back(fmt::format("the map '{}' is left out, because this land has no values for it", id));
  }
  try {
    work.write_heights();
    work.write_maps();
    work.write_data();
    work.write_meshes();
    work.write_description();
    work.report.finished = true;
  } catch (ExportWork::Stopped const&) {
  }
  return std::move(work.report);
}

}  // namespace barchan
