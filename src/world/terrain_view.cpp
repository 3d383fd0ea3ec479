#include "world/terrain_view.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "base/direction.hpp"
#include "base/scheduler.hpp"
#include "land/pores.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "wind/wind_field.hpp"
#include "world/fields.hpp"
#include "world/rain_view.hpp"
#include "world/water_view.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

void light(World const& world, ViewRequest const& request, TerrainView& view) {
  const Scheduler scheduler(1);
  // Light falls on the surface of the water, so the walls of a lake's basin below the surface cast no shadow on it.
  const auto ground = world.terrain().columns.elevations();
  std::vector<Quanta> wet;
  if (view.water.depth.size() == ground.size()) {
    wet.assign(ground.begin(), ground.end());
    for (std::size_t i = 0; i < wet.size(); ++i) wet[i] += to_quanta(static_cast<double>(view.water.depth[i]));
  }
  const Sunlight light(world.grid(), wet.empty() ? ground : wet, scheduler);
  Sunlight::SunAndShade sunny = light.sun_and_shade(request.sun);
  view.sun = request.sun;
  view.sun_visibility = std::move(sunny.sun);
  view.shade = std::move(sunny.shade);
  if (request.whole_sky || view.sky_visibility.size() != world.grid().cells()) {
    view.sky_visibility = light.sky();
  } else {
    // The mean over the last views converges within a few frames.
    light.renew_sky(view.sky_visibility, view.step);
  }
}

/// Returns whether the overlay `row` also shows `other`. Fields of the same role are shown as one, whichever process
/// fills them: the first field of a role shows all.
bool shows(std::span<FieldRow const> rows, FieldRow const& row, FieldRow const& other) {
  return row.role != FieldRole::none && row.role == other.role && first_of(rows, row.role)->id == row.id;
}

void fill_overlay(World const& world, std::string const& id, TerrainView& view) {
  view.overlay_id.clear();
  view.overlay.clear();
  if (id.empty()) return;
  const auto rows = world.fields();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](FieldRow const& candidate) { return candidate.id == id; });
  if (row == rows.end()) return;
  view.overlay = *world.field(id);
  for (auto const& process : world.processes()) {
    if (!process->enabled()) continue;  // what it left behind is outdated
    for (FieldRow const& other : process->fields()) {
      if (other.id == row->id || !shows(rows, *row, other)) continue;
      const std::vector<float> more = *world.field(other.id);
      std::transform(more.begin(), more.end(), view.overlay.begin(), view.overlay.begin(), std::plus<>());
    }
  }
  view.overlay_id = id;
  view.overlay_row = *row;
  const auto [low, high] = std::minmax_element(view.overlay.begin(), view.overlay.end());
  view.overlay_minimum = *low;
  view.overlay_maximum = *high;
  view.overlay_full = 0;
  if (is_hatched(id)) view.overlay_full = static_cast<std::size_t>(std::ranges::count(view.overlay, 1.0f));
}

bool turned_by_relief(World const& world) {
  return world.parameter("wind", "projection") > 0.0 || world.parameter("wind", "stress") > 0.0;
}

/// The local wind at the centres of square patches that cover the land.
void fill_arrows(World const& world, int most, TerrainView& view) {
  view.wind_arrows.clear();
  view.arrow_spacing = 0.0f;
  if (most <= 0 || world.wind().speed() == 0.0f) return;
  Grid const& grid = world.grid();
  const int step = (std::max(grid.width, grid.height) + most - 1) / most;
  view.arrow_spacing = static_cast<float>(step) * grid.cell_size;
  // The wind of the last step; before the first step, the wind over the present land.
  const bool turned = turned_by_relief(world) || world.parameter("wind", "speed_up") > 0.0;
  LocalWind const& local = world.wind().local();
  const bool known = !world.wind().uniform();
  std::vector<float> degrees;
  std::vector<float> speed;
  if (turned && !known) {
    degrees = *world.field("wind_direction");
    speed = *world.field("wind_speed");
  }
  for (int y = step / 2; y < grid.height; y += step) {
    for (int x = step / 2; x < grid.width; x += step) {
      const std::size_t i = grid.index(x, y);
      const glm::vec2 position = (glm::vec2(x, y) + 0.5f) * grid.cell_size;
      if (!turned) {
        view.wind_arrows.push_back({position, world.wind().direction(), 1.0f});
      } else if (known) {
        view.wind_arrows.push_back({position, {local.x[i], local.y[i]}, local.ratio[i]});
      } else {
        view.wind_arrows.push_back(
            {position, unit_vector(static_cast<double>(degrees[i])), speed[i] / world.wind().speed()});
      }
    }
  }
}

void fill_wind_turn(World const& world, TerrainView& view) {
  view.wind_turn.clear();
  if (world.wind().uniform() || !turned_by_relief(world)) return;
  LocalWind const& local = world.wind().local();
  const glm::vec2 prevailing = world.wind().direction();
  view.wind_turn.resize(local.x.size());
  for (std::size_t i = 0; i < view.wind_turn.size(); ++i) {
    view.wind_turn[i] = prevailing.x * local.y[i] - prevailing.y * local.x[i];
  }
}

SoilColor color_of(Soil const& soil) {
  return {soil.color[0], soil.color[1], soil.color[2], soil.suspension > 0.0f ? 1.0f : 0.0f};
}

/// Mean of the loose soils down to the mixing depth, by thickness. The uppermost layer alone would flicker.
SoilColor loose_color(Terrain const& terrain, std::size_t cell) {
  SoilColor mixed{};
  const auto depth = static_cast<float>(terrain.columns.mixing_depth());
  float left = depth;
  SoilColor last = color_of(terrain.soils[terrain.columns.cover_soil(cell)]);
  terrain.columns.for_each_layer(cell, [&](Layer layer) {
    if (left <= 0.0f || !terrain.columns.is_loose(layer.soil)) return false;
    const float share = std::min(left, static_cast<float>(layer.thickness)) / depth;
    last = color_of(terrain.soils[layer.soil]);
    for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] += share * last[i];
    left -= share * depth;
    return true;
  });
  for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] += left / depth * last[i];
  return mixed;
}

/// The uppermost solid layer other than an obstacle, because obstacles have their own appearance.
SoilColor base_color(Terrain const& terrain, std::size_t cell) {
  const SoilId base = terrain.columns.base_soil(cell);
  return color_of(terrain.soils[base == kObstacle ? kRock : base]);
}

void fill_slides(Terrain const& terrain, TerrainView& view) {
  view.slides.resize(terrain.slides.empty() ? 0 : terrain.grid.cells());
  if (!view.slides.empty()) terrain.slides.read(view.slides);
}

/// Airborne soil blocks light in proportion to the surface of its grains; finer grains settle more slowly.
void fill_dust(World const& world, TerrainView& view) {
  Soils const& soils = world.terrain().soils;
  const bool colored = soils.size() > default_soils().size();
  view.dust.assign(view.grid.cells(), 0.0f);
  view.dust_colors.assign(colored ? view.dust.size() : 0, SoilColor{});
  std::vector<float> air;
  for (std::size_t id = 0; id < soils.size(); ++id) {
    if (!soils[id].loose || !(soils[id].suspension > 0.0f)) continue;
    air.assign(view.dust.size(), 0.0f);
    for (auto const& process : world.processes()) {
      if (AirCarrier const* const carrier = process->carrier().air()) {
        carrier->add_airborne(static_cast<SoilId>(id), air);
      }
    }
    const float hides = hiding(soils[id]);
    for (std::size_t i = 0; i < air.size(); ++i) view.dust[i] += hides * air[i];
    if (!colored) continue;
    for (std::size_t i = 0; i < air.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) view.dust_colors[i][k] += hides * air[i] * soils[id].color[k];
    }
  }
}

/// Amount of each soil on the land, and the fraction of the surface that it covers.
std::vector<SoilFigures> soil_figures(Terrain const& terrain, MassBudget const& budget) {
  std::array<std::size_t, kMostSoils> on_top{};
  Columns const& columns = terrain.columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    ++on_top[columns.bare(i) ? columns.ground_soil(i) : columns.cover_soil(i)];
  }
  const auto cells = static_cast<double>(columns.size());
  std::vector<SoilFigures> figures;
  for (std::size_t soil = 0; soil < terrain.soils.size(); ++soil) {
    figures.push_back({to_metres(budget.accounts[soil].lying) / cells, static_cast<double>(on_top[soil]) / cells});
  }
  return figures;
}

std::optional<CellColumn> column_of(Terrain const& terrain, std::optional<std::size_t> cell) {
  Grid const& grid = terrain.grid;
  if (!cell || *cell >= grid.cells()) return std::nullopt;
  const auto width = static_cast<std::size_t>(grid.width);
  const glm::vec3 normal = terrain.normal_at((glm::vec2(*cell % width, *cell / width) + 0.5f) * grid.cell_size);
  CellColumn column{.cell = *cell, .surface = terrain.columns.elevation(*cell), .layers = {}};
  column.faces = faces_of(grid, terrain.columns, *cell);
  column.slope = std::sqrt(normal.x * normal.x + normal.y * normal.y) / normal.z;
  terrain.columns.for_each_layer(*cell, [&](Layer layer) {
    column.layers.push_back(layer);
    return true;
  });
  column.ground = ground_water_at(terrain, Pores(terrain.soils), *cell);
  return column;
}

std::vector<ParameterValue> parameter_values(World const& world) {
  std::vector<ParameterValue> values;
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) values.push_back({group.id, row.key, group.get(row)});
  }
  return values;
}

/// A line that was drawn on another land may leave this one.
Section section_of(Terrain const& terrain, std::optional<SectionLine> const& line) {
  if (!line) return {};
  try {
    return cut(terrain, line->from, line->to);
  } catch (std::invalid_argument const&) {
    return {};
  }
}

/// The recipes of the masks. Copies only those that differ from `shown`, because recipes with rasters are large.
std::vector<MaskRecipe> recipes_of(Masks const& masks, std::vector<MaskRecipe> shown) {
  shown.resize(masks.list().size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i] != masks.list()[i].recipe) shown[i] = masks.list()[i].recipe;
  }
  return shown;
}

}  // namespace

float hiding(Soil const& soil) {
  constexpr float kMostHiding = 8.0f;  // upper limit, for the finest dust
  return std::min(Soil{}.settling_speed / std::max(soil.settling_speed, 1e-3f), kMostHiding);
}

SurfaceColors surface_colors(Terrain const& terrain) {
  if (terrain.soils.size() == default_soils().size()) {
    return {{color_of(terrain.soils[kSand])}, {color_of(terrain.soils[kRock])}};
  }
  SurfaceColors colors;
  for (std::size_t cell = 0; cell < terrain.grid.cells(); ++cell) {
    colors.loose.push_back(loose_color(terrain, cell));
    colors.base.push_back(base_color(terrain, cell));
  }
  return colors;
}

double TerrainView::parameter(std::string_view group, std::string_view key) const {
  for (ParameterValue const& value : parameters) {
    if (value.group == group && value.key == key) return value.value;
  }
  throw std::invalid_argument("there is no parameter '" + std::string(group) + "." + std::string(key) +
                              "'; see docs/parameters.md");
}

std::vector<std::string_view> field_sources(World const& world, std::string_view field) {
  std::vector<std::string_view> sources;
  const auto rows = world.fields();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](FieldRow const& one) { return one.id == field; });
  if (row == rows.end()) return sources;
  for (auto const& process : world.processes()) {
    const auto own = process->fields();
    const auto fills = [&](FieldRow const& other) { return other.id == field || shows(rows, *row, other); };
    if (std::any_of(own.begin(), own.end(), fills)) sources.push_back(process->info().id);
  }
  return sources;
}

// The function is not divided, because it has one statement per part of the view.
void fill_view(World const& world, ViewRequest const& request, TerrainView& view) {
  Terrain const& terrain = world.terrain();
  Columns const& columns = terrain.columns;
  const std::size_t cells = terrain.grid.cells();
  if (!(view.grid == terrain.grid) || view.seed != world.seed()) view.sky_visibility.clear();
  view.grid = terrain.grid;
  view.datum = terrain.datum;
  view.place = terrain.place;
  view.seed = world.seed();
  view.step = world.step_count();
  view.time = world.time();
  view.elevation.resize(cells);
  view.sediment.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    view.elevation[i] = static_cast<float>(columns.elevation(i)) * kMetresPerQuantum;
    view.sediment[i] = static_cast<float>(columns.sediment(i)) * kMetresPerQuantum;
  }
  view.base_soil.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) view.base_soil[i] = columns.base_soil(i);
  view.colors = surface_colors(terrain);
  for (std::uint8_t edge = 0; edge < kRowCount; ++edge) {
    view.rows[edge] = row_of_columns(terrain, static_cast<Edge>(edge), request.slice);
  }
  fill_faces(terrain, view.faces);
  const MassBudget budget = world.budget();
  view.soils = terrain.soils;
  view.soil_figures = soil_figures(terrain, budget);
  view.damp = damp_ground(terrain);
  view.column = column_of(terrain, request.cell);
  view.cell_layers.show(terrain.cell_layers);
  fill_slides(terrain, view);
  const auto [low, high] = std::minmax_element(view.elevation.begin(), view.elevation.end());
  view.elevation_minimum = *low;
  view.elevation_maximum = *high;
  const std::vector<RunningWater> running = running_water(world);
  fill_water(terrain, running, view.water);
  fill_mud(world, view.water);
  view.section = with_water(section_of(terrain, request.section), terrain, running);
  view.section_flux =
      view.section.columns.empty() ? LineFlux{} : line_flux(world, request.section->from, request.section->to);
  if (view.column) view.column->water = water_at(terrain, running, view.column->cell);
  view.rain = rain_view(world);
  view.bodies.assign(terrain.bodies.list().begin(), terrain.bodies.list().end());
  view.landmarks = terrain.landmarks;
  view.masks = recipes_of(terrain.masks, std::move(view.masks));
  if (request.light) light(world, request, view);
  fill_overlay(world, request.overlay, view);

  fill_dust(world, view);
  view.wind_path.clear();
  if (auto path = world.field(FieldRole::wind_path)) view.wind_path = std::move(*path);
  view.wind_traces.clear();
  view.water_traces.clear();
  view.particles = 0;
  for (auto const& process : world.processes()) {
    view.particles += process->counters().particles;
    const CarrierOf carrier = process->carrier();
    if (carrier.any() == nullptr) continue;
    auto& traces = carrier.water() != nullptr ? view.water_traces : view.wind_traces;
    const std::vector<ParticleTrace> more = carrier.any()->trace_particles(terrain, request.traces);
    traces.insert(traces.end(), more.begin(), more.end());
  }
  fill_arrows(world, request.arrows, view);
  view.wind_direction = world.wind().direction();
  view.wind_speed = world.wind().speed();
  fill_wind_turn(world, view);
  view.parameters = parameter_values(world);
  view.budget_error = budget.error();
  view.conserved = budget.conserved;
  const double side = static_cast<double>(world.grid().cell_size);
  view.conversions = budget.conversions(terrain.soils, side * side);
  view.health = world.flags();
  view.calendar = calendar_of(world);
}

}  // namespace barchan
