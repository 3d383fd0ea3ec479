#include "barchan/io/report.hpp"
#include "barchan/io/scenario.hpp"
#include "barchan/processes/process.hpp"
#include "barchan/wind/wind_field.hpp"
#include "barchan/world/world.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// A world of one cell, kept for its rows; nothing ever steps it.
World const& probe_world() {
  static const World world = [] {
    WorldSetup setup;
    setup.base = {0};
    setup.sand = {0};
    return World(std::move(setup), make_processes());
  }();
  return world;
}

}  // namespace

std::span<ParameterGroup const> parameter_catalog() { return probe_world().parameter_groups(); }
std::span<FieldRow const> field_catalog() { return probe_world().fields(); }

Raster export_field(World const& world, std::string_view id) {
  FieldRow const& row = row_named(world.fields(), &FieldRow::id, id, [&](std::string const& advice) {
    return InputError("unknown field '{}'{}", id, advice);
  });
  Raster raster;
  raster.width = world.grid().width;
  raster.height = world.grid().height;
  raster.cell_size = static_cast<double>(world.grid().cell_size);
  raster.values = *world.field(id);
  raster.field = row.id;
  raster.unit = row.unit;
  return raster;
}

}  // namespace barchan
