// Files with the elevations and all maps with one value per sample: NetCDF and VTK.
#include <filesystem>

#include "export/export_work.hpp"
#include "geo/geo_gate.hpp"
#include "io/file.hpp"
#include "io/geo_module.hpp"
#include "io/grid_variable.hpp"
#include "io/input_error.hpp"
#include "io/vti_file.hpp"
#include "world/world.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// The same values with the southern row first.
std::vector<float> from_south(std::vector<float> const& values, int width) {
  std::vector<float> turned;
  turned.reserve(values.size());
  for (auto row = values.end(); row != values.begin();) {
    WorkWatch::at(static_cast<double>(values.end() - row) / static_cast<double>(2 * values.size()));
    row -= width;
    turned.insert(turned.end(), row, row + width);
  }
  return turned;
}

}  // namespace

geo::SeriesOrder ExportWork::series_order() const {
  geo::SeriesOrder order;
  order.width = plan_.width;
  order.height = plan_.height;
  order.cell_size = plan_.spacing_x;
  order.place = placed(heights_, {0, 0, plan_.width, plan_.height});
  order.title = plan_.base;
  order.variables.push_back(grid_variable("elevation", "m"));
  for (DataGrid const& grid : data_) {
    order.variables.push_back(grid_variable(grid.id, grid.unit));
    order.variables.back().long_name = grid.title;
  }
  return order;
}

void ExportWork::write_netcdf(PlannedFile const& file) {
  const fs::path path = site.folder / file.name;
  std::vector<std::vector<float>> marked{with_gaps("elevation", heights_.values)};
  for (DataGrid const& grid : data_) marked.push_back(with_gaps(grid.id, grid.values));
  const std::vector<std::span<float const>> values(marked.begin(), marked.end());
  geo::SeriesOrder order = series_order();
  // An existing file stays until a new one is complete. A sequence adds to its file.
  const bool alone = site.netcdf == nullptr;
  const fs::path written = alone ? path.parent_path() / ("." + path.filename().string() + ".part") : path;
  order.path = written.string();
  std::error_code error;
  try {
    std::unique_ptr<geo::Series> own;
    std::unique_ptr<geo::Series>& series = alone ? own : *site.netcdf;
    if (!series) series = geo_gate().series(order);
    series->append(world_.time(), values);
  } catch (geo::GeoError const& wrong) {
    if (alone) fs::remove(written, error);
    throw InputError("{}: {}", path.string(), wrong.what());
  } catch (...) {
    if (alone) fs::remove(written, error);
    throw;
  }
  if (alone) fs::rename(written, path, error);
  std::error_code ignored;
  if (error) fs::remove(written, ignored);
  if (error) throw InputError("{}: {}; choose another folder", path.string(), error.message());
}

void ExportWork::write_vti(PlannedFile const& file) {
  VtiGrid grid;
  grid.width = plan_.width;
  grid.height = plan_.height;
  grid.spacing_x = plan_.spacing_x;
  grid.spacing_y = plan_.spacing_y;
  std::vector<std::vector<float>> turned{from_south(with_gaps("elevation", heights_.values), plan_.width)};
  std::vector<std::string> names{"elevation"};
  for (DataGrid const& each : data_) {
    turned.push_back(from_south(with_gaps(each.id, each.values), plan_.width));
    names.push_back(grid_variable(each.id, each.unit).name);
  }
  std::vector<VtiField> fields;
  for (std::size_t i = 0; i < names.size(); ++i) fields.push_back({names[i], turned[i]});
  write_file(site.folder / file.name, encode_vti(grid, fields));
}

void ExportWork::write_data() {
  for (PlannedFile const* const file : files_of("data")) {
    watched(*file, [&] { file->format == "nc" ? write_netcdf(*file) : write_vti(*file); });
    end_file(*file);
  }
}

}  // namespace barchan
