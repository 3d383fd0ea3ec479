#include "land/soil.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/archive.hpp"
#include "base/named_values.hpp"

namespace barchan {

namespace {

/// All numeric properties of a soil except those that follow from parameters.
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
      throw ArchiveError("the conversion '" + key + "' of a soil is unknown to this version");
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

// The function is not divided, because it is one table with one row per property.
std::span<SoilProperty const> soil_properties() {
  static const std::array kProperties = std::to_array<SoilProperty>({
      {row::number<&Soil::density>(
           "density", "Density", "kg/m3", {1.0, 10000.0},
           "Mass of the soil divided by its volume, which includes the pores. Higher: water weakens slopes less. If "
           "conversions conserve mass, a layer of this soil also turns into a thicker layer of another soil."),
       "conversions by mass, groundwater"},
      {row::number<&Soil::porosity>(
           "porosity", "Porosity", "", {0.0, 1.0},
           "Fraction of the soil's volume that grains do not fill. Higher: the ground stores more water."),
       "groundwater, water particles"},
      {row::number<&Soil::hardness>("hardness", "Hardness", "", {0.01, 1000.0, kByRatio},
                                    "Resistance of the soil to wear and weathering, relative to rock. Higher: the soil "
                                    "is worn and weathered more slowly."),
       "wind particles, slab dunes, water particles, weathering"},
      {row::number<&Soil::repose_slope>(
           "repose_slope", "Angle of repose", "m/m", {0.0, 20.0},
           "Tangent of the angle of repose, the slope at which a slide of the soil stops. Higher: steeper slopes."),
       "gravity, water particles"},
      {row::number<&Soil::static_slope>(
           "static_slope", "Static angle", "m/m", {0.0, 20.0},
           "Tangent of the angle at which the soil begins to slide. It is at least `repose_slope`, the tangent of the "
           "angle of repose. Higher: rarer, larger slides."),
       "gravity, groundwater, weathering"},
      {row::number<&Soil::abrasion>("abrasion", "Abrasion", "", {0.0, 100.0, kByRatio},
                                    "Ease with which impacts of grains wear the soil, relative to rock. At 0, impacts "
                                    "do not wear it. Higher: the soil is worn faster."),
       "wind particles, slab dunes, water particles"},
      {row::number<&Soil::suspension>("suspension", "Suspension", "", {0.0, 100.0, kByRatio},
                                      "Ease with which wind lifts the soil, relative to sand. At 0, wind does not lift "
                                      "it. Higher: the soil is blown away sooner."),
       "wind particles, slab dunes"},
      {row::number<&Soil::solubility>("solubility", "Solubility", "", {0.0, 100.0, kByRatio},
                                      "Ease with which water entrains the soil, relative to sand. At 0, water does not "
                                      "entrain it. Higher: streams cut into it faster."),
       "water particles"},
      {row::number<&Soil::friction>(
           "friction", "Friction", "", {0.0, 100.0, kByRatio},
           "Friction of running water on the soil, relative to sand. Higher: slower water, which carries less."),
       "water particles"},
      {row::number<&Soil::grain_size>("grain_size", "Grain size", "mm", {0.001, 10000.0, kByRatio},
                                      "Median diameter of the soil's grains. The bed-load law of Meyer-Peter & Müller "
                                      "uses it. Higher: water needs "
                                      "more depth or slope to move the grains."),
       "water particles"},
      {row::number<&Soil::equilibrium>(
           "equilibrium", "Equilibrium rate", "", {0.0, 100.0, kByRatio},
           "Rate, relative to sand, at which water deposits the soil if it carries more than its capacity. Gravel "
           "has a higher rate than sand, and clay has a lower one. Higher: the soil is deposited closer to its "
           "origin."),
       "water particles"},
      {row::number<&Soil::erosion_rate>(
           "erosion_rate", "Erosion rate", "", {0.0, 1.0},
           "Measure of how long water carries a load of this soil before the load turns into the soil that `erodes` "
           "names. Higher: the load turns into that soil later."),
       ""},
      {row::number<&Soil::settling>(
           "settling", "Settling", "", {0.0, 1.0},
           "Fraction of the excess height that slides in one step where a slope is too steep. Higher: faster slides."),
       ""},
      {row::number<&Soil::settling_speed>(
           "settling_speed", "Settling speed", "m/s", {0.0001, 20.0, kByRatio},
           "Speed at which grains of the soil fall in still air. Higher: the grains land sooner."),
       "wind particles, slab dunes"},
      {row::number<&Soil::threshold_speed>(
           "threshold_speed", "Threshold speed", "m/s", {0.0, 50.0},
           "Wind speed above which the wind lifts the soil. The excess over this speed determines the amount that "
           "is lifted. At 0, any wind lifts the soil. Higher: only strong winds move it."),
       "wind particles, slab dunes"},
      {row::number<&Soil::conductivity>(
           "conductivity", "Hydraulic conductivity", "m/s", {1e-12, 1.0, kByRatio},
           "Ease with which water flows through the soil. Higher: groundwater drains faster."),
       "groundwater, water particles"},
      {row::number<&Soil::cohesion>("cohesion", "Cohesion", "Pa", {0.0, 1e7, kByRatio},
                                    "Cohesion of the dry soil. Higher: the soil holds together more firmly."),
       ""},
      {row::number<&Soil::ambient>(
           "ambient", "Ambient light", "", {0.0, 10.0},
           "Brightness of the soil in light from all directions. Higher: brighter in the shade."),
       ""},
      {row::number<&Soil::diffuse>("diffuse", "Diffuse light", "", {0.0, 10.0},
                                   "Brightness of the sunlight that the soil scatters. Higher: brighter in the sun."),
       ""},
      {row::number<&Soil::specular>("specular", "Specular light", "", {0.0, 10.0},
                                    "Brightness of the sunlight that the soil mirrors. Higher: stronger glints."),
       ""},
      {row::number<&Soil::shininess>(
           "shininess", "Shininess",
           "", {0.0, 1000.0}, "Sharpness of the sunlight that the soil mirrors. Higher: smaller, sharper glints."),
       ""},
  });
  return kProperties;
}

std::span<SoilConversion const> soil_conversions() {
  static constexpr std::array kConversions = std::to_array<SoilConversion>({
      {"abrades", &Soil::abrades, "Soil into which this soil turns when impacts of grains abrade it."},
      {"transports", &Soil::transports, "Soil into which this soil turns when water entrains it."},
      {"erodes", &Soil::erodes, "Soil into which this soil turns while water carries it."},
      {"cascades", &Soil::cascades, "Soil into which this soil turns when it slides."},
      {"weathers", &Soil::weathers, "Soil into which frost and moisture turn this soil in place.", true},
  });
  return kConversions;
}

std::string soils_error(Soils const& soils) {
  if (soils.size() <= kObstacle || soils.size() > kMostSoils) {
    return "expected 3 to 64 soils, found " + std::to_string(soils.size());
  }
  if (soils[kRock].loose || !soils[kSand].loose || soils[kObstacle].loose) {
    return "expected rock and obstacles to be solid and sand to be loose";
  }
  std::set<std::string_view> ids{account_id(soils, kWater)};
  for (Soil const& soil : soils) {
    if (soil.id.empty() || !ids.insert(soil.id).second)
      return "soils: expected an id that no other soil has, found '" + soil.id + "'";
    for (SoilProperty const& property : soil_properties()) {
      const std::string error = parameter_error(property.row, property.row.get(&soil));
      if (!error.empty()) return "soil '" + soil.id + "': " + error;
    }
    if (soil.static_slope < soil.repose_slope) {
      return "soil '" + soil.id + "': expected static_slope to be at least repose_slope, " +
             std::to_string(soil.repose_slope) + ", found " + std::to_string(soil.static_slope);
    }
    for (SoilConversion const& way : soil_conversions()) {
      if (soil.*way.target >= soils.size()) return "expected every conversion to lead to a soil of this land";
      if (!may_become(soil, way, soils[soil.*way.target]))
        return "soil '" + soil.id +
               "': expected conversions to loose soils; only a solid soil may weather to a solid one";
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
  archive.require(soils.size() > kObstacle && soils.size() <= kMostSoils,
                  "expected 3 to 64 soils, found " + std::to_string(soils.size()));
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
