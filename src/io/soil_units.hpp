/// Conversion between the numbers of a `.soil` file and those of Barchan, for reading and writing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/soil_file.hpp"
#include "land/soil.hpp"

namespace barchan::soil_file {

// Defaults of SoilMachine's WORLD section.
inline constexpr std::int64_t kScale = 80;
inline constexpr std::int64_t kSide = 256;
inline constexpr std::int64_t kPopulation = 250;

/// Conversion of one value of a soil: the number in the file times `unit` is the property.
struct Unit {
  std::string_view property;
  double SoilRow::*member;
  double unit;
};

/// The conversions, in the order of the format. SoilMachine computes normals with 80 cells per height of 1 on every
/// land, so the slope is 80 times the height difference. Its density of 1 is that of rock here. Its sand (`sand.soil`,
/// red and grey) has an EQUILIBRIUM and a FRICTION of 0.1 and a SUSPENSION of 0.01, while sand here has 1 for each. Its
/// soils have no wear rate of their own; like SUSPENSION, ABRASION is a fraction of the impact in a step.
inline constexpr Unit kUnits[]{
    {"density", &SoilRow::density, 2650.0},
    {"porosity", &SoilRow::porosity, 1.0},
    {"repose_slope", &SoilRow::maxdiff, 80.0},
    {"settling", &SoilRow::settling, 1.0},
    {"suspension", &SoilRow::suspension, 100.0},
    {"abrasion", &SoilRow::abrasion, 100.0},
    {"solubility", &SoilRow::solubility, 1.0},
    {"equilibrium", &SoilRow::equilibrium, 10.0},
    {"friction", &SoilRow::friction, 10.0},
    {"erosion_rate", &SoilRow::erosionrate, 1.0},
    {"ambient", &SoilRow::ka, 1.0},
    {"diffuse", &SoilRow::kd, 1.0},
    {"specular", &SoilRow::ks, 1.0},
    {"shininess", &SoilRow::kk, 1.0},
};

/// A conversion from one soil to another that the format supports: its member here and in the file.
struct Way {
  SoilId Soil::*target;
  std::string SoilRow::*name;
};
inline constexpr Way kWays[]{{&Soil::transports, &SoilRow::transports},
                             {&Soil::erodes, &SoilRow::erodes},
                             {&Soil::cascades, &SoilRow::cascades},
                             {&Soil::abrades, &SoilRow::abrades}};

}  // namespace barchan::soil_file
