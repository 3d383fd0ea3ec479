#include "land/soil.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/archive.hpp"
#include "base/named_values.hpp"

namespace barchan {

namespace {

/// All numbers of a soil but those that follow from parameters.
std::vector<NamedValue> numbers_of(Soil& soil) {
  std::vector<NamedValue> numbers;
  for (SoilProperty const& property : soil_properties()) {
    if (follows_gravity(soil, property.row.key)) continue;
    numbers.push_back({std::string(property.row.key), &property.row, &soil});
  }
  return numbers;
}

void keep_conversions(Archive& archive, Soil& soil) {
  const auto conversions = soil_conversions();
  for (std::size_t left = archive.count(conversions.size()), i = 0; left > 0; --left, ++i) {
    std::string key(archive.reading() ? "" : conversions[i].key);
    archive.text(key);
    const auto conversion = std::ranges::find(conversions, key, &SoilConversion::key);
    if (conversion == conversions.end()) {
      throw ArchiveError("a soil becomes another by '" + key + "', which this version does not know");
    }
    archive.value(soil.*conversion->target);
  }
}

}  // namespace

Soils default_soils() {
  Soil rock{.id = "rock", .name = "Bedrock", .density = 2650.0f, .porosity = 0.0f, .suspension = 0.0f};
  rock.color = {0.21f, 0.14f, 0.10f};
  rock.conductivity = 1e-8f;
  Soil sand{.id = "sand", .name = "Sand", .loose = true, .abrasion = 0.0f};
  sand.color = {0.62f, 0.40f, 0.21f};
  Soil obstacle = rock;
  obstacle.id = "obstacle";
  obstacle.name = "Obstacle";
  obstacle.color = {0.36f, 0.33f, 0.29f};
  return {rock, sand, obstacle};
}

bool follows_gravity(Soil const& soil, std::string_view property) {
  return soil.id == "sand" && (property == "repose_slope" || property == "static_slope");
}

SoilSet loose_soils(Soils const& soils) {
  SoilSet loose = 0;
  for (std::size_t i = 0; i < soils.size(); ++i) {
    if (soils[i].loose) loose |= soil_bit(static_cast<SoilId>(i));
  }
  return loose;
}

// One table, however long: a row a property.
std::span<SoilProperty const> soil_properties() {
  static const std::array kProperties = std::to_array<SoilProperty>({
      {row::number<&Soil::density>("density", "Density", "kg/m3", {1.0, 10000.0}, "Mass of the soil as it lies."),
       "conversions by mass"},
      {row::number<&Soil::porosity>("porosity", "Porosity", "", {0.0, 1.0}, "Share of the volume that is not grains."),
       "ground water"},
      {row::number<&Soil::hardness>("hardness", "Hardness", "", {0.01, 1000.0, kByRatio},
                                    "Higher: worn and weathered more slowly; 1 is rock."),
       "wind particles, slab dunes, water particles, weathering"},
      {row::number<&Soil::repose_slope>("repose_slope", "Angle of repose", "m/m", {0.0, 20.0},
                                        "Tangent of the angle at which slides come to rest. Higher: steeper."),
       "gravity"},
      {row::number<&Soil::static_slope>("static_slope", "Static angle", "m/m", {0.0, 20.0},
                                        "Tangent of the angle at which it begins to slide; not below repose_slope."),
       "gravity"},
      {row::number<&Soil::abrasion>("abrasion", "Abrasion", "", {0.0, 100.0, kByRatio},
                                    "How readily impacts wear it; 1 is rock, 0 never."),
       "wind particles, slab dunes, water particles"},
      {row::number<&Soil::suspension>("suspension", "Suspension", "", {0.0, 100.0, kByRatio},
                                      "How readily wind lifts it; 1 is sand, 0 never."),
       "wind particles, slab dunes"},
      {row::number<&Soil::solubility>("solubility", "Solubility", "", {0.0, 100.0, kByRatio},
                                      "How readily water takes it up; 1 is sand, 0 never."),
       "water particles"},
      {row::number<&Soil::friction>("friction", "Friction", "", {0.0, 100.0, kByRatio},
                                    "Of running water over it; 1 is sand."),
       "water particles"},
      {row::number<&Soil::equilibrium>(
           "equilibrium", "Equilibrium rate", "", {0.0, 100.0, kByRatio},
           "How soon it falls out of water that cannot carry all; 1 is sand, gravel more, clay less."),
       "water particles"},
      {row::number<&Soil::erosion_rate>("erosion_rate", "Erosion rate", "", {0.0, 1.0},
                                        "How much water must have passed before a load of it turns into `erodes`."),
       ""},
      {row::number<&Soil::settling>("settling", "Settling", "", {0.0, 1.0},
                                    "Share of what is too steep that slides at once."),
       ""},
      {row::number<&Soil::settling_speed>("settling_speed", "Settling speed", "m/s", {0.0001, 20.0, kByRatio},
                                          "Of its grains in still air. Lower: it stays aloft for longer."),
       "wind particles, slab dunes"},
      {row::number<&Soil::threshold_speed>("threshold_speed", "Threshold speed", "m/s", {0.0, 50.0},
                                           "Wind from which on it is lifted, the more the stronger; 0: any wind."),
       "wind particles, slab dunes"},
      {row::number<&Soil::conductivity>("conductivity", "Conductivity", "m/s", {1e-12, 1.0, kByRatio},
                                        "Hydraulic. Higher: water soaks through it sooner."),
       "ground water"},
      {row::number<&Soil::cohesion>("cohesion", "Cohesion", "Pa", {0.0, 1e7, kByRatio}, "What holds it together dry."),
       ""},
      {row::number<&Soil::ambient>("ambient", "Ambient light", "", {0.0, 10.0}, "Shading by light from everywhere."),
       ""},
      {row::number<&Soil::diffuse>("diffuse", "Diffuse light", "", {0.0, 10.0}, "Shading by light that it scatters."),
       ""},
      {row::number<&Soil::specular>("specular", "Specular light", "", {0.0, 10.0}, "Shading by light that it mirrors."),
       ""},
      {row::number<&Soil::shininess>("shininess", "Shininess", "", {0.0, 1000.0}, "Higher: smaller, sharper glints."),
       ""},
  });
  return kProperties;
}

std::span<SoilConversion const> soil_conversions() {
  static constexpr std::array kConversions = std::to_array<SoilConversion>({
      {"abrades", &Soil::abrades, "What impacts make of it."},
      {"transports", &Soil::transports, "What water makes of it when it digs."},
      {"erodes", &Soil::erodes, "What water makes of it on its way."},
      {"cascades", &Soil::cascades, "What it is once it has slid."},
      {"weathers", &Soil::weathers, "What frost and damp make of it where it lies.", true},
  });
  return kConversions;
}

std::string soils_error(Soils const& soils) {
  if (soils.size() <= kObstacle || soils.size() > kMostSoils) return "expected 3 to 64 soils";
  if (soils[kRock].loose || !soils[kSand].loose || soils[kObstacle].loose) {
    return "rock and obstacles are solid, and sand is loose";
  }
  std::set<std::string_view> ids{account_id(soils, kWater)};
  for (Soil const& soil : soils) {
    if (soil.id.empty() || !ids.insert(soil.id).second) return "soils: '" + soil.id + "' is no name of one soil alone";
    for (SoilProperty const& property : soil_properties()) {
      const std::string error = parameter_error(property.row, property.row.get(&soil));
      if (!error.empty()) return "soil '" + soil.id + "': " + error;
    }
    if (soil.static_slope < soil.repose_slope) return "soil '" + soil.id + "': its static slope is below its repose";
    for (SoilConversion const& way : soil_conversions()) {
      if (soil.*way.target >= soils.size()) return "a soil becomes one that there is not";
      if (!may_become(soil, way, soils[soil.*way.target])) return "soil '" + soil.id + "': what moves is loose";
    }
  }
  return {};
}

std::string_view account_id(Soils const& soils, std::size_t account) {
  return account < soils.size() ? std::string_view(soils[account].id) : std::string_view("water");
}

std::vector<SoilId> accounts_of(Soils const& soils) {
  std::vector<SoilId> accounts(soils.size());
  std::iota(accounts.begin(), accounts.end(), SoilId{0});
  accounts.push_back(kWater);
  return accounts;
}

void keep(Archive& archive, Soils& soils) {
  soils.resize(archive.count(soils.size()));
  archive.require(soils.size() > kObstacle && soils.size() <= kMostSoils, "expected 3 to 64 soils");
  for (Soil& soil : soils) {
    archive.text(soil.id);
    archive.text(soil.name);
    archive.value(soil.loose);
    keep_values(archive, numbers_of(soil), {}, [](NamedValue const& property, double number) {
      const std::string error = parameter_error(*property.row, number);
      if (!error.empty()) throw ArchiveError("a property of a soil is out of its range: " + error);
    });
    for (float& part : soil.color) archive.value(part);
    keep_conversions(archive, soil);
  }
  if (!archive.reading()) return;
  const std::string error = soils_error(soils);
  archive.require(error.empty(), error);
}

}  // namespace barchan
