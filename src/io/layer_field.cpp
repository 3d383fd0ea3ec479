#include "io/layer_field.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "io/scenario.hpp"
#include "io/text.hpp"
#include "land/terrain.hpp"
#include "world/fields.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr std::string_view kBoundary = "boundary:";
constexpr int kMostBoundaries = 1 << 20;

/// The value of one cell.
using CellValue = std::function<double(Terrain const&, std::size_t cell)>;

struct SoilField {
  std::string_view prefix, help;
  double (*value)(Terrain const&, std::size_t cell, SoilId);
  bool of_bedrock;  ///< is it defined for the soil of the bedrock, which has no lower end?
};

double above_sea(Terrain const& terrain, QuantaSum elevation) { return to_metres(elevation) + terrain.datum; }

double thickness_of(Terrain const& terrain, std::size_t cell, SoilId soil) {
  QuantaSum sum = 0;
  terrain.columns.for_each_layer(cell, [&](Layer layer) {
    if (layer.soil == soil) sum += layer.thickness;
    return true;
  });
  return to_metres(sum);
}

double top_of(Terrain const& terrain, std::size_t cell, SoilId soil) {
  QuantaSum top = terrain.columns.elevation(cell);
  bool found = false;
  terrain.columns.for_each_layer(cell, [&](Layer layer) {
    found = layer.soil == soil;
    if (!found) top -= layer.thickness;
    return !found;
  });
  return above_sea(terrain, found ? top : terrain.columns.elevation(cell));
}

double bottom_of(Terrain const& terrain, std::size_t cell, SoilId soil) {
  const QuantaSum surface = terrain.columns.elevation(cell);
  QuantaSum foot = surface, bottom = surface;
  terrain.columns.for_each_layer(cell, [&](Layer layer) {
    foot -= layer.thickness;
    if (layer.soil == soil) bottom = foot;
    return true;
  });
  return above_sea(terrain, bottom);
}

constexpr SoilField kSoilFields[]{
    {"thickness:", "Total thickness of all layers of {}.", thickness_of, false},
    {"top:", "Elevation of the top of the uppermost layer of {}, or of the surface if there is no such layer.", top_of,
     true},
    {"bottom:", "Elevation of the bottom of the lowest layer of {}, or of the surface if there is no such layer.",
     bottom_of, false},
};

/// Elevation of the boundary below the uppermost `count` layers.
double boundary(Terrain const& terrain, std::size_t cell, int count) {
  QuantaSum foot = terrain.columns.elevation(cell);
  const int layers = std::min(count, terrain.columns.layer_count(cell) - 1);  // the bedrock has no lower boundary
  int passed = 0;
  terrain.columns.for_each_layer(cell, [&](Layer layer) {
    if (passed++ == layers) return false;
    foot -= layer.thickness;
    return true;
  });
  return above_sea(terrain, foot);
}

struct NumberField {
  std::string_view id, help;
  double (*value)(Terrain const&, std::size_t cell);
};

constexpr NumberField kNumberFields[]{
    {"top_soil", "Number of the uppermost soil: {}.",
     [](Terrain const& terrain, std::size_t cell) { return static_cast<double>(terrain.columns.top(cell).soil); }},
    {"ground_soil", "Number of the ground soil: the soil under the cover, or the uppermost soil if there is no cover.",
     [](Terrain const& terrain, std::size_t cell) { return static_cast<double>(terrain.columns.ground_soil(cell)); }},
    {"base_soil", "Number of the uppermost solid soil.",
     [](Terrain const& terrain, std::size_t cell) { return static_cast<double>(terrain.columns.base_soil(cell)); }},
    {"layers", "Number of layers on the bedrock.",
     [](Terrain const& terrain, std::size_t cell) {
       return static_cast<double>(terrain.columns.layer_count(cell) - 1);
     }},
};

std::optional<CellValue> value_of_boundary(std::string_view id) {
  if (!id.starts_with(kBoundary)) return std::nullopt;
  const std::string_view number = id.substr(kBoundary.size());
  int count = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
  if (error != std::errc() || end != number.data() + number.size() || count < 0 || count > kMostBoundaries) {
    throw InputError("field '{}': expected a whole number of layers from the top, 0 to {}, found '{}'", printable(id),
                     kMostBoundaries, printable(number));
  }
  return [count](Terrain const& terrain, std::size_t cell) { return boundary(terrain, cell, count); };
}

std::optional<CellValue> value_of_soil(Soils const& soils, std::string_view id) {
  for (SoilField const& field : kSoilFields) {
    if (!id.starts_with(field.prefix)) continue;
    const std::string_view name = id.substr(field.prefix.size());
    Soil const& soil = row_named(soils, &Soil::id, name, [&](std::string const& advice) {
      return InputError("field '{}': expected a soil of this land, found '{}'{}", printable(id), printable(name),
                        advice);
    });
    const auto which = static_cast<SoilId>(&soil - soils.data());
    if (which == kRock && !field.of_bedrock) {
      throw InputError(
          "field '{}': expected a soil with a lower end, found the bedrock, which has none; export the field top:{} or "
          "bedrock instead",
          id, name);
    }
    return [&field, which](Terrain const& terrain, std::size_t cell) { return field.value(terrain, cell, which); };
  }
  return std::nullopt;
}

/// Function that computes field `id` of the layers; empty if there is no such field. Throws InputError.
std::optional<CellValue> value_of(World const& world, std::string_view id) {
  for (NumberField const& field : kNumberFields) {
    if (field.id == id) return field.value;
  }
  if (auto value = value_of_boundary(id)) return value;
  return value_of_soil(world.terrain().soils, id);
}

std::string numbered(Soils const& soils) {
  std::string list;
  for (std::size_t i = 0; i < soils.size(); ++i) list += fmt::format("{}{} {}", i > 0 ? ", " : "", i, soils[i].id);
  return list;
}

[[noreturn]] void refuse(World const& world, std::string_view id) {
  const std::vector<LayerFieldRow> rows = layer_field_rows(world);
  std::vector<std::string_view> names = names_of(world.fields(), &FieldRow::id);
  for (LayerFieldRow const& row : rows) names.push_back(row.id);
  throw InputError("unknown field '{}'{}", printable(id), advice(id, names));
}

}  // namespace

std::vector<LayerFieldRow> layer_field_rows(World const& world) {
  Soils const& soils = world.terrain().soils;
  std::vector<LayerFieldRow> rows;
  for (NumberField const& field : kNumberFields) {
    rows.push_back({std::string(field.id), "", fmt::format(fmt::runtime(field.help), numbered(soils))});
  }
  rows.push_back({"boundary:K", "m",
                  "Elevation of the boundary below the K uppermost layers: the surface if K is 0, the top of the "
                  "bedrock if the column has fewer than K layers."});
  for (SoilField const& field : kSoilFields) {
    for (std::size_t i = 0; i < soils.size(); ++i) {
      if (i == kRock && !field.of_bedrock) continue;
      rows.push_back(
          {fmt::format("{}{}", field.prefix, soils[i].id), "m", fmt::format(fmt::runtime(field.help), soils[i].name)});
    }
  }
  return rows;
}

void check_export(World const& world, std::string_view id) {
  const auto fields = world.fields();
  const bool known = std::any_of(fields.begin(), fields.end(), [&](FieldRow const& row) { return row.id == id; });
  if (!known && !value_of(world, id)) refuse(world, id);
}

Raster export_field(World const& world, std::string_view id) {
  Raster raster;
  raster.width = world.grid().width;
  raster.height = world.grid().height;
  raster.cell_size = static_cast<double>(world.grid().cell_size);
  raster.field = id;
  raster.place = world.terrain().place;
  Mask const* const mask = world.terrain().masks.find(kNoDataMask);
  if (mask != nullptr && !id.starts_with(kMaskField)) {  // a mask is known everywhere
    raster.filled.resize(raster.cells());
    std::ranges::transform(mask->values, raster.filled.begin(), [](float value) { return value >= 1.0f ? 1 : 0; });
  }
  const auto fields = world.fields();
  const auto row = std::find_if(fields.begin(), fields.end(), [&](FieldRow const& one) { return one.id == id; });
  if (row != fields.end()) {
    raster.values = *world.field(id);
    raster.unit = row->unit;
    return raster;
  }
  const auto value = value_of(world, id);
  if (!value) refuse(world, id);
  if (id.find(':') == std::string_view::npos) raster.unit = "";
  raster.values.resize(raster.cells());
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    raster.values[i] = static_cast<float>((*value)(world.terrain(), i));
  }
  return raster;
}

}  // namespace barchan
