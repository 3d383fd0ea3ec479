/// Conversion of the numbers of a `.soil` file to Barchan's, for reading and writing.
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

/// One value of a soil: the key's number times `unit` is the property.
struct Unit {
  std::string_view property;
  double SoilRow::*member;
  double unit;
};

/// All but the slope, in the order of the format. SoilMachine computes normals with 80 cells per height on every land,
/// so a difference in height is 80 times as much slope. A density of 1 there is that of rock here. Its sand
/// (`sand.soil`, red and grey) has 0.1 for EQUILIBRIUM and FRICTION and 0.01 for SUSPENSION where ours has 1. Its soils
/// have no wear rate of their own; ABRASION is, like SUSPENSION, a fraction of a step's impact.
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

/// Conversions between soils that the format has: the member of each and its key.
struct Way {
  SoilId Soil::*target;
  std::string SoilRow::*name;
};
inline constexpr Way kWays[]{{&Soil::transports, &SoilRow::transports},
                             {&Soil::erodes, &SoilRow::erodes},
                             {&Soil::cascades, &SoilRow::cascades},
                             {&Soil::abrades, &SoilRow::abrades}};

}  // namespace barchan::soil_file
