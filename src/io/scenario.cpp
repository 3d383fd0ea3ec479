#include "io/scenario.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "io/activity.hpp"
#include "io/align_raster.hpp"
#include "io/embedded_assets.hpp"
#include "io/file.hpp"
#include "io/raster_options.hpp"
#include "io/read_commands.hpp"
#include "io/read_masks.hpp"
#include "io/read_soils.hpp"
#include "io/read_things.hpp"
#include "io/read_views.hpp"
#include "io/read_water.hpp"
#include "io/soil_scenario.hpp"
#include "io/text.hpp"
#include "world/fields.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumScenarioFile = std::uint64_t{4} << 20;
constexpr double kSmallestCellSize = 0.01;
constexpr double kLargestCellSize = 10000.0;
constexpr double kHighestLevel = 12000.0;  // m

/// Order in the menu. Shipped scenarios that are not listed here follow in the order of their names.
constexpr std::array kMenuOrder = std::to_array<std::string_view>(
    {"dunes",       "erg",           "barchans",     "transverse",     "linear",          "linear_from_source",
     "star",        "bidirectional", "turning_wind", "barchan_stream", "gentle_barchans", "desert_1km",
     "echo_wall",   "echo_round",    "oasis_town",   "climbing_ramp",  "cliff_series",    "obstacle_removed",
     "wind_tunnel", "nabkha",        "parabolic",    "both_winds",     "sand_sea",        "single_dune",
     "steep",       "pyramid",       "rock_garden",  "yardangs",       "article",         "flat_bed",
     "mountains",   "rain_shadow",   "lakes",        "storm",          "springs",         "shaped_valley"});
/// Names in the order of their enumerations.
constexpr std::array<std::string_view, 3> kBoundaries{"periodic", "open", "closed"};
constexpr std::array<std::string_view, 4> kOperations{"add", "max", "min", "replace"};
constexpr std::array<std::string_view, 3> kBases{"perlin", "simplex", "ridged"};
constexpr std::string_view kSandKey = "sand";
constexpr std::array<std::string_view, 2> kBaseSoils{"rock", "obstacle"};
constexpr std::array<SoilId, 2> kBaseSoilIds{kRock, kObstacle};

/// Keys of a height map that are numbers, in place of the options `range`, `heights` and `cell_size`.
constexpr std::array<std::string_view, 5> kMapNumbers{"minimum", "maximum", "lowest", "highest", "cell_size"};
constexpr std::array<std::string_view, 3> kMapOptions{"range", "heights", "cell_size"};  ///< that they replace

bool is_text_key(RasterOptionRow const& row) { return std::ranges::find(kMapOptions, row.key) == kMapOptions.end(); }

/// Reads the other options of a height map. A number may stand for its text.
RasterHints read_raster_texts(TableReader const& layer) {
  RasterHints hints;
  for (RasterOptionRow const& row : raster_options()) {
    if (!is_text_key(row) || !layer.has(row.key)) continue;
    std::optional<std::string> text = layer.value<std::string>(row.key);
    if (const auto number = layer.value<double>(row.key)) text = fmt::to_string(*number);
    if (!text) {
      layer.mistake(row.key, "'{}' in {}: expected a text or a number, found {}", row.key, layer.title(),
                    layer.found(row.key));
      continue;
    }
    try {
      hints = row.with(std::move(hints), *text);
    } catch (InputError const& error) {
      layer.mistake(row.key, "'{}' in {}: {}", row.key, layer.title(), error.what());
    }
  }
  return hints;
}

/// Reads the height map of a layer.
std::shared_ptr<Raster const> read_layer_raster(TableReader const& layer, RasterFiles const& files) {
  const std::optional<std::string> file = layer.text("file");
  if (file ? file->empty() : !layer.has("file")) {
    layer.mistake("file", "{}: expected file = \"...\" ({}) for the shape heightmap, found none; add it", layer.title(),
                  raster_endings());
  }
  RasterHints hints = read_raster_texts(layer);
  hints.minimum = layer.number("minimum", -kHighestLevel, kHighestLevel, "m");
  hints.maximum = layer.number("maximum", -kHighestLevel, kHighestLevel, "m");
  hints.lowest = layer.number("lowest", -kHighestLevel, kHighestLevel, "m");
  hints.highest = layer.number("highest", -kHighestLevel, kHighestLevel, "m");
  hints.cell_size = layer.number("cell_size", kSmallestCellSize, kLargestCellSize, "m");
  if (!file || file->empty()) return nullptr;
  try {
    return std::make_shared<Raster const>(files.read(files.folder / *file, hints));
  } catch (InputError const& error) {
    layer.mistake("file", "{}", error.what());
    return nullptr;
  }
}

/// Range of a layer's key. It is that of its row, except that amounts of a cell layer have the range of that layer.
KeyRange range_of(LayerKey const& key, LandList const& list) {
  if (list.soil != nullptr || !key.range.amount) return key.range;
  CellLayerRow const& row = cell_layer_rows()[static_cast<std::size_t>(list.cell_layer)];
  return {row.of.empty() ? row.field.unit : row.of, std::max(key.range.minimum, -row.maximum),
          std::min(key.range.maximum, row.maximum)};
}

template <class Visit>
void for_each_layer(Composition const& land, Visit const& visit) {
  for (LandList const& list : land_lists()) {
    for (LandLayer const& layer : list.of(land)) visit(layer);
  }
}

/// Reads the operation of a layer and its soil. The soil of a base layer is rock or obstacle. A soil layer names one of
/// `soils`, unless it only cuts.
void read_matter(TableReader const& table, LandList const& list, Soils const& soils, LandLayer& layer) {
  if (const auto operation = table.choice("op", kOperations)) layer.operation = static_cast<LayerOperation>(*operation);
  if (list.soil == &Composition::base) {
    if (const auto soil = table.choice("soil", kBaseSoils)) layer.soil = kBaseSoilIds[*soil];
  }
  if (list.soil != &Composition::layers) return;
  if (layer.operation == LayerOperation::replace) {
    table.mistake("op",
                  "'op' in {}: expected add, max or min, found 'replace'; cut the land with a layer of op = \"min\", "
                  "and add to it with a second layer",
                  table.title());
  }
  const bool cuts = layer.operation == LayerOperation::min;
  if (cuts && table.has("soil")) {
    table.mistake("soil", "'soil' in {}: expected no soil with op = \"min\", which only cuts, found one; remove it",
                  table.title());
  }
  std::vector<std::string_view> ids;
  for (Soil const& soil : soils) ids.emplace_back(soil.id);
  const auto soil = table.choice("soil", ids);
  if (!cuts) table.require("soil", "{}: expected soil = one of {}, found none; add one", table.title(), join(ids));
  layer.soil = static_cast<SoilId>(soil.value_or(kRock));
}

/// Keys of a layer besides those of its shape.
std::vector<std::string_view> extra_keys_of(LandList const& list, LayerShape shape) {
  std::vector<std::string_view> keys;
  for (ExtraKey const& key : extra_keys()) {
    const bool noise = list.soil == &Composition::base && shape == LayerShape::noise;
    if (key.list == list.key && (noise || list.soil == &Composition::sand)) keys.push_back(key.key);
  }
  if (list.soil == &Composition::sand && list.key == kSandKey) keys.push_back(kSandMaskKey);
  return keys;
}

std::optional<double> read_extra(TableReader const& table, std::string_view name) {
  ExtraKey const& key = extra_key(name);
  return table.number(key.key, key.range.minimum, key.range.maximum, key.range.unit);
}

/// Reads the mask of a layer of sand.
std::shared_ptr<Raster const> read_sand_mask(TableReader const& table, RasterFiles const& files) {
  const std::optional<std::string> file = table.text(kSandMaskKey);
  if (!file) return nullptr;
  try {
    return std::make_shared<Raster const>(read_fractions(files.folder / *file, files.read));
  } catch (InputError const& error) {
    table.mistake(kSandMaskKey, "{}", error.what());
    return nullptr;
  }
}

/// Reads the extras of the layer that was read last.
void read_extras(TableReader const& table, LandList const& list, Scenario& scenario, RasterFiles const& files) {
  const std::size_t layer = list.of(scenario.land).size() - 1;
  LandLayer const& last = list.of(scenario.land).back();
  if (list.soil == &Composition::base && last.shape == LayerShape::noise) {
    NoiseWarp warp{.layer = layer};
    warp.distance = read_extra(table, "warp").value_or(0.0);
    warp.wavelength = read_extra(table, "warp_wavelength").value_or(warp.wavelength);
    if (warp.distance > 0.0) scenario.extras.warps.push_back(warp);
  }
  if (list.soil != &Composition::sand) return;
  SandLimit limit{.layer = layer,
                  .below_height = read_extra(table, "below_height"),
                  .below_slope = read_extra(table, "below_slope"),
                  .mask = read_sand_mask(table, files)};
  if (!limit.below_height && !limit.below_slope && !limit.mask) return;
  if (last.operation == LayerOperation::min || last.operation == LayerOperation::replace) {
    table.mistake(
        "op", "'op' in {}: expected add or max with below_height, below_slope or mask, found '{}'; choose add or max",
        table.title(), kOperations[static_cast<std::size_t>(last.operation)]);
  }
  scenario.extras.limits.push_back(std::move(limit));
}

/// Reads one layer. The grid and the soils of `scenario` must already be set.
LandLayer read_layer(TableReader const& table, LandList const& list, Scenario const& scenario,
                     RasterFiles const& files) {
  std::vector<std::string_view> shapes;
  for (int i = 0; i < kLayerShapeCount; ++i) shapes.push_back(shape_id(static_cast<LayerShape>(i)));
  const std::optional<std::size_t> shape = table.choice("shape", shapes);
  table.require("shape", "{}: expected shape = one of {}, found none; add one", table.title(), join(shapes));
  LandLayer layer;
  read_matter(table, list, scenario.soils, layer);
  if (!shape) return layer;  // the other keys depend on the shape
  layer.shape = static_cast<LayerShape>(*shape);
  std::vector<std::string_view> known{"shape", "op"};
  if (list.soil == &Composition::base || list.soil == &Composition::layers) known.push_back("soil");
  if (layer.shape == LayerShape::noise) known.push_back("basis");
  if (layer.shape == LayerShape::heightmap) {
    known.push_back("file");
    known.insert(known.end(), kMapNumbers.begin(), kMapNumbers.end());
    for (RasterOptionRow const& row : raster_options()) {
      if (is_text_key(row)) known.push_back(row.key);
    }
  }
  for (LayerKey const& key : layer_keys()) {
    if (key.read_by(layer.shape)) known.push_back(key.key);
  }
  const std::vector<std::string_view> extras = extra_keys_of(list, layer.shape);
  known.insert(known.end(), extras.begin(), extras.end());
  table.titled(fmt::format("{} of shape {}", table.title(), shapes[*shape])).refuse_unknown(known);

  if (const auto basis = table.choice("basis", kBases)) layer.basis = static_cast<NoiseBasis>(*basis);
  if (layer.basis == NoiseBasis::simplex && scenario.grid.periodic()) {
    table.mistake("basis",
                  "expected a basis other than simplex, whose noise does not match across periodic edges, found "
                  "simplex; use basis = \"perlin\", or boundary = \"open\" in [grid]");
  }
  for (LayerKey const& key : layer_keys()) {
    const KeyRange range = range_of(key, list);
    std::optional<double> value;
    if (range.integer)
      value =
          table.integer(key.key, static_cast<std::int64_t>(range.minimum), static_cast<std::int64_t>(range.maximum));
    else
      value = key.bearing != Bearing::none ? table.direction(key.key, range.minimum, range.maximum, key.bearing)
                                           : table.number(key.key, range.minimum, range.maximum, range.unit);
    if (value) layer.*key.member = *value;
  }
  if (layer.shape == LayerShape::heightmap) layer.raster = read_layer_raster(table, files);
  return layer;
}

/// Reads [[rain_map.layer]] like layers of sand, with relative amounts of rain in place of metres.
std::vector<LandLayer> read_rain_layers(TableReader const& root, Scenario const& scenario) {
  constexpr LandList kShares{.key = "layer", .soil = &Composition::sand};
  static constexpr std::array<std::string_view, 2> kKeys{"layer", "file"};
  std::vector<LandLayer> layers;
  const auto map = root.table("rain_map");
  if (!map || !map->has("layer")) return layers;
  map->refuse_unknown(kKeys);
  if (map->has("file")) map->mistake("file", "[rain_map]: expected either a file or layers, found both; leave one out");
  const std::vector<TableReader> tables = map->tables("layer", "[[rain_map.layer]]");
  if (tables.empty() || tables.size() > kMostLandLayers) {
    map->mistake("layer", "[rain_map]: expected 1 to {} layers, found {}; {}", kMostLandLayers, tables.size(),
                 tables.empty() ? "add one" : "leave some out");
    return layers;
  }
  for (TableReader const& table : tables) {
    if (table.value<std::string>("shape") == shape_id(LayerShape::heightmap)) {
      table.mistake(
          "shape",
          "[[rain_map.layer]]: expected a shape other than heightmap, found 'heightmap'; write file = \"...\" in "
          "[rain_map] instead of the layers");
    } else {
      layers.push_back(read_layer(table, kShares, scenario, {}));
    }
  }
  return layers;
}

/// Sets the size of the grid from the height maps. All height maps of a scenario, and [grid] if it gives a size, must
/// agree. Height maps with a place are resampled to the cells of the first of them.
void fit_grid_to_rasters(TableReader const& root, Scenario& scenario, bool size_given, bool cell_size_given) {
  constexpr double kSameSize = 1e-3;  // as a fraction
  bool first = true;
  const auto fit = [&](LandLayer& layer) {
    if (!layer.raster) return;
    Grid& grid = scenario.grid;
    const bool leads = layer.raster->place.known() && !scenario.place.known();
    if (first && !size_given) {
      grid.width = layer.raster->width;
      grid.height = layer.raster->height;
    }
    if (first && !cell_size_given) grid.cell_size = static_cast<float>(layer.raster->cell_size);
    first = false;
    try {
      if (!leads)
        layer.raster = std::make_shared<Raster const>(aligned(*layer.raster, scenario.place, grid, "a height map"));
    } catch (InputError const& error) {
      root.mistake("land", "{}", error.what());
    }
    Raster const& raster = *layer.raster;
    scenario.notices.insert(scenario.notices.end(), raster.notices.begin(), raster.notices.end());
    if (raster.width != grid.width || raster.height != grid.height) {
      root.mistake(
          "grid", "expected every height map to have the size of the grid, {} x {} cells, found one of {} x {}; {}",
          grid.width, grid.height, raster.width, raster.height,
          size_given ? "remove width and height from [grid] or cut the map to size" : "cut the maps to the same size");
      return;
    }
    const bool sized = std::abs(static_cast<double>(grid.cell_size) - raster.cell_size) <= kSameSize * raster.cell_size;
    if (leads && sized) scenario.place = raster.place;
    if (leads && !sized && !raster.place.crs.empty()) {
      root.mistake(
          "grid",
          "expected the cell size of the georeferenced height map, {:.6g} m, in [grid] and in all other height maps, "
          "found {:.6g} m; leave cell_size out, or move it to the layer of the georeferenced map, which is then "
          "resampled",
          raster.cell_size, grid.cell_size);
    }
    if (scenario.filled.empty()) {
      scenario.filled = raster.filled;
    } else if (!raster.filled.empty()) {
      std::ranges::transform(scenario.filled, raster.filled, scenario.filled.begin(), std::bit_or<>());
    }
  };
  for (LandList const& list : land_lists()) {
    for (LandLayer& layer : list.of(scenario.land)) fit(layer);
  }
}

/// The masks of sand must have the size of the land. Those with a place are resampled to its cells.
void check_sand_masks(TableReader const& root, Scenario& scenario) {
  for (SandLimit& limit : scenario.extras.limits) {
    if (!limit.mask) continue;
    Grid const& grid = scenario.grid;
    try {
      limit.mask = std::make_shared<Raster const>(aligned(*limit.mask, scenario.place, grid, "the mask of the sand"));
    } catch (InputError const& error) {
      root.mistake("land", "{}", error.what());
    }
    if (limit.mask->width == grid.width && limit.mask->height == grid.height) continue;
    root.mistake("land",
                 "expected a mask of the sand with the size of the land, {} x {} cells, found one of {} x {}; cut or "
                 "resample it",
                 grid.width, grid.height, limit.mask->width, limit.mask->height);
  }
}

/// Adds the mask kNoDataMask for the cells that a height map does not know, unless the scenario has such a mask.
void add_no_data_mask(Scenario& scenario) {
  if (scenario.filled.empty()) return;
  if (std::ranges::find(scenario.masks, kNoDataMask, &MaskRecipe::id) != scenario.masks.end()) return;
  if (scenario.masks.size() >= kMostMasks) {
    scenario.notices.push_back(fmt::format(
        "the scenario already has {} masks, the largest number allowed, so the cells without data get no "
        "mask and are exported with their filled values; remove a mask to export them as cells without data",
        scenario.masks.size()));
    return;
  }
  MaskLayer layer = usual_mask_layer(MaskSource::raster);
  layer.raster = {scenario.grid.width, scenario.grid.height, {scenario.filled.begin(), scenario.filled.end()}};
  scenario.masks.push_back({.id = std::string(kNoDataMask), .follows = false, .layers = {std::move(layer)}});
}

void read_land(TableReader const& root, Scenario& scenario, RasterFiles const& files) {
  constexpr std::string_view kNothing =
      "expected at least one [[land.base]], [[land.sand]] or [[land.layer]], found none; add one";
  root.require("land", "{}", kNothing);
  const auto land = root.table("land");
  if (!land) return;
  land->refuse_unknown(names_of(land_lists(), &LandList::key));
  for (LandList const& list : land_lists()) {
    const std::vector<TableReader> layers = land->tables(list.key, fmt::format("[[land.{}]]", list.key));
    if (layers.size() > kMostLandLayers) {
      land->mistake(list.key, "expected at most {} layers in land.{}, found {}; leave some out", kMostLandLayers,
                    list.key, layers.size());
      land->refuse_mistakes();
    }
    for (TableReader const& layer : layers) {
      list.of(scenario.land).push_back(read_layer(layer, list, scenario, files));
      read_extras(layer, list, scenario, files);
    }
  }
  Composition const& composed = scenario.land;
  if (composed.base.empty() && composed.sand.empty() && composed.layers.empty()) root.mistake("land", "{}", kNothing);
}

/// Reads [grid]. Returns whether it gives a size, and whether it gives a cell size.
std::pair<bool, bool> read_grid(TableReader const& root, Scenario& scenario) {
  constexpr int kDefaultSide = 256;
  scenario.grid.width = scenario.grid.height = kDefaultSide;
  const auto grid = root.table("grid");
  if (!grid) return {false, false};
  static constexpr std::array<std::string_view, 5> kKeys{"width", "height", "cell_size", "boundary", "datum"};
  grid->refuse_unknown(kKeys);
  const auto width = grid->integer("width", 1, Grid::kMaximumSide);
  const auto height = grid->integer("height", 1, Grid::kMaximumSide);
  const auto cell_size = grid->number("cell_size", kSmallestCellSize, kLargestCellSize, "m");
  if (grid->has("width") != grid->has("height"))
    grid->mistake({}, "[grid]: expected both width and height, or neither, found only one; add the other");
  if (width && height) {
    scenario.grid.width = static_cast<int>(*width);
    scenario.grid.height = static_cast<int>(*height);
  }
  if (cell_size) scenario.grid.cell_size = static_cast<float>(*cell_size);
  if (const auto boundary = grid->choice("boundary", kBoundaries)) {
    scenario.grid.boundary = static_cast<Boundary>(*boundary);
  }
  scenario.datum = grid->number("datum", -kHighestLevel, kHighestLevel, "m");
  return {width && height, cell_size.has_value()};
}

/// Groups in menus. subject_of() returns an index into them.
constexpr std::array kSubjects = std::to_array<std::string_view>(
    {"Dunes and wind", "Walls, towns and hills in the wind", "Plants", "Rain, rivers and lakes", "Soils and layers"});

/// The first subject of which the scenario has something, beginning with the rarest ones.
std::size_t subject_of(Scenario const& scenario) {
  const auto on = [&](std::string_view group, bool otherwise) {
    for (SetParameter const& one : scenario.parameters) {
      if (one.group == group && one.key == "enabled") otherwise = one.value != 0.0;
    }
    return otherwise;
  };
  const auto built = [](LandLayer const& layer) {
    return layer.soil == kObstacle || layer.shape == LayerShape::wall || layer.shape == LayerShape::ramp ||
           layer.shape == LayerShape::cylinder || layer.shape == LayerShape::cone || layer.shape == LayerShape::pyramid;
  };
  const bool blows = on("wind_particles", true) || on("slab_dunes", false);
  const bool fed = !scenario.sources.empty() || !scenario.storms.empty() || !scenario.rain_layers.empty();
  const bool layered = !scenario.land.layers.empty() || scenario.soils.size() > default_soils().size();
  if (on("vegetation", false) && !layered) return 2;
  if (on("water_particles", false) && (fed || (!blows && !layered))) return 3;
  if (layered) return 4;
  if (blows && std::ranges::any_of(scenario.land.base, built)) return 1;
  return on("water_particles", false) ? 3 : 0;
}

}  // namespace

std::span<std::string_view const> scenario_subjects() { return kSubjects; }

Scenario parse_scenario(std::string_view text, std::string const& name, fs::path const& folder) {
  return read_scenario(text, name, {folder});
}

Scenario read_scenario(std::string_view text, std::string const& name, RasterFiles const& files) {
  fs::path const& folder = files.folder;
  const Activity activity("reading", name);
  const TableReader root = TableReader::parse(text, name);
  std::vector<std::string_view> known{"title", "description", "source", "seed",     "grid",
                                      "view",  "soils",       "land",   "timeline", "water_source",
                                      "storm", "rain_map",    "mask",   "things",   kDirectionsKey};
  for (ParameterGroup const& group : parameter_catalog()) known.push_back(group.id);
  if (root.has("camera")) {
    known.push_back("camera");
    root.mistake("camera",
                 "[camera] is now called [[view]] and needs a name; rename it, and add a line such as name = "
                 "\"Overview\"");
  }
  root.refuse_unknown(known, group_of_key);
  root.read_directions();

  Scenario scenario;
  scenario.name = name;
  scenario.info.id = fs::path(name).stem().string();
  const std::optional<std::string> title = root.text("title");
  if (title ? title->empty() : !root.has("title")) {
    root.mistake("title", "expected title = \"...\", the name that users see, found none; add it");
  }
  scenario.info.title = title.value_or("");
  scenario.info.description = root.text("description").value_or("");
  scenario.info.source = root.text("source").value_or("");
  if (const auto seed = root.integer("seed", 0, std::numeric_limits<std::int64_t>::max())) {
    scenario.seed = static_cast<std::uint64_t>(*seed);
  }
  const auto [size_given, cell_size_given] = read_grid(root, scenario);
  scenario.views = read_views(root);
  scenario.things = read_things(root);
  scenario.soils = read_soils(root);
  read_land(root, scenario, files);
  fit_grid_to_rasters(root, scenario, size_given, cell_size_given);
  check_sand_masks(root, scenario);
  for (ParameterGroup const& group : parameter_catalog()) {
    if (const auto table = root.table(group.id)) {
      scenario.parameters = read_group(*table, group, std::move(scenario.parameters));
    }
  }
  read_sources(root, scenario);
  scenario.storms = read_storms(root);
  scenario.rain_layers = read_rain_layers(root, scenario);
  scenario.rain_map = read_rain_map(root, scenario, folder);
  scenario.masks = read_masks(root, scenario, folder);
  add_no_data_mask(scenario);
  scenario.timeline = read_timeline(root, scenario, folder);
  root.refuse_mistakes();
  return scenario;
}

std::vector<ScenarioInfo> const& shipped_scenarios() {
  static const std::vector<ScenarioInfo> kShipped = [] {
    std::vector<ScenarioInfo> list;
    for (EmbeddedText const& text : embedded_scenarios()) {
      const Scenario scenario = load_shipped_scenario(text.id);
      list.push_back(scenario.info);
      list.back().subject = scenario_subjects()[subject_of(scenario)];
    }
    const auto place = [](ScenarioInfo const& info) {
      return std::find(kMenuOrder.begin(), kMenuOrder.end(), info.id) - kMenuOrder.begin();
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](ScenarioInfo const& a, ScenarioInfo const& b) { return place(a) < place(b); });
    return list;
  }();
  return kShipped;
}

Scenario load_shipped_scenario(std::string_view id) {
  EmbeddedText const& found = row_named(embedded_scenarios(), &EmbeddedText::id, id, [&](std::string const& advice) {
    return InputError("{}: expected the name of a scenario or a file, found neither{}", printable(id), advice);
  });
  Scenario scenario = parse_scenario(found.text, fmt::format("{}.toml", id), {});
  scenario.name = id;
  return scenario;
}

Scenario load_scenario_file(fs::path const& path) {
  return parse_scenario(read_text_file(path, kMaximumScenarioFile), path.string(), path.parent_path());
}

Scenario scenario_from_height_map(fs::path const& path, RasterHints const& hints) {
  Raster raster = read_raster(path, hints);
  Scenario scenario;
  scenario.name = path.string();
  scenario.info = {path.stem().string(), path.filename().string(),
                   fmt::format("A height map, whose uppermost {} m are sand on rock, with open edges.", kHeightMapSand),
                   path.string()};
  scenario.grid = {raster.width, raster.height, static_cast<float>(raster.cell_size), Boundary::open};
  scenario.notices = raster.notices;
  scenario.notices.push_back(
      fmt::format("{}: the uppermost {} m of the land are read as sand on rock; write a scenario file to change that",
                  path.string(), kHeightMapSand));
  scenario.place = raster.place;
  scenario.filled = raster.filled;
  add_no_data_mask(scenario);
  // The surface of the land is that of the map.
  raster.origin -= kHeightMapSand;
  scenario.land.base.push_back(
      {.shape = LayerShape::heightmap, .raster = std::make_shared<Raster const>(std::move(raster))});
  scenario.land.sand.push_back({.shape = LayerShape::uniform, .thickness = kHeightMapSand});
  return scenario;
}

Scenario load_scenario(std::string const& name_or_path, RasterHints const& hints) {
  for (EmbeddedText const& text : embedded_scenarios()) {
    if (text.id == name_or_path) return load_shipped_scenario(name_or_path);
  }
  const fs::path path(name_or_path);
  if (is_raster_path(path)) return scenario_from_height_map(path, hints);
  const std::string ending = lower_case(path.extension().string());
  if (ending == ".toml") return load_scenario_file(path);
  if (ending == kSoilFileEnding) return load_soil_scenario(path);
  std::error_code ignored;
  if (fs::exists(path, ignored)) {
    throw InputError(
        "{}: expected a scenario (.toml), a soil file (.soil), a height map ({}) or a saved world (.barchan), found {}",
        name_or_path, raster_endings(),
        fs::is_directory(path, ignored) ? "a folder" : extension_text(path.extension().string()));
  }
  if (path.has_extension() || path.has_parent_path()) {
    throw InputError("{}: there is no such file; check the path, or see 'barchan-cli scenarios'", name_or_path);
  }
  return load_shipped_scenario(name_or_path);
}

}  // namespace barchan
