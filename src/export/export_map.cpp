#include "export/export_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/scheduler.hpp"
#include "base/work_watch.hpp"
#include "export/sky_view.hpp"
#include "io/layer_field.hpp"
#include "io/scenario.hpp"
#include "io/text.hpp"
#include "land/terrain.hpp"
#include "picture/relief.hpp"
#include "world/fields.hpp"
#include "world/water_view.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr std::string_view kCover = "cover:";
/// A loose cover of this thickness hides the ground, m.
constexpr float kHidingCover = 0.25f;
/// Fraction of the cells whose values an image may cut off at the end of its range.
constexpr double kCutOff = 0.001;

/// Values in the order of files, from values in the order of cells.
SampleGrid in_file_order(Grid const& grid, std::vector<float> values) {
  SampleGrid samples{grid.width, grid.height, static_cast<double>(grid.cell_size), static_cast<double>(grid.cell_size),
                     std::move(values)};
  const auto width = static_cast<std::ptrdiff_t>(grid.width);
  for (std::ptrdiff_t low = 0, high = grid.height - 1; low < high; ++low, --high) {
    std::swap_ranges(samples.values.begin() + low * width, samples.values.begin() + (low + 1) * width,
                     samples.values.begin() + high * width);
  }
  return samples;
}

template <class PerCell>
std::vector<float> for_cells(World const& world, PerCell const& value) {
  std::vector<float> values(world.grid().cells());
  const auto width = static_cast<std::size_t>(world.grid().width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % width == 0) WorkWatch::at(static_cast<double>(i) / static_cast<double>(values.size()));
    values[i] = value(i);
  }
  return values;
}

/// The absolute value that only few cells exceed, rounded up; `otherwise` if all values are 0.
double range_of(std::span<float const> values, double otherwise) {
  std::vector<float> sizes;
  for (const float value : values) {
    if (value != 0.0f && std::isfinite(value)) sizes.push_back(std::abs(value));
  }
  if (sizes.empty()) return otherwise;
  const auto rank =
      sizes.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(sizes.size() - 1) * (1.0 - kCutOff));
  std::nth_element(sizes.begin(), rank, sizes.end());
  return round_number_above(static_cast<double>(*rank));
}

/// A map before it is brought into the order of files.
struct CellMap {
  std::vector<float> values;
  MapScale scale{};
  std::string unit{};
};

/// Scale of values that begin at 0, have either sign, or lie far from 0, like elevations.
MapScale scale_of(std::span<float const> values) {
  const auto [least, most] = std::ranges::minmax(values);
  const auto low = static_cast<double>(least), high = static_cast<double>(most);
  if (low * high > 0.0 && std::min(std::abs(low), std::abs(high)) > 0.5 * std::max(std::abs(low), std::abs(high)) &&
      high > low) {
    constexpr double kSteps = 20.0;
    const double step = round_number_above((high - low) / kSteps);
    return {std::floor(low / step) * step, std::ceil(high / step) * step};
  }
  const double reach = range_of(values, 1.0);
  return {low < 0.0 ? -reach : 0.0, reach};
}

/// Values of a field; 0 everywhere if the world does not have it.
std::vector<float> values_of(World const& world, std::optional<std::vector<float>> field) {
  return field ? *std::move(field) : std::vector<float>(world.grid().cells(), 0.0f);
}

bool any_value(std::optional<std::vector<float>> const& field) {
  return field && std::ranges::any_of(*field, [](float value) { return value != 0.0f; });
}

bool has_water(World const& world) {
  Terrain const& terrain = world.terrain();
  return !terrain.lakes.empty() || !terrain.sea.empty() || any_value(world.field("stream_depth")) ||
         !damp_ground(terrain).empty();
}

CellMap wetness(World const& world) {
  constexpr float kDampDepth = 0.3f;   // m; ground whose damp zone lies deeper is dry
  constexpr float kThinFilm = 0.005f;  // m; running water of this depth wets half of a cell
  Terrain const& terrain = world.terrain();
  const std::vector<float> damp = damp_ground(terrain);
  const std::vector<float> streams = values_of(world, world.field("stream_depth"));
  return {for_cells(world, [&](std::size_t i) {
    if (terrain.standing_water(i) > 0) return 1.0f;
    float wet = 0.0f;
    if (!damp.empty() && damp[i] > kNoWater) {
      const auto surface = static_cast<float>(to_metres(terrain.columns.elevation(i)));
      wet = std::clamp(1.0f - (surface - damp[i]) / kDampDepth, 0.0f, 1.0f);
    }
    return std::max(wet, streams[i] / (streams[i] + kThinFilm));
  })};
}

bool has_flow(World const& world) { return any_value(world.field(FieldRole::discharge)); }

CellMap flow(World const& world) {
  constexpr double kDecades = 1e4;
  std::vector<float> discharge = values_of(world, world.field(FieldRole::discharge));
  const double most = range_of(discharge, 1.0);
  return {std::move(discharge), {most / kDecades, most, true}, "m3/s"};
}

/// Ids of the fields that show where the ground is lowered (positive) and raised.
constexpr std::array<std::string_view, 2> kWearFields{"rain_erosion", "wind_erosion"};

bool has_wear(World const& world) {
  return std::ranges::any_of(kWearFields, [&](std::string_view id) { return any_value(world.field(id)); });
}

/// Thickness eroded by water since the beginning and by wind particles during their averaging time, if `sign` is 1;
/// thickness that they have deposited, if it is -1.
CellMap wear_of(World const& world, float sign) {
  constexpr float kWindSeconds = 20.0f;  // averaging time of the field wind_erosion
  CellMap map{std::vector<float>(world.grid().cells(), 0.0f), {}, "m"};
  for (const std::string_view id : kWearFields) {
    const auto field = world.field(id);
    if (!field) continue;
    const float factor = id == "wind_erosion" ? sign * kWindSeconds : sign;
    for (std::size_t i = 0; i < field->size(); ++i) map.values[i] += std::max(factor * (*field)[i], 0.0f);
  }
  map.scale.high = range_of(map.values, 1.0);
  return map;
}
CellMap wear(World const& world) { return wear_of(world, 1.0f); }
CellMap deposit(World const& world) { return wear_of(world, -1.0f); }

CellMap wind_shadow(World const& world) { return {world.field("wind_shadow").value()}; }

CellMap slope(World const& world) {
  constexpr double kUpright = 90.0, kDegrees = 57.29577951308232;
  std::vector<float> values = world.field("slope").value();
  for (float& value : values) value = static_cast<float>(std::atan(static_cast<double>(value)) * kDegrees);
  return {std::move(values), {0.0, kUpright}, "deg"};
}

CellMap curvature(World const& world) {
  Grid const& grid = world.grid();
  Columns const& columns = world.terrain().columns;
  const auto at = [&](int x, int y) -> QuantaSum {
    return columns.elevation(grid.index(grid.resolve_x(x), grid.resolve_y(y)));
  };
  const double area = static_cast<double>(grid.cell_size) * static_cast<double>(grid.cell_size);
  std::vector<float> values(grid.cells());
  for_each_cell(grid, [&](int x, int y) {
    const QuantaSum bend = 4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1);
    values[grid.index(x, y)] = static_cast<float>(to_metres(bend) / (2.0 * area));
  });
  const double reach = range_of(values, 1.0);
  return {std::move(values), {-reach, reach}, "1/m"};
}

CellMap occlusion(World const& world) {
  const Scheduler scheduler(world.threads());
  std::vector<float> sky = sky_view(world.terrain(), scheduler);
  // Most lands see nearly all of the sky, so the range of images begins at the darkest cell.
  constexpr double kStep = 0.1, kMostLow = 0.9;
  const double darkest = static_cast<double>(*std::ranges::min_element(sky));
  return {std::move(sky), {std::min(std::floor(darkest / kStep) * kStep, kMostLow), 1.0}};
}

bool has_plants(World const& world) { return !world.terrain().cell_layers.real(CellLayer::plants).empty(); }

CellMap plants(World const& world) { return {values_of(world, world.field("plants"))}; }

bool has_lakes(World const& world) { return !world.terrain().lakes.empty() || !world.terrain().sea.empty(); }

CellMap lakes(World const& world) {
  Terrain const& terrain = world.terrain();
  return {for_cells(world, [&](std::size_t i) { return terrain.standing_water(i) > 0 ? 1.0f : 0.0f; })};
}

bool always(World const&) { return true; }

struct ScalarRow {
  std::string_view id, title, help;
  bool (*offered)(World const&);
  CellMap (*values)(World const&);
};
constexpr std::array<ScalarRow, 10> kScalars{{
    {"wetness", "Wetness",
     "Wetness of the surface: 1 under lakes and where the ground is damp up to the surface, 0 on dry ground.",
     has_water, wetness},
    {"flow", "Flow",
     "Discharge of running water in m3/s. In images, each quarter of the grey levels spans a factor of ten.", has_flow,
     flow},
    {"wear", "Wear",
     "Eroded thickness in m: by water since the world began, and by wind particles during the last 20 s.", has_wear,
     wear},
    {"deposit", "Deposit",
     "Deposited thickness in m: by water since the world began, and by wind particles during the last 20 s.", has_wear,
     deposit},
    {"wind_shadow", "Wind shadow", "Shelter from the wind: 0 in the open wind, 1 in still air.", always, wind_shadow},
    {"slope", "Slope", "Angle of the slope, degrees. Images span 0 to 90 degrees.", always, slope},
    {"curvature", "Curvature",
     "Mean curvature of the surface in 1/m: positive on crests, negative in hollows. In images, middle grey means 0.",
     always, curvature},
    {"occlusion", "Occlusion", "Visible fraction of the sky: 1 in the open, less in hollows and beside walls.", always,
     occlusion},
    {"plants", "Plants", "Fraction of the ground that plants cover.", has_plants, plants},
    {"lakes", "Lakes", "1 under lakes and the sea, 0 elsewhere.", has_lakes, lakes},
}};

/// Fields whose values are numbers of things.
constexpr std::array<std::string_view, 5> kNumbers{"lake", "top_soil", "ground_soil", "base_soil", "layers"};

/// Whether values between those of two cells mean nothing: numbers of things, and directions, which jump at a full
/// turn.
bool is_stepwise(World const& world, std::string_view id) {
  const auto row = std::ranges::find(world.fields(), id, &FieldRow::id);
  return std::ranges::find(kNumbers, id) != kNumbers.end() ||
         (row != world.fields().end() && row->bearing != Bearing::none);
}

/// Fraction of the surface of a cell that belongs to the `wanted` soils together.
float share_at(Terrain const& terrain, std::size_t cell, SoilSet wanted) {
  Columns const& columns = terrain.columns;
  const auto sediment = static_cast<float>(to_metres(columns.sediment(cell)));
  const float t = std::clamp(sediment / kHidingCover, 0.0f, 1.0f);
  const float cover = t * t * (3.0f - 2.0f * t);
  float sum = (wanted & soil_bit(columns.base_soil(cell))) != 0 ? 1.0f - cover : 0.0f;
  if (cover <= 0.0f) return sum;
  // Loose soils by thickness down to the mixing depth, or to the base.
  const float depth = std::min(static_cast<float>(columns.mixing_depth()), static_cast<float>(columns.sediment(cell)));
  float left = depth;
  columns.for_each_layer(cell, [&](Layer layer) {
    if (left <= 0.0f || !columns.is_loose(layer.soil)) return false;
    const float taken = std::min(left, static_cast<float>(layer.thickness));
    if ((wanted & soil_bit(layer.soil)) != 0) sum += cover * taken / depth;
    left -= taken;
    return true;
  });
  return sum;
}

SampleGrid share_of(World const& world, SoilSet wanted) {
  return in_file_order(world.grid(), for_cells(world, [&](std::size_t i) {
                         return std::min(share_at(world.terrain(), i, wanted), 1.0f);
                       }));
}

/// Index of the soil in the id "cover:sand"; nothing for another id. Throws InputError if there is no such soil.
std::optional<std::size_t> covering_soil(World const& world, std::string_view id) {
  if (!id.starts_with(kCover)) return std::nullopt;
  const std::string_view name = id.substr(kCover.size());
  Soils const& soils = world.terrain().soils;
  Soil const& soil = row_named(soils, &Soil::id, name, [&](std::string const& advice) {
    return InputError("map '{}': expected a soil of this land, found '{}'{}", printable(id), printable(name), advice);
  });
  return static_cast<std::size_t>(&soil - soils.data());
}

}  // namespace

double MapScale::fraction(double value) const {
  if (std::isnan(value)) return 0.0;
  if (!logarithmic) return std::clamp((value - low) / (high - low), 0.0, 1.0);
  if (value <= low) return 0.0;
  return std::clamp(std::log(value / low) / std::log(high / low), 0.0, 1.0);
}

double round_number_above(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double digit : {1.0, 2.0, 5.0, 10.0}) {
    if (digit * power >= value * (1.0 - 1e-9)) return digit * power;
  }
  return 10.0 * power;
}

std::vector<MapRow> made_maps() {
  std::vector<MapRow> rows{
      {"splat", "Splat maps", "Fractions of the soils, four soils per image. They add up to 255 in each pixel.",
       MapKind::splat},
      {"weights", "Weight maps", "Fractions of the soils, one image per soil. They add up to 255 in each pixel.",
       MapKind::weights},
      {"color", "Colour", "Colours of the ground, without light and shadow.", MapKind::color},
      {"normal", "Normals", "Normals of the surface, for materials.", MapKind::normal},
      {"picture", "Picture", "Shaded relief, for films and flipbooks.", MapKind::picture},
  };
  for (ScalarRow const& row : kScalars) {
    rows.push_back({std::string(row.id), std::string(row.title), std::string(row.help)});
  }
  return rows;
}

std::vector<MapRow> export_maps(World const& world) {
  std::vector<MapRow> rows = made_maps();
  for (MapRow& row : rows) {
    const auto scalar = std::ranges::find(kScalars, row.id, &ScalarRow::id);
    row.available = scalar == kScalars.end() || scalar->offered(world);
  }
  for (SurfaceSoil const& layer : surface_soils(world)) {
    rows.push_back({std::string(kCover) + layer.id, "Cover: " + layer.name,
                    fmt::format("Fraction of the surface that is {}.", layer.name)});
  }
  const auto taken = [&](std::string_view id) {
    return std::ranges::any_of(rows, [&](MapRow const& row) { return row.id == id; });
  };
  for (FieldRow const& field : world.fields()) {
    if (taken(field.id)) continue;
    rows.push_back({.id = std::string(field.id),
                    .title = std::string(field.title),
                    .help = std::string(field.help),
                    .field = true});
  }
  for (LayerFieldRow const& row : layer_field_rows(world)) {
    if (!taken(row.id)) rows.push_back({.id = row.id, .title = row.id, .help = row.help, .field = true});
  }
  return rows;
}

MapRow map_row(World const& world, std::string_view id) {
  if (covering_soil(world, id)) return {std::string(id), std::string(id), ""};
  const std::vector<MapRow> rows = export_maps(world);
  const auto row = std::ranges::find(rows, id, &MapRow::id);
  if (row != rows.end()) return *row;
  const auto is_export = [&] {
    try {
      check_export(world, id);
    } catch (InputError const&) {
      return false;
    }
    return true;
  };
  if (is_export()) return {std::string(id), std::string(id), ""};
  std::vector<std::string_view> names;
  for (MapRow const& each : rows) names.push_back(each.id);
  throw InputError("unknown map '{}'{}", printable(id), advice(id, names));
}

ScalarMap scalar_map(World const& world, std::string_view id) {
  if (const auto soil = covering_soil(world, id)) {
    return {share_of(world, soil_bit(static_cast<SoilId>(*soil))), {}, ""};
  }
  const auto row = std::ranges::find(kScalars, id, &ScalarRow::id);
  if (row == kScalars.end()) {
    Raster field = export_field(world, id);
    const MapScale scale = scale_of(field.values);
    const bool numbers = is_stepwise(world, id);
    return {in_file_order(world.grid(), std::move(field.values)), scale, field.unit, numbers};
  }
  CellMap map = row->values(world);
  return {in_file_order(world.grid(), std::move(map.values)), map.scale, map.unit};
}

std::vector<SurfaceSoil> surface_soils(World const& world, bool all) {
  Soils const& soils = world.terrain().soils;
  std::vector<SurfaceSoil> layers;
  for (std::size_t i = 0; i < soils.size(); ++i) {
    if (i != kObstacle) layers.push_back({i, soils[i].id, soils[i].name});
  }
  if (all || world.budget().accounts[kObstacle].lying > 0) {
    layers.push_back({kObstacle, soils[kObstacle].id, soils[kObstacle].name});
  }
  return layers;
}

std::optional<SampleGrid> cells_without_data(World const& world) {
  Mask const* const mask = world.terrain().masks.find(kNoDataMask);
  if (mask == nullptr) return std::nullopt;
  SampleGrid cells = in_file_order(world.grid(), {mask->values.begin(), mask->values.end()});
  for (float& value : cells.values) value = value >= 1.0f ? 1.0f : 0.0f;
  return cells;
}

SampleGrid soil_share(World const& world, std::vector<SurfaceSoil> const& layers, std::size_t count) {
  SoilSet wanted = 0;
  for (std::size_t i = 0; i < count; ++i) wanted |= soil_bit(static_cast<SoilId>(layers[i].soil));
  return share_of(world, count == layers.size() ? ~SoilSet{0} : wanted);
}

std::array<SampleGrid, 3> ground_colors(World const& world) {
  std::array<std::vector<float>, 3> colors = draw_ground_colors(world);
  Grid const& grid = world.grid();
  return {in_file_order(grid, std::move(colors[0])), in_file_order(grid, std::move(colors[1])),
          in_file_order(grid, std::move(colors[2]))};
}

SampleGrid height_grid(World const& world) { return in_file_order(world.grid(), *world.field("elevation")); }

}  // namespace barchan
