#include "io/soil_scenario.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "io/read_soils.hpp"
#include "io/soil_units.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

using namespace soil_file;

/// Id of a soil: the name in lower-case letters, digits and _; other ASCII characters become _. A number is added if
/// `soils` or the ledger already has this id.
std::string id_of(std::string_view name, Soils const& soils) {
  std::string plain = lower_case(name);
  for (char& c : plain) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (!kept) c = '_';
  }
  const auto taken = [&](std::string const& id) {
    return id == account_id(soils, kWater) ||
           std::any_of(soils.begin(), soils.end(), [&](Soil const& soil) { return soil.id == id; });
  };
  std::string id = plain;
  for (int number = 2; taken(id); ++number) id = fmt::format("{}_{}", plain, number);
  return id;
}

/// Display name that no other soil of the table has.
std::string name_of(std::string const& name, Soils const& soils) {
  const bool taken = std::any_of(soils.begin(), soils.end(), [&](Soil const& soil) { return soil.name == name; });
  return taken ? name + " (file)" : name;
}

/// Sets the property with this key, clamped to its range.
void set(Soil& soil, std::string_view key, double value) {
  for (SoilProperty const& property : soil_properties()) {
    if (property.row.key == key) property.row.set(&soil, std::clamp(value, property.row.minimum, property.row.maximum));
  }
}

Soil soil_of(SoilRow const& row, Soils const& soils) {
  Soil soil = new_soil(id_of(row.name, soils), true, static_cast<SoilId>(soils.size()));
  soil.name = name_of(row.name, soils);
  soil.color = linear_color(row.color);
  for (Unit const& unit : kUnits) set(soil, unit.property, row.*unit.member * unit.unit);
  soil.static_slope = soil.repose_slope;
  return soil;
}

/// Index in the table for each soil of the file.
using Places = std::map<std::string, SoilId, std::less<>>;

Places places_of(SoilFile const& file) {
  Places places;
  std::size_t place = default_soils().size();
  for (SoilRow const& row : file.soils) places.emplace(row.name, static_cast<SoilId>(place++));
  return places;
}

/// Adds all soils of the file. A soil that would become Air stays unchanged.
void add_soils(SoilFile const& file, Places const& places, Scenario& scenario) {
  for (SoilRow const& row : file.soils) scenario.soils.push_back(soil_of(row, scenario.soils));
  bool air = false;
  for (SoilRow const& row : file.soils) {
    const SoilId place = places.at(row.name);
    Soil& soil = scenario.soils[place];
    const auto become = [&](std::string const& target, SoilId Soil::*way) {
      const auto found = places.find(target);
      soil.*way = found != places.end() ? found->second : place;
      air |= found == places.end();
    };
    for (Way const& way : kWays) become(row.*way.name, way.target);
  }
  if (air) scenario.notices.push_back("Barchan has no soil Air; soils that would become Air stay as they are");
}

/// A layer with the thickness max(min, bias + scale * noise) in metres. SoilMachine's noise is at most 1 for any number
/// of octaves.
LandLayer layer_of(LayerRow const& row, SoilId soil, Grid const& grid, double metres) {
  LandLayer layer;
  layer.soil = soil;
  // A wave of infinite length equals its mean everywhere.
  if (row.frequency * row.scale == 0.0) {
    layer.shape = LayerShape::uniform;
    layer.thickness = std::max(row.min, row.bias) * metres;
    return layer;
  }
  double sum = 0.0;
  for (int octave = 0; octave < row.octaves; ++octave) sum = sum * row.gain + 1.0;
  layer.shape = LayerShape::noise;
  layer.basis = NoiseBasis::perlin;
  layer.level = row.bias * metres;
  layer.floor = row.min * metres;
  layer.amplitude = row.scale * metres / sum;
  layer.octaves = row.octaves;
  layer.lacunarity = row.lacunarity;
  layer.gain = row.gain;
  layer.wavelength = grid.width * static_cast<double>(grid.cell_size) / row.frequency;
  layer.stretch = static_cast<double>(grid.width) / grid.height;
  return layer;
}

/// Switches a process on with this population, or off if it is 0.
void set_population(Scenario& scenario, std::string const& group, std::int64_t population) {
  scenario.parameters.push_back({group, "enabled", population > 0 ? 1.0 : 0.0});
  if (population == 0) return;
  for (ParameterGroup const& known : parameter_catalog()) {
    if (known.id != group) continue;
    const double most = known.find("population")->maximum;
    const double taken = std::min(static_cast<double>(population), most);
    if (taken < static_cast<double>(population)) {
      scenario.notices.push_back(
          fmt::format("{}: {} particles, the maximum, are used instead of {}", group, taken, population));
    }
    scenario.parameters.push_back({group, "population", taken});
  }
}

}  // namespace

Scenario scenario_from_soils(SoilFile const& file, fs::path const& name) {
  if (file.layers.empty()) throw InputError("{}: expected at least one LAYER, found none; add one", name.string());
  Scenario scenario;
  scenario.name = name.string();
  scenario.info = {name.stem().string(), name.filename().string(),
                   fmt::format("A SoilMachine land: {} in {}.", counted(file.soils.size(), "soil"),
                               counted(file.layers.size(), "layer")),
                   name.string()};
  SoilWorld const& world = file.world;
  scenario.grid = {static_cast<int>(world.sizex.value_or(kSide)), static_cast<int>(world.sizey.value_or(kSide)), 1.0f,
                   Boundary::open};
  if (world.seed) scenario.seed = static_cast<std::uint64_t>(*world.seed);
  const Places places = places_of(file);
  add_soils(file, places, scenario);
  scenario.land.base.push_back({.shape = LayerShape::uniform, .thickness = 0.0});
  scenario.soils[kRock].abrasion = 0.0f;  // in SoilMachine, nothing below the layers wears
  const auto metres = static_cast<double>(world.scale.value_or(kScale));
  for (LayerRow const& row : file.layers) {
    scenario.land.layers.push_back(layer_of(row, places.at(row.soil), scenario.grid, metres));
  }
  set_population(scenario, "wind_particles", world.nwind.value_or(kPopulation));
  set_population(scenario, "water_particles", world.nwater.value_or(kPopulation));
  // There is no inflow, because the file describes no sand outside its land.
  scenario.parameters.push_back({"wind_particles", "inflow", 0.0});
  return scenario;
}

Scenario load_soil_scenario(fs::path const& path) { return scenario_from_soils(read_soil_file(path), path); }

}  // namespace barchan
