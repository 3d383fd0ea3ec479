/// What a number of a `.soil` file is in Barchan, for reading and for writing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/soil_file.hpp"
#include "land/soil.hpp"

namespace barchan::soil_file {

// What SoilMachine takes where WORLD says nothing.
inline constexpr std::int64_t kScale = 80;
inline constexpr std::int64_t kSide = 256;
inline constexpr std::int64_t kPopulation = 250;

/// One value of a soil: the key's number times `unit` is the property.
struct Unit {
  std::string_view property;
  double SoilRow::*member;
  double unit;
};

/// All but the slope, in the order of the format. SoilMachine takes a normal of 80 cells a height for every land, so a
/// difference of heights is 80 times as much slope. A mass of 1 there is rock's here. Its sand (`sand.soil`, red and
/// grey) has 0.1 of EQUILIBRIUM and FRICTION and 0.01 of SUSPENSION where ours has 1; its soils wear at no rate of
/// their own, and ABRASION is, like SUSPENSION, a share of a step's impact.
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

/// The ways of becoming another soil that the format has, and the keys of both.
struct Way {
  SoilId Soil::*target;
  std::string SoilRow::*name;
};
inline constexpr Way kWays[]{{&Soil::transports, &SoilRow::transports},
                             {&Soil::erodes, &SoilRow::erodes},
                             {&Soil::cascades, &SoilRow::cascades},
                             {&Soil::abrades, &SoilRow::abrades}};

}  // namespace barchan::soil_file
